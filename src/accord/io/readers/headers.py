"""The first row of a table: whether it names the columns, and the names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from accord.data.scale import as_number
from accord.errors import LayoutError

__all__ = ["column_names", "has_header"]


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names columns rather than being one of the rows.

    It does when it has a word over a column of numbers, or words that occur nowhere below, or
    when it and the first column are the two margins of a table.
    """
    first, body = rows[0], rows[1:]
    margin = {row[0].strip() for row in body if row}
    if not first[0].strip() and len(first) > 2 and all(cell.strip() for cell in first[1:]):
        return True
    if len(first) > 2 and {cell.strip() for cell in first[1:]} == margin:
        return True
    if all(as_number(cell) is not None or not cell.strip() for cell in first):
        return False
    if not body:
        return True
    below = [{row[j] for row in body if j < len(row)} for j in range(len(first))]
    for cell, values in zip(first, below, strict=True):
        filled = [value for value in values if value.strip()]
        if as_number(cell) is None and filled and all(as_number(v) is not None for v in filled):
            return True
    everywhere = set().union(*below)
    strange = [cell not in everywhere for cell in first if cell.strip()]
    return sum(strange) > len(strange) / 2


def column_names(first: Sequence[str], header: bool, source: str) -> list[str]:
    """Names of the columns: those in the first row, or numbers from 1."""
    if not header:
        return [str(number) for number in range(1, len(first) + 1)]
    names = [
        cell.strip().removeprefix("\ufeff") or f"column {number}"
        for number, cell in enumerate(first, start=1)
    ]
    for name, times in Counter(names).items():
        if times > 1:
            raise LayoutError(
                f"two columns are called {name!r}.",
                file=source,
                row=1,
                column=name,
                remedy="Rename one, or say that there is no header.",
            )
    return names
