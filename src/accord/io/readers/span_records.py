"""JSON lines of annotated texts: a document and a rater per line, with the spans marked."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from accord.data.scale import show_label
from accord.errors import NotATableError
from accord.io.readers.documents import parsed_lines
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet
from accord.io.readers.span_tables import Annotation, marks_in, span_frame

__all__ = ["read_span_records"]

RATER = re.compile(
    r"_?(rater|annotator|coder|user|worker|session|labell?er|model|system)(_?id|_name)?", re.I
)
DOCUMENT = re.compile(r"(doc(ument)?|text|item|task|example|sample)?_?(id|name|key|hash)|"
                      r"doc(ument)?|item|file|_input_hash|_task_hash", re.I)  # fmt: skip
TEXT = ("text", "content", "data", "sentence")


def _has_spans(head: Head) -> bool:
    """Return whether the first line is an object with a rater and a list of spans."""
    line = head.text.partition("\n")[0].strip()
    if not line.startswith("{") or '"accept":' in line:  # a choice among options
        return False
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return False
    if not isinstance(record, dict) or _name(record, RATER) is None:
        return False
    try:
        return marks_in(record) is not None
    except NotATableError:
        return True


@reader("span_lines", "JSON lines of texts with the spans that a rater marked", knows=_has_spans)
def read_span_records(path: Path, _: Dialect) -> Sheet:
    """Read the spans of each line, which is a document as one rater annotated it."""
    annotations = []
    for number, record in parsed_lines(path):
        rater = _name(record, RATER)
        if rater is None:
            raise NotATableError(
                "this line does not say who marked the spans.",
                file=str(path),
                row=number,
                remedy='Add "rater": "ann".',
            )
        try:
            marks = marks_in(record)
        except NotATableError as error:
            error.row = number
            raise
        document = _name(record, DOCUMENT)
        text = next((record[key] for key in TEXT if isinstance(record.get(key), str)), None)
        annotations.append(
            Annotation(
                record[document] if document else text or number,
                record[rater],
                marks or [],
                _length(record, text),
                facts=_facts(record, (document, rater, "length", *TEXT)),
            )
        )
    frame = span_frame(annotations)
    if frame is None:
        raise NotATableError("no rater marked anything.", file=str(path))
    return Sheet(frame, str(path), layout="spans")


def _facts(record: dict[str, Any], known: tuple[str | None, ...]) -> dict[str, str]:
    """Return the single values of a record, other than the known ones, as words."""
    return {
        key: show_label(value)
        for key, value in record.items()
        if key not in known and isinstance(value, (str, int, float))
    }


def _name(record: dict[str, Any], pattern: re.Pattern[str]) -> str | None:
    return next((key for key in record if pattern.fullmatch(key)), None)


def _length(record: dict[str, Any], text: str | None) -> int | None:
    stated = record.get("length")
    if isinstance(stated, int):
        return stated
    tokens = record.get("tokens")
    if text is None and isinstance(tokens, list):
        return len(tokens)
    return None if text is None else len(text)
