"""Parts that several kinds of documents have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.base.wording import capital, count_text, counted, percentage
from accord.data.scale import clean, show_label
from accord.present.cells import count, exact, words
from accord.present.document import (
    Bullets,
    Cell,
    Code,
    Column,
    Fact,
    Figure,
    Paragraph,
    Row,
    Section,
    Table,
)
from accord.present.sentences import MOST_NAMES, scale_fact

__all__ = [
    "closing",
    "counts",
    "data_facts",
    "doubts",
    "few",
    "figures_named",
    "method",
    "notes",
    "only_with_blocks",
    "stated",
    "symbols_table",
]


def data_facts(data: Mapping[str, Any], path: str = "data") -> tuple[Fact, ...]:
    """Return facts on the ratings: the numbers that reporting guidelines require."""
    guessed = " (guessed)" if data["level_guessed"] else ""
    reason = data["layout_reason"]
    layout = data["layout"] + ("" if reason == "as stated" else f" (guessed: {reason})")
    scale, categories = scale_fact(data["level"], data["categories"], data["category_count"])
    facts = [
        Fact("Subjects", count(data["subjects"], f"{path}/subjects")),
        Fact("Ratings", count(data["ratings"], f"{path}/ratings")),
        Fact("Missing", _missing(data, f"{path}/missing")),
        *_optional(data, path, "unrated", "Without a rating"),
        *_optional(data, path, "clusters", "Clusters"),
        stated("Raters", f"{len(data['raters']):,}: {few(data['raters'])}", f"{path}/raters"),
    ]
    if data["responses"]:
        facts.append(stated("Responses", few(data["responses"]), f"{path}/responses"))
    return (
        *facts,
        stated(scale, categories, f"{path}/categories"),
        stated("Level", data["level"] + guessed, f"{path}/level"),
        stated("Layout", layout, f"{path}/layout"),
    )


def stated(name: str, text: str, key: str) -> Fact:
    """Return a fact in words."""
    return Fact(name, words(text, key))


def _missing(data: Mapping[str, Any], key: str) -> Cell:
    total = data["ratings"] + data["missing"]
    share = f" ({percentage(data['missing'] / total)})" if data["missing"] else ""
    return Cell(f"{count_text(data['missing'])}{share}", float(data["missing"]), key)


def _optional(data: Mapping[str, Any], path: str, key: str, name: str) -> list[Fact]:
    return [Fact(name, count(data[key], f"{path}/{key}"))] if data[key] else []


def few(names: Sequence[Any]) -> str:
    """Return the first names of a list.

    >>> few(["ann", "bo"])
    'ann, bo'
    """
    more = ", …" if len(names) > MOST_NAMES else ""
    return clean(", ".join(show_label(name) for name in names[:MOST_NAMES]) + more)


def counts(data: Mapping[str, Any]) -> str:
    """Return the numbers of subjects, raters and ratings in a line."""
    text = (
        f"{counted(data['subjects'], 'subject')}, {counted(len(data['raters']), 'rater')}, "
        f"{counted(data['ratings'], 'rating')}"
    )
    if data["missing"]:
        share = percentage(data["missing"] / (data["ratings"] + data["missing"]))
        text += f", {count_text(data['missing'])} missing ({share})"
    if data["clusters"]:
        text += f", {counted(data['clusters'], 'cluster')}"
    return capital(text)


def doubts(summary: Mapping[str, Any]) -> list[Section]:
    """Return the section of doubts about how the data were read, which comes first."""
    return _listed("doubts", "Check how the data were read", summary.get("doubts", ()))


def notes(summary: Mapping[str, Any], further: Sequence[str] = ()) -> list[Section]:
    """Return the section of notes, if there are any, without those that are doubts."""
    known = set(summary.get("doubts", ()))
    texts = [text for text in (*summary["warnings"], *further) if text not in known]
    return _listed("notes", "Notes", texts)


def _listed(name: str, title: str, texts: Sequence[str]) -> list[Section]:
    items = tuple(clean(capital(text)) for text in texts)
    return [Section(name, title, (Bullets(items),))] if items else []


def method(text: str) -> Section:
    """Return the section on the methods."""
    blocks = (Paragraph(text, tone="muted"),) if text else ()
    return Section("method", "Method", blocks, compact=True)


def closing(summary: Mapping[str, Any]) -> list[Section]:
    """Return the last sections: text to paste, methods, references, commands."""
    reproduce = summary["reproduce"]
    lines = [
        Code(title, reproduce[key])
        for key, title in (("command", "On the command line"), ("python", "In Python"))
        if reproduce.get(key)
    ]
    cited = summary["references"]
    references = Bullets(tuple(row["text"] for row in cited), tuple(row["url"] for row in cited))
    pasted = Code("Ready to paste", clean(summary["apa"]))
    return [
        Section("paste", "For your paper", (pasted,), detail="page"),
        method(summary["methods"]),
        Section("references", "References", (references,) if cited else (), detail="page"),
        Section("again", "Reproduce this analysis", tuple(lines), detail="page"),
    ]


def only_with_blocks(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Return the sections that are not empty."""
    return tuple(section for section in sections if section.blocks)


def figures_named(figures: Mapping[str, Figure], *names: str) -> list[Figure]:
    """Return the figures with these names that exist."""
    return [figures[name] for name in names if name in figures]


def symbols_table(
    summary: Mapping[str, Any], rows: Sequence[tuple[str, str, str]], title: str = ""
) -> Table:
    """Return a table of numbers; ``rows`` are the key, symbol and meaning of each."""
    columns = (Column("Symbol"), Column("Meaning"), Column("Value"))
    return Table.of(
        columns,
        [
            Row("", (words(symbol), words(meaning), exact(summary[key], key)))
            for key, symbol, meaning in rows
        ],
        title,
    )
