"""Frames of any library, through Narwhals: rows are grouped where they are, then encoded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import narwhals as nw
import numpy as np
import numpy.typing as npt

from accord.data.columns import Bag, CategoryCounts
from accord.data.patterns import Patterns
from accord.data.scale import IntArray, Scale, show_label
from accord.errors import DuplicateRatingError, EmptyInputError, LayoutError, TooFewRatersError
from accord.io.engines.arrays import compress_array
from accord.io.engines.cells import Rules, encode, encode_responses, factorize, named
from accord.io.engines.columns import (
    COUNT,
    Frame,
    carried_along,
    cells_of,
    cells_of_all,
    eager_frame,
    frequencies,
    listed,
    required,
    sort_ranks,
    with_order,
)
from accord.io.engines.lazy import can_stay, compress_lazily
from accord.io.engines.tables import compress_contingency, compress_counts
from accord.io.layouts import Counts, Extras, Layout, Long, Wide

__all__ = ["compress_frame", "peek"]


SAMPLE = 1000
KEYS_SHOWN = 5
MATRIX_CELLS = 200_000_000  # (items, raters) codes are laid out up to this size
SLOTS = 64  # up to so many ratings of an item are listed; more are counted


def peek(frame: Frame, rules: Rules) -> tuple[list[str], dict[str, list[Any]]]:
    """Column names, and the labels of the first rows, None where missing."""
    head = eager_frame(frame.head(SAMPLE))
    sample = {}
    kinds = head.collect_schema()
    for name, cells in zip(head.columns, cells_of_all(head, head.columns), strict=True):
        plain = cells.tolist() if isinstance(cells, np.ndarray) else cells
        if kinds[name] == nw.String:
            known = {cell: rules.label(cell) for cell in set(plain)}
            sample[name] = [known[cell] for cell in plain]
        else:
            sample[name] = [rules.label(cell) for cell in plain]
    return head.columns, sample


def compress_frame(frame: Frame, layout: Layout, rules: Rules) -> Patterns:
    """Patterns of a frame with the given layout."""
    if isinstance(layout, Wide):
        return _wide(frame, layout, rules)
    if isinstance(layout, Long):
        found = compress_lazily(frame, layout, rules) if can_stay(frame, layout) else None
        return _long(frame, layout, rules) if found is None else found
    if isinstance(layout, Counts):
        return compress_counts(frame, layout, rules)
    return compress_contingency(frame, layout, rules)


# --- wide -------------------------------------------------------------------------------------


def _wide(frame: Frame, layout: Wide, rules: Rules) -> Patterns:
    extras = layout.extras
    rules = with_order(frame, layout.columns, rules)
    table = _grouped(frame, _listed_once(layout.columns), extras)
    if len(table) == 0:
        raise EmptyInputError("there are no rows.")
    carried = carried_along(table, extras, np.arange(len(table)))
    facts: dict[str, Any] = {"layout": "wide"}
    if layout.responses:
        scale, codes, warnings = _responses(table, layout, rules)
        facts["subjects"] = lambda: _wide_index(frame, layout, rules)
        return Patterns.build(scale, layout.raters, codes, warnings=warnings, **carried, **facts)
    columns = cells_of_all(table, layout.raters)
    if all(isinstance(c, np.ndarray) and c.dtype.kind in "iufb" for c in columns):
        kinds = {c.dtype for c in columns if isinstance(c, np.ndarray)}
        stacked = np.column_stack(columns) if len(kinds) == 1 else None
        if stacked is not None:
            found = compress_array(stacked, layout.raters, rules, **carried)
            settled = replace(rules, categories=found.scale.labels)
            return replace(found, subjects=lambda: _wide_index(frame, layout, settled), **facts)
    scale, codes, warnings = encode(columns, rules)
    settled = replace(rules, categories=scale.labels)
    facts["subjects"] = lambda: _wide_index(frame, layout, settled)
    return Patterns.build(scale, layout.raters, codes, warnings=warnings, **carried, **facts)


def _wide_index(
    frame: Frame, layout: Wide, rules: Rules
) -> tuple[Sequence[object], npt.NDArray[np.int64]]:
    """Subjects, and their codes on the scale that is settled by now."""
    extra = [name for name in (layout.item, layout.extras.count) if name]
    table = eager_frame(frame.select(_listed_once([*layout.columns, extra])))
    numbers: Sequence[object] = range(1, len(table) + 1)
    if layout.extras.count:
        kept = frequencies(table[layout.extras.count]) > 0
        table, numbers = table.filter(kept.tolist()), (np.flatnonzero(kept) + 1).tolist()
    _, codes, _ = _responses(table, layout, rules)
    return named(listed(table[layout.item])) if layout.item else numbers, codes


def _listed_once(groups: Iterable[Sequence[str]]) -> list[str]:
    return list(dict.fromkeys(name for group in groups for name in group))


def _responses(
    table: nw.DataFrame[Any], layout: Wide, rules: Rules
) -> tuple[Scale, npt.NDArray[np.int64], tuple[str, ...]]:
    columns = [cells_of_all(table, group) for group in layout.columns]
    return encode_responses(columns, rules, layout.responses)


def _grouped(frame: Frame, raters: Sequence[str], extras: Extras) -> nw.DataFrame[Any]:
    """Rows grouped by their ratings, with the number of subjects of each in `COUNT`.

    Eager frames of numbers are taken as they are: NumPy groups those faster.
    """
    keys = list(dict.fromkeys([*raters, *(n for n in (extras.cluster, extras.by) if n)]))
    if extras.count is not None:
        table = eager_frame(frame.select(list(dict.fromkeys([*keys, extras.count]))))
        return table.filter((frequencies(table[extras.count]) > 0).tolist())
    if isinstance(frame, nw.DataFrame) and all(frame[n].dtype.is_numeric() for n in raters):
        return frame.select(keys)
    grouped = frame.group_by(keys, drop_null_keys=False).agg(nw.len().alias(COUNT))
    return eager_frame(grouped)


# --- long -------------------------------------------------------------------------------------


def _long(frame: Frame, layout: Long, rules: Rules) -> Patterns:
    extras = layout.extras
    rules = with_order(frame, [[name] for name in layout.scores], rules)
    names = dict.fromkeys([layout.item, layout.rater, *layout.scores, *extras.names])
    table = eager_frame(frame.select(list(names)))
    if extras.count is not None:
        table = table.filter((frequencies(table[extras.count]) > 0).tolist())
    if layout.raters is not None:
        table = _of_raters(table, layout)
    if len(table) == 0:
        raise EmptyInputError("there are no rows.")
    items, item = factorize(required(table, layout.item, "item"))
    raters, rater = factorize(required(table, layout.rater, "rater"))
    columns = [[cells_of(table[name])] for name in layout.scores]
    scale, codes, warnings = encode_responses(columns, rules, layout.scores)
    code = codes[:, 0]
    first = np.unique(item, return_index=True)[1]
    _check_constant(table, item, first, extras)
    rater_names = named(raters)
    if layout.raters is not None:
        order = np.array([rater_names.index(name) for name in layout.raters])
    else:
        order = np.argsort(sort_ranks(rater_names))
    rater, rater_names = np.argsort(order)[rater], tuple(rater_names[j] for j in order)
    if len(rater_names) < 2:
        raise TooFewRatersError(
            f"agreement needs two raters or more; the column holds only {rater_names}.",
            column=layout.rater,
            remedy="Is this the column that says who gave the rating?",
        )
    rated = code >= 0
    _check_duplicates(item[rated], rater[rated], items, rater_names)
    carried = carried_along(table, extras, first)
    facts: dict[str, Any] = {"layout": "long", "warnings": warnings}
    if len(items) * len(rater_names) <= MATRIX_CELLS:
        rows = np.full((len(items), len(rater_names)), -1, dtype=_narrow(scale.size))
        rows[item[rated], rater[rated]] = code[rated]
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
        columns = CategoryCounts(counts.reshape(size, scale.size), scale.size)
        return Patterns.compress(scale, raters, columns, **carried, **facts)
    order = np.lexsort((code, item))
    start = np.cumsum(each) - each
    slot = np.arange(item.size) - np.repeat(start, each)
    rows = np.full((size, int(each.max(initial=1))), -1, dtype=_narrow(scale.size))
    rows[item[order], slot] = code[order]
    return Patterns.compress(scale, raters, Bag(rows, scale.size), **carried, **facts)


def _narrow(size: int) -> type[np.signedinteger[Any]]:
    return np.int8 if size < 126 else np.int32


def _of_raters(table: nw.DataFrame[Any], layout: Long) -> nw.DataFrame[Any]:
    """Rows of the chosen raters only."""
    assert layout.raters is not None
    names = named(listed(table[layout.rater]))
    present = set(names)
    for name in layout.raters:
        if name not in present:
            known = ", ".join(sorted(present)[:12])
            raise LayoutError(
                f"there is no rater {name!r}; the raters are {known}.", column=layout.rater
            )
    chosen = set(layout.raters)
    return table.filter([name in chosen for name in names])


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
        _, codes = factorize(cells_of(table[name]))
        differs = np.flatnonzero(codes != codes[first][item])
        if differs.size:
            raise LayoutError(
                "an item has two different values of this column.",
                row=int(differs[0]),
                column=name,
                remedy="Counts, clusters and groups belong to items, not to ratings.",
            )
