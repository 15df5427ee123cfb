"""Presentation: results as documents, and documents in every form.

This package is public: the names in ``__all__`` are stable, its modules are private.
"""

from typing import TYPE_CHECKING

from accord.base.lazy import lazy_names

if TYPE_CHECKING:
    from accord.present.cells import count, words
    from accord.present.document import Block, Column, Document, Figure, Row, Table
    from accord.present.documents import documents_of
    from accord.present.documents.listing import listing_document
    from accord.present.notebooks import notebook
    from accord.present.records import loaded
    from accord.present.records.common import Summary
    from accord.present.records.report import Several, several_summary
    from accord.present.renderers import FORMS, rendered
    from accord.present.renderers.terminal import print_page, text
    from accord.present.saving import drawn_figures, form_of, save, write
    from accord.present.schemas import schema_of
    from accord.present.summaries import summary_of
    from accord.present.summaries.comparison import comparison_summary
    from accord.present.summaries.evaluation import evaluation_summary
    from accord.present.summaries.report import report_summary
    from accord.present.verdicts import github_lines, junit_xml

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
    "drawn_figures",
    "evaluation_summary",
    "form_of",
    "github_lines",
    "junit_xml",
    "listing_document",
    "loaded",
    "notebook",
    "print_page",
    "rendered",
    "report_summary",
    "save",
    "schema_of",
    "several_summary",
    "summary_of",
    "text",
    "words",
    "write",
]

__getattr__ = lazy_names(
    "accord.present",
    {
        "accord.present.cells": ("count", "words"),
        "accord.present.document": ("Block", "Column", "Document", "Figure", "Row", "Table"),
        "accord.present.documents": ("documents_of",),
        "accord.present.documents.listing": ("listing_document",),
        "accord.present.notebooks": ("notebook",),
        "accord.present.records": ("loaded",),
        "accord.present.records.common": ("Summary",),
        "accord.present.records.report": ("Several", "several_summary"),
        "accord.present.renderers": ("FORMS", "rendered"),
        "accord.present.renderers.terminal": ("print_page", "text"),
        "accord.present.saving": ("drawn_figures", "form_of", "save", "write"),
        "accord.present.schemas": ("schema_of",),
        "accord.present.summaries": ("summary_of",),
        "accord.present.summaries.comparison": ("comparison_summary",),
        "accord.present.summaries.evaluation": ("evaluation_summary",),
        "accord.present.summaries.report": ("report_summary",),
        "accord.present.verdicts": ("github_lines", "junit_xml"),
    },
)
