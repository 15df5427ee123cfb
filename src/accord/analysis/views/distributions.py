"""Distributions of raters: how often each rater used each category."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from accord.analysis.views.sections import (
    MOST_RATERS,
    MOST_SHOWN,
    SectionRequest,
    many_raters_note,
    section,
)
from accord.base.forms import Matrix
from accord.base.serialise import written
from accord.base.showing import Shown
from accord.data.scale import FloatArray, Label
from accord.errors import UnsupportedError
from accord.io import load, takes_raters
from accord.options import ReadOptions, with_options

__all__ = ["Distributions", "distributions"]

POOLED = ("all raters",)
MOST_CELLS = 20_000_000  # of the table of counts: 160 MB


@dataclass(frozen=True, slots=True, eq=False)
class Distributions(Shown):
    """Ratings per rater and category.

    Parameters
    ----------
    raters
        Names of the raters; only ``all raters`` where the data do not identify them.
    categories
        Categories in the order of the scale.
    counts
        (r, q) number of ratings of each rater in each category.
    missing
        (r,) number of rated subjects that a rater did not rate.
    ordered
        Whether the categories are ordered.
    """

    raters: tuple[str, ...] = field(metadata=written(table="raters", key="rater"))
    categories: tuple[Label, ...]
    counts: Matrix = field(metadata=written(table="raters", key="counts"))
    missing: FloatArray = field(metadata=written(table="raters", key="missing"))
    ordered: bool

    _derived: ClassVar[Mapping[str, str]] = {"raters/shares": "shares"}

    @property
    def shares(self) -> Matrix:
        """(r, q) share of each category in a rater's ratings; NaN for raters without ratings."""
        totals = self.counts.sum(axis=1, keepdims=True)
        with np.errstate(invalid="ignore"):
            return np.asarray(self.counts / totals)

    @property
    def missing_shares(self) -> FloatArray:
        """(r,) share of the rated subjects that a rater did not rate."""
        return np.asarray(self.missing / (self.counts.sum(axis=1) + self.missing))


@takes_raters
@with_options(ReadOptions)
def distributions(data: Any, **loading: Any) -> Distributions:
    """Count how often each rater used each category, and how many ratings are missing.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned.
    **loading
        Options of reading.

    Returns
    -------
    Distributions
        Counts by rater and category.

    Examples
    --------
    >>> result = distributions({"ann": ["x", "x", "y"], "bo": ["x", "y", None]})
    >>> result.counts.tolist(), result.missing.tolist()
    ([[2.0, 1.0], [1.0, 1.0]], [0.0, 1.0])
    """
    patterns = load(data, **loading)
    raters = patterns.raters if patterns.identity else POOLED
    if len(raters) * patterns.q > MOST_CELLS:
        raise UnsupportedError(
            f"{len(raters):,} raters and {patterns.q:,} categories are too many for one table."
        )
    weight = np.asarray(patterns.multiplicity, dtype=np.float64)
    if patterns.identity:
        codes = patterns.by_rater()
        counts = np.stack([codes.column_totals(g, weight) for g in range(patterns.r)])
        missing = weight @ ~codes.rated
    else:
        counts, missing = patterns.category_totals()[None, :], np.array([patterns.missing])
    labels, ordered = patterns.scale.labels, patterns.scale.ordered
    return Distributions(raters, labels, counts, missing.astype(np.float64), ordered)


def _suits(request: SectionRequest) -> bool:
    patterns = request.patterns
    return request.categorical and patterns.q <= MOST_SHOWN and patterns.r <= MOST_RATERS


@section(
    "distributions",
    "Distribution of the categories by rater",
    order=20,
    part="categories",
    suits=_suits,
    note=many_raters_note,
    text="Ratings per rater and category.",
    always_written=True,
)
def distributions_section(request: SectionRequest) -> Distributions | None:
    """Count the ratings of each rater in each category."""
    return distributions(request.patterns)
