"""Document of ``accord report``: agreement in one set of ratings."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from accord.base.wording import percent
from accord.data.scale import clean, show_label
from accord.options import presets
from accord.present.cells import count, ends, number, p_number, spread, words, z_number
from accord.present.document import (
    Block,
    Cell,
    Code,
    Column,
    Document,
    Figure,
    Fold,
    Paragraph,
    Row,
    Section,
    Table,
)
from accord.present.documents.sections import report_sections
from accord.present.documents.shared import (
    closing,
    counts,
    data_facts,
    doubts,
    figures_named,
    notes,
    only_with_blocks,
)
from accord.present.sentences import EQUAL_ONLY, NEAR_MISSES, digits_of, is_corrected
from accord.statistics import COEFFICIENTS

__all__ = ["estimates_table", "report_document"]

ALL = "All subjects"
FORMULA = 200  # characters; a longer paragraph of a docstring is text
INDICES = {
    "prevalence_index": ("Prevalence index", "0: all categories equally common; 1: only one used"),
    "bias_index": ("Bias index", "0: all raters use the categories equally often"),
    "kappa_maximum": ("Largest possible kappa", "given the raters' distributions"),
    "pabak": ("PABAK", "kappa if categories were equally common and raters unbiased"),
}


def report_document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Make the document of a report."""
    sections = [
        *doubts(summary),
        Section("coefficients", "Coefficients", _coefficients(summary, figures), compact=True),
        *notes(summary, _of_groups(summary)),
        Section("diagnosis", "Prevalence and bias", _diagnosis(summary, figures)),
        *report_sections(summary, figures, details_only=False),
        *_groups(summary),
        *report_sections(summary, figures, details_only=True),
        Section(
            "explanations", "Definitions of the coefficients", _explanations(summary), detail="help"
        ),
        *closing(summary),
    ]
    return Document(
        "report",
        summary["accord"],
        "Agreement of raters",
        summary.get("source", ""),
        (summary["headline"],),
        data_facts(summary["data"]),
        only_with_blocks(sections),
    )


def _analyses(summary: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any], str]]:
    """Return the analyses that are shown: path, estimates, and title of the second."""
    first, second = ("", summary), ("beside/", summary["beside"])
    if summary["lead"]["part"] == "beside":
        first, second = second, first
    title = NEAR_MISSES if summary["lead"]["agreement"] == "exact" else EQUAL_ONLY
    following = [(*second, title)] if summary["lead"]["follows"] else []
    return [(*first, ""), *following]


