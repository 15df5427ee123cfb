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
from accord.data.patterns import Patterns
from accord.io import load, takes_raters
from accord.options import split_options
from accord.statistics import usual_coefficient
from accord.statistics.weights import WeightsLike

__all__ = ["Details", "look_closer"]

MOST_RATERS = 50
MOST_SHOWN = 60  # categories in a table
FEW_VALUES = 20  # distinct measurements, up to which single values are of interest
SCORES = 5  # more distinct values than this are worth a look at their differences


@dataclass(frozen=True, slots=True)
class Details:
    """The views that suit a data set; empty where one does not.

    ``notes`` say which were left out because they would be out of proportion, and how to get them;
    ``sections`` are the plain values of registered sections.
    """

    categories: tuple[CategoryAgreement, ...]
    pairs: RaterMatrix | None
    left_out: tuple[RaterLeftOut, ...]
    disagreements: tuple[Disagreement, ...]
    confusion: ConfusionMatrix | None = None
    distributions: Distributions | None = None
    limits: LimitsOfAgreement | None = None
    missingness: Missingness | None = None
    notes: tuple[str, ...] = ()
    sections: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "categories": [row.to_dict() for row in self.categories],
            "pairs": None if self.pairs is None else self.pairs.to_dict(),
            "left_out": [row.to_dict() for row in self.left_out],
            "disagreements": [row.to_dict() for row in self.disagreements],
            "confusion": None if self.confusion is None else self.confusion.to_dict(),
            "distributions": None if self.distributions is None else self.distributions.to_dict(),
            "limits": None if self.limits is None else _without_points(self.limits.to_dict()),
            "missingness": None if self.missingness is None else self.missingness.to_dict(),
            **({"sections": dict(self.sections)} if self.sections else {}),
        }


def _without_points(facts: dict[str, Any]) -> dict[str, Any]:
    """Facts without the data themselves."""
    return {key: value for key, value in facts.items() if key != "points"}


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
        leave_one_out(patterns, usual_coefficient(patterns.scale, measured), weights, **how)
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
