"""Structural checks of workbooks, before a library unpacks them.

A workbook is an archive of XML. Parts are read as XML, so that spaces, quotes, prefixes and the
order of attributes make no difference, and every part is read, whatever its name. Document types,
which could declare entities, are refused.
"""

from __future__ import annotations

import errno
import re
import struct
import zipfile
import zlib
from pathlib import Path
from xml.parsers import expat  # nosec: document types are refused

from accord.errors import NotATableError

__all__ = ["check_workbook"]

MAX_PARTS = 10_000  # files in the archive
MAX_BYTES = 2_000_000_000  # unpacked
MAX_RATIO = 500  # unpacked bytes per packed byte
SPARE_BYTES = 10**7  # that a workbook of any size may unpack to
MAX_CELLS = 200_000_000  # in the rectangle of used cells
MAX_DEPTH = 200  # of nested elements
LEAST_ENTRY = 4  # bytes of the shortest shared string
PIECE = 1 << 20  # bytes that are unpacked at a time
REFERENCE = re.compile(r"\$?([A-Za-z]{1,7})\$?([0-9]{1,15})")
DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,  # a method of compression that is not known
    RuntimeError,  # an encrypted part
    ValueError,
    OverflowError,
)


def check_workbook(path: Path) -> None:
    """Refuse a workbook that is damaged, or that unpacks to an excessive size."""
    if not zipfile.is_zipfile(path):
        return  # a workbook before 2007 is no archive
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            _check_entries(entries, path)
            for entry in entries:
                _check_part(archive, entry, path)
    except NotATableError:
        raise
    except DAMAGED as error:
        raise _damaged(path, f"{error}") from None
    except OSError as error:
        if error.errno != errno.EINVAL:  # of a place before the start of the file
            raise
        raise _damaged(path, "its table of contents is wrong") from None


def _damaged(path: Path, problem: str) -> NotATableError:
    return NotATableError(
        f"the workbook is damaged: {problem.rstrip('.')}.",
        file=str(path),
        remedy="Save it again, or save the sheet as CSV.",
    )


def _check_entries(entries: list[zipfile.ZipInfo], path: Path) -> None:
    """Refuse an archive with too many parts, with parts of one name, or with too many bytes."""
    unpacked = sum(entry.file_size for entry in entries)
    packed = max(1, path.stat().st_size)
    if len(entries) > MAX_PARTS or unpacked > min(MAX_BYTES, MAX_RATIO * packed + SPARE_BYTES):
        raise NotATableError(
            f"the workbook of {packed:,} bytes unpacks to {unpacked:,} bytes in {len(entries):,} "
            "parts, which is too large for a table.",
            file=str(path),
            remedy="Save the sheet as CSV.",
        )
    names = {entry.filename.lower() for entry in entries}
    if len(names) < len(entries):
        raise _damaged(path, "two of its parts have the same name")


def _check_part(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path) -> None:
    """Refuse a part whose bytes are damaged, or whose XML declares more than it has."""
    with archive.open(entry) as stream:
        piece = stream.read(PIECE)
        part = _Part(entry, path) if _is_xml(piece) else None
        while piece:
            if part is not None:
                part.feed(piece)
            piece = stream.read(PIECE)
    if part is not None:
        part.finish()


def _is_xml(start: bytes) -> bool:
    """Return whether bytes begin like XML, in UTF-8 or UTF-16."""
    return start.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"<")


class _Part:
    """A part that is read as XML, with the last used row and column so far."""

    def __init__(self, entry: zipfile.ZipInfo, path: Path) -> None:
        self.entry = entry
        self.path = path
        self.row = self.column = 0
        self.last_row = self.last_column = 0
        self.depth = 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._refuse_document_type
        self.parser.buffer_text = True

    def feed(self, piece: bytes) -> None:
        """Read the next bytes."""
        self._parse(piece, last=False)

    def finish(self) -> None:
        """Check the whole."""
        self._parse(b"", last=True)
        self._check_extent()

    def _parse(self, piece: bytes, *, last: bool) -> None:
        try:
            self.parser.Parse(piece, last)
        except expat.ExpatError as error:
            raise _damaged(self.path, f"{self.entry.filename} is not XML ({error})") from None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise _damaged(self.path, f"the elements of {self.entry.filename} are nested too deep")
        kind = name.rpartition(" ")[2].lower()
        if kind == "c":
            self._start_cell(attributes)
        elif kind == "row":
            self.row = _number(_attribute(attributes, "r"), self.row + 1)
            self.column = 0
        elif kind == "sst":
            self._check_strings(attributes)

    def _end(self, _: str) -> None:
        self.depth -= 1

    def _start_cell(self, attributes: dict[str, str]) -> None:
        """Note the place of a cell; one without a reference follows the one before."""
        reference = attributes.get("r")
        if reference is None:
            reference = _attribute(attributes, "r")
        match = REFERENCE.fullmatch(reference.strip()) if reference else None
        if match is None:
            self.column += 1
            self.last_row = max(self.last_row, self.row)
        else:
            self.column = column_number(match[1])
            self.last_row = max(self.last_row, int(match[2]))
        self.last_column = max(self.last_column, self.column)
        if self.last_row * self.last_column > MAX_CELLS:
            self._check_extent()

    def _check_strings(self, attributes: dict[str, str]) -> None:
        """Refuse a number of shared strings that the bytes of the part cannot hold."""
        stated = _number(_attribute(attributes, "uniqueCount"), 0)
        if stated * LEAST_ENTRY > self.entry.file_size:
            raise _damaged(
                self.path,
                f"{self.entry.filename} has {self.entry.file_size:,} bytes and states {stated:,} "
                "texts",
            )

    def _check_extent(self) -> None:
        if self.last_row * self.last_column > MAX_CELLS:
            raise NotATableError(
                f"the cells of {self.entry.filename} extend over {self.last_row:,} rows and "
                f"{self.last_column:,} columns.",
                file=str(self.path),
                remedy="Delete cells far from the table, or save the sheet as CSV.",
            )

    def _refuse_document_type(self, *_: object) -> None:
        raise _damaged(self.path, f"{self.entry.filename} has a document type, as no workbook does")


def _attribute(attributes: dict[str, str], name: str) -> str | None:
    """Return an attribute by its name without a prefix, in any case."""
    if name in attributes:
        return attributes[name]
    for key, value in attributes.items():
        if key.rpartition(" ")[2].lower() == name.lower():
            return value
    return None


def _number(text: str | None, default: int) -> int:
    """Return a whole number; the default for other text."""
    digits = "" if text is None else text.strip()
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 20 else default


def column_number(letters: str) -> int:
    """Return the number of a column named A, B, … AA.

    >>> column_number("A"), column_number("xfd")
    (1, 16384)
    """
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
