"""Every row of a text table has as many fields as its header."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import numpy as np

from accord.errors import NotATableError, RaggedRowError
from accord.io.readers.text.file import MAX_LINE, TextFile, line_too_long

__all__ = ["check_widths"]


def check_widths(text: TextFile, delimiter: str, width: int, source: str) -> int:
    """Refuse a row with too few or too many fields, and return the number of blank lines.

    Text without quotes and blank lines is checked by its delimiters and line ends, which repeat one
    line. In other text, delimiters between line ends are counted without parsing. Only if a count
    seems wrong, which a stray quote may cause, the file is parsed to find the row.
    """
    if _repeats_one_line(text.chunks(), delimiter.encode(), width):
        return 0
    blank = _blank_lines(text.chunks(), delimiter.encode(), width, source)
    if blank is not None:
        return blank
    blank = 0
    reader = csv.reader(io.StringIO(text.whole(), newline=""), delimiter=delimiter)
    try:
        for row in reader:
            blank += not row
            if row and len(row) != width:
                raise RaggedRowError(
                    f"this row has {len(row)} field{'s' if len(row) != 1 else ''}, and the first "
                    f"row has {width}.",
                    file=source,
                    row=text.skip + reader.line_num,
                    value=delimiter.join(row)[:80],
                    remedy="Complete the row (an empty field is a missing rating), quote fields "
                    f"that contain {delimiter!r}, or state the delimiter.",
                )
    except csv.Error as error:
        raise NotATableError(f"{error}.", file=source, row=text.skip + reader.line_num) from None
    return blank


def _repeats_one_line(chunks: Iterator[bytes], delimiter: bytes, width: int) -> bool:
    """Return whether the delimiters and line ends of the text repeat one line."""
    line = delimiter * (width - 1) + b"\n"
    other = bytes(set(range(256)) - set(line) - set(delimiter))
    rest, last = b"", b"\n"
    for chunk in chunks:
        if b'"' in chunk or b"\0" in chunk or not chunk:
            return False
        marks = rest + chunk.translate(None, other)
        lines = len(marks) // len(line)
        rest = marks[lines * len(line) :]
        if not line.startswith(rest) or marks[: lines * len(line)] != line * lines:
            return False
        last = chunk[-1:]
    return rest == (b"" if last == b"\n" else line[:-1])


def _blank_lines(chunks: Iterator[bytes], delimiter: bytes, width: int, source: str) -> int | None:
    """Return the number of blank lines; None if another line seems to have the wrong width."""
    if len(delimiter) != 1:
        return None  # not a single byte
    quotes = fields = length = total = 0
    for chunk in chunks:
        if b"\0" in chunk:
            raise NotATableError("the file has NUL bytes, so it is not a text table.", file=source)
        cells = np.frombuffer(chunk, dtype=np.uint8)
        ends, marks = cells == ord("\n"), cells == delimiter[0]
        if quotes % 2 or b'"' in chunk:
            inside = (np.cumsum(cells == ord('"'), dtype=np.int32) + quotes) % 2 == 1
            ends &= ~inside
            marks &= ~inside
            quotes += chunk.count(b'"')
        positions = np.flatnonzero(ends)
        if positions.size == 0:
            length += len(chunk)
            fields += int(marks.sum())
            if length > MAX_LINE:
                raise line_too_long(source)
            continue
        cumulated = np.cumsum(marks, dtype=np.int32)
        counts = np.diff(cumulated[positions], prepend=-fields)
        sizes = np.diff(positions, prepend=-1 - length)
        blank = (sizes == 1) | ((sizes == 2) & (cells[positions - 1] == ord("\r")))
        if np.any((counts != width - 1) & ~blank):
            return None
        total += int(blank.sum())
        fields = int(cumulated[-1] - cumulated[positions[-1]])
        length = len(chunk) - 1 - int(positions[-1])
    return None if length > 0 and fields != width - 1 else total
