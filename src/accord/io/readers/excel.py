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

MOST_ENTRIES = 10_000
MOST_BYTES = 2_000_000_000  # unpacked
MOST_RATIO = 500  # unpacked bytes for each packed one
MOST_CELLS = 200_000_000  # from the first to the last
LOOKED_AT = 100  # rows that tell whether the first names the columns
CELL = re.compile(rb'<c r="([A-Z]{1,3})([0-9]{1,7})"')
OLD = b"\xd0\xcf\x11\xe0"  # workbooks before 2007


def _is_workbook(head: Head) -> bool:
    if head.start.startswith(OLD):
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
    """Read a sheet of a workbook: the one that is named, or the first."""
    _check_size(path)
    try:
        import fastexcel
    except ImportError:
        raise MissingExtraError("Excel files", "excel", file=str(path)) from None
    try:
        book = fastexcel.read_excel(path)
        names = book.sheet_names
        name = _chosen(dialect.sheet, names, path)
        head = book.load_sheet(name, header_row=None, n_rows=LOOKED_AT, dtypes="string")
        first = [["" if c is None else c for c in row] for row in head.to_polars().rows()]
        if not first:
            raise EmptyInputError(f"sheet {name!r} is empty.", file=str(path))
        header = has_header(first) if dialect.header is None else dialect.header
        names_of_columns = column_names(first[0], header, f"{path} [{name}]")
        frame = book.load_sheet(
            name,
            header_row=None,
            skip_rows=int(header),
            column_names=names_of_columns,
            schema_sample_rows=None,
        ).to_polars()
    except fastexcel.FastExcelError as error:
        raise NotATableError(
            f"the workbook cannot be read: {first_line(error)}", file=str(path)
        ) from None
    if frame.width == 0 or frame.height == 0:
        raise EmptyInputError(f"sheet {name!r} is empty.", file=str(path))
    others = [other for other in names if other != name]
    notes = []
    if others and dialect.sheet is None:
        notes.append(f"read sheet {name!r}; there are also {', '.join(map(repr, others[:8]))}.")
    if not header and dialect.header is None:
        notes.append("the first row looks like data, so columns are numbered from 1.")
    return Sheet(
        frame.lazy(),
        f"{path} [{name}]",
        2 if header else 1,
        notes=tuple(notes),
        dialect=Dialect(header=header, sheet=name),
    )


def _chosen(wanted: str | None, names: list[str], path: Path) -> str:
    if not names:
        raise EmptyInputError("the workbook has no sheet.", file=str(path))
    if wanted is None:
        return names[0]
    if wanted in names:
        return wanted
    if wanted.isdigit() and 1 <= int(wanted) <= len(names):
        return names[int(wanted) - 1]
    raise OptionError(
        f"{path}: there is no sheet {wanted!r}; there are {', '.join(names)}.", option="sheet"
    )


def _check_extent(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path) -> None:
    """Refuse a sheet whose cells lie so far apart that the table between them is huge."""
    column = row = 0
    rest = b""
    with archive.open(entry) as stream:
        while piece := stream.read(1 << 20):
            for letters, digits in CELL.findall(rest + piece):
                column = max(column, _column_number(letters))
                row = max(row, int(digits))
            rest = piece[-40:]
    if column * row > MOST_CELLS:
        raise NotATableError(
            f"the cells of {entry.filename} reach over {row:,} rows and {column:,} columns.",
            file=str(path),
            remedy="Delete the stray cells far from the table, or save the sheet as CSV.",
        )


def _column_number(letters: bytes) -> int:
    """Number of a column called A, B, … AA.

    >>> _column_number(b"A"), _column_number(b"XFD")
    (1, 16384)
    """
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number


def _check_size(path: Path) -> None:
    """Refuse a workbook that unpacks to far more than it should, before unpacking it."""
    if not zipfile.is_zipfile(path):
        return
    with zipfile.ZipFile(path) as archive:
        entries = archive.infolist()
        _check_bytes(entries, path)
        for entry in entries:
            if entry.filename.startswith("xl/worksheets/") and entry.filename.endswith(".xml"):
                _check_extent(archive, entry, path)


def _check_bytes(entries: list[zipfile.ZipInfo], path: Path) -> None:
    unpacked = sum(entry.file_size for entry in entries)
    packed = max(1, path.stat().st_size)
    if len(entries) > MOST_ENTRIES or unpacked > min(MOST_BYTES, MOST_RATIO * packed + 10**7):
        raise NotATableError(
            f"the workbook unpacks to {unpacked:,} bytes in {len(entries):,} parts from "
            f"{packed:,}: that is no honest table.",
            file=str(path),
            remedy="Save the sheet as CSV.",
        )
