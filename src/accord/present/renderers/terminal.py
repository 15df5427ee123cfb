"""Documents as text: for the terminal, and for text files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rich.cells import cell_len

from accord.present.document import (
    Block,
    Bullets,
    Cell,
    Code,
    Detail,
    Document,
    Fact,
    Fold,
    Paragraph,
    Section,
    Table,
)
from accord.present.renderers.layout import lay_out, wrap

__all__ = ["Line", "Page", "page", "page_bytes", "print_page", "text"]

Style: TypeAlias = Literal["", "bold", "dim"]
WIDTH = 110  # columns of a text file
NARROWEST = 80  # columns; a narrower terminal wraps lines itself
WIDEST = 110  # columns of a paragraph, for legibility
BRIEF = 18  # columns; a fact of at most this width shares its line with others
MORE = "More tables and metrics: --details."
NAMES = 16  # most columns for the names of facts


@dataclass(frozen=True, slots=True)
class Line:
    """A line and its style."""

    text: str
    style: Style = ""


@dataclass(slots=True)
class Page:
    """Lines that a terminal shows, and the cells in them."""

    width: int
    lines: list[Line] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)

    def paragraph(self, text: str, style: Style = "") -> None:
        """Add wrapped text."""
        self.lines += [Line(line, style) for line in wrap(text, min(self.width, WIDEST))]

    def blank(self) -> None:
        """Add an empty line, except at the start or after an empty line."""
        if self.lines and self.lines[-1].text:
            self.lines.append(Line(""))


def page(documents: Sequence[Document], detail: Detail = "always", width: int = WIDTH) -> Page:
    """Lay out documents for a terminal of a given width."""
    result = Page(max(width, NARROWEST))
    brief = detail == "always"
    whole = [document for document in documents if not (brief and document.part)]
    for document in whole:
        result.blank()
        shown = document.at(detail)
        _document(result, shown)
        if brief and (shown != document.at("details") or len(whole) < len(documents)):
            result.paragraph(MORE, "dim")
    return result


def text(documents: Sequence[Document], detail: Detail = "details", width: int = WIDTH) -> str:
    """Return documents as plain text."""
    return "".join(f"{line.text}\n" for line in page(documents, detail, width).lines)


def page_bytes(documents: Sequence[Document]) -> bytes:
    """Return the bytes of a text file."""
    return text(documents).encode()


def print_page(documents: Sequence[Document], detail: Detail) -> None:
    """Print documents on the terminal."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    width = max(console.width, NARROWEST)  # COLUMNS=0 would print nothing
    console.width = width
    for line in page(documents, detail, width).lines:
        styled = Text(line.text, style=line.style)
        console.print(styled, no_wrap=True, overflow="ignore", crop=False)


def _document(result: Page, document: Document) -> None:
    result.paragraph(f"accord {document.version}  {document.source or document.title}", "bold")
    result.blank()
    _facts(result, document.facts)
    result.blank()
    for sentence in document.headline:
        result.paragraph(sentence, "bold")
    for section in document.sections:
        result.blank()
        _section(result, section)


def _facts(result: Page, facts: Sequence[Fact]) -> None:
    """Add a line for each fact; brief facts share lines."""
    names = min(max((cell_len(fact.name) for fact in facts), default=0), NAMES) + 2
    open_line = False
    for fact in facts:
        result.cells.append(fact.cell)
        brief = cell_len(fact.cell.text) <= BRIEF
        added = f"    {fact.name} {fact.cell.text}"
        if brief and open_line and cell_len(result.lines[-1].text + added) <= result.width:
            result.lines[-1] = Line(result.lines[-1].text + added)
            continue
        start = fact.name + " " * max(1, names - cell_len(fact.name))
        room = min(result.width, WIDEST) - cell_len(start)
        first, *rest = wrap(fact.cell.text, max(room, 20))
        result.lines += [Line(start + first), *(Line(" " * names + line) for line in rest)]
        open_line = brief


def _section(result: Page, section: Section) -> None:
    if not section.compact:
        result.paragraph(section.title, "bold")
    _blocks(result, section.blocks)


def _blocks(result: Page, blocks: Sequence[Block]) -> None:
    previous: Block | None = None
    for block in blocks:
        parted = isinstance(previous, (Table, Fold)) and isinstance(block, (Table, Fold))
        if parted or (previous is not None and isinstance(block, (Table, Fold)) and block.title):
            result.blank()
        _block(result, block)
        previous = block


def _block(result: Page, block: Block) -> None:
    if isinstance(block, Paragraph):
        result.paragraph(block.text, "dim" if block.tone == "muted" else "")
    elif isinstance(block, Bullets):
        for item in block.items:
            start, *rest = wrap(item, min(result.width, WIDEST) - 2)
            result.lines += [Line(f"• {start}"), *(Line(f"  {line}") for line in rest)]
    elif isinstance(block, Code):  # to be copied, so it is not wrapped
        result.lines += [Line(line) for line in block.text.splitlines()]
    elif isinstance(block, Table):
        _table(result, block)
    elif isinstance(block, Fold):
        result.paragraph(block.title, "bold")
        _blocks(result, block.blocks)


def _table(result: Page, table: Table) -> None:
    if not table.rows:
        return
    if table.title:
        result.paragraph(table.title, "bold")
    for number, part in enumerate(lay_out(table, result.width)):
        if number:
            result.blank()
        result.lines += [Line(line, "bold") for line in part.header]
        result.lines += [Line(line) for line in part.body]
        result.cells += part.cells