def _coefficients(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> tuple[Block, ...]:
    (path, leading, _), *following = _analyses(summary)
    scale = summary["scale"]["title"]
    estimates = leading["coefficients"]
    undefined = [e for e in estimates if e["value"] is None and e["shown"]]
    return (
        estimates_table(estimates, scale, f"{path}coefficients"),
        *(Paragraph(f"{e['title']} is undefined: {e['reason'].rstrip('.')}.") for e in undefined),
        *(Paragraph(text, tone="muted") for text in summary["equalities"]),
        *figures_named(figures, "coefficients"),
        *(
            estimates_table(other["coefficients"], scale, f"{prefix}coefficients", title)
            for prefix, other, title in following
        ),
    )


def _groups(summary: Mapping[str, Any]) -> list[Section]:
    """Return the section of the subgroups: a row for each, and all estimates of each on demand."""
    groups = summary.get("groups", ())
    if not groups:
        return []
    scale = summary["scale"]["title"]
    folds = []
    for k, group in enumerate(groups):
        tables = [
            estimates_table(
                part["groups"][k]["coefficients"], scale, f"{path}groups/{k}/coefficients", title
            )
            for path, part, title in _analyses(summary)
        ]
        blocks: tuple[Block, ...] = (Paragraph(counts(group["data"])), *tables)
        folds.append(Fold(f"Group {show_label(group['group'])}", blocks, detail="details"))
    return [Section("groups", "Groups", (_groups_table(summary), *folds))]


def _groups_table(summary: Mapping[str, Any]) -> Table:
    """Return the table with a row for all subjects and for each subgroup."""
    leading = _analyses(summary)[0][1]
    chosen = _chosen(leading["coefficients"], summary["lead"]["coefficient"])
    columns = (
        Column("Group"),
        Column("n", "data/subjects"),
        Column("Missing", "data/missing"),
        *(Column(f"{e['title']} [CI]", None) for e in chosen),
        Column(summary["scale"]["title"], None),
    )
    parts = [(ALL, "", summary, leading["coefficients"])] + [
        (show_label(group["group"]), f"groups/{k}", group, leading["groups"][k]["coefficients"])
        for k, group in enumerate(summary["groups"])
    ]
    rows = []
    for name, path, part, estimates in parts:
        by_name = {e["name"]: e for e in estimates}
        shown = [by_name[e["name"]] for e in chosen]
        band = (shown[-1]["benchmark"] or {"band": ""})["band"] if shown else ""
        data = part["data"]
        cells = (words(name), count(data["subjects"]), count(data["missing"]))
        rows.append(Row(path, (*cells, *(spread(e) for e in shown), words(band))))
    return Table.of(columns, rows)


def _chosen(
    estimates: Sequence[Mapping[str, Any]], headline: str | None
) -> list[Mapping[str, Any]]:
    """Return the estimates that stand for all: exact agreement and the headline coefficient."""
    names = (presets.EXACT_AGREEMENT, headline)
    return [e for e in estimates if e["name"] in names and e["shown"]]


def estimates_table(
    estimates: Sequence[Mapping[str, Any]], scale: str, path: str = "coefficients", title: str = ""
) -> Table:
    """Return a table of coefficients with their uncertainty and benchmarks."""
    level = percent(estimates[0]["confidence"]) if estimates else "95%"
    null = any(e["se_method"] == "null" for e in estimates)  # other programs print z with these
    columns = (
        Column("Coefficient"),
        Column("Value", "value"),
        Column(f"{level} CI", "lower"),
        Column("SE", "se"),
        *((Column("z", "statistic"),) if null else ()),
        Column("p", "p_value"),
        Column(scale, "benchmark/band"),
        Column("Observed", "observed", "details"),
        Column("Chance", "chance", "details"),
        Column("Benchmark reached with 95% confidence", "benchmark/secured", "details"),
    )
    rows = [Row(f"{path}/{e['name']}", _estimate(e, null)) for e in estimates if e["shown"]]
    return Table.of(columns, rows, title)


def _estimate(e: Mapping[str, Any], null: bool) -> tuple[Cell, ...]:
    blank = words("")
    if e["value"] is None:
        return (words(e["title"]), words("undefined"), *(blank,) * (7 + null))
    tested = is_corrected(e["name"])
    digits = digits_of(math.nan if e["se"] is None else e["se"])
    band = e["benchmark"] or {"band": "", "secured": ""}
    return (
        words(e["title"]),
        number(e["value"], digits + 1),
        ends(e, digits),
        number(e["se"], digits + 1),
        *((z_number(e["statistic"]) if tested else blank,) if null else ()),
        p_number(e["p_value"]) if tested else blank,
        words(band["band"]),
        number(e["observed"], 3),
        number(e["chance"], 3) if e["chance"] else blank,
        blank if e["lower"] is None else words(band["secured"]),
    )


def _diagnosis(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> tuple[Block, ...]:
    diagnosis = summary["diagnosis"]
    if diagnosis is None:
        return ()
    blocks: list[Block] = []
    if diagnosis["sentence"]:
        blocks.append(Paragraph(clean(diagnosis["sentence"])))
    rows = [
        Row(f"diagnosis/{key}", (words(title), spread(diagnosis[key]), words(meaning)))
        for key, (title, meaning) in INDICES.items()
        if diagnosis[key] is not None and diagnosis[key]["value"] is not None
    ]
    if rows:
        columns = (Column("Index"), Column("Value", "value"), Column("Meaning", None))
        blocks.append(Table.of(columns, rows, detail="details"))
        if any(e["weights"] != "identity" for e in summary["coefficients"]):
            text = "These indices are of exact agreement, without weights."
            blocks.append(Paragraph(text, detail="details"))
    return (*blocks, *figures_named(figures, "prevalence"))


def _of_groups(summary: Mapping[str, Any]) -> list[str]:
    """Return the notes on single groups that are not notes on all subjects."""
    return [
        f"{show_label(group['group'])}: {text}"
        for group in summary.get("groups", ())
        for text in group["warnings"]
        if text not in summary["warnings"]
    ]


def _explanations(summary: Mapping[str, Any]) -> tuple[Block, ...]:
    """Return the definition and use of each coefficient in the first table."""
    leading = _analyses(summary)[0][1]["coefficients"]
    return tuple(_explained(e) for e in leading if e["name"] in COEFFICIENTS and e["shown"])


def _explained(e: Mapping[str, Any]) -> Fold:
    entry = COEFFICIENTS[e["name"]]
    first, *rest = entry.doc.split("\n\n")
    blocks: list[Block] = [Paragraph(" ".join(first.split()))]
    for part in rest:
        formula = " = " in part.splitlines()[0] and len(part) < FORMULA
        blocks.append(Code("", part) if formula else Paragraph(" ".join(part.split())))
    if entry.use:
        blocks.append(Paragraph(f"When to use it: {entry.use}"))
    blocks.append(Paragraph(f"Missing ratings: {entry.missing}."))
    return Fold(e["title"], tuple(blocks))
