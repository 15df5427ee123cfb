"""Document of ``accord study``: metrics as a property of the scores changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord.base.wording import short
from accord.data.scale import show_label
from accord.present.cells import number, words
from accord.present.document import (
    Block,
    Column,
    Document,
    Figure,
    Paragraph,
    Row,
    Section,
    Table,
)
from accord.present.documents.shared import stated
from accord.statistics import COEFFICIENTS, MEASURES

__all__ = ["study_document"]

MOST_COLUMNS = 8  # values of the property
ABBREVIATED = {"": "", "identity": "", "linear": ", lin.", "quadratic": ", quad."}


def study_document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Make the document of a study."""
    name = f"Study of {summary['study']}"
    facts = [stated("Columns", summary["axis"], "axis")]
    if summary["seed"] is not None:
        facts.append(stated("Seed", str(summary["seed"]), "seed"))
    blocks: tuple[Block, ...] = (
        _metrics(summary),
        Paragraph(
            "Of metrics with the same values, only the first is shown. CSV and JSON contain all.",
            tone="muted",
        ),
        *figures.values(),
    )
    return Document(
        "study",
        summary["accord"],
        name,
        f"{name}, {summary['source']}" if summary["source"] else "",
        (summary["question"],),
        tuple(facts),
        (Section("metrics", "Metrics", blocks, compact=True),),
    )


def _metrics(summary: Mapping[str, Any]) -> Table:
    """Return a row for each metric and a column for each value; equal rows are shown once."""
    points = summary["points"]
    values = sorted({point["x"] for point in points})
    shown = values[:: -(-len(values) // MOST_COLUMNS)]
    index = {(p["metric"], p["weights"], p["x"]): k for k, p in enumerate(points)}
    rows: dict[tuple[str, ...], Row] = {}
    for metric, weights in dict.fromkeys((p["metric"], p["weights"]) for p in points):
        cells = []
        for x in shown:
            k = index.get((metric, weights, x))
            cells.append(words(None) if k is None else number(points[k]["value"], key=_key(k)))
        texts = tuple(cell.text for cell in cells)
        title = _title(metric) + ABBREVIATED.get(weights, f", {weights}")
        rows.setdefault(texts, Row("", (words(title), *cells)))
    heads = [short(x) if x < 1 else show_label(round(x, 2)) for x in shown]
    return Table.of((Column("Metric"), *map(Column, heads)), rows.values())


def _key(index: int) -> str:
    return f"points/{index}/value"


def _title(name: str) -> str:
    """Return the title of a coefficient or of a metric."""
    known = COEFFICIENTS.get(name) or MEASURES.get(name)
    return name if known is None else known.title
