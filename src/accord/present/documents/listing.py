"""Document of ``accord list``: a registry."""

from __future__ import annotations

from collections.abc import Sequence

from accord.present.cells import words
from accord.present.document import Column, Document, Row, Section, Table
from accord.version import __version__

__all__ = ["listing_document"]


def listing_document(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Document:
    """Make the document of a table of words."""
    table = Table.of(
        [Column(name) for name in columns], [Row("", tuple(map(words, row))) for row in rows]
    )
    section = Section("listing", title, (table,), compact=True)
    return Document("listing", __version__, title, "", (), (), (section,))
