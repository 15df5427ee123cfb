"""Document of ``accord plan``: how many subjects and raters a study needs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from accord.base.wording import count_text, fixed, percent, percentage, short
from accord.present.cells import count, ends, number, share, words
from accord.present.document import (
    Cell,
    Column,
    Document,
    Fact,
    Figure,
    Row,
    Section,
    Table,
)
from accord.present.documents.shared import method, notes, only_with_blocks, stated
from accord.present.sentences import method_name

__all__ = ["plan_document"]

ERRORS = {
    "guess": "raters who are unsure guess by the prevalence, independently of each other",
    "adjacent": "raters who err choose an adjacent category",
    "hard": "all raters guess on hard subjects, and on no others",
}


def plan_document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Make the document of a plan."""
    sections = [
        Section("choices", "Designs", (_choices(summary), *figures.values()), compact=True),
        *notes(summary),
        method(_method(summary)),
    ]
    return Document(
        "plan",
        summary["accord"],
        "Plan of a study",
        summary.get("source", ""),
        (summary["sentence"],),
        _facts(summary),
        only_with_blocks(sections),
    )


def _facts(summary: Mapping[str, Any]) -> tuple[Fact, ...]:
    expected = f"{summary['title']} = {short(summary['value'])}, {summary['weights']} weights"
    shares = ", ".join(map(_share, summary["prevalence"]))
    facts = [
        stated("Expected", expected, "value"),
        stated("Prevalence", shares, "prevalence"),
        stated("Errors", ERRORS[summary["errors"]], "errors"),
    ]
    if summary["missing"]:
        text = f"{percentage(summary['missing'])} of the ratings"
        facts.append(Fact("Missing", Cell(text, summary["missing"], "missing")))
    return tuple(facts)


def _choices(summary: Mapping[str, Any]) -> Table:
    tested = summary["null"] is not None
    columns = (
        Column("Raters"),
        Column("Subjects", "subjects"),
        Column("Ratings", "ratings"),
        Column("Cost", "cost"),
        Column(f"{percent(summary['confidence'])} CI", "lower"),
        Column("Width", "width"),
        *((Column("Power", "power"),) if tested else ()),
        *((Column("", "cheapest"),) if len(summary["choices"]) > 1 else ()),
    )
    rows = []
    for k, choice in enumerate(summary["choices"]):
        cheapest = "cheapest" if choice["raters"] == summary["cheapest"] else ""
        cells = (
            words(choice["raters"]),
            count(choice["subjects"]),
            _rounded(choice["ratings"]),
            _rounded(choice["cost"]),
            ends(choice),
            number(choice["width"]),
            *((share(choice["power"]),) if tested else ()),
            *((words(cheapest),) if len(summary["choices"]) > 1 else ()),
        )
        rows.append(Row(f"choices/{k}", cells))
    return Table.of(columns, rows)


def _rounded(value: float) -> Cell:
    """Return the cell of an expected number, rounded to an integer."""
    return Cell(f"{int(fixed(value, 0)):,}", float(value))


def _method(summary: Mapping[str, Any]) -> str:
    interval = f"{percent(summary['confidence'])}, {method_name(summary['ci_method'])}"
    if not summary["samples"]:
        return f"Expected interval: {interval}."
    samples = f"{count_text(summary['samples'])} samples of each size, seed {summary['seed']}"
    return f"Interval: {interval}; mean of {samples}."


def _share(value: float) -> str:
    """Return a share with as many digits as distinguish it from 0 and 1.

    >>> _share(0.7), _share(0.999)
    ('.70', '.999')
    """
    rare = min(value, 1 - value)
    return short(value, 2 if rare >= 0.005 or rare <= 0 else -math.floor(math.log10(rare)))
