"""Other JSON: a list of records, or what each rater says of each item."""

from __future__ import annotations

from pathlib import Path

from accord.errors import NotATableError
from accord.io.readers.documents import Rating, long_sheet, parsed, records_sheet
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["read_judgements", "read_records"]

SMALL = 64_000_000  # an object is read whole to see what it is, up to so many bytes


def _is_judgements(head: Head) -> bool:
    """Whether the file is one object of objects, and not a line of them."""
    if not head.text.startswith("{") or head.suffix in (".jsonl", ".ndjson"):
        return False
    if head.path.stat().st_size > SMALL:
        return False
    try:
        found = parsed(head.path)
    except NotATableError:
        return False
    return bool(found) and all(isinstance(own, dict) for own in found.values())


@reader("judgements", "JSON of each rater's items: {rater: {item: label}}", knows=_is_judgements)
def read_judgements(path: Path, _: Dialect) -> Sheet:
    """Read a JSON object of raters, each with an object of items and labels."""
    found = parsed(path)
    return long_sheet(
        (Rating(item, who, score) for who, own in found.items() for item, score in own.items()),
        path,
    )


@reader("json", "JSON: a list of records", knows=lambda head: head.text.startswith("["))
def read_records(path: Path, _: Dialect) -> Sheet:
    """Read a JSON array of objects, one per row."""
    found = parsed(path)
    if not isinstance(found, list) or not all(isinstance(record, dict) for record in found):
        raise NotATableError(
            "this is a JSON array, and not one of objects.",
            file=str(path),
            remedy='Each element is an object, such as {"item": 1, "rater": "ann", "score": 3}.',
        )
    return records_sheet(found, path)
