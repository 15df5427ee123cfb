"""Presentation: results as documents, and documents in every form.

This package is public: the names in ``__all__`` are stable, its modules are private.
"""

from accord.present.cells import count, words
from accord.present.document import Block, Column, Document, Figure, Row, Table
from accord.present.documents import documents_of, listing_document
from accord.present.notebook import notebook
from accord.present.records import Several, Summary, loaded, several_summary, summary_of
from accord.present.renderers import FORMS, rendered
from accord.present.renderers.terminal import print_page, text
from accord.present.schemas import schema_of
from accord.present.summaries import comparison_summary, evaluation_summary, report_summary
from accord.present.verdicts import github_lines
from accord.present.verdicts import junit as junit_xml

__all__ = [
    "FORMS",
    "Block",
    "Column",
    "Document",
    "Figure",
    "Row",
    "Several",
    "Summary",
    "Table",
    "comparison_summary",
    "count",
    "documents_of",
    "evaluation_summary",
    "github_lines",
    "junit_xml",
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
    "words",
]
