"""Gamma variables of small shapes, the weights of pseudo-observations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from accord.data.scale import FloatArray

__all__ = ["StickBreaking"]

PIECES = 20  # of a broken stick; about a millionth of it is left after these
GUIDE_BINS = 4096  # of the guide table; a power of 2, so that bins are exact


class StickBreaking:
    """Gamma variables of small shapes; if they are many, by stick-breaking of their sum.

    In any one draw few of hundreds of pseudo-observations have a weight above 0. Sethuraman's
    construction chooses these few, which saves drawing hundreds of zeros.

    Parameters
    ----------
    mass
        (P,) shapes, a few in all.
    streams
        Random numbers for sums, pieces and places: three streams, so that draws do not depend on
        the size of a batch.
    mirror
        (P,) places of the patterns with raters exchanged; each weight is shared with it.
    """

    def __init__(
        self,
        mass: FloatArray,
        streams: Sequence[np.random.Generator],
        mirror: npt.NDArray[np.intp] | None = None,
    ) -> None:
        self._mirror = mirror
        self._mass = mass
        self._positive = np.flatnonzero(mass)
        self._total = float(mass.sum())
        self._cumulative = np.cumsum(mass) / np.cumsum(mass)[-1]
        bins = np.arange(GUIDE_BINS) / GUIDE_BINS
        self._guide = np.searchsorted(self._cumulative, bins, side="right")
        self._streams = streams

    def draw(self, size: int) -> FloatArray:
        """Return (B, P) weights."""
        weights = self._gammas(size) if self._positive.size <= PIECES else self._pieces(size)
        if self._mirror is not None:
            weights += np.take(weights, self._mirror, axis=1)
            weights *= 0.5
        return weights

    def _gammas(self, size: int) -> FloatArray:
        shapes = self._mass[self._positive]
        drawn = self._streams[0].standard_gamma(shapes, (size, shapes.size))
        if shapes.size == self._mass.size:
            return drawn
        weights = np.zeros((size, self._mass.size))
        weights[:, self._positive] = drawn
        return weights

    def pieces(self, size: int) -> tuple[npt.NDArray[np.intp], FloatArray]:
        """Return the (B, K) places of the pieces, of which several may be equal, and the pieces."""
        if self._positive.size <= PIECES:
            drawn = self._streams[0].standard_gamma(
                self._mass[self._positive], (size, self._positive.size)
            )
            return np.broadcast_to(self._positive, drawn.shape), drawn
        sums, breaks, places = self._streams
        left = np.ones((size, PIECES + 1))
        lengths = breaks.standard_exponential((size, PIECES)).cumsum(axis=1)
        np.exp(lengths / -self._total, out=left[:, 1:])
        left[:, -1] = 0.0  # the last piece is the remainder
        pieces = left[:, :-1] - left[:, 1:]
        pieces *= sums.standard_gamma(self._total, size)[:, None]
        return self._locate(places.random((size, PIECES))), pieces

    def _pieces(self, size: int) -> FloatArray:
        cells, pieces = self.pieces(size)
        width = self._cumulative.size
        cells += np.arange(0, size * width, width)[:, None]
        flat = np.bincount(cells.ravel(), pieces.ravel(), size * width)
        return np.asarray(flat.reshape(size, width), dtype=np.float64)

    def _locate(self, u: FloatArray) -> npt.NDArray[np.intp]:
        """Return the number of cumulative masses up to each u, as `numpy.searchsorted` does.

        A guide table gives the number at the start of the bin of u, most often the answer.
        """
        cells = np.asarray(self._guide[(u * GUIDE_BINS).astype(np.intp)])
        behind = self._cumulative[cells] <= u
        cells[behind] = np.searchsorted(self._cumulative, u[behind], side="right")
        return cells
