"""The views that suit a data set, all at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from accord.joint import JointScale
from accord.loading import load
from accord.settings import settled
from accord.views.categories import MOST_CATEGORIES, CategoryAgreement, by_category
from accord.views.left_out import RaterLeftOut, leave_one_out
from accord.views.pairs import RaterMatrix, pairwise
from accord.views.subjects import Disagreement, disagreements
from accord.weights import WeightsLike

__all__ = ["Details", "look_closer"]

MOST_RATERS = 50


@dataclass(frozen=True, slots=True)
class Details:
    """The views that suit a data set; empty where one does not."""

    categories: tuple[CategoryAgreement, ...]
    pairs: RaterMatrix | None
    left_out: tuple[RaterLeftOut, ...]
    disagreements: tuple[Disagreement, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "categories": [row.to_dict() for row in self.categories],
            "pairs": None if self.pairs is None else self.pairs.to_dict(),
            "left_out": [row.to_dict() for row in self.left_out],
            "disagreements": [row.to_dict() for row in self.disagreements],
        }


def look_closer(data: Any, weights: WeightsLike | None = None, **options: Any) -> Details:
    """Look at a data set from every side that suits it.

    Pairs of raters and raters left out are shown for three to fifty raters.
    """
    loading = settled(options)[1]
    how = {key: value for key, value in options.items() if key not in loading}
    patterns = load(data, **loading)
    several = patterns.identity and 3 <= patterns.r <= MOST_RATERS
    joint = isinstance(patterns.scale, JointScale)  # whose categories are not of interest singly
    overall = "berry_mielke" if joint else "gwet_ac"
    return Details(
        by_category(patterns, **how) if patterns.q <= MOST_CATEGORIES and not joint else (),
        pairwise(patterns, weights=weights, **how) if several else None,
        leave_one_out(patterns, overall, weights, **how) if several else (),
        disagreements(patterns, 10, weights),
    )
