"""Standard errors and covariances from influence values.

To first order an estimate is a mean of influence values, one per subject, so its variance is
theirs over n, that of a difference is the variance of differences, and clustered subjects are
summed first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.coefficients import Evaluation
from accord.patterns import Patterns
from accord.scale import FloatArray

__all__ = [
    "DUST",
    "covariance",
    "degrees_of_freedom",
    "gwet_influence",
    "gwet_subjects",
    "influence_matrix",
    "over",
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
    influence: FloatArray, patterns: Patterns, *, population: float | None = None
) -> FloatArray:
    """(K, K) covariance of K estimates.

    Parameters
    ----------
    influence
        (K, P) influence values.
    population
        Number of subjects in the whole population, where that is finite.

    Notes
    -----
    Σ_i u_i u_iᵀ / (n (n-1)), or over G clusters of summed values G/(G-1) Σ_c U_c U_cᵀ / n²; times
    1 - n/N for a population of N.
    """
    n = patterns.n
    if patterns.cluster is not None:
        sums = np.zeros((influence.shape[0], patterns.clusters))
        for k, row in enumerate(influence):
            sums[k] = np.bincount(
                patterns.cluster, weights=patterns.multiplicity * row, minlength=patterns.clusters
            )
        groups = patterns.clusters
        matrix = sums @ sums.T * over(groups, groups - 1) / n**2
    else:
        matrix = (influence * patterns.multiplicity) @ influence.T * over(1, n * (n - 1))
    return np.asarray(matrix * finite_share(n, population))


def standard_errors(matrix: FloatArray) -> FloatArray:
    """Square roots of the diagonal; what is only rounding is 0."""
    errors = np.sqrt(np.maximum(np.diag(matrix), 0.0))
    return np.where(errors < DUST, 0.0, errors)


def degrees_of_freedom(patterns: Patterns) -> float:
    """Subjects, or clusters, less one."""
    return (patterns.clusters if patterns.cluster is not None else patterns.n) - 1


def finite_share(n: float, population: float | None) -> float:
    """Share of the population that was not seen, 1 - n/N."""
    return 1.0 if population is None else max(0.0, 1.0 - n / population)


def gwet_influence(evaluation: Evaluation) -> FloatArray:
    """(P,) influence values as Gwet's variance formulas have them, for comparison.

    The agreement of a subject with a single rating is taken as 0 rather than left out, which
    adds κ (n/n' I_i - 1) to each value: nothing when all subjects have two ratings, too much
    otherwise. Krippendorff's alpha drops such subjects first.
    """
    if evaluation.coefficient.pairable_only:
        return evaluation.influence
    paired = evaluation.table.paired
    n = evaluation.patterns.n
    n_paired = float(paired @ evaluation.patterns.multiplicity)
    return np.asarray(evaluation.influence + evaluation.value * (n / n_paired * paired - 1))


def gwet_subjects(evaluation: Evaluation) -> float:
    """Factor on Gwet's variance: alpha counts pairable subjects only in n (n-1)."""
    if not evaluation.coefficient.pairable_only:
        return 1.0
    n = evaluation.patterns.n
    n_paired = float(evaluation.table.paired @ evaluation.patterns.multiplicity)
    return (n_paired / n) ** 2 * over(n * (n - 1), n_paired * (n_paired - 1))


def over(top: float, bottom: float) -> float:
    """Quotient; NaN where there is nothing to divide by."""
    return top / bottom if bottom > 0 else np.nan
