"""Several ratings of one subject by one rater: refused, reduced to one, or kept as replicates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from accord.base.wording import counted
from accord.data.replicates import replicate_name
from accord.data.scale import IntArray, Scale, show_label
from accord.errors import DuplicateRatingError, OptionError

__all__ = ["LongRatings", "distinct_pairs"]

KEYS_SHOWN = 5  # pairs of subject and rater that an error lists


@dataclass(frozen=True, slots=True)
class LongRatings:
    """Ratings in a row each.

    Parameters
    ----------
    subject, rater, code
        Subject, rater and category of each rating; the category is -1 if it is missing.
    scale
        The categories.
    subjects, raters
        Labels of the subjects, and names of the raters.
    notes
        What was done about repeated ratings.
    """

    subject: IntArray
    rater: IntArray
    code: IntArray
    scale: Scale
    subjects: Sequence[Any]
    raters: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def rows(self, chosen: IntArray) -> LongRatings:
        """Return some of the ratings."""
        return replace(
            self, subject=self.subject[chosen], rater=self.rater[chosen], code=self.code[chosen]
        )


def distinct_pairs(ratings: LongRatings, duplicates: str) -> LongRatings:
    """Return ratings with one of each subject by each rater.

    Parameters
    ----------
    ratings
        The ratings.
    duplicates
        What several ratings of a subject by one rater become: ``error``, ``first``, ``last``,
        ``mean`` or ``replicates`` (those of further raters).
    """
    rated = np.flatnonzero(ratings.code >= 0)
    pair = ratings.subject[rated] * len(ratings.raters) + ratings.rater[rated]
    order = np.argsort(pair, kind="stable")
    ordered = pair[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=-1))
    sizes = np.diff(starts, append=ordered.size)
    if not np.any(sizes > 1):
        return ratings
    if duplicates == "error":
        repeated = ordered[starts[sizes > 1]]
        shown = [
            (
                show_label(ratings.subjects[k // len(ratings.raters)]),
                ratings.raters[k % len(ratings.raters)],
            )
            for k in repeated[:KEYS_SHOWN].tolist()
        ]
        raise DuplicateRatingError(shown, int(repeated.size))
    times = int(np.sum(sizes > 1))
    noun = counted(times, "pair of subject and rater", "pairs of subject and rater")
    what = f"{noun} {'has' if times == 1 else 'have'} several ratings, {int(sizes.max())} at most"
    if duplicates == "replicates":
        return _replicates(ratings, rated[order], starts, sizes, what)
    if duplicates == "mean":
        return _means(ratings, rated[order], starts, sizes, what)
    ends = starts if duplicates == "first" else starts + sizes - 1
    note = f"{what}; the {duplicates} of each is used."
    return replace(ratings.rows(np.sort(rated[order][ends])), notes=(note,))


def _replicates(
    ratings: LongRatings, rows: IntArray, starts: IntArray, sizes: IntArray, what: str
) -> LongRatings:
    """Return ratings whose repetitions are those of further raters, ``ann (2)``."""
    occurrence = np.arange(rows.size) - np.repeat(starts, sizes)
    rater = ratings.rater[rows] + occurrence * len(ratings.raters)
    used, code = np.unique(rater, return_inverse=True)
    names = tuple(
        replicate_name(ratings.raters[k % len(ratings.raters)], k // len(ratings.raters) + 1)
        for k in used.tolist()
    )
    note = f"{what}; repeated ratings count as those of further raters, such as {names[-1]!r}."
    return replace(ratings.rows(rows), rater=code.astype(np.int64), raters=names, notes=(note,))


def _means(
    ratings: LongRatings, rows: IntArray, starts: IntArray, sizes: IntArray, what: str
) -> LongRatings:
    """Return the mean of the ratings of each subject by each rater."""
    values = ratings.scale.values
    if not ratings.scale.numeric or values is None:
        raise OptionError(
            "duplicates is 'mean', and the ratings are not numbers.",
            option="duplicates",
            value="mean",
            remedy="Use first or last.",
        )
    sums = np.add.reduceat(values[ratings.code[rows]], starts)
    means = sums / sizes
    distinct, code = np.unique(means, return_inverse=True)
    scale = Scale.observed(distinct)
    single = ratings.rows(rows[starts])
    note = f"{what}; their mean is used."
    return replace(single, code=scale.encode(distinct)[code], scale=scale, notes=(note,))
