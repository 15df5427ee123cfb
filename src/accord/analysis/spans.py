"""Functions of the statistics of spans, such as `accord.span_f1`."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter
from typing import Any

from accord.data.spans import Spans
from accord.inference.documents import span_estimate
from accord.inference.results import Estimate
from accord.io.span_sources import load_spans
from accord.options import ReadOptions, SpanOptions, with_options
from accord.options.declaration import declared
from accord.statistics.spans import (
    SPAN_STATISTICS,
    SpanFeatures,
    SpanStatistic,
    check_match,
    find_span_statistic,
)
from accord.statistics.spans.docstrings import span_function_doc

__all__ = ["estimate_spans", "span_function_of"]


def estimate_spans(
    spans: Spans, entry: SpanStatistic, settings: SpanOptions, **options: Any
) -> Estimate:
    """Estimate a statistic of spans.

    Parameters
    ----------
    spans
        The spans.
    entry
        The statistic.
    settings
        Options of inference.
    **options
        Options of the statistic.
    """
    if "match" in options:
        options["match"] = check_match(options["match"])
    if settings.label is not None:
        spans = spans.of_label(settings.label)
    return span_estimate(entry, SpanFeatures(spans), options, settings)


def span_function_of(name: str) -> Callable[..., Estimate]:
    """Return the public function of a statistic of spans."""
    entry = find_span_statistic(name)
    inference = declared(SpanOptions)

    def function(spans: Any, **options: Any) -> Estimate:
        own = {key: options.pop(key) for key in list(options) if key in entry.options}
        stated = {key: options.pop(key) for key in list(options) if key in inference}
        return estimate_spans(load_spans(spans, **options), entry, SpanOptions(**stated), **own)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = span_function_doc(entry)
    extra = [
        Parameter(key, Parameter.KEYWORD_ONLY, default=default, annotation=ANNOTATIONS[key])
        for key, default in entry.options.items()
    ]
    return with_options(SpanOptions, ReadOptions, extra=extra)(function)


ANNOTATIONS = {
    "match": "str | float",
    "labelled": "bool",
    "average": "str",
    "category": "str",
    "window": "int | None",
}
assert {key for entry in SPAN_STATISTICS.values() for key in entry.options} <= set(ANNOTATIONS)
