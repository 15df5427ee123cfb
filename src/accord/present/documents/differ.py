"""Document of ``accord differ``: Berry and Mielke's test of two measures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord.base.wording import p_text
from accord.present.document import Block, Document, Figure, Paragraph, Section
from accord.present.documents.shared import symbols_table

__all__ = ["differ_document"]

LEVEL = 0.05  # of significance
ROUNDING = 1e-12  # p-values that are closer are equal
ROWS = (
    ("difference", "D", "difference of the two measures"),
    ("variance", "σ²", "variance of D"),
    ("t", "T", "D/σ"),
    ("skewness", "γ", "skewness"),
)
READINGS = (
    "The numbers of the published example are twice the tail beyond D (printed reading). The text "
    "of the publication describes both tails beyond ±D (literal reading). The two differ because "
    "the distribution is skewed."
)


def differ_document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Make the document of the test."""
    reading = summary["reading"]
    other = "literal" if reading == "printed" else "printed"
    tests = (
        (f"p_{reading}", "P", f"p-value, {reading} reading"),
        (f"p_{other}", "", f"p-value, {other} reading"),
    )
    blocks: list[Block] = [symbols_table(summary, (*ROWS, *tests))]
    if abs(summary["p_printed"] - summary["p_literal"]) > ROUNDING:
        blocks.append(Paragraph(READINGS, tone="muted"))
    differ = "differ" if summary["p_value"] < LEVEL else "do not differ"
    return Document(
        "differ",
        summary["accord"],
        "Test of two Berry-Mielke measures",
        summary.get("source", ""),
        (f"The two measures {differ} significantly ({p_text(summary['p_value'])}).",),
        (),
        (Section("numbers", "Test", (*blocks, *figures.values()), compact=True),),
    )
