"""Prodigy's JSON lines: a task and the answer of one session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from accord.io.readers.documents import Rating, long_sheet, parsed_lines
from accord.io.readers.registry import reader
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["read_prodigy"]


@reader(
    "prodigy",
    "Prodigy's JSON lines",
    knows=lambda head: head.text.startswith("{") and '"_input_hash"' in head.text,
)
def read_prodigy(path: Path, _: Dialect) -> Sheet:
    """Read the accepted options, or accept and reject; ignored tasks are left out."""
    return long_sheet(_ratings(path), path)


def _ratings(path: Path) -> Iterator[Rating]:
    for _, task in parsed_lines(path):
        answer = task.get("answer")
        if answer == "ignore":
            continue
        rater = task.get("_session_id") or task.get("_annotator_id") or "annotator"
        score = task["accept"] if "accept" in task and answer != "reject" else answer
        yield Rating(task.get("_input_hash"), rater, score)
