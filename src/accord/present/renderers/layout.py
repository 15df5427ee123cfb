"""Tables and paragraphs as lines of text of a given width.

Numbers are never cut or wrapped. Where a table is too wide, columns of words become narrower. If
that is not enough, the table is folded: the remaining columns follow below, with the labels of the
rows repeated. Labels that are still too long end in an ellipsis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len, chop_cells, set_cell_size

from accord.present.document import Cell, Table

__all__ = ["TableLines", "lay_out", "wrap"]

GAP = 2  # spaces between columns
LABEL = 22  # least width to which the column of labels is narrowed
TEXT = 18  # least width to which other columns of text are narrowed
HEADING = 14  # width of the longest word of a heading that widens its column
LABEL_LINES = 3  # most lines of the label of a row; a longer label is cut
HEADING_LINES = 3  # lines of a heading for which a column is made wide enough
NO_BREAK = "\u00a0"  # a space at which lines are not broken


@dataclass(frozen=True, slots=True)
class TableLines:
    """Lines of a table, or of a part of a folded table.

    Parameters
    ----------
    header, body
        Lines of the headings and of the rows.
    cells
        The cells in these lines.
    """

    header: tuple[str, ...]
    body: tuple[str, ...]
    cells: tuple[Cell, ...]


def wrap(text: str, width: int) -> list[str]:
    """Break text into lines at spaces; words that are longer than a line are broken.

    >>> wrap("one two three", 8)
    ['one two', 'three']
    """
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if cell_len(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = chop_cells(word, width) if cell_len(word) > width else [word]
        lines += full
    return [*lines, line]


def cut(text: str, width: int) -> str:
    """Return a text of at most a width; an ellipsis replaces what is left out.

    >>> cut("engine", 4), cut("engine", 6)
    ('eng…', 'engine')
    """
    return text if cell_len(text) <= width else set_cell_size(text, width - 1).rstrip() + "…"


def lay_out(table: Table, width: int) -> list[TableLines]:
    """Return a table as lines: one part, or several where it is too wide."""
    sizes = [_sizes(table, column) for column in range(len(table.columns))]
    natural = sum(size.natural for size in sizes)
    if natural + GAP * (len(sizes) - 1) > width >= natural + len(sizes) - 1:  # just fits
        return [_part(table, range(len(sizes)), [s.natural for s in sizes], gap=1)]
    return [
        _part(table, kept, _widths([sizes[k] for k in kept], width))
        for kept in _folded(table, sizes, width)
    ]


@dataclass(frozen=True, slots=True)
class _Size:
    """Width that a column takes if there is room, and its least width."""

    natural: int
    least: int


def _sizes(table: Table, column: int) -> _Size:
    cells = [row.cells[column] for row in table.rows]
    numbers = max((cell_len(c.text) for c in cells if not c.is_text), default=0)
    words = max((cell_len(c.text) for c in cells if c.is_text), default=0)
    least = max(numbers, min(words, LABEL if column == 0 else TEXT))
    title = _bound(table.columns[column].title)
    return _Size(max(numbers, words, cell_len(title)), max(least, _heading(title)))


def _bound(title: str) -> str:
    """Return a heading that is not wrapped within a difference."""
    return title.replace(" − ", f"{NO_BREAK}−{NO_BREAK}")


def _heading(title: str) -> int:
    """Return the least width in which a heading takes few lines and no word is broken."""
    longest = max((cell_len(word) for word in title.split(" ")), default=0)
    return max(min(longest, HEADING), -(-cell_len(title) // HEADING_LINES) if " " in title else 0)


def _folded(table: Table, sizes: Sequence[_Size], width: int) -> list[list[int]]:
    """Return the columns of each part: one part if all fit, else columns always shown first."""
    every = list(range(len(sizes)))
    if _needed(sizes, every) <= width:
        return [every]
    first = [k for k in every if table.columns[k].detail == "always"]
    parts: list[list[int]] = []
    for group in (first, [k for k in every if k not in first]):
        part = [0]
        for k in group:
            if k == 0:
                continue
            if len(part) > 1 and _needed(sizes, [*part, k]) > width:
                parts.append(part)
                part = [0]
            part.append(k)
        if len(part) > 1:
            parts.append(part)
    return parts or [every]


def _needed(sizes: Sequence[_Size], kept: Sequence[int]) -> int:
    return sum(sizes[k].least for k in kept) + GAP * (len(kept) - 1)


def _part(table: Table, kept: Sequence[int], widths: Sequence[int], gap: int = GAP) -> TableLines:
    """Return the lines of some columns, in the given widths."""
    right = [k > 0 and table.is_numeric(k) for k in kept]
    titles = [_bound(table.columns[k].title) for k in kept]
    header: list[str] = []
    if any(titles):
        stacks = [_stacked(t, w, LABEL_LINES + 1) for t, w in zip(titles, widths, strict=True)]
        tallest = max(map(len, stacks))
        stacks = [[""] * (tallest - len(stack)) + stack for stack in stacks]  # at the bottom
        header = [line.replace(NO_BREAK, " ") for line in _side_by_side(stacks, widths, right, gap)]
    body: list[str] = []
    shown: list[Cell] = []
    for row in table.rows:
        cells = [row.cells[k] for k in kept]
        shown += [cell for cell in cells if cell.text]
        stacks = [
            _stacked(cell.text, w, LABEL_LINES) if k == 0 else _unbroken(cell, w)
            for k, cell, w in zip(kept, cells, widths, strict=True)
        ]
        body += _side_by_side(stacks, widths, right, gap)
    return TableLines(tuple(header), tuple(body), tuple(shown))


def _widths(sizes: Sequence[_Size], width: int) -> list[int]:
    """Return the widths of the columns: natural ones, the widest narrowed until all fit."""
    widths = [size.natural for size in sizes]
    room = width - GAP * (len(sizes) - 1)
    while sum(widths) > room:
        wrappable = [k for k, size in enumerate(sizes) if widths[k] > size.least]
        if not wrappable:  # a single column that is too wide: the label becomes narrower
            widths[0] = max(min(widths[0], 8), room - sum(widths[1:]))
            break
        widths[max(wrappable, key=lambda k: widths[k])] -= 1
    return widths


def _stacked(text: str, width: int, most: int) -> list[str]:
    """Return the lines of a label; long words and further lines are cut."""
    lines = wrap(" ".join(cut(word, width) for word in text.split(" ")), width)
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], cut(f"{lines[most - 1]} {lines[most]}…", width)]


def _unbroken(cell: Cell, width: int) -> list[str]:
    return wrap(cell.text, width) if cell.is_text else [cell.text]


def _side_by_side(
    stacks: Sequence[list[str]], widths: Sequence[int], right: Sequence[bool], gap: int
) -> list[str]:
    """Return columns of lines side by side."""
    lines = []
    for k in range(max(map(len, stacks))):
        parts = []
        for stack, width, aligned in zip(stacks, widths, right, strict=True):
            text = stack[k] if k < len(stack) else ""
            space = " " * max(0, width - cell_len(text))
            parts.append(space + text if aligned else text + space)
        lines.append((" " * gap).join(parts).rstrip())
    return lines
