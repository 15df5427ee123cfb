"""Tables with raters in rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.data.scale import show_label
from accord.errors import EmptyInputError, LayoutError
from accord.io.engines import CellRules
from accord.io.engines.objects import columns_as_frame
from accord.io.layouts import LayoutOptions, find_column

if TYPE_CHECKING:
    import narwhals as nw

    from accord.io.engines.columns import Frame

__all__ = ["transpose_frame"]


def transpose_frame(
    frame: Frame, options: LayoutOptions, rules: CellRules
) -> tuple[nw.DataFrame[Any], LayoutOptions, CellRules]:
    """Return a frame with raters in columns, and the options and rules that apply to it.

    The first column names the raters if it has distinct words.
    """
    from accord.io.engines.columns import eager_frame
    from accord.io.engines.frames import sample_rows

    eager = eager_frame(frame)
    columns = eager.columns
    if not columns:
        raise EmptyInputError("there are no columns.")
    first = sample_rows(eager.select(columns[0]), rules)[columns[0]]
    words = all(isinstance(cell, str) and not cell.replace(".", "").isdigit() for cell in first)
    label = find_column(options.rater, columns) if options.rater is not None else None
    if label is None and words and len(set(first)) == len(first):
        label = columns[0]
    raters = (
        [show_label(cell) for cell in eager[label].to_list()]
        if label is not None
        else [str(number) for number in range(1, len(eager) + 1)]
    )
    if len(set(raters)) < len(raters):
        raise LayoutError("two rows have the same rater.", column=label)
    subjects = [name for name in columns if name != label]
    if not subjects:
        raise EmptyInputError(f"there are no ratings besides the raters in column {label!r}.")
    key = "item" if "item" not in raters else "the items"
    table: dict[str, Any] = {key: subjects}
    table.update(zip(raters, map(list, eager.select(subjects).rows()), strict=True))
    stated = replace(options, rater=None, item=key, layout=options.layout or "wide")
    return columns_as_frame(table), stated, _transpose_rules(rules, list(table))


def _transpose_rules(rules: CellRules, columns: Sequence[str]) -> CellRules:
    """Return the rules of columns each of which has cells of all former columns."""
    pairs = tuple(pair for labels in rules.value_labels.values() for pair in labels)
    orders, measures = set(rules.orders.values()), set(rules.measures.values())
    return replace(
        rules,
        orders=dict.fromkeys(columns, orders.pop()) if len(orders) == 1 else {},
        measures=dict.fromkeys(columns, measures.pop()) if len(measures) == 1 else {},
        value_labels=dict.fromkeys(columns, pairs) if pairs else {},
    )
