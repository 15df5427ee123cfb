"""Blocks on subjects: those with most disagreement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.data.scale import show_label
from accord.present.cells import (
    number,
    words,
)
from accord.present.document import (
    Block,
    Column,
    Row,
    Table,
)
from accord.present.documents.sections import blocks_of

MOST_LISTED = 40  # ratings of a subject


@blocks_of("disagreements")
def disagreement_blocks(rows: Sequence[Mapping[str, Any]], path: str) -> list[Block]:
    """Make the table of the subjects with most disagreement."""
    cells = [
        Row(
            f"{path}/{k}",
            (words(row["subject"]), number(row["disagreement"]), words(_ratings(row["ratings"]))),
        )
        for k, row in enumerate(rows)
    ]
    columns = (
        Column("Subject"),
        Column("Disagreement", "disagreement"),
        Column("Ratings", "ratings"),
    )
    return [Table.of(columns, cells)]


def _ratings(ratings: Mapping[str, Any]) -> str:
    given = [f"{name} {show_label(label)}" for name, label in ratings.items() if label is not None]
    return ", ".join(given[:MOST_LISTED]) + (", …" if len(given) > MOST_LISTED else "")
