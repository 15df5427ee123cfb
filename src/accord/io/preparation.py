"""Columns and rows of a frame before it is read: joined keys, filters, recoded labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.base.wording import split_names
from accord.io.layouts import LayoutOptions, find_column

if TYPE_CHECKING:
    from accord.io.engines.columns import Frame

__all__ = ["join_columns", "join_stated"]

JOINT = ", "


def join_stated(frame: Frame, options: LayoutOptions) -> tuple[Frame, LayoutOptions]:
    """Return a frame with a column for subjects or groups that several columns tell together.

    The options name the new column.
    """
    columns = list(frame.collect_schema())
    joined: dict[str, tuple[str, ...]] = {}
    named = {}
    for role in ("item", "by"):
        choice = getattr(options, role)
        parts = _several(choice, columns)
        if parts is None:
            continue
        found = tuple(dict.fromkeys(find_column(part, columns) for part in parts))
        named[role] = name = JOINT.join(found)
        if len(found) > 1:
            joined[name] = found
    if not named:
        return frame, options
    return join_columns(frame, joined), replace(options, **named)


def _several(choice: Any, columns: Sequence[str]) -> list[Any] | None:
    """Return the columns of a choice of several; None for a single column."""
    if choice is None or isinstance(choice, int):
        return None
    if isinstance(choice, str):
        return split_names(choice) if "," in choice and choice.strip() not in columns else None
    return list(choice)


def join_columns(frame: Frame, joined: Mapping[str, Sequence[str]]) -> Frame:
    """Return a frame with new columns that hold the cells of several columns as one text."""
    import narwhals as nw

    if not joined:
        return frame
    return frame.with_columns(
        *(
            nw.concat_str([nw.col(part).cast(nw.String) for part in parts], separator=JOINT).alias(
                name
            )
            for name, parts in joined.items()
        )
    )
