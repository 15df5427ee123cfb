"""Declaration of statistics of spans, whose formulas take sums of documents."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accord.data.patterns import Patterns
from accord.errors import UnknownNameError
from accord.statistics.references import Reference, keys_of
from accord.statistics.registry import SPAN_STATISTICS, Formula, Statistic, register
from accord.statistics.weights import Scheme

__all__ = ["SpanStatistic", "find_span_statistic", "span_statistic"]

MISSING = "documents that one rater alone annotated are left out"


@dataclass(frozen=True, slots=True)
class SpanStatistic(Statistic):
    """A declared statistic of spans.

    Parameters
    ----------
    reference
        Whether the first of two raters is the reference.
    units
        Whether spans of one rater may not overlap.
    segments
        Whether spans are segments of the documents, without gaps.
    one_label
        Whether it is of one label, which must be stated.
    one_document
        Whether it is defined for a single document.
    """

    reference: bool = False
    units: bool = False
    segments: bool = False
    one_label: bool = False
    one_document: bool = False

    def title_with(
        self,
        scheme: Scheme,  # noqa: ARG002
        level: str = "nominal",  # noqa: ARG002
        *,
        several: bool = False,  # noqa: ARG002
        options: Mapping[str, Any] | None = None,
    ) -> str:
        """Return the title, with the options that are not the usual ones."""
        stated = options or {}
        parts = [
            f"IoU {value:g} or more" if isinstance(value, float) else str(value)
            for name, value in stated.items()
            if name in self.options and value != self.options[name]
            if value is not False and value is not None
        ]
        parts += ["unlabelled"] if stated.get("labelled") is False else []
        return ", ".join([self.title, *parts])

    def unsuited(self, patterns: Patterns, plain: bool) -> str | None:
        """Return the reason why the statistic is not defined for such data; None if it is."""
        if patterns.spans is None:
            return (
                f"{self.title} needs spans: a row for each stretch that a rater marked in a "
                "document, with its start and end (layout spans)."
            )
        if not plain:
            return f"{self.title} compares labels by identity and has no weights."
        return None


def span_statistic(
    name: str,
    *,
    symbol: str,
    title: str,
    references: Sequence[str | Reference],
    floor: float = 0.0,
    error: bool = False,
    **facts: Any,
) -> Callable[[Formula], SpanStatistic]:
    """Register a formula over sums of documents.

    Parameters
    ----------
    name, symbol, title, references
        As in `Statistic`.
    floor
        Lower limit of its values.
    error
        Whether smaller values are better.
    **facts
        Other fields of `SpanStatistic`. Keyword-only parameters of the formula are its options.
    """

    def add(formula: Formula) -> SpanStatistic:
        options = {
            parameter.name: parameter.default
            for parameter in inspect.signature(formula).parameters.values()
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY
        }
        entry = SpanStatistic(
            name,
            symbol,
            title,
            formula,
            keys_of(references),
            MISSING,
            options=options,
            spans=True,
            weighted=False,
            needs_identity=True,
            pairable_only=True,
            floor=lambda _: floor,
            widened=False,  # draws of documents cover as they are: docs/howto/spans.md
            kind="error" if error else "agreement",
            better="less" if error else "more",
            **{"corrected": False, "undefined": "no rater marked anything", **facts},
        )
        register(entry)
        return entry

    return add


def find_span_statistic(name: str) -> SpanStatistic:
    """Return the statistic of spans of a name."""
    entry = SPAN_STATISTICS.get(name)
    if not isinstance(entry, SpanStatistic):
        raise UnknownNameError("statistic of spans", name, SPAN_STATISTICS)
    return entry
