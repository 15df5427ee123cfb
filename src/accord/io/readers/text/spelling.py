"""Numbers as offices write them: with percent signs, and with marks between thousands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from accord.base.wording import joined
from accord.data.scale import as_number
from accord.io.readers.headers import BLANK

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Respelling", "respelled", "respelling_notes", "respellings_of"]

PERCENT = r"^\s*([+-]?\d+(?:[.,]\d+)?)\s?%\s*$"
BETWEEN_THOUSANDS = {
    ",": r"^\s*[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?\s*$",
    ".": r"^\s*[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+)?\s*$",
    "'": r"^\s*[+-]?\d{1,3}(?:['’]\d{3})+(?:[.,]\d+)?\s*$",
    " ": r"^\s*[+-]?\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?\s*$",
}
MARKS = {",": ",", ".": r"\.", "'": "['’]", " ": r"[ \u00a0\u2009\u202f]"}
NAMES = {",": "commas", ".": "points", "'": "apostrophes", " ": "blanks"}
LEAST_CELLS = 3  # of a column, before its spelling counts as recognised

Respelling = str
"""What is removed from the numbers of a column: ``%``, or the mark between thousands."""


def respellings_of(
    names: Sequence[str], rows: Sequence[Sequence[str]], decimal: str
) -> dict[str, Respelling]:
    """Return what to remove from the columns all of whose cells are numbers so written.

    Parameters
    ----------
    names
        Names of the columns.
    rows
        Their first cells.
    decimal
        Decimal mark of numbers.

    Examples
    --------
    >>> respellings_of(["a", "b"], [["5%", "1,200"], ["10 %", "900"], ["", "2,500"]] * 2, ".")
    {'a': '%', 'b': ','}
    """
    found = {}
    for j, name in enumerate(names):
        cells = [row[j] for row in rows if j < len(row) and row[j].strip() not in BLANK]
        if len(cells) >= LEAST_CELLS and (mark := _mark_of(set(cells), decimal)) is not None:
            found[name] = mark
    return found


def _mark_of(cells: set[str], decimal: str) -> Respelling | None:
    """Return what to remove from cells, all of which are then numbers; None if nothing."""
    if all(re.match(PERCENT, cell) for cell in cells):
        return "%"
    for mark, pattern in BETWEEN_THOUSANDS.items():
        if mark == decimal or not any(re.match(pattern, cell) for cell in cells):
            continue
        rest = [cell.replace(decimal, ".") for cell in cells if not re.match(pattern, cell)]
        if all(as_number(cell) is not None for cell in rest):
            return mark
    return None


def respelled(frame: pl.LazyFrame, found: Mapping[str, Respelling]) -> pl.LazyFrame:
    """Return a frame of texts without the marks in cells that are numbers."""
    import polars as pl

    changed = []
    for name, mark in found.items():
        cell = pl.col(name)
        if mark == "%":
            changed.append(cell.str.replace(PERCENT, "$1"))
            continue
        is_number = cell.str.contains(BETWEEN_THOUSANDS[mark])
        changed.append(
            pl.when(is_number).then(cell.str.replace_all(MARKS[mark], "")).otherwise(cell)
        )
    return frame.with_columns(*changed) if changed else frame


def respelling_notes(found: Mapping[str, Respelling]) -> list[str]:
    """Return notes on what was removed from the numbers of which columns."""
    notes = []
    for mark in dict.fromkeys(found.values()):
        names = [repr(name) for name, other in found.items() if other == mark]
        columns = f"column {names[0]}" if len(names) == 1 else f"columns {joined(names[:8])}"
        what = "percent signs" if mark == "%" else f"{NAMES[mark]} between thousands"
        notes.append(f"{what} in {columns} were removed, so that the cells are numbers.")
    return notes
