"""Delimited text: CSV, TSV and their many dialects."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from accord.data.scale import as_number
from accord.errors import (
    EmptyInputError,
    EncodingError,
    LayoutError,
    NotATableError,
    OptionError,
    RaggedRowError,
)
from accord.io.readers.headers import column_names, has_header
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet

if TYPE_CHECKING:
    import polars as pl

    Kind: TypeAlias = type[pl.Int64 | pl.Float64 | pl.String]

__all__ = ["detected_encoding", "read_delimited"]

HEAD = 1 << 18  # what is looked at to detect the dialect
ROWS = 1000
FEW = 50  # rows that tell a delimiter
CHUNK = 1 << 20  # stays in the processor's cache
LONGEST = 1 << 24  # bytes of a line
MOST_COLUMNS = 100_000
DELIMITERS = (",", ";", "\t", "|")
SEPARATOR_LINE = re.compile(r"sep=(.)", re.IGNORECASE)
WHOLE = re.compile(r"-?[1-9]\d*|0")  # as numbers are written that are not codes such as 007
DECIMAL = re.compile(r"-?(?:[1-9]\d*|0)\.\d+")
DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+")


def _is_text(head: Head) -> bool:
    binary = (b"PK\x03\x04", b"%PDF", b"\x1f\x8b")
    return bool(head.start) and not head.start.startswith(binary)


@reader("delimited", "CSV, TSV and other delimited text", knows=_is_text)
def read_delimited(path: Path, dialect: Dialect) -> Sheet:
    """Scan delimited text, having checked its encoding and that no row is short or long."""
    source = str(path)
    encoding = dialect.encoding or detected_encoding(path)
    try:
        "".encode(encoding)
    except LookupError:
        raise OptionError(
            f"there is no encoding {encoding!r}; try utf-8 or latin-1.", option="encoding"
        ) from None
    utf8 = codecs.lookup(encoding).name in ("utf-8", "ascii", "utf-8-sig")
    text = _TextFile(path, encoding, utf8)
    head = text.head()
    if not head.strip():
        raise EmptyInputError("the file is empty.", file=source)
    text.skip, stated = _preamble(head)
    for _ in range(text.skip):
        head = head.partition("\n")[2]
    delimiter = dialect.delimiter or stated or _delimiter(head, path)
    if len(delimiter) != 1 or not delimiter.isascii():
        raise LayoutError(
            f"the delimiter must be one character of ASCII, not {delimiter!r}.", file=source
        )
    rows = _first_rows(head, delimiter, source)
    header = has_header(rows) if dialect.header is None else dialect.header
    if len(rows[0]) > MOST_COLUMNS:
        raise NotATableError(
            f"there are {len(rows[0]):,} columns; a table has at most {MOST_COLUMNS:,}.",
            file=source,
            remedy="Put subjects in rows, or make it long: a row for each rating.",
        )
    names = column_names(rows[0], header, source)
    blank = _check_shape(text, delimiter, len(names), source)
    if header and len(rows) < 2:
        raise EmptyInputError("there is a header and nothing below it.", file=source)
    notes = []
    if not header and dialect.header is None:
        notes.append("the first row looks like data, so columns are numbered from 1.")
    unnamed = [name for name, cell in zip(names, rows[0], strict=True) if not cell.strip()]
    if header and unnamed[1:]:
        notes.append(f"the first row leaves columns without a name: {', '.join(unnamed[:5])}.")
    if not utf8:
        notes.append(f"the text was read as {encoding}.")
    body = rows[1:] if header else rows
    decimal = dialect.decimal or _decimal(body, delimiter)
    if decimal == "," and dialect.decimal is None:
        notes.append("the decimal mark is a comma.")
    scan = partial(_scan, text.for_polars(), delimiter, names, header, blank > 0)

    def numbers(columns: Sequence[str], ids: Sequence[str], missing: Sequence[str]) -> pl.LazyFrame:
        import polars as pl

        place = {name: j for j, name in enumerate(names)}
        whole = [row for row in body if len(row) == len(names)]  # the last may be cut
        cells = {name: {row[place[name]] for row in whole} for name in (*columns, *ids)}
        kinds = {name: _kind(own - {"", *missing}) for name, own in cells.items()}
        plain = any(kinds[name] is pl.Int64 for name in ids) and _no_codes(
            text.chunks(), delimiter.encode()
        )
        kinds |= {name: pl.String for name in ids if not plain or kinds[name] is pl.Float64}
        return scan(kinds, sorted(set(missing) & set().union(*cells.values())))

    return Sheet(
        scan({}, []),
        source,
        first_row=text.skip + (2 if header else 1),
        decimal=decimal,
        notes=tuple(notes),
        dialect=Dialect(delimiter, header, decimal, encoding),
        numbers=numbers if not blank else None,
        line_of=partial(_line_of, text, delimiter, header),
    )


class _TextFile:
    """A text file as UTF-8 bytes, converted on the way if it is written otherwise."""

    def __init__(self, path: Path, encoding: str, utf8: bool) -> None:
        self.path = path
        self.encoding = encoding
        self.utf8 = utf8
        self.skip = 0  # lines at the top that are not part of the table
        self.old_mac = False  # lines end in a bare carriage return

    def head(self) -> str:
        """Whole lines from the start of the file, about as many as fit in HEAD bytes."""
        size = self.path.stat().st_size
        for reach in (HEAD, LONGEST):
            start = next(self._pieces(reach), "").removeprefix("\ufeff")
            if "\r" in start and "\n" not in start:
                self.old_mac = True
                start = start.replace("\r", "\n")
            if size <= reach:
                return start
            if "\n" in start:
                return start[: start.rfind("\n") + 1]
        raise _too_long(self.path)

    def _pieces(self, size: int) -> Iterator[str]:
        decoder = codecs.getincrementaldecoder(self.encoding)()
        with self.path.open("rb") as stream:
            try:
                while piece := stream.read(size):
                    yield decoder.decode(piece)
                decoder.decode(b"", final=True)
            except UnicodeError as error:
                raise self._not_text(error) from None

    def chunks(self) -> Iterator[bytes]:
        """Chunks of UTF-8, without a byte order mark and the lines to skip."""
        for number, chunk in enumerate(self._utf8_chunks()):
            piece = chunk.replace(b"\r", b"\n") if self.old_mac else chunk
            if number == 0:
                piece = piece.removeprefix(codecs.BOM_UTF8)
                for _ in range(self.skip):
                    piece = piece.partition(b"\n")[2]
            yield piece

    def _utf8_chunks(self) -> Iterator[bytes]:
        if not self.utf8:
            yield from (piece.encode() for piece in self._pieces(CHUNK))
            return
        with self.path.open("rb") as stream:
            while chunk := stream.read(CHUNK):
                yield chunk

    def whole(self) -> str:
        """All of the text."""
        try:
            return b"".join(self.chunks()).decode()
        except UnicodeDecodeError as error:
            raise self._not_text(error) from None

    def _not_text(self, error: UnicodeError) -> EncodingError:
        return EncodingError(
            f"the file is not {self.encoding} text: {error}.",
            file=str(self.path),
            remedy="State its encoding, for example latin-1.",
        )

    def for_polars(self) -> Path | io.BytesIO:
        if self.utf8 and not self.skip and not self.old_mac:
            return self.path
        return io.BytesIO(b"".join(self.chunks()))


def _too_long(source: str | Path) -> NotATableError:
    return NotATableError(
        f"a line is longer than {LONGEST // 2**20} MB.",
        file=str(source),
        remedy="Is this a text table, with matching quotes?",
    )


def detected_encoding(path: Path) -> str:
    """Encoding by byte order mark, then UTF-8 if all of it is, then Latin-1."""
    with path.open("rb") as stream:
        start = stream.read(HEAD)
        if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return "utf-16"
        zeros = start.count(0)
        if zeros > len(start) // 4:  # every other byte of plain text in UTF-16
            return "utf-16-le" if start[1::2].count(0) > start[::2].count(0) else "utf-16-be"
        if zeros:
            raise NotATableError(
                "the file holds NUL bytes; it is not a text table.",
                file=str(path),
                remedy="Save it as CSV, TSV, Parquet or JSON lines.",
            )
        decoder = codecs.getincrementaldecoder("utf-8")()
        try:
            while start:
                if not start.isascii() or decoder.getstate()[0]:
                    decoder.decode(start)
                start = stream.read(CHUNK)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return "latin-1"
    return "utf-8"


def _delimiter(head: str, path: Path) -> str:
    """Delimiter that splits the first rows into the most, and equally many, fields.

    A tab, semicolon or bar goes before a comma that can be read as a decimal mark.
    """
    for candidate in ("\t", ";", "|"):
        rows = _rows(head, candidate, FEW)
        even = len({len(row) for row in rows}) == 1 and len(rows[0]) > 1
        if even and all(DECIMAL_COMMA.fullmatch(c.strip()) for r in rows for c in r if "," in c):
            return candidate
    best, most = ("\t" if path.suffix.lower() in (".tsv", ".tab") else ","), 1.0
    for candidate in DELIMITERS:
        widths = [len(row) for row in _rows(head, candidate, FEW)]
        if not widths or max(widths) < 2:
            continue
        steady = sum(width == widths[0] for width in widths) / len(widths)
        score = widths[0] * steady**4
        if score > most or (score == most and candidate == best):
            best, most = candidate, score
    return best


def _rows(head: str, delimiter: str, most: int = ROWS) -> list[list[str]]:
    """Rows at the start of the file, blank ones left out."""
    try:
        reader = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter)
        return list(islice((row for row in reader if row), most))
    except csv.Error:
        return []


def _first_rows(head: str, delimiter: str, source: str) -> list[list[str]]:
    rows = _rows(head, delimiter)
    if not rows:
        raise NotATableError(
            "no rows can be made out; a line or a field is too long, or quotes do not match.",
            file=source,
        )
    return rows


def _preamble(head: str) -> tuple[int, str | None]:
    """Number of lines at the top that are blank, or a spreadsheet's "sep=;", and that delimiter."""
    for number, line in enumerate(head.split("\n")):
        if line.strip():
            stated = SEPARATOR_LINE.fullmatch(line.strip(" \r"))
            return (number + 1, stated[1]) if stated else (number, None)
    return 0, None


