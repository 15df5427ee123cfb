"""Pairs of subjects that two scores put in the same order, and in opposite order."""

from __future__ import annotations

import numpy as np

from accord.base.keys import distinct_rows
from accord.data.scale import FloatArray, IntArray

__all__ = ["concordance"]

TABLE_CELLS = 30_000_000


def concordance(x: IntArray, y: IntArray, m: FloatArray) -> FloatArray:
    """For each subject the weight of those in the same order less those in the opposite order.

    That is Σ_j m_j sgn(x_i - x_j) sgn(y_i - y_j).

    Parameters
    ----------
    x, y
        Ranks, from 0 without gaps; equal ones are ties.
    m
        Weight of each subject.

    >>> concordance(np.array([0, 1, 2]), np.array([0, 2, 1]), np.ones(3)).tolist()
    [2.0, 0.0, 0.0]
    """
    rows, columns = int(x.max(initial=0)) + 1, int(y.max(initial=0)) + 1
    if rows * columns <= TABLE_CELLS:
        return _by_table(x, y, m, rows, columns)
    return _by_sorting(x, y, m)


def _by_table(x: IntArray, y: IntArray, m: FloatArray, rows: int, columns: int) -> FloatArray:
    table = np.bincount(x * columns + y, weights=m, minlength=rows * columns)
    table = table.reshape(rows, columns)
    for axis in (1, 0):
        upto = np.cumsum(table, axis=axis)
        total = upto[:, -1:] if axis else upto[-1:, :]
        table = 2 * upto - table - total  # below less above
    return np.asarray(table[x, y])


def _by_sorting(x: IntArray, y: IntArray, m: FloatArray) -> FloatArray:
    below = _dominated(x, y, m)
    same_y, same_x = _before(y, x, m), _before(x, y, m)  # and smaller in the other
    _, kind = distinct_rows(np.column_stack([x, y]), [int(x.max()) + 1, int(y.max()) + 1])
    both = np.bincount(kind, weights=m)[kind]
    less_x, upto_x = _less(x, m)
    less_y, upto_y = _less(y, m)
    above = m.sum() - upto_x - upto_y + below + same_x + same_y + both
    left = less_x - below - same_y  # smaller in x, greater in y
    right = less_y - below - same_x
    return np.asarray(below + above - left - right)


def _less(x: IntArray, m: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Weight of the subjects below each, and of those not above it."""
    each: FloatArray = np.bincount(x, weights=m).astype(np.float64)
    upto: FloatArray = np.cumsum(each)
    return (upto - each)[x], upto[x]


def _before(group: IntArray, x: IntArray, m: FloatArray) -> FloatArray:
    """Weight of the subjects of the same group with a smaller x."""
    order = np.lexsort((x, group))
    g, v, w = group[order], x[order], m[order]
    sums = np.concatenate([[0.0], np.cumsum(w)])
    new_group = np.flatnonzero(np.diff(g, prepend=g[0] - 1))
    new_value = np.flatnonzero((np.diff(g, prepend=g[0] - 1) != 0) | (np.diff(v, prepend=-1) != 0))
    start = np.repeat(new_group, np.diff(np.append(new_group, g.size)))
    first = np.repeat(new_value, np.diff(np.append(new_value, g.size)))
    found = np.empty(g.size)
    found[order] = sums[first] - sums[start]
    return found


def _dominated(x: IntArray, y: IntArray, m: FloatArray) -> FloatArray:
    """Weight of the subjects that are smaller in both.

    In the order of x the question is how much of what came before is smaller in y. It is settled
    bit by bit of y, from the highest: among those with equal higher bits, a 0 is smaller than a 1.
    """
    order = np.lexsort((-y, x))  # ties in x never come before one another with a smaller y
    place, found = order.copy(), np.zeros(x.size)
    for bit in range(int(y.max(initial=0)).bit_length() - 1, -1, -1):
        code = y[place]
        one = (code >> bit) & 1 == 1
        zeros = np.cumsum(np.where(one, 0.0, m[place]))
        block = code >> (bit + 1)
        starts = np.flatnonzero(np.diff(block, prepend=-1))
        before = np.concatenate([[0.0], zeros])[starts]
        earlier = zeros - np.repeat(before, np.diff(np.append(starts, block.size)))
        found[place[one]] += earlier[one]
        place = place[np.argsort(code >> bit, kind="stable")]
    return found
