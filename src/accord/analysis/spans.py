"""Functions of the statistics of spans, such as `accord.span_f1`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from inspect import Parameter
from typing import Any

from accord.base.wording import counted
from accord.data.documents import patterns_of_documents
from accord.data.spans import Spans
from accord.errors import UnknownNameError
from accord.inference.estimate import estimates_of
from accord.inference.results import Estimate
from accord.io.span_sources import load_spans
from accord.options import InferenceOptions, ReadOptions, split_options, with_options
from accord.statistics import SPAN_STATISTICS
from accord.statistics.documents import check_match
from accord.statistics.spans import SpanStatistic, find_span_statistic
from accord.statistics.spans.docstrings import span_function_doc

__all__ = ["check_span_options", "estimate_all", "estimate_spans", "span_function_of"]

ANNOTATIONS = {
    "match": "str | float",
    "labelled": "bool",
    "average": "str",
    "category": "str",
    "window": "int | None",
}
LABEL = Parameter("label", Parameter.KEYWORD_ONLY, default=None, annotation="str | None")


def estimate_spans(
    spans: Spans, entry: SpanStatistic, settings: InferenceOptions, **options: Any
) -> Estimate:
    """Estimate a statistic of spans, as `estimate_all` does."""
    return estimate_all(spans, [entry], settings, **options)[0]


def estimate_all(
    spans: Spans, entries: Sequence[SpanStatistic], settings: InferenceOptions, **options: Any
) -> list[Estimate]:
    """Estimate statistics of the same spans, which share their draws.

    Parameters
    ----------
    spans
        The spans.
    entries
        The statistics.
    settings
        Options of inference.
    **options
        Options of the statistics.
    """
    table = patterns_of_documents(spans)
    results, _ = estimates_of(table, entries, None, settings, check_span_options(options))
    return [_with_note(result) for result in results]


def _with_note(result: Estimate) -> Estimate:
    """Return an estimate with a note that one document gives no interval."""
    if result.n >= 2 or result.reason is not None:
        return result
    documents = counted(int(result.n), "document")
    note = f"{result.title}: {documents} give no standard error and no interval."
    return replace(result, notes=(*result.notes, note))


def check_span_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options of statistics of spans, checked; numbers may be texts."""
    known = {key for entry in SPAN_STATISTICS.values() for key in entry.options}
    for key in options:
        if key not in known:
            raise UnknownNameError("option of a statistic of spans", key, known, option="options")
    checked = dict(options)
    if "match" in checked:
        checked["match"] = check_match(checked["match"])
    return checked


def span_function_of(name: str) -> Callable[..., Estimate]:
    """Return the public function of a statistic of spans."""
    entry = find_span_statistic(name)

    def function(spans: Any, *, label: str | None = None, **options: Any) -> Estimate:
        stated = {key: options.pop(key) for key in list(options) if key in entry.options}
        settings, loading = split_options(options)
        marked = load_spans(spans, **loading)
        marked = marked if label is None else marked.of_label(label)
        return estimate_spans(marked, entry, settings, **stated)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = span_function_doc(entry)
    extra = [
        Parameter(key, Parameter.KEYWORD_ONLY, default=default, annotation=ANNOTATIONS[key])
        for key, default in entry.options.items()
    ]
    return with_options(InferenceOptions, ReadOptions, extra=[*extra, LABEL])(function)


assert {key for entry in SPAN_STATISTICS.values() for key in entry.options} <= set(ANNOTATIONS)
