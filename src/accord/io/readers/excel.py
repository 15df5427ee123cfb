"""Excel workbooks (extra ``excel``)."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from accord.base.wording import first_line
from accord.errors import EmptyInputError, MissingExtraError, NotATableError, OptionError
from accord.io.readers.headers import column_names, has_header
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["read_excel"]

MAX_PARTS = 10_000  # files in the archive
MAX_BYTES = 2_000_000_000  # unpacked
MAX_RATIO = 500  # unpacked bytes per packed byte
MAX_CELLS = 200_000_000  # in the rectangle of used cells
HEADER_ROWS = 100  # by which a header is detected
CELL = re.compile(rb'<c r="([A-Z]{1,3})([0-9]{1,7})"')
OLD_FORMAT = b"\xd0\xcf\x11\xe0"  # workbooks before 2007


def _is_workbook(head: Head) -> bool:
    if head.start.startswith(OLD_FORMAT):
        return True
    return head.start.startswith(b"PK\x03\x04") and _has_workbook(head.path)


def _has_workbook(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, OSError):
        return False
    return any(name.startswith("xl/workbook.") or name == "content.xml" for name in names)


@reader("excel", "Excel workbooks, any sheet", knows=_is_workbook)
def read_excel(path: Path, dialect: Dialect) -> Sheet:
    """Read a sheet of a workbook: the chosen one, or the first."""
    _check_archive(path)
    try:
        import fastexcel
    except ImportError:
        raise MissingExtraError("Excel files", "excel", file=str(path)) from None
    try:
        book = fastexcel.read_excel(path)
        sheets = book.sheet_names
        name = _choose_sheet(dialect.sheet, sheets, path)
        head = book.load_sheet(name, header_row=None, n_rows=HEADER_ROWS, dtypes="string")
        first = [["" if c is None else c for c in row] for row in head.to_polars().rows()]
        if not first:
            raise EmptyInputError(f"sheet {name!r} is empty.", file=str(path))
        header = has_header(first) if dialect.header is None else dialect.header
        names = column_names(first[0], header, f"{path} [{name}]")
        frame = book.load_sheet(
            name,
            header_row=None,
            skip_rows=int(header),
            column_names=names,
            schema_sample_rows=None,
        ).to_polars()
    except fastexcel.FastExcelError as error:
        raise NotATableError(
            f"the workbook cannot be read: {first_line(error)}", file=str(path)
        ) from None
    if frame.width == 0 or frame.height == 0:
        raise EmptyInputError(f"sheet {name!r} is empty.", file=str(path))
    others = [other for other in sheets if other != name]
    notes = []
    if others and dialect.sheet is None:
        notes.append(f"read sheet {name!r}; other sheets: {', '.join(map(repr, others[:8]))}.")
    if not header and dialect.header is None:
        notes.append("the first row looks like data, so columns are numbered from 1.")
    return Sheet(
        frame.lazy(),
        f"{path} [{name}]",
        2 if header else 1,
        notes=tuple(notes),
        dialect=Dialect(header=header, sheet=name),
    )


def _choose_sheet(sheet: str | None, names: list[str], path: Path) -> str:
    """Return the name of a sheet that is chosen by name or by number; the first if none is."""
    if not names:
        raise EmptyInputError("the workbook has no sheet.", file=str(path))
    if sheet is None:
        return names[0]
    if sheet in names:
        return sheet
    if sheet.isdigit() and 1 <= int(sheet) <= len(names):
        return names[int(sheet) - 1]
    raise OptionError(
        f"{path} has no sheet {sheet!r}; its sheets are {', '.join(names)}.",
        option="sheet",
        value=sheet,
    )


def _check_extent(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path) -> None:
    """Refuse a sheet whose cells are so far apart that the table is huge."""
    column = row = 0
    rest = b""
    with archive.open(entry) as stream:
        while piece := stream.read(1 << 20):
            for letters, digits in CELL.findall(rest + piece):
                column = max(column, _column_number(letters))
                row = max(row, int(digits))
            rest = piece[-40:]
    if column * row > MAX_CELLS:
        raise NotATableError(
            f"the cells of {entry.filename} extend over {row:,} rows and {column:,} columns.",
            file=str(path),
            remedy="Delete cells far from the table, or save the sheet as CSV.",
        )


def _column_number(letters: bytes) -> int:
    """Return the number of a column named A, B, … AA.

    >>> _column_number(b"A"), _column_number(b"XFD")
    (1, 16384)
    """
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number


def _check_archive(path: Path) -> None:
    """Refuse a workbook that unpacks to an excessive size, before unpacking it."""
    if not zipfile.is_zipfile(path):
        return
    with zipfile.ZipFile(path) as archive:
        entries = archive.infolist()
        _check_bytes(entries, path)
        for entry in entries:
            if entry.filename.startswith("xl/worksheets/") and entry.filename.endswith(".xml"):
                _check_extent(archive, entry, path)


def _check_bytes(entries: list[zipfile.ZipInfo], path: Path) -> None:
    """Refuse an archive with too many parts, or with too many bytes for its size."""
    unpacked = sum(entry.file_size for entry in entries)
    packed = max(1, path.stat().st_size)
    if len(entries) > MAX_PARTS or unpacked > min(MAX_BYTES, MAX_RATIO * packed + 10**7):
        raise NotATableError(
            f"the workbook of {packed:,} bytes unpacks to {unpacked:,} bytes in {len(entries):,} "
            "parts, which is too large for a table.",
            file=str(path),
            remedy="Save the sheet as CSV.",
        )
