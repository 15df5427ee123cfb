"""Distinct values of a column, and a code for each cell."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from accord.data.scale import IntArray

__all__ = ["factorize"]


def factorize(column: Any) -> tuple[list[Any], IntArray]:
    """Return the distinct values of a column in order of appearance, and the code of each cell.

    Parameters
    ----------
    column
        An array, a sequence of values, or a Polars series of text.
    """
    if hasattr(column, "to_physical"):  # a Polars series, whose categorical type has codes
        import polars as pl

        first, codes = _codes_by_appearance(column.cast(pl.Categorical).to_physical().to_numpy())
        return column.gather(first).to_list(), codes
    if isinstance(column, np.ndarray) and column.dtype.kind in "iufb":
        first, codes = _codes_by_appearance(column)
        return column[first].tolist(), codes
    index: dict[Any, int] = {}
    codes = np.fromiter(
        (index.setdefault(cell, len(index)) for cell in column), dtype=np.int64, count=len(column)
    )
    return list(index), codes


def _codes_by_appearance(numbers: npt.NDArray[Any]) -> tuple[IntArray, IntArray]:
    """Return the index of the first of each distinct number, in order, and each number's code."""
    _, first, inverse = np.unique(numbers, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    return first[order], rank[inverse].astype(np.int64)
