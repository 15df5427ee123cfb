"""doccano's exports: a folder with a file of JSON lines for each annotator."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from accord.io.readers.documents import Rating, long_sheet, parsed_lines
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["read_doccano"]


def _is_folder_of_users(head: Head) -> bool:
    return head.path.is_dir() and any(head.path.glob("*.jsonl"))


@reader("doccano", "A folder of doccano's files, one per annotator", knows=_is_folder_of_users)
def read_doccano(path: Path, _: Dialect) -> Sheet:
    """Read the label of each document by each annotator; the files are named after them."""

    def ratings() -> Iterator[Rating]:
        for file in sorted(path.glob("*.jsonl")):
            for number, record in parsed_lines(file):
                label = record.get("label", record.get("labels"))
                yield Rating(record.get("id", number), file.stem, label)

    return long_sheet(ratings(), path)
