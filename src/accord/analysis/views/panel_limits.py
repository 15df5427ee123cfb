"""Limits of agreement of all raters: each pair, and single ratings against the mean."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from accord.analysis.views.limit_results import LimitsOfAgreement
from accord.analysis.views.limits import limits_of
from accord.analysis.views.reliability import number_sums_of
from accord.analysis.views.sections import SectionRequest, section
from accord.base.forms import Count
from accord.base.serialise import written
from accord.base.showing import Shown
from accord.base.validation import CONFIDENCE, check_number
from accord.base.wording import counted
from accord.data.patterns import Patterns
from accord.errors import UnsupportedError
from accord.inference.normal_limits import Z
from accord.inference.quantities import jackknife_weights, quantity_tails, unit_df
from accord.inference.results import Interval
from accord.io import load, takes_raters
from accord.options import ReadOptions, with_options
from accord.statistics.calculus import Quantity
from accord.statistics.links import LOG
from accord.statistics.number_sums import NumberSums
from accord.statistics.variance_components import one_way, two_way

__all__ = ["PanelLimits", "panel_limits"]

MOST_PAIRED = 6  # raters whose pairs are listed


@dataclass(frozen=True, slots=True, eq=False)
class PanelLimits(Shown):
    """Limits of agreement of a panel of raters.

    Parameters
    ----------
    raters
        Names of the raters.
    n
        Number of rated subjects.
    sd
        Standard deviation of a rating about the mean of the subject's ratings.
    limit
        Limit of agreement with the mean, 1.96 SD: we expect 95 % of the ratings within this
        distance of the mean of all raters.
    limit_interval
        Confidence interval of this limit.
    reproducibility
        Reproducibility limit, 1.96 √2 times the standard deviation within subjects: we expect 95 %
        of the differences between ratings by two raters, drawn at random, to be smaller.
    pair_limit
        The same without the constant differences between these raters.
    pairs
        Limits of agreement of each pair of raters; empty for many raters.
    """

    raters: tuple[str, ...]
    n: Count
    sd: float
    limit: float
    limit_interval: Interval = field(metadata=written(level="confidence"))
    reproducibility: float
    pair_limit: float
    pairs: tuple[LimitsOfAgreement, ...] = ()


@takes_raters
@with_options(ReadOptions)
def panel_limits(data: Any, *, confidence: float = 0.95, **loading: Any) -> PanelLimits:
    """Estimate the limits of agreement of three or more raters with the mean of all.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned; the categories must be numbers.
    confidence
        Confidence level.
    **loading
        Options of reading.

    Returns
    -------
    PanelLimits
        The limits with the mean (Jones, Dobson and O'Brian 2011), the reproducibility limit, and
        the limits of each pair of up to six raters.

    Examples
    --------
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> result = panel_limits(ratings)
    >>> round(result.limit, 2), round(result.reproducibility, 2), len(result.pairs)
    (4.25, 6.94, 6)
    """
    confidence = check_number("confidence", confidence, CONFIDENCE)
    patterns = load(data, **loading)
    if not patterns.scale.numeric:
        raise UnsupportedError("limits of agreement need numeric ratings.")
    return _of(patterns, confidence)


def _of(patterns: Patterns, confidence: float) -> PanelLimits:
    t = number_sums_of(patterns)
    weights = jackknife_weights(patterns)
    m = t.m if weights is None else np.vstack([t.m, weights])
    with np.errstate(invalid="ignore", divide="ignore"):
        deviation = _deviation(NumberSums(t.terms, m))
        _, tails = quantity_tails(
            deviation, LOG, patterns, n=patterns.n, df=unit_df(patterns, patterns.n_paired)
        )
        spread = tails.interval(confidence)
    sd = float(deviation.value[0])
    within = float(one_way(t).error.value[0])
    residual = float(two_way(t).error.value[0]) if patterns.identity else math.nan
    return PanelLimits(
        patterns.raters,
        patterns.n,
        sd,
        Z * sd,
        Interval(Z * spread.low, Z * spread.high, confidence),
        Z * math.sqrt(2 * within) if within >= 0 else math.nan,
        Z * math.sqrt(2 * residual) if residual >= 0 else math.nan,
        _pairs(patterns, confidence),
    )


def _deviation(t: NumberSums) -> Quantity:
    """Return the standard deviation about the mean: that within subjects, times √((k - 1)/k).

    It is the root of the sum of squares within subjects over the number of ratings.
    """
    share = (t.feature("squares") - t.feature("shares")) / t.feature("sizes")
    positive = Quantity(np.maximum(share.value, 0.0), lambda: share.slope)
    return t.expand(positive.sqrt())


def _pairs(patterns: Patterns, confidence: float) -> tuple[LimitsOfAgreement, ...]:
    if not patterns.identity or patterns.r > MOST_PAIRED:
        return ()
    return tuple(
        limits_of(patterns.select(pair), confidence) for pair in combinations(patterns.raters, 2)
    )


def _suits(request: SectionRequest) -> bool:
    return request.numeric_level and request.patterns.n > 1 and request.patterns.r > 1


def _note(request: SectionRequest) -> str | None:
    patterns = request.patterns
    if not _suits(request) or not patterns.identity or patterns.r <= MOST_PAIRED:
        return None
    return (
        f"limits of agreement of pairs are shown for up to {MOST_PAIRED} raters; there are "
        f"{counted(patterns.r, 'rater')}. limits_of_agreement() has those of any two."
    )


@section(
    "agreement_limits",
    "Limits of agreement",
    order=45,
    details_only=False,
    suits=_suits,
    note=_note,
    text="Limits of agreement of measurements, of all raters and of each pair.",
    figure="bland_altman",
)
def panel_section(request: SectionRequest) -> PanelLimits | None:
    """Estimate the limits of agreement of all raters."""
    limits = _of(request.patterns, request.settings.confidence)
    empty = np.empty((0, 3))
    return replace(limits, pairs=tuple(replace(pair, points=empty) for pair in limits.pairs))
