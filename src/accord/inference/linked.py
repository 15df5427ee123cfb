"""Tails of statistics of numbers: t distributions on the scale that the statistic declares.

Such statistics have no posterior draws, because measured values have no natural
pseudo-observations.
"""

from __future__ import annotations

import math

import numpy as np

from accord.data.scale import FloatArray
from accord.inference.analytic import ROUNDING_ERROR, covariance, degrees_of_freedom
from accord.inference.quantities import jackknife_weights
from accord.inference.results import Tails
from accord.inference.tails import LinkTails, StudentTails
from accord.statistics import Evaluation
from accord.statistics.links import Link

__all__ = ["LINKED", "interval_scale", "linked_tails"]

LINKED = ("fisher_z", "log_t")  # methods of intervals on a transformed scale


def interval_scale(evaluation: Evaluation) -> Link:
    """Return the scale on which the interval of a statistic of numbers is formed."""
    return evaluation.coefficient.interval_scale(evaluation.sums.numbers)


def linked_tails(evaluation: Evaluation) -> Tails:
    """Return the t distribution of a statistic on its scale.

    The standard error on this scale is by the jackknife or, in large samples, by influence values.
    """
    value, link = evaluation.value, interval_scale(evaluation)
    df = degrees_of_freedom(evaluation.patterns)
    se = _standard_error(evaluation, link) if math.isfinite(value) else math.nan
    if not se > ROUNDING_ERROR:
        return StudentTails(value, math.nan, df, link.method, evaluation.range)
    return LinkTails(value, se, df, link, evaluation.range)


def _standard_error(evaluation: Evaluation, link: Link) -> float:
    """Return the standard error of a statistic on the scale of a link."""
    patterns = evaluation.patterns
    influence = _jackknife_influence(evaluation, link)
    if influence is None:
        slope = float(link.slope(np.array([evaluation.value]))[0])
        with np.errstate(invalid="ignore"):
            influence = slope * evaluation.influence
    variance = float(covariance(influence[None], patterns, evaluation.units)[0, 0])
    return math.sqrt(variance) if variance > 0 else math.nan


def _jackknife_influence(evaluation: Evaluation, link: Link) -> FloatArray | None:
    """Return (P,) influence values by the jackknife on the scale of a link; None if too many.

    The variance of U units is (U - 1)/U Σ (z - z_(i))², with z_(i) the value without unit i.
    """
    patterns, units = evaluation.patterns, evaluation.units
    weights = jackknife_weights(patterns)
    if weights is None:
        return None
    with np.errstate(invalid="ignore", divide="ignore"):
        value = float(link.transform(np.array([evaluation.value]))[0])
        changes = value - link.transform(evaluation.at(weights))
    if not np.all(np.isfinite(changes)):
        return None
    changes *= patterns.n * (units - 1) / units
    if patterns.cluster is None:
        return np.asarray(changes)
    size = np.bincount(patterns.cluster, weights=patterns.multiplicity)
    return np.asarray((changes / size)[patterns.cluster])
