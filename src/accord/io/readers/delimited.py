"""Delimited text: CSV, TSV and their many dialects."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from accord.base.wording import counted
from accord.data.scale import as_number
from accord.errors import (
    EmptyInputError,
    EncodingError,
    LayoutError,
    NotATableError,
    OptionError,
    RaggedRowError,
)
from accord.io.readers.headers import column_names, has_header, repeated_headers
from accord.io.readers.margins import (
    find_margins,
    joined_header,
    margin_notes,
    trailing_rows,
)
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet
from accord.io.readers.spelling import respelled, respelling_notes, respellings_of

if TYPE_CHECKING:
    import polars as pl

    Kind: TypeAlias = type[pl.Int64 | pl.Float64 | pl.String]

__all__ = ["detected_encoding", "read_delimited"]

HEAD = 1 << 18  # bytes by which the dialect is detected
ROWS = 1000  # by which the header, the decimal mark and the types of columns are detected
FEW_LINES = 3  # a header, and rows by which types are recognised
DELIMITER_ROWS = 50  # by which the delimiter is detected
TAIL = 1 << 13  # bytes at the end of a file, in which rows below the table are looked for
MAX_TRIMMED = 1 << 26  # bytes of a file whose rows below the table are left out
CHUNK = 1 << 20  # bytes that are processed at a time, so that they stay in the cache
MAX_LINE = 1 << 24  # bytes
MAX_COLUMNS = 100_000
DELIMITERS = (",", ";", "\t", "|")
SEPARATOR_LINE = re.compile(r"sep=(.)", re.IGNORECASE)
WHOLE = re.compile(r"-?[1-9]\d*|0")  # unlike codes such as 007
DECIMAL = re.compile(r"-?(?:[1-9]\d*|0)\.\d+")
DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+")


def _is_text(head: Head) -> bool:
    binary = (b"PK\x03\x04", b"%PDF", b"\x1f\x8b")
    return bool(head.start) and not head.start.startswith(binary)


@reader("delimited", "CSV, TSV and other delimited text", knows=_is_text)
def read_delimited(path: Path, dialect: Dialect) -> Sheet:
    """Scan delimited text after checking its encoding and the number of fields of every row."""
    source = str(path)
    text = _open_text(path, dialect.encoding)
    head, stated = _skip_preamble(text, source)
    delimiter = dialect.delimiter or stated or _delimiter(head, path)
    if len(delimiter) != 1 or not delimiter.isascii():
        raise LayoutError(
            f"the delimiter is {delimiter!r}; it must be one ASCII character.",
            file=source,
            value=delimiter,
        )
    rows = _first_rows(head, delimiter, source)
    margins = find_margins(rows)
    text.skip += _lines_of(head, delimiter, margins.above + (margins.headers == 2))
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
    blank_lines = _check_shape(text, delimiter, len(names), source)
    if header and len(rows) < 2:
        raise EmptyInputError("there is a header and no row below it.", file=source)
    body = rows[1:] if header else rows
    decimal = dialect.decimal or _decimal(body, delimiter)
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
        numbers=None if as_text else partial(_scan_numbers, scan, text, delimiter, names, body),
        line_of=partial(_line_of, text, delimiter, header),
    )


def _open_text(path: Path, stated: str | None) -> _TextFile:
    """Return a text file with its stated or detected encoding."""
    encoding = stated or detected_encoding(path)
    try:
        "".encode(encoding)
    except LookupError:
        raise OptionError(
            f"there is no encoding {encoding!r}.",
            option="encoding",
            value=encoding,
            remedy="Try utf-8 or latin-1.",
        ) from None
    utf8 = codecs.lookup(encoding).name in ("utf-8", "ascii", "utf-8-sig")
    return _TextFile(path, encoding, utf8)


def _skip_preamble(text: _TextFile, source: str) -> tuple[str, str | None]:
    """Return the start of the table, and the delimiter that a line "sep=;" above it states."""
    head = text.head()
    if not head.strip():
        raise EmptyInputError("the file is empty.", file=source)
    text.skip, stated = _preamble(head)
    for _ in range(text.skip):
        head = head.partition("\n")[2]
    return head, stated


def _lines_of(head: str, delimiter: str, rows: int) -> int:
    """Return the number of lines that the first rows take, blank lines between them included."""
    reader = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter)
    filled = 0
    while filled < rows:
        filled += bool(next(reader))
    return reader.line_num


def _drop_footer(text: _TextFile, delimiter: str, width: int) -> int:
    """Leave out the rows below the table of a text file, and return how many they are."""
    tail = text.tail()
    rows = _rows(tail, delimiter)
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


class _TextFile:
    """A text file as UTF-8 bytes, converted from other encodings."""

    def __init__(self, path: Path, encoding: str, utf8: bool) -> None:
        self.path = path
        self.encoding = encoding
        self.utf8 = utf8
        self.skip = 0  # lines at the top that are not part of the table
        self.old_mac = False  # whether lines end in a bare carriage return
        self.kept: bytes | None = None  # the text as UTF-8 without rows below the table

    @property
    def is_short(self) -> bool:
        """Whether the first rows are all rows."""
        return self.path.stat().st_size <= HEAD

    def tail(self) -> str:
        """Return the last lines of the file; none of a large one."""
        size = self.path.stat().st_size
        if size > MAX_TRIMMED:
            return ""
        if self.utf8 and size > 2 * TAIL:
            with self.path.open("rb") as stream:
                stream.seek(size - TAIL)
                end = stream.read().decode("utf-8", errors="replace")
            if '"' not in end:  # a quoted field may hold lines that are no rows
                return end.partition("\n")[2].replace("\r", "")
            if size > HEAD:
                return ""
        return self.whole().replace("\r", "")

    def drop_lines(self, count: int) -> None:
        """Leave out the last lines that are not blank."""
        lines = self.whole().splitlines(keepends=True)
        while lines and count:
            count -= bool(lines.pop().strip())
        self.kept = "".join(lines).encode()

    def head(self) -> str:
        """Return whole lines from the start of the file, about as many as fit in HEAD bytes."""
        size = self.path.stat().st_size
        for reach in (HEAD, MAX_LINE):
            start = next(self._pieces(reach), "").removeprefix("\ufeff")
            if "\r" in start and "\n" not in start:
                self.old_mac = True
                start = start.replace("\r", "\n")
            if size <= reach:
                return start
            if start.count("\n") >= FEW_LINES or (reach == MAX_LINE and "\n" in start):
                return start[: start.rfind("\n") + 1]
        raise _too_long(self.path)

    def _pieces(self, size: int) -> Iterator[str]:
        """Yield pieces of decoded text, of about so many bytes."""
        decoder = codecs.getincrementaldecoder(self.encoding)()
        with self.path.open("rb") as stream:
            try:
                while piece := stream.read(size):
                    yield decoder.decode(piece)
                decoder.decode(b"", final=True)
            except UnicodeError as error:
                raise self._not_text(error) from None

    def chunks(self) -> Iterator[bytes]:
        """Yield chunks of UTF-8, without a byte order mark and the lines to skip."""
        if self.kept is not None:
            yield self.kept
            return
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
        """Return the whole text."""
        try:
            return b"".join(self.chunks()).decode()
        except UnicodeDecodeError as error:
            raise self._not_text(error) from None

    def _not_text(self, error: UnicodeError) -> EncodingError:
        return EncodingError(
            f"the file is not {self.encoding} text: {error}.",
            file=str(self.path),
            remedy="State its encoding (--encoding), such as latin-1.",
        )

    def for_polars(self) -> Path | io.BytesIO:
        """Return what Polars scans: the file if it is UTF-8 throughout, else the converted text."""
        if self.utf8 and not self.skip and not self.old_mac and self.kept is None:
            return self.path
        return io.BytesIO(b"".join(self.chunks()))


def _too_long(source: str | Path) -> NotATableError:
    return NotATableError(
        f"a line is longer than {MAX_LINE // 2**20} MB.",
        file=str(source),
        remedy="Check that this is a text table and that quotes match.",
    )


def detected_encoding(path: Path) -> str:
    """Return the encoding: by the byte order mark, UTF-8 if the file is valid, else Latin-1."""
    with path.open("rb") as stream:
        start = stream.read(HEAD)
        if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return "utf-16"
        zeros = start.count(0)
        if zeros > len(start) // 4:  # every other byte of plain text in UTF-16
            return "utf-16-le" if start[1::2].count(0) > start[::2].count(0) else "utf-16-be"
        if zeros:
            raise NotATableError(
                "the file has NUL bytes, so it is not a text table.",
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
    """Return the delimiter that splits the first rows into the most, and equally many, fields.

    A tab, semicolon or bar is preferred if all commas can be decimal marks.
    """
    for candidate in ("\t", ";", "|"):
        rows = _rows(head, candidate, DELIMITER_ROWS)
        equal = len({len(row) for row in rows}) == 1 and len(rows[0]) > 1
        if equal and all(DECIMAL_COMMA.fullmatch(c.strip()) for r in rows for c in r if "," in c):
            return candidate
    best, best_score = ("\t" if path.suffix.lower() in (".tsv", ".tab") else ","), 1.0
    for candidate in DELIMITERS:
        widths = [len(row) for row in _rows(head, candidate, DELIMITER_ROWS)]
        if not widths or max(widths) < 2:
            continue
        width = max(set(widths), key=lambda size: (widths.count(size), size == widths[0]))
        score = width * (widths.count(width) / len(widths)) ** 4
        if score > best_score or (score == best_score and candidate == best):
            best, best_score = candidate, score
    return best


def _rows(head: str, delimiter: str, most: int = ROWS) -> list[list[str]]:
    """Return the rows at the start of a file, except blank ones."""
    try:
        reader = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter)
        return list(islice((row for row in reader if row), most))
    except csv.Error:
        return []


def _first_rows(head: str, delimiter: str, source: str) -> list[list[str]]:
    """Return the rows at the start of a file, of which there must be one."""
    rows = _rows(head, delimiter)
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


def _preamble(head: str) -> tuple[int, str | None]:
    """Return the number of lines above the table (blank, or "sep=;"), and the stated delimiter."""
    for number, line in enumerate(head.split("\n")):
        if line.strip():
            stated = SEPARATOR_LINE.fullmatch(line.strip(" \r"))
            return (number + 1, stated[1]) if stated else (number, None)
    return 0, None


def _decimal(rows: Sequence[Sequence[str]], delimiter: str) -> str:
    """Return a comma if some cell is a number with a comma and none is a number with a point."""
    cells = {cell.strip() for row in rows for cell in row}
    if any("." in cell and as_number(cell) is not None for cell in cells):
        return "."
    decimals = [cell for cell in cells if DECIMAL_COMMA.fullmatch(cell)]
    if delimiter == "," and any(len(cell.partition(",")[2]) == 3 for cell in decimals):
        return "."  # in quoted cells, commas before three digits may separate thousands
    return "," if decimals else "."


def _check_shape(text: _TextFile, delimiter: str, width: int, source: str) -> int:
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
                raise _too_long(source)
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


def _has_no_codes(chunks: Iterator[bytes], delimiter: bytes) -> bool:
    """Return whether no cell begins with 0 and a digit, with a sign, a blank or a quote.

    Different texts are then different numbers, so that ids may be read as numbers.
    """
    last = b"\n"
    for chunk in chunks:
        if b'"' in chunk:
            return False
        cells = np.frombuffer(last + chunk + b"\n", dtype=np.uint8)
        starts = (cells[:-2] == delimiter[0]) | (cells[:-2] == ord("\n"))
        first, second = cells[1:-1], cells[2:]
        codes = ((first == ord("0")) & (second - np.uint8(ord("0")) < 10)) | (first == ord("+"))
        codes |= (first == ord(" ")) | ((first == ord("-")) & (second == ord("0")))
        if np.any(starts & codes):
            return False
        last = chunk[-2:]
    return True


def _line_of(text: _TextFile, delimiter: str, header: bool, row: int) -> int:
    """Return the number, as editors show it, of the line where a row of data begins."""
    reader = csv.reader(io.StringIO(text.whole(), newline=""), delimiter=delimiter)
    index, start = -1 if header else 0, 1
    for cells in reader:
        if cells:
            if index == row:
                break
            index += 1
        start = reader.line_num + 1
    return text.skip + start


def _kind(cells: set[str]) -> Kind:
    """Return the type of the numbers in some cells of a column, or of text if one is no number."""
    import polars as pl

    if all(WHOLE.fullmatch(cell) for cell in cells):
        return pl.Int64
    if all(WHOLE.fullmatch(cell) or DECIMAL.fullmatch(cell) for cell in cells):
        return pl.Float64
    return pl.String


def _scan_numbers(
    scan: Callable[[Mapping[str, Kind], list[str]], pl.LazyFrame],
    text: _TextFile,
    delimiter: str,
    names: Sequence[str],
    rows: Sequence[Sequence[str]],
    columns: Sequence[str],
    ids: Sequence[str],
    missing: Sequence[str],
) -> pl.LazyFrame:
    """Scan the text with columns that look like numbers read as such; see `Sheet.numbers`."""
    import polars as pl

    index = {name: j for j, name in enumerate(names)}
    complete = [row for row in rows if len(row) == len(names)]  # the last may be truncated
    cells = {name: {row[index[name]] for row in complete} for name in (*columns, *ids)}
    kinds = {name: _kind(values - {"", *missing}) for name, values in cells.items()}
    whole_ids = any(kinds[name] is pl.Int64 for name in ids) and _has_no_codes(
        text.chunks(), delimiter.encode()
    )
    kinds |= {name: pl.String for name in ids if not whole_ids or kinds[name] is pl.Float64}
    return scan(kinds, sorted(set(missing) & set().union(*cells.values())))


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
        pairs = zip(names, again, strict=True)
        frame = frame.filter(
            ~pl.all_horizontal(pl.col(name).eq_missing(cell) for name, cell in pairs)
        )
    return frame.filter(~pl.all_horizontal(pl.all().is_null())) if blank else frame
