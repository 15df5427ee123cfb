"""Intervals of metrics, each on the scale on which it is near normal."""

from __future__ import annotations

import math

import numpy as np

from accord.coefficients.calculus import Quantity
from accord.evaluation.metrics import Link
from accord.inference.analytic import over

__all__ = ["METHODS", "linked", "metric_interval", "steepness"]

METHODS: dict[Link, str] = {
    "real": "t",
    "unit": "t",
    "rate": "wilson",
    "fisher": "fisher_z",
    "log": "log_t",
}
SCALES: dict[Link, np.ufunc] = {"fisher": np.arctanh, "log": np.log}


def linked(link: Link, quantity: Quantity) -> Quantity:
    """A quantity on the scale of its interval."""
    if link not in SCALES:
        return quantity
    with np.errstate(invalid="ignore", divide="ignore"):
        value = SCALES[link](quantity.value)
    return Quantity(value, lambda: quantity.slope * steepness(link, float(quantity.value[0])))


def steepness(link: Link, value: float) -> float:
    """Slope of the scale of an interval; NaN at its ends."""
    if link == "fisher":
        return over(1.0, 1 - value**2)
    return over(1.0, value) if link == "log" else 1.0


def metric_interval(
    link: Link, value: float, se: float, df: float, n: float, confidence: float
) -> tuple[float, float]:
    """Lower and upper limit; NaN where there is nothing to tell.

    Parameters
    ----------
    link
        The scale: ``real``, ``unit`` (cut at 1), ``rate`` (Wilson's interval, with as many subjects
        as the standard error is worth), ``fisher`` (atanh) or ``log``.
    se
        Standard error on that scale.

    >>> low, high = metric_interval("rate", 1.0, 0.0, 19, 20, 0.95)
    >>> round(low, 3), high
    (0.82, 1.0)
    """
    from scipy.special import stdtrit  # here: slow to import

    nothing = (math.nan, math.nan)
    if not math.isfinite(value) or df <= 0:
        return nothing
    reach = float(stdtrit(df, 0.5 + confidence / 2))
    if link == "rate":
        return _wilson(value, se, n, reach)
    if not math.isfinite(se):
        return nothing
    if link == "fisher" and abs(value) < 1:
        middle, half = math.atanh(value), reach * se
        return math.tanh(middle - half), math.tanh(middle + half)
    if link == "log" and value > 0:
        return value * math.exp(-reach * se), value * math.exp(reach * se)
    if link in ("fisher", "log"):
        return nothing  # no deviation was seen, so nothing tells how large it may be
    high = value + reach * se
    return value - reach * se, min(high, 1.0) if link == "unit" else high


def _wilson(share: float, se: float, n: float, reach: float) -> tuple[float, float]:
    spread = share * (1 - share)
    worth = min(n, spread / se**2) if se > 0 and spread > 0 else n
    if not worth > 0:
        return math.nan, math.nan
    bend = reach**2 / worth
    middle = (share + bend / 2) / (1 + bend)
    half = reach / (1 + bend) * math.sqrt(spread / worth + bend / (4 * worth))
    return max(0.0, middle - half), min(1.0, middle + half)
