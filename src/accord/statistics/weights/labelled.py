"""Weight matrices of the user: arrays, frames and dicts of dicts, with or without labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.data.scale import FloatArray, Label, show_label
from accord.errors import WeightsError

__all__ = ["Matrix", "matrix_of"]


@dataclass(frozen=True, slots=True)
class Matrix:
    """A square matrix of finite weights.

    Parameters
    ----------
    weights
        (q, q) the weights; rows belong to the first rater, columns to the second.
    labels
        Category of each row and column; None if the matrix has no labels.
    default_labels
        Whether the labels may be default numbers or column names rather than categories.
    """

    weights: FloatArray
    labels: tuple[Label, ...] | None = None
    default_labels: bool = False

    def __post_init__(self) -> None:
        if self.weights.ndim != 2 or self.weights.shape[0] != self.weights.shape[1]:
            raise WeightsError(
                f"a weight matrix must be square, a row and a column per category; this one has "
                f"shape {self.weights.shape}."
            )
        fault = ~np.isfinite(self.weights)
        if fault.any():
            row, column = np.argwhere(fault)[0]
            raise WeightsError(
                f"weight matrix, row {row + 1}, column {column + 1}: the weight "
                f"{self.weights[row, column]:g} must be a finite number."
            )


def matrix_of(weights: Any) -> Matrix:
    """Return the matrix that an array, a frame or a dict of dicts holds.

    Examples
    --------
    >>> matrix_of({"no": {"yes": 0.5, "no": 1}, "yes": {"yes": 1, "no": 0}}).weights
    array([[1. , 0.5],
           [0. , 1. ]])
    """
    if isinstance(weights, Mapping):
        return _of_mapping(weights)
    kind = type(weights)  # a lazy frame itself would compute its columns
    if hasattr(kind, "columns") or hasattr(kind, "column_names"):
        return _of_frame(weights)
    return Matrix(_numbers(weights))


def _numbers(cells: Any) -> FloatArray:
    try:
        return np.asarray(cells, dtype=np.float64)
    except (TypeError, ValueError):
        raise WeightsError("weights must be the name of a scheme or a matrix of numbers.") from None


def _of_mapping(weights: Mapping[Any, Any]) -> Matrix:
    """Return the matrix of a dict of rows, each a dict of weights."""
    if not all(isinstance(row, Mapping) for row in weights.values()):
        raise WeightsError(
            "a dict of weights must have a dict for each category: "
            '{"low": {"low": 1, "high": 0}, "high": {"low": 0, "high": 1}}.'
        )
    rows = [_named(label) for label in weights]
    cells = []
    for name, row in zip(rows, weights.values(), strict=True):
        named = {_named(label): weight for label, weight in row.items()}
        _check_same(rows, list(named), f"row {name!r} of the weights")
        cells.append([named[label] for label in rows])
    return Matrix(_numbers(cells), tuple(rows))


def _of_frame(frame: Any) -> Matrix:
    """Return the matrix of a frame; labels are its index, or a first column of words."""
    import narwhals as nw

    table = nw.from_native(frame, pass_through=True)
    if isinstance(table, nw.LazyFrame):
        table = table.collect()
    if not isinstance(table, nw.DataFrame):
        return Matrix(_numbers(frame))
    index = _index_of(frame) if nw.dependencies.is_pandas_dataframe(frame) else None
    columns: list[Any] = list(frame.columns) if index is not None else list(table.columns)
    cells = [list(row) for row in table.rows()]
    if index is None and len(columns) == len(cells) + 1:
        index, columns = [row[0] for row in cells], columns[1:]
        cells = [row[1:] for row in cells]
    if index is None:
        return Matrix(_numbers(cells), tuple(map(_named, columns)), default_labels=True)
    return _aligned_columns(index, columns, cells)


def _index_of(frame: Any) -> list[Any] | None:
    """Return the index of a pandas frame; None if it is the default numbering."""
    index = list(frame.index)
    return None if index == list(range(len(index))) else index


def _aligned_columns(index: Sequence[Any], columns: Sequence[Any], cells: Any) -> Matrix:
    """Return the matrix with its columns in the order of its rows."""
    rows = [_named(label) for label in index]
    if list(columns) == list(range(len(rows))):  # numbered by default: in the order of the rows
        return Matrix(_numbers(cells), tuple(rows))
    names = [_named(label) for label in columns]
    _check_same(rows, names, "the columns of the weight matrix")
    weights = _numbers(cells)
    order = [names.index(row) for row in rows]
    return Matrix(weights[:, order], tuple(rows))


def _named(label: Any) -> str:
    """Return a label as scales write it."""
    return show_label(label).strip()


def _check_same(rows: Sequence[str], names: Sequence[str], what: str) -> None:
    """Raise an error if columns are not the categories of the rows, or a category is repeated."""
    for name in rows:
        if rows.count(name) > 1:
            raise WeightsError(f"two rows of the weight matrix are labelled {name!r}.")
        if name not in names:
            raise WeightsError(f"{what}: the category {name!r} is missing.")
    for name in names:
        if name not in rows or names.count(name) > 1:
            raise WeightsError(f"{what}: {name!r} is repeated or has no row.")
