"""Documents, one module for each kind of result, made from what ``--json`` prints."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

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
    "sweep",
    "study",
    "preview",
)


def documents_of(
    summary: Mapping[str, Any], figures: Mapping[str, Figure] | None = None
) -> list[Document]:
    """Make the documents of a result: one, or one per question.

    Parameters
    ----------
    summary
        What ``--json`` prints.
    figures
        Figures by name.
    """
    if "questions" in summary and "kind" not in summary:
        source = summary.get("source", "")
        parts = [
            {**part, "source": f"{source}, question {part['question']}"}
            for part in summary["questions"]
        ]
        return [_document(part, {}) for part in parts]
    return [_document(summary, figures or {})]


def _document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Return the document of a summary, without control characters."""
    kind = summary.get("kind", "")
    if kind not in DOCUMENTS:
        raise UnknownNameError("kind of result", str(kind), DOCUMENTS, option="summary")
    make = getattr(import_module(f"{__name__}.{kind}"), f"{kind}_document")
    document: Document = make(summary, figures).cleaned()
    return document
