"""Amazon Mechanical Turk's CSV of results."""

from __future__ import annotations

from pathlib import Path

from accord.io.readers.crowds import answers_sheet, read_columns
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["read_mturk"]

ANSWER = "Answer."


def _is_results(head: Head) -> bool:
    first = head.text.partition("\n")[0]
    return "HITId" in first and "WorkerId" in first and ANSWER in first


@reader("mturk", "Mechanical Turk's CSV of results", knows=_is_results, several_questions=True)
def read_mturk(path: Path, dialect: Dialect) -> Sheet:
    """Read the answers of each worker to each HIT; rejected assignments are left out."""
    columns = read_columns(path, dialect)
    status = columns.get("AssignmentStatus")
    return answers_sheet(
        columns,
        path,
        item=["HITId"],
        rater="WorkerId",
        questions={n.removeprefix(ANSWER): n for n in columns if n.startswith(ANSWER)},
        keep=None if status is None else [state != "Rejected" for state in status],
    )
