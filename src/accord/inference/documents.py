"""Posterior draws of statistics of spans: documents have random weights, and pseudo-documents."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from accord.data.scale import FloatArray
from accord.data.spans import Spans
from accord.inference.pseudo_documents import PseudoDocuments, with_pseudo_documents
from accord.inference.stick_breaking import StickBreaking
from accord.statistics import Evaluation
from accord.statistics.documents import DocumentSums, SpanFeatures

__all__ = ["DocumentSampler"]


class DocumentSampler:
    """Posterior draws of statistics of spans, for the lower limit and for the upper one.

    Parameters
    ----------
    evaluations
        One or more statistics of the same table of documents.
    rng
        Draws the weights of pseudo-documents.

    Attributes
    ----------
    low, high
        (D',) masses of the pseudo-documents for the two limits.
    """

    def __init__(self, evaluations: Sequence[Evaluation], rng: np.random.Generator) -> None:
        spans = evaluations[0].patterns.spans
        assert spans is not None
        pseudo = _pseudo_documents_of(spans)
        self.low, self.high = pseudo.low, pseudo.high
        self._evaluations = evaluations
        self._features = SpanFeatures.of(pseudo.spans)
        self._weights = [StickBreaking(mass, rng.spawn(3)) for mass in (self.low, self.high)]

    def at(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return (K, B) draws for the lower and for the upper limit, at weights (B, D)."""
        low, high = (self._values(weights, further) for further in self._weights)
        smaller = np.array([e.coefficient.better == "less" for e in self._evaluations])[:, None]
        return np.where(smaller, high, low), np.where(smaller, low, high)

    def _values(self, weights: FloatArray, further: StickBreaking) -> FloatArray:
        sums = DocumentSums(self._features, weights).and_few(*further.pieces(len(weights)))
        with np.errstate(invalid="ignore", divide="ignore"):
            terms = [e.coefficient.formula(sums, **e.options) for e in self._evaluations]
        return np.stack([t.value.value for t in terms])


@lru_cache(maxsize=4)
def _pseudo_documents_of(spans: Spans) -> PseudoDocuments:
    """Return the pseudo-documents of spans, the same for several statistics of these."""
    return with_pseudo_documents(spans)
