"""The dialect of a text table: delimiter, decimal mark and lines above the header."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from accord.data.scale import as_number
from accord.errors import NotATableError

__all__ = [
    "detected_decimal",
    "detected_delimiter",
    "first_rows",
    "lines_of",
    "preamble",
    "table_rows",
]

ROWS = 1000  # by which the header, the decimal mark and the types of columns are detected
DELIMITER_ROWS = 50  # by which the delimiter is detected
MAX_COLUMNS = 100_000
DELIMITERS = (",", ";", "\t", "|")
SEPARATOR_LINE = re.compile(r"sep=(.)", re.IGNORECASE)
DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+")


def detected_delimiter(head: str, path: Path) -> str:
    """Return the delimiter that splits the first rows into the most, and equally many, fields.

    A tab, semicolon or bar is preferred if all commas can be decimal marks.
    """
    for candidate in ("\t", ";", "|"):
        rows = first_rows(head, candidate, DELIMITER_ROWS)
        equal = len({len(row) for row in rows}) == 1 and len(rows[0]) > 1
        if equal and all(DECIMAL_COMMA.fullmatch(c.strip()) for r in rows for c in r if "," in c):
            return candidate
    best, best_score = ("\t" if path.suffix.lower() in (".tsv", ".tab") else ","), 1.0
    for candidate in DELIMITERS:
        widths = [len(row) for row in first_rows(head, candidate, DELIMITER_ROWS)]
        if not widths or max(widths) < 2:
            continue
        width = max(set(widths), key=lambda size: (widths.count(size), size == widths[0]))
        score = width * (widths.count(width) / len(widths)) ** 4
        if score > best_score or (score == best_score and candidate == best):
            best, best_score = candidate, score
    return best


def first_rows(head: str, delimiter: str, most: int = ROWS) -> list[list[str]]:
    """Return the rows at the start of a file, except blank ones."""
    try:
        reader = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter)
        return list(islice((row for row in reader if row), most))
    except csv.Error:
        return []


def table_rows(head: str, delimiter: str, source: str) -> list[list[str]]:
    """Return the rows at the start of a file, of which there must be one."""
    rows = first_rows(head, delimiter)
    if not rows:
        raise NotATableError(
            "no rows can be read: a line or a field is too long, or quotes do not match.",
            file=source,
            remedy="Check that this is a text table and that quotes match.",
        )
    if len(rows[0]) > MAX_COLUMNS:
        raise NotATableError(
            f"there are {len(rows[0]):,} columns, and a table may have up to {MAX_COLUMNS:,}.",
            file=source,
            remedy="Put subjects in rows, or use the long layout with a row for each rating.",
        )
    return rows


def lines_of(head: str, delimiter: str, rows: int) -> int:
    """Return the number of lines that the first rows take, blank lines between them included."""
    reader = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter)
    filled = 0
    while filled < rows:
        filled += bool(next(reader))
    return reader.line_num


def preamble(head: str) -> tuple[int, str | None]:
    """Return the number of lines above the table (blank, or "sep=;"), and the stated delimiter."""
    for number, line in enumerate(head.split("\n")):
        if line.strip():
            stated = SEPARATOR_LINE.fullmatch(line.strip(" \r"))
            return (number + 1, stated[1]) if stated else (number, None)
    return 0, None


def detected_decimal(rows: Sequence[Sequence[str]], delimiter: str) -> str:
    """Return a comma if some cell is a number with a comma and none is a number with a point."""
    cells = {cell.strip() for row in rows for cell in row}
    if any("." in cell and as_number(cell) is not None for cell in cells):
        return "."
    decimals = [cell for cell in cells if DECIMAL_COMMA.fullmatch(cell)]
    if delimiter == "," and any(len(cell.partition(",")[2]) == 3 for cell in decimals):
        return "."  # in quoted cells, commas before three digits may separate thousands
    return "," if decimals else "."
