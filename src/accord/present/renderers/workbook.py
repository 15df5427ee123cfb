"""Documents as an Excel workbook: a sheet of text, and a sheet for each table."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

from accord.errors import MissingExtraError
from accord.present.document import Block, Bullets, Code, Document, Fold, Paragraph, Table

__all__ = ["page"]

LONGEST_NAME = 31  # characters of the name of a sheet, by the format
WIDEST = 60  # characters of a column


def page(documents: Sequence[Document]) -> bytes:
    """Return the bytes of an .xlsx file: numbers in full, and text never as a formula."""
    try:
        import xlsxwriter
    except ImportError:
        raise MissingExtraError("Excel workbooks", "excel") from None
    stream = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False,
               "strings_to_numbers": False, "nan_inf_to_errors": False}  # fmt: skip
    with xlsxwriter.Workbook(stream, options) as book:
        names: set[str] = set()
        for document in (document.at("page") for document in documents):
            _front(book, document, names)
            for section in document.sections:
                for table in section.tables():
                    _sheet(book, table, table.title or section.title, names)
    return stream.getvalue()


def _front(book: Any, document: Document, names: set[str]) -> None:
    """Add the sheet of text, a row for each paragraph."""
    sheet = book.add_worksheet(_name("Summary", names))
    bold, wrapped = book.add_format({"bold": True}), book.add_format({"text_wrap": True})
    sheet.set_column(0, 0, 22)
    sheet.set_column(1, 1, 100)
    lines = [(document.title, f"{document.source} (accord {document.version})")]
    lines += [("Result" if k == 0 else "", text) for k, text in enumerate(document.headline)]
    lines += [(fact.name, fact.cell.text) for fact in document.facts]
    for section in document.sections:
        texts = [text for block in section.blocks for text in _texts(block)]
        lines += [(section.title if k == 0 else "", text) for k, text in enumerate(texts)]
    for row, (name, text) in enumerate(lines):
        sheet.write_string(row, 0, name, bold)
        sheet.write_string(row, 1, text, wrapped)


def _texts(block: Block) -> list[str]:
    if isinstance(block, Paragraph):
        return [block.text]
    if isinstance(block, Bullets):
        return list(block.items)
    if isinstance(block, Fold):
        return [text for inner in block.blocks for text in _texts(inner)]
    return [block.text] if isinstance(block, Code) else []


def _sheet(book: Any, table: Table, title: str, names: set[str]) -> None:
    sheet = book.add_worksheet(_name(title, names))
    bold = book.add_format({"bold": True, "bottom": 1})
    formats: dict[str, Any] = {}
    for column, head in enumerate(table.columns):
        sheet.write_string(0, column, head.title, bold)
        longest = max((len(row.cells[column].text) for row in table.rows), default=0)
        sheet.set_column(column, column, min(max(longest, len(head.title)) + 2, WIDEST))
    for number, row in enumerate(table.rows, start=1):
        for column, cell in enumerate(row.cells):
            if cell.value is None or not cell.is_number:  # a value with its interval stays text
                sheet.write_string(number, column, cell.text)
                continue
            shown = number_format(cell.text)
            if shown not in formats:
                formats[shown] = book.add_format({"num_format": shown})
            sheet.write_number(number, column, cell.value, formats[shown])
    sheet.freeze_panes(1, 1)


def number_format(text: str) -> str:
    """Return the Excel format in which a number looks as in every other form.

    >>> [number_format(text) for text in (".50", "1,234.5", "88.8%", "+.017", "12")]
    ['.00', '#,##0.0', '0.0%', '+.000;-.000', '0']
    >>> number_format("<.001")
    '[<0.001]"<.001";.000'
    """
    if text.startswith("<"):
        return f'[<0.001]"{text}";.000'
    if not re.fullmatch(r"[+-]?[\d,]*(\.\d+)?%?", text):
        return "General"
    signed, body = text[:1] == "+", text.lstrip("+-")
    integer, point, decimals = body.rstrip("%").partition(".")
    shown = "#,##0" if "," in integer else "0" if integer else ""
    shown += f"{point}{'0' * len(decimals)}" + ("%" if body.endswith("%") else "")
    return f"+{shown};-{shown}" if signed else shown


def _name(title: str, names: set[str]) -> str:
    r"""Return a valid name for a sheet that no other sheet has.

    >>> _name("a/b: c?", set())
    'a b c'
    """
    plain = " ".join(re.sub(r"[\[\]:*?/\\']", " ", title).split())[:LONGEST_NAME].strip() or "Sheet"
    name, number = plain, 2
    while name.lower() in names:
        end = f" {number}"
        name, number = plain[: LONGEST_NAME - len(end)] + end, number + 1
    names.add(name.lower())
    return name
