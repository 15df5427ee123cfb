"""Documents, one module for each kind of result, made from what ``--json`` prints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from accord.data.scale import clean
from accord.errors import UnknownNameError
from accord.present.document import Document, Figure
from accord.present.documents.check import check_document
from accord.present.documents.comparison import comparison_document
from accord.present.documents.differ import differ_document
from accord.present.documents.evaluation import evaluation_document
from accord.present.documents.generalized import generalized_document
from accord.present.documents.listing import listing_document
from accord.present.documents.plan import plan_document
from accord.present.documents.preview import preview_document
from accord.present.documents.prompts import prompt_comparison_document, prompts_document
from accord.present.documents.report import report_document
from accord.present.documents.study import study_document
from accord.present.documents.sweep import sweep_document
from accord.present.documents.table import table_document

__all__ = ["DOCUMENTS", "documents_of", "listing_document"]

Maker: TypeAlias = Callable[[Mapping[str, Any], Mapping[str, Figure]], Document]
DOCUMENTS: dict[str, Maker] = {
    "report": report_document,
    "comparison": comparison_document,
    "evaluation": evaluation_document,
    "differ": differ_document,
    "generalized": generalized_document,
    "plan": plan_document,
    "sweep": sweep_document,
    "study": study_document,
    "preview": preview_document,
    "table": table_document,
    "check": check_document,
    "prompts": prompts_document,
    "prompt_comparison": prompt_comparison_document,
}


def documents_of(
    summary: Mapping[str, Any], figures: Mapping[str, Figure] | None = None
) -> list[Document]:
    """Make the documents of a result: one, or a table and a document per question.

    Parameters
    ----------
    summary
        What ``--json`` prints.
    figures
        Figures by name.
    """
    if "questions" in summary and "kind" not in summary:
        return _of_questions(summary, figures or {})
    return [_document(summary, figures or {})]


def _of_questions(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> list[Document]:
    """Return the document of the table, followed by that of each question."""
    source = summary["source"]
    table = {**summary["table"], "source": source}
    documents = [table_document(table, figures, "table/").cleaned()]
    for question in summary["questions"]:
        name = str(question["question"])
        part = _document({**question, "source": f"{source}, {name}"}, {})
        documents.append(replace(part, part=clean(name)))
    return documents


def _document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Return the document of a summary, without control characters."""
    kind = summary.get("kind", "")
    if kind not in DOCUMENTS:
        raise UnknownNameError("kind of result", str(kind), DOCUMENTS, option="summary")
    return DOCUMENTS[kind](summary, figures).cleaned()
