"""What is known about a quantity: how surely it lies above or below a value.

A test, an interval and a test of equivalence are three readings of the same two tails.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from accord.data.scale import FloatArray
from accord.inference.results import Interval, Tails

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


FEW = 10  # draws beyond a value that say how many there are
TAIL = 0.01  # how much of a tail tells its width
TINIEST = 1e-300  # nothing is ruled out wholly
UNBOUNDED = (-np.inf, np.inf)


def within_range(low: float, high: float, limits: tuple[float, float]) -> tuple[float, float]:
    """Interval cut off where the quantity cannot lie."""
    return max(low, limits[0]), min(high, limits[1])


def difference_range(
    first: tuple[float, float], second: tuple[float, float]
) -> tuple[float, float]:
    """Smallest and largest difference of two quantities, given the range of each."""
    return first[0] - second[1], first[1] - second[0]


def p_value(tails: Tails, null: float = 0.0, alternative: str = "two-sided") -> float:
    """P-value of the hypothesis that the quantity is ``null``; NaN if a tail is unknown."""
    if alternative == "greater":
        return tails.at_most(null)
    if alternative == "less":
        return tails.at_least(null)
    return two_sided(tails, null)


def two_sided(tails: Tails, value: float = 0.0) -> float:
    """P-value of the hypothesis that the quantity is this; NaN if a tail is unknown."""
    return float(np.minimum(1.0, 2 * np.minimum(tails.at_most(value), tails.at_least(value))))


@dataclass(frozen=True, slots=True)
class StudentTails:
    """An estimate with a standard error: t, or normal with infinite degrees of freedom.

    Without any spread the estimate is all there is: other values are ruled out by nothing, so
    they get a p-value of NaN, and the estimate itself one of 1.
    """

    estimate: float
    se: float
    df: float = np.inf
    method: str = "t"
    range: tuple[float, float] = UNBOUNDED

    def at_most(self, value: float) -> float:
        """P-value of the hypothesis that the quantity is at most this."""
        return self._tail(self.estimate - value)

    def at_least(self, value: float) -> float:
        """P-value of the hypothesis that the quantity is at least this."""
        return self._tail(value - self.estimate)

    def _tail(self, excess: float) -> float:
        if abs(excess) < 1e-12:
            return 0.5
        if not (self.se > 0 and self.df > 0):
            return np.nan
        from scipy.special import ndtr, stdtr  # here: slow to import

        z = -excess / self.se
        return float(ndtr(z) if np.isinf(self.df) else stdtr(self.df, z))

    def interval(self, confidence: float) -> Interval:
        """Estimate plus and minus so many standard errors."""
        from scipy.special import ndtri, stdtrit  # here: slow to import

        if not (self.se >= 0 and self.df > 0):
            return Interval(np.nan, np.nan, confidence, self.method)
        level = (1 + confidence) / 2
        reach = self.se * float(ndtri(level) if np.isinf(self.df) else stdtrit(self.df, level))
        low, high = within_range(self.estimate - reach, self.estimate + reach, self.range)
        return Interval(low, high, confidence, self.method)


@dataclass(frozen=True, slots=True)
class LinkTails:
    """An estimate with a standard error on a transformed scale: Fisher's z or the logarithm."""

    estimate: float
    se: float
    df: float
    link: str
    method: str

    def _transformed(self, value: float) -> float:
        if self.link == "fisher":
            return math.atanh(value) if abs(value) < 1 else math.copysign(math.inf, value)
        return math.log(value) if value > 0 else -math.inf

    @property
    def _student(self) -> StudentTails:
        return StudentTails(self._transformed(self.estimate), self.se, self.df)

    def at_most(self, value: float) -> float:
        """P-value of the hypothesis that the quantity is at most this."""
        return self._student.at_most(self._transformed(value))

    def at_least(self, value: float) -> float:
        """P-value of the hypothesis that the quantity is at least this."""
        return self._student.at_least(self._transformed(value))

    def interval(self, confidence: float) -> Interval:
        """Interval on the transformed scale, transformed back."""
        if not math.isfinite(self._transformed(self.estimate)):
            return Interval(math.nan, math.nan, confidence, self.method)
        inverse = math.tanh if self.link == "fisher" else math.exp
        low, high = self._student.interval(confidence)
        return Interval(inverse(low), inverse(high), confidence, self.method)


