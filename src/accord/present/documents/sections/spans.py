"""Blocks on spans: units, matched spans and characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.present.cells import count, spread, words
from accord.present.document import Block, Column, Paragraph, Row, Table
from accord.present.documents.sections import blocks_of


@blocks_of("spans")
def span_blocks(result: Mapping[str, Any], path: str) -> list[Block]:
    """Make the tables of agreement on spans."""
    meaning = (
        "Intervals are over documents, and raters are fixed. Alphas are corrected for chance; F is "
        "the share of spans, or of characters, of two raters that match."
    )
    columns = (Column("Statistic"), Column("Value", "value"), Column("Documents", "n"))
    blocks: list[Block] = [
        Paragraph(meaning),
        Table.of(columns, _rows(result["estimates"], f"{path}/estimates")),
    ]
    if result["micro"]:
        title = "Ratios of sums over pairs of raters (micro averages)"
        blocks.append(Table.of(columns, _rows(result["micro"], f"{path}/micro"), title))
    if result["labels"]:
        blocks += _labels(result["labels"], f"{path}/labels")
    if result["pairs"]:
        pairs = (
            Column("Reference"), Column("Other"), Column("Match"),
            Column("Precision", "precision/value"), Column("Recall", "recall/value"),
            Column("F1", "f1/value"),
        )  # fmt: skip
        rows = [
            Row(
                f"{path}/pairs/{k}",
                (
                    words(row["reference"]), words(row["other"]), words(row["match"]),
                    spread(row["precision"]), spread(row["recall"]), spread(row["f1"]),
                ),
            )
            for k, row in enumerate(result["pairs"])
        ]  # fmt: skip
        blocks.append(Table.of(pairs, rows, "Pairs of raters"))
    return blocks


def _labels(labels: Sequence[Mapping[str, Any]], path: str) -> list[Block]:
    """Make the table of the labels."""
    measured = [
        ("matched", "Span F1"),
        ("characters", "Character F1"),
        ("alpha", "Alpha"),
        ("coverage", "Coverage"),
    ]
    shown = [(key, title) for key, title in measured if any(row[key] for row in labels)]
    columns = (
        Column("Label"), Column("Spans", "spans"),
        *(Column(title, f"{key}/value") for key, title in shown),
    )  # fmt: skip
    rows = [
        Row(
            f"{path}/{k}",
            (
                words(row["label"]),
                count(row["spans"]),
                *(spread(row[key]) if row[key] else words("–") for key, _ in shown),
            ),
        )
        for k, row in enumerate(labels)
    ]
    title = "Each label. Alpha and coverage: among stretches that raters both mark"
    return [Table.of(columns, rows, title)]


def _rows(estimates: Sequence[Mapping[str, Any]], path: str) -> list[Row]:
    return [
        Row(f"{path}/{k}", (words(e["title"]), spread(e), count(e["n"])))
        for k, e in enumerate(estimates)
    ]
