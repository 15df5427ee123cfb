"""Document of ``accord diagnostic``: tests against a reference of two categories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.base.wording import joined, percent, percentage
from accord.data.scale import show_label
from accord.present.cells import count, share, spread, words
from accord.present.document import (
    Block,
    Cell,
    Column,
    Document,
    Fact,
    Figure,
    Paragraph,
    Row,
    Section,
    Table,
)
from accord.present.documents.shared import doubts, method, notes, only_with_blocks, stated

__all__ = ["ACCURACY_METHOD", "accuracy_blocks", "accuracy_document"]

TITLES = {
    "sensitivity": "Sensitivity",
    "specificity": "Specificity",
    "ppv": "Positive predictive value",
    "npv": "Negative predictive value",
    "lr_positive": "Positive likelihood ratio",
    "lr_negative": "Negative likelihood ratio",
    "auc": "Area under the ROC curve",
}
COUNTS = {
    "tp": "True positives",
    "fp": "False positives",
    "fn": "False negatives",
    "tn": "True negatives",
}
ACCURACY_METHOD = (
    "Rates: Wilson's interval with the effective number of readings; likelihood ratios: on the "
    "scale of the logarithm. Readings of one subject, and subjects of one cluster, are not "
    "independent, and standard errors allow for it."
)
AREAS = " Areas: DeLong, DeLong and Clarke-Pearson (1988); with clusters: Obuchowski (1997)."


def accuracy_document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Make the document of diagnostic accuracy."""
    sections = [
        *doubts(summary),
        Section(
            "accuracy",
            "Diagnostic accuracy",
            (*accuracy_blocks(summary, ""), *figures.values()),
            compact=True,
        ),
        *notes(summary),
        method(ACCURACY_METHOD + AREAS),
    ]
    return Document(
        "accuracy",
        summary["accord"],
        "Diagnostic accuracy",
        summary.get("source", ""),
        tuple(_sentence(reader) for reader in summary["readers"]),
        _facts(summary),
        only_with_blocks(sections),
    )


def _facts(summary: Mapping[str, Any]) -> tuple[Fact, ...]:
    facts = [
        Fact("Subjects", count(summary["n"], "n")),
        stated("Reference", summary["reference"], "reference"),
        stated("Positive", show_label(summary["positive"]), "positive"),
        Fact("Prevalence", share(summary["prevalence"], "prevalence")),
    ]
    if summary["threshold"] is not None:
        text = f"positive from {show_label(summary['threshold'])}"
        facts.append(Fact("Threshold", Cell(text, summary["threshold"], "threshold")))
    return tuple(facts)


def _sentence(reader: Mapping[str, Any]) -> str:
    """Return what a test detects, in a sentence."""
    rates = {rate["name"]: rate for rate in reader["rates"]}
    parts = [
        f"{text} ({_shares(rates[name])})"
        for name, text in (
            ("sensitivity", f"{percentage(rates['sensitivity']['value'] or 0)} of the positives"),
            ("specificity", f"{percentage(rates['specificity']['value'] or 0)} of the negatives"),
        )
        if rates[name]["value"] is not None
    ]
    if parts:
        return f"{reader['name']}: recognises {joined(parts)}."
    area = rates["auc"]
    if area["value"] is None:
        return f"{reader['name']}: {rates['sensitivity']['reason']}."
    return (
        f"{reader['name']}: area under the ROC curve {spread(area).text}; "
        "sensitivity and specificity need a threshold."
    )


def _shares(rate: Mapping[str, Any]) -> str:
    if rate["lower"] is None:
        return "no interval"
    low, high = percentage(rate["lower"]), percentage(rate["upper"])
    return f"{percent(rate['confidence'])} CI {low} to {high}"


def accuracy_blocks(result: Mapping[str, Any], path: str) -> list[Block]:
    """Make the tables of the measures and of the numbers of readings."""
    readers = result["readers"]
    level = percent(result["confidence"])
    named = [{rate["name"]: (k, rate) for k, rate in enumerate(r["rates"])} for r in readers]
    rows = [
        Row(
            f"{path}readers/0/rates/{k}",
            (
                words(title),
                *(
                    spread(rates[name][1], key=f"{path}readers/{g}/rates/{rates[name][0]}/value")
                    for g, rates in enumerate(named)
                ),
            ),
        )
        for k, (name, title) in enumerate(TITLES.items())
        if any(rates[name][1]["value"] is not None for rates in named)
    ]
    columns = (Column("Measure"), *(Column(reader["name"]) for reader in readers))
    table = Table.of(columns, rows, f"Values with {level} CI")
    reasons = [Paragraph(text, tone="muted") for text in _reasons(readers)]
    return [table, *_counts(result, path), *reasons]


def _counts(result: Mapping[str, Any], path: str) -> list[Block]:
    columns = (Column(""), *(Column(title, key) for key, title in COUNTS.items()))
    rows = [
        Row(f"{path}readers/{g}", (words(r["name"]), *(count(r[key]) for key in COUNTS)))
        for g, r in enumerate(result["readers"])
        if r["tp"] is not None
    ]
    return [Table.of(columns, rows, "Numbers of readings")] if rows else []


def _reasons(readers: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return why measures are undefined, in a sentence for each reason."""
    known: dict[str, tuple[dict[str, None], dict[str, None]]] = {}
    for reader in readers:
        for rate in reader["rates"]:
            if rate["reason"] is not None:
                measures, names = known.setdefault(rate["reason"], ({}, {}))
                title = TITLES[rate["name"]]
                measures[title[:1].lower() + title[1:]] = None
                names[reader["name"]] = None
    return [
        f"Undefined for {joined(list(names))}: {joined(list(measures))}, because {reason}."
        for reason, (measures, names) in known.items()
    ]
