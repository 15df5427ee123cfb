"""Blocks on categories: agreement on each, and their use by raters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.data.scale import show_label
from accord.present.cells import (
    count,
    number,
    p_number,
    share,
    spread,
    words,
    z_number,
)
from accord.present.document import (
    Block,
    Cell,
    Column,
    Fold,
    Paragraph,
    Row,
    Table,
)
from accord.present.documents.sections import blocks_of


@blocks_of("categories")
def category_blocks(rows: Sequence[Mapping[str, Any]], path: str) -> list[Block]:
    """Make the table of the categories."""
    meaning = (
        "Specific agreement: the probability that a rater chooses the category, given that another "
        "rater chose it. Kappa: the category against all others."
    )
    null = rows[0]["kappa"]["se_method"] == "null"
    tests = (Column("SE", "kappa/se"), Column("z", "kappa/statistic"), Column("p", "kappa/p_value"))
    columns = (
        Column("Category"),
        Column("Share", "share"),
        Column("Specific agreement", "specific_agreement/value"),
        Column("Kappa", "kappa/value"),
        *(tests if null else ()),
    )
    cells = [
        Row(
            f"{path}/{k}",
            (
                words(row["category"]),
                share(row["share"]),
                spread(row["specific_agreement"]),
                spread(row["kappa"]),
                *(_null_cells(row["kappa"]) if null else ()),
            ),
        )
        for k, row in enumerate(rows)
    ]
    return [Paragraph(meaning), Table.of(columns, cells)]


def _null_cells(kappa: Mapping[str, Any]) -> tuple[Cell, Cell, Cell]:
    """Return standard error, z and p under the null hypothesis."""
    return number(kappa["se"], 3), z_number(kappa["statistic"]), p_number(kappa["p_value"])


@blocks_of("distributions")
def distribution_blocks(distributions: Mapping[str, Any], path: str) -> list[Block]:
    """Make the table of the categories by rater."""
    rows = []
    for i, row in enumerate(distributions["raters"]):
        rater = f"{path}/raters/{i}"
        shares = [share(value, f"{rater}/shares/{j}") for j, value in enumerate(row["shares"])]
        rows.append(Row(rater, (words(row["rater"]), *shares, count(row["missing"]))))
    categories = [Column(show_label(name)) for name in distributions["categories"]]
    columns = (Column("Rater"), *categories, Column("Missing", "missing"))
    return [Fold("Distribution of the categories by rater", (Table.of(columns, rows),))]