def _decimal(rows: Sequence[Sequence[str]], delimiter: str) -> str:
    """Return a comma where some cell is a number with one and none is a number with a point."""
    cells = {cell.strip() for row in rows for cell in row}
    if any("." in cell and as_number(cell) is not None for cell in cells):
        return "."
    found = [cell for cell in cells if DECIMAL_COMMA.fullmatch(cell)]
    if delimiter == ",":  # then they are quoted; three digits may be thousands
        found = [] if any(len(cell.partition(",")[2]) == 3 for cell in found) else found
    return "," if found else "."


def _check_shape(text: _TextFile, delimiter: str, width: int, source: str) -> int:
    """Raise on the first row that has too few or too many fields; else count the blank lines.

    Text without quotes and blank lines has an even skeleton, which is seen at once. Else
    delimiters between line ends are counted without parsing; only when the count is off (which a
    stray quote can feign) is the file parsed row by row to find the place.
    """
    if _even(text.chunks(), delimiter.encode(), width):
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
                    f"this row has {len(row)} field{'s' if len(row) != 1 else ''} where "
                    f"{width} are expected.",
                    file=source,
                    row=text.skip + reader.line_num,
                    value=delimiter.join(row)[:80],
                    remedy="Complete the row (an empty field is a missing rating), quote fields "
                    f"that contain {delimiter!r}, or state the delimiter.",
                )
    except csv.Error as error:
        raise NotATableError(f"{error}.", file=source, row=text.skip + reader.line_num) from None
    return blank


