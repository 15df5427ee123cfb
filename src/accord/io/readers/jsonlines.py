"""JSON lines: one object per line."""

from __future__ import annotations

import codecs
import json
from io import BytesIO
from pathlib import Path

from accord.errors import NotATableError, RaggedRowError
from accord.io.readers.documents import check_size, parsed_lines, records_sheet
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["read_json_lines"]

CHECKED_LINES = 1000


def _is_lines(head: Head) -> bool:
    return head.suffix in (".jsonl", ".ndjson") or head.text.startswith("{")


@reader("json_lines", "JSON lines: an object per row", knows=_is_lines)
def read_json_lines(path: Path, _: Dialect) -> Sheet:
    """Scan a file with a JSON object per line; keys that a line lacks are missing ratings."""
    import polars as pl

    if _has_nested_values(path):
        return records_sheet((record for _, record in parsed_lines(path)), path)
    try:
        frame = pl.scan_ndjson(_source(path), infer_schema_length=None)
        frame.collect_schema()
    except pl.exceptions.PolarsError as error:
        raise NotATableError(
            f"the lines are not JSON objects of one kind: {error}", file=str(path)
        ) from error
    return Sheet(frame, str(path))


def _source(path: Path) -> Path | BytesIO:
    """Return what Polars scans: the file, or its content if its name or a mark would mislead."""
    with path.open("rb") as stream:
        marked = stream.read(3) == codecs.BOM_UTF8
    if marked or any(mark in str(path) for mark in "*?["):
        check_size(path)
        return BytesIO(path.read_bytes().removeprefix(codecs.BOM_UTF8))
    return path


def _has_nested_values(path: Path) -> bool:
    """Return whether the first lines have lists or objects; each is checked to be an object."""
    nested = False
    with path.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            if number > CHECKED_LINES:
                break
            if not line.strip():
                continue
            try:
                record = json.loads(line.removeprefix(codecs.BOM_UTF8))
            except (ValueError, RecursionError) as error:
                raise NotATableError(
                    f"this line is not JSON: {error}.",
                    file=str(path),
                    row=number,
                    remedy="Each line must be one JSON object, such as "
                    '{"item": 1, "rater": "ann", "score": 3}.',
                ) from None
            if not isinstance(record, dict):
                raise RaggedRowError(
                    f"this line is a JSON {type(record).__name__}, not an object.",
                    file=str(path),
                    row=number,
                )
            nested |= any(isinstance(value, (list, dict)) for value in record.values())
    return nested
