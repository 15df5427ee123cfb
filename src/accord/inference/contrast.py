"""Differences of two statistics, with an interval and a test from the same tails.

`compare`, `evaluate` and `sweep` use these functions, so that they give the same results.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from accord.data.scale import FloatArray
from accord.inference.analytic import ROUNDING_ERROR, over
from accord.inference.results import Interval, Tails
from accord.inference.tails import UNBOUNDED, PosteriorTails, StudentTails, two_sided

__all__ = ["Contrast", "Draws", "by_draws", "by_joint_draws", "by_standard_error"]

Draws = tuple[FloatArray, FloatArray]  # posterior draws for the lower and the upper limit


@dataclass(frozen=True, slots=True)
class Contrast:
    """A difference of two statistics with its uncertainty.

    Parameters
    ----------
    value
        The difference.
    se, df
        Its standard error, and the degrees of freedom of t.
    tails
        Source of interval, test and equivalence.
    p_value
        P-value of the hypothesis that the difference is 0.
    method
        Method of the tails and the p-value.
    statistic
        Test statistic; NaN if the test has none.
    notes
        Remarks on the difference.
    """

    value: float
    se: float
    df: float
    tails: Tails
    p_value: float
    method: str
    statistic: float = math.nan
    notes: tuple[str, ...] = field(default=())

    def interval(self, confidence: float) -> Interval:
        """Return the confidence interval."""
        return self.tails.interval(confidence)


def by_standard_error(
    value: float,
    se: float,
    df: float,
    *,
    pairs: float | None,
    limits: tuple[float, float] = UNBOUNDED,
    method: str = "influence",
    notes: tuple[str, ...] = (),
) -> Contrast:
    """Return a difference with a t interval and a t test.

    If the standard error is 0 there is no interval, and the test of paired subjects is the sign
    test with this number of ``pairs``.
    """
    tails = StudentTails(value, se if se > 0 else math.nan, df, range=limits)
    if se == 0 and abs(value) < ROUNDING_ERROR:
        p = 1.0
    elif se == 0 and pairs is not None:
        p = min(1.0, 2.0 ** (1 - pairs))
    else:
        p = two_sided(tails) if se > 0 else math.nan
    return Contrast(value, se, df, tails, p, method, over(value, se), notes)


def by_draws(
    value: float,
    first: Draws,
    second: Draws,
    se: float,
    df: float,
    limits: tuple[float, float] = UNBOUNDED,
) -> Contrast:
    """Return a difference with interval and test from posterior draws of both statistics.

    The draws for the limits are combined in opposite directions: δ_L = κ_AL - κ_BU and
    δ_U = κ_AU - κ_BL. The interval lies within ``limits``.
    """
    return _by_limits(value, first[0] - second[1], first[1] - second[0], se, df, limits)


def by_joint_draws(
    value: float,
    first: Draws,
    second: Draws,
    se: float,
    df: float,
    limits: tuple[float, float] = UNBOUNDED,
) -> Contrast:
    """Return a difference of two statistics of one panel, which share all draws.

    Draws for the lower limits and draws for the upper limits together give both limits.
    """
    draws = np.concatenate([one - other for one, other in zip(first, second, strict=True)])
    return _by_limits(value, draws, draws, se, df, limits)


def _by_limits(
    value: float,
    low: FloatArray,
    high: FloatArray,
    se: float,
    df: float,
    limits: tuple[float, float],
) -> Contrast:
    """Return a difference with its draws for the lower limit and for the upper."""
    low, high = low[np.isfinite(low)], high[np.isfinite(high)]
    tails = PosteriorTails(value, low, high, df, range=limits)
    return Contrast(value, se, df, tails, two_sided(tails), "dirichlet", over(value, se))
