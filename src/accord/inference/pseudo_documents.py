"""Pseudo-documents: what the next document might be like, for posterior draws of spans.

Of each document there are three copies: in one all raters have the spans of one of them, in another
they have the same spans with other labels, and in the third one rater alone marked anything. Small
weights of these let draws vary although no disagreement was observed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from accord.data.scale import FloatArray, IntArray
from accord.data.spans import Spans

__all__ = ["PseudoDocuments", "with_pseudo_documents"]

AGREEMENT_LOW, AGREEMENT_HIGH = 0.25, 0.5  # documents, for the lower and for the upper limit
DISSENT = 0.25  # documents, for the lower limit


@dataclass(frozen=True, slots=True)
class PseudoDocuments:
    """Spans with pseudo-documents, and the weights of these.

    Parameters
    ----------
    spans
        The spans of the documents, followed by those of the pseudo-documents.
    low, high
        (D',) shapes of the gamma weights of the pseudo-documents, for the lower and for the upper
        limit.
    """

    spans: Spans
    low: FloatArray
    high: FloatArray


def with_pseudo_documents(spans: Spans) -> PseudoDocuments:
    """Return spans with three pseudo-documents for each document with two raters or more."""
    size, raters = len(spans.documents), len(spans.raters)
    used = spans.annotated.sum(axis=1) >= 2
    model = np.array([_model(row, d) for d, row in enumerate(spans.annotated)])
    copied = np.flatnonzero(used[spans.document] & (spans.rater == model[spans.document]))
    parts: list[tuple[IntArray, IntArray, IntArray, IntArray]] = []
    for rater in range(raters):
        present = spans.annotated[spans.document[copied], rater]
        own = copied[present]
        others = (model[spans.document[own]] != rater).astype(np.int64)
        shifted = (spans.label[own] + others) % max(len(spans.labels), 1)
        alone = own[others == 0]
        for copy, chosen, labels in (
            (1, own, spans.label[own]), (2, own, shifted), (3, alone, spans.label[alone]),
        ):  # fmt: skip
            documents = spans.document[chosen] + copy * size
            parts.append((chosen, documents, np.full(chosen.size, rater), labels))
    index, document, rater_of, label = (
        np.concatenate(column) for column in zip(*parts, strict=True)
    )
    extended = replace(
        spans,
        documents=tuple(f"{name} {copy}" for copy in range(4) for name in spans.documents),
        document=np.concatenate([spans.document, document]),
        rater=np.concatenate([spans.rater, rater_of]),
        label=np.concatenate([spans.label, label]),
        start=np.concatenate([spans.start, spans.start[index]]),
        end=np.concatenate([spans.end, spans.end[index]]),
        lengths=np.tile(spans.lengths, 4),
        annotated=np.tile(spans.annotated, (4, 1)),
    )
    each = used / used.sum()
    relabelled = 0.5 if len(spans.labels) > 1 else 0.0  # with one label these copies agree
    none = np.zeros(size)
    shares = AGREEMENT_LOW, relabelled * DISSENT, (1 - relabelled) * DISSENT
    return PseudoDocuments(
        extended,
        np.concatenate([share * each for share in shares]),
        np.concatenate([AGREEMENT_HIGH * each, none, none]),
    )


def _model(annotated: FloatArray, document: int) -> int:
    """Return the rater whose spans all have in the copies of a document: each in turn."""
    present = np.flatnonzero(annotated)
    return int(present[document % present.size]) if present.size else 0
