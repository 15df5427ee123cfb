"""Bland and Altman's limits of agreement of two raters or methods with numeric ratings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from accord.analysis.views.confusion import two_raters
from accord.analysis.views.limit_results import Bias, ConcordanceParts, LimitsOfAgreement, Readings
from accord.analysis.views.sections import SectionRequest, section
from accord.base.validation import CONFIDENCE, check_number
from accord.base.wording import joined
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import OptionError, UnsupportedError
from accord.inference.lin import concordance_of
from accord.inference.normal_limits import (
    LIMIT_METHODS,
    LimitMethod,
    LineFit,
    PairedReplicates,
    Z,
    all_and_without,
    jackknife_interval,
    limit_intervals,
    regression,
)
from accord.io import load, takes_raters
from accord.options import ReadOptions, with_options

__all__ = [
    "limits_of",
    "limits_of_agreement",
]

TrueValue: TypeAlias = Literal["constant", "varying"]
TRUE_VALUES: tuple[str, ...] = get_args(TrueValue)
SCORES = 5  # distinct values above which limits of agreement are of interest


@takes_raters
@with_options(ReadOptions)
def limits_of_agreement(
    data: Any,
    a: str | Sequence[str] | None = None,
    b: str | Sequence[str] | None = None,
    *,
    confidence: float = 0.95,
    interval: LimitMethod = "exact",
    true_value: TrueValue = "constant",
    **loading: Any,
) -> LimitsOfAgreement:
    r"""Estimate the limits of agreement of the numbers of two raters or methods.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned; the categories must be numbers.
    a, b
        Names of two raters; not needed if there are only two. A list of names is several readings
        of the same method.
    confidence
        Confidence level.
    interval
        Interval of the limits: ``exact`` by the noncentral t distribution, ``approximate`` as
        Bland and Altman (1986, 1999), or ``mover``. With clusters or several readings, intervals
        are by the jackknife.
    true_value
        With several readings: whether the true value of a subject is ``constant``, or ``varying``
        between readings, so that only readings at the same place in the two lists are pairs.
    **loading
        Options of reading. Clusters of subjects are allowed for.

    Returns
    -------
    LimitsOfAgreement
        Mean difference and limits of agreement with intervals, and tests of bias.

    Notes
    -----
    With quantiles :math:`t'_p` of the noncentral t distribution, the exact interval of the upper
    limit has the ends :math:`\bar d + s\, t'_p(n - 1, z \sqrt n) / \sqrt n`.

    Examples
    --------
    >>> result = limits_of_agreement({"ann": [1, 2, 4, 5], "bo": [1, 3, 3, 6]})
    >>> round(result.mean, 2), round(result.sd, 4)
    (-0.25, 0.9574)
    """
    confidence = check_number("confidence", confidence, CONFIDENCE)
    _check("interval", interval, LIMIT_METHODS)
    _check("true_value", true_value, TRUE_VALUES)
    patterns = load(data, **loading)
    if not patterns.scale.numeric:
        raise UnsupportedError("limits of agreement need numeric ratings.")
    first, second = _names(a), _names(b)
    if first is not None and second is not None and (len(first) > 1 or len(second) > 1):
        return _of_readings(patterns, first, second, confidence, true_value)
    single_a, single_b = (None if names is None else names[0] for names in (first, second))
    return limits_of(two_raters(patterns, single_a, single_b), confidence, interval)


def _check(option: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise OptionError(
            f"{option} is {value!r}, and must be {joined(known, 'or')}.", option=option, value=value
        )


def _names(names: str | Sequence[str] | None) -> list[str] | None:
    if names is None or isinstance(names, str):
        return None if names is None else [names]
    return [str(name) for name in names]


def limits_of(
    pair: Patterns, confidence: float = 0.95, interval: LimitMethod = "exact"
) -> LimitsOfAgreement:
    """Return the limits of agreement of a pattern table of two raters."""
    codes = pair.by_rater()
    both = codes.both(0, 1)
    first, second = pair.scale.points[codes.rows[both].T]
    weight = np.asarray(pair.multiplicity[both], dtype=np.float64)
    difference = first - second
    points = np.column_stack([(first + second) / 2, difference, weight])
    names = (pair.raters[0], pair.raters[1])
    if pair.cluster is not None:
        return _of_units(names, difference, pair.cluster[both], points, confidence, "clusters")
    n = float(weight.sum())
    mean = float(weight @ difference / n) if n else math.nan
    sd = math.sqrt(weight @ (difference - mean) ** 2 / (n - 1)) if n > 1 else math.nan
    about, below, above = limit_intervals(mean, sd, n, confidence, interval)
    parts = concordance_of(first - mean, second - mean, weight)
    return LimitsOfAgreement(
        *names,
        n,
        mean,
        sd,
        mean - Z * sd,
        mean + Z * sd,
        about,
        below,
        above,
        interval,
        _bias(mean, sd, n, points),
        ConcordanceParts(
            parts.value, parts.precision, parts.accuracy, parts.location_shift, parts.scale_shift
        ),
        points=points,
    )


def _bias(mean: float, sd: float, n: float, points: FloatArray) -> Bias:
    from scipy.special import stdtr  # here: slow to import

    means, differences, weight = points.T
    t = mean / (sd / math.sqrt(n)) if sd > 0 else math.nan
    p = 2 * float(stdtr(n - 1, -abs(t))) if sd > 0 else math.nan
    line: LineFit = regression(means, differences, weight)
    if math.isfinite(line.slope):
        residuals = np.abs(differences - line.intercept - line.slope * means)
    else:
        residuals = np.full_like(means, math.nan)
    spread: LineFit = regression(means, residuals, weight)
    scale = math.sqrt(math.pi / 2)  # of a normal standard deviation to the mean size
    return Bias(
        t,
        n - 1,
        p,
        line.slope,
        line.intercept,
        line.se,
        line.t,
        line.df,
        line.p_value,
        line.residual_sd,
        scale * spread.slope,
        scale * spread.intercept,
        spread.t,
        spread.p_value,
    )


def _of_units(
    names: tuple[str, str],
    difference: FloatArray,
    unit: Any,
    points: FloatArray,
    confidence: float,
    design: str,
) -> LimitsOfAgreement:
    """Return the limits of differences within units, by their total variance."""
    sums = PairedReplicates.of(difference, unit, points[:, 2])
    mean, between, within = sums.components()
    n = points[:, 2].sum() if design == "clusters" else sums.number.size
    readings = Readings(design, float(points[:, 2].sum()), float(between[0]), float(within[0]))
    total = np.maximum(between + within, 0.0)
    return _jackknifed(names, float(n), mean, np.sqrt(total), confidence, readings, points)


def _jackknifed(
    names: tuple[str, str],
    n: float,
    mean: FloatArray,
    sd: FloatArray,
    confidence: float,
    readings: Readings,
    points: FloatArray,
) -> LimitsOfAgreement:
    """Return limits with intervals by the jackknife: of all units first, then without each."""
    low, high = mean - Z * sd, mean + Z * sd
    return LimitsOfAgreement(
        *names,
        n,
        float(mean[0]),
        float(sd[0]),
        float(low[0]),
        float(high[0]),
        jackknife_interval(float(mean[0]), mean[1:], confidence),
        jackknife_interval(float(low[0]), low[1:], confidence),
        jackknife_interval(float(high[0]), high[1:], confidence),
        "jackknife",
        readings=readings,
        points=points,
    )


def _of_readings(
    patterns: Patterns, a: list[str], b: list[str], confidence: float, true_value: TrueValue
) -> LimitsOfAgreement:
    """Return the limits of two methods with several readings each."""
    both = patterns.select([*a, *b])
    if both.cluster is not None:
        raise UnsupportedError("limits of several readings are for independent subjects.")
    times = np.asarray(both.multiplicity, dtype=np.intp)
    rows = np.append(both.scale.points, math.nan)[both.by_rater().rows]
    rows = np.repeat(rows, times, axis=0)
    x, y = rows[:, : len(a)], rows[:, len(a) :]
    names = (" and ".join(a), " and ".join(b))
    if true_value == "constant":
        return _constant(names, x, y, confidence)
    if len(a) != len(b):
        raise OptionError(
            f"a lists {len(a)} readings and b {len(b)}; readings in pairs are as many in both.",
            option="b",
            value=b,
            remedy="Leave true_value out if the true value of a subject is constant.",
        )
    subject, place = np.nonzero(~np.isnan(x) & ~np.isnan(y))
    first, second = x[subject, place], y[subject, place]
    points = np.column_stack([(first + second) / 2, first - second, np.ones(first.size)])
    return _of_units(names, first - second, subject, points, confidence, "varying")


def _constant(
    names: tuple[str, str], x: FloatArray, y: FloatArray, confidence: float
) -> LimitsOfAgreement:
    """Return the limits of single readings if the true value of a subject is constant.

    var(d_i) + (1 - mean(1/m_x)) w_x + (1 - mean(1/m_y)) w_y, with d_i the difference of the means
    of a subject and w the variance of a method within subjects.
    """
    sizes = [np.count_nonzero(~np.isnan(readings), axis=1) for readings in (x, y)]
    used = (sizes[0] > 0) & (sizes[1] > 0)
    x, y, sizes = x[used], y[used], [size[used] for size in sizes]
    means = [np.nansum(part, axis=1) / size for part, size in zip((x, y), sizes, strict=True)]
    n = all_and_without(np.ones(len(x)))
    difference = means[0] - means[1]
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = all_and_without(difference) / n
        between = (all_and_without(difference**2) - n * mean**2) / (n - 1)
        variance, within = between, []
        for part, size, centre in zip((x, y), sizes, means, strict=True):
            squares = np.nansum((part - centre[:, None]) ** 2, axis=1)
            df = all_and_without(size - 1.0)
            error = np.where(df > 0, all_and_without(squares) / np.where(df > 0, df, 1), 0.0)
            variance = variance + (1 - all_and_without(1 / size) / n) * error
            within.append(float(error[0]) if df[0] > 0 else math.nan)
    repeatability = [Z * math.sqrt(2 * w) for w in within]
    readings = Readings("constant", len(x), float(between[0]), math.nan, *within, *repeatability)
    points = np.column_stack([(means[0] + means[1]) / 2, difference, np.ones(len(x))])
    sd = np.sqrt(np.maximum(variance, 0.0))
    return _jackknifed(names, float(len(x)), mean, sd, confidence, readings, points)


def _suits(request: SectionRequest) -> bool:
    """Return whether ratings are two raters' scores; measurements have a section of their own."""
    patterns = request.patterns
    numeric = patterns.scale.numeric and not patterns.scale.several
    scores = patterns.is_pair and numeric and patterns.q > SCORES
    return scores and not request.numeric_level


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
