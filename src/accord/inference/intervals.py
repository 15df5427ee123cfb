"""Confidence intervals of a coefficient, by the methods of the option ``ci``."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from accord.data.scale import FloatArray
from accord.inference.results import Interval, Tails
from accord.inference.tails import StudentTails, within_range
from accord.options.inference import RESAMPLED
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
    """Return the confidence interval of one coefficient, within its range.

    Parameters
    ----------
    method
        ``dirichlet``; ``t`` or ``normal``; ``percentile``, ``basic`` or ``bca``; or one that the
        coefficient declares.
    evaluation
        The coefficient.
    se, df
        Standard error and degrees of freedom, for ``t`` and ``normal``.
    confidence
        Confidence level.
    replicates
        Values in bootstrap resamples, for ``percentile``, ``basic`` and ``bca``.
    tails
        Tails of posterior draws, of a t distribution on the scale of a link, or of a method that
        the coefficient declares.
    """
    value = evaluation.value
    if not np.isfinite(value):
        return Interval(np.nan, np.nan, confidence, method)
    if tails is not None and method not in ("t", "normal", *RESAMPLED):
        low, high = tails.interval(confidence)
        return Interval(*within_range(low, high, evaluation.range), confidence, method)
    tail = (1 - confidence) / 2
    if method in ("t", "normal"):
        df = df if df <= 0 or method == "t" else np.inf
        return StudentTails(value, se, df, method, evaluation.range).interval(confidence)
    assert replicates is not None
    defined = replicates[np.isfinite(replicates)]
    if defined.size < 2:
        return Interval(np.nan, np.nan, confidence, method)
    if method == "bca":
        low, high = np.quantile(defined, _bca_levels(evaluation, defined, tail))
    else:
        low, high = np.quantile(defined, [tail, 1 - tail])
        if method == "basic":
            low, high = 2 * value - high, 2 * value - low
    limits = within_range(float(low), float(high), evaluation.range)
    return Interval(*limits, confidence, method)


def _bca_levels(evaluation: Evaluation, replicates: FloatArray, tail: float) -> FloatArray:
    """Return quantile levels with correction for bias and, by influence values, skewness."""
    value = evaluation.value
    below = np.mean(replicates < value) + np.mean(replicates == value) / 2
    if not 0 < below < 1:
        return np.array([tail, 1 - tail])
    from scipy.special import ndtr, ndtri  # here: slow to import

    bias = ndtri(below)
    z = bias + ndtri(np.array([tail, 1 - tail]))
    return np.asarray(ndtr(bias + z / (1 - acceleration(evaluation) * z)))


def acceleration(evaluation: Evaluation) -> float:
    """Return a sixth of the skewness of the sum of influence values, Σu³ / (6 (Σu²)^1.5)."""
    u, m = _by_unit(evaluation)
    squares = float(m @ u**2)
    return float(m @ u**3) / (6 * squares**1.5) if squares > 0 else 0.0


def effective_subjects(evaluation: Evaluation) -> float:
    """Return the effective number of subjects, or clusters, (Σu²)² / Σu⁴; n if all u² are equal."""
    u, m = _by_unit(evaluation)
    fourth = float(m @ u**4)
    return float(m @ u**2) ** 2 / fourth if fourth > 0 else 0.0


def _by_unit(evaluation: Evaluation) -> tuple[FloatArray, npt.NDArray[Any]]:
    """Return influence values of subjects or clusters, and how many units have each."""
    u, m = evaluation.influence, evaluation.patterns.multiplicity
    if evaluation.patterns.cluster is None:
        return u, m
    sums = np.bincount(evaluation.patterns.cluster, weights=m * u).astype(np.float64)
    return sums, np.ones(sums.size)
