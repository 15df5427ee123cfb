"""The uncertainty of a quantity, as one-sided p-values in both directions and an interval.

Tests, intervals and tests of equivalence all use the same two tails.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from accord.data.scale import FloatArray
from accord.inference.results import Interval, Tails
from accord.statistics.links import Link

__all__ = [
    "LinkTails",
    "PosteriorTails",
    "StudentTails",
    "WilsonTails",
    "difference_range",
    "p_value",
    "two_sided",
    "within_range",
]


MIN_DRAWS = 10  # beyond a value, to count them; with fewer a normal distribution is used
TAIL = 0.01  # quantile that gives the width of a tail
MIN_SHARE = 1e-300  # keeps p-values positive
SLACK = 1e-12  # values that differ by rounding count as equal
UNBOUNDED = (-np.inf, np.inf)


def within_range(low: float, high: float, limits: tuple[float, float]) -> tuple[float, float]:
    """Return an interval, truncated to the range of the quantity."""
    return max(low, limits[0]), min(high, limits[1])


def difference_range(
    first: tuple[float, float], second: tuple[float, float]
) -> tuple[float, float]:
    """Return the smallest and largest difference of two quantities with these ranges."""
    return first[0] - second[1], first[1] - second[0]


def p_value(tails: Tails, null: float = 0.0, alternative: str = "two-sided") -> float:
    """Return the p-value of the hypothesis that the quantity is ``null``; NaN if undefined."""
    if alternative == "greater":
        return tails.at_most(null)
    if alternative == "less":
        return tails.at_least(null)
    return two_sided(tails, null)


def two_sided(tails: Tails, value: float = 0.0) -> float:
    """Return the two-sided p-value of the hypothesis that the quantity is ``value``."""
    return float(np.minimum(1.0, 2 * np.minimum(tails.at_most(value), tails.at_least(value))))


@dataclass(frozen=True, slots=True)
class StudentTails:
    """t distribution of an estimate with a standard error; normal if ``df`` is infinite.

    Without a positive standard error the p-value is 1 for the estimate itself and NaN for other
    values.
    """

    estimate: float
    se: float
    df: float = np.inf
    method: str = "t"
    range: tuple[float, float] = UNBOUNDED

    def at_most(self, value: float) -> float:
        """Return the p-value of the hypothesis that the quantity is at most ``value``."""
        return self._tail(self.estimate - value)

    def at_least(self, value: float) -> float:
        """Return the p-value of the hypothesis that the quantity is at least ``value``."""
        return self._tail(value - self.estimate)

    def _tail(self, excess: float) -> float:
        if abs(excess) < SLACK:
            return 0.5
        if not (self.se > 0 and self.df > 0):
            return np.nan
        from scipy.special import ndtr, stdtr  # here: slow to import

        z = -excess / self.se
        return float(ndtr(z) if np.isinf(self.df) else stdtr(self.df, z))

    def interval(self, confidence: float) -> Interval:
        """Return the estimate ± quantile × standard error, within the range."""
        from scipy.special import ndtri, stdtrit  # here: slow to import

        if not (self.se >= 0 and self.df > 0):
            return Interval(np.nan, np.nan, confidence, self.method)
        level = (1 + confidence) / 2
        half = self.se * float(ndtri(level) if np.isinf(self.df) else stdtrit(self.df, level))
        low, high = within_range(self.estimate - half, self.estimate + half, self.range)
        return Interval(low, high, confidence, self.method)


@dataclass(frozen=True, slots=True)
class LinkTails:
    """t distribution on the scale of a link, with the standard error on that scale."""

    estimate: float
    se: float
    df: float
    link: Link
    range: tuple[float, float] = UNBOUNDED

    def _transformed(self, value: float) -> float:
        with np.errstate(invalid="ignore", divide="ignore"):
            z = float(self.link.transform(np.array(value)))
        if math.isnan(z):  # beyond the range of the scale
            return math.copysign(math.inf, value - self.estimate)
        return z

    @property
    def _student(self) -> StudentTails:
        estimate = self._transformed(self.estimate)
        defined = math.isfinite(estimate)  # else the estimate is beyond the range of the scale
        return StudentTails(estimate, self.se if defined else math.nan, self.df)

    def at_most(self, value: float) -> float:
        """Return the p-value of the hypothesis that the quantity is at most ``value``."""
        return self._student.at_most(self._transformed(value))

    def at_least(self, value: float) -> float:
        """Return the p-value of the hypothesis that the quantity is at least ``value``."""
        return self._student.at_least(self._transformed(value))

    def interval(self, confidence: float) -> Interval:
        """Return the interval on the transformed scale, transformed back."""
        if not math.isfinite(self._transformed(self.estimate)):
            return Interval(math.nan, math.nan, confidence, self.link.method)
        limits = self.link.inverse(np.array(tuple(self._student.interval(confidence))))
        low, high = within_range(float(limits[0]), float(limits[1]), self.range)
        return Interval(low, high, confidence, self.link.method)


@dataclass(frozen=True, slots=True)
class WilsonTails:
    """Score tests of a share, with the effective number of subjects.

    This is the size of a simple random sample with the same standard error, at most ``n``.
    """

    estimate: float
    se: float
    n: float
    df: float
    method: str = "wilson"

    @property
    def _effective(self) -> float:
        variance = self.estimate * (1 - self.estimate)
        return min(self.n, variance / self.se**2) if self.se > 0 and variance > 0 else self.n

    def _tail(self, value: float, excess: float) -> float:
        if not (self._effective > 0 and self.df > 0 and 0 < value < 1):
            return math.nan
        z = excess / math.sqrt(value * (1 - value) / self._effective)
        from scipy.special import stdtr  # here: slow to import

        return float(stdtr(self.df, -z))

    def at_most(self, value: float) -> float:
        """Return the p-value of the hypothesis that the share is at most ``value``."""
        return self._tail(value, self.estimate - value)

    def at_least(self, value: float) -> float:
        """Return the p-value of the hypothesis that the share is at least ``value``."""
        return self._tail(value, value - self.estimate)

    def interval(self, confidence: float) -> Interval:
        """Return the shares that neither score test rejects (Wilson, with t quantiles)."""
        from scipy.special import stdtrit  # here: slow to import

        effective = self._effective
        if not (math.isfinite(self.estimate) and self.df > 0 and effective > 0):
            return Interval(math.nan, math.nan, confidence, self.method)
        t = float(stdtrit(self.df, 0.5 + confidence / 2))
        ratio = t**2 / effective
        middle = (self.estimate + ratio / 2) / (1 + ratio)
        variance = self.estimate * (1 - self.estimate) / effective + ratio / (4 * effective)
        half = t / (1 + ratio) * math.sqrt(variance)
        low, high = within_range(middle - half, middle + half, (0.0, 1.0))
        return Interval(low, high, confidence, self.method)


def _share_below(draws: FloatArray, value: float) -> float:
    """Return the share of draws up to a value.

    If there are hardly any, it is the share of a normal distribution with the median and the 1 %
    quantile of the draws, if that is smaller.
    """
    if draws.size == 0:
        return np.nan
    below = int(np.count_nonzero(draws <= value + SLACK))
    share = (below + 1) / (draws.size + 1)
    if below >= MIN_DRAWS:
        return share
    median, low = np.quantile(draws, [0.5, TAIL])
    if not low < median:
        return share
    from scipy.special import ndtr, ndtri  # here: slow to import

    normal = float(ndtr(-ndtri(TAIL) * (value - median) / (median - low)))
    return min(share, max(normal, MIN_SHARE))


@dataclass(frozen=True, slots=True)
class PosteriorTails:
    """Posterior draws of a quantity for the lower limit, ``low``, and for the upper one, ``high``.

    With finite degrees of freedom the tails are widened by the ratio of t to normal quantiles, for
    small samples. ``lost`` is the share of draws in which the quantity is undefined. Limits lie
    within ``range``, the smallest and largest value of the quantity.
    """

    estimate: float
    low: FloatArray
    high: FloatArray
    df: float = np.inf
    method: str = "dirichlet"
    lost: float = 0.0
    range: tuple[float, float] = UNBOUNDED

    def at_most(self, value: float) -> float:
        """Return the p-value of the hypothesis that the quantity is at most ``value``."""
        share = self._widened(_share_below(self.low, value))
        return max(share, 0.5) if value >= self.estimate - SLACK else share

    def at_least(self, value: float) -> float:
        """Return the p-value of the hypothesis that the quantity is at least ``value``."""
        share = self._widened(_share_below(-self.high, -value))
        return max(share, 0.5) if value <= self.estimate + SLACK else share

    def _widened(self, share: float) -> float:
        if not self.df > 0:
            return np.nan
        if np.isnan(share) or np.isinf(self.df) or share >= 1:
            return share
        from scipy.special import ndtri, stdtr  # here: slow to import

        return float(stdtr(self.df, float(ndtri(share))))

    def interval(self, confidence: float) -> Interval:
        """Return the equal-tailed interval, extended to include the estimate."""
        if min(self.low.size, self.high.size) < 2 or not self.df > 0:
            return Interval(np.nan, np.nan, confidence, self.method)
        tail = (1 - confidence) / 2
        if np.isfinite(self.df):
            from scipy.special import ndtr, stdtrit  # here: slow to import

            tail = float(ndtr(stdtrit(self.df, tail)))
        low = min(float(np.quantile(self.low, tail)), self.estimate)
        high = max(float(np.quantile(self.high, 1 - tail)), self.estimate)
        return Interval(*within_range(low, high, self.range), confidence, self.method)
