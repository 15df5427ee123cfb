"""Documents: results as headline, facts, and sections of paragraphs, tables and figures.

A `Document` is made from the plain values that ``--json`` prints. Renderers give it a form:
terminal, HTML, Markdown, LaTeX, Excel. A `Cell` holds the text that every form
shows, the number that the text rounds, and its key: the path of the number in the JSON result.

The document declares how much of it each form shows (`Detail`):

``always``
    Every form, including the short report on a terminal.
``details``
    The terminal with ``--details``, and every other form.
``page``
    Every form but the terminal: sentences to paste, references, how to reproduce the analysis.
``help``
    HTML only: explanations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, Literal, TypeAlias

from accord.data.scale import clean

__all__ = [
    "Block",
    "Bullets",
    "Cell",
    "Code",
    "Column",
    "Detail",
    "Document",
    "Fact",
    "Figure",
    "Fold",
    "Paragraph",
    "Row",
    "Section",
    "Table",
]

Detail: TypeAlias = Literal["always", "details", "page", "help"]
Tone: TypeAlias = Literal["normal", "muted"]
LEVELS: tuple[Detail, ...] = ("always", "details", "page", "help")


@dataclass(frozen=True, slots=True)
class Cell:
    """A text, the number that it rounds, and the path of that number in the JSON result.

    The parts of a key are separated by slashes. An element of a list is addressed by its registry
    name if it has one (``coefficients/gwet_ac/value``), and by its index otherwise
    (``groups/0/data/subjects``). A cell that shows several numbers has the key of the first. The
    label of a row has the key of the object that the row shows. Keys are unique in a document.
    """

    text: str
    value: float | None = None
    key: str = ""

    @property
    def is_text(self) -> bool:
        """Return whether the cell contains words, which may be wrapped, rather than numbers."""
        return self.value is None and not self.text.startswith("[")

    @property
    def is_number(self) -> bool:
        """Return whether the cell is a single number, without an interval."""
        return self.value is not None and "[" not in self.text


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Parameters
    ----------
    title
        Heading.
    key
        Last part of the keys of its cells; empty in the column that labels the rows. None if the
        cells are fixed words, which have no key.
    detail
        Level of detail from which it is shown.
    """

    title: str
    key: str | None = ""
    detail: Detail = "always"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; ``path`` is the key of the object that it shows, if it shows one."""

    path: str
    cells: tuple[Cell, ...]
    detail: Detail = "always"


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first column labels its rows."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    title: str = ""
    detail: Detail = "always"
    kind: str = field(default="table", init=False)

    @classmethod
    def of(
        cls,
        columns: Sequence[Column],
        rows: Iterable[Row],
        title: str = "",
        detail: Detail = "always",
    ) -> Table:
        """Return a table whose cells take their keys from the row and the column."""
        keyed = (
            replace(
                row,
                cells=tuple(
                    _keyed(cell, row.path, column)
                    for cell, column in zip(row.cells, columns, strict=True)
                ),
            )
            for row in rows
        )
        return cls(tuple(columns), tuple(keyed), title, detail)

    def is_numeric(self, column: int) -> bool:
        """Return whether a column contains only single numbers, so that it is aligned right."""
        cells = [row.cells[column] for row in self.rows]
        known = [cell for cell in cells if cell.text not in ("", "–")]
        return bool(known) and all(cell.is_number for cell in known)

    def cells(self) -> Iterator[Cell]:
        """Yield the cells that are not blank."""
        return (cell for row in self.rows for cell in row.cells if cell.text)


def _keyed(cell: Cell, path: str, column: Column) -> Cell:
    if cell.key or not cell.text or column.key is None or not path:
        return cell
    return replace(cell, key=f"{path}/{column.key}" if column.key else path)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    text: str
    tone: Tone = "normal"
    detail: Detail = "always"
    kind: str = field(default="paragraph", init=False)


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of texts; those with an address are linked."""

    items: tuple[str, ...]
    links: tuple[str, ...] = ()
    detail: Detail = "always"
    kind: str = field(default="bullets", init=False)

    def pairs(self) -> list[tuple[str, str]]:
        """Return each text with its address, or an empty one."""
        return list(zip(self.items, self.links or ("",) * len(self.items), strict=True))


