"""Toloka's TSV of assignments."""

from __future__ import annotations

from pathlib import Path

from accord.io.readers.crowds import answers_sheet, read_columns
from accord.io.readers.registry import reader
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["read_toloka"]

WORKER, TASK, STATUS = "ASSIGNMENT:worker_id", "ASSIGNMENT:task_id", "ASSIGNMENT:status"
NOT_ACCEPTED = ("REJECTED", "SKIPPED", "EXPIRED")


@reader(
    "toloka",
    "Toloka's TSV of assignments",
    knows=lambda head: WORKER in head.text.partition("\n")[0],
    several_questions=True,
)
def read_toloka(path: Path, dialect: Dialect) -> Sheet:
    """Read the outputs of each worker; golden answers are those of a rater named gold."""
    columns = read_columns(path, dialect)
    inputs = [name for name in columns if name.startswith("INPUT:")]
    status = columns.get(STATUS)
    return answers_sheet(
        columns,
        path,
        item=[TASK] if TASK in columns else inputs,
        rater=WORKER,
        questions={n.partition(":")[2]: n for n in columns if n.startswith("OUTPUT:")},
        gold={n.partition(":")[2]: n for n in columns if n.startswith("GOLDEN:")},
        keep=None if status is None else [state not in NOT_ACCEPTED for state in status],
    )
