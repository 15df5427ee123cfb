"""Delimited text: CSV, TSV and their many dialects."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from accord.base.wording import counted
from accord.errors import EmptyInputError, LayoutError
from accord.io.readers.headers import column_names, has_header, repeated_headers
from accord.io.readers.margins import (
    find_margins,
    joined_header,
    margin_notes,
    trailing_rows,
)
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet
from accord.io.readers.text.dialect import (
    detected_decimal,
    detected_delimiter,
    first_rows,
    lines_of,
    preamble,
    table_rows,
)
from accord.io.readers.text.file import TextFile, open_text
from accord.io.readers.text.numbers import scan_numbers
from accord.io.readers.text.spelling import respelled, respelling_notes, respellings_of
from accord.io.readers.text.widths import check_widths

if TYPE_CHECKING:
    import polars as pl

    from accord.io.readers.text.numbers import Kind

__all__ = ["read_delimited"]


def _is_text(head: Head) -> bool:
    binary = (b"PK\x03\x04", b"%PDF", b"\x1f\x8b")
    return bool(head.start) and not head.start.startswith(binary)


@reader("delimited", "CSV, TSV and other delimited text", knows=_is_text)
def read_delimited(path: Path, dialect: Dialect) -> Sheet:
    """Scan delimited text after checking its encoding and the number of fields of every row."""
    source = str(path)
    text = open_text(path, dialect.encoding)
    head, stated = _skip_preamble(text, source)
    delimiter = dialect.delimiter or stated or detected_delimiter(head, path)
    if len(delimiter) != 1 or not delimiter.isascii():
        raise LayoutError(
            f"the delimiter is {delimiter!r}; it must be one ASCII character.",
            file=source,
            value=delimiter,
        )
    rows = table_rows(head, delimiter, source)
    margins = find_margins(rows)
    text.skip += lines_of(head, delimiter, margins.above + (margins.headers == 2))
    rows = rows[margins.above :]
    groups = rows.pop(0) if margins.headers == 2 else None
    repeated = [] if groups is not None else repeated_headers(rows)
    rows = [row for number, row in enumerate(rows) if number not in repeated]
    header = dialect.header
    if header is None:
        header = groups is not None or bool(repeated) or has_header(rows)
    first = rows[0] if groups is None else joined_header(groups, rows[0])
    names = column_names(first, header, source)
    below = _drop_footer(text, delimiter, len(names))
    rows = rows[: len(rows) - below] if below and text.is_short else rows
    blank_lines = check_widths(text, delimiter, len(names), source)
    if header and len(rows) < 2:
        raise EmptyInputError("there is a header and no row below it.", file=source)
    body = rows[1:] if header else rows
    decimal = dialect.decimal or detected_decimal(body, delimiter)
    detected = Dialect(delimiter, header, decimal, text.encoding)
    again = tuple(first) if repeated and header else ()
    scan = partial(_scan, text.for_polars(), delimiter, names, header, blank_lines > 0, again)
    marks = respellings_of(names, body, decimal)
    as_text = blank_lines or again or marks
    return Sheet(
        respelled(scan({}, []), marks),
        source,
        first_row=text.skip + (2 if header else 1),
        decimal=decimal,
        notes=(
            *margin_notes(margins, below),
            *_repeated_notes(repeated if again else []),
            *respelling_notes(marks),
            *_notes(dialect, detected, names, first, text.utf8),
        ),
        dialect=detected,
        numbers=None if as_text else partial(scan_numbers, scan, text, delimiter, names, body),
        line_of=partial(_line_of, text, delimiter, header, again),
    )


def _skip_preamble(text: TextFile, source: str) -> tuple[str, str | None]:
    """Return the start of the table, and the delimiter that a line "sep=;" above it states."""
    head = text.head()
    if not head.strip():
        raise EmptyInputError("the file is empty.", file=source)
    text.skip, stated = preamble(head)
    for _ in range(text.skip):
        head = head.partition("\n")[2]
    return head, stated


def _drop_footer(text: TextFile, delimiter: str, width: int) -> int:
    """Leave out the rows below the table of a text file, and return how many they are."""
    tail = text.tail()
    rows = first_rows(tail, delimiter)
    count = trailing_rows(rows, width)
    if count:
        text.drop_lines(count)
    return count


def _repeated_notes(rows: Sequence[int]) -> list[str]:
    """Return a note on rows that repeat the header."""
    verb = "repeats the header and is" if len(rows) == 1 else "repeat the header and are"
    return [f"{counted(len(rows), 'row')} {verb} left out."] if rows else []


def _notes(
    stated: Dialect, detected: Dialect, names: Sequence[str], first: Sequence[str], utf8: bool
) -> tuple[str, ...]:
    """Return notes on what was detected and the user may not expect."""
    notes = []
    if not detected.header and stated.header is None:
        notes.append("the first row looks like data, so columns are numbered from 1.")
    unnamed = [name for name, cell in zip(names, first, strict=True) if not cell.strip()]
    if detected.header and unnamed[1:]:
        notes.append(f"the header leaves columns without a name: {', '.join(unnamed[:5])}.")
    if not utf8:
        notes.append(f"the text was read as {detected.encoding}.")
    if detected.decimal == "," and stated.decimal is None:
        notes.append("the decimal mark is a comma.")
    return tuple(notes)


def _line_of(text: TextFile, delimiter: str, header: bool, again: tuple[str, ...], row: int) -> int:
    """Return the number, as editors show it, of the line where a row of data begins."""
    reader = csv.reader(io.StringIO(text.whole(), newline=""), delimiter=delimiter)
    index, start = -1 if header else 0, 1
    for cells in reader:
        if cells and not (again and index >= 0 and tuple(cells) == again):
            if index == row:
                break
            index += 1
        start = reader.line_num + 1
    return text.skip + start


def _scan(
    source: Path | io.BytesIO,
    delimiter: str,
    names: Sequence[str],
    header: bool,
    blank: bool,
    again: tuple[str, ...],
    kinds: Mapping[str, Kind],
    missing: list[str],
) -> pl.LazyFrame:
    """Scan the text without repeated headers; columns without a stated kind are read as text."""
    import polars as pl

    frame = pl.scan_csv(
        source,
        separator=delimiter,
        has_header=header,
        infer_schema=False,
        new_columns=list(names),
        schema_overrides=kinds,
        null_values=missing or None,
        glob=False,
    )
    if again:  # the header, which is repeated further down
        same = [pl.col(name).eq_missing(cell) for name, cell in zip(names, again, strict=True)]
        frame = frame.filter(~pl.all_horizontal(same))
    return frame.filter(~pl.all_horizontal(pl.all().is_null())) if blank else frame
