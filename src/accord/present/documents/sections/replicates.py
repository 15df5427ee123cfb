"""Blocks on intra- and inter-rater reliability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.base.wording import percent
from accord.present.cells import ends, number, words
from accord.present.document import Block, Column, Paragraph, Row, Table
from accord.present.documents.sections import blocks_of

__all__ = ["replicate_blocks"]

TITLES = {
    "inter_random": "Inter-rater, raters from a population",
    "inter_fixed": "Inter-rater, these raters",
    "intra_random": "Intra-rater, raters from a population",
    "intra_fixed": "Intra-rater, these raters",
    "inter": "Inter-rater kappa",
    "intra": "Intra-rater kappa",
}
COMPONENTS = {
    "subjects": "Subjects",
    "raters": "Raters",
    "interaction": "Subjects × raters",
    "error": "Replicates (error)",
}
Z = 1.96  # two readings of an unchanged subject differ by more in 5 % of the cases


@blocks_of("replicates")
def replicate_blocks(result: Mapping[str, Any], path: str) -> list[Block]:
    """Make the tables of reliabilities, raters and components, and a sentence on the error."""
    at = f"{path}/" if path else ""
    return [
        _reliabilities(result, at),
        *_agreement(result),
        *_error(result),
        _raters(result["raters"], at),
        *_components(result["components"], at),
        *_likelihood(result, at),
    ]


def _reliabilities(result: Mapping[str, Any], at: str) -> Table:
    bounded = any(each["lower_bound"] is not None for each in result["reliabilities"])
    rows = []
    for k, each in enumerate(result["reliabilities"]):
        where = f"{at}reliabilities/{k}"
        cells = [
            words(TITLES[each["name"]]),
            number(each["value"], 3, f"{where}/value"),
            ends(each),
        ]
        if bounded:
            cells.append(number(each["lower_bound"], 3, f"{where}/lower_bound"))
        rows.append(Row(where, tuple(cells)))
    level = percent(result["reliabilities"][0]["confidence"])
    columns = [
        Column("Reliability of a rating"),
        Column("Value", "value"),
        Column(f"{level} CI", "lower"),
    ]
    if bounded:
        columns.append(Column("Lower limit (Eliasziw)", "lower_bound"))
    return Table.of(columns, rows)


def _agreement(result: Mapping[str, Any]) -> list[Block]:
    if result["intra_agreement"] is None:
        return []
    text = (
        f"Pairs of ratings by the same rater agree in {number(result['intra_agreement']).text}, by "
        f"different raters in {number(result['inter_agreement']).text}; "
        f"{number(result['chance']).text} is expected by chance."
    )
    return [Paragraph(text)]


def _error(result: Mapping[str, Any]) -> list[Block]:
    sem = result["sem"]
    if sem is None:
        return []
    change = Z * 2**0.5 * sem
    text = (
        f"Standard error of measurement of a repeated rating: {number(sem, 3).text}. Two ratings "
        f"of an unchanged subject by one rater differ by more than {number(change, 3).text} in 5% "
        "of the cases."
    )
    return [Paragraph(text)]


def _raters(raters: Sequence[Mapping[str, Any]], at: str) -> Table:
    measured = any(each["sem"] is not None for each in raters)
    key, title = (
        ("sem", "Standard error of measurement") if measured else ("agreement", "Agreement")
    )
    rows = [
        Row(
            f"{at}raters/{k}",
            (
                words(each["rater"]),
                number(each["intra"], 3, f"{at}raters/{k}/intra"),
                number(each[key], 3, f"{at}raters/{k}/{key}"),
            ),
        )
        for k, each in enumerate(raters)
    ]
    columns = (Column("Rater"), Column("Intra-rater reliability", "intra"), Column(title, key))
    return Table.of(columns, rows, "Consistency of each rater")


def _components(parts: Mapping[str, float], at: str) -> list[Block]:
    if not parts:
        return []
    rows = [
        Row(f"{at}components", (words(title), number(parts[key], 3, f"{at}components/{key}")))
        for key, title in COMPONENTS.items()
        if key in parts
    ]
    return [Table.of((Column("Source", None), Column("Variance")), rows, "Variance components")]


def _likelihood(result: Mapping[str, Any], at: str) -> list[Block]:
    if result.get("estimator") != "reml":
        return []
    value = number(result["minus2_reml_loglik"], 2, f"{at}minus2_reml_loglik")
    return [Paragraph(f"Restricted maximum likelihood (REML): -2 log likelihood {value.text}.")]
