"""Rows of small numbers, read as one number each: which are distinct, and how often each occurs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["CHUNK", "DENSE_CELLS", "distinct_rows", "group_rows"]

WIDEST = 1 << 62
DENSE_CELLS = 1 << 22  # a bincount over so many cells still fits in the cache's neighbourhood
CHUNK = 1 << 16


def distinct_rows(
    rows: npt.NDArray[np.integer[Any]], radices: Sequence[int]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Place of one row of each kind, in the order of the kinds, and the kind of every row.

    Parameters
    ----------
    rows
        (n, c), entries of column j in ``range(radices[j])``.

    Notes
    -----
    Columns are read as one number up to the widest that an integer holds. Only rows that are equal
    so far are compared in the columns after these.

    >>> first, kind = distinct_rows(np.array([[1, 0], [0, 2], [1, 0]]), [2, 3])
    >>> first.tolist(), kind.tolist()
    ([1, 0], [1, 0, 1])
    """
    key = np.zeros(rows.shape[0], dtype=np.int64)
    span = 1
    for j, radix in enumerate(map(int, radices)):
        if span * radix >= WIDEST:  # too wide for one number
            return _distinct_further(key, rows[:, j:], radices[j:])
        key = key * radix + rows[:, j]
        span *= radix
    _, first, kind = np.unique(key, return_index=True, return_inverse=True)
    return first, kind


def _distinct_further(
    key: npt.NDArray[np.int64], rows: npt.NDArray[np.integer[Any]], radices: Sequence[int]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Distinct rows, given the key of their first columns and what comes after these."""
    _, first, kind, sizes = np.unique(
        key, return_index=True, return_inverse=True, return_counts=True
    )
    tied = np.flatnonzero(sizes[kind] > 1)
    if tied.size == 0:
        return first, kind
    _, rest = distinct_rows(rows[tied], radices)
    key = kind * (int(rest.max()) + 1)
    key[tied] += rest
    _, first, kind = np.unique(key, return_index=True, return_inverse=True)
    return first, kind


def group_rows(
    rows: npt.NDArray[np.integer[Any]],
    radices: Sequence[int],
    multiplicity: npt.NDArray[Any] | None = None,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[Any]]:
    """Distinct rows of small non-negative integers, in order, and how often each occurs.

    Parameters
    ----------
    rows
        (n, c), entries of column j in ``range(radices[j])``.
    multiplicity
        (n,) weight of each row; one if not given.

    Notes
    -----
    A row is read as one number in mixed radix. Where there are few possible numbers they are
    counted; otherwise they are sorted. Either way the result does not depend on the order of rows.

    >>> group_rows(np.array([[1, 0], [0, 2], [1, 0]]), [2, 3])
    (array([[0, 2],
           [1, 0]]), array([1, 2]))
    """
    cells = 1.0
    for radix in radices:
        cells *= radix
    if cells <= min(DENSE_CELLS, 16 * len(rows) + 1024):
        return _count_dense(rows, radices, int(cells), multiplicity)
    first, inverse = distinct_rows(rows, radices)
    totals = (
        np.bincount(inverse, minlength=first.size)
        if multiplicity is None
        else _exact_sum(inverse, multiplicity, first.size)
    )
    return rows[first].astype(np.int64), totals


def _count_dense(
    rows: npt.NDArray[np.integer[Any]],
    radices: Sequence[int],
    cells: int,
    multiplicity: npt.NDArray[Any] | None,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[Any]]:
    steps = np.ones(len(radices), dtype=np.int64)
    for j in range(len(radices) - 2, -1, -1):
        steps[j] = steps[j + 1] * radices[j + 1]
    whole = multiplicity is None or multiplicity.dtype.kind in "iu"
    totals = np.zeros(cells, dtype=np.int64 if whole else np.float64)
    for start in range(0, rows.shape[0], CHUNK):
        stop = start + CHUNK
        key = rows[start:stop].astype(np.int64) @ steps
        if multiplicity is None:
            totals += np.bincount(key, minlength=cells)
        else:
            part = np.bincount(key, weights=multiplicity[start:stop], minlength=cells)
            totals += part.astype(totals.dtype)
    present = np.flatnonzero(totals)
    distinct = np.empty((present.size, len(radices)), dtype=np.int64)
    rest = present
    for j, step in enumerate(steps):
        distinct[:, j], rest = np.divmod(rest, step)
    return distinct, totals[present]


def _exact_sum(
    index: npt.NDArray[np.integer[Any]], weight: npt.NDArray[Any], size: int
) -> npt.NDArray[Any]:
    totals = np.bincount(index, weights=weight, minlength=size)
    return totals.astype(np.int64) if weight.dtype.kind in "iu" else totals
