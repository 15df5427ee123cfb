"""Document of ``accord agree``: Berry and Mielke's generalized measure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord.present.cells import count
from accord.present.document import Block, Document, Fact, Figure, Section
from accord.present.documents.shared import (
    doubts,
    few,
    method,
    notes,
    only_with_blocks,
    stated,
    symbols_table,
)
from accord.present.sentences import method_name

__all__ = ["generalized_document"]

METHODS = {
    "moments": "Pearson type III distribution with the mean, variance and skewness of δ",
    "exact": "all arrangements",
    "monte_carlo": "random arrangements",
}
ROWS = (
    ("value", "ℜ", "agreement beyond chance"),
    ("se", "SE", "standard error of ℜ"),
    ("delta", "δ", "mean distance between two raters"),
    ("mu", "μ", "mean of δ under permutation"),
    ("variance", "σ²", "variance of δ under permutation"),
    ("skewness", "γ", "skewness of δ under permutation"),
    ("t", "T", "(δ − μ)/σ"),
    ("p_value", "P", "probability of a δ this small under permutation"),
)


def generalized_document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Make the document of the measure and its test."""
    numbers: tuple[Block, ...] = (symbols_table(summary, ROWS), *figures.values())
    return Document(
        "generalized",
        summary["accord"],
        "Berry and Mielke's generalized measure of agreement",
        summary.get("source", ""),
        (summary["sentence"],),
        _facts(summary),
        only_with_blocks(
            [
                *doubts(summary),
                Section("numbers", "Measure and test", numbers, compact=True),
                *notes(summary),
                method(_method(summary)),
            ]
        ),
    )


def _facts(summary: Mapping[str, Any]) -> tuple[Fact, ...]:
    raters, responses = summary["raters"], summary["responses"]
    facts = [
        Fact("Subjects", count(summary["n"], "n")),
        stated("Raters", f"{len(raters):,}: {few(raters)}", "raters"),
        stated("Level", _levels(summary), "levels"),
    ]
    if responses:
        facts.insert(2, stated("Responses", f"{len(responses)}: {few(responses)}", "responses"))
    if summary["power"] is not None:
        distance = f"to the power {summary['power']:g}{_scaling(summary['scaling'])}"
        facts.append(stated("Distance", distance, "power"))
    return tuple(facts)


def _levels(summary: Mapping[str, Any]) -> str:
    levels = summary["levels"]
    if len(set(levels)) == 1:
        return str(levels[0])
    return ", ".join(f"{n} {level}" for n, level in zip(summary["responses"], levels, strict=True))


def _scaling(scaling: Any) -> str:
    if scaling is None:
        return ""
    units = scaling if isinstance(scaling, str) else ", ".join(map(str, scaling))
    return f"; unit of each response: {units}"


def _method(summary: Mapping[str, Any]) -> str:
    times = f" ({summary['arrangements']:,})" if summary["arrangements"] else ""
    seed = f", seed {summary['seed']}" if summary["seed"] is not None else ""
    moments = "exact" if summary["exact_moments"] else "Monte Carlo"
    p = f"{METHODS[summary['p_method']]}{times}{seed}"
    return f"Moments: {moments}. P: {p}. Interval: {method_name(summary['ci_method'])}."
