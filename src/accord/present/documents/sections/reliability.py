"""Blocks on the reliability of measurements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.base.wording import counted, percent
from accord.present.cells import ends, number, p_number, words
from accord.present.document import Block, Column, Paragraph, Row, Table
from accord.present.documents.sections import blocks_of
from accord.present.sentences import digits_of

ERRORS = {
    "agreement": "Agreement: differences between raters are error",
    "consistency": "Consistency: differences between raters do not count",
    "one_way": "One-way: raters are not kept apart",
}
COMPONENTS = {
    "subjects": "Subjects",
    "raters": "Raters",
    "residual": "Residual",
    "within": "Within subjects (raters and residual)",
}
PARTS = ("subjects", "raters", "residual")
DESIGNS = {"one_way": "One-way", "two_way": "Two-way"}
FIXED = "The intervals hold for these raters; those of other raters may differ more."
RANDOM = (
    "The F intervals of absolute agreement take the raters as a random sample from many raters, so "
    "they are wide with few raters; those of consistency hold for these raters."
)
PROFILE = (
    "Variance components by restricted maximum likelihood (REML) of normal ratings. Intervals and "
    "tests by the profile likelihood take the raters as a random sample from many raters."
)


@blocks_of("reliability")
def reliability_blocks(result: Mapping[str, Any], path: str) -> list[Block]:
    """Make the tables of intraclass correlations, components and errors of measurement."""
    estimates = result["coefficients"]
    level = percent(estimates[0]["confidence"])
    columns = (
        Column("Coefficient"),
        Column("Value", "value"),
        Column(f"{level} CI", "lower"),
        Column("SE", "se"),
        Column("p", "p_value"),
    )
    rows = [_estimate(e, f"{path}/coefficients/{k}") for k, e in enumerate(estimates)]
    raters = counted(len(result["raters"]), "rater")
    f = any(e["ci_method"] == "f" for e in estimates)
    text = PROFILE if result.get("restricted") else RANDOM if f else FIXED
    return [
        Table.of(columns, rows, f"{counted(result['n'], 'subject')}, {raters}"),
        Paragraph(text, tone="muted"),
        _components(result, path),
        *_likelihoods(result.get("restricted") or [], path),
        _errors(result["errors"], path),
        *_rater_test(result["rater_test"]),
    ]


def _estimate(e: Mapping[str, Any], path: str) -> Row:
    digits = digits_of(float("nan") if e["se"] is None else e["se"])
    cells = (number(e["value"], digits + 1), ends(e, digits), number(e["se"], digits + 1))
    return Row(path, (words(e["title"]), *cells, p_number(e["p_value"])))


def _components(result: Mapping[str, Any], path: str) -> Table:
    parts = result["components"]
    rows = [
        Row(f"{path}/components", (words(title), number(parts[key], 3, f"{path}/components/{key}")))
        for key, title in COMPONENTS.items()
        if parts[key] is not None
    ]
    return Table.of((Column("Source"), Column("Variance")), rows, "Variance components")


def _likelihoods(fits: Sequence[Mapping[str, Any]], path: str) -> list[Block]:
    """Make the table of the fits by restricted maximum likelihood, if there are any."""
    if not fits:
        return []
    columns = (
        Column("Design"),
        Column("Subjects", "subjects"),
        Column("Raters", "raters"),
        Column("Residual", "residual"),
        Column("-2 log restricted likelihood", "minus2_reml_loglik"),
    )
    rows = []
    for k, fit in enumerate(fits):
        where = f"{path}/restricted/{k}"
        cells = [
            number(fit[key], 3, f"{where}/{key}") for key in ("subjects", "raters", "residual")
        ]
        cells.append(number(fit["minus2_reml_loglik"], 2, f"{where}/minus2_reml_loglik"))
        rows.append(Row(where, (words(DESIGNS[fit["design"]]), *cells)))
    return [Table.of(columns, rows, "Restricted maximum likelihood")]


def _errors(errors: Sequence[Mapping[str, Any]], path: str) -> Table:
    rows = [
        Row(
            f"{path}/errors/{k}",
            (words(ERRORS[e["name"]]), *(number(e[key], 3) for key in ("sem", "sdc", "mean_sem"))),
        )
        for k, e in enumerate(errors)
    ]
    columns = (
        Column("Error of a single rating"),
        Column("Standard error of measurement", "sem"),
        Column("Smallest detectable change", "sdc"),
        Column("Of the mean of all raters", "mean_sem"),
    )
    return Table.of(columns, rows, "Errors of measurement, in the unit of the ratings")


def _rater_test(test: Mapping[str, Any] | None) -> list[Block]:
    if test is None or test["p_value"] is None:
        return []
    p = p_number(test["p_value"]).text
    text = (
        f"Differences between the means of the raters: F({test['df1']:g}, {test['df2']:g}) = "
        f"{test['f']:.2f}, p {p if p.startswith('<') else f'= {p}'}."
    )
    return [Paragraph(text)]
