"""Rows of small numbers as one number each, to be sorted and compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["distinct_rows"]

WIDEST = 1 << 62


def distinct_rows(
    rows: npt.NDArray[np.integer[Any]], radices: Sequence[int]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Place of one row of each kind, in the order of the kinds, and the kind of every row.

    Parameters
    ----------
    rows
        (n, c), entries of column j in ``range(radices[j])``.

    >>> first, kind = distinct_rows(np.array([[1, 0], [0, 2], [1, 0]]), [2, 3])
    >>> first.tolist(), kind.tolist()
    ([1, 0], [1, 0, 1])
    """
    key = np.zeros(rows.shape[0], dtype=np.int64)
    span = 1
    for j, radix in enumerate(map(int, radices)):
        if span * radix >= WIDEST:  # too wide for one number: rank what there is
            distinct, key = np.unique(key, return_inverse=True)
            span = distinct.size
        key = key * radix + rows[:, j]
        span *= radix
    _, first, kind = np.unique(key, return_index=True, return_inverse=True)
    return first, kind
