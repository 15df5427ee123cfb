"""Readers: one file per format; a path becomes a lazy frame of cells."""

from __future__ import annotations

from pathlib import Path

from accord.errors import EmptyInputError, InputError, NotATableError
from accord.readers.delimited import read_delimited
from accord.readers.jsonlines import read_json_lines
from accord.readers.parquet import read_parquet
from accord.readers.sheet import Dialect, Sheet

__all__ = ["Dialect", "Sheet", "read"]

BINARY = {b"PK\x03\x04": "a ZIP or Excel file", b"%PDF": "a PDF", b"\x1f\x8b": "a gzip file"}


def read(path: Path, dialect: Dialect) -> Sheet:
    """Read a file of ratings; its format is known by its first bytes, then by its name."""
    if not path.exists():
        raise InputError(
            "there is no such file.", source=str(path), remedy="Check the path and its spelling."
        )
    if path.is_dir():
        raise NotATableError("this is a folder, not a file of ratings.", source=str(path))
    with path.open("rb") as stream:
        start = stream.read(4096)
    if not start.strip():
        raise EmptyInputError("the file is empty.", source=str(path))
    if start.startswith(b"PAR1"):
        return read_parquet(path)
    for magic, what in BINARY.items():
        if start.startswith(magic):
            raise NotATableError(
                f"this is {what}, not a table that can be read.",
                source=str(path),
                remedy="Save it as CSV, TSV, Parquet or JSON lines.",
            )
    if start.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"[" and b"{" in start[:64]:
        raise NotATableError(
            "this is a JSON array.",
            source=str(path),
            remedy="Write one JSON object per line, without the brackets and commas around.",
        )
    if (
        path.suffix.lower() in (".jsonl", ".ndjson")
        or start.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"
    ):
        return read_json_lines(path)
    return read_delimited(path, dialect)