def _even(chunks: Iterator[bytes], delimiter: bytes, width: int) -> bool:
    """Whether the text, without all that is neither delimiter nor line end, repeats one line."""
    line = delimiter * (width - 1) + b"\n"
    flesh = bytes(set(range(256)) - set(line) - set(delimiter))
    rest, last = b"", b"\n"
    for chunk in chunks:
        if b'"' in chunk or b"\0" in chunk or not chunk:
            return False
        skeleton = rest + chunk.translate(None, flesh)
        whole = len(skeleton) // len(line)
        rest = skeleton[whole * len(line) :]
        if not line.startswith(rest) or skeleton[: whole * len(line)] != line * whole:
            return False
        last = chunk[-1:]
    return rest == (b"" if last == b"\n" else line[:-1])


def _blank_lines(chunks: Iterator[bytes], delimiter: bytes, width: int, source: str) -> int | None:
    """Number of blank lines; None if some other line does not seem to have the right width."""
    if len(delimiter) != 1:
        return None  # not a single byte
    mark = delimiter[0]
    quotes = fields = length = total = 0
    for chunk in chunks:
        if b"\0" in chunk:
            raise NotATableError("the file holds NUL bytes; it is not a text table.", file=source)
        cells = np.frombuffer(chunk, dtype=np.uint8)
        ends, marks = cells == ord("\n"), cells == mark
        if quotes % 2 or b'"' in chunk:
            inside = (np.cumsum(cells == ord('"'), dtype=np.int32) + quotes) % 2 == 1
            ends &= ~inside
            marks &= ~inside
            quotes += chunk.count(b'"')
        places = np.flatnonzero(ends)
        if places.size == 0:
            length += len(chunk)
            fields += int(marks.sum())
            if length > LONGEST:
                raise _too_long(source)
            continue
        upto = np.cumsum(marks, dtype=np.int32)
        counts = np.diff(upto[places], prepend=-fields)
        sizes = np.diff(places, prepend=-1 - length)
        blank = (sizes == 1) | ((sizes == 2) & (cells[places - 1] == ord("\r")))
        if np.any((counts != width - 1) & ~blank):
            return None
        total += int(blank.sum())
        fields = int(upto[-1] - upto[places[-1]])
        length = len(chunk) - 1 - int(places[-1])
    return None if length > 0 and fields != width - 1 else total


