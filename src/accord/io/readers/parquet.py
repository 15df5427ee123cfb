"""Parquet files."""

from __future__ import annotations

from pathlib import Path

from accord.errors import NotATableError
from accord.io.readers.registry import Head, matches, reader
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["read_parquet"]


def _is_parquet(head: Head) -> bool:
    if head.start.startswith(b"PAR1"):
        return True
    if head.path.is_dir():
        return next(head.path.rglob("*.parquet"), None) is not None
    return any(file.suffix == ".parquet" for file in matches(head.path))


@reader("parquet", "Parquet: a file, a folder or a pattern of files", knows=_is_parquet)
def read_parquet(path: Path, _: Dialect) -> Sheet:
    """Scan a Parquet file, all files of a folder, or those that match a pattern."""
    import polars as pl

    files = sorted(path.rglob("*.parquet")) if path.is_dir() else matches(path) or [path]
    frame = pl.scan_parquet(files, glob=False)
    try:
        frame.collect_schema()
    except pl.exceptions.PolarsError as error:
        raise NotATableError(
            f"the file begins like Parquet and cannot be read as such: {error}", file=str(path)
        ) from error
    return Sheet(frame, str(path))
