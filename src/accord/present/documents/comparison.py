"""Document of ``accord compare``: differences in agreement."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from accord.base.wording import difference_digits, percent, short
from accord.present.cells import ends, number, p_number, spread, words
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
from accord.present.documents.shared import (
    closing,
    counts,
    doubts,
    few,
    notes,
    only_with_blocks,
    stated,
)
from accord.present.sentences import digits_of

__all__ = ["comparison_document"]


def comparison_document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Make the document of a comparison."""
    kind = "the same subjects" if summary["paired"] else "independent groups"
    level = percent(summary["confidence"])
    differences = (_differences(summary, level), *_undefined(summary), *figures.values())
    sections = [
        *doubts(summary),
        Section("differences", "Differences", differences),
        Section("margins", "Equivalence", _margins(summary)),
        Section("together", "All groups together", _together(summary)),
        Section("groups", "Estimates", (_estimates(summary, level),)),
        *notes(summary),
        *closing(summary),
    ]
    return Document(
        "comparison",
        summary["accord"],
        f"Comparison of {kind}",
        summary.get("source", ""),
        tuple(summary["sentences"]),
        (stated("Compared", kind, "paired"), *_facts(summary)),
        only_with_blocks(sections),
    )


def _facts(summary: Mapping[str, Any]) -> tuple[Fact, ...]:
    """Return a fact on each group."""
    return tuple(
        stated(
            group["group"] or "All",
            f"{counts(group['data'])}; raters {few(group['data']['raters'])}",
            f"groups/{k}/data",
        )
        for k, group in enumerate(summary["groups"])
    )


def _estimates(summary: Mapping[str, Any], level: str) -> Table:
    rows = [
        Row(
            f"groups/{k}/coefficients/{e['name']}",
            (
                words(group["group"] or "all subjects"),
                words(e["title"]),
                spread(e, _digits(e["se"])),
                number(e["se"], _digits(e["se"]) + 1),
            ),
        )
        for k, group in enumerate(summary["groups"])
        for e in group["coefficients"]
    ]
    columns = (
        Column("Group"),
        Column("Coefficient", "title"),
        Column(f"Value and {level} CI", "value"),
        Column("SE", "se"),
    )
    return Table.of(columns, rows)


def _digits(se: float | None) -> int:
    """Return the decimals of an estimate."""
    return digits_of(math.nan if se is None else se)


def _differences(summary: Mapping[str, Any], level: str) -> Table:
    titles = {e["name"]: e["title"] for group in summary["groups"] for e in group["coefficients"]}
    several = len(summary["comparisons"]) > 1  # a single test needs no adjustment
    rows = [
        Row(f"comparisons/{k}", _difference(d, titles)[: 7 if several else 6])
        for k, d in enumerate(summary["comparisons"])
    ]
    columns = (
        Column("First − second"),
        Column("Coefficient", "coefficient"),
        Column("Difference", "difference"),
        Column(f"{level} CI", "lower"),
        Column("SE", "se"),
        Column("p", "p_value"),
        *((Column("p (Holm)", "p_adjusted"),) if several else ()),
    )
    return Table.of(columns, rows)


def _difference(d: Mapping[str, Any], titles: Mapping[str, str]) -> tuple[Cell, ...]:
    same = d["coefficient"] == d["coefficient_b"]
    known = (math.nan if d[k] is None else d[k] for k in ("difference", "lower", "upper"))
    digits = difference_digits(*known)
    return (
        words(f"{d['a']} − {d['b']}"),
        words(titles.get(d["coefficient"], d["coefficient"]) if same else ""),
        number(d["difference"], max(3, digits)),
        ends(d, digits),
        number(d["se"], max(3, digits)),
        p_number(d["p_value"]),
        p_number(d["p_adjusted"]),
    )


def _undefined(summary: Mapping[str, Any]) -> tuple[Block, ...]:
    return tuple(
        Paragraph(f"{d['a']} and {d['b']} cannot be compared: {d['reason']}.")
        for d in summary["comparisons"]
        if d["reason"] is not None
    )


def _margins(summary: Mapping[str, Any]) -> tuple[Block, ...]:
    rows = [
        Row(
            f"comparisons/{k}/equivalence",
            (
                words(f"{d['a']} − {d['b']}"),
                words(f"±{short(d['equivalence']['margin'])}"),
                p_number(d["equivalence"]["p_equivalent"]),
                p_number(d["equivalence"]["p_not_worse"]),
                p_number(d["equivalence"]["p_not_better"]),
            ),
        )
        for k, d in enumerate(summary["comparisons"])
        if d["equivalence"] is not None
    ]
    columns = (
        Column("First − second"),
        Column("Margin", "margin"),
        Column("Equivalent, p", "p_equivalent"),
        Column("Not worse, p", "p_not_worse"),
        Column("Not better, p", "p_not_better"),
    )
    return (Table.of(columns, rows),) if rows else ()


def _together(summary: Mapping[str, Any]) -> tuple[Block, ...]:
    return tuple(Paragraph(h["sentence"]) for h in summary["homogeneity"] if h["groups"] > 2)
