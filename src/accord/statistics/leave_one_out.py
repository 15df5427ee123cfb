"""Weightings of a table without one of its sampling units, for the jackknife."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray

__all__ = ["leave_one_out", "spread_over_units", "unit_counts"]

CELLS = 4_000_000  # largest block of weights: 32 MB


def unit_counts(patterns: Patterns) -> FloatArray:
    """Return the number of units that each leave-one-out value represents.

    Of equal subjects only one is left out, so these are the multiplicities; a cluster is one unit.
    """
    if patterns.cluster is None:
        return patterns.multiplicity.astype(np.float64)
    return np.ones(patterns.clusters)


def leave_one_out(patterns: Patterns) -> Iterator[FloatArray]:
    """Yield blocks of weights of the patterns, each row without one subject or cluster."""
    m = patterns.multiplicity.astype(np.float64)
    size = unit_counts(patterns).size
    rows = max(1, CELLS // len(patterns))
    for start in range(0, size, rows):
        index = np.arange(start, min(start + rows, size))
        block = np.tile(m, (index.size, 1))
        if patterns.cluster is None:
            block[np.arange(index.size), index] -= 1
        else:
            block[index[:, None] == patterns.cluster[None, :]] = 0
        yield block


def spread_over_units(changes: FloatArray, patterns: Patterns) -> FloatArray:
    """Return (P,) jackknife influence values, given κ - κ_(i) for each unit i left out.

    Of n subjects u_i = (n - 1)(κ - κ_(i)). Of G clusters the values of the subjects of a cluster
    add up to n (G - 1)/G (κ - κ_(c)) and are equal, so that the variance over clusters is that of
    the jackknife over clusters.
    """
    n = float(patterns.n)
    if patterns.cluster is None:
        return np.asarray((n - 1) * changes)
    size = np.bincount(patterns.cluster, weights=patterns.multiplicity)
    clusters = patterns.clusters
    return np.asarray((n * (clusters - 1) / clusters * changes / size)[patterns.cluster])
