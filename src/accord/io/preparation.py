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
    named: dict[str, str] = {}
    for role, choice in (("item", options.item), ("by", options.by)):
        parts = options.joint.get(role) or _split(choice, columns)
        if parts:
            found = tuple(dict.fromkeys(find_column(part, columns) for part in parts))
            named[role] = name = JOINT.join(found)
            if len(found) > 1:
                joined[name] = found
    if not named:
        return frame, options
    stated = replace(
        options, joint={}, item=named.get("item", options.item), by=named.get("by", options.by)
    )
    return join_columns(frame, joined), stated


def _split(choice: Any, columns: Sequence[str]) -> list[str]:
    """Return the columns that a text lists; none if it names one."""
    if not isinstance(choice, str) or "," not in choice or choice.strip() in columns:
        return []
    return split_names(choice)


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
