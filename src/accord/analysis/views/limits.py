"""Bland and Altman's limits of agreement of two raters who give numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.analysis.views.confusion import two_raters
from accord.base.plain import plain
from accord.base.showing import Shown
from accord.base.validation import CONFIDENCE, check_number
from accord.data.scale import FloatArray
from accord.errors import UnsupportedError
from accord.inference.results import Interval
from accord.io import load, takes_raters
from accord.options import ReadOptions, with_options

__all__ = ["LimitsOfAgreement", "limits_of_agreement"]

Z = 1.96  # standard deviations, as Bland and Altman have it: 95 % of normal differences


@dataclass(frozen=True, slots=True, eq=False)
class LimitsOfAgreement(Shown):
    """Differences of two raters, a - b.

    Parameters
    ----------
    a, b
        The two raters.
    n
        Number of subjects that both rated.
    mean, sd
        Mean and standard deviation of the differences.
    lower, upper
        Limits between which 95 % of the differences are expected: mean ± 1.96 SD.
    mean_interval, lower_interval, upper_interval
        Confidence intervals of the three, subjects being independent.
    points
        (k, 3) mean of the two ratings, difference, number of subjects.
    """

    a: str
    b: str
    n: float
    mean: float
    sd: float
    lower: float
    upper: float
    mean_interval: Interval
    lower_interval: Interval
    upper_interval: Interval
    points: FloatArray

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        ends = {
            name: [plain(interval.low), plain(interval.high)]
            for name, interval in (
                ("mean_interval", self.mean_interval),
                ("lower_interval", self.lower_interval),
                ("upper_interval", self.upper_interval),
            )
        }
        return {
            "a": self.a,
            "b": self.b,
            "n": plain(self.n),
            "mean": plain(self.mean),
            "sd": plain(self.sd),
            "lower": plain(self.lower),
            "upper": plain(self.upper),
            **ends,
            "confidence": self.mean_interval.confidence,
            "points": [
                {"mean": mean, "difference": difference, "count": count}
                for mean, difference, count in plain(self.points.tolist())
            ],
        }


@takes_raters
@with_options(ReadOptions)
def limits_of_agreement(
    data: Any,
    a: str | None = None,
    b: str | None = None,
    *,
    confidence: float = 0.95,
    **loading: Any,
) -> LimitsOfAgreement:
    """Estimate the limits of agreement of the numbers of two raters (Bland and Altman 1999).

    Parameters
    ----------
    data
        Anything that `load` takes; the categories must be numbers.
    a, b
        Names of two raters; the two there are if not given.
    confidence
        Confidence level.
    **loading
        Options of reading.

    Returns
    -------
    LimitsOfAgreement
        Mean difference and limits, with intervals.

    Examples
    --------
    >>> found = limits_of_agreement({"ann": [1, 2, 4, 5], "bo": [1, 3, 3, 6]})
    >>> round(found.mean, 2), round(found.sd, 4)
    (-0.25, 0.9574)
    """
    confidence = check_number("confidence", confidence, CONFIDENCE)
    patterns = load(data, **loading)
    scale = patterns.scale
    if not scale.numeric:
        raise UnsupportedError("limits of agreement need ratings that are numbers.")
    pair = two_raters(patterns, a, b)
    codes = pair.raters_apart()
    both = codes.both(0, 1)
    first, second = scale.points[codes.rows[both].T]
    weight = np.asarray(pair.multiplicity[both], dtype=np.float64)
    difference = first - second
    n = float(weight.sum())
    mean = float(weight @ difference / n) if n else math.nan
    sd = math.sqrt(weight @ (difference - mean) ** 2 / (n - 1)) if n > 1 else math.nan
    lower, upper = mean - Z * sd, mean + Z * sd
    rater_a, rater_b = pair.raters
    of_mean, of_limit = _half_widths(n, sd, confidence)
    return LimitsOfAgreement(
        rater_a,
        rater_b,
        n,
        mean,
        sd,
        lower,
        upper,
        Interval(mean - of_mean, mean + of_mean, confidence),
        Interval(lower - of_limit, lower + of_limit, confidence),
        Interval(upper - of_limit, upper + of_limit, confidence),
        np.column_stack([(first + second) / 2, difference, weight]),
    )


def _half_widths(n: float, sd: float, confidence: float) -> tuple[float, float]:
    """Of the intervals of the mean, t s/√n, and of a limit, t s √(1/n + z²/(2(n - 1)))."""
    from scipy.stats import t as student  # here: slow to import

    if not n > 1:
        return math.nan, math.nan
    t = float(student.ppf((1 + confidence) / 2, n - 1))
    return t * sd / math.sqrt(n), t * sd * math.sqrt(1 / n + Z**2 / (2 * (n - 1)))
