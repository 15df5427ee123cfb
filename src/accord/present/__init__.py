"""Presentation: results as documents, and documents in every form."""

from accord.present.document import Document, Figure
from accord.present.documents import documents_of, listing_document
from accord.present.notebook import notebook
from accord.present.records import Several, Summary, loaded, several_summary, summary_of
from accord.present.renderers import FORMS, rendered
from accord.present.renderers.terminal import print_page, text
from accord.present.schemas import schema_of
from accord.present.summaries import comparison_summary, evaluation_summary, report_summary

__all__ = [
    "FORMS",
    "Document",
    "Figure",
    "Several",
    "Summary",
    "comparison_summary",
    "documents_of",
    "evaluation_summary",
    "listing_document",
    "loaded",
    "notebook",
    "print_page",
    "rendered",
    "report_summary",
    "schema_of",
    "several_summary",
    "summary_of",
    "text",
]
