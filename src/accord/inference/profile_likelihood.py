"""Tests and intervals of a reliability by the profile of a likelihood."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from accord.inference.results import Interval

__all__ = ["ProfileTails"]

METHOD = "profile_likelihood"
NEAREST = 1e-9  # to 0 or 1: limits that are nearer are 0 or 1
EXACT = 1e-9  # of limits, on the scale of the logits
MOST_STEPS = 100
STRIDE = 0.5  # first step from the estimate, in logits


@dataclass(frozen=True, slots=True)
class ProfileTails:
    """The signed root of the likelihood ratio, which is about normal.

    Parameters
    ----------
    estimate
        Most likely value, in [0, 1).
    deviance
        Likelihood ratio statistic of a value in [0, 1): 0 at the estimate.
    """

    estimate: float
    deviance: Callable[[float], float]

    def at_most(self, value: float) -> float:
        """Return the p-value of the hypothesis that the quantity is at most ``value``."""
        return self._tail(value, 1.0)

    def at_least(self, value: float) -> float:
        """Return the p-value of the hypothesis that the quantity is at least ``value``."""
        return self._tail(value, -1.0)

    def _tail(self, value: float, sign: float) -> float:
        from scipy.special import ndtr  # here: slow to import

        if not 0 <= value < 1:  # beyond the range
            return float((value < 0) == (sign < 0))
        root = math.copysign(math.sqrt(self.deviance(value)), self.estimate - value)
        return float(ndtr(-sign * root))

    def interval(self, confidence: float) -> Interval:
        """Return the values with a likelihood ratio below the quantile of χ² on 1 df."""
        from scipy.special import ndtri  # here: slow to import

        bound = float(ndtri((1 + confidence) / 2))
        if not math.isfinite(self.estimate):
            return Interval(math.nan, math.nan, confidence, METHOD)
        low, high = self._limit(bound, -1.0), self._limit(bound, 1.0)
        return Interval(low, high, confidence, METHOD)

    def _limit(self, bound: float, sign: float) -> float:
        """Return the value below or above the estimate where the root reaches the bound."""

        def excess(logit: float) -> float:
            return math.sqrt(self.deviance(1 / (1 + math.exp(-logit)))) - bound

        least = math.log(NEAREST)
        inner = (
            max(math.log(self.estimate / (1 - self.estimate)), least) if self.estimate else least
        )
        if sign < 0 and (inner <= least or math.sqrt(self.deviance(0.0)) <= bound):
            return 0.0
        at_inner, stride = -bound, STRIDE
        while True:
            outer = inner + sign * stride
            if abs(outer) > -least:
                outer = sign * -least
            at_outer = excess(outer)
            if at_outer >= 0:
                return 1 / (1 + math.exp(-_root(excess, inner, outer, at_inner, at_outer)))
            if abs(outer) >= -least:
                return 0.0 if sign < 0 else 1.0
            inner, at_inner, stride = outer, at_outer, 2 * stride


def _root(
    function: Callable[[float], float], a: float, b: float, at_a: float, at_b: float
) -> float:
    """Return the root between two places by the secant method, kept within (Illinois)."""
    for _ in range(MOST_STEPS):
        c = b - at_b * (b - a) / (at_b - at_a)
        if at_b == 0 or abs(b - a) < EXACT or abs(c - b) < EXACT:
            return c
        at_c = function(c)
        if (at_c > 0) != (at_b > 0):
            a, at_a = b, at_b
        else:
            at_a /= 2
        b, at_b = c, at_c
    return b
