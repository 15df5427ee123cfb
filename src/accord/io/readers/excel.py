"""Excel workbooks (extra ``excel``)."""

from __future__ import annotations

import re
import zipfile
from dataclasses import replace
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from accord.errors import EmptyInputError, MissingExtraError, NotATableError, OptionError
from accord.io.readers.headers import column_names
from accord.io.readers.margins import fill_merged, locate_table, margin_notes, trailing_rows
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet
from accord.io.readers.workbook_checks import check_workbook
from accord.native.messages import Message
from accord.native.process import read_natively

__all__ = ["read_excel"]

TAIL = 40  # last rows, in which notes and totals are looked for
MOST_SHEETS = 30  # in which the first table is looked for
HEADER_ROWS = 100  # by which a header is detected
EXPLANATION = re.compile(
    r"(?:code ?book|code[ _-]?list|data dictionary|dictionary|read ?me|legend[e]?|info(?:rmation)?|"
    r"instructions?|guidelines?|notes?|about|key|cover|title|contents|metadata|variables?|"
    r"erl(?:ä|ae)uterungen|hinweise)",
    re.IGNORECASE,
)
"""Names of sheets that explain a table."""

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
    result = _first_with_data(path, dialect)
    name, sheets, top = (result.facts[fact] for fact in ("sheet", "sheets", "rows"))
    if not any(map(any, top)):
        raise EmptyInputError(f"sheet {name!r} is empty.", file=str(path))
    table = locate_table(top, dialect.header)
    names = column_names(table.first, table.header, f"{path} [{name}]")
    if table.skip != int(dialect.header is not False):
        result = _read(path, replace(dialect, sheet=name), skip=table.skip)
    frame = pl.read_ipc(BytesIO(result.buffers["data"]))
    if frame.width == 0 or frame.height == 0:
        raise EmptyInputError(f"sheet {name!r} is empty.", file=str(path))
    if frame.width != len(names):
        raise NotATableError(f"the rows of sheet {name!r} have no common width.", file=str(path))
    frame.columns = names
    last = [["" if cell is None else str(cell) for cell in row] for row in frame.tail(TAIL).rows()]
    below = trailing_rows(last, len(names))
    frame = frame.head(frame.height - below)
    frame, merged = fill_merged(frame)
    notes = margin_notes(table.margins, below)
    if merged:
        notes.append(f"blank cells of column {merged!r} were filled with the cell above.")
    others = [other for other in sheets if other != name]
    if others and dialect.sheet is None:
        notes.append(f"read sheet {name!r}; other sheets: {', '.join(map(repr, others[:8]))}.")
    if not table.header and dialect.header is None:
        notes.append("the first row looks like data, so columns are numbered from 1.")
    return Sheet(
        frame.lazy(),
        f"{path} [{name}]",
        table.skip + 1,
        notes=tuple(notes),
        dialect=Dialect(header=table.header, sheet=name),
        sheets=tuple(sheets),
    )


def _first_with_data(path: Path, dialect: Dialect) -> Message:
    """Read the chosen sheet, or the first one with a table that is no explanation, by its name."""
    skip = int(dialect.header is not False)
    first = _read(path, dialect, skip=skip)
    if dialect.sheet is not None:
        return first
    result = first
    for name in first.facts["sheets"][1:MOST_SHEETS]:
        if _is_table(result) and not EXPLANATION.fullmatch(result.facts["sheet"].strip()):
            return result
        other = _read(path, replace(dialect, sheet=name), skip=skip)
        result = other if _is_table(other) else result
    explains = EXPLANATION.fullmatch(result.facts["sheet"].strip())
    return first if explains and _is_table(first) else result


def _is_table(result: Message) -> bool:
    """Return whether a sheet has two rows of two cells."""
    return sum(sum(bool(cell.strip()) for cell in row) > 1 for row in result.facts["rows"]) > 1


def _read(path: Path, dialect: Dialect, *, skip: int) -> Message:
    """Read the chosen sheet without the rows above its data, and check that there is a sheet."""
    result = read_natively(
        "workbook",
        [path],
        path=str(path),
        sheet=dialect.sheet,
        skip=skip,
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
