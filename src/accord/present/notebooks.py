"""Results in notebooks: the headline and tables of their document, or their figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch
from typing import Any

from accord.analysis.interpretation import usual_scale
from accord.errors import AccordError
from accord.inference.results import Estimate
from accord.present.document import Block, Code, Document, Figure, Paragraph
from accord.present.documents import documents_of
from accord.present.documents.report import estimates_table
from accord.present.renderers import html
from accord.present.saving import drawn_figures
from accord.present.summaries import has_summary, summary_of
from accord.present.summaries.report import coefficients

__all__ = ["notebook"]

SCALE = usual_scale()


def notebook(result: Any) -> str:
    """Return the HTML of a result."""
    return html.blocks(shown(result))


@singledispatch
def shown(result: Any) -> Sequence[Block]:
    """Return the blocks that a notebook shows: the short form of the document."""
    if not has_summary(result):
        return [*_figures(result).values()] or [Code("", repr(result))]
    summary = summary_of(result)
    figures = _figures(result) if summary.get("kind") == "view" else {}
    return [block for document in documents_of(summary, figures) for block in _blocks(document)]


def _figures(result: Any) -> Mapping[str, Figure]:
    """Return the figure of a view; none if it has none, or the extra is not installed."""
    try:
        return drawn_figures(result)
    except AccordError:
        return {}


@shown.register
def _(result: Estimate) -> Sequence[Block]:
    return [estimates_table([e.to_dict() for e in coefficients([result], SCALE)], SCALE.title)]


def _blocks(document: Document) -> list[Block]:
    """Return the headline and blocks of the short form, without facts and headings."""
    sections = [part for part in document.at("always").sections if part.name != "method"]
    headline = [Paragraph(sentence) for sentence in document.headline]
    return [*headline, *(block for section in sections for block in section.blocks)]
