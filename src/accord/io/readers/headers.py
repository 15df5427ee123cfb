"""Recognition of a header row, and the names of the columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from accord.data.scale import as_number
from accord.errors import LayoutError

__all__ = ["column_names", "has_header"]

BLANK = ("", "NA", "NaN", "nan", "null", ".", "#", "N/A", "n/a", "-", "?", "NULL", "None")


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row names the columns.

    It does if it has a word above a column of numbers, or words that do not occur below, or if
    it has the same labels as the first column, as in a contingency table.
    """
    first, body = rows[0], rows[1:]
    row_labels = {row[0].strip() for row in body if row}
    if not first[0].strip() and len(first) > 2 and all(cell.strip() for cell in first[1:]):
        return True
    distinct = len(set(first[1:])) == len(first) - 1 and len(row_labels) == len(body)
    if distinct and len(first) > 2 and {cell.strip() for cell in first[1:]} == row_labels:
        return True
    if all(as_number(cell) is not None or cell.strip() in BLANK for cell in first):
        return False
    if not body:
        return True
    if _repeats_labels(first, body):
        return False
    below = [{row[j] for row in body if j < len(row)} for j in range(len(first))]
    for cell, values in zip(first, below, strict=True):
        filled = [value for value in values if value.strip()]
        if as_number(cell) is None and filled and all(as_number(v) is not None for v in filled):
            return True
    anywhere = set().union(*below)
    unique = [cell not in anywhere for cell in first if cell.strip()]
    return sum(unique) > len(unique) / 2


def _repeats_labels(first: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Return whether a row has a label twice that occurs below as well, as only data have."""
    repeated = {cell for cell, times in Counter(first).items() if times > 1 and cell.strip()}
    return any(cell in repeated for row in body for cell in row)


def column_names(first: Sequence[str], header: bool, source: str) -> list[str]:
    """Return the names of the columns: those in the header, or numbers from 1."""
    if not header:
        return [str(number) for number in range(1, len(first) + 1)]
    names = [
        cell.strip().removeprefix("\ufeff") or f"column {number}"
        for number, cell in enumerate(first, start=1)
    ]
    for name, times in Counter(names).items():
        if times > 1:
            raise LayoutError(
                f"two columns are named {name!r}.",
                file=source,
                row=1,
                column=name,
                remedy="Rename one of them, or state that there is no header (--no-header).",
            )
    return names
