"""Summary of a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord.analysis.comparison import Comparison
from accord.base.serialise import dump
from accord.present.records.common import doubtful
from accord.present.records.comparison import ComparisonReport
from accord.present.summaries.citations import with_links
from accord.statistics.references import cite

__all__ = ["comparison_summary"]

TESTS = {
    "dirichlet": "Dirichlet draws over the rating patterns",
    "influence": "influence values and the t distribution",
    "bootstrap": "the bootstrap",
    "permutation": "permutation",
    "differ": "Berry and Mielke's DIFFER",
    "cicchetti_heavens": "Cicchetti and Heavens' test",
}


def comparison_summary(
    result: Comparison, source: str = "", reproduce: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return everything that is reported of a comparison."""
    draws = f" ({result.replicates:,} draws, seed {result.seed})" if result.seed is not None else ""
    tests = ", ".join(dict.fromkeys(TESTS.get(item.method, item.method) for item in result))
    adjusted = " p (Holm): adjusted for all pairs of a coefficient." if len(result) > 1 else ""
    texts = [text for group in result.estimates.values() for e in group for text in e.references]
    if len(result) > 1:
        texts += cite("holm1979")
    report = ComparisonReport(
        source=source,
        result=result,
        doubts=doubtful(result.warnings),
        headline=result.sentence,
        sentences=tuple(result.sentences),
        apa=f"{result.sentence} Tested by {tests}{draws}; accord {result.version}.",
        methods=f"Tested by {tests}{draws}.{adjusted}",
        references=with_links(texts),
        reproduce=dict(reproduce or {}),
    )
    return dump(report)
