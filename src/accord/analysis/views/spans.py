"""Agreement on spans: units, matched spans, and characters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.analysis.spans import estimate_all, estimate_spans
from accord.analysis.views.sections import SectionRequest, section
from accord.base.serialise import Record
from accord.base.showing import Shown
from accord.data.spans import Spans
from accord.errors import UnsupportedError
from accord.inference.results import Estimate
from accord.options import InferenceOptions
from accord.statistics import SPAN_STATISTICS
from accord.statistics.spans import SpanStatistic

__all__ = ["SpanAgreement", "SpanLabel", "SpanPair", "spans_section"]

MATCHES: tuple[str | float, ...] = ("exact", "overlap", 0.5)
MOST_PAIRS = 100  # of raters
MOST_LABELS = 100


@dataclass(frozen=True, slots=True)
class SpanPair(Record):
    """Spans of two raters that match.

    Parameters
    ----------
    reference, other
        The raters.
    match
        Criterion of matching.
    precision, recall, f1
        Share of the other rater's spans that the reference has, share of the reference's that the
        other has, and the share of both.
    """

    reference: str
    other: str
    match: str
    precision: Estimate
    recall: Estimate
    f1: Estimate


@dataclass(frozen=True, slots=True)
class SpanLabel(Record):
    """Agreement on the spans with one label.

    Parameters
    ----------
    label
        The label.
    spans
        Number of spans with it, of all raters.
    matched
        Share of these spans that match (exactly).
    characters
        Share of the characters that both of two raters marked with it.
    alpha
        Alpha of the label among stretches that raters both mark; None if units overlap.
    coverage
        Share of the units with the label that other raters mark, too; None if units overlap or
        lengths of documents are unknown.
    """

    label: str
    spans: int
    matched: Estimate
    characters: Estimate
    alpha: Estimate | None
    coverage: Estimate | None


@dataclass(frozen=True, slots=True)
class SpanAgreement(Shown):
    """Agreement on spans.

    Parameters
    ----------
    documents
        Number of documents that two or more raters annotated.
    spans
        Number of spans.
    estimates
        Agreement of all raters.
    micro
        The same of statistics over pairs of raters, as ratios of sums over pairs.
    labels
        A row for each label.
    pairs
        Precision, recall and F of each pair of raters.
    """

    documents: int
    spans: int
    estimates: tuple[Estimate, ...]
    micro: tuple[Estimate, ...]
    labels: tuple[SpanLabel, ...]
    pairs: tuple[SpanPair, ...]


def _suits(request: SectionRequest) -> bool:
    return request.patterns.spans is not None


@section(
    "spans",
    "Agreement on spans",
    order=4,
    details_only=False,
    suits=_suits,
    of_spans=True,
    text="Agreement on spans, where ratings are marks in texts.",
)
def spans_section(request: SectionRequest) -> SpanAgreement | None:
    """Estimate the agreement on spans."""
    spans = request.patterns.spans
    assert spans is not None
    settings = _settings(request)
    estimates = [e for entry in _of_all() for e in _estimates(spans, entry, settings, {})]
    micro = [
        e
        for entry in _of_all()
        if "average" in entry.options and len(spans.raters) > 2
        for e in _estimates(spans, entry, settings, {"average": "micro"})
    ]
    return SpanAgreement(
        int((spans.annotated.sum(axis=1) >= 2).sum()),
        len(spans),
        tuple(estimates),
        tuple(micro),
        tuple(_of_labels(spans, settings)),
        tuple(_pairs(spans, settings)),
    )


def _settings(request: SectionRequest) -> InferenceOptions:
    """Return the options of inference that apply to documents."""
    stated = request.settings
    return InferenceOptions(
        ci=stated.ci,
        confidence=stated.confidence,
        seed=stated.seed,
        replicates=stated.replicates,
    )


def _of_all() -> list[SpanStatistic]:
    """Return the statistics of all raters and labels: neither directed nor of segments."""
    return [
        entry
        for entry in _declared()
        if not entry.reference and not entry.segments and not entry.one_document
        if not entry.one_label
    ]


def _declared() -> list[SpanStatistic]:
    """Return the statistics of spans in the order of presentation."""
    return [entry for entry in SPAN_STATISTICS.values() if isinstance(entry, SpanStatistic)]


def _estimates(
    spans: Spans, entry: SpanStatistic, settings: InferenceOptions, options: dict[str, Any]
) -> list[Estimate]:
    """Return the estimates of a statistic, for each criterion of matching; none if undefined."""
    variants = [{"match": match} for match in MATCHES] if "match" in entry.options else [{}]
    try:
        return [
            estimate_spans(spans, entry, settings, **variant, **options) for variant in variants
        ]
    except UnsupportedError:  # units that overlap
        return []


def _of_labels(spans: Spans, settings: InferenceOptions) -> list[SpanLabel]:
    """Return the agreement on the spans with each label."""
    if len(spans.labels) > MOST_LABELS:
        return []
    pairs = [e for e in _of_all() if "average" in e.options]
    of_one = [e for e in _declared() if "category" in e.options]
    rows = []
    for code, label in enumerate(spans.labels):
        alone = spans.of_label(label)
        matched, characters = estimate_all(alone, pairs, settings)
        alpha, coverage = (
            next(iter(_estimates(spans, e, settings, {"category": label})), None) for e in of_one
        )
        number = int((spans.label == code).sum())
        rows.append(SpanLabel(label, number, matched, characters, alpha, coverage))
    return rows


def _pairs(spans: Spans, settings: InferenceOptions) -> list[SpanPair]:
    """Return precision, recall and F of each pair of raters."""
    size = len(spans.raters)
    if size * (size - 1) // 2 > MOST_PAIRS:
        return []
    matched = [e for e in _declared() if "match" in e.options]
    order = sorted(matched, key=lambda entry: (not entry.reference, entry.order))
    rows = []
    for g, h in zip(*np.triu_indices(size, 1), strict=True):
        names = spans.raters[g], spans.raters[h]
        pair = spans.of_raters(names)
        for match in MATCHES:
            precision, recall, f1 = estimate_all(pair, order, settings, match=match)
            text = match if isinstance(match, str) else f"IoU {match:g} or more"
            rows.append(SpanPair(*names, text, precision, recall, f1))
    return rows
