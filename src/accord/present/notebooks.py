"""Results in notebooks: the headline and tables of their document, or their figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch
from importlib import import_module
from typing import Any

from accord.analysis.comparison import Comparison
from accord.analysis.evaluation import Verdict
from accord.analysis.interpretation import usual_scale
from accord.analysis.lead import Presentation
from accord.errors import AccordError
from accord.inference.results import Agreement, Estimate
from accord.present.document import Block, Code, Figure, Paragraph
from accord.present.documents import documents_of
from accord.present.documents.report import estimates_table
from accord.present.records import RESULTS, summary_of
from accord.present.renderers import html
from accord.present.summaries.comparison import comparison_summary
from accord.present.summaries.evaluation import evaluation_summary
from accord.present.summaries.report import coefficients, report_summary

__all__ = ["notebook"]

SCALE = usual_scale()


def notebook(result: Any) -> str:
    """Return the HTML of a result."""
    return html.blocks(shown(result))


@singledispatch
def shown(result: Any) -> Sequence[Block]:
    """Return the blocks that a notebook shows: the figure, where a result has no document."""
    if type(result).__name__ in RESULTS:
        return _blocks(summary_of(result))
    try:
        plots = import_module("accord.present.figures")
        figure, alt = plots.plot(result), plots.describe(result)
        return [Figure("figure", "", alt, plots.as_svg(figure))]
    except AccordError:  # no such figure, or the extra is not installed
        return [Code("", repr(result))]


def _blocks(summary: Mapping[str, Any]) -> list[Block]:
    """Return the headline and blocks of the short form, without facts and headings."""
    (document,) = documents_of(summary)
    sections = [part for part in document.at("always").sections if part.name != "method"]
    headline = [Paragraph(sentence) for sentence in document.headline]
    return [*headline, *(block for section in sections for block in section.blocks)]


@shown.register
def _(result: Agreement) -> Sequence[Block]:
    return _blocks(report_summary(Presentation(result), SCALE, None))


@shown.register
def _(result: Estimate) -> Sequence[Block]:
    return [estimates_table([e.to_dict() for e in coefficients([result], SCALE)], SCALE.title)]


@shown.register
def _(result: Comparison) -> Sequence[Block]:
    return _blocks(comparison_summary(result))


@shown.register
def _(result: Verdict) -> Sequence[Block]:
    return _blocks(evaluation_summary(result))