def _no_codes(chunks: Iterator[bytes], delimiter: bytes) -> bool:
    """Whether no cell begins with 0 and a digit, or with a sign, a blank or a quote.

    Numbers are then as different as their texts, and ids may be read as numbers.
    """
    last = b"\n"
    for chunk in chunks:
        if b'"' in chunk:
            return False
        cells = np.frombuffer(last + chunk + b"\n", dtype=np.uint8)
        begins = (cells[:-2] == delimiter[0]) | (cells[:-2] == ord("\n"))
        first, then = cells[1:-1], cells[2:]
        odd = ((first == ord("0")) & (then - np.uint8(ord("0")) < 10)) | (first == ord("+"))
        odd |= (first == ord(" ")) | ((first == ord("-")) & (then == ord("0")))
        if np.any(begins & odd):
            return False
        last = chunk[-2:]
    return True


def _line_of(text: _TextFile, delimiter: str, header: bool, row: int) -> int:
    """Number, as an editor shows it, of the line where a row of data begins."""
    reader = csv.reader(io.StringIO(text.whole(), newline=""), delimiter=delimiter)
    seen, start = -1 if header else 0, 1
    for cells in reader:
        if cells:
            if seen == row:
                break
            seen += 1
        start = reader.line_num + 1
    return text.skip + start


def _kind(cells: set[str]) -> Kind:
    """Type of the numbers in some cells of a column, or of text if one is no number."""
    import polars as pl

    if all(WHOLE.fullmatch(cell) for cell in cells):
        return pl.Int64
    if all(WHOLE.fullmatch(cell) or DECIMAL.fullmatch(cell) for cell in cells):
        return pl.Float64
    return pl.String


def _scan(
    source: Path | io.BytesIO,
    delimiter: str,
    names: Sequence[str],
    header: bool,
    blank: bool,
    kinds: Mapping[str, Kind],
    missing: list[str],
) -> pl.LazyFrame:
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
    return frame.filter(~pl.all_horizontal(pl.all().is_null())) if blank else frame
