"""Confidence intervals."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from accord.data.scale import FloatArray
from accord.inference.results import Interval, Tails
from accord.inference.tails import StudentTails, within_range
from accord.statistics import Evaluation

__all__ = ["acceleration", "confidence_interval", "effective_subjects"]


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
    value = evaluation.value
    if not np.isfinite(value):
        return Interval(np.nan, np.nan, confidence, method)
    if method == "dirichlet":
        assert tails is not None
        return tails.interval(confidence)
    tail = (1 - confidence) / 2
    if method in ("t", "normal"):
        df = df if df <= 0 or method == "t" else np.inf
        return StudentTails(value, se, df, method, evaluation.range).interval(confidence)
    assert replicates is not None
    drawn = replicates[np.isfinite(replicates)]
    if drawn.size < 2:
        return Interval(np.nan, np.nan, confidence, method)
    if method == "bca":
        low, high = np.quantile(drawn, _bca_levels(evaluation, drawn, tail))
    else:
        low, high = np.quantile(drawn, [tail, 1 - tail])
        if method == "basic":
            low, high = 2 * value - high, 2 * value - low
    limits = within_range(float(low), float(high), evaluation.range)
    return Interval(*limits, confidence, method)


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


def effective_subjects(evaluation: Evaluation) -> float:
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
