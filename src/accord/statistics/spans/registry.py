"""Registry of the statistics of spans, declared with their formulas over sums of documents."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from accord.errors import UnknownNameError
from accord.statistics.calculus import Quantity
from accord.statistics.references import Reference, keys_of

__all__ = ["SPAN_STATISTICS", "SpanStatistic", "SpanTerms", "find_span_statistic", "span_statistic"]


@dataclass(frozen=True, slots=True)
class SpanTerms:
    """The terms of a statistic of spans.

    Parameters
    ----------
    value
        The statistic.
    observed, chance
        Observed agreement and agreement expected by chance, if it is corrected for chance.
    notes
        Notes for readers of the value, such as pairs of raters that are left out.
    """

    value: Quantity
    observed: Quantity | None = None
    chance: Quantity | None = None
    notes: tuple[str, ...] = ()


SpanFormula: TypeAlias = Callable[..., SpanTerms]


@dataclass(frozen=True, slots=True)
class SpanStatistic:
    """A declared statistic of spans.

    Parameters
    ----------
    name, symbol, title
        Name of its function, symbol in the literature, and title in results.
    formula
        (sums over documents, **options) → terms.
    references
        Keys of the publications that define it.
    use
        Text on when to use it.
    corrected
        Whether it is corrected for chance, and tested against 0.
    floor
        Lower limit of its values.
    directed
        Whether the first of two raters is the reference.
    by_pairs
        Whether it compares two raters; of more, it is averaged over pairs.
    error
        Whether smaller values are better.
    segments
        Whether spans are segments of the documents, without gaps.
    one_label
        Whether it is of one label, which must be stated.
    one_document
        Whether it is defined for a single document.
    undefined
        Reason why it may be undefined.
    order
        Position in lists; smaller numbers come first.
    options
        Options of the formula, with defaults.
    """

    name: str
    symbol: str
    title: str
    formula: SpanFormula
    references: tuple[str, ...]
    use: str
    corrected: bool = False
    floor: float = 0.0
    directed: bool = False
    by_pairs: bool = False
    error: bool = False
    segments: bool = False
    one_label: bool = False
    one_document: bool = False
    undefined: str = "no rater marked anything"
    order: int = 1_000
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def doc(self) -> str:
        """Text of the docstring of the formula, without its sections."""
        return (inspect.getdoc(self.formula) or "").partition("\n\nNotes\n-----")[0]

    @property
    def summary(self) -> str:
        """First line of the documentation."""
        return self.doc.partition("\n")[0]


SPAN_STATISTICS: dict[str, SpanStatistic] = {}


def span_statistic(
    name: str, *, symbol: str, title: str, references: Sequence[str | Reference], **facts: Any
) -> Callable[[SpanFormula], SpanStatistic]:
    """Register a formula over sums of documents.

    Facts are those of `SpanStatistic`; keyword-only parameters of the formula are its options.
    """

    def add(formula: SpanFormula) -> SpanStatistic:
        options = {
            parameter.name: parameter.default
            for parameter in inspect.signature(formula).parameters.values()
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY
        }
        entry = SpanStatistic(
            name, symbol, title, formula, keys_of(references), options=options, **facts
        )
        if name in SPAN_STATISTICS:
            raise ValueError(f"there is a statistic of spans {name!r} already")
        SPAN_STATISTICS[name] = entry
        return entry

    return add


def find_span_statistic(name: str) -> SpanStatistic:
    """Return the statistic of spans of a name."""
    if name not in SPAN_STATISTICS:
        raise UnknownNameError("statistic of spans", name, SPAN_STATISTICS)
    return SPAN_STATISTICS[name]
