"""Blocks on raters: their confusion, pairs, influence, differences and missing ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.analysis.views.sections import MOST_RATERS_OF_MATRIX
from accord.data.scale import show_label
from accord.present.cells import (
    count,
    number,
    share,
    signed,
    spread,
    words,
)
from accord.present.document import (
    Block,
    Column,
    Fold,
    Paragraph,
    Row,
    Table,
)
from accord.present.documents.sections import blocks_of

MOST_LISTED = 40  # pairs of raters


@blocks_of("confusion")
def confusion_blocks(confusion: Mapping[str, Any], path: str) -> list[Block]:
    """Make the confusion matrix."""
    names = [show_label(c) for c in confusion["categories"]]
    rows = [
        Row(
            f"{path}/categories/{i}",
            (
                words(name),
                *(count(value, f"{path}/counts/{i}/{j}") for j, value in enumerate(values)),
            ),
        )
        for i, (name, values) in enumerate(zip(names, confusion["counts"], strict=True))
    ]
    corner = Column(f"{confusion['rows']} \\ {confusion['columns']}")
    return [Fold(confusion["title"], (Table.of((corner, *map(Column, names)), rows),))]


@blocks_of("pairs")
def pair_blocks(pairs: Mapping[str, Any], path: str) -> list[Block]:
    """Make the matrix of the pairs of raters; of many raters, the list of the lowest pairs."""
    raters, estimates = pairs["raters"], pairs["pairs"]
    title = estimates[0]["title"]
    if len(raters) > MOST_RATERS_OF_MATRIX:
        return [_lowest_pairs(estimates, title, path)]
    index = {frozenset((e["a"], e["b"])): k for k, e in enumerate(estimates)}
    rows = []
    for i, a in enumerate(raters[1:], start=1):
        numbers = [index[frozenset((a, b))] for b in raters[:i]]
        cells = [number(estimates[k]["value"], key=f"{path}/pairs/{k}/value") for k in numbers]
        blanks = [words("")] * (len(raters) - 1 - i)
        rows.append(Row(f"{path}/raters/{i}", (words(a), *cells, *blanks)))
    columns = [Column("Rater"), *(Column(show_label(name)) for name in raters[:-1])]
    return [Table.of(columns, rows, f"Each pair of raters: {title}")]


def _lowest_pairs(estimates: Sequence[Mapping[str, Any]], title: str, path: str) -> Table:
    ranked = sorted(enumerate(estimates), key=lambda e: (e[1]["value"] is None, e[1]["value"] or 0))
    rows = [
        Row(f"{path}/pairs/{k}", (words(f"{e['a']} and {e['b']}"), spread(e)))
        for k, e in ranked[:MOST_LISTED]
    ]
    return Table.of(
        (Column("Pair"), Column("Value", "value")), rows, f"Lowest {len(rows)} pairs: {title}"
    )


@blocks_of("left_out")
def left_out_blocks(rows: Sequence[Mapping[str, Any]], path: str) -> list[Block]:
    """Make the table of the coefficient without each rater."""
    meaning = (
        "If the value increases without a rater, this rater agrees less with the others than they "
        "agree with each other."
    )
    cells = [
        Row(f"{path}/{k}", (words(row["rater"]), spread(row), signed(row["change"])))
        for k, row in enumerate(rows)
    ]
    columns = (Column("Without"), Column("Value", "value"), Column("Change", "change"))
    title = f"Each rater left out: {rows[0]['title']}"
    return [Table.of(columns, cells, title), Paragraph(meaning)]


@blocks_of("missingness")
def missingness_blocks(missingness: Mapping[str, Any], path: str) -> list[Block]:
    """Make the tables of missing ratings."""
    raters = [
        Row(f"{path}/raters/{k}", (words(row["rater"]), share(row["missing"])))
        for k, row in enumerate(missingness["raters"])
    ]
    numbers = [
        Row(f"{path}/by_number/{k}", (words(row["ratings"]), count(row["subjects"])))
        for k, row in enumerate(missingness["by_number"])
    ]
    tables = (
        Table.of((Column("Rater"), Column("Missing", "missing")), raters),
        Table.of((Column("Ratings per subject"), Column("Subjects", "subjects")), numbers),
    )
    return [Fold("Missing ratings", tables)]
