"""What was understood of a file, as people read it in a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.text import Text

from accord.loading.preview import IN_MEMORY, Preview
from accord.present.pieces import bullets, say, show_list
from accord.readers import READERS
from accord.scale import clean, show_label
from accord.wording import counted

__all__ = ["render_preview"]

SHOWN = 12
WIDE = 10  # columns of the first rows that are shown


def render_preview(found: Preview) -> RenderableType:
    """Reader, layout, raters, categories, first rows, warnings, and the explicit command."""
    p = found.patterns
    other = "data in memory" if found.reader in IN_MEMORY else "a file of patterns"
    reader = READERS[found.reader].summary if found.reader in READERS else other
    guessed = " (guessed)" if p.scale.guessed else ""
    facts = [
        f"Reader      {found.reader}: {reader}",
        f"Layout      {p.layout} ({p.layout_reason})",
        f"Subjects    {counted(p.n, 'subject')}, {counted(p.ratings, 'rating')}, "
        f"{p.missing:,.0f} missing",
        f"Raters      {p.r}: {_few(tuple(_with_role(name, p.roles) for name in p.raters))}",
        f"Categories  {p.q}: {_few(tuple(map(show_label, p.scale.first(SHOWN + 1))))}",
        f"Level       {p.scale.level}{guessed}",
    ]
    if found.questions:
        facts.insert(1, f"Questions   {_few(found.questions)}; shown: {found.question}")
    parts: list[RenderableType] = [say(f"{found.source}", style="bold"), Text()]
    parts += [say(fact) for fact in facts]
    if found.rows:
        rows = [["" if c is None else show_label(c) for c in row[:WIDE]] for row in found.rows]
        parts += [Text(), show_list("First rows", rows, found.columns[:WIDE])]
    if p.warnings:
        parts += [Text(), say("Please note", style="bold"), *bullets(p.warnings)]
    if found.flags:
        command = Text(clean(found.command), no_wrap=True, overflow="ignore")  # to be copied
        parts += [Text(), say("To say it all explicitly", style="bold"), command]
    return Group(*parts)


def _with_role(name: str, roles: Mapping[str, str]) -> str:
    return f"{name} ({roles[name]})" if name in roles else name


def _few(names: tuple[str, ...]) -> str:
    return ", ".join(names[:SHOWN]) + (", …" if len(names) > SHOWN else "")
