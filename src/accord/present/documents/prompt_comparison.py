"""Document of ``accord compare`` by prompt: differences of systems, and their means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.base.wording import percent
from accord.present.cells import p_number
from accord.present.document import Document, Figure, Section
from accord.present.documents.prompts import (
    HOLM,
    HOW,
    difference_cell,
    differences_table,
    reasons,
)
from accord.present.documents.shared import doubts, method, notes, only_with_blocks

__all__ = ["prompt_comparison_document"]


def prompt_comparison_document(
    summary: Mapping[str, Any], figures: Mapping[str, Figure]
) -> Document:
    """Make the document of differences of systems by prompt."""
    differences = summary["differences"]
    sections = [
        *doubts(summary),
        Section(
            "prompt_differences",
            f"Differences, with {percent(summary['confidence'])} CI",
            (differences_table(differences, ""), *figures.values()),
            compact=True,
        ),
        *reasons(differences),
        *notes(summary),
        method(f"Agreement with {summary['gold']}. {HOW} {HOLM}"),
    ]
    return Document(
        "prompt_comparison",
        summary["accord"],
        "Differences between systems, by prompt",
        summary.get("source", ""),
        (" ".join(_overall(differences)),),
        (),
        only_with_blocks(sections),
    )


def _overall(differences: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a sentence on each plain mean difference."""
    sentences = []
    for d in differences:
        if d["mean"] == "plain" and d["difference"] is not None:
            systems, found = f"{d['a']} − {d['b']}, {d['title']}", difference_cell(d).text
            p = "" if d["p_adjusted"] is None else f", p (Holm) {p_number(d['p_adjusted']).text}"
            sentences.append(f"{systems}: {found} on average over prompts{p}.")
    return sentences
