"""Columns of a frame, through Narwhals: their cells, and the attributes of subjects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import narwhals as nw
import numpy as np
import numpy.typing as npt

from accord.base.panics import converting_panics
from accord.data.scale import EXACT, IntArray, Label, as_number, show_label
from accord.errors import InputError, InvalidCountError, LayoutError, TooFewRatersError
from accord.io.engines.cell_rules import CellRules
from accord.io.engines.cells import Column
from accord.io.engines.factorize import factorize
from accord.io.layouts import Extras, Long, join_names

__all__ = [
    "COUNT",
    "Frame",
    "cells_of",
    "cells_of_all",
    "check_raters",
    "complete_column",
    "eager_frame",
    "frequencies",
    "order_raters",
    "python_values",
    "several_values",
    "sort_ranks",
    "subject_attributes",
    "with_order",
]

Frame: TypeAlias = "nw.DataFrame[Any] | nw.LazyFrame[Any]"
COUNT = "__accord_count__"
FEW_COLUMNS = 100  # up to so many are extracted one by one


def eager_frame(frame: Frame) -> nw.DataFrame[Any]:
    """Return a frame in memory; an engine computes its result itself, in parts if it can."""
    if not isinstance(frame, nw.LazyFrame):
        return frame
    if frame.implementation.is_polars():
        return frame.collect(engine="streaming")
    return frame.collect(backend="polars")


def cells_of(series: nw.Series[Any]) -> Column:
    """Return the cells of a column: numbers as an array (NaN for null), others as a list."""
    dtype = series.dtype
    if dtype in (nw.Int128, nw.UInt128):  # for which NumPy has no type
        return [None if cell is None else show_label(cell) for cell in series.to_list()]
    if dtype.is_numeric():
        nulls = series.is_null().any()
        if not nulls:
            array = series.to_numpy()
            if array.dtype.kind in "iuf":
                return array
        elif not dtype.is_integer() or _fit_floats(series):
            return series.cast(nw.Float64).to_numpy().astype(np.float64)
    if dtype == nw.Boolean and not series.is_null().any():
        array = series.to_numpy()
        if array.dtype.kind == "b":
            return array
    return python_values(series)


def cells_of_all(frame: nw.DataFrame[Any], names: Sequence[str]) -> list[Column]:
    """Return the cells of several columns, each as `cells_of` does.

    Thousands of calls take seconds, so columns of text, and columns of numbers of one type without
    nulls, are extracted together. Nulls in text are None in Polars; in other libraries they may be
    NaN, which `python_values` replaces.
    """
    if len(names) <= FEW_COLUMNS:
        return [cells_of(frame[name]) for name in names]
    by_type: dict[Any, list[str]] = {}
    schema, polars = frame.collect_schema(), frame.implementation.is_polars()
    nulls = frame.select(nw.col(*names).is_null().any()).row(0)
    for name, has_null in zip(names, nulls, strict=True):
        dtype = schema[name]
        text = dtype == nw.String and (polars or not has_null)
        if text or (dtype.is_numeric() and not has_null):
            by_type.setdefault(dtype, []).append(name)
    cells: dict[str, Column] = {}
    for dtype, group in by_type.items():
        if dtype == nw.String:
            columns = zip(*frame.select(group).rows(), strict=True)
            cells.update((name, list(column)) for name, column in zip(group, columns, strict=False))
        else:
            table = frame.select(group).to_numpy()
            if table.dtype.kind in "iuf":
                cells.update(zip(group, table.T, strict=True))
    return [cells[name] if name in cells else cells_of(frame[name]) for name in names]


def _fit_floats(series: nw.Series[Any]) -> bool:
    """Return whether floats represent all integers of a column exactly."""
    low, high = series.min(), series.max()
    return low is None or (abs(int(low)) < 2**53 and abs(int(high)) < 2**53)


def python_values(series: nw.Series[Any]) -> list[Any]:
    """Return cells as Python values, nulls as None."""
    if isinstance(series.dtype, (nw.Categorical, nw.Enum)):
        series = series.cast(nw.String)
    cells = _listed(series)
    if series.is_null().any():
        nulls = series.is_null().to_list()
        cells = [None if null else cell for cell, null in zip(cells, nulls, strict=True)]
    return cells


def _listed(series: nw.Series[Any]) -> list[Any]:
    """Return the cells of a column as a list, if Python has their values."""
    problem = InputError(
        "the column has dates outside of the years 1 to 9999.",
        column=str(series.name),
        remedy="Write them as text, or leave the column out.",
    )
    if not series.dtype.is_temporal():
        return series.to_list()
    with converting_panics(lambda _: problem):
        try:
            return series.to_list()
        except (ValueError, OverflowError):
            raise problem from None


def subject_attributes(table: nw.DataFrame[Any], extras: Extras, first: IntArray) -> dict[str, Any]:
    """Return the multiplicity, cluster and group of subjects, as arguments of `Patterns.build`.

    Parameters
    ----------
    table
        Rows with the columns that are read.
    extras
        Columns of the attributes.
    first
        A row of each subject.
    """
    attributes: dict[str, Any] = {}
    if extras.count is not None:
        attributes["multiplicity"] = frequencies(table[extras.count])[first]
    elif COUNT in table.columns:
        attributes["multiplicity"] = table[COUNT].to_numpy().astype(np.int64)[first]
    if extras.cluster is not None:
        names, codes = _sorted_codes(table, extras.cluster, "cluster")
        if len(names) < 2:
            raise InputError(
                "all subjects are in one cluster.",
                column=extras.cluster,
                remedy="Standard errors over clusters need two clusters or more.",
            )
        attributes["cluster"] = codes[first]
    if extras.by is not None:
        names, codes = _sorted_codes(table, extras.by, "group")
        attributes["group"] = codes[first]
        attributes["groups"] = tuple(map(_label, names))
    return attributes


def _sorted_codes(table: nw.DataFrame[Any], column: str, role: str) -> tuple[list[Any], IntArray]:
    """Return the distinct values of a column, sorted as engines do not do alike, and the codes."""
    names, codes = factorize(complete_column(table, column, role))
    rank = np.argsort(np.argsort(sort_ranks(names)))
    return [names[k] for k in np.argsort(rank)], rank[codes]


def sort_ranks(names: Sequence[Any]) -> IntArray:
    """Return the rank of each name: numbers by value, then words."""
    keys = [(as_number(name) is None, as_number(name) or 0.0, show_label(name)) for name in names]
    ranks = {key: rank for rank, key in enumerate(sorted(keys))}
    return np.array([ranks[key] for key in keys])


def _label(value: Any) -> Label:
    return value if isinstance(value, (str, int, float, bool)) else show_label(value)


def complete_column(table: nw.DataFrame[Any], name: str, role: str) -> Any:
    """Return a column without missing values, ready for `factorize`."""
    series = table[name]
    blank = series.is_null()
    if series.dtype == nw.String:
        blank = blank | (series.str.strip_chars() == "")
    if blank.any():
        rows = blank.fill_null(value=True).to_numpy()
        raise InputError(
            f"a {'subject' if role == 'cluster' else 'rating'} has no {role}.",
            row=None if COUNT in table.columns else int(np.argmax(rows)),
            column=name,
            remedy="Fill it in, or leave the row out.",
        )
    return _factorable(series)


def _factorable(series: nw.Series[Any]) -> Any:
    """Return a Polars series of text as it is, and the cells of any other column."""
    native = series.to_native()
    if series.dtype != nw.String or not nw.dependencies.is_polars_series(native):
        return cells_of(series)
    return native


def check_raters(chosen: Sequence[str], known: Iterable[str], column: str) -> None:
    """Refuse the choice of a rater who is not in the column of raters."""
    names = set(known)
    for name in chosen:
        if name not in names:
            raise LayoutError(
                f"there is no rater {name!r}; the raters are {join_names(sorted(names))}.",
                column=column,
                value=name,
            )


def order_raters(names: Sequence[str], layout: Long) -> list[int]:
    """Return the indexes of the raters of a long table as chosen, or sorted by name.

    Parameters
    ----------
    names
        Distinct raters of the table.
    layout
        Layout, which may list the raters in a certain order.
    """
    if layout.raters is not None:
        place = {name: index for index, name in enumerate(names)}
        order = [place[name] for name in layout.raters]
    else:
        order = np.argsort(sort_ranks(names)).tolist()
    if len(order) < 2:
        raise TooFewRatersError(
            f"agreement needs two raters or more; the column has only {', '.join(names)}.",
            column=layout.rater,
            remedy="Check that this is the column of the raters.",
        )
    return order


def several_values(column: str, row: int | None = None) -> LayoutError:
    """Return the error about a subject with two different values of an attribute."""
    return LayoutError(
        "a subject has two different values of this column.",
        row=row,
        column=column,
        remedy="Counts, clusters and groups belong to subjects, not to ratings.",
    )


def frequencies(series: nw.Series[Any]) -> npt.NDArray[Any]:
    """Return the number of subjects of each row."""
    cells = cells_of(series)
    numbers = np.array([_frequency(cell, row, series.name) for row, cell in enumerate(cells)])
    whole = bool(np.all(numbers == np.floor(numbers)))
    return numbers.astype(np.int64) if whole else numbers


def _frequency(cell: Any, row: int, column: str) -> float:
    """Return the number of subjects of a row."""
    number = as_number(cell)
    if number is None or not 0 <= number < EXACT:
        raise InvalidCountError(
            f"the count {show_label(cell)!r} is not a number from 0 up.",
            row=row,
            column=column,
            value=cell,
            remedy="A count is the number of subjects with the ratings of the row.",
        )
    return number


def with_order(frame: Frame, columns: Sequence[Sequence[str]], rules: CellRules) -> CellRules:
    """Return rules with the order of ordered categorical columns, and with the codes of labels.

    Parameters
    ----------
    frame
        The frame that is read.
    columns
        The columns of each response.
    rules
        Rules without these.
    """
    if rules.categories is not None:
        return rules
    parts = tuple(_with_order_of(frame, group, rules) for group in columns)
    return parts[0] if len(parts) == 1 else replace(rules, parts=parts)


def _ordered_categories(
    frame: Frame, name: str, dtype: Any, rules: CellRules
) -> tuple[Any, ...] | None:
    """Return the categories of an ordered categorical column; None if it has no order."""
    if name in rules.orders:
        return rules.orders[name]
    if isinstance(dtype, nw.Enum):
        return tuple(dtype.categories)
    if not isinstance(dtype, nw.Categorical) or not frame.implementation.is_pyarrow():
        return None
    column = frame.to_native()[name]  # Narwhals does not tell whether a dictionary is ordered
    dictionaries = {tuple(chunk.dictionary.to_pylist()) for chunk in column.chunks}
    return dictionaries.pop() if column.type.ordered and len(dictionaries) == 1 else None


def _with_order_of(frame: Frame, columns: Sequence[str], rules: CellRules) -> CellRules:
    """Return the rules of one response; an order is used if all its columns have the same."""
    schema = frame.collect_schema()  # once, because a wide table may have thousands of columns
    measures = {rules.measures.get(name) for name in columns}
    rules = replace(rules, measure=measures.pop() if len(measures) == 1 else None)
    orders = {_ordered_categories(frame, name, schema[name], rules) for name in columns}
    order = orders.pop()
    if orders or order is None:
        return rules.with_codes(columns)
    if all(as_number(label) is not None for label in order):
        return replace(rules, categories=order)
    return replace(rules, order=order)
