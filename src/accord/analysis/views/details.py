"""All views that suit a data set."""

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

__all__ = ["Details", "compute_details"]

MOST_RATERS = 50  # rows of a table of raters
MOST_SHOWN = 60  # rows of a table of categories
FEW_VALUES = 20  # distinct values up to which single values of measurements are of interest
SCORES = 5  # distinct values above which limits of agreement are of interest


@dataclass(frozen=True, slots=True)
class Details(Record):
    """Views that suit a data set; others are empty or None.

    Parameters
    ----------
    categories
        Agreement on each category.
    pairs
        A coefficient for every pair of raters.
    left_out
        A coefficient without each of the raters.
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
        Views that are too long or too slow here, and how to compute them.
    sections
        Values of the registered report sections, by name.
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
def compute_details(
    data: Any, weights: WeightsLike | None = None, *, pair_intervals: bool = True, **options: Any
) -> Details:
    """Compute the views that suit a data set.

    Pairs of raters and raters left out are computed for three to fifty raters.

    Parameters
    ----------
    data, weights, **options
        As in `agreement`.
    pair_intervals
        Whether the intervals of pairs of raters are needed. If not, and if no method was chosen,
        they are t intervals, which need no draws.

    Returns
    -------
    Details
        The views.
    """
    settings, loading = split_options(options)
    inference = {key: value for key, value in options.items() if key not in loading}
    patterns = load(data, **loading)
    joint, measured = patterns.scale.several, _is_measured(patterns)
    few_raters = patterns.identity and 3 <= patterns.r <= MOST_RATERS
    categorical = not joint and not measured  # whose single categories are of interest
    few_categories = categorical and patterns.q <= MOST_SHOWN
    scores = not joint and patterns.scale.numeric and patterns.q > SCORES
    t_interval = {} if pair_intervals or inference.get("ci") is not None else {"ci": "t"}
    return Details(
        by_category(patterns, **inference) if categorical and patterns.q <= MOST_CATEGORIES else (),
        pairwise(patterns, weights=weights, **{**inference, **t_interval}) if few_raters else None,
        leave_one_out(patterns, default_coefficient(patterns.scale, measured), weights, **inference)
        if few_raters
        else (),
        disagreements(patterns, 10, weights),
        confusion(patterns) if few_categories and patterns.q > 1 else None,
        distributions(patterns) if few_categories and patterns.r <= MOST_RATERS else None,
        limits_of_agreement(patterns, confidence=settings.confidence)
        if patterns.is_pair and scores
        else None,
        missingness(patterns) if _has_gaps(patterns) else None,
        _notes(patterns, measured),
        sections_of(patterns, settings),
    )


def _is_measured(patterns: Patterns) -> bool:
    """Return whether ratings are measurements, of which single values are not categories."""
    scale = patterns.scale
    if scale.values is None or scale.size <= FEW_VALUES:
        return False
    return scale.measured or (scale.size > MOST_SHOWN and bool(np.any(scale.values % 1)))


def _notes(patterns: Patterns, measured: bool) -> tuple[str, ...]:
    """Return notes on the views that are too long or too slow."""
    notes = []
    if measured and patterns.q <= MOST_CATEGORIES:
        notes.append(
            f"agreement on single categories is not shown: the {patterns.q} distinct values are "
            "measurements. To compute it, use by_category()."
        )
    if patterns.identity and patterns.r > MOST_RATERS:
        notes.append(
            "pairs of raters, raters left out and the distributions of raters are shown for up to "
            f"{MOST_RATERS} raters; there are {patterns.r:,}. To see them, choose raters with the "
            "option raters, or use pairwise() and leave_one_out()."
        )
    return tuple(notes)


def _has_gaps(patterns: Patterns) -> bool:
    """Return whether ratings are missing, and raters are few enough for a table."""
    return bool(patterns.missing) and patterns.identity and patterns.r <= MOST_RATERS