@dataclass(frozen=True, slots=True)
class Code:
    """Text to copy, which keeps its lines."""

    title: str
    text: str
    detail: Detail = "always"
    kind: str = field(default="code", init=False)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure and its description in words; forms without figures leave it out."""

    name: str
    title: str
    alt: str
    svg: str
    detail: Detail = "always"
    kind: str = field(default="figure", init=False)


@dataclass(frozen=True, slots=True)
class Fold:
    """Blocks with a title, which HTML shows on demand."""

    title: str
    blocks: tuple[Block, ...]
    detail: Detail = "always"
    kind: str = field(default="fold", init=False)


Block: TypeAlias = Table | Paragraph | Bullets | Code | Figure | Fold


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the blocks under it.

    Parameters
    ----------
    name
        Kind of section, for style sheets.
    compact
        Whether a terminal leaves out the heading.
    """

    name: str
    title: str
    blocks: tuple[Block, ...]
    detail: Detail = "always"
    compact: bool = False

    def tables(self) -> list[Table]:
        """Return the tables in order; a table without a title takes that of its fold."""
        return _tables(self.blocks)


def _tables(blocks: Iterable[Block], title: str = "") -> list[Table]:
    tables: list[Table] = []
    for block in blocks:
        if isinstance(block, Table):
            tables.append(replace(block, title=block.title or title))
        elif isinstance(block, Fold):
            tables += _tables(block.blocks, block.title)
    return tables


@dataclass(frozen=True, slots=True)
class Fact:
    """A named property of the data or of the analysis."""

    name: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class Document:
    """A result, ready for every form.

    Parameters
    ----------
    kind
        Kind of result: ``report``, ``comparison``, …
    version
        Version of accord that computed it.
    title, source
        Kind of analysis, and names of the files.
    headline
        The result in sentences.
    facts
        Properties of the data or of the analysis.
    part
        Name under which it is a part of a longer result, and then shown on demand: on a terminal
        with the details, in HTML unfolded.
    """

    kind: str
    version: str
    title: str
    source: str
    headline: tuple[str, ...]
    facts: tuple[Fact, ...]
    sections: tuple[Section, ...]
    part: str = ""

    def at(self, detail: Detail) -> Document:
        """Return the part that a form shows: everything declared up to a level of detail."""
        level = LEVELS.index(detail)
        sections = (
            replace(section, blocks=_blocks(section.blocks, level))
            for section in self.sections
            if _within(section, level)
        )
        return replace(self, sections=tuple(section for section in sections if section.blocks))

    def cells(self) -> Iterator[Cell]:
        """Yield the cells of facts and tables that are not blank."""
        yield from (fact.cell for fact in self.facts)
        for section in self.sections:
            for table in section.tables():
                yield from table.cells()

    def cleaned(self) -> Document:
        """Return the document without control characters, line by line."""
        document: Document = _cleaned(self)
        return document


def _within(part: Section | Block | Row | Column, level: int) -> bool:
    return LEVELS.index(part.detail) <= level


def _blocks(blocks: Iterable[Block], level: int) -> tuple[Block, ...]:
    return tuple(_reduced(block, level) for block in blocks if _within(block, level))


def _reduced(block: Block, level: int) -> Block:
    """Return a block without the parts that are declared for higher levels of detail."""
    if isinstance(block, Fold):
        return replace(block, blocks=_blocks(block.blocks, level))
    if not isinstance(block, Table):
        return block
    kept = [k for k, column in enumerate(block.columns) if _within(column, level)]
    return replace(
        block,
        columns=tuple(block.columns[k] for k in kept),
        rows=tuple(
            replace(row, cells=tuple(row.cells[k] for k in kept))
            for row in block.rows
            if _within(row, level)
        ),
    )


def _cleaned(part: Any) -> Any:
    """Return a part of a document with its texts cleaned; the markup of figures is kept."""
    if isinstance(part, str):
        return "\n".join(clean(line) for line in part.split("\n"))
    if isinstance(part, tuple):
        return tuple(_cleaned(item) for item in part)
    if not is_dataclass(part):
        return part
    names = [f.name for f in fields(part) if f.init and f.name != "svg"]
    copy: Any = replace  # mypy cannot know the class of the part
    return copy(part, **{name: _cleaned(getattr(part, name)) for name in names})
