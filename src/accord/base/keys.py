"""Grouping of rows of small integers: a row is read as one integer in mixed radix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["CHUNK", "DENSE_CELLS", "distinct_rows", "group_rows"]

KEY_LIMIT = 1 << 62  # keys stay below it, so that they do not overflow an int64
DENSE_CELLS = 1 << 22  # possible keys that are counted rather than sorted: 32 MB of counts
CHUNK = 1 << 16  # rows that are processed at a time, so that copies stay in the cache


def distinct_rows(
    rows: npt.NDArray[np.integer[Any]], radices: Sequence[int]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Find the distinct rows of a table of small non-negative integers.

    Parameters
    ----------
    rows
        (n, c), entries of column j in ``range(radices[j])``.
    radices
        Number of possible entries of each column.

    Returns
    -------
    tuple
        Index of the first row of each kind, in lexical order, and the number of its kind for
        every row, as of ``np.unique(rows, axis=0)``.

    Notes
    -----
    As many columns as fit in an integer are read as one key. Only rows with equal keys are compared
    in the columns that are left.

    >>> first, inverse = distinct_rows(np.array([[1, 0], [0, 2], [1, 0]]), [2, 3])
    >>> first.tolist(), inverse.tolist()
    ([1, 0], [1, 0, 1])
    """
    levels: list[tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]] = []
    start = 0
    while True:  # a loop, because thousands of columns would nest too deep
        key, start = _key(rows, radices, start)
        _, first, inverse, sizes = np.unique(
            key, return_index=True, return_inverse=True, return_counts=True
        )
        tied = np.flatnonzero(sizes[inverse] > 1)
        if start == len(radices) or tied.size == 0:
            break
        levels.append((inverse, tied))
        rows = rows[tied]
    for outer, tied in reversed(levels):
        key = outer * (int(inverse.max()) + 1)
        key[tied] += inverse
        _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    return first, inverse


def _key(
    rows: npt.NDArray[np.integer[Any]], radices: Sequence[int], start: int
) -> tuple[npt.NDArray[np.int64], int]:
    """Return as many columns as fit in an integer, read as one, and the first column left."""
    key = np.zeros(rows.shape[0], dtype=np.int64)
    span = 1
    for j in range(start, len(radices)):
        radix = int(radices[j])
        if span * radix >= KEY_LIMIT:
            return key, j
        key = key * radix + rows[:, j]
        span *= radix
    return key, len(radices)


def group_rows(
    rows: npt.NDArray[np.integer[Any]],
    radices: Sequence[int],
    multiplicity: npt.NDArray[Any] | None = None,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[Any]]:
    """Return the distinct rows of small non-negative integers, in order, and their totals.

    Parameters
    ----------
    rows
        (n, c), entries of column j in ``range(radices[j])``.
    radices
        Number of possible entries of each column.
    multiplicity
        (n,) weight of each row; one if not given.

    Notes
    -----
    Keys are counted where few are possible, and sorted otherwise. Either way the result does not
    depend on the order of the rows.

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
    """Group rows by counting all possible keys."""
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
    """Sum weights by index; whole weights give whole sums."""
    totals = np.bincount(index, weights=weight, minlength=size)
    return totals.astype(np.int64) if weight.dtype.kind in "iu" else totals
