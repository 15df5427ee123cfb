"""Excel workbooks, read by fastexcel."""

from __future__ import annotations

from functools import partial
from io import BytesIO

from accord.native.messages import Message

__all__ = ["read_workbook"]


def read_workbook(path: str, sheet: str | None, skip: int, sample: int) -> Message:
    """Read a sheet of a workbook.

    Parameters
    ----------
    path
        The workbook.
    sheet
        Name or number (from 1) of a sheet; None for the first one.
    skip
        Number of rows at the top that are no data.
    sample
        Number of rows to return as text, from the top.

    Returns
    -------
    Message
        As facts the names of all sheets (``sheets``), the name of this one (``sheet``, None if
        there is no such sheet) and the first rows as text (``rows``); the data as an Arrow file.
    """
    import fastexcel

    book = fastexcel.read_excel(path)
    sheets = list(book.sheet_names)
    name = _choose(sheet, sheets)
    if name is None:
        return Message({"sheets": sheets, "sheet": None, "rows": []})
    head = book.load_sheet(name, header_row=None, n_rows=sample, dtypes="string")
    rows = [["" if cell is None else cell for cell in row] for row in head.to_polars().rows()]
    facts = {"sheets": sheets, "sheet": name, "rows": rows}
    if not rows:
        return Message(facts)
    load = partial(book.load_sheet, name, header_row=None, skip_rows=skip, schema_sample_rows=None)
    try:
        data = load()
    except fastexcel.UnsupportedColumnTypeCombinationError:  # such as dates and durations
        data = load(dtypes="string")
    arrow = BytesIO()
    data.to_polars().write_ipc(arrow, compression="uncompressed")
    return Message(facts, {"data": arrow.getvalue()})


def _choose(sheet: str | None, names: list[str]) -> str | None:
    """Return the name of a sheet that is chosen by name or by number; the first if none is."""
    if sheet is None:
        return names[0] if names else None
    if sheet in names:
        return sheet
    if sheet.isdecimal() and sheet.isascii() and 1 <= int(sheet) <= len(names):
        return names[int(sheet) - 1]
    return None
