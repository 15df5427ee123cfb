"""Document of ``accord preview``: how a file is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.data.scale import clean, show_label
from accord.io.preview import IN_MEMORY
from accord.io.readers import READERS
from accord.present.cells import count, words
from accord.present.document import (
    Block,
    Cell,
    Code,
    Column,
    Document,
    Fact,
    Figure,
    Paragraph,
    Row,
    Section,
    Table,
)
from accord.present.documents.shared import doubts, few, notes, only_with_blocks, stated

__all__ = ["preview_document"]

MOST_COLUMNS = 8  # of the first rows
WIDEST = 24  # characters of a cell
LINE = 79  # characters of a row
GAP = 2  # characters between columns


def preview_document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Make the document of a preview."""
    command = (Code("Command", summary["command"]),) if summary["flags"] else ()
    sections = [
        *doubts(summary),
        *notes(summary),
        Section("variables", "Variables", tuple(_variables(summary))),
        Section("rows", "First rows", (*_rows(summary), *figures.values())),
        Section("others", "Other readings", tuple(_others(summary))),
        Section("command", "Command with every option stated", command),
    ]
    return Document(
        "preview",
        summary["accord"],
        "How the data are read",
        summary["source"],
        (),
        _facts(summary),
        only_with_blocks(sections),
    )


def _facts(summary: Mapping[str, Any]) -> tuple[Fact, ...]:
    name = summary["reader"]
    other = "data in memory" if name in IN_MEMORY else "a file of patterns"
    reader = READERS[name].summary if name in READERS else other
    raters = [_with_role(rater, summary["roles"]) for rater in summary["raters"]]
    questions: tuple[Fact, ...] = ()
    if summary["questions"]:
        text = f"{few(summary['questions'])}; shown: {summary['question']}"
        questions = (stated("Questions", text, "questions"),)
    facts = (
        stated("Reader", f"{name}: {reader}", "reader"),
        *questions,
        stated("Layout", f"{summary['layout']} ({summary['layout_reason']})", "layout"),
        Fact("Subjects", count(summary["subjects"], "subjects")),
        Fact("Ratings", count(summary["ratings"], "ratings")),
        Fact("Missing", count(summary["missing"], "missing")),
        stated("Raters", f"{len(raters):,}: {few(raters)}", "raters"),
    )
    if summary["variables"]:
        names = [variable["name"] for variable in summary["variables"]]
        return (*facts, stated("Variables", f"{len(names):,}: {few(names)}", "variables"))
    guessed = " (guessed)" if summary["level_guessed"] else ""
    return (
        *facts,
        stated(
            "Categories",
            f"{summary['category_count']:,}: {few(summary['categories'])}",
            "categories",
        ),
        stated("Level", summary["level"] + guessed, "level"),
    )


def _variables(summary: Mapping[str, Any]) -> list[Table]:
    """Return a table with a row for each of several variables."""
    titles = ("Variable", "Raters", "n", "Missing", "Categories", "Level")
    keys = ("name", "raters", "subjects", "missing", "categories", "level")
    rows = []
    for i, variable in enumerate(summary["variables"]):
        path = f"variables/{i}"
        labels = f"{variable['category_count']:,}: {_cut(few(variable['categories']))}"
        level = variable["level"] + (" (guessed)" if variable["level_guessed"] else "")
        cells = (
            words(variable["name"], path),
            Cell(f"{len(variable['raters']):,}", float(len(variable["raters"]))),
            count(variable["subjects"], f"{path}/subjects"),
            count(variable["missing"], f"{path}/missing"),
            words(labels, f"{path}/categories"),
            words(level, f"{path}/level"),
        )
        rows.append(Row(path, cells))
    columns = [Column(title, key) for title, key in zip(titles, keys, strict=True)]
    return [Table.of(columns, rows)] if rows else []


def _others(summary: Mapping[str, Any]) -> list[Table]:
    """Return a table of the readings that were considered, with the option for each."""
    rows = [
        Row(
            "",
            tuple(
                words(clean(other[key]), f"others/{i}/{key}") for key in ("reading", "why", "flag")
            ),
        )
        for i, other in enumerate(summary["others"])
    ]
    titles = ("Reading", "Not chosen because", "Option")
    return [Table.of([Column(title) for title in titles], rows)] if rows else []


def _with_role(name: str, roles: Mapping[str, str]) -> str:
    return f"{name} ({roles[name]})" if name in roles else name


def _rows(summary: Mapping[str, Any]) -> list[Block]:
    """Return the first rows of the file: the columns that fit, and the beginnings of long texts."""
    names = [_cut(str(name)) for name in summary["columns"]]
    cells = [[_cut(_text(cell)) for cell in row] for row in summary["rows"]]
    if not cells:
        return []
    widths = [max(map(len, column)) for column in zip(names, *cells, strict=True)]
    shown = _fitting(summary, widths)
    rows = [
        Row("", tuple(words(row[j], f"rows/{i}/{j}") for j in shown)) for i, row in enumerate(cells)
    ]
    table = Table.of([Column(names[j]) for j in shown], rows)
    if len(shown) == len(names):
        return [table]
    text = f"{len(shown)} of {len(names):,} columns are shown."
    return [table, Paragraph(text, tone="muted")]


def _fitting(summary: Mapping[str, Any], widths: Sequence[int]) -> list[int]:
    """Return the columns that fit in a line, in their order; those that are read come first."""
    used = set(summary["ratings_columns"])
    columns = sorted(range(len(widths)), key=lambda j: summary["columns"][j] not in used)
    shown: list[int] = []
    for j in columns[:MOST_COLUMNS]:
        if shown and sum(widths[k] + GAP for k in shown) + widths[j] > LINE:
            break
        shown.append(j)
    return sorted(shown)


def _text(cell: object) -> str:
    """Return a cell in one line."""
    return "" if cell is None else " ".join(show_label(cell).split())


def _cut(text: str) -> str:
    """Return the beginning of a long text.

    >>> _cut("a short text"), len(_cut("a" * 200))
    ('a short text', 24)
    """
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 1].rstrip()}…"
