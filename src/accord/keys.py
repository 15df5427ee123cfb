"""Rows of small numbers as one number each, to be sorted and compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["row_keys"]

WIDEST = 1 << 62


def row_keys(rows: npt.NDArray[np.integer[Any]], radices: Sequence[int]) -> npt.NDArray[np.int64]:
    """Key of each row, in the order of the rows.

    Parameters
    ----------
    rows
        (n, c), entries of column j in ``range(radices[j])``.

    >>> row_keys(np.array([[1, 0], [0, 2], [1, 0]]), [2, 3])
    array([3, 2, 3])
    """
    key = np.zeros(rows.shape[0], dtype=np.int64)
    span = 1
    for j, radix in enumerate(map(int, radices)):
        if span * radix >= WIDEST:  # too wide for one number: rank what there is
            distinct, key = np.unique(key, return_inverse=True)
            span = distinct.size
        key = key * radix + rows[:, j]
        span *= radix
    return key
