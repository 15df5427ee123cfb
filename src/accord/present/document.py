"""A report before it has a form: headings, words, tables, pictures.

Whatever is reported becomes a `Document` first; templates make HTML, Markdown and LaTeX of it, and
the workbook its sheets. Cells keep their number beside their text, so nothing is rounded on the
way to a spreadsheet.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from accord.scale import clean, show_label
from accord.wording import amount, percentage, short

__all__ = [
    "Block",
    "Bullets",
    "Cell",
    "Code",
    "Document",
    "Fold",
    "Picture",
    "Section",
    "Table",
    "Words",
    "ends",
    "number",
    "p_number",
    "share",
    "spread",
    "words",
]


@dataclass(frozen=True, slots=True)
class Cell:
    """Text, and the number behind it if there is one."""

    text: str
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first column names its rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    kind: str = field(default="table", init=False)

    @classmethod
    def of(cls, title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Table:
        """Table whose cells may be given as text."""
        cells = tuple(
            tuple(cell if isinstance(cell, Cell) else words(cell) for cell in row) for row in rows
        )
        return cls(title, tuple(columns), cells)


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph."""

    text: str
    strong: bool = False
    kind: str = field(default="words", init=False)


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of remarks; those with an address are linked."""

    items: tuple[str, ...]
    links: tuple[str, ...] = ()
    kind: str = field(default="bullets", init=False)

    def pairs(self) -> list[tuple[str, str]]:
        """Each remark with its address, or none."""
        return list(zip(self.items, self.links or ("",) * len(self.items), strict=True))


@dataclass(frozen=True, slots=True)
class Code:
    """Lines to copy."""

    title: str
    text: str
    kind: str = field(default="code", init=False)


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing with what it shows in words; none in forms that cannot hold it."""

    name: str
    title: str
    alt: str
    svg: str
    kind: str = field(default="picture", init=False)


@dataclass(frozen=True, slots=True)
class Fold:
    """What is shown when asked for."""

    title: str
    blocks: tuple[Block, ...]
    kind: str = field(default="fold", init=False)


Block: TypeAlias = Table | Words | Bullets | Code | Picture | Fold


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what is under it."""

    name: str
    title: str
    blocks: tuple[Block, ...]

    def tables(self) -> list[Table]:
        """All tables, in order; those in folds take the fold's title."""
        found: list[Table] = []
        for block in self.blocks:
            if isinstance(block, Table):
                found.append(block)
            elif isinstance(block, Fold):
                inner = Section(self.name, block.title, block.blocks).tables()
                found += [replace(table, title=table.title or block.title) for table in inner]
        return found


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report.

    Parameters
    ----------
    title, source
        What it is, and of which data.
    lead
        The result in words.
    facts
        What was measured, by name.
    """

    title: str
    source: str
    version: str
    lead: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]


def words(value: object) -> Cell:
    """Cell of text; a dash for nothing."""
    return Cell("–" if value is None else clean(show_label(value)))


def number(value: float | None, digits: int = 2) -> Cell:
    """Cell of a coefficient or another small number.

    >>> number(0.5).text, number(None).text, number(1234.5).text
    ('.50', '–', '1,234.5')
    """
    if value is None or not math.isfinite(value):
        return Cell("–")
    return Cell(amount(value, digits), float(value))


def share(value: float | None) -> Cell:
    """Cell of a share, as per cent."""
    return Cell("–") if value is None else Cell(percentage(value), float(value))


def p_number(value: float | None) -> Cell:
    """Cell of a p-value."""
    if value is None:
        return Cell("–")
    return Cell("< .001" if value < 0.001 else short(value, 3), float(value))


def ends(facts: Mapping[str, Any], digits: int = 2) -> Cell:
    """Cell of an interval."""
    if facts["lower"] is None or facts["upper"] is None:
        return Cell("–")
    return Cell(f"[{number(facts['lower'], digits).text}, {number(facts['upper'], digits).text}]")


def spread(facts: Mapping[str, Any], digits: int = 2) -> Cell:
    """Cell of a value with its interval."""
    value = number(facts["value"], digits)
    if facts["value"] is None or facts["lower"] is None:
        return value
    return Cell(f"{value.text} {ends(facts, digits).text}", value.value)
