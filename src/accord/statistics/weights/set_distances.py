"""Distances of two sets of labels, by the numbers of their labels and of those in common.

Two empty sets have distance 0, and the empty set has distance 1 from any other (Hamming's distance
counts the labels).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from accord.data.scale import FloatArray

__all__ = ["SetDistance", "dice", "hamming", "jaccard", "masi", "overlap"]

SetDistance: TypeAlias = Callable[[FloatArray, FloatArray, FloatArray, int], FloatArray]
"""(labels in common, labels of one set, labels of the other, number of labels) → distance."""

SUBSET, CROSSING = 2 / 3, 1 / 3  # monotonicity of MASI


def jaccard(common: FloatArray, a: FloatArray, b: FloatArray, _: int = 0) -> FloatArray:
    """Return one minus the share of the labels of both sets that they have in common."""
    return 1 - _ratio(common, a + b - common)


def masi(common: FloatArray, a: FloatArray, b: FloatArray, _: int = 0) -> FloatArray:
    """Return 1 - J M: M is 1 for equal sets, 2/3 for a subset, 1/3 if the sets cross."""
    subset = np.where(common == np.minimum(a, b), SUBSET, CROSSING)
    monotonicity = np.where((common == a) & (common == b), 1.0, subset)
    return 1 - (1 - jaccard(common, a, b)) * monotonicity


def dice(common: FloatArray, a: FloatArray, b: FloatArray, _: int = 0) -> FloatArray:
    """Return one minus twice the number of common labels by the sum of both sizes."""
    return 1 - _ratio(2 * common, a + b)


def overlap(common: FloatArray, a: FloatArray, b: FloatArray, _: int = 0) -> FloatArray:
    """Return one minus the share of the labels of the smaller set that both have."""
    both_empty = (a == 0) & (b == 0)
    smaller = np.minimum(a, b)
    share = np.divide(common, smaller, out=np.zeros_like(common), where=smaller > 0)
    return np.where(both_empty, 0.0, 1 - share)


def hamming(common: FloatArray, a: FloatArray, b: FloatArray, labels: int) -> FloatArray:
    """Return the share of all labels that one set has and the other has not."""
    return (a + b - 2 * common) / max(labels, 1)


def _ratio(part: FloatArray, whole: FloatArray) -> FloatArray:
    """Return part by whole; 1 where both sets are empty."""
    return np.divide(part, whole, out=np.ones_like(part), where=whole > 0)
