"""The report on a comparison, from its summary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord.present.agreement_document import closing, facts_of, notes_of
from accord.present.document import (
    Block,
    Cell,
    Document,
    Picture,
    Section,
    Table,
    Words,
    ends,
    number,
    p_number,
    spread,
    words,
)
from accord.wording import percent, short

__all__ = ["comparison_document"]


def comparison_document(summary: Mapping[str, Any], pictures: Mapping[str, Picture]) -> Document:
    """Document of ``accord compare``."""
    kind = "the same subjects" if summary["paired"] else "independent groups"
    groups = [
        (words(group["group"] or "all subjects"), words(e["title"]), spread(e), number(e["se"], 4))
        for group in summary["groups"]
        for e in group["coefficients"]
    ]
    level = percent(summary["confidence"])
    sections = [
        Section("differences", "Differences", (*_differences(summary, level), *pictures.values())),
        Section("margins", "Equivalence", _margins(summary)),
        Section("together", "All groups together", _together(summary)),
        Section(
            "groups",
            "What is compared",
            (Table.of("", ("", "Coefficient", f"Value and {level} interval", "SE"), groups),),
        ),
        *notes_of(summary["warnings"]),
        *closing(summary),
    ]
    return Document(
        f"Comparison of {kind}",
        summary.get("source", ""),
        summary["accord"],
        tuple(summary["sentences"]),
        _facts(summary),
        tuple(section for section in sections if section.blocks),
    )


def _facts(summary: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Each group in a line."""
    kept = ("Subjects", "Raters", "Missing")
    return tuple(
        (
            group["group"] or "All",
            "; ".join(f"{k.lower()} {v}" for k, v in facts_of(group["data"]) if k in kept),
        )
        for group in summary["groups"]
    )


def _differences(summary: Mapping[str, Any], level: str) -> tuple[Block, ...]:
    columns = (
        "First − second", "Coefficient", "Difference", f"{level} interval", "SE", "p", "p (Holm)",
    )  # fmt: skip
    titles = {e["name"]: e["title"] for group in summary["groups"] for e in group["coefficients"]}
    return (
        Table.of("", columns, [_difference(d, titles) for d in summary["comparisons"]]),
        *(
            Words(f"{d['a']} and {d['b']} cannot be compared: {d['reason']}.")
            for d in summary["comparisons"]
            if d["reason"] is not None
        ),
    )


def _difference(d: Mapping[str, Any], titles: Mapping[str, str]) -> tuple[Cell, ...]:
    same = d["coefficient"] == d["coefficient_b"]
    return (
        words(f"{d['a']} − {d['b']}"),
        words(titles.get(d["coefficient"], d["coefficient"]) if same else ""),
        number(d["difference"], 4),
        ends(d),
        number(d["se"], 4),
        p_number(d["p_value"]),
        p_number(d["p_adjusted"]),
    )


def _margins(summary: Mapping[str, Any]) -> tuple[Block, ...]:
    rows = [
        (
            words(f"{d['a']} − {d['b']}"),
            words(f"±{short(d['equivalence']['margin'])}"),
            p_number(d["equivalence"]["p_equivalent"]),
            p_number(d["equivalence"]["p_not_worse"]),
            p_number(d["equivalence"]["p_not_better"]),
        )
        for d in summary["comparisons"]
        if d["equivalence"] is not None
    ]
    columns = ("First − second", "Margin", "Equivalent, p", "Not worse, p", "Not better, p")
    return (Table.of("", columns, rows),) if rows else ()


def _together(summary: Mapping[str, Any]) -> tuple[Block, ...]:
    return tuple(Words(h["sentence"]) for h in summary["homogeneity"] if h["groups"] > 2)
