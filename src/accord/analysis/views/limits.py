"""Bland and Altman's limits of agreement of two raters with numeric ratings."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from accord.analysis.views.confusion import two_raters
from accord.analysis.views.sections import SectionRequest, section
from accord.base.forms import Count, Matrix
from accord.base.serialise import written
from accord.base.showing import Shown
from accord.base.validation import CONFIDENCE, check_number
from accord.errors import UnsupportedError
from accord.inference.results import Interval
from accord.io import load, takes_raters
from accord.options import ReadOptions, with_options

__all__ = ["LimitsOfAgreement", "limits_of_agreement"]

Z = 1.96  # standard deviations from the mean that contain 95 % of normal differences

SCORES = 5  # distinct values above which limits of agreement are of interest

POINT = {
    "mean": "Mean of the two ratings.",
    "difference": "Difference of the two ratings, a - b.",
    "count": "Number of subjects.",
}


@dataclass(frozen=True, slots=True, eq=False)
class LimitsOfAgreement(Shown):
    """Differences between the ratings of two raters, a - b, and their limits of agreement.

    Parameters
    ----------
    a
        First rater.
    b
        Second rater.
    n
        Number of subjects that both rated.
    mean
        Mean of the differences.
    sd
        Standard deviation of the differences.
    lower
        Lower limit of agreement, mean - 1.96 SD. We expect 95 % of the differences between the
        limits, if differences are normal.
    upper
        Upper limit of agreement, mean + 1.96 SD.
    mean_interval
        Confidence interval of the mean, for independent subjects.
    lower_interval
        Confidence interval of the lower limit of agreement.
    upper_interval
        Confidence interval of the upper limit of agreement.
    points
        (k, 3) mean of the two ratings, their difference, number of subjects; empty in a report.
    """

    a: str
    b: str
    n: Count
    mean: float
    sd: float
    lower: float
    upper: float
    mean_interval: Interval = field(metadata=written(level="confidence"))
    lower_interval: Interval = field(metadata=written(level="confidence"))
    upper_interval: Interval = field(metadata=written(level="confidence"))
    points: Matrix = field(
        default_factory=lambda: np.empty((0, 3)),
        metadata=written(table="points", key=POINT, optional=True),
    )


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
        Anything that `load` takes, or what it returned; the categories must be numbers.
    a, b
        Names of two raters; not needed if there are only two.
    confidence
        Confidence level.
    **loading
        Options of reading.

    Returns
    -------
    LimitsOfAgreement
        Mean difference and limits of agreement, with intervals.

    Examples
    --------
    >>> result = limits_of_agreement({"ann": [1, 2, 4, 5], "bo": [1, 3, 3, 6]})
    >>> round(result.mean, 2), round(result.sd, 4)
    (-0.25, 0.9574)
    """
    confidence = check_number("confidence", confidence, CONFIDENCE)
    patterns = load(data, **loading)
    scale = patterns.scale
    if not scale.numeric:
        raise UnsupportedError("limits of agreement need numeric ratings.")
    pair = two_raters(patterns, a, b)
    codes = pair.by_rater()
    both = codes.both(0, 1)
    first, second = scale.points[codes.rows[both].T]
    weight = np.asarray(pair.multiplicity[both], dtype=np.float64)
    difference = first - second
    n = float(weight.sum())
    mean = float(weight @ difference / n) if n else math.nan
    sd = math.sqrt(weight @ (difference - mean) ** 2 / (n - 1)) if n > 1 else math.nan
    lower, upper = mean - Z * sd, mean + Z * sd
    rater_a, rater_b = pair.raters
    mean_width, limit_width = _half_widths(n, sd, confidence)
    return LimitsOfAgreement(
        rater_a,
        rater_b,
        n,
        mean,
        sd,
        lower,
        upper,
        Interval(mean - mean_width, mean + mean_width, confidence),
        Interval(lower - limit_width, lower + limit_width, confidence),
        Interval(upper - limit_width, upper + limit_width, confidence),
        np.column_stack([(first + second) / 2, difference, weight]),
    )


def _half_widths(n: float, sd: float, confidence: float) -> tuple[float, float]:
    """Return half the widths of the intervals of the mean and of a limit.

    They are t s/√n and t s √(1/n + z²/(2(n - 1))).
    """
    from scipy.stats import t as student  # here: slow to import

    if not n > 1:
        return math.nan, math.nan
    t = float(student.ppf((1 + confidence) / 2, n - 1))
    return t * sd / math.sqrt(n), t * sd * math.sqrt(1 / n + Z**2 / (2 * (n - 1)))


def _suits(request: SectionRequest) -> bool:
    patterns = request.patterns
    numeric = patterns.scale.numeric and not patterns.scale.several
    return patterns.is_pair and numeric and patterns.q > SCORES


@section(
    "limits",
    "Limits of agreement",
    order=60,
    part="raters",
    suits=_suits,
    text="Limits of agreement of two raters.",
    figure="bland_altman",
    always_written=True,
    without=("points",),
)
def limits_section(request: SectionRequest) -> LimitsOfAgreement | None:
    """Estimate the limits of agreement of the only two raters."""
    return limits_of_agreement(request.patterns, confidence=request.settings.confidence)
