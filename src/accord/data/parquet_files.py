"""Checks of Parquet files before they are scanned, because a damaged one can end the process."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from accord.base.panics import converting_panics
from accord.base.wording import first_line
from accord.errors import InputError, NotATableError
from accord.native.process import read_natively

__all__ = ["check_parquet"]

MAGIC, ENCRYPTED = b"PAR1", b"PARE"
TAIL = 8  # bytes of the length of the footer and the magic number
DECODED = 1_000_000_000  # bytes of files that are decoded once in a process of their own
ROWS_PER_BYTE = 40_000  # a column of one value has about a tenth of it
SPARE_ROWS = 10_000_000  # that a file of any size may have
REMEDY = "Write the file again, or copy it again from where it came from."


def check_parquet(files: Sequence[Path]) -> None:
    """Refuse files that are damaged, or that unpack to excessively many rows.

    The ends of all files are checked. Files below a gigabyte are also decoded once in a process of
    their own, where damaged pages can do no harm: a tenth of the time of the analysis or less.
    Larger ones are not, because they may have long texts that the analysis never looks at.
    """
    for file in files:
        _check_footer(file)
    if sum(file.stat().st_size for file in files) <= DECODED:
        _decode_once(tuple((file, file.stat().st_mtime_ns, file.stat().st_size) for file in files))


@lru_cache(maxsize=64)
def _decode_once(versions: tuple[tuple[Path, int, int], ...]) -> None:
    """Decode files, unless that has succeeded before and they have not changed since."""
    files = [file for file, *_ in versions]
    try:
        read_natively("parquet", files, paths=[str(file) for file in files])
    except InputError:
        for file in files:  # to name the one that is damaged
            read_natively("parquet", [file], paths=[str(file)])
        raise


def _check_footer(file: Path) -> None:
    """Refuse a file whose footer is incomplete, or states more rows than its bytes can hold."""
    import polars as pl

    size = file.stat().st_size
    with file.open("rb") as stream:
        start = stream.read(len(MAGIC))
        stream.seek(max(0, size - TAIL))
        tail = stream.read(TAIL)
    if tail[4:] == ENCRYPTED:
        raise NotATableError("the file is encrypted.", file=str(file), remedy="Decrypt it first.")
    length = int.from_bytes(tail[:4], "little")
    if start != MAGIC or tail[4:] != MAGIC or length > size - TAIL - len(MAGIC):
        raise NotATableError(
            "the file begins like Parquet, and its end is missing or damaged.",
            file=str(file),
            remedy=REMEDY,
        )
    with converting_panics(lambda problem: _damaged(file, problem)):
        try:
            rows = int(pl.scan_parquet(file, glob=False).select(pl.len()).collect().item())
        except pl.exceptions.PolarsError as error:
            raise _damaged(file, first_line(error)) from None
    if rows > SPARE_ROWS + ROWS_PER_BYTE * size:
        raise NotATableError(
            f"the file of {size:,} bytes states {rows:,} rows, which it cannot have.",
            file=str(file),
            remedy=REMEDY,
        )


def _damaged(file: Path, problem: str) -> NotATableError:
    return NotATableError(
        f"the file begins like Parquet, and cannot be read as such: {problem}",
        file=str(file),
        remedy=REMEDY,
    )
