"""Standard errors and covariances from influence values.

To first order an estimate is a mean of influence values, one per subject, so its variance is
theirs over n, that of a difference is the variance of differences, and clustered subjects are
summed first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.statistics import Evaluation

__all__ = [
    "DUST",
    "covariance",
    "degrees_of_freedom",
    "gwet_influence",
    "gwet_units",
    "influence_matrix",
    "over",
    "small_sample",
    "standard_errors",
]


DUST = 1e-12  # what is only rounding


def influence_matrix(evaluations: Sequence[Evaluation]) -> FloatArray:
    """(K, P) influence values of K coefficients on the same patterns; NaN rows if undefined."""
    patterns = evaluations[0].patterns
    rows = [
        e.influence if np.isfinite(e.value) else np.full(len(patterns), np.nan) for e in evaluations
    ]
    return np.stack(rows)


def covariance(
    influence: FloatArray,
    patterns: Patterns,
    units: Sequence[float] | float = np.inf,
    *,
    population: float | None = None,
) -> FloatArray:
    """(K, K) covariance of K estimates.

    Parameters
    ----------
    influence
        (K, P) influence values.
    units
        Number of subjects, or of clusters, that each estimate uses; with infinity, the default,
        the covariance is that of large samples.
    population
        Number of subjects in the whole population, where that is finite.

    Notes
    -----
    Σ_i u_i u_iᵀ / n², over subjects or over sums of clusters; times U/(U-1) for the U subjects or
    clusters that are used (the geometric mean of the factors for two estimates that use different
    ones), and times 1 - n/N for a population of N.
    """
    n = patterns.n
    factor = np.sqrt([small_sample(each) for each in np.broadcast_to(units, len(influence))])
    if patterns.cluster is not None:
        sums = np.zeros((influence.shape[0], patterns.clusters))
        for k, row in enumerate(influence):
            sums[k] = np.bincount(
                patterns.cluster, weights=patterns.multiplicity * row, minlength=patterns.clusters
            )
        matrix = sums @ sums.T / n**2
    else:
        matrix = (influence * patterns.multiplicity) @ influence.T / n**2
    return np.asarray(matrix * np.outer(factor, factor) * finite_share(n, population))


def small_sample(units: float) -> float:
    """U/(U-1), which makes a variance over U units unbiased; NaN for a single one."""
    return 1.0 if np.isinf(units) else over(units, units - 1)


def standard_errors(matrix: FloatArray) -> FloatArray:
    """Square roots of the diagonal; what is only rounding is 0."""
    errors = np.sqrt(np.maximum(np.diag(matrix), 0.0))
    return np.where(errors < DUST, 0.0, errors)


def degrees_of_freedom(patterns: Patterns) -> float:
    """Subjects with two or more ratings, or clusters that have one, less one.

    A subject with a single rating says nothing about agreement, and at most something about the
    margins, so it adds no degree of freedom.
    """
    return patterns.paired_units - 1


def finite_share(n: float, population: float | None) -> float:
    """Share of the population that was not seen, 1 - n/N."""
    return 1.0 if population is None else max(0.0, 1.0 - n / population)


def gwet_influence(evaluation: Evaluation) -> FloatArray:
    """(P,) influence values as Gwet's variance formulas have them, for comparison.

    The agreement of a subject with a single rating is taken as 0 rather than left out, which
    adds κ (n/n' I_i - 1) to each value: nothing when all subjects have two ratings, too much
    otherwise. Krippendorff's alpha drops such subjects first.
    """
    if evaluation.coefficient.drops_singles:
        return evaluation.influence
    paired = evaluation.sums.paired
    share = evaluation.patterns.n / evaluation.patterns.n_paired
    return np.asarray(evaluation.influence + evaluation.value * (share * paired - 1))


def gwet_units(evaluation: Evaluation) -> float:
    """Units in Gwet's variance formulas: all that were rated; for alpha, those rated twice."""
    patterns = evaluation.patterns
    if evaluation.coefficient.drops_singles:
        return patterns.paired_units
    return patterns.n if patterns.cluster is None else patterns.clusters


def over(top: float, bottom: float) -> float:
    """Quotient; NaN where there is nothing to divide by."""
    return top / bottom if bottom > 0 else np.nan
