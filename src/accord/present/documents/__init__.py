"""Documents, one module for each kind of result, made from what ``--json`` prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any

from accord.data.scale import clean
from accord.errors import UnknownNameError
from accord.present.document import Document, Figure

__all__ = ["DOCUMENTS", "documents_of"]

DOCUMENTS = (  # kinds of results; the module of a kind has a function that makes its document
    "report",
    "comparison",
    "evaluation",
    "differ",
    "generalized",
    "plan",
    "decision",
    "sweep",
    "study",
    "accuracy",
    "replicates",
    "preview",
    "table",
    "check",
    "prompts",
    "prompt_comparison",
    "view",
)


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
    from accord.present.documents.table import table_document

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
    make = getattr(import_module(f"{__name__}.{kind}"), f"{kind}_document")
    document: Document = make(summary, figures).cleaned()
    return document
