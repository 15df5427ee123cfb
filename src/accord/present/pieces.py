"""Pieces of what a terminal shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from accord.scale import clean

__all__ = ["bullets", "say", "show_list"]


def say(text: str, style: str = "") -> Text:
    """Text for the terminal, rid of anything that could steer it."""
    return Text(clean(text), style=style)


def bullets(texts: Iterable[str]) -> list[RenderableType]:
    """List of remarks."""
    return [_bullet(text) for text in texts]


def _bullet(text: str) -> Table:
    row = Table.grid(padding=(0, 1))
    row.add_row("•", say(text))
    return row


def show_list(title: str, rows: Iterable[Sequence[str]], columns: Sequence[str]) -> RenderableType:
    """Table of texts, under a title if there is one."""
    table = Table(
        box=None, pad_edge=False, padding=(0, 1), header_style="bold", show_header=any(columns)
    )
    for name in columns:
        table.add_column(escape(clean(name)), overflow="fold")
    for row in rows:
        table.add_row(*(escape(clean(cell)) for cell in row))
    return Group(say(title, style="bold"), table) if title else table
