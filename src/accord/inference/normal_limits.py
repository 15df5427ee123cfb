"""Limits of agreement: normal tolerance limits of differences, with intervals, and regressions.

The limits are mean ± z standard deviations of the differences. For independent differences the
interval of a limit is exact, by the noncentral t distribution; by Bland and Altman's approximation;
or by the method of variance estimates recovery (MOVER), which combines the intervals of mean and
standard deviation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from accord.data.scale import FloatArray
from accord.inference.results import Interval

__all__ = [
    "LIMIT_METHODS",
    "LimitMethod",
    "LineFit",
    "PairedReplicates",
    "Z",
    "all_and_without",
    "jackknife_interval",
    "limit_intervals",
    "regression",
]

Z = 1.96  # standard deviations from the mean that contain 95 % of normal differences
LimitMethod: TypeAlias = Literal["exact", "approximate", "mover"]
LIMIT_METHODS: tuple[str, ...] = get_args(LimitMethod)


@dataclass(frozen=True, slots=True)
class LineFit:
    """A straight line by least squares, with the t test of its slope.

    Parameters
    ----------
    slope, intercept
        The line.
    se
        Standard error of the slope.
    t, df, p_value
        Test of a slope of 0.
    residual_sd
        Standard deviation of the residuals, over n - 2.
    """

    slope: float
    intercept: float
    se: float
    t: float
    df: float
    p_value: float
    residual_sd: float


def regression(x: FloatArray, y: FloatArray, weight: FloatArray) -> LineFit:
    """Regress y on x, with a number of subjects for each point."""
    from scipy.special import stdtr  # here: slow to import

    n = float(weight.sum())
    nan = math.nan
    if not n > 2:
        return LineFit(nan, nan, nan, nan, n - 2, nan, nan)
    x_mean, y_mean = float(weight @ x / n), float(weight @ y / n)
    spread = float(weight @ (x - x_mean) ** 2)
    if not spread > 0:
        return LineFit(nan, nan, nan, nan, n - 2, nan, nan)
    slope = float(weight @ ((x - x_mean) * (y - y_mean))) / spread
    intercept = y_mean - slope * x_mean
    residual = float(weight @ (y - intercept - slope * x) ** 2) / (n - 2)
    se = math.sqrt(residual / spread)
    t = slope / se if se > 0 else nan
    p = 2 * float(stdtr(n - 2, -abs(t))) if se > 0 else nan
    return LineFit(slope, intercept, se, t, n - 2, p, math.sqrt(residual))


def limit_intervals(
    mean: float, sd: float, n: float, confidence: float, method: LimitMethod = "exact"
) -> tuple[Interval, Interval, Interval]:
    """Return the intervals of the mean, of the lower and of the upper limit of agreement."""
    if not (n > 1 and math.isfinite(sd)):
        none = Interval(math.nan, math.nan, confidence)
        return none, none, none
    from scipy.special import stdtrit  # here: slow to import

    t = float(stdtrit(n - 1, (1 + confidence) / 2))
    half = t * sd / math.sqrt(n)
    about = Interval(mean - half, mean + half, confidence)
    if method == "exact":
        below, above = _exact_offsets(n, confidence)
    elif method == "mover":
        below, above = _mover_offsets(n, confidence, t)
    else:
        spread = t * math.sqrt(1 / n + Z**2 / (2 * (n - 1)))
        below, above = Z - spread, Z + spread
    upper = Interval(mean + below * sd, mean + above * sd, confidence)
    lower = Interval(mean - above * sd, mean - below * sd, confidence)
    return about, lower, upper


def _exact_offsets(n: float, confidence: float) -> tuple[float, float]:
    """Return the distances of the ends from the mean, in standard deviations, by noncentral t."""
    from scipy.special import nctdtrit  # here: slow to import

    tail = (1 - confidence) / 2
    shift = Z * math.sqrt(n)
    low, high = (_noncentral(float(nctdtrit(n - 1, shift, p)), n - 1, shift, p)
                 for p in (tail, 1 - tail))  # fmt: skip
    return low / math.sqrt(n), high / math.sqrt(n)


def _noncentral(start: float, df: float, shift: float, p: float) -> float:
    """Return a quantile of the noncentral t distribution, improved by a few secant steps."""
    from scipy.special import nctdtr  # here: slow to import

    if not math.isfinite(start):
        return math.nan
    before, after = start * (1 - 1e-6), start
    f_before = float(nctdtr(df, shift, before)) - p
    for _ in range(8):
        f_after = float(nctdtr(df, shift, after)) - p
        if f_after == f_before or abs(f_after) < 1e-14:
            break
        step = f_after * (after - before) / (f_after - f_before)
        before, after, f_before = after, after - step, f_after
    return after


def _mover_offsets(n: float, confidence: float, t: float) -> tuple[float, float]:
    """Return the same distances by MOVER, from a t interval of the mean and χ² of the variance."""
    from scipy.special import chdtri  # here: slow to import

    tail = (1 - confidence) / 2
    low_sd = math.sqrt((n - 1) / float(chdtri(n - 1, tail)))
    high_sd = math.sqrt((n - 1) / float(chdtri(n - 1, 1 - tail)))
    about = t**2 / n
    below = math.sqrt(about + Z**2 * (1 - low_sd) ** 2)
    above = math.sqrt(about + Z**2 * (high_sd - 1) ** 2)
    return Z - below, Z + above


def all_and_without(x: FloatArray) -> FloatArray:
    """Return the sum of all units, and the sums without each unit."""
    total = x.sum()
    return np.concatenate([[total], total - x])


def jackknife_interval(value: float, without: FloatArray, confidence: float) -> Interval:
    """Return a t interval by the jackknife, given the values without each unit."""
    from scipy.special import stdtrit  # here: slow to import

    units = without.size
    if units < 2 or not (math.isfinite(value) and np.isfinite(without).all()):
        return Interval(math.nan, math.nan, confidence)
    spread = float(np.sum((without - without.mean()) ** 2)) * (units - 1) / units
    half = float(stdtrit(units - 1, (1 + confidence) / 2)) * math.sqrt(spread)
    return Interval(value - half, value + half, confidence)


@dataclass(frozen=True, slots=True)
class PairedReplicates:
    """Sums of differences within units (clusters, or subjects with several pairs), by unit.

    Parameters
    ----------
    number, total, squares
        (U,) number, sum and sum of squares of the differences of each unit.
    """

    number: FloatArray
    total: FloatArray
    squares: FloatArray

    @classmethod
    def of(cls, d: FloatArray, unit: npt.NDArray[Any], weight: FloatArray) -> PairedReplicates:
        """Return the sums of differences with their unit and number."""
        powers = (np.ones_like(d), d, d * d)
        number, total, squares = (
            np.bincount(unit, weights=weight * power).astype(np.float64) for power in powers
        )
        used = number > 0
        return cls(number[used], total[used], squares[used])

    def components(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return mean, variance between and variance within units: of all, and without each.

        They are by one-way analysis of variance with unequal sizes. Each array has the value of
        all units first, then those without each unit.
        """
        units, number = all_and_without(np.ones_like(self.number)), all_and_without(self.number)
        total = all_and_without(self.total)
        by_unit = all_and_without(self.total**2 / self.number)
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = total / number
            df = number - units
            inner = all_and_without(self.squares) - by_unit
            within = np.where(df > 0, inner / np.where(df > 0, df, 1), 0.0)
            msb = (by_unit - total**2 / number) / (units - 1)
            m0 = (number**2 - all_and_without(self.number**2)) / ((units - 1) * number)
            between = (msb - within) / m0
        return mean, between, within
