"""Frames of any library, through Narwhals: rows are grouped where they are, then encoded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import narwhals as nw
import numpy as np
import numpy.typing as npt

from accord.backends.arrays import compress_array
from accord.backends.cells import Column, Rules, encode, factorize, named
from accord.errors import (
    DuplicateRatingError,
    EmptyInputError,
    InputError,
    InvalidCountError,
    LayoutError,
    TooFewRatersError,
)
from accord.layouts import Contingency, Counts, Extras, Layout, Long, Wide
from accord.patterns import Patterns
from accord.scale import IntArray, Label, Level, Scale, as_number, show_label

__all__ = ["Frame", "compress_frame", "eager_frame", "peek"]

Frame: TypeAlias = "nw.DataFrame[Any] | nw.LazyFrame[Any]"

SAMPLE = 1000
KEYS_SHOWN = 5
MATRIX_CELLS = 200_000_000  # (items, raters) codes are laid out up to this size
SLOTS = 64  # up to so many ratings of an item are listed; more are counted


def peek(frame: Frame, rules: Rules) -> tuple[list[str], dict[str, list[Any]]]:
    """Column names, and the labels of the first rows, None where missing."""
    head = eager_frame(frame.head(SAMPLE))
    sample = {}
    for name in head.columns:
        cells = _cells(head[name])
        listed = cells.tolist() if isinstance(cells, np.ndarray) else cells
        sample[name] = [rules.label(cell) for cell in listed]
    return head.columns, sample


def compress_frame(frame: Frame, layout: Layout, rules: Rules) -> Patterns:
    """Patterns of a frame with the given layout."""
    if isinstance(layout, Wide):
        return _wide(frame, layout, rules)
    if isinstance(layout, Long):
        return _long(frame, layout, rules)
    if isinstance(layout, Counts):
        return _counts(frame, layout, rules)
    return _contingency(frame, layout, rules)


# --- wide -------------------------------------------------------------------------------------


def _wide(frame: Frame, layout: Wide, rules: Rules) -> Patterns:
    extras = layout.extras
    rules = _with_order(frame, layout.raters, rules)
    table = _grouped(frame, layout.raters, extras)
    if len(table) == 0:
        raise EmptyInputError("there are no rows.")
    carried = _carried(table, extras, np.arange(len(table)))
    columns = [_cells(table[name]) for name in layout.raters]
    facts: dict[str, Any] = {
        "layout": "wide",
        "subjects": lambda: _wide_index(frame, layout, rules),
    }
    if all(isinstance(c, np.ndarray) and c.dtype.kind in "iufb" for c in columns):
        kinds = {c.dtype for c in columns if isinstance(c, np.ndarray)}
        stacked = np.column_stack(columns) if len(kinds) == 1 else None
        if stacked is not None:
            return replace(compress_array(stacked, layout.raters, rules, **carried), **facts)
    scale, codes, warnings = encode(columns, rules)
    return Patterns.build(scale, layout.raters, codes, warnings=warnings, **carried, **facts)


def _wide_index(
    frame: Frame, layout: Wide, rules: Rules
) -> tuple[Sequence[object], npt.NDArray[np.int64]]:
    names = [*layout.raters, *([layout.item] if layout.item else [])]
    table = eager_frame(frame.select(names))
    _, codes, _ = encode([_cells(table[name]) for name in layout.raters], rules)
    labels = named(_listed(table[layout.item])) if layout.item else range(1, len(table) + 1)
    return labels, codes


def _grouped(frame: Frame, raters: Sequence[str], extras: Extras) -> nw.DataFrame[Any]:
    """Rows grouped by their ratings, with the number of subjects of each in `_COUNT`.

    Eager frames of numbers are taken as they are: NumPy groups those faster.
    """
    keys = list(dict.fromkeys([*raters, *(n for n in (extras.cluster, extras.by) if n)]))
    if extras.count is not None:
        table = eager_frame(frame.select(list(dict.fromkeys([*keys, extras.count]))))
        return table.filter((_frequencies(table[extras.count]) > 0).tolist())
    if isinstance(frame, nw.DataFrame) and all(frame[n].dtype.is_numeric() for n in raters):
        return frame.select(keys)
    grouped = frame.group_by(keys, drop_null_keys=False).agg(nw.len().alias(_COUNT))
    return eager_frame(grouped)


_COUNT = "__accord_count__"


def _carried(table: nw.DataFrame[Any], extras: Extras, first: IntArray) -> dict[str, Any]:
    """Multiplicity, cluster and group of each subject; ``first`` is a row of each."""
    carried: dict[str, Any] = {}
    if extras.count is not None:
        carried["multiplicity"] = _frequencies(table[extras.count])[first]
    elif _COUNT in table.columns:
        carried["multiplicity"] = table[_COUNT].to_numpy().astype(np.int64)[first]
    if extras.cluster is not None:
        names, codes = factorize(_required(table, extras.cluster, "cluster"))
        if len(names) < 2:
            raise InputError(
                "all subjects are in one cluster.",
                column=extras.cluster,
                remedy="Standard errors over clusters need two clusters or more.",
            )
        carried["cluster"] = codes[first]
    if extras.by is not None:
        names, codes = factorize(_required(table, extras.by, "group"))
        order = np.argsort(np.argsort(_sort_keys(names)))
        carried["group"] = order[codes][first]
        carried["groups"] = tuple(
            name for _, name in sorted(zip(order, map(_label, names), strict=True))
        )
    return carried


def _sort_keys(names: Sequence[Any]) -> IntArray:
    """Rank of each name: numbers by value, then words."""
    keyed = [(as_number(name) is None, as_number(name) or 0.0, show_label(name)) for name in names]
    ranks = {key: rank for rank, key in enumerate(sorted(keyed))}
    return np.array([ranks[key] for key in keyed])


def _label(value: Any) -> Label:
    return value if isinstance(value, (str, int, float, bool)) else show_label(value)


def _required(table: nw.DataFrame[Any], name: str, role: str) -> Any:
    series = table[name]
    absent = series.is_null()
    if series.dtype == nw.String:
        absent = absent | (series.str.strip_chars() == "")
    if absent.any():
        rows = absent.fill_null(value=True).to_numpy()
        raise InputError(
            f"a rating has no {role}." if role != "cluster" else "a subject has no cluster.",
            row=int(np.argmax(rows)),
            column=name,
            remedy="Fill it in, or leave the row out.",
        )
    return _factorable(series)


def _factorable(series: nw.Series[Any]) -> Any:
    """What `factorize` takes: a polars series of text as it is, else the cells."""
    native = series.to_native()
    if series.dtype != nw.String or not nw.dependencies.is_polars_series(native):
        return _cells(series)
    return native


def _frequencies(series: nw.Series[Any]) -> npt.NDArray[Any]:
    cells = _cells(series)
    numbers = np.array([_frequency(cell, row, series.name) for row, cell in enumerate(cells)])
    whole = bool(np.all(numbers == np.floor(numbers)))
    return numbers.astype(np.int64) if whole else numbers


def _frequency(cell: Any, row: int, column: str) -> float:
    number = as_number(cell)
    if number is None or number < 0:
        raise InvalidCountError(
            f"the count {show_label(cell)!r} is not a number from 0 up.",
            row=row,
            column=column,
            value=cell,
            remedy="A count says how many subjects the row stands for.",
        )
    return number


# --- long -------------------------------------------------------------------------------------


def _long(frame: Frame, layout: Long, rules: Rules) -> Patterns:
    extras = layout.extras
    rules = _with_order(frame, [layout.score], rules)
    names = dict.fromkeys([layout.item, layout.rater, layout.score, *extras.names])
    table = eager_frame(frame.select(list(names)))
    if len(table) == 0:
        raise EmptyInputError("there are no rows.")
    items, item = factorize(_required(table, layout.item, "item"))
    raters, rater = factorize(_required(table, layout.rater, "rater"))
    scale, codes, warnings = encode([_cells(table[layout.score])], rules)
    code = codes[:, 0]
    first = np.unique(item, return_index=True)[1]
    _check_constant(table, item, first, extras)
    rater_names = named(raters)
    if layout.raters is not None:
        rater_names, item, rater, code = _chosen_raters(layout, rater_names, item, rater, code)
    else:
        order = np.argsort(_sort_keys(rater_names))
        rater, rater_names = np.argsort(order)[rater], tuple(rater_names[j] for j in order)
    if len(rater_names) < 2:
        raise TooFewRatersError(
            f"agreement needs two raters or more; the column holds only {rater_names}.",
            column=layout.rater,
            remedy="Is this the column that says who gave the rating?",
        )
    _check_duplicates(item, rater, items, rater_names)
    carried = _carried(table, extras, first)
    facts: dict[str, Any] = {"layout": "long", "warnings": warnings}
    if len(items) * len(rater_names) <= MATRIX_CELLS:
        rows = np.full((len(items), len(rater_names)), -1, dtype=_narrow(scale.size))
        rows[item, rater] = code
        facts["subjects"] = lambda: (named(items), rows.astype(np.int64))
        return Patterns.build(scale, rater_names, rows, **carried, **facts)
    facts["warnings"] = (
        *warnings,
        f"{len(rater_names)} raters and {len(items)} items are too many to keep raters apart; "
        "coefficients that need to know who gave which rating are left out.",
    )
    return _anonymous(scale, rater_names, item, code, len(items), carried, facts)


def _anonymous(
    scale: Scale,
    raters: tuple[str, ...],
    item: IntArray,
    code: IntArray,
    size: int,
    carried: dict[str, Any],
    facts: dict[str, Any],
) -> Patterns:
    """Patterns of items whose raters are too many for columns: ratings listed, or counted."""
    rated = code >= 0
    item, code = item[rated], code[rated]
    each = np.bincount(item, minlength=size)
    if each.max(initial=0) > SLOTS and size * scale.size <= MATRIX_CELLS:
        counts = np.bincount(item * scale.size + code, minlength=size * scale.size)
        table = counts.reshape(size, scale.size)
        return Patterns.build(scale, raters, table, counted=True, **carried, **facts)
    order = np.lexsort((code, item))
    start = np.cumsum(each) - each
    slot = np.arange(item.size) - np.repeat(start, each)
    rows = np.full((size, int(each.max(initial=1))), -1, dtype=_narrow(scale.size))
    rows[item[order], slot] = code[order]
    return Patterns.build(scale, raters, rows, identity=False, **carried, **facts)


def _narrow(size: int) -> type[np.signedinteger[Any]]:
    return np.int8 if size < 126 else np.int32


def _chosen_raters(
    layout: Long,
    raters: tuple[str, ...],
    item: IntArray,
    rater: IntArray,
    code: IntArray,
) -> tuple[tuple[str, ...], IntArray, IntArray, IntArray]:
    assert layout.raters is not None
    for name in layout.raters:
        if name not in raters:
            raise LayoutError(
                f"there is no rater {name!r}; the raters are {', '.join(raters[:12])}.",
                column=layout.rater,
            )
    place = np.full(len(raters), -1)
    for j, name in enumerate(layout.raters):
        place[raters.index(name)] = j
    keep = place[rater] >= 0
    return layout.raters, item[keep], place[rater][keep], code[keep]


def _check_duplicates(
    item: IntArray, rater: IntArray, items: Sequence[Any], raters: Sequence[str]
) -> None:
    key = item * len(raters) + rater
    distinct, times = np.unique(key, return_counts=True)
    again = distinct[times > 1]
    if again.size:
        shown = [
            (show_label(items[k // len(raters)]), raters[k % len(raters)])
            for k in again[:KEYS_SHOWN].tolist()
        ]
        raise DuplicateRatingError(shown, int(again.size))


def _check_constant(
    table: nw.DataFrame[Any], item: IntArray, first: IntArray, extras: Extras
) -> None:
    """An item has one count, cluster and group, whoever rates it."""
    for name in extras.names:
        _, codes = factorize(_cells(table[name]))
        differs = np.flatnonzero(codes != codes[first][item])
        if differs.size:
            raise LayoutError(
                "an item has two different values of this column.",
                row=int(differs[0]),
                column=name,
                remedy="Counts, clusters and groups belong to items, not to ratings.",
            )


# --- counts and contingency -------------------------------------------------------------------


def _counts(frame: Frame, layout: Counts, rules: Rules) -> Patterns:
    extras = layout.extras
    names = dict.fromkeys([*layout.categories, *extras.names])
    table = eager_frame(frame.select([*names, *([layout.item] if layout.item else [])]))
    if len(table) == 0:
        raise EmptyInputError("there are no rows.")
    counts = np.column_stack([_whole(table[name], rules) for name in layout.categories])
    scale = _labels_as_scale(layout.categories, rules)
    place = scale.encode(layout.categories)
    rows = np.zeros((len(table), scale.size), dtype=np.int64)
    rows[:, place] = counts
    most = int(rows.sum(axis=1).max(initial=0))
    if most < 2:
        raise TooFewRatersError(
            "no subject has two ratings: the cells of every row add up to 1 or less.",
            remedy="In the counts layout a cell says how many raters chose the category.",
        )
    labels = named(_listed(table[layout.item])) if layout.item else range(1, len(table) + 1)
    return Patterns.build(
        scale,
        [f"rater {number}" for number in range(1, most + 1)],
        rows,
        counted=True,
        layout="counts",
        subjects=lambda: (labels, rows),
        **_carried(table, extras, np.arange(len(table))),
    )


def _contingency(frame: Frame, layout: Contingency, rules: Rules) -> Patterns:
    table = eager_frame(frame)
    if len(table) == 0:
        raise EmptyInputError("there are no rows.")
    cells = np.column_stack([_whole(table[name], rules, fractions=True) for name in layout.columns])
    columns = [str(name) for name in layout.columns]
    if layout.label is not None:
        rows = list(named(_listed(table[layout.label])))
    elif len(table) == len(columns):
        rows = columns
    else:
        raise LayoutError(
            f"the table has {len(table)} rows and {len(columns)} columns and no row labels.",
            remedy="Put the row labels in the first column.",
        )
    cells, rows, columns, notes = _without_margins(cells, rows, columns)
    for name in rows:
        if rows.count(name) > 1:
            raise LayoutError(f"two rows are labelled {name!r}.", column=layout.label, value=name)
    raters = layout.raters or ("rows", "columns")
    if len(raters) != 2:
        raise TooFewRatersError(f"a contingency table has two raters, not {len(raters)}.")
    scale = _labels_as_scale(list(dict.fromkeys([*rows, *columns])), rules)
    first, second = scale.encode(rows), scale.encode(columns)
    codes = np.stack(np.broadcast_arrays(first[:, None], second[None, :]), axis=-1).reshape(-1, 2)
    seen = cells.ravel() > 0
    if not seen.any():
        raise EmptyInputError("every cell of the table is 0.")
    return Patterns.build(
        scale,
        raters,
        codes[seen],
        multiplicity=cells.ravel()[seen],
        layout="contingency",
        warnings=notes,
    )


def _without_margins(
    cells: npt.NDArray[Any], rows: list[str], columns: list[str]
) -> tuple[npt.NDArray[Any], list[str], list[str], tuple[str, ...]]:
    """Table without a last row and column that only add up the others."""
    notes = []
    if rows[-1].casefold() in TOTALS and np.allclose(cells[-1], cells[:-1].sum(axis=0)):
        notes.append(f"row {rows[-1]!r} adds up the others and is left out.")
        cells, rows = cells[:-1], rows[:-1]
    if columns[-1].casefold() in TOTALS and np.allclose(cells[:, -1], cells[:, :-1].sum(axis=1)):
        notes.append(f"column {columns[-1]!r} adds up the others and is left out.")
        cells, columns = cells[:, :-1], columns[:-1]
    return cells, rows, columns, tuple(notes)


TOTALS = ("total", "totals", "sum", "all", "σ", "summe", "gesamt")


def _labels_as_scale(labels: Sequence[str], rules: Rules) -> Scale:
    """Scale of categories that stand in a header: all of them count as declared."""
    if rules.categories is not None:
        return Scale.declare(rules.categories, level=rules.level)
    observed = Scale.observed(labels, level=rules.level)
    if observed.numeric:
        return Scale(observed.values, None, observed.level, declared=True, ordered=True)
    level: Level = rules.level or "nominal"
    return Scale(None, tuple(map(str, labels)), level, declared=True, ordered=True)


def _whole(series: nw.Series[Any], rules: Rules, *, fractions: bool = False) -> npt.NDArray[Any]:
    """Column of counts from 0 up; a missing cell is 0."""
    numbers = []
    for row, cell in enumerate(_listed(series)):
        label = rules.label(cell)
        number = 0.0 if label is None else as_number(label)
        if number is None or number < 0 or not (fractions or number.is_integer()):
            raise InvalidCountError(
                f"the cell {show_label(cell)!r} is not a "
                f"{'number' if fractions else 'whole number'} from 0 up.",
                row=row,
                column=series.name,
                value=cell,
                remedy="Cells count ratings; if they are ratings, use the wide layout.",
            )
        numbers.append(number)
    array = np.array(numbers)
    whole = bool(np.all(array == np.floor(array)))
    return array.astype(np.int64) if whole else array


# --- cells ------------------------------------------------------------------------------------


def eager_frame(frame: Frame) -> nw.DataFrame[Any]:
    """Frame in memory."""
    return frame.collect() if isinstance(frame, nw.LazyFrame) else frame


def _cells(series: nw.Series[Any]) -> Column:
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
    return _listed(series)


def _fits(series: nw.Series[Any]) -> bool:
    low, high = series.min(), series.max()
    return low is None or (abs(int(low)) < 2**53 and abs(int(high)) < 2**53)


def _listed(series: nw.Series[Any]) -> list[Any]:
    """Cells as Python values, nulls as None."""
    if isinstance(series.dtype, (nw.Categorical, nw.Enum)):
        series = series.cast(nw.String)
    cells = series.to_list()
    if series.is_null().any():
        absent = series.is_null().to_list()
        cells = [None if null else cell for cell, null in zip(cells, absent, strict=True)]
    return cells


def _with_order(frame: Frame, columns: Sequence[str], rules: Rules) -> Rules:
    """Rules that know the order of ordered categorical columns, if all have the same."""
    if rules.categories is not None:
        return rules
    schema = frame.collect_schema()
    orders = {
        tuple(kind.categories) if isinstance(kind := schema[name], nw.Enum) else None
        for name in columns
    }
    order = orders.pop()
    if orders or order is None:
        return rules
    if all(as_number(label) is not None for label in order):
        return replace(rules, categories=order)
    return replace(rules, order=order)
