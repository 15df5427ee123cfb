"""What tables of annotation platforms have in common: a row per answer, a column per question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from accord.base.wording import first_line
from accord.errors import LayoutError, NotATableError
from accord.io.readers.delimited import read_delimited
from accord.io.readers.documents import Rating, long_sheet
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["answers_sheet", "cells_of"]


def cells_of(path: Path, dialect: Dialect) -> dict[str, list[Any]]:
    """Columns of a delimited file."""
    import polars as pl

    try:
        columns: dict[str, list[Any]] = (
            read_delimited(path, dialect).frame.collect().to_dict(as_series=False)
        )
    except pl.exceptions.PolarsError as error:
        raise NotATableError(
            f"the file cannot be read to its end: {first_line(error)}", file=str(path)
        ) from None
    return columns


def _name(parts: Sequence[Any]) -> str | None:
    """Name of an item by its columns; None if they are all blank."""
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
    """Long table of a platform's answers.

    Parameters
    ----------
    item
        Columns that together name the item.
    questions, gold
        Columns of the answers, and of the right answers, by question.
    keep
        Which rows count.
    """
    if not questions:
        raise LayoutError("there is no column of answers.", file=str(path))
    rows = range(len(columns[rater]))
    kept = [row for row in rows if keep is None or keep[row]]
    names = {row: _name([columns[name][row] for name in item]) for row in kept}

    def ratings() -> Iterator[Rating]:
        for question, column in questions.items():
            for row in kept:
                who, score = columns[rater][row], columns[column][row]
                yield Rating(names[row], who, score, question, "human")
        for question, column in (gold or {}).items():
            right = {names[row]: columns[column][row] for row in kept if columns[column][row]}
            for name, score in right.items():
                yield Rating(name, "gold", score, question, "gold")

    left = len(rows) - len(kept)
    told = (*notes, f"{left} rejected answers are left out.") if left else notes
    return long_sheet(ratings(), path, told)