@dataclass(frozen=True, slots=True)
class WilsonTails:
    """A share with its standard error: score tests with the effective number of subjects.

    The effective number is the one at which a simple random sample has that standard error, and
    at most ``n``.
    """

    estimate: float
    se: float
    n: float
    df: float
    method: str = "wilson"

    @property
    def _effective(self) -> float:
        spread = self.estimate * (1 - self.estimate)
        return min(self.n, spread / self.se**2) if self.se > 0 and spread > 0 else self.n

    def _tail(self, value: float, excess: float) -> float:
        if not (self._effective > 0 and self.df > 0 and 0 < value < 1):
            return math.nan
        z = excess / math.sqrt(value * (1 - value) / self._effective)
        from scipy.special import stdtr  # here: slow to import

        return float(stdtr(self.df, -z))

    def at_most(self, value: float) -> float:
        """P-value of the hypothesis that the share is at most this."""
        return self._tail(value, self.estimate - value)

    def at_least(self, value: float) -> float:
        """P-value of the hypothesis that the share is at least this."""
        return self._tail(value, value - self.estimate)

    def interval(self, confidence: float) -> Interval:
        """Shares that neither score test rejects (Wilson, with t quantiles)."""
        from scipy.special import stdtrit  # here: slow to import

        effective, nothing = self._effective, Interval(math.nan, math.nan, confidence, self.method)
        if not (math.isfinite(self.estimate) and self.df > 0 and effective > 0):
            return nothing
        reach = float(stdtrit(self.df, 0.5 + confidence / 2))
        bend = reach**2 / effective
        middle = (self.estimate + bend / 2) / (1 + bend)
        variance = self.estimate * (1 - self.estimate) / effective + bend / (4 * effective)
        half = reach / (1 + bend) * math.sqrt(variance)
        low, high = within_range(middle - half, middle + half, (0.0, 1.0))
        return Interval(low, high, confidence, self.method)


def _share_below(drawn: FloatArray, value: float) -> float:
    """Share of draws up to a value.

    Where next to none are, that of the normal distribution which has their median and the width of
    their lower tail, which may be long.
    """
    if drawn.size == 0:
        return np.nan
    below = int(np.count_nonzero(drawn <= value + 1e-12))
    share = (below + 1) / (drawn.size + 1)
    middle, far = np.quantile(drawn, [0.5, TAIL])
    if below >= FEW or not far < middle:
        return share
    from scipy.special import ndtr, ndtri  # here: slow to import

    beyond = float(ndtr(-ndtri(TAIL) * (value - middle) / (middle - far)))
    return min(share, max(beyond, TINIEST))


@dataclass(frozen=True, slots=True)
class PosteriorTails:
    """Draws of the quantity: for the lower limit, and for the upper one.

    With finite degrees of freedom the tails are widened from the normal to the t distribution, as
    small samples ask. ``lost`` is the share of draws in which the quantity is undefined. Limits lie
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
        """P-value of the hypothesis that the quantity is at most this."""
        share = self._widened(_share_below(self.low, value))
        return max(share, 0.5) if value >= self.estimate - 1e-12 else share

    def at_least(self, value: float) -> float:
        """P-value of the hypothesis that the quantity is at least this."""
        share = self._widened(_share_below(-self.high, -value))
        return max(share, 0.5) if value <= self.estimate + 1e-12 else share

    def _widened(self, share: float) -> float:
        if not self.df > 0:
            return np.nan
        if np.isnan(share) or np.isinf(self.df) or share >= 1:
            return share
        from scipy.special import ndtri, stdtr  # here: slow to import

        return float(stdtr(self.df, float(ndtri(share))))

    def interval(self, confidence: float) -> Interval:
        """Equal-tailed interval that holds the estimate."""
        if min(self.low.size, self.high.size) < 2 or not self.df > 0:
            return Interval(np.nan, np.nan, confidence, self.method)
        tail = (1 - confidence) / 2
        if np.isfinite(self.df):
            from scipy.special import ndtr, stdtrit  # here: slow to import

            tail = float(ndtr(stdtrit(self.df, tail)))
        low = min(float(np.quantile(self.low, tail)), self.estimate)
        high = max(float(np.quantile(self.high, 1 - tail)), self.estimate)
        return Interval(*within_range(low, high, self.range), confidence, self.method)
