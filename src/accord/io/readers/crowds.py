"""Tables of annotation platforms: a row per answer, a column per question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from accord.errors import LayoutError
from accord.io.readers.delimited import read_delimited
from accord.io.readers.documents import Rating, long_sheet
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["answers_sheet", "read_columns"]


def read_columns(path: Path, dialect: Dialect) -> dict[str, list[Any]]:
    """Return the columns of a delimited file."""
    return read_delimited(path, dialect).columns()


def _name(parts: Sequence[Any]) -> str | None:
    """Return the name of a subject by its columns; None if all of them are blank."""
    filled = [str(part) for part in parts if part is not None]
    return " | ".join(filled) if filled else None


def answers_sheet(
    columns: dict[str, list[Any]],
    path: Path,
    *,
    item: Sequence[str],
    rater: str,
    questions: dict[str, str],
    gold: dict[str, str] | None = None,
    keep: Sequence[bool] | None = None,
    notes: tuple[str, ...] = (),
) -> Sheet:
    """Return the long table of a platform's answers.

    Parameters
    ----------
    columns
        Cells of each column of the file.
    path
        Path of the file.
    item
        Columns that together name the subject.
    rater
        Column of the raters.
    questions, gold
        Columns of the answers, and of the correct answers, by question.
    keep
        Which rows count; all if None.
    notes
        Notes on the file.
    """
    if not questions:
        raise LayoutError("there is no column of answers.", file=str(path))
    rows = range(len(columns[rater]))
    kept = [row for row in rows if keep is None or keep[row]]
    subjects = {row: _name([columns[name][row] for name in item]) for row in kept}

    def ratings() -> Iterator[Rating]:
        for question, column in questions.items():
            for row in kept:
                score = columns[column][row]
                yield Rating(subjects[row], columns[rater][row], score, question, "human")
        for question, column in (gold or {}).items():
            correct = {subjects[row]: columns[column][row] for row in kept if columns[column][row]}
            for subject, score in correct.items():
                yield Rating(subject, "gold", score, question, "gold")

    rejected = len(rows) - len(kept)
    if rejected:
        notes = (*notes, f"{rejected} rejected answers are left out.")
    return long_sheet(ratings(), path, notes)
