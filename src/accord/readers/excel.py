"""Excel workbooks (extra ``excel``)."""

from __future__ import annotations

import zipfile
from pathlib import Path

from accord.errors import EmptyInputError, MissingExtraError, NotATableError, OptionError
from accord.readers.registry import Head, reader
from accord.readers.sheet import Dialect, Sheet
from accord.wording import first_line

__all__ = ["read_excel"]

MOST_ENTRIES = 10_000
MOST_BYTES = 2_000_000_000  # unpacked
MOST_RATIO = 500  # unpacked bytes for each packed one
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
        raise MissingExtraError("Excel files", "excel", source=str(path)) from None
    try:
        book = fastexcel.read_excel(path)
        names = book.sheet_names
        name = _chosen(dialect.sheet, names, path)
        header = None if dialect.header is False else 0
        frame = book.load_sheet(name, header_row=header, schema_sample_rows=None).to_polars()
    except fastexcel.FastExcelError as error:
        raise NotATableError(
            f"the workbook cannot be read: {first_line(error)}", source=str(path)
        ) from None
    if frame.width == 0 or frame.height == 0:
        raise EmptyInputError(f"sheet {name!r} is empty.", source=str(path))
    others = [other for other in names if other != name]
    notes = (
        (f"read sheet {name!r}; there are also {', '.join(map(repr, others[:8]))}.",)
        if others and dialect.sheet is None
        else ()
    )
    return Sheet(frame.lazy(), f"{path} [{name}]", 1 if header is None else 2, notes=notes)


def _chosen(wanted: str | None, names: list[str], path: Path) -> str:
    if not names:
        raise EmptyInputError("the workbook has no sheet.", source=str(path))
    if wanted is None:
        return names[0]
    if wanted in names:
        return wanted
    if wanted.isdigit() and 1 <= int(wanted) <= len(names):
        return names[int(wanted) - 1]
    raise OptionError(f"{path}: there is no sheet {wanted!r}; there are {', '.join(names)}.")


def _check_size(path: Path) -> None:
    """Refuse a workbook that unpacks to far more than it should, before unpacking it."""
    if not zipfile.is_zipfile(path):
        return
    with zipfile.ZipFile(path) as archive:
        entries = archive.infolist()
    unpacked = sum(entry.file_size for entry in entries)
    packed = max(1, path.stat().st_size)
    if len(entries) > MOST_ENTRIES or unpacked > min(MOST_BYTES, MOST_RATIO * packed + 10**7):
        raise NotATableError(
            f"the workbook unpacks to {unpacked:,} bytes in {len(entries):,} parts from "
            f"{packed:,}: that is no honest table.",
            source=str(path),
            remedy="Save the sheet as CSV.",
        )
