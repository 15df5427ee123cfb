"""The views of a report: categories, raters, subjects; tables beside pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.present.document import (
    Block,
    Cell,
    Fold,
    Picture,
    Section,
    Table,
    Words,
    number,
    p_number,
    share,
    spread,
    words,
)
from accord.scale import show_label
from accord.wording import percent

__all__ = ["closer", "drawn"]

PAIRED = 20  # raters whose pairs are shown as a matrix; more are ranked
RANKED = 40


def closer(summary: Mapping[str, Any], pictures: Mapping[str, Picture]) -> list[Section]:
    """Sections of the views; none where nobody looked closer."""
    details = summary.get("details")
    if details is None:
        return []
    return [
        Section(
            "categories", "Categories",
            (
                *_categories(details["categories"]), *drawn(pictures, "categories"),
                *_distributions(details["distributions"]), *drawn(pictures, "distributions"),
            ),
        ),
        Section(
            "raters", "Raters",
            (
                *_confusion(details["confusion"]), *drawn(pictures, "confusion"),
                *_pairs(details["pairs"]), *drawn(pictures, "raters"),
                *_left_out(details["left_out"]), *drawn(pictures, "left_out"),
                *_limits(details["limits"]), *drawn(pictures, "bland_altman"),
                *_missingness(details["missingness"]), *drawn(pictures, "missingness"),
            ),
        ),
        Section(
            "disagreements", "Subjects with most disagreement",
            (*_disagreements(details["disagreements"]), *drawn(pictures, "disagreements")),
        ),
    ]  # fmt: skip


def drawn(pictures: Mapping[str, Picture], *names: str) -> list[Picture]:
    """Those of the pictures that there are."""
    return [pictures[name] for name in names if name in pictures]


def _categories(rows: Sequence[Mapping[str, Any]]) -> list[Block]:
    if not rows:
        return []
    meaning = (
        "Specific agreement: when one rater chooses the category, how often another one does. "
        "Kappa: this category against all others."
    )
    null = rows[0]["kappa"]["se_method"] == "null"
    columns = (
        "Category",
        "Share",
        "Specific agreement",
        "Kappa",
        *(("SE", "z", "p") if null else ()),
    )
    cells = [
        (
            words(row["category"]),
            share(row["share"]),
            spread(row["specific_agreement"]),
            spread(row["kappa"]),
            *(_null_cells(row["kappa"]) if null else ()),
        )
        for row in rows
    ]
    return [Words(meaning), Table.of("", columns, cells)]


def _null_cells(kappa: Mapping[str, Any]) -> tuple[Cell, Cell, Cell]:
    """Standard error, z and p under the null hypothesis."""
    return number(kappa["se"], 3), number(kappa["statistic"]), p_number(kappa["p_value"])


def _pairs(pairs: Mapping[str, Any] | None) -> list[Block]:
    if pairs is None:
        return []
    raters, found = pairs["raters"], pairs["pairs"]
    title = f"{found[0]['title']} of each pair of raters"
    if len(raters) > PAIRED:
        ranked = sorted(found, key=lambda e: (e["value"] is None, e["value"]))[:RANKED]
        rows = [(words(f"{e['a']} and {e['b']}"), spread(e)) for e in ranked]
        return [Table.of(f"{title}, the lowest {len(rows)}", ("Pair", "Value"), rows)]
    value = {(e["a"], e["b"]): e for e in found} | {(e["b"], e["a"]): e for e in found}
    matrix = [
        (words(a), *(words("") if a == b else number(value[a, b]["value"]) for b in raters))
        for a in raters
    ]
    return [Table.of(title, ("", *map(show_label, raters)), matrix)]


def _left_out(rows: Sequence[Mapping[str, Any]]) -> list[Block]:
    if not rows:
        return []
    meaning = (
        "A value that rises without a rater shows that this one agrees less with the others than "
        "they do with each other."
    )
    cells = [
        (words(row["rater"]), spread(row), Cell(_signed(row["change"]), row["change"]))
        for row in rows
    ]
    title = f"{rows[0]['title']} without each rater"
    return [Table.of(title, ("Without", "Value", "Change"), cells), Words(meaning)]


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.3f}"


def _disagreements(rows: Sequence[Mapping[str, Any]]) -> list[Block]:
    if not rows:
        return []
    cells = [
        (
            words(row["subject"]),
            number(row["disagreement"]),
            words(_ratings(row["ratings"])),
        )
        for row in rows
    ]
    return [Table.of("", ("Subject", "Disagreement", "Ratings"), cells)]


def _ratings(ratings: Mapping[str, Any]) -> str:
    given = [f"{name} {show_label(label)}" for name, label in ratings.items() if label is not None]
    return ", ".join(given[:RANKED]) + (", …" if len(given) > RANKED else "")


def _confusion(found: Mapping[str, Any] | None) -> list[Block]:
    if found is None:
        return []
    names = [show_label(c) for c in found["categories"]]
    rows = [
        (words(name), *(number(count, 0) for count in counts))
        for name, counts in zip(names, found["counts"], strict=True)
    ]
    heads = (f"{found['rows']} \\ {found['columns']}", *names)
    return [Fold(found["title"], (Table.of("", heads, rows),))]


def _distributions(found: Mapping[str, Any] | None) -> list[Block]:
    if found is None:
        return []
    rows = [
        (words(row["rater"]), *map(share, row["shares"]), number(row["missing"], 0))
        for row in found["raters"]
    ]
    heads = ("Rater", *map(show_label, found["categories"]), "Missing")
    return [Fold("How often each rater used each category", (Table.of("", heads, rows),))]


def _limits(found: Mapping[str, Any] | None) -> list[Block]:
    if found is None:
        return []
    rows = [
        (words(title), spread({"value": found[key], "lower": ends[0], "upper": ends[1]}))
        for key, title in (
            ("mean", "Mean difference"),
            ("lower", "Lower limit"),
            ("upper", "Upper limit"),
        )
        for ends in (found[f"{key}_interval"],)
    ]
    title = f"{found['a']} less {found['b']}: 95% of the differences lie between the limits"
    level = percent(found["confidence"])
    return [Table.of(title, ("", f"Value and {level} interval"), rows)]


def _missingness(found: Mapping[str, Any] | None) -> list[Block]:
    if found is None:
        return []
    raters = [(words(row["rater"]), share(row["missing"])) for row in found["raters"]]
    numbers = [(words(row["ratings"]), number(row["subjects"], 0)) for row in found["by_number"]]
    return [
        Fold(
            "Missing ratings",
            (
                Table.of("", ("Rater", "Missing"), raters),
                Table.of("", ("Ratings of a subject", "Subjects"), numbers),
            ),
        )
    ]
