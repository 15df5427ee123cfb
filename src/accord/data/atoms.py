"""The pattern table of spans: what raters marked on each character or token."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from accord.data.columns import MISSING, Codes
from accord.data.patterns import Patterns
from accord.data.scale import IntArray
from accord.data.spans import Spans

__all__ = ["patterns_of_spans"]


def patterns_of_spans(spans: Spans) -> Patterns:
    """Return the sets of labels that raters put on each character or token.

    A subject is a character or token, its rating by a rater the set of the labels on it, and the
    document is the cluster. An atom is a record whose count is its length. Documents of unknown
    length end with their last span; `Statistic.unsuited` says what is then undefined.
    """
    spans = spans.of_documents(np.unique(spans.atoms.document))  # empty texts have no characters
    atoms = spans.atoms
    scale, codes = atoms.sets()
    rows = np.where(spans.annotated[atoms.document], codes, MISSING)

    def subjects() -> tuple[list[str], IntArray]:
        ends = np.column_stack([atoms.document, atoms.start, atoms.end]).tolist()
        return [f"{spans.documents[d]} {start}-{end}" for d, start, end in ends], rows

    patterns = Patterns.compress(
        scale,
        spans.raters,
        Codes(rows, scale.size),
        multiplicity=atoms.end - atoms.start,
        cluster=atoms.document,
        group=None if spans.group is None else spans.group[atoms.document],
        groups=spans.groups,
        layout="spans",
        subjects=subjects,
    )
    return replace(patterns, spans=spans)
