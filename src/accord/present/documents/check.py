"""Document of ``accord check``: thresholds and verdicts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from accord.base.wording import capital, counted, digits_apart, percent, short
from accord.data.scale import show_label
from accord.present.cells import number, words
from accord.present.document import Bullets, Column, Document, Figure, Row, Section, Table
from accord.present.documents.shared import doubts, method, notes, only_with_blocks

__all__ = ["check_document"]

VERDICTS = {True: "holds", False: "fails"}
REQUIREMENTS = {
    "min": "value",
    "min_lower": "lower limit",
    "no_worse_than": "value, as before",
}


def check_document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Make the document of a check."""
    limits = summary["limits"]
    failed = [row for row in limits if not row["passed"]]
    start = f"{capital(counted(len(limits), 'requirement'))} checked"
    verb = "fails" if len(failed) == 1 else "fail"
    headline = f"{start}: {f'{len(failed)} {verb}' if failed else 'all hold'}."
    sections = [
        *doubts(summary),
        Section("limits", "Requirements", (_table(limits), *figures.values()), compact=True),
        *_reasons(limits),
        *notes(summary),
        method(_method(summary)),
    ]
    return Document(
        "check",
        summary["accord"],
        "Check of agreement",
        summary.get("source", ""),
        (headline,),
        (),
        only_with_blocks(sections),
    )


def _table(limits: Sequence[Mapping[str, Any]]) -> Table:
    several = any(_place(row) for row in limits)
    columns = (
        *((Column("Variable"),) if several else ()),
        Column("Coefficient", "title" if several else ""),
        Column("Required", "requirement"),
        Column("Value", "value"),
        Column("Lower limit", "lower"),
        Column("Threshold", "threshold"),
        Column("Verdict", "passed"),
    )
    rows = []
    for k, row in enumerate(limits):
        digits = _digits(row)
        cells = (
            *((words(_place(row) or "all"),) if several else ()),
            words(row["title"]),
            words(REQUIREMENTS[row["requirement"]]),
            number(row["value"], digits),
            number(row["lower"], digits),
            number(row["threshold"], digits),
            words(VERDICTS[row["passed"]]),
        )
        rows.append(Row(f"limits/{k}", cells))
    return Table.of(columns, rows)


def _place(row: Mapping[str, Any]) -> str:
    """Return variable and subgroup of a requirement; empty for all subjects of the only one."""
    group = [] if row["group"] is None else [show_label(row["group"])]
    return ": ".join([*([row["variable"]] if row["variable"] else []), *group])


def _digits(row: Mapping[str, Any]) -> int:
    """Return as many decimals as show that a number lies above or below its threshold."""
    checked, threshold = _checked(row), row["threshold"]
    if checked is None or threshold is None:
        return digits_apart(math.nan, math.nan)
    return digits_apart(checked, threshold)


def _checked(row: Mapping[str, Any]) -> float | None:
    found: float | None = row["lower" if row["requirement"] == "min_lower" else "value"]
    return found


def _reasons(limits: Sequence[Mapping[str, Any]]) -> list[Section]:
    """Return why requirements could not be checked."""
    items = tuple(
        f"{f'{_place(row)}, ' if _place(row) else ''}{row['title']}: {row['reason']}."
        for row in limits
        if row["reason"]
    )
    return [Section("reasons", "Not checked", (Bullets(items),))] if items else []


def _method(summary: Mapping[str, Any]) -> str:
    texts = [
        f"Unrounded numbers are compared. Lower limit: of the {percent(summary['confidence'])} "
        "confidence interval. An undefined number fails."
    ]
    if summary["compared_with"]:
        texts.append(
            f"As before: not lower than in {summary['compared_with']} by more than "
            f"{short(summary['margin'], 3)}."
        )
    return " ".join(texts)
