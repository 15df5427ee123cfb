"""Blocks on labels: agreement on each, where ratings are sets of labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord.present.cells import share, spread, words
from accord.present.document import Block, Column, Paragraph, Row, Table
from accord.present.documents.sections import blocks_of


@blocks_of("labels")
def label_blocks(result: Mapping[str, Any], path: str) -> list[Block]:
    """Make the table of the labels, with the mean over them."""
    title = result["labels"][0]["coefficient"]["title"]
    meaning = (
        "Each label by itself: a rating either contains it or not. The mean is over the labels for "
        "which the coefficient is defined. Pooled decisions also count the labels that nobody "
        "chose, so that agreement on rare labels looks high."
    )
    columns = (
        Column("Label"),
        Column("Share of ratings", "share"),
        Column("Exact agreement", "agreement/value"),
        Column(title, "coefficient/value"),
    )
    rows = [
        Row(
            f"{path}/labels/{k}",
            (
                words(row["label"]),
                share(row["share"]),
                spread(row["agreement"]),
                spread(row["coefficient"]),
            ),
        )
        for k, row in enumerate(result["labels"])
    ]
    summary = (Column("Summary"), Column(title, "value"))
    totals = [
        Row(f"{path}/mean", (words("Mean over labels"), spread(result["mean"]))),
        Row(f"{path}/pooled", (words("All decisions pooled"), spread(result["pooled"]))),
    ]
    blocks: list[Block] = [
        Paragraph(meaning),
        Table.of(columns, rows),
        Table.of(summary, totals),
    ]
    if result["left_out"]:
        names = ", ".join(result["left_out"])
        blocks.append(
            Paragraph(f"Left out of the mean, because all ratings have the label or none: {names}.")
        )
    return blocks
