"""Document of ``accord replicates``: intra- and inter-rater reliability."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord.present.cells import count, spread
from accord.present.document import Document, Fact, Figure, Section
from accord.present.documents.sections.replicates import replicate_blocks
from accord.present.documents.shared import doubts, few, method, notes, only_with_blocks, stated

__all__ = ["replicates_document"]

MEASURED = (
    "Variance components of subjects, raters, their interaction and replicates, by the method of "
    "moments (raters from a population) or Henderson's method 3 (these raters); with balanced "
    "data the coefficients of Eliasziw et al. (1994). Intervals: jackknife over subjects, on the "
    "scale of Fisher's z; the lower limit of Eliasziw et al. is one-sided, 95%."
)
RESTRICTED = (
    "Variance components of subjects, raters, their interaction and replicates, by restricted "
    "maximum likelihood of normal ratings, no component below 0. Intervals: profile likelihood for "
    "raters from a population; for these raters, jackknife over subjects on the scale of Fisher's "
    "z."
)
CATEGORIES = (
    "Agreement of pairs of ratings within and between raters, corrected by the same agreement "
    "expected by chance. Intervals: jackknife over subjects, on the scale of Fisher's z."
)


def replicates_document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Make the document of a study with replicates."""
    blocks = (*replicate_blocks(summary, ""), *figures.values())
    return Document(
        "replicates",
        summary["accord"],
        "Intra- and inter-rater reliability",
        summary.get("source", ""),
        (_sentence(summary),),
        _facts(summary),
        only_with_blocks(
            [
                *doubts(summary),
                Section("reliability", "Reliability", blocks, compact=True),
                *notes(summary),
                method(_method(summary)),
            ]
        ),
    )


def _method(summary: Mapping[str, Any]) -> str:
    if not summary["components"]:
        return CATEGORIES
    return RESTRICTED if summary.get("estimator") == "reml" else MEASURED


def _sentence(summary: Mapping[str, Any]) -> str:
    known = {each["name"]: each for each in summary["reliabilities"]}
    intra, inter = (
        next((known[name] for name in names if name in known), None)
        for names in (("intra_random", "intra_fixed", "intra"), ("inter_random", "inter"))
    )
    text = f"A rating repeated by the same rater has a reliability of {_value(intra)}"
    return f"{text}." if inter is None else f"{text}; one repeated by another, {_value(inter)}."


def _value(reliability: Mapping[str, Any] | None) -> str:
    return "–" if reliability is None else spread(reliability).text


def _facts(summary: Mapping[str, Any]) -> tuple[Fact, ...]:
    names = [each["rater"] for each in summary["raters"]]
    return (
        Fact("Subjects", count(summary["n"], "n")),
        stated("Raters", f"{len(names):,}: {few(names)}", "raters"),
        Fact("Ratings", count(summary["ratings"], "ratings")),
    )
