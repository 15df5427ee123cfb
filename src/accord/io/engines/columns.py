"""Columns of a frame, through Narwhals: their cells, and what subjects carry along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import narwhals as nw
import numpy as np
import numpy.typing as npt

from accord.data.scale import EXACT, IntArray, Label, as_number, show_label
from accord.errors import InputError, InvalidCountError
from accord.io.engines.cells import Column, Rules, factorize
from accord.io.layouts import Extras

__all__ = [
    "COUNT",
    "Frame",
    "carried_along",
    "cells_of",
    "cells_of_all",
    "eager_frame",
    "frequencies",
    "listed",
    "required",
    "sort_ranks",
    "with_order",
]

Frame: TypeAlias = "nw.DataFrame[Any] | nw.LazyFrame[Any]"
COUNT = "__accord_count__"
FEW_COLUMNS = 100  # of which the cells are taken out one column at a time


def eager_frame(frame: Frame) -> nw.DataFrame[Any]:
    """Frame in memory: what an engine holds is worked out there, in parts where it can be."""
    if not isinstance(frame, nw.LazyFrame):
        return frame
    if frame.implementation.is_polars():
        return frame.collect(engine="streaming")
    return frame.collect(backend="polars")


def cells_of(series: nw.Series[Any]) -> Column:
    """Cells of a column: numbers as an array (NaN for null), anything else as a list."""
    dtype = series.dtype
    if dtype.is_numeric():
        nulls = series.is_null().any()
        if not nulls:
            array = series.to_numpy()
            if array.dtype.kind in "iuf":
                return array
        elif not dtype.is_integer() or _fits(series):
            return series.cast(nw.Float64).to_numpy().astype(np.float64)
    if dtype == nw.Boolean and not series.is_null().any():
        array = series.to_numpy()
        if array.dtype.kind == "b":
            return array
    return listed(series)


def cells_of_all(frame: nw.DataFrame[Any], names: Sequence[str]) -> list[Column]:
    """Cells of several columns, each as `cells_of` gives them.

    A call for each of thousands of columns takes seconds, so many columns of text, or of numbers
    of one type without nulls, are taken out together. Nulls in text are None in Polars; elsewhere
    they may be NaN, which `listed` looks after.
    """
    if len(names) <= FEW_COLUMNS:
        return [cells_of(frame[name]) for name in names]
    together: dict[Any, list[str]] = {}
    schema, polars = frame.collect_schema(), frame.implementation.is_polars()
    null = frame.select(nw.col(*names).is_null().any()).row(0)
    for name, some in zip(names, null, strict=True):
        kind = schema[name]
        if (kind == nw.String and (polars or not some)) or (kind.is_numeric() and not some):
            together.setdefault(kind, []).append(name)
    cells: dict[str, Column] = {}
    for kind, group in together.items():
        if kind == nw.String:
            columns = zip(*frame.select(group).rows(), strict=True)
            cells.update((name, list(own)) for name, own in zip(group, columns, strict=False))
        else:
            table = frame.select(group).to_numpy()
            if table.dtype.kind in "iuf":
                cells.update(zip(group, table.T, strict=True))
    return [cells[name] if name in cells else cells_of(frame[name]) for name in names]


def _fits(series: nw.Series[Any]) -> bool:
    low, high = series.min(), series.max()
    return low is None or (abs(int(low)) < 2**53 and abs(int(high)) < 2**53)


def listed(series: nw.Series[Any]) -> list[Any]:
    """Cells as Python values, nulls as None."""
    if isinstance(series.dtype, (nw.Categorical, nw.Enum)):
        series = series.cast(nw.String)
    cells = series.to_list()
    if series.is_null().any():
        absent = series.is_null().to_list()
        cells = [None if null else cell for cell, null in zip(cells, absent, strict=True)]
    return cells


def carried_along(table: nw.DataFrame[Any], extras: Extras, first: IntArray) -> dict[str, Any]:
    """Multiplicity, cluster and group of each subject; ``first`` is a row of each."""
    carried: dict[str, Any] = {}
    if extras.count is not None:
        carried["multiplicity"] = frequencies(table[extras.count])[first]
    elif COUNT in table.columns:
        carried["multiplicity"] = table[COUNT].to_numpy().astype(np.int64)[first]
    if extras.cluster is not None:
        names, codes = factorize(required(table, extras.cluster, "cluster"))
        if len(names) < 2:
            raise InputError(
                "all subjects are in one cluster.",
                column=extras.cluster,
                remedy="Standard errors over clusters need two clusters or more.",
            )
        order = np.argsort(np.argsort(sort_ranks(names)))  # whatever order an engine gives them in
        carried["cluster"] = order[codes][first]
    if extras.by is not None:
        names, codes = factorize(required(table, extras.by, "group"))
        order = np.argsort(np.argsort(sort_ranks(names)))
        carried["group"] = order[codes][first]
        carried["groups"] = tuple(
            name for _, name in sorted(zip(order, map(_label, names), strict=True))
        )
    return carried


def sort_ranks(names: Sequence[Any]) -> IntArray:
    """Rank of each name: numbers by value, then words."""
    keyed = [(as_number(name) is None, as_number(name) or 0.0, show_label(name)) for name in names]
    ranks = {key: rank for rank, key in enumerate(sorted(keyed))}
    return np.array([ranks[key] for key in keyed])


def _label(value: Any) -> Label:
    return value if isinstance(value, (str, int, float, bool)) else show_label(value)


def required(table: nw.DataFrame[Any], name: str, role: str) -> Any:
    """Column in which every row has a value, ready for `factorize`."""
    series = table[name]
    absent = series.is_null()
    if series.dtype == nw.String:
        absent = absent | (series.str.strip_chars() == "")
    if absent.any():
        rows = absent.fill_null(value=True).to_numpy()
        raise InputError(
            f"a rating has no {role}." if role != "cluster" else "a subject has no cluster.",
            row=None if COUNT in table.columns else int(np.argmax(rows)),
            column=name,
            remedy="Fill it in, or leave the row out.",
        )
    return _factorable(series)


def _factorable(series: nw.Series[Any]) -> Any:
    """What `factorize` takes: a polars series of text as it is, else the cells."""
    native = series.to_native()
    if series.dtype != nw.String or not nw.dependencies.is_polars_series(native):
        return cells_of(series)
    return native


def frequencies(series: nw.Series[Any]) -> npt.NDArray[Any]:
    """How many subjects each row stands for."""
    cells = cells_of(series)
    numbers = np.array([_frequency(cell, row, series.name) for row, cell in enumerate(cells)])
    whole = bool(np.all(numbers == np.floor(numbers)))
    return numbers.astype(np.int64) if whole else numbers


def _frequency(cell: Any, row: int, column: str) -> float:
    number = as_number(cell)
    if number is None or not 0 <= number < EXACT:
        raise InvalidCountError(
            f"the count {show_label(cell)!r} is not a number from 0 up.",
            row=row,
            column=column,
            value=cell,
            remedy="A count says how many subjects the row stands for.",
        )
    return number


def with_order(frame: Frame, columns: Sequence[Sequence[str]], rules: Rules) -> Rules:
    """Rules that know the order of ordered categorical columns, and the codes behind labels.

    Parameters
    ----------
    columns
        The columns of each response.
    """
    if rules.categories is not None:
        return rules
    parts = tuple(_with_order_of(frame, own, rules) for own in columns)
    return parts[0] if len(parts) == 1 else replace(rules, parts=parts)


def _ordered_categories(frame: Frame, name: str, kind: Any, rules: Rules) -> tuple[Any, ...] | None:
    """Categories of an ordered categorical column; None if the column has no order."""
    if name in rules.orders:
        return rules.orders[name]
    if isinstance(kind, nw.Enum):
        return tuple(kind.categories)
    if not isinstance(kind, nw.Categorical) or not frame.implementation.is_pyarrow():
        return None
    column = frame.to_native()[name]  # Narwhals does not say whether a dictionary is ordered
    dictionaries = {tuple(chunk.dictionary.to_pylist()) for chunk in column.chunks}
    return dictionaries.pop() if column.type.ordered and len(dictionaries) == 1 else None


def _with_order_of(frame: Frame, columns: Sequence[str], rules: Rules) -> Rules:
    """Rules of one response; an order counts if all its columns have the same."""
    kinds = frame.collect_schema()  # once: a wide table has thousands of columns
    measures = {rules.measures.get(name) for name in columns}
    rules = replace(rules, measure=measures.pop() if len(measures) == 1 else None)
    orders = {_ordered_categories(frame, name, kinds[name], rules) for name in columns}
    order = orders.pop()
    if orders or order is None:
        return rules.with_codes(columns)
    if all(as_number(label) is not None for label in order):
        return replace(rules, categories=order)
    return replace(rules, order=order)
