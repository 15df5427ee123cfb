"""Tables and paragraphs as lines of text of a given width.

Numbers are never cut or wrapped. Where a table is too wide, columns of words are made narrower;
where that is not enough, the table is folded: the remaining columns follow below, with the labels
of the rows repeated. Labels that are still too long end in an ellipsis.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, chop_cells, set_cell_size

from accord.present.document import Cell, Table

__all__ = ["TableLines", "lay_out", "wrap"]

GAP = 2  # spaces between columns
LABEL = 22  # cells below which the column of labels is not narrowed, if it is not narrower anyway
WORDS = 18  # the same, of other columns of words
HEADING = 14  # longest word of a heading that widens its column
LABEL_LINES = 3  # of the label of a row; a longer one is cut
FOLDED = 3  # lines of a heading
NO_BREAK = "\u00a0"  # a space at which lines are not broken


@dataclass(frozen=True, slots=True)
class TableLines:
    """Lines of a table, or of the part of it that is beside the others.

    Parameters
    ----------
    header, body
        Lines of the headings and of the rows.
    cells
        The cells that they show.
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
    """Text of at most a width, with an ellipsis where something is left out.

    >>> cut("engine", 4), cut("engine", 6)
    ('eng…', 'engine')
    """
    return text if cell_len(text) <= width else set_cell_size(text, width - 1).rstrip() + "…"


def lay_out(table: Table, width: int) -> list[TableLines]:
    """Lines of a table: one part, or several where it is too wide."""
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
    """Width that a column takes if there is room, and the least that it can do with."""

    natural: int
    least: int


def _sizes(table: Table, column: int) -> _Size:
    cells = [row.cells[column] for row in table.rows]
    fixed = max((cell_len(c.text) for c in cells if not c.is_text), default=0)
    loose = max((cell_len(c.text) for c in cells if c.is_text), default=0)
    least = max(fixed, min(loose, LABEL if column == 0 else WORDS))
    title = _bound(table.columns[column].title)
    return _Size(max(fixed, loose, cell_len(title)), max(least, _heading(title)))


def _bound(title: str) -> str:
    """Heading that is not wrapped within a difference."""
    return title.replace(" − ", f"{NO_BREAK}−{NO_BREAK}")


def _heading(title: str) -> int:
    """Least width of a column in which its heading takes few lines, and no word is broken."""
    longest = max((cell_len(word) for word in title.split(" ")), default=0)
    return max(min(longest, HEADING), -(-cell_len(title) // FOLDED) if " " in title else 0)


def _folded(table: Table, sizes: Sequence[_Size], width: int) -> list[list[int]]:
    """Columns of each part: all in one if they fit, else those that are always shown first."""
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


def _needed(sizes: Sequence[_Size], kept: Iterable[int]) -> int:
    own = [sizes[k].least for k in kept]
    return sum(own) + GAP * (len(own) - 1)


def _part(table: Table, kept: Sequence[int], widths: Sequence[int], gap: int = GAP) -> TableLines:
    """Lines of the columns that are kept, in their widths."""
    right = [k > 0 and table.is_numeric(k) for k in kept]
    titles = [_bound(table.columns[k].title) for k in kept]
    header: list[str] = []
    if any(titles):
        stacks = [_stacked(t, w, LABEL_LINES + 1) for t, w in zip(titles, widths, strict=True)]
        tallest = max(map(len, stacks))
        stacks = [[""] * (tallest - len(stack)) + stack for stack in stacks]  # at the bottom
        header = [line.replace(NO_BREAK, " ") for line in _beside(stacks, widths, right, gap)]
    body: list[str] = []
    shown: list[Cell] = []
    for row in table.rows:
        cells = [row.cells[k] for k in kept]
        shown += [cell for cell in cells if cell.text]
        stacks = [
            _stacked(cell.text, w, LABEL_LINES) if k == 0 else _unbroken(cell, w)
            for k, cell, w in zip(kept, cells, widths, strict=True)
        ]
        body += _beside(stacks, widths, right, gap)
    return TableLines(tuple(header), tuple(body), tuple(shown))


def _widths(sizes: Sequence[_Size], width: int) -> list[int]:
    """Widths of the columns: natural ones, the widest narrowed until all fit."""
    widths = [size.natural for size in sizes]
    room = width - GAP * (len(sizes) - 1)
    while sum(widths) > room:
        loose = [k for k, size in enumerate(sizes) if widths[k] > size.least]
        if not loose:  # a single column that is too wide: the label gives way, as far as it can
            widths[0] = max(min(widths[0], 8), room - sum(widths[1:]))
            break
        widths[max(loose, key=lambda k: widths[k])] -= 1
    return widths


def _stacked(text: str, width: int, most: int) -> list[str]:
    """Lines of a label: long words and what exceeds the lines are cut."""
    lines = wrap(" ".join(cut(word, width) for word in text.split(" ")), width)
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], cut(f"{lines[most - 1]} {lines[most]}…", width)]


def _unbroken(cell: Cell, width: int) -> list[str]:
    return wrap(cell.text, width) if cell.is_text else [cell.text]


def _beside(
    stacks: Sequence[list[str]], widths: Sequence[int], right: Sequence[bool], gap: int
) -> list[str]:
    """Columns of lines side by side."""
    lines = []
    for k in range(max(map(len, stacks))):
        parts = []
        for stack, width, aligned in zip(stacks, widths, right, strict=True):
            text = stack[k] if k < len(stack) else ""
            space = " " * max(0, width - cell_len(text))
            parts.append(space + text if aligned else text + space)
        lines.append((" " * gap).join(parts).rstrip())
    return lines
