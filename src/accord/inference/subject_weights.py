"""Random weights of the subjects of a table, as in the Bayesian bootstrap."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.inference.batches import CELLS

__all__ = ["PSEUDO", "SUBJECTS", "SubjectWeights", "WeightStream"]

SUBJECTS, PSEUDO = 1, 2  # streams of random numbers: of subjects, and of pseudo-observations

KEPT_CELLS = 500_000  # largest number of draws that are kept for another reading, 4 MB


class SubjectWeights:
    """Weights of the patterns of a table: a gamma variable for each subject, or each cluster.

    The shapes have the sum n - 1, which corresponds to the divisor of a sample variance.

    Parameters
    ----------
    patterns
        The table.

    Attributes
    ----------
    shapes
        Shapes of the gamma variables of the patterns, or of their clusters.
    expected
        Expected sum of the weights.
    """

    def __init__(self, patterns: Patterns) -> None:
        self._patterns = patterns
        clustered = patterns.cluster is not None
        units = patterns.clusters if clustered else patterns.paired_units
        shape = max(0.5, 1 - 1 / units) if units > 0 else 0.5
        self.shapes: FloatArray = (
            np.full(patterns.clusters, shape)
            if clustered
            else patterns.multiplicity.astype(np.float64) * shape
        )
        self.expected = float(patterns.n * shape)

    def draw(self, size: int, rng: np.random.Generator) -> FloatArray:
        """Draw (B, P) weights."""
        return self._of(rng.standard_gamma(self.shapes, (size, self.shapes.size)))

    def _of(self, drawn: FloatArray) -> FloatArray:
        """Return the (B, P) weights, given their gamma variables."""
        if self._patterns.cluster is None:
            return drawn
        multiplicity = self._patterns.multiplicity.astype(np.float64)
        return np.take(drawn, self._patterns.cluster, axis=1) * multiplicity

    def first(self, rows: int, seed: int) -> FloatArray | None:
        """Return the first (B, P) weights of a `WeightStream`; None if they take much memory."""
        if rows * len(self._patterns) > CELLS:
            return None
        if rows * self.shapes.size > KEPT_CELLS:
            return self.draw(rows, np.random.default_rng([seed, SUBJECTS]))
        return self._of(_kept_draws(self.shapes.tobytes(), rows, seed))


@lru_cache(maxsize=4)
def _kept_draws(shapes: bytes, rows: int, seed: int) -> FloatArray:
    """Return the first gamma variables of a `WeightStream`, which both readings of ratings use."""
    each = np.frombuffer(shapes)
    drawn = np.random.default_rng([seed, SUBJECTS]).standard_gamma(each, (rows, each.size))
    drawn.setflags(write=False)
    return drawn


class WeightStream:
    """Weights of subjects, in the order of their random stream.

    Parameters
    ----------
    weights
        The weights of the subjects.
    seed
        Seed of the draws.
    drawn
        The first weights of the stream, if they have been drawn.
    """

    def __init__(self, weights: SubjectWeights, seed: int, drawn: FloatArray | None = None) -> None:
        self._weights = weights
        self._rng = np.random.default_rng([seed, SUBJECTS])
        self._drawn = drawn
        self._next = 0

    def take(self, size: int) -> FloatArray:
        """Return the next (B, P) weights."""
        if self._drawn is None:
            return self._weights.draw(size, self._rng)
        start, self._next = self._next, self._next + size
        return self._drawn[start : self._next]
