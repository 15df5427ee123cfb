"""Tables and panels of documents, of which the statistics of spans are functions."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from accord.data.columns import MISSING, Codes
from accord.data.panel import Panel
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, Scale
from accord.data.spans import Spans

__all__ = [
    "DocumentPanel",
    "document_panel",
    "documents_of",
    "documents_of_panel",
    "patterns_of_documents",
]

ANNOTATED = "annotated"  # the only category: what a rater marked is in the spans


def patterns_of_documents(spans: Spans) -> Patterns:
    """Return a table with a record for each document and who annotated it.

    >>> from accord.io.spans import spans_of_segments
    >>> table = patterns_of_documents(spans_of_segments({"ann": [2, 3], "bo": [5]}))
    >>> table.n, table.raters
    (1, ('ann', 'bo'))
    """
    return Patterns(
        scale=Scale.declare([ANNOTATED]),
        raters=spans.raters,
        multiplicity=np.ones(len(spans.documents), dtype=np.int64),
        columns=Codes(np.where(spans.annotated, 0, MISSING), 1),
        layout="spans",
        spans=spans,
    )


def documents_of(patterns: Patterns) -> Patterns:
    """Return the table of the documents of spans, with the roles and groups of the given table."""
    if patterns.spans is None or patterns.cluster is None:
        return patterns
    table = patterns_of_documents(patterns.spans)
    return replace(table, roles=patterns.roles, layout_reason=patterns.layout_reason)


@dataclass(frozen=True, slots=True, eq=False)
class DocumentPanel(Panel):
    """Panel whose records are documents, within a table of characters.

    The weight of a document is the mean weight of its characters, and its influence is shared by
    these.
    """

    def gather(self, m: FloatArray) -> FloatArray:
        """Return (B, D) weights of the documents, given weights (B, P) of the characters."""
        return super(DocumentPanel, self).gather(m) / self._sizes

    def spread(self, influence: FloatArray) -> FloatArray:
        """Return (P,) influence values of characters, given those of the documents."""
        shared = super(DocumentPanel, self).spread(influence / self._sizes)
        return np.asarray(shared)

    @property
    def _sizes(self) -> FloatArray:
        """(D,) number of characters of each document; 1 where the panel has none."""
        rated = self.index >= 0
        m = self.table.multiplicity.astype(np.float64)
        sizes = np.bincount(self.index[rated], m[rated], len(self.patterns))
        return np.where(sizes > 0, sizes, 1.0)


def documents_of_panel(panel: Panel) -> Panel:
    """Return the panel of the documents that a panel annotated, in the table of all documents."""
    table, patterns = documents_of(panel.table), documents_of(panel.patterns)
    assert table.spans is not None
    assert patterns.spans is not None
    place = {name: k for k, name in enumerate(patterns.spans.documents)}
    index = [place.get(name, -1) for name in table.spans.documents]
    return Panel(table, patterns, np.array(index, dtype=np.intp))


def document_panel(panel: Panel) -> DocumentPanel:
    """Return the panel of the documents that a panel annotated."""
    documents = documents_of(panel.patterns)
    cluster = panel.patterns.cluster
    assert cluster is not None
    index = np.append(cluster, -1)[panel.index]
    return DocumentPanel(panel.table, documents, index)
