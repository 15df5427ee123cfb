"""Delete-one jackknife over subjects, clusters or raters."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.data.scale import FloatArray
from accord.errors import EmptyInputError, OptionError, UnsupportedError
from accord.inference.analytic import finite_population_factor
from accord.inference.batches import Progress
from accord.statistics import Evaluation
from accord.statistics.leave_one_out import leave_one_out, unit_counts

__all__ = ["jackknife", "rater_variance"]

MAX_PATTERNS = 100_000  # the number of steps is the square of this


def jackknife(
    evaluations: Sequence[Evaluation],
    *,
    population: float | None = None,
    progress: Progress = None,
) -> FloatArray:
    """Return the (K, K) covariance of K estimates by leaving out one subject or cluster at a time.

    Identical subjects are left out once and weighted by their number m_p:
    (n-1)/n Σ_p m_p (κ_(p) - κ̄)².
    """
    patterns = evaluations[0].patterns
    if patterns.multiplicity.dtype.kind == "f" and np.any(patterns.multiplicity % 1):
        raise UnsupportedError(
            "the jackknife leaves out one subject at a time, but the counts are not whole "
            "numbers. Use se='influence'."
        )
    counts = unit_counts(patterns)
    size = counts.size
    if size > MAX_PATTERNS:
        raise UnsupportedError(
            f"the jackknife over {size:,} distinct subjects would take {size:,}² steps. "
            "Use se='influence', to which it converges."
        )
    values = np.empty((len(evaluations), size))
    start = 0
    for block in leave_one_out(patterns):
        stop = start + len(block)
        for k, evaluation in enumerate(evaluations):
            values[k, start:stop] = evaluation.at(block, functional=True)
        start = stop
        if progress is not None:
            progress(stop, size)
    n = counts.sum()
    deviation = values - (values @ counts / n)[:, None]
    matrix = (deviation * counts) @ deviation.T * (n - 1) / n
    return np.asarray(matrix * finite_population_factor(patterns.n, population))


def rater_variance(
    evaluations: Sequence[Evaluation], *, population: float | None = None
) -> FloatArray:
    """Return the (K, K) covariance of K estimates due to a random choice of raters.

    The jackknife over raters, (r-1)/r Σ_g (κ_(g) - κ̄)², times 1 - r/R for a finite population
    of R raters (Gwet's variance of raters given subjects).
    """
    patterns = evaluations[0].patterns
    r = patterns.r
    if r < 3 or not patterns.identity:
        raise UnsupportedError(
            "raters can be regarded as a sample only if there are three or more and the data name "
            f"the rater of each rating; there are {r}."
        )
    if population is not None and population < r:
        raise OptionError(
            f"the population of raters is {population:g}, fewer than the {r} in the data.",
            option="rater_population",
        )
    values = np.array([[_without(e, name) for name in patterns.raters] for e in evaluations])
    deviation = values - values.mean(axis=1, keepdims=True)
    return np.asarray(
        deviation @ deviation.T * (r - 1) / r * finite_population_factor(r, population)
    )


def _without(evaluation: Evaluation, rater: str) -> float:
    """Return the value without one rater; NaN if there are no other ratings."""
    try:
        rest = evaluation.patterns.without(rater)
    except EmptyInputError:
        return float("nan")
    return evaluation.on(rest).value
