"""How far the reading of a large file has come."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import polars as pl

    from accord.io.engines.columns import Frame

__all__ = ["Progress", "watched"]

Progress: TypeAlias = Callable[[str, int, int], None]
FROM = 5_000_000  # rows from which anybody would wait


def watched(frame: Frame, progress: Progress | None) -> Frame:
    """Frame that tells, whenever it is gone through, how many of its rows have been read."""
    import narwhals as nw
    import polars as pl

    if progress is None or not isinstance(frame, nw.LazyFrame):
        return frame
    native = frame.to_native()
    if not isinstance(native, pl.LazyFrame):
        return frame
    rows = int(native.select(pl.len()).collect().item())
    if rows < FROM:
        return frame
    read = 0

    def tell(part: pl.DataFrame) -> pl.DataFrame:
        nonlocal read
        read += part.height
        through = -(-read // rows)
        progress(f"Reading, pass {through}", read - (through - 1) * rows, rows)
        return part

    told = native.map_batches(tell, streamable=True)
    return nw.from_native(told)
