"""The jackknife: how far a metric moves when a subject is left out.

Influence values are slopes at the data, and say too little of a metric that bends: with ten
subjects intervals of Pearson's r by them miss the true value twice as often as promised. Leaving
each subject out in turn finds the slope over a whole subject.
"""

from __future__ import annotations

import numpy as np

from accord.coefficients.calculus import Quantity
from accord.patterns import Patterns
from accord.scale import FloatArray

__all__ = ["jackknifed", "left_out", "moved"]

CELLS = 100_000


def left_out(whole: Patterns) -> FloatArray | None:
    """(U, P) multiplicities of the patterns without one subject of each, or without each cluster.

    None where there are so many that it makes no difference, or where subjects count in part.

    >>> from accord.scale import Scale
    >>> twice = Patterns.build(Scale.declare([0, 1]), ["a"], np.array([[0], [0], [1]]))
    >>> left_out(twice).tolist()
    [[1.0, 1.0], [2.0, 0.0]]
    """
    m = whole.multiplicity.astype(np.float64)
    units = len(whole) if whole.cluster is None else whole.clusters
    if units * len(whole) > CELLS or m.min(initial=1.0) < 1:
        return None
    if whole.cluster is None:
        return np.asarray(m - np.eye(len(whole)))
    return np.asarray(m * (whole.cluster != np.arange(units)[:, None]))


def jackknifed(quantity: Quantity) -> bool:
    """Whether it is known what a quantity would be without each unit."""
    without = quantity.value[1:]
    return without.size > 0 and bool(np.isfinite(without).all())


def moved(quantity: Quantity, n: float, whole: Patterns) -> FloatArray:
    """(P,) how far a subject of each pattern moves a quantity.

    Parameters
    ----------
    quantity
        With what it would be without each unit, after what it is; else its slope is taken.
    n
        Subjects that it is about.

    Notes
    -----
    (1 - 1/n)(θ - θ₍ᵢ₎): n/(n-1) times the sum of squares is the jackknife's variance around θ.
    """
    if not jackknifed(quantity):
        return quantity.slope
    change = quantity.value[0] - quantity.value[1:]
    if whole.cluster is None:
        return np.asarray((1 - 1 / n) * change)
    size = np.bincount(whole.cluster, weights=whole.multiplicity, minlength=whole.clusters)
    return np.asarray(((1 - 1 / whole.clusters) * change / size)[whole.cluster])
