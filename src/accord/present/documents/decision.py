"""Document of ``accord g-study`` and ``accord plan --reliability``: a decision study."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord.base.wording import percent, percentage
from accord.present.cells import count, ends, number, words
from accord.present.document import Column, Document, Fact, Figure, Row, Section, Table
from accord.present.documents.shared import doubts, method, notes, only_with_blocks

__all__ = ["decision_document"]

SOURCES = {
    "p": "Persons (p)",
    "r": "Raters (r)",
    "o": "Occasions (o)",
    "pr": "Persons × raters (pr)",
    "po": "Persons × occasions (po)",
    "ro": "Raters × occasions (ro)",
    "pro": "Persons × raters × occasions, residual (pro)",
}
RESIDUAL = "Persons × raters, residual (pr)"  # of one facet
FACETS = {"r": "raters", "o": "occasions"}
COEFFICIENTS = {"generalizability": "relative", "dependability": "absolute"}  # and their errors
METHOD = (
    "Variance components by the analysis of variance, or by the method of moments where ratings "
    "are missing; negative ones count as 0. Generalizability is for relative decisions, such as "
    "rankings; dependability for absolute ones, such as passing a mark, where differences between "
    "raters are error."
)
ONE_FACET = " Intervals are those of ICC(C,1) and ICC(A,1), stepped up by Spearman and Brown; "
TWO_FACETS = (
    " Intervals are by the jackknife over persons, on the scale of -log(1 - ρ)/2 of the "
    "reliability ρ, with t quantiles; "
)
HOLD = {
    1: "they hold for the raters of the study, and those of other raters may differ more.",
    2: "they hold for the raters and occasions of the study, and those of others may differ more.",
}


def decision_document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Make the document of a decision study."""
    study = summary["study"]
    known = any(each["generalizability_interval"][0] is not None for each in summary["decisions"])
    fixed = summary["fixed"]
    held = "" if fixed is None else f" The {FACETS[fixed]} are fixed."
    sections = [
        *doubts(summary),
        Section("required", "Raters that the reliability needs", _required(summary, known)),
        Section("components", "Variance components", (_components(study),), compact=True),
        Section("decisions", "Designs", (_decisions(summary, known), *figures.values())),
        *notes(summary),
        method(METHOD + (_intervals(study) if known else "") + held),
    ]
    return Document(
        "decision",
        summary["accord"],
        "Generalizability and decision study",
        summary.get("source", ""),
        (summary["sentence"],),
        _facts(study),
        only_with_blocks(sections),
    )


def _intervals(study: Mapping[str, Any]) -> str:
    """Return the method of the intervals, and what they hold for."""
    return TWO_FACETS + HOLD[2] if _has_occasions(study) else ONE_FACET + HOLD[1]


def _has_occasions(study: Mapping[str, Any]) -> bool:
    return "o" in study["components"]


def _facts(study: Mapping[str, Any]) -> tuple[Fact, ...]:
    """Return the size of the pilot study, unless components were stated."""
    if not study["n"]:
        return ()
    facts = [
        Fact("Persons", count(study["n"], "study/n")),
        Fact("Raters", count(study["raters"], "study/raters")),
    ]
    if _has_occasions(study):
        facts.append(Fact("Occasions", count(study["occasions"], "study/occasions")))
    return tuple(facts)


def _required(summary: Mapping[str, Any], known: bool) -> tuple[Table, ...]:
    if not summary["required"]:
        return ()
    two = _has_occasions(summary["study"])
    rows = [
        Row(
            f"required/{k}",
            (
                *((count(each["occasions"]),) if two else ()),
                count(each["raters"]),
                *((_span(each),) if known else ()),
            ),
        )
        for k, each in enumerate(summary["required"])
    ]
    level = percent(summary["study"]["confidence"]) if known else ""
    columns = (
        *((Column("Occasions", "occasions"),) if two else ()),
        Column("Raters", "raters"),
        *((Column(f"{level} CI", "least"),) if known else ()),
    )
    return (Table.of(columns, rows),)


def _span(each: Mapping[str, Any]) -> Any:
    if each["least"] is None:
        return words(None)
    most = "∞" if each["most"] is None else count(each["most"]).text
    return words(f"[{count(each['least']).text}, {most}]")


def _components(study: Mapping[str, Any]) -> Table:
    parts = study["components"]
    total = sum(max(value, 0.0) for value in parts.values())
    titles = SOURCES if _has_occasions(study) else {**SOURCES, "pr": RESIDUAL}
    rows = [
        Row(
            "study/components",
            (
                words(titles[source]),
                number(value, 3, f"study/components/{source}"),
                words(percentage(max(value, 0.0) / total) if total > 0 else None),
            ),
        )
        for source, value in parts.items()
    ]
    return Table.of((Column("Source", None), Column("Variance"), Column("Share", None)), rows)


def _decisions(summary: Mapping[str, Any], known: bool) -> Table:
    occasions = _has_occasions(summary["study"])
    rows = []
    for k, each in enumerate(summary["decisions"]):
        at = f"decisions/{k}"
        cells = [count(each["raters"])]
        if occasions:
            cells.append(count(each["occasions"]))
        for name, error in COEFFICIENTS.items():
            cells.append(number(each[name], 3, f"{at}/{name}"))
            if known:
                low, high = each[f"{name}_interval"]
                cells.append(ends({"lower": low, "upper": high}))
            cells.append(number(each[f"{error}_sem"], 3))
        rows.append(Row(at, tuple(cells)))
    level = percent(summary["study"]["confidence"]) if known else ""
    columns = [Column("Raters", "raters")]
    if occasions:
        columns.append(Column("Occasions", "occasions"))
    for key, error in COEFFICIENTS.items():
        columns.append(Column(key.capitalize(), key))
        if known:
            columns.append(Column(f"{level} CI", f"{key}_interval"))
        columns.append(Column("SEM", f"{error}_sem"))
    return Table.of(columns, rows, "Reliability of the mean, and its standard error of measurement")
