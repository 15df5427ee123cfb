"""Excel workbooks (extra ``excel``)."""

from __future__ import annotations

import zipfile
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from accord.errors import EmptyInputError, MissingExtraError, NotATableError, OptionError
from accord.io.readers.headers import column_names, has_header
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet
from accord.io.readers.workbook_checks import check_workbook
from accord.native.messages import Message
from accord.native.process import read_natively

__all__ = ["read_excel"]

HEADER_ROWS = 100  # by which a header is detected
OLD_FORMAT = b"\xd0\xcf\x11\xe0"  # workbooks before 2007


def _is_workbook(head: Head) -> bool:
    if head.start.startswith(OLD_FORMAT):
        return True
    return head.start.startswith(b"PK\x03\x04") and _has_workbook(head.path)


def _has_workbook(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return False
    return any(
        name.lower().startswith("xl/workbook.") or name.lower() == "content.xml" for name in names
    )


@reader("excel", "Excel workbooks, any sheet", knows=_is_workbook)
def read_excel(path: Path, dialect: Dialect) -> Sheet:
    """Read a sheet of a workbook: the chosen one, or the first."""
    import polars as pl

    if find_spec("fastexcel") is None:
        raise MissingExtraError("Excel files", "excel", file=str(path))
    check_workbook(path)
    result = _read(path, dialect, header=dialect.header is not False)
    name, sheets, first = (result.facts[fact] for fact in ("sheet", "sheets", "rows"))
    if not first:
        raise EmptyInputError(f"sheet {name!r} is empty.", file=str(path))
    header = has_header(first) if dialect.header is None else dialect.header
    names = column_names(first[0], header, f"{path} [{name}]")
    if not header and dialect.header is None:
        result = _read(path, dialect, header=False)
    frame = pl.read_ipc(BytesIO(result.buffers["data"]))
    if frame.width == 0 or frame.height == 0:
        raise EmptyInputError(f"sheet {name!r} is empty.", file=str(path))
    if frame.width != len(names):
        raise NotATableError(f"the rows of sheet {name!r} have no common width.", file=str(path))
    frame.columns = names
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


def _read(path: Path, dialect: Dialect, *, header: bool) -> Message:
    """Read the chosen sheet without its header, if it has one, and check that there is a sheet."""
    result = read_natively(
        "workbook",
        [path],
        path=str(path),
        sheet=dialect.sheet,
        skip=int(header),
        sample=HEADER_ROWS,
    )
    if result.facts["sheet"] is not None:
        return result
    sheets = result.facts["sheets"]
    if not sheets:
        raise EmptyInputError("the workbook has no sheet.", file=str(path))
    raise OptionError(
        f"{path} has no sheet {dialect.sheet!r}; its sheets are {', '.join(sheets)}.",
        option="sheet",
        value=dialect.sheet,
    )
