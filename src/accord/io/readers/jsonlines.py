"""JSON lines: one object per line."""

from __future__ import annotations

import codecs
import json
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from accord.errors import NotATableError, RaggedRowError
from accord.io.readers.documents import MAX_EMPTY, check_size, parsed_lines, records_sheet
from accord.io.readers.nested import flat_records
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["read_json_lines"]

CHECKED_LINES = 1000
SHORTEST_CELL = 6  # bytes of a key and a value, as in "a":1,
FEW_COLUMNS = 1000  # a table with fewer may be as empty as it likes


def _is_lines(head: Head) -> bool:
    return head.suffix in (".jsonl", ".ndjson") or head.text.startswith("{")


@reader("json_lines", "JSON lines: an object per row", knows=_is_lines)
def read_json_lines(path: Path, _: Dialect) -> Sheet:
    """Scan a file with a JSON object per line; keys that a line lacks are missing ratings."""
    import polars as pl

    names, nested_values = _keys(path)
    if nested_values:
        flat = flat_records([record for _, record in parsed_lines(path)])
        if flat is not None:
            return records_sheet(flat, path)
    try:
        frame = pl.scan_ndjson(_source(path), infer_schema_length=None)
        schema = frame.collect_schema()
    except pl.exceptions.PolarsError as error:
        raise NotATableError(
            f"the lines are not JSON objects of one kind: {error}", file=str(path)
        ) from error
    _check_density(path, len(schema))
    order = {name: None for name in (*names, *schema) if name in schema}
    if list(order) != list(schema):  # Polars does not keep the order of many columns
        frame = frame.select(list(order))
    nested = [n for n, kind in schema.items() if kind.is_nested() and not _holds_labels(kind)]
    if nested and set(nested) & set(names):
        raise NotATableError(
            f"the value of {nested[0]!r} is a list or an object.",
            file=str(path),
            column=nested[0],
            remedy="Each value must be a single rating, id or name, or a list of labels.",
        )
    return Sheet(frame, str(path))


def _check_density(path: Path, width: int) -> None:
    """Refuse lines that have hardly any key in common, whose table would be almost empty."""
    if width < FEW_COLUMNS:
        return
    size = path.stat().st_size
    with path.open("rb") as stream:
        lines = sum(piece.count(b"\n") for piece in iter(partial(stream.read, 1 << 20), b""))
    if width * lines > MAX_EMPTY * size / SHORTEST_CELL + 10**6:
        raise NotATableError(
            f"{lines:,} lines have {width:,} different keys, hardly any in common.",
            file=str(path),
            remedy="A line is a row, and all rows have the same keys.",
        )


def _holds_labels(kind: Any) -> bool:
    """Return whether values are lists of texts, numbers or truth values."""
    inner = getattr(kind, "inner", None)
    return inner is not None and not inner.is_nested()


def _source(path: Path) -> Path | BytesIO:
    """Return what Polars scans: the file, or its content if its name or a mark would mislead."""
    with path.open("rb") as stream:
        marked = stream.read(3) == codecs.BOM_UTF8
    if marked or any(mark in str(path) for mark in "*?["):
        check_size(path)
        return BytesIO(path.read_bytes().removeprefix(codecs.BOM_UTF8))
    return path


def _keys(path: Path) -> tuple[list[str], bool]:
    """Return the keys of the first lines, and whether they have lists or objects.

    Each line is checked to be an object, so that errors have lines.
    """
    keys: dict[str, None] = {}
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
            keys.update(dict.fromkeys(record))
            nested |= any(isinstance(value, (list, dict)) for value in record.values())
    return list(keys), nested
