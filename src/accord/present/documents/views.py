"""Sections of the views in a report: categories, raters, subjects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.analysis.views import SECTIONS
from accord.base.wording import percent
from accord.data.scale import show_label
from accord.present.cells import (
    count,
    number,
    p_number,
    share,
    signed,
    spread,
    words,
    z_number,
)
from accord.present.document import (
    Block,
    Cell,
    Column,
    Figure,
    Fold,
    Paragraph,
    Row,
    Section,
    Table,
)
from accord.present.documents.shared import figures_named

__all__ = ["view_sections"]

MOST_RATERS_OF_MATRIX = 20  # whose pairs are a matrix; of more raters, the lowest pairs are listed
MOST_LISTED = 40  # pairs of raters, or ratings of a subject


def view_sections(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> list[Section]:
    """Return the sections of the views; none if the report was made without them."""
    details = summary.get("details")
    if details is None:
        return []
    categories = (
        *_categories(details["categories"]), *figures_named(figures, "categories"),
        *_distributions(details["distributions"]), *figures_named(figures, "distributions"),
    )  # fmt: skip
    raters = (
        *_confusion(details["confusion"]), *figures_named(figures, "confusion"),
        *_pairs(details["pairs"]), *figures_named(figures, "raters"),
        *_left_out(details["left_out"]), *figures_named(figures, "left_out"),
        *_limits(details["limits"]), *figures_named(figures, "bland_altman"),
        *_missingness(details["missingness"]), *figures_named(figures, "missingness"),
    )  # fmt: skip
    subjects = (
        *_disagreements(details["disagreements"]),
        *figures_named(figures, "disagreements"),
    )
    return [
        Section("categories", "Categories", categories, "details"),
        Section("raters", "Raters", raters, "details"),
        Section("disagreements", "Subjects with most disagreement", subjects, "details"),
        *_registered(details.get("sections", {})),
    ]


def _registered(sections: Mapping[str, Any]) -> list[Section]:
    """Return the registered sections; those of plug-ins that are not installed are left out."""
    return [
        Section(name, entry.title, tuple(entry.blocks(sections[name], path)), "details")
        for name, entry in SECTIONS.items()
        for path in [f"details/sections/{name}"]
        if name in sections
    ]


def _categories(rows: Sequence[Mapping[str, Any]]) -> list[Block]:
    if not rows:
        return []
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
            f"details/categories/{k}",
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


def _pairs(pairs: Mapping[str, Any] | None) -> list[Block]:
    if pairs is None:
        return []
    raters, estimates = pairs["raters"], pairs["pairs"]
    title = estimates[0]["title"]
    if len(raters) > MOST_RATERS_OF_MATRIX:
        return [_lowest_pairs(estimates, title)]
    index = {frozenset((e["a"], e["b"])): k for k, e in enumerate(estimates)}
    rows = []
    for i, a in enumerate(raters[1:], start=1):
        numbers = [index[frozenset((a, b))] for b in raters[:i]]
        cells = [number(estimates[k]["value"], key=_pair(k)) for k in numbers]
        blanks = [words("")] * (len(raters) - 1 - i)
        rows.append(Row(f"details/pairs/raters/{i}", (words(a), *cells, *blanks)))
    columns = [Column("Rater"), *(Column(show_label(name)) for name in raters[:-1])]
    return [Table.of(columns, rows, f"Each pair of raters: {title}")]


def _pair(index: int) -> str:
    return f"details/pairs/pairs/{index}/value"


def _lowest_pairs(estimates: Sequence[Mapping[str, Any]], title: str) -> Table:
    ranked = sorted(enumerate(estimates), key=lambda e: (e[1]["value"] is None, e[1]["value"] or 0))
    rows = [
        Row(f"details/pairs/pairs/{k}", (words(f"{e['a']} and {e['b']}"), spread(e)))
        for k, e in ranked[:MOST_LISTED]
    ]
    return Table.of(
        (Column("Pair"), Column("Value", "value")), rows, f"Lowest {len(rows)} pairs: {title}"
    )


def _left_out(rows: Sequence[Mapping[str, Any]]) -> list[Block]:
    if not rows:
        return []
    meaning = (
        "If the value increases without a rater, this rater agrees less with the others than they "
        "agree with each other."
    )
    cells = [
        Row(f"details/left_out/{k}", (words(row["rater"]), spread(row), signed(row["change"])))
        for k, row in enumerate(rows)
    ]
    columns = (Column("Without"), Column("Value", "value"), Column("Change", "change"))
    title = f"Each rater left out: {rows[0]['title']}"
    return [Table.of(columns, cells, title), Paragraph(meaning)]


def _disagreements(rows: Sequence[Mapping[str, Any]]) -> list[Block]:
    if not rows:
        return []
    cells = [
        Row(
            f"details/disagreements/{k}",
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


def _confusion(confusion: Mapping[str, Any] | None) -> list[Block]:
    if confusion is None:
        return []
    names = [show_label(c) for c in confusion["categories"]]
    rows = [
        Row(
            f"details/confusion/categories/{i}",
            (
                words(name),
                *(
                    count(value, f"details/confusion/counts/{i}/{j}")
                    for j, value in enumerate(values)
                ),
            ),
        )
        for i, (name, values) in enumerate(zip(names, confusion["counts"], strict=True))
    ]
    corner = Column(f"{confusion['rows']} \\ {confusion['columns']}")
    return [Fold(confusion["title"], (Table.of((corner, *map(Column, names)), rows),))]


def _distributions(distributions: Mapping[str, Any] | None) -> list[Block]:
    if distributions is None:
        return []
    rows = []
    for i, row in enumerate(distributions["raters"]):
        path = f"details/distributions/raters/{i}"
        shares = [share(value, f"{path}/shares/{j}") for j, value in enumerate(row["shares"])]
        rows.append(Row(path, (words(row["rater"]), *shares, count(row["missing"]))))
    categories = [Column(show_label(name)) for name in distributions["categories"]]
    columns = (Column("Rater"), *categories, Column("Missing", "missing"))
    return [Fold("Distribution of the categories by rater", (Table.of(columns, rows),))]


def _limits(limits: Mapping[str, Any] | None) -> list[Block]:
    if limits is None:
        return []
    titles = {"mean": "Mean difference", "lower": "Lower limit", "upper": "Upper limit"}
    rows = []
    for key, title in titles.items():
        low, high = limits[f"{key}_interval"]
        cell = spread(
            {"value": limits[key], "lower": low, "upper": high}, key=f"details/limits/{key}"
        )
        rows.append(Row(f"details/limits/{key}_interval", (words(title), cell)))
    level = percent(limits["confidence"])
    title = (
        "Limits of agreement, between which 95% of the differences "
        f"{limits['a']} − {limits['b']} are expected"
    )
    return [Table.of((Column(""), Column(f"Value and {level} CI")), rows, title)]


def _missingness(missingness: Mapping[str, Any] | None) -> list[Block]:
    if missingness is None:
        return []
    raters = [
        Row(f"details/missingness/raters/{k}", (words(row["rater"]), share(row["missing"])))
        for k, row in enumerate(missingness["raters"])
    ]
    numbers = [
        Row(f"details/missingness/by_number/{k}", (words(row["ratings"]), count(row["subjects"])))
        for k, row in enumerate(missingness["by_number"])
    ]
    tables = (
        Table.of((Column("Rater"), Column("Missing", "missing")), raters),
        Table.of((Column("Ratings per subject"), Column("Subjects", "subjects")), numbers),
    )
    return [Fold("Missing ratings", tables)]
