"""Progress of reading a large file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.options import Progress

if TYPE_CHECKING:
    import polars as pl

    from accord.io.engines.columns import Frame

__all__ = ["with_progress"]

LEAST_ROWS = 5_000_000  # fewer are read in about a second


def with_progress(frame: Frame, progress: Progress | None) -> Frame:
    """Return a frame that reports, whenever it is scanned, how many of its rows have been read."""
    import narwhals as nw
    import polars as pl

    if progress is None or not isinstance(frame, nw.LazyFrame):
        return frame
    native = frame.to_native()
    if not isinstance(native, pl.LazyFrame):
        return frame
    rows = int(native.select(pl.len()).collect().item())
    if rows < LEAST_ROWS:
        return frame
    read = 0

    def report(part: pl.DataFrame) -> pl.DataFrame:
        nonlocal read
        read += part.height
        scan = -(-read // rows)  # a frame may be scanned several times
        progress(f"Reading, pass {scan}", read - (scan - 1) * rows, rows)
        return part

    return nw.from_native(native.map_batches(report, streamable=True))
