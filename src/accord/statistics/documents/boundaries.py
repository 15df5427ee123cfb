"""Boundaries of segments, and the features of documents by which segmentations are compared."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from accord.data.scale import FloatArray, IntArray
from accord.data.spans import Spans

__all__ = ["Boundaries"]

LEAST_WINDOW = 2


@dataclass(frozen=True, eq=False)
class Boundaries:
    """Positions between which segments change, for each rater and document.

    Parameters
    ----------
    spans
        Spans that are segments.
    flags
        For each rater, whether there is a boundary before each position of all documents, laid end
        to end.
    offsets
        (D + 1,) where each document begins.
    """

    spans: Spans
    flags: tuple[npt.NDArray[np.bool_], ...]
    offsets: IntArray

    @classmethod
    def of(cls, spans: Spans) -> Boundaries:
        """Return the boundaries of segments, within the documents."""
        spans.require_lengths()
        lengths = spans.lengths.astype(np.int64)
        offsets = np.concatenate([[0], np.cumsum(lengths)])
        flags = []
        for rater in range(len(spans.raters)):
            own = spans.rater == rater
            flag = np.zeros(int(offsets[-1]) + 1, dtype=np.bool_)
            for position in (spans.start, spans.end):
                inner = own & (position > 0) & (position < lengths[spans.document])
                flag[offsets[spans.document[inner]] + position[inner]] = True
            flags.append(flag)
        return cls(spans, tuple(flags), offsets)

    def window(self, reference: int, documents: npt.NDArray[np.bool_]) -> int:
        """Return half the mean length of a reference segment, rounded half to even, at least 2."""
        length = float(self.spans.lengths[documents].sum())
        within = self._documents()[np.flatnonzero(self.flags[reference])]
        segments = int(documents.sum()) + int(documents[within].sum())
        return max(LEAST_WINDOW, round(length / segments / 2)) if segments else LEAST_WINDOW

    def _documents(self) -> IntArray:
        """Return the document of each position."""
        lengths = np.diff(self.offsets)
        return np.append(np.repeat(np.arange(lengths.size), lengths), lengths.size - 1)

    def windows(self, g: int, h: int, window: int) -> FloatArray:
        """Return (D, 3) windows in which two raters differ, by presence and by number, and all.

        A window starts at each position that has another one ``window`` positions later.
        """
        rows = []
        for start, end in zip(self.offsets[:-1].tolist(), self.offsets[1:].tolist(), strict=True):
            one, other = (self._in_windows(r, start, end, window) for r in (g, h))
            different = np.count_nonzero((one > 0) != (other > 0))
            rows.append((different, np.count_nonzero(one != other), one.size))
        return np.array(rows, dtype=np.float64).reshape(-1, 3)

    def _in_windows(self, rater: int, start: int, end: int, window: int) -> IntArray:
        """Return the number of boundaries in each window of a document."""
        until = np.concatenate([[0], np.cumsum(self.flags[rater][start + 1 : end])])
        return np.asarray(until[window:] - until[:-window], dtype=np.int64)

    @lru_cache(maxsize=256)  # noqa: B019  (boundaries live as long as one call)
    def edits(self, g: int, h: int) -> FloatArray:
        """Return (D, 3) boundaries of one rater only, pairs one position apart, and common ones."""
        one, other = self.flags[g], self.flags[h]
        document = self._documents()
        common = one & other
        only = np.flatnonzero(one ^ other)
        near = self._adjacent(only, one[only], document)
        size = len(self.spans.documents)
        moved = np.bincount(document[only[near]], minlength=size)
        alone = np.bincount(document[only], minlength=size) - 2 * moved
        matched = np.bincount(document[np.flatnonzero(common)], minlength=size)
        return np.column_stack([alone, moved, matched]).astype(np.float64)

    @staticmethod
    def _adjacent(
        positions: IntArray, first: npt.NDArray[np.bool_], document: IntArray
    ) -> npt.NDArray[np.bool_]:
        """Return whether a boundary is paired with the next, of the other rater, one further on.

        From the left, each boundary is in one pair at most, which gives as many pairs as possible.
        """
        gap = (np.diff(positions) == 1) & (first[1:] != first[:-1])
        gap &= document[positions[1:]] == document[positions[:-1]]
        pairs = np.zeros(positions.size, dtype=np.bool_)
        free = True
        for k in np.flatnonzero(gap).tolist():
            free = not (k > 0 and pairs[k - 1])
            pairs[k] = free
        return pairs
