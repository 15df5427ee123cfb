"""Rows around a table in a sheet: titles and notes above it, a second header row, footers below."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.data.scale import as_number
from accord.io.readers.headers import has_header

if TYPE_CHECKING:
    import polars as pl

__all__ = [
    "Margins",
    "fill_merged",
    "find_margins",
    "joined_header",
    "locate_table",
    "margin_notes",
    "trailing_rows",
]

MOST_ROWS = 30  # above or below a table
LEAST_BODY = 2  # rows of a table below its header
TOTAL = re.compile(
    r"(?:grand )?totals?|sums?|mean|average|agreement|(?:%|percent(?:age)?) agreement|summe|gesamt|"
    r"(?:cohen'?s )?kappa|(?:krippendorff'?s )?alpha",
    re.IGNORECASE,
)
NOTE = re.compile(
    r"(?:notes?|sources?|legend|key|codes?|comments?|remarks?|exported|generated|created|printed)"
    r"\b.*[:=].*|[*©].*|-{3,}|={3,}",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"\S+(?:\s+\S+){3,}")

Row = Sequence[str]


@dataclass(frozen=True, slots=True)
class Margins:
    """Where the table is among the rows of a sheet.

    Parameters
    ----------
    above
        Rows above the header.
    headers
        Rows of the header if they are two; None if there may be one.
    """

    above: int = 0
    headers: int | None = None


def _filled(row: Row) -> int:
    return sum(bool(cell.strip()) for cell in row)


def find_margins(rows: Sequence[Row]) -> Margins:
    """Return where the table begins: at the first row that is about as full as those below.

    Parameters
    ----------
    rows
        First rows of the sheet, without blank ones.
    """
    if len(rows) < LEAST_BODY + 1:
        return Margins()
    sizes = [_filled(row) for row in rows]
    width = _width(sizes)
    if width < 2:
        return Margins()
    above = 0
    for number, row in enumerate(rows[: min(MOST_ROWS, len(rows) - LEAST_BODY)]):
        if not _is_title(row, sizes[number], width) and not _is_broken_title(row, rows[number:]):
            break
        above = number + 1
    if above and len(rows) - above < LEAST_BODY:
        above = 0
    return Margins(above, 2 if _has_two_headers(rows[above:]) else None)


def _width(sizes: Sequence[int]) -> int:
    """Return how many cells most rows of the table fill."""
    wide = [size for size in sizes if size > 1]
    if not wide:
        return 0
    times = Counter(wide)
    return max(times, key=lambda size: (times[size], size))


def _is_title(row: Row, size: int, width: int) -> bool:
    """Return whether a row is a title or a note: one cell, or a name and its value."""
    if size <= 1:
        return width > 1 and not _starts_group(row)
    first = row[0].strip()
    return size == 2 and width > 3 and (first.endswith(":") or ":" in first)


def _is_broken_title(row: Row, rows: Sequence[Row]) -> bool:
    """Return whether a row is a sentence with delimiters, above rows of another length."""
    lengths = {len(other) for other in rows[LEAST_BODY : 20 + LEAST_BODY]}
    broken = len(lengths) == 1 and len(row) < min(lengths)
    return broken and _is_long(" ".join(row)) and as_number(row[-1]) is None


def _starts_group(row: Row) -> bool:
    """Return whether the only filled cell is not the first, as in a row of merged cells."""
    return len(row) > 1 and not row[0].strip() and _filled(row) > 0


def _has_two_headers(rows: Sequence[Row]) -> bool:
    """Return whether the first row names groups of the columns that the second row names.

    The cells of a group are merged: its name is in the first, and the others are blank.
    """
    if len(rows) < LEAST_BODY + 2:
        return False
    first, second, body = rows[0], rows[1], rows[2:]
    if len(first) != len(second) or _filled(first) < 2 or _filled(second) < len(second) - 1:
        return False
    gaps = [j for j, cell in enumerate(first) if j > 0 and not cell.strip()]
    named = [j for j, cell in enumerate(first) if cell.strip()]
    if not gaps or not any(j + 1 in gaps for j in named):
        return False
    below = {cell.strip() for row in body for cell in row}
    labels = [cell.strip() for cell in second if cell.strip()]
    if any(as_number(label) is not None for label in labels):
        return False
    return sum(label in below for label in labels) <= len(labels) / 4


def joined_header(first: Row, second: Row) -> list[str]:
    """Return names of columns from two rows of a header, the first with merged cells.

    >>> joined_header(["", "topic", "", "tone", ""], ["id", "ann", "bo", "ann", "bo"])
    ['id', 'topic_ann', 'topic_bo', 'tone_ann', 'tone_bo']
    """
    names, group = [], ""
    for one, other in zip(first, second, strict=True):
        group = one.strip() or group
        name = other.strip()
        names.append(f"{group}_{name}" if group and name and group != name else name or group)
    return names


@dataclass(frozen=True, slots=True)
class Located:
    """The table among the first rows of a sheet.

    Parameters
    ----------
    first
        Names of the columns, or the first row of data.
    header
        Whether the columns are named.
    skip
        Number of rows above the data.
    margins
        What is above them.
    """

    first: list[str]
    header: bool
    skip: int
    margins: Margins


def locate_table(rows: Sequence[Row], header: bool | None) -> Located:
    """Return where the table begins among the first rows of a sheet, blank ones included."""
    numbered = [(number, row) for number, row in enumerate(rows) if _filled(row)]
    filled = [row for _, row in numbered]
    margins = find_margins(filled)
    start, table = numbered[margins.above][0], filled[margins.above :]
    if margins.headers == 2:
        second = numbered[margins.above + 1][0]
        return Located(joined_header(table[0], table[1]), True, second + 1, margins)
    named = has_header(table) if header is None else header
    return Located(list(table[0]), named, start + int(named), margins)


def margin_notes(margins: Margins, below: int) -> list[str]:
    """Return notes on rows above and below the table, and on a header of two rows."""
    notes = []
    for number, place in ((margins.above, "above"), (below, "below")):
        if number:
            rows = "1 row" if number == 1 else f"{number} rows"
            verb = "is" if number == 1 else "are"
            notes.append(f"{rows} {place} the table {verb} left out, as titles or notes.")
    if margins.headers == 2:
        notes.append("the header has two rows, whose cells were joined.")
    return notes


def fill_merged(frame: pl.DataFrame) -> tuple[pl.DataFrame, str | None]:
    """Return a table whose merged cells in the first column are filled, and that column's name.

    Of merged cells only the first is filled. Blanks are filled if the other cells of their rows
    are not blank, and if every group of rows is several.
    """
    import polars as pl

    name = frame.columns[0]
    column = frame[name]
    blank = column.is_null()
    if frame.width < 3 or frame.height < 4 or blank[0]:
        return frame, None
    sizes = [len(group) for group in _groups(blank.to_list())]
    rest = frame.select(pl.exclude(name)).filter(blank)
    empty = sum(rest[other].null_count() for other in rest.columns)
    if min(sizes) < 2 or empty > rest.height * rest.width / 4:
        return frame, None
    return frame.with_columns(pl.col(name).forward_fill()), name


def _groups(blank: Sequence[bool]) -> list[list[int]]:
    """Return the rows of each filled cell and of the blanks below it."""
    groups: list[list[int]] = []
    for row, is_blank in enumerate(blank):
        if not is_blank:
            groups.append([])
        groups[-1].append(row)
    return groups


def trailing_rows(rows: Sequence[Row], width: int) -> int:
    """Return the number of rows below a table: totals, notes, sources.

    Parameters
    ----------
    rows
        Last rows of the sheet.
    width
        Number of columns of the table.
    """
    last = [row for row in rows[-MOST_ROWS:] if row]
    names = Counter(row[0].strip().casefold() for row in last)
    ids = len(names) == len(last) > LEAST_BODY
    count = notes = 0
    for row in reversed(last[1:]):
        size, first = _filled(row), row[0].strip()
        short = len(row) < width and width > 2
        whole = " ".join(row).strip()
        whole = " ".join(row).strip()
        plain = NOTE.fullmatch(first) or _is_long(first) or (short and " " in first)
        note = (size == 1 and plain) or (short and NOTE.fullmatch(whole))
        total = ids and size > 1 and len(last) > width + 1 and TOTAL.fullmatch(first.strip(" :"))
        if size and not note and not total:
            break
        count += 1
        notes += size > 0
    return count if notes else 0


def _is_long(text: str) -> bool:
    return SENTENCE.fullmatch(text) is not None
