"""Subjects with most disagreement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from accord.analysis.loading import load_weighted
from accord.analysis.views.sections import SectionRequest, section
from accord.base.serialise import Record, written
from accord.base.validation import WHOLE, check_number
from accord.data.patterns import Patterns
from accord.data.scale import Label, show_label
from accord.io import takes_raters
from accord.options import ReadOptions, with_options
from accord.statistics import level_scheme
from accord.statistics.sums import Sums
from accord.statistics.weights import WeightsLike, weights_for

__all__ = ["Disagreement", "disagreements"]

MOST_SUBJECTS = 10  # that a report shows


@dataclass(frozen=True, slots=True)
class Disagreement(Record):
    """A subject on which raters disagree.

    Parameters
    ----------
    subject
        Name or number of the subject.
    disagreement
        Mean disagreement of the pairs of ratings; with identity weights, the share of pairs that
        differ.
    ratings
        Category by rater (None if missing), or number of raters by category.
    counted
        Whether ``ratings`` are numbers of raters.
    """

    subject: object
    disagreement: float
    ratings: dict[str, Any]
    counted: bool = field(default=False, metadata=written(optional=True))

    @property
    def tally(self) -> Mapping[Label, int]:
        """Number of raters by category, in the order of the ratings."""
        if self.counted:
            return {label: int(count) for label, count in self.ratings.items()}
        return Counter(label for label in self.ratings.values() if label is not None)


@takes_raters
@with_options(ReadOptions)
def disagreements(
    data: Any, top: int = 20, weights: WeightsLike | None = None, **loading: Any
) -> tuple[Disagreement, ...]:
    """Return the subjects with most disagreement, without those on which all raters agree.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned.
    top
        Largest number of subjects.
    weights
        Agreement weights, as in `agreement`.
    **loading
        Options of reading.

    Returns
    -------
    tuple of Disagreement
        The subjects, with most disagreement first.

    Examples
    --------
    >>> rows = disagreements({"id": ["x", "y"], "ann": [1, 2], "bo": [1, 3]})
    >>> [(row.subject, row.ratings) for row in rows]
    [('y', {'ann': 2, 'bo': 3})]
    """
    top = int(check_number("top", top, WHOLE))
    patterns = load_weighted(data, loading, weights)
    subjects, rows = _subject_rows(patterns)
    scheme = level_scheme(patterns.scale, weights)
    marginals = patterns.pairable_totals() if scheme.by_data else None
    ratings = patterns.columns.with_rows(rows)
    single = Patterns(patterns.scale, patterns.raters, np.ones(len(rows)), ratings)
    sums = Sums(single, weights_for(scheme, patterns.scale, marginals).symmetric)
    disagreement = np.where(sums.paired > 0, 1 - sums.agreement, 0.0)
    order = np.argsort(-disagreement, kind="stable")[:top]
    labels = patterns.scale.labels
    return tuple(
        Disagreement(
            subjects[i],
            float(disagreement[i]),
            ratings.rating_labels(i, patterns.raters, labels),
            not ratings.listed,
        )
        for i in order.tolist()
        if disagreement[i] > 0
    )


def _subject_rows(patterns: Patterns) -> tuple[Sequence[object], Any]:
    """Return the names of subjects and their rows; those of patterns if subjects are unknown."""
    if patterns.subjects is not None:
        return patterns.subjects()
    names = [f"{show_label(m)} subjects" for m in patterns.multiplicity.tolist()]
    return names, patterns.columns.rows


@section(
    "disagreements",
    "Subjects with most disagreement",
    order=80,
    text="Subjects on which raters disagree most.",
    always_written=True,
)
def disagreements_section(request: SectionRequest) -> tuple[Disagreement, ...]:
    """Find the ten subjects with most disagreement."""
    return disagreements(request.patterns, MOST_SUBJECTS, request.weights)
