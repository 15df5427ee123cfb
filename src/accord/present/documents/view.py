"""Document of a view of ratings: its section of the report, alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord.analysis.views import SECTIONS
from accord.errors import UnknownNameError
from accord.present.document import Document, Figure, Section
from accord.present.documents.sections import section_blocks

__all__ = ["view_document"]


def view_document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Make the document of a view."""
    name = str(summary["section"])
    if name not in SECTIONS:
        raise UnknownNameError("section", name, SECTIONS, option="summary")
    entry = SECTIONS[name]
    blocks = section_blocks(entry, summary["result"], "result", figures)
    section = Section(name, entry.title, tuple(blocks))
    return Document(
        "view", summary["accord"], entry.title, summary.get("source", ""), (), (), (section,)
    )
