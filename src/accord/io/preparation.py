"""Columns and rows of a frame before it is read: joined keys, filters, recoded labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord.io.engines.columns import Frame

__all__ = ["join_columns"]

JOINT = ", "


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
