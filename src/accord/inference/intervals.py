"""Confidence intervals."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from accord.coefficients import Evaluation
from accord.results import Interval, Tails
from accord.scale import FloatArray

__all__ = ["INTERVALS", "NEEDS_REPLICATES", "acceleration", "confidence_interval", "telling"]

INTERVALS = ("dirichlet", "t", "normal", "percentile", "basic", "bca")
NEEDS_REPLICATES = ("percentile", "basic", "bca")


def confidence_interval(
    method: str,
    evaluation: Evaluation,
    *,
    se: float,
    df: float,
    confidence: float,
    replicates: FloatArray | None = None,
    tails: Tails | None = None,
) -> Interval:
    """Interval of one coefficient.

    ``dirichlet`` reads the tails of draws; ``t`` and ``normal`` go so many standard errors to
    either side and stop where the coefficient does; ``percentile``, ``basic`` and ``bca``
    read the quantiles of the replicates.
    """
    value, least = evaluation.value, evaluation.least
    if not np.isfinite(value):
        return Interval(np.nan, np.nan, confidence, method)
    if method == "dirichlet":
        assert tails is not None
        return tails.interval(confidence)
    tail = (1 - confidence) / 2
    if method in ("t", "normal"):
        if not np.isfinite(se) or df <= 0:
            return Interval(np.nan, np.nan, confidence, method)
        from scipy.special import ndtri, stdtrit  # here: slow to import

        reach = se * float(ndtri(1 - tail) if method == "normal" else stdtrit(df, 1 - tail))
        low, high = max(least, value - reach), min(1.0, value + reach)
        return Interval(low, high, confidence, method)
    assert replicates is not None
    drawn = replicates[np.isfinite(replicates)]
    if drawn.size < 2:
        return Interval(np.nan, np.nan, confidence, method)
    if method == "bca":
        low, high = np.quantile(drawn, _bca_levels(evaluation, drawn, tail))
    else:
        low, high = np.quantile(drawn, [tail, 1 - tail])
        if method == "basic":
            low, high = max(least, 2 * value - high), min(1.0, 2 * value - low)
    return Interval(float(low), float(high), confidence, method)


def _bca_levels(evaluation: Evaluation, drawn: FloatArray, tail: float) -> FloatArray:
    """Quantile levels corrected for bias and for skewness (by influence values)."""
    below = np.mean(drawn < evaluation.value) + np.mean(drawn == evaluation.value) / 2
    if not 0 < below < 1:
        return np.array([tail, 1 - tail])
    from scipy.special import ndtr, ndtri  # here: slow to import

    bias = ndtri(below)
    z = bias + ndtri(np.array([tail, 1 - tail]))
    return np.asarray(ndtr(bias + z / (1 - acceleration(evaluation) * z)))


def acceleration(evaluation: Evaluation) -> float:
    """A sixth of the skewness of the sum of influence values: Σu³ / (6 (Σu²)^1.5)."""
    u, m = _by_unit(evaluation)
    spread = float(m @ u**2)
    return float(m @ u**3) / (6 * spread**1.5) if spread > 0 else 0.0


def telling(evaluation: Evaluation) -> float:
    """Subjects, or clusters, on whom the error rests: (Σu²)² / Σu⁴, n where all tell as much."""
    u, m = _by_unit(evaluation)
    fourth = float(m @ u**4)
    return float(m @ u**2) ** 2 / fourth if fourth > 0 else 0.0


def _by_unit(evaluation: Evaluation) -> tuple[FloatArray, npt.NDArray[Any]]:
    """Influence values of subjects or clusters, and how many have each."""
    u, m = evaluation.influence, evaluation.patterns.multiplicity
    if evaluation.patterns.cluster is None:
        return u, m
    sums = np.bincount(evaluation.patterns.cluster, weights=m * u).astype(np.float64)
    return sums, np.ones(sums.size)
