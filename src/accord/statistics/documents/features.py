"""Sums over documents of which statistics of spans are composed.

A statistic of spans is a function of sums of features of the documents: lengths on which two raters
agree, numbers of matched spans. Documents are resampled whole, so that it is enough to know these
features of each document.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.data.scale import FloatArray, IntArray
from accord.data.spans import Spans
from accord.errors import UnsupportedError
from accord.statistics.calculus import Quantity
from accord.statistics.documents.boundaries import Boundaries
from accord.statistics.documents.matching import Match, matched_pairs

__all__ = ["DocumentSums", "SpanFeatures", "Units"]


@dataclass(frozen=True, slots=True)
class Units:
    """Lengths of units by document and label; gaps, if there are any, are the last column.

    Parameters
    ----------
    margins
        (D, C) length of the label in all raters' units.
    diagonal
        (D, C) length on which pairs of raters agree on the label, per rater.
    squares
        (D, C) sum of squared lengths of the units; of gaps, the sum of their lengths.
    """

    margins: FloatArray
    diagonal: FloatArray
    squares: FloatArray


class SpanFeatures:
    """Features of the documents, each computed when it is used.

    Parameters
    ----------
    spans
        The spans.
    """

    def __init__(self, spans: Spans) -> None:
        self.spans = spans
        self.size = len(spans.documents)

    @classmethod
    def of(cls, spans: Spans) -> SpanFeatures:
        """Return the features of spans, the same for several statistics of these."""
        return _features_of(spans)

    @cached_property
    def paired(self) -> npt.NDArray[np.bool_]:
        """(D,) whether two or more raters annotated a document."""
        return np.asarray(self.spans.annotated.sum(axis=1) >= 2)

    def both(self, g: int, h: int) -> npt.NDArray[np.bool_]:
        """Return (D,) whether two raters both annotated a document."""
        return np.asarray(self.spans.annotated[:, g] & self.spans.annotated[:, h])

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Pairs of raters."""
        return list(combinations(range(len(self.spans.raters)), 2))

    @property
    def directed_pairs(self) -> list[tuple[int, int]]:
        """Pairs of a reference and another rater."""
        return list(permutations(range(len(self.spans.raters)), 2))

    # --- units ---

    @cached_property
    def _partners(self) -> FloatArray:
        """(D,) number of other raters, m - 1; 0 for documents without a pair."""
        raters = self.spans.annotated.sum(axis=1)
        return np.where(self.paired, raters - 1.0, 0.0)

    @cached_property
    def _unit_atoms(self) -> tuple[IntArray, IntArray]:
        """(A, R) unit that covers an atom, -1 for none, and its label; -2 if not annotated."""
        spans = self.spans
        spans.require_disjoint()
        units = spans.atoms.units()
        labels = np.append(spans.label, -1)[units]
        annotated = (spans.annotated & self.paired[:, None])[spans.atoms.document]
        return np.where(annotated, units, -1), np.where(annotated, labels, -2)

    def _by_document(self, lengths: FloatArray) -> FloatArray:
        """Return (D,) sums of lengths of atoms."""
        atoms = self.spans.atoms
        sums = np.bincount(atoms.document, weights=atoms.size * lengths, minlength=self.size)
        return sums.astype(np.float64)

    @cached_property
    def _shares(self) -> FloatArray:
        """(A,) one by the number of other raters, of each atom."""
        partners = self._partners[self.spans.atoms.document]
        return np.divide(1.0, partners, out=np.zeros_like(partners), where=partners > 0)

    def _squares(self, lengths: npt.NDArray[Any]) -> FloatArray:
        """Return (D, K) sums over units of squared lengths (S,)."""
        spans, k = self.spans, len(self.spans.labels)
        cell = spans.document * k + spans.label
        sums = np.bincount(cell, weights=lengths**2, minlength=self.size * k)
        return sums.reshape(self.size, k).astype(np.float64)

    @cached_property
    def units(self) -> Units:
        """Units and gaps of all raters."""
        self.spans.require_lengths()
        _, labels = self._unit_atoms
        margins, diagonal = [], []
        for label in (*range(len(self.spans.labels)), -1):
            count = (labels == label).sum(axis=1).astype(np.float64)
            margins.append(self._by_document(count))
            diagonal.append(self._by_document(count * (count - 1) * self._shares))
        spans = self.spans
        used = spans.annotated[spans.document, spans.rater] & self.paired[spans.document]
        squares = self._squares((spans.end - spans.start) * used.astype(np.float64))
        return Units(
            np.column_stack(margins),
            np.column_stack(diagonal),
            np.column_stack([squares, margins[-1]]),
        )

    @cached_property
    def common_units(self) -> Units:
        """Parts of units on which other raters have units, too."""
        units, labels = self._unit_atoms
        marked = (labels >= 0).sum(axis=1).astype(np.float64)
        margins, diagonal = [], []
        for label in range(len(self.spans.labels)):
            count = (labels == label).sum(axis=1).astype(np.float64)
            margins.append(self._by_document(count * (marked - 1) * self._shares))
            diagonal.append(self._by_document(count * (count - 1) * self._shares))
        squares = np.zeros((self.size, len(self.spans.labels)))
        size, n = self.spans.atoms.size, len(self.spans)
        for g, h in self.directed_pairs:
            covered = np.where(labels[:, h] >= 0, size, 0.0)
            own = np.bincount(units[:, g] + 1, weights=covered, minlength=n + 1)[1:]
            squares += self._squares(own)
        partners = self._partners[:, None]
        squares = np.divide(squares, partners, out=np.zeros_like(squares), where=partners > 0)
        return Units(
            np.column_stack(margins) if margins else np.zeros((self.size, 0)),
            np.column_stack(diagonal) if diagonal else np.zeros((self.size, 0)),
            squares,
        )

    # --- pairs of raters ---

    @lru_cache(maxsize=256)  # noqa: B019  (features live as long as one call)
    def matches(self, g: int, h: int, match: Match, labelled: bool) -> FloatArray:
        """Return (D, 3) spans of both raters that match, spans of the first, and of the second."""
        spans, both = self.spans, self.both(g, h)
        used = both[spans.document]
        first, second = (np.flatnonzero(used & (spans.rater == rater)) for rater in (g, h))
        matched = matched_pairs(spans, first, second, match, labelled=labelled)
        return np.column_stack(
            [np.bincount(spans.document[k], minlength=self.size) for k in (matched, first, second)]
        ).astype(np.float64)

    @lru_cache(maxsize=256)  # noqa: B019
    def characters(self, g: int, h: int) -> FloatArray:
        """Return (D, 3) labelled characters that both raters marked, the first, and the second."""
        atoms, both = self.spans.atoms, self.both(g, h)
        used = both[atoms.document].astype(np.float64)
        one, other = (self._marks(rater) for rater in (g, h))
        counts = ((one & other).sum(axis=1), one.sum(axis=1), other.sum(axis=1))
        return np.column_stack([self._by_document(count * used) for count in counts])

    @lru_cache(maxsize=64)  # noqa: B019
    def _marks(self, rater: int) -> npt.NDArray[np.bool_]:
        return self.spans.atoms.marks(rater)

    # --- segments ---

    @cached_property
    def boundaries(self) -> Boundaries:
        """Boundaries of the segments of each rater."""
        if len(self.spans.raters) < 2:
            raise UnsupportedError("boundaries are compared between two raters or more.")
        return Boundaries.of(self.spans)


