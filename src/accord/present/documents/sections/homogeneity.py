"""Blocks on marginal homogeneity."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord.base.wording import joined, p_text
from accord.data.scale import show_label
from accord.present.cells import number, p_number, words
from accord.present.document import Block, Column, Paragraph, Row, Table
from accord.present.documents.sections import blocks_of

CLEAR = 0.05  # p-values below it are worth a sentence in every report


@blocks_of("marginal_homogeneity")
def homogeneity_blocks(result: Mapping[str, Any], path: str) -> list[Block]:
    """Make a sentence if raters differ, and the table of the tests for the details."""
    tests = result["tests"]
    rows = [
        Row(
            f"{path}/tests/{k}",
            (
                words(test["title"]),
                number(test["statistic"]),
                number(test["df"], 0),
                p_number(test["p_value"]),
                p_number(test.get("exact_p_value")),
            ),
        )
        for k, test in enumerate(tests)
    ]
    columns = (
        Column("Test"),
        Column("χ²", "statistic"),
        Column("df", "df"),
        Column("p", "p_value"),
        Column("Exact p", "exact_p_value"),
    )
    title = "Whether raters use the categories equally often"
    table = Table.of(columns, rows, title, detail="details")
    return [*_sentence(result), table]


def _sentence(result: Mapping[str, Any]) -> list[Block]:
    first = result["tests"][0] if result["tests"] else None
    if first is None or first["p_value"] is None or first["p_value"] >= CLEAR:
        return []
    raters = [show_label(name) for name in result["raters"]]
    who = joined(raters) if len(raters) <= 4 else f"The {len(raters)} raters"
    statistic = f"χ²({first['df']:g}) = {first['statistic']:.2f}"
    text = (
        f"{who} do not use the categories equally often ({first['title']}: {statistic}, "
        f"{p_text(first['p_value'])})."
    )
    return [Paragraph(text)]
