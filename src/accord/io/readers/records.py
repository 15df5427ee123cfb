"""Other JSON: a list of records, columns, or the ratings of each rater."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from accord.base.wording import counted
from accord.errors import NotATableError, RaggedRowError
from accord.io.readers.documents import Rating, long_sheet, parsed, records_sheet
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["read_columns", "read_judgements", "read_records"]

MAX_OBJECT = 64_000_000  # bytes; an object is read whole to be recognised


def _kind_of_object(head: Head) -> str:
    """Return which reader takes a file that is one object; none takes lines of JSON."""
    if not head.text.startswith("{") or head.suffix in (".jsonl", ".ndjson"):
        return ""
    facts = head.path.stat()
    return "" if facts.st_size > MAX_OBJECT else _kind(head.path, facts.st_mtime_ns, facts.st_size)


@lru_cache(maxsize=8)  # several readers ask
def _kind(path: Path, *_: int) -> str:
    try:
        value: dict[str, Any] = parsed(path)
    except NotATableError:
        return ""
    parts = list(value.values())
    if _is_by_row(value) or {"schema", "data"} == value.keys():
        return "json"
    if parts and all(isinstance(part, dict) for part in parts):
        return "judgements"
    if _is_split(value) or (len(parts) > 1 and all(map(_is_column, parts))):
        return "json_columns"
    return ""


def _is_column(part: Any) -> bool:
    return isinstance(part, list) and not any(isinstance(cell, dict) for cell in part)


def _is_split(value: Mapping[str, Any]) -> bool:
    """Return whether an object has the names of the columns, and a list of cells per row."""
    named = {"columns", "data"} <= value.keys() <= {"columns", "data", "index"}
    return named and isinstance(value["columns"], list) and isinstance(value["data"], list)


@reader(
    "judgements",
    "JSON of each rater's items: {rater: {item: label}}",
    knows=lambda head: _kind_of_object(head) == "judgements",
)
def read_judgements(path: Path, _: Dialect) -> Sheet:
    """Read a JSON object of raters, each with an object of subjects and labels."""
    ratings = (
        Rating(subject, rater, score)
        for rater, scores in parsed(path).items()
        for subject, score in scores.items()
    )
    return long_sheet(ratings, path)


@reader(
    "json_columns",
    "JSON of columns: {rater: [label, label]}",
    knows=lambda head: _kind_of_object(head) == "json_columns",
)
def read_columns(path: Path, _: Dialect) -> Sheet:
    """Read a JSON object with a list of cells for each column, or for each row (pandas' split)."""
    value = parsed(path)
    names, rows = list(value), value.values()
    if _is_split(value):
        names, rows = value["columns"], value["data"]
        return records_sheet(_rows(names, rows, path), path)
    expected = max(map(len, rows))
    for name, cells in value.items():
        if len(cells) != expected:
            raise RaggedRowError(
                f"the column has {counted(len(cells), 'cell')}, and another one {expected}.",
                file=str(path),
                column=name,
                remedy="Write null for a missing rating.",
            )
    return records_sheet(
        [dict(zip(names, row, strict=True)) for row in zip(*rows, strict=True)], path
    )


def _rows(names: Sequence[Any], rows: Sequence[Any], path: Path) -> list[dict[str, Any]]:
    """Return lists of cells as records."""
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, list) or len(row) != len(names):
            cells = counted(len(row), "cell") if isinstance(row, list) else "no list of cells"
            raise RaggedRowError(
                f"the row has {cells}, and there are {counted(len(names), 'column')}.",
                file=str(path),
                row=number,
                remedy="Write null for a missing rating.",
            )
    return [dict(zip(map(str, names), row, strict=True)) for row in rows]


def _header(rows: list[list[Any]]) -> tuple[list[Any], list[list[Any]]]:
    """Return the names of the columns, and the rows; a first row of unlike texts names them."""
    first, *rest = rows
    texts = all(isinstance(cell, str) for cell in first) and len(set(first)) == len(first)
    others = {
        cell for row in rest if isinstance(row, list) for cell in row if isinstance(cell, str)
    }
    if texts and rest and others.isdisjoint(first):
        return first, rest
    return list(range(1, len(first) + 1)), rows


def _is_by_row(value: Mapping[str, Any]) -> bool:
    """Return whether an object has an object for each row by its number (pandas' index)."""
    inner = next(iter(value.values()), None)
    return (
        isinstance(inner, dict)
        and _are_numbers(value)
        and not _are_numbers(inner)
        and all(isinstance(row, dict) for row in value.values())
    )


def _are_numbers(keys: Iterable[str]) -> bool:
    """Return whether keys are the numbers of rows from 0 up."""
    names = list(keys)
    return names == list(map(str, range(len(names))))


@reader(
    "json",
    "JSON: a list of records",
    knows=lambda head: head.text.startswith("[") or _kind_of_object(head) == "json",
)
def read_records(path: Path, _: Dialect) -> Sheet:
    """Read a JSON array with an object or a list of cells per row, and pandas' index and table."""
    records = parsed(path)
    if isinstance(records, dict):
        records = records["data"] if "data" in records else list(records.values())
    if isinstance(records, list) and records and all(isinstance(row, list) for row in records):
        names, records = _header(records)
        return records_sheet(_rows(names, records, path), path)
    if not isinstance(records, list) or not all(isinstance(record, dict) for record in records):
        raise NotATableError(
            "this is a JSON array, and not all its elements are objects.",
            file=str(path),
            remedy='Each element is an object, such as {"item": 1, "rater": "ann", "score": 3}.',
        )
    return records_sheet(records, path)