@lru_cache(maxsize=8)
def _features_of(spans: Spans) -> SpanFeatures:
    return SpanFeatures(spans)


class DocumentSums:
    """Sums over documents, at B weightings of these.

    Parameters
    ----------
    features
        Features of the documents.
    m
        (B, D) weight of each document; 1 if not given.
    """

    def __init__(self, features: SpanFeatures, m: FloatArray | None = None) -> None:
        self.features = features
        self.m = np.ones((1, features.size)) if m is None else m

    def and_few(self, places: IntArray, weights: FloatArray) -> DocumentSums:
        """Return the sums of these and a few further documents, (B, K) places and weights.

        The further documents follow those of ``m`` in the features.
        """
        return _SumsWithFew(self.features, self.m, places, weights)

    def at(self, m: FloatArray) -> DocumentSums:
        """Return the sums at other weightings."""
        return DocumentSums(self.features, m)

    def total(self, x: FloatArray) -> Quantity:
        """Return Σ_d m_d x_d."""
        return Quantity(self.m @ x, lambda: x)


class _SumsWithFew(DocumentSums):
    """Sums over documents that all have weights, and over a few others in each weighting."""

    def __init__(
        self, features: SpanFeatures, m: FloatArray, places: IntArray, weights: FloatArray
    ) -> None:
        super().__init__(features, m)
        self._places = places
        self._weights = weights

    def total(self, x: FloatArray) -> Quantity:
        """Return the sum at each weighting."""
        size = self.m.shape[1]
        few = np.einsum("bk,bk->b", self._weights, x[size:][self._places])
        return Quantity(self.m @ x[:size] + few, lambda: x)
