"""Document of ``accord preview``: how a file is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord.data.scale import show_label
from accord.io.preview import IN_MEMORY
from accord.io.readers import READERS
from accord.present.cells import count, words
from accord.present.document import Code, Column, Document, Fact, Figure, Row, Section, Table
from accord.present.documents.shared import doubts, few, notes, only_with_blocks, stated

__all__ = ["preview_document"]

MOST_COLUMNS = 10  # of the first rows


def preview_document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Make the document of a preview."""
    command = (Code("Command", summary["command"]),) if summary["flags"] else ()
    sections = [
        *doubts(summary),
        Section("rows", "First rows", (*_rows(summary), *figures.values())),
        *notes(summary),
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
    guessed = " (guessed)" if summary["level_guessed"] else ""
    return (
        stated("Reader", f"{name}: {reader}", "reader"),
        *questions,
        stated("Layout", f"{summary['layout']} ({summary['layout_reason']})", "layout"),
        Fact("Subjects", count(summary["subjects"], "subjects")),
        Fact("Ratings", count(summary["ratings"], "ratings")),
        Fact("Missing", count(summary["missing"], "missing")),
        stated("Raters", f"{len(raters):,}: {few(raters)}", "raters"),
        stated(
            "Categories",
            f"{summary['category_count']:,}: {few(summary['categories'])}",
            "categories",
        ),
        stated("Level", summary["level"] + guessed, "level"),
    )


def _with_role(name: str, roles: Mapping[str, str]) -> str:
    return f"{name} ({roles[name]})" if name in roles else name


def _rows(summary: Mapping[str, Any]) -> list[Table]:
    """Return the first rows of the file, with their cells as in the file."""
    names = summary["columns"][:MOST_COLUMNS]
    rows = [
        Row(
            "",
            tuple(
                words("" if cell is None else show_label(cell), f"rows/{i}/{j}")
                for j, cell in enumerate(row[:MOST_COLUMNS])
            ),
        )
        for i, row in enumerate(summary["rows"])
    ]
    return [Table.of([Column(str(name)) for name in names], rows)] if rows else []
