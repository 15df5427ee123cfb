"""Standard errors and covariances from influence values.

To first order an estimate is the mean of influence values, one per subject. Its variance is their
variance over n; the variance of a difference is that of the differences of influence values; with
clusters, influence values are summed within clusters first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.statistics import Evaluation

__all__ = [
    "ROUNDING_ERROR",
    "covariance",
    "degrees_of_freedom",
    "gwet_influence",
    "gwet_units",
    "influence_matrix",
    "over",
    "small_sample",
    "square_root",
    "standard_errors",
]


ROUNDING_ERROR = 1e-12  # smaller standard errors and differences count as 0


def influence_matrix(evaluations: Sequence[Evaluation]) -> FloatArray:
    """Return (K, P) influence values of K coefficients on the same patterns; NaN if undefined."""
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
    """Return the (K, K) covariance of K estimates.

    Parameters
    ----------
    influence
        (K, P) influence values.
    units
        Number U of subjects, or of clusters, that each estimate uses. The default, infinity,
        gives the large-sample covariance.
    population
        Number N of subjects in a finite population.

    Notes
    -----
    Σ_i u_i u_iᵀ / n², over subjects or sums of clusters, times U/(U-1), times 1 - n/N. For two
    estimates with different U the factor is the geometric mean.
    """
    n = patterns.n
    factor = np.sqrt([small_sample(each) for each in np.broadcast_to(units, len(influence))])
    if patterns.cluster is not None:
        sums = np.zeros((influence.shape[0], patterns.clusters))
        for k, row in enumerate(influence):
            sums[k] = np.bincount(
                patterns.cluster, weights=patterns.multiplicity * row, minlength=patterns.clusters
            )
        matrix = _products(sums, sums) / n**2
    else:
        matrix = _products(influence * patterns.multiplicity, influence) / n**2
    return np.asarray(matrix * np.outer(factor, factor) * finite_population_factor(n, population))


def _products(a: FloatArray, b: FloatArray) -> FloatArray:
    """Return (K, K) the sums of products of the rows, as fast as ``a @ b.T`` for few rows.

    The threads of a linear algebra library wait busily after such a product, for a tenth of a
    second, in which they take the processor from the next file that is read.
    """
    return np.asarray(np.einsum("ip,jp->ij", a, b))


def small_sample(units: float) -> float:
    """Return U/(U-1), which makes a variance over U units unbiased; NaN for a single unit."""
    return 1.0 if np.isinf(units) else over(units, units - 1)


def standard_errors(matrix: FloatArray) -> FloatArray:
    """Return the square roots of the diagonal; rounding errors are 0."""
    errors = np.sqrt(np.maximum(np.diag(matrix), 0.0))
    return np.where(errors < ROUNDING_ERROR, 0.0, errors)


def square_root(variance: float) -> float:
    """Return a standard error; a rounding error is 0, and an undefined variance NaN."""
    if not math.isfinite(variance):
        return math.nan
    error = math.sqrt(max(variance, 0.0))
    return 0.0 if error < ROUNDING_ERROR else error


def degrees_of_freedom(patterns: Patterns) -> float:
    """Return the number of subjects with two or more ratings, or clusters with one, minus 1.

    A subject with a single rating adds no degree of freedom: it contributes to the margins at
    most, not to observed agreement.
    """
    return patterns.paired_units - 1


def finite_population_factor(n: float, population: float | None) -> float:
    """Return the share of a finite population that is not in the sample, 1 - n/N; otherwise 1."""
    return 1.0 if population is None else max(0.0, 1.0 - n / population)


def gwet_influence(evaluation: Evaluation) -> FloatArray:
    """Return (P,) influence values of Gwet's variance formulas, for comparison with irrCAC.

    These count the agreement of a subject with a single rating as 0 instead of leaving it out,
    which adds κ (n/n' I_i - 1) to each value: nothing if all subjects have two ratings, too much
    otherwise. Krippendorff's alpha drops such subjects first.
    """
    if evaluation.coefficient.drops_singles:
        return evaluation.influence
    paired = evaluation.sums.paired
    share = evaluation.patterns.n / evaluation.patterns.n_paired
    return np.asarray(evaluation.influence + evaluation.value * (share * paired - 1))


def gwet_units(evaluation: Evaluation) -> float:
    """Return the units in Gwet's formulas: all rated ones; for alpha, those with two ratings."""
    patterns = evaluation.patterns
    if evaluation.coefficient.drops_singles:
        return patterns.paired_units
    return patterns.n if patterns.cluster is None else patterns.clusters


def over(top: float, bottom: float) -> float:
    """Return a quotient; NaN unless the divisor is positive."""
    return top / bottom if bottom > 0 else np.nan
