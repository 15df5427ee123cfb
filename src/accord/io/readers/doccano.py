"""doccano's exports: a folder with a file of JSON lines for each annotator."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from accord.io.readers.documents import Rating, long_sheet, parsed_lines
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet
from accord.io.readers.span_tables import Annotation, marks_in, span_frame

__all__ = ["read_doccano"]


def _is_folder_of_users(head: Head) -> bool:
    return head.path.is_dir() and any(head.path.glob("*.jsonl"))


@reader("doccano", "A folder of doccano's files, one per annotator", knows=_is_folder_of_users)
def read_doccano(path: Path, _: Dialect) -> Sheet:
    """Read labels or spans of each document by each annotator; the files are named after them."""
    ratings, annotations = [], []
    for file in sorted(path.glob("*.jsonl")):
        for number, record in parsed_lines(file):
            subject, marks = record.get("id", number), marks_in(record)
            text = record.get("text", record.get("data"))
            length = len(text) if isinstance(text, str) else None
            annotations.append(Annotation(subject, file.stem, marks or [], length))
            if marks is None:
                label = record.get("label", record.get("labels"))
                ratings.append(Rating(subject, file.stem, label))
    frame = span_frame(annotations)
    if frame is not None and not any(_has_labels(rating) for rating in ratings):
        return Sheet(frame, str(path), layout="spans")
    return replace(long_sheet(ratings, path), spans=frame)


def _has_labels(rating: Rating) -> bool:
    """Return whether a document has a label, rather than an empty list of spans."""
    return rating.score not in (None, [])
