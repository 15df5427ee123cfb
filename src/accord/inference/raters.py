"""Raters regarded as a sample: what another panel would have added to the variance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.data.scale import FloatArray
from accord.errors import EmptyInputError, OptionError, UnsupportedError
from accord.inference.analytic import finite_share
from accord.statistics import Evaluation

__all__ = ["rater_variance"]


def _without(evaluation: Evaluation, rater: str) -> float:
    """Value without one rater; NaN if nobody else rated."""
    try:
        rest = evaluation.patterns.without(rater)
    except EmptyInputError:
        return float("nan")
    return evaluation.on(rest).value


def rater_variance(
    evaluations: Sequence[Evaluation], *, population: float | None = None
) -> FloatArray:
    """(K, K) covariance of K estimates due to the choice of raters.

    The jackknife over raters, (r-1)/r Σ_g (κ_(g) - κ̄)², times 1 - r/R for a finite population
    of R raters (Gwet's variance of raters given subjects).
    """
    patterns = evaluations[0].patterns
    if patterns.r < 3 or not patterns.identity:
        raise UnsupportedError(
            "raters can be regarded as a sample only when there are three or more and the data "
            f"say who gave which rating; here there are {patterns.r}."
        )
    if population is not None and population < patterns.r:
        raise OptionError(
            f"the population of raters is {population:g}, fewer than the {patterns.r} seen.",
            option="rater_population",
        )
    values = np.array([[_without(e, name) for name in patterns.raters] for e in evaluations])
    deviation = values - values.mean(axis=1, keepdims=True)
    r = patterns.r
    return np.asarray(deviation @ deviation.T * (r - 1) / r * finite_share(r, population))
