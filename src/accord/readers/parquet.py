"""Parquet files."""

from __future__ import annotations

from pathlib import Path

from accord.errors import NotATableError
from accord.readers.registry import reader
from accord.readers.sheet import Dialect, Sheet

__all__ = ["read_parquet"]


@reader("parquet", "Parquet files", knows=lambda head: head.start.startswith(b"PAR1"))
def read_parquet(path: Path, _: Dialect) -> Sheet:
    """Scan a Parquet file."""
    import polars as pl

    frame = pl.scan_parquet(path)
    try:
        frame.collect_schema()
    except pl.exceptions.PolarsError as error:
        raise NotATableError(
            f"the file begins like Parquet and cannot be read as such: {error}", source=str(path)
        ) from error
    return Sheet(frame, str(path))
