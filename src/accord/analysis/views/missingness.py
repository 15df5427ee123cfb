"""Missing ratings: which raters rated which subjects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt

from accord.analysis.views.sections import MOST_RATERS, SectionRequest, section
from accord.base.forms import MATRIX, Count
from accord.base.keys import group_rows
from accord.base.serialise import written
from accord.base.showing import Shown
from accord.data.scale import FloatArray
from accord.io import load, takes_raters
from accord.options import ReadOptions, with_options

__all__ = ["Missingness", "missingness"]


@dataclass(frozen=True, slots=True, eq=False)
class Missingness(Shown):
    """Patterns and shares of missing ratings.

    Parameters
    ----------
    raters
        Names of the raters.
    present
        (U, r) distinct sets of raters who rated the same subject, the most frequent first.
    counts
        (U,) number of subjects with each set of raters.
    missing
        (r,) share of the subjects that a rater did not rate.
    by_number
        Number of subjects by their number of ratings.
    unrated
        Number of subjects without a rating, which are not counted elsewhere.
    """

    raters: tuple[str, ...] = field(metadata=written(table="raters", key="rater"))
    present: Annotated[npt.NDArray[np.bool_], MATRIX] = field(
        metadata=written(table="patterns", key="present")
    )
    counts: FloatArray = field(metadata=written(table="patterns", key="count"))
    missing: FloatArray = field(metadata=written(table="raters", key="missing"))
    by_number: Mapping[int, Count] = field(
        metadata=written(table="by_number", index="ratings", key="subjects")
    )
    unrated: Count

    _derived: ClassVar[Mapping[str, str]] = {"missing": "share"}

    @property
    def subjects(self) -> float:
        """Number of rated subjects."""
        return float(self.counts.sum())

    @property
    def share(self) -> float:
        """Share of all ratings that are missing."""
        return float(self.missing.mean())


@takes_raters
@with_options(ReadOptions)
def missingness(data: Any, **loading: Any) -> Missingness:
    """Count which raters rated which subjects.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned.
    **loading
        Options of reading.

    Returns
    -------
    Missingness
        Patterns of missing ratings and their counts.

    Examples
    --------
    >>> result = missingness({"ann": [1, 2, 2], "bo": [1, None, 3], "cy": [1, None, 3]})
    >>> result.present.tolist(), result.counts.tolist(), result.by_number
    ([[True, True, True], [True, False, False]], [2.0, 1.0], {1: 1.0, 3: 2.0})
    """
    patterns = load(data, **loading)
    rated = patterns.by_rater().rated.astype(np.int64)
    weight = np.asarray(patterns.multiplicity, dtype=np.float64)
    rows, counts = group_rows(rated, [2] * patterns.r, weight)
    order = np.lexsort((*(-rows.T), -counts))
    present, counts = rows[order].astype(bool), np.asarray(counts[order], dtype=np.float64)
    tally = np.bincount(present.sum(axis=1), weights=counts)
    return Missingness(
        patterns.raters,
        present,
        counts,
        np.asarray(1 - counts @ present / counts.sum()),
        {int(k): float(tally[k]) for k in np.flatnonzero(tally)},
        float(patterns.unrated),
    )


def _suits(request: SectionRequest) -> bool:
    patterns = request.patterns
    return bool(patterns.missing) and patterns.identity and patterns.r <= MOST_RATERS


@section(
    "missingness",
    "Missing ratings",
    order=70,
    part="raters",
    suits=_suits,
    text="Missing ratings.",
    always_written=True,
)
def missingness_section(request: SectionRequest) -> Missingness | None:
    """Count the missing ratings by rater and subject."""
    return missingness(request.patterns)
