"""Matching of the spans of two raters: as many pairs as possible, each span in one pair."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from accord.data.scale import IntArray
from accord.data.spans import Spans
from accord.errors import OptionError

__all__ = ["Match", "check_match", "matched_pairs"]

ROUNDING = 1e-12

Match: TypeAlias = Literal["exact", "overlap"] | float
"""Equal spans, spans that overlap, or spans whose intersection is such a share of their union."""


def check_match(match: object) -> Match:
    """Return a criterion of matching, checked; numbers may be texts.

    >>> check_match("exact"), check_match("0.5")
    ('exact', 0.5)
    """
    if match in ("exact", "overlap"):
        return match
    try:
        share = float(match)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        share = -1.0
    if not 0 < share <= 1 or isinstance(match, bool):
        raise OptionError(
            f"match is {match!r}; it must be 'exact', 'overlap', or the least intersection over "
            "union, above 0 and up to 1.",
            option="match",
            value=match,
        )
    return share


def matched_pairs(
    spans: Spans, first: IntArray, second: IntArray, match: Match, *, labelled: bool
) -> IntArray:
    """Return the spans of the first rater that are matched with a span of the second.

    Parameters
    ----------
    spans
        All spans.
    first, second
        Indices of the spans of the two raters.
    match
        Criterion by which two spans may be matched.
    labelled
        Whether they must have the same label.
    """
    if first.size == 0 or second.size == 0:
        return np.empty(0, dtype=np.int64)
    group = spans.document * (len(spans.labels) if labelled else 1)
    group = group + spans.label if labelled else group
    a, b = _overlapping(spans, group, first, second)
    if match != "overlap":
        common = np.minimum(spans.end[a], spans.end[b]) - np.maximum(spans.start[a], spans.start[b])
        union = np.maximum(spans.end[a], spans.end[b]) - np.minimum(spans.start[a], spans.start[b])
        kept = common == union if match == "exact" else common >= match * union * (1 - ROUNDING)
        a, b = a[kept], b[kept]
    once = _once(a) & _once(b)  # most spans have one candidate, which is theirs alone
    return np.concatenate([a[once], _maximum_matching(a[~once], b[~once])])


def _overlapping(
    spans: Spans, group: IntArray, first: IntArray, second: IntArray
) -> tuple[IntArray, IntArray]:
    """Return all pairs of overlapping spans of the same group."""
    room = int(spans.end.max()) + 1
    start, end = group * room + spans.start, group * room + spans.end
    second = second[np.argsort(start[second], kind="stable")]
    starts = start[second]
    reach = np.maximum.accumulate(end[second])  # later spans may end before earlier ones
    low = np.searchsorted(reach, start[first], side="right")
    high = np.searchsorted(starts, end[first], side="left")
    count = np.maximum(high - low, 0)
    a = np.repeat(first, count)
    offset = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    b = second[np.repeat(low, count) + offset]
    kept = (end[b] > start[a]) & (group[a] == group[b])
    return a[kept], b[kept]


def _once(spans: IntArray) -> IntArray:
    """Return whether each span occurs once."""
    _, index, count = np.unique(spans, return_inverse=True, return_counts=True)
    return np.asarray(count[index] == 1)


def _maximum_matching(a: IntArray, b: IntArray) -> IntArray:
    """Return the first spans of a largest set of pairs without a common span."""
    if a.size == 0:
        return a
    from scipy.sparse import csr_array  # here: slow to import
    from scipy.sparse.csgraph import maximum_bipartite_matching

    rows, i = np.unique(a, return_inverse=True)
    columns, j = np.unique(b, return_inverse=True)
    graph = csr_array((np.ones(a.size, dtype=np.int8), (i, j)), shape=(rows.size, columns.size))
    partner = maximum_bipartite_matching(graph, perm_type="column")
    return np.asarray(rows[partner >= 0])
