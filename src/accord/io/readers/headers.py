"""Recognition of a header row, and the names of the columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from accord.data.scale import as_number
from accord.errors import LayoutError

__all__ = ["BLANK", "column_names", "has_header", "repeated_headers"]

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


def repeated_headers(rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the numbers of rows that repeat the header, as in files that were put together.

    The first row is certain to be a header if its words are different, occur in no other row, and
    one of them is above a column of numbers.

    >>> repeated_headers([["id", "ann"], ["1", "a"], ["id", "ann"], ["2", "b"]])
    [2]
    """
    first = list(rows[0])
    again = [number for number, row in enumerate(rows) if number and list(row) == first]
    if not again or len(set(first)) < len(first) or not all(cell.strip() for cell in first):
        return []
    if any(as_number(cell) is not None for cell in first):
        return []
    body = [row for number, row in enumerate(rows[1:], start=1) if number not in set(again)]
    columns = [[cell for cell in column if cell.strip()] for column in zip(*body, strict=False)]
    elsewhere = set().union(*columns)
    numeric = any(column and all(as_number(x) is not None for x in column) for column in columns)
    return again if numeric and not elsewhere & set(first) else []


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
