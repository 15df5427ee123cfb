"""Other JSON: a list of records, or the ratings of each rater."""

from __future__ import annotations

from pathlib import Path

from accord.errors import NotATableError
from accord.io.readers.documents import Rating, long_sheet, parsed, records_sheet
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["read_judgements", "read_records"]

MAX_OBJECT = 64_000_000  # bytes; an object is read whole to be recognised


def _is_judgements(head: Head) -> bool:
    """Return whether the file is one object of objects, rather than a line of JSON lines."""
    if not head.text.startswith("{") or head.suffix in (".jsonl", ".ndjson"):
        return False
    if head.path.stat().st_size > MAX_OBJECT:
        return False
    try:
        value = parsed(head.path)
    except NotATableError:
        return False
    return bool(value) and all(isinstance(ratings, dict) for ratings in value.values())


@reader("judgements", "JSON of each rater's items: {rater: {item: label}}", knows=_is_judgements)
def read_judgements(path: Path, _: Dialect) -> Sheet:
    """Read a JSON object of raters, each with an object of subjects and labels."""
    ratings = (
        Rating(subject, rater, score)
        for rater, scores in parsed(path).items()
        for subject, score in scores.items()
    )
    return long_sheet(ratings, path)


@reader("json", "JSON: a list of records", knows=lambda head: head.text.startswith("["))
def read_records(path: Path, _: Dialect) -> Sheet:
    """Read a JSON array of objects, one per row."""
    records = parsed(path)
    if not isinstance(records, list) or not all(isinstance(record, dict) for record in records):
        raise NotATableError(
            "this is a JSON array, and not all its elements are objects.",
            file=str(path),
            remedy='Each element is an object, such as {"item": 1, "rater": "ann", "score": 3}.',
        )
    return records_sheet(records, path)
