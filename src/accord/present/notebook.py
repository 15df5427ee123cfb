"""Results as notebooks show them: words and tables of the report, or the picture."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import singledispatch
from importlib import import_module
from typing import Any

from accord.agree import GeneralizedAgreement
from accord.comparison import Comparison
from accord.errors import AccordError
from accord.evaluation import Verdict
from accord.interpret import SCALES
from accord.metric_studies import Study
from accord.planning import StudyPlan
from accord.present.agreement_document import estimates_table
from accord.present.comparison_document import comparison_document
from accord.present.document import Block, Code, Document, Picture, Words
from accord.present.evaluation_document import evaluation_document
from accord.present.forms import templates
from accord.present.generalized import render_generalized
from accord.present.plan import render_plan
from accord.present.study import render_study
from accord.present.summary import coefficients, comparison_summary, evaluation_summary
from accord.present.sweep import render_sweep
from accord.present.words import headline
from accord.presentation import Presentation
from accord.results import Agreement, Estimate
from accord.sweeps import Sweep

__all__ = ["notebook"]

WIDTH = 100
SCALE = SCALES["landis_koch"]
FIRST = 3  # sections of a document that a notebook shows


def notebook(result: Any) -> str:
    """HTML of a result."""
    text: str = templates().get_template("notebook.html").render(blocks=shown(result))
    return text


@singledispatch
def shown(result: Any) -> Sequence[Block]:
    """What a notebook shows of a result: its picture, where it has no words of its own."""
    try:
        plots = import_module("accord.plots")
        figure, alt = plots.plot(result), plots.describe(result)
        return [Picture("picture", "", alt, plots.as_svg(figure))]
    except AccordError:  # no such picture, or the extra is not installed
        return [Code("", repr(result))]


@shown.register
def _(result: Agreement) -> Sequence[Block]:
    groups: list[Block] = []
    for label, group in result.groups.items():
        groups.append(estimates_table(coefficients(group, SCALE), SCALE.title, str(label)))
    table = estimates_table(coefficients(result, SCALE), SCALE.title)
    return [Words(headline(Presentation(result), SCALE)), table, *groups]


@shown.register
def _(result: Estimate) -> Sequence[Block]:
    return [estimates_table(coefficients([result], SCALE), SCALE.title)]


@shown.register
def _(result: Comparison) -> Sequence[Block]:
    return _first(comparison_document(comparison_summary(result), {}))


@shown.register
def _(result: Verdict) -> Sequence[Block]:
    return _first(evaluation_document(evaluation_summary(result), {}))


def _first(document: Document) -> list[Block]:
    told = [Words(text) for text in document.lead]
    return [*told, *(block for part in document.sections[:FIRST] for block in part.blocks)]


@shown.register
def _(result: GeneralizedAgreement) -> Sequence[Block]:
    return _terminal(render_generalized(result, ""))


@shown.register
def _(result: StudyPlan) -> Sequence[Block]:
    return _terminal(render_plan(result))


@shown.register
def _(result: Study) -> Sequence[Block]:
    return _terminal(render_study(result))


@shown.register
def _(result: Sweep) -> Sequence[Block]:
    return _terminal(render_sweep(result))


def _terminal(page: Any) -> list[Block]:
    from rich.console import Console

    stream = io.StringIO()
    Console(file=stream, width=WIDTH, highlight=False).print(page)
    return [Code("", stream.getvalue())]
