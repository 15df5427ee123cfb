"""The views that suit a data set, all at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from accord.analysis.views.categories import MOST_CATEGORIES, CategoryAgreement, by_category
from accord.analysis.views.confusion import ConfusionMatrix, confusion
from accord.analysis.views.distributions import Distributions, distributions
from accord.analysis.views.left_out import RaterLeftOut, leave_one_out
from accord.analysis.views.limits import LimitsOfAgreement, limits_of_agreement
from accord.analysis.views.missingness import Missingness, missingness
from accord.analysis.views.pairs import RaterMatrix, pairwise
from accord.analysis.views.sections import sections_of
from accord.analysis.views.subjects import Disagreement, disagreements
from accord.base.serialise import Record, written
from accord.data.patterns import Patterns
from accord.io import load, takes_raters
from accord.options import split_options
from accord.statistics import default_coefficient
from accord.statistics.weights import WeightsLike

__all__ = ["Details", "look_closer"]

MOST_RATERS = 50
MOST_SHOWN = 60  # categories in a table
FEW_VALUES = 20  # distinct measurements, up to which single values are of interest
SCORES = 5  # more distinct values than this are worth a look at their differences


@dataclass(frozen=True, slots=True)
class Details(Record):
    """The views that suit a data set; empty or None where one does not.

    Parameters
    ----------
    categories
        Agreement on each category.
    pairs
        A coefficient for every pair of raters.
    left_out
        The coefficient without each of the raters.
    disagreements
        Subjects on which raters disagree most.
    confusion
        Confusion matrix.
    distributions
        Ratings per rater and category.
    limits
        Limits of agreement of two raters.
    missingness
        Missing ratings.
    notes
        Views that were left out because they would be out of proportion, and how to get them.
    sections
        Values of the registered sections, by name.
    """

    categories: tuple[CategoryAgreement, ...]
    pairs: RaterMatrix | None
    left_out: tuple[RaterLeftOut, ...]
    disagreements: tuple[Disagreement, ...]
    confusion: ConfusionMatrix | None = None
    distributions: Distributions | None = None
    limits: LimitsOfAgreement | None = field(default=None, metadata=written(without=("points",)))
    missingness: Missingness | None = None
    notes: tuple[str, ...] = field(default=(), metadata=written(omitted=True))
    sections: Mapping[str, Mapping[str, Any]] = field(
        default_factory=dict, metadata=written(optional=True)
    )


@takes_raters
def look_closer(
    data: Any, weights: WeightsLike | None = None, *, pair_intervals: bool = True, **options: Any
) -> Details:
    """Look at a data set from every side that suits it.

    Pairs of raters and raters left out are shown for three to fifty raters.

    Parameters
    ----------
    data, weights, **options
        As in `agreement`.
    pair_intervals
        Whether the intervals of pairs of raters are needed. If not, and none were chosen, they are
        those of the t distribution, which need no draws.
    """
    settings, loading = split_options(options)
    how = {key: value for key, value in options.items() if key not in loading}
    patterns = load(data, **loading)
    several = patterns.identity and 3 <= patterns.r <= MOST_RATERS
    joint = patterns.scale.several  # whose categories are not of interest singly
    by_t = {} if pair_intervals or how.get("ci") is not None else {"ci": "t"}
    measured = _measured(patterns)
    few = not joint and not measured and patterns.q <= MOST_SHOWN
    each = not joint and not measured and patterns.q <= MOST_CATEGORIES
    scores = not joint and patterns.scale.numeric and patterns.q > SCORES
    return Details(
        by_category(patterns, **how) if each else (),
        pairwise(patterns, weights=weights, **{**how, **by_t}) if several else None,
        leave_one_out(patterns, default_coefficient(patterns.scale, measured), weights, **how)
        if several
        else (),
        disagreements(patterns, 10, weights),
        confusion(patterns) if few and patterns.q > 1 else None,
        distributions(patterns) if few and patterns.r <= MOST_RATERS else None,
        limits_of_agreement(patterns, confidence=settings.confidence)
        if patterns.is_pair and scores
        else None,
        missingness(patterns) if _gaps(patterns) else None,
        _left_out(patterns),
        sections_of(patterns, settings),
    )


def _measured(patterns: Patterns) -> bool:
    """Whether ratings are measurements, of which single values are not categories."""
    scale = patterns.scale
    if scale.values is None or scale.size <= FEW_VALUES:
        return False
    return scale.measured or (scale.size > MOST_SHOWN and bool(np.any(scale.values % 1)))


def _left_out(patterns: Patterns) -> tuple[str, ...]:
    """Notes on the views that would be out of proportion."""
    notes = []
    if _measured(patterns) and patterns.q <= MOST_CATEGORIES:
        notes.append(
            f"agreement on single categories is not shown: the {patterns.q} distinct values are "
            "measurements. To compute it, use by_category()."
        )
    if patterns.identity and patterns.r > MOST_RATERS:
        notes.append(
            f"pairs of raters, raters left out and raters' distributions are shown for up to "
            f"{MOST_RATERS} raters; there are {patterns.r:,}. To see them, choose raters with the "
            "option raters, or use pairwise() and leave_one_out()."
        )
    return tuple(notes)


def _gaps(patterns: Patterns) -> bool:
    """Whether ratings are missing, of raters who are few enough to be shown."""
    return bool(patterns.missing) and patterns.identity and patterns.r <= MOST_RATERS
