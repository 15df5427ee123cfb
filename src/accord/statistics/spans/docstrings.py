"""Docstrings of the functions of statistics of spans, from the docstrings of their formulas."""

from __future__ import annotations

import inspect

from accord.base.docstrings import sections_of
from accord.statistics.references import cite
from accord.statistics.spans.registry import SpanStatistic

__all__ = ["span_function_doc"]

DATA = """\
spans
    Spans: a path, a frame or records with the columns document, rater, start, end and label
    (half-open, from 0); the result of `load` with ``layout="spans"``; or, for segments, a mapping
    from each rater to the lengths of their segments."""
TEXTS = {
    "match": """\
match
    ``exact``, ``overlap``, or the least share of the union that two spans have in common, such as
    0.5.""",
    "labelled": """\
labelled
    Whether matched spans must have the same label.""",
    "average": """\
average
    With more than two raters, ``mean`` over the pairs of raters, or ``micro``, the ratio of the
    sums over pairs.""",
    "category": """\
category
    The label.""",
    "window": """\
window
    Length of the window; half the mean length of the reference's segments if not given.""",
}
LABEL = """\
label
    Only the spans with this label; all if not given."""
OPTIONS = """\
**options
    Options of inference and of reading. ``raters`` lists two raters or more; the first of two is
    the reference."""
RETURNS = """\
Estimate
    Value, standard error, confidence interval over documents, n and notes."""


def span_function_doc(entry: SpanStatistic) -> str:
    """Return the docstring of the function of a statistic of spans."""
    text, sections = sections_of(inspect.getdoc(entry.formula) or "")
    cited = (f".. [{k}] {t}" for k, t in enumerate(cite(*entry.references), start=1))
    numpydoc = {
        "Parameters": "\n".join([DATA, *(TEXTS[key] for key in entry.options), LABEL, OPTIONS]),
        "Returns": RETURNS,
        "Notes": sections.get("Notes", ""),
        "References": "\n".join(cited),
        "Examples": sections.get("Examples", ""),
    }
    written = [f"{title}\n{'-' * len(title)}\n{t.strip()}" for title, t in numpydoc.items() if t]
    return "\n\n".join(
        part for part in (f"Estimate {entry.title}.", text, entry.use, *written) if part
    )
