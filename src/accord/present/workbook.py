"""The report as an Excel workbook: a sheet of words, and a sheet for each table."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

from accord.errors import MissingExtraError
from accord.present.document import Block, Bullets, Cell, Code, Document, Table, Words

__all__ = ["workbook"]

NAME = 31  # letters that the name of a sheet may have
WIDEST = 60


def workbook(documents: Sequence[Document]) -> bytes:
    """Bytes of an .xlsx file; numbers in full, text never as a formula."""
    try:
        import xlsxwriter
    except ImportError:
        raise MissingExtraError("Excel workbooks", "excel") from None
    stream = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False,
               "strings_to_numbers": False, "nan_inf_to_errors": False}  # fmt: skip
    with xlsxwriter.Workbook(stream, options) as book:
        names: set[str] = set()
        for document in documents:
            _front(book, document, names)
            for section in document.sections:
                for table in section.tables():
                    _sheet(book, table, table.title or section.title, names)
    return stream.getvalue()


def _front(book: Any, document: Document, names: set[str]) -> None:
    """Words of the report, one line below the other."""
    sheet = book.add_worksheet(_name("Summary", names))
    bold, wrapped = book.add_format({"bold": True}), book.add_format({"text_wrap": True})
    sheet.set_column(0, 0, 22)
    sheet.set_column(1, 1, 100)
    lines = [(document.title, f"{document.source} (accord {document.version})")]
    lines += [("Result" if k == 0 else "", text) for k, text in enumerate(document.lead)]
    lines += list(document.facts)
    for section in document.sections:
        told = [text for block in section.blocks for text in _words(block)]
        lines += [(section.title if k == 0 else "", text) for k, text in enumerate(told)]
    for row, (name, text) in enumerate(lines):
        sheet.write_string(row, 0, name, bold)
        sheet.write_string(row, 1, text, wrapped)


def _words(block: Block) -> list[str]:
    if isinstance(block, Words):
        return [block.text]
    if isinstance(block, Bullets):
        return list(block.items)
    return [block.text] if isinstance(block, Code) else []


def _sheet(book: Any, table: Table, title: str, names: set[str]) -> None:
    sheet = book.add_worksheet(_name(title, names))
    bold = book.add_format({"bold": True, "bottom": 1})
    for column, head in enumerate(table.columns):
        sheet.write_string(0, column, head, bold)
        longest = max((len(row[column].text) for row in table.rows), default=0)
        sheet.set_column(column, column, min(max(longest, len(head)) + 2, WIDEST))
    for number, row in enumerate(table.rows, start=1):
        for column, cell in enumerate(row):
            _write(sheet, number, column, cell)
    sheet.freeze_panes(1, 1)


def _write(sheet: Any, row: int, column: int, cell: Cell) -> None:
    """Number where the cell is no more than a number; a value with its interval stays text."""
    if cell.value is not None and "[" not in cell.text:
        sheet.write_number(row, column, cell.value)
    else:
        sheet.write_string(row, column, cell.text)


def _name(title: str, names: set[str]) -> str:
    r"""Name that a sheet may have and no other has.

    >>> _name("a/b: c?", set())
    'a b c'
    """
    plain = " ".join(re.sub(r"[\[\]:*?/\\']", " ", title).split())[:NAME].strip() or "Sheet"
    name, number = plain, 2
    while name.lower() in names:
        end = f" {number}"
        name, number = plain[: NAME - len(end)] + end, number + 1
    names.add(name.lower())
    return name
