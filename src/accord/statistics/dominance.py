"""Concordant and discordant pairs of subjects, in O(n log n) time."""

from __future__ import annotations

import numpy as np

from accord.base.keys import distinct_rows
from accord.data.scale import FloatArray, IntArray

__all__ = ["concordance"]

TABLE_CELLS = 30_000_000  # largest table of ranks by ranks: 240 MB


def concordance(x: IntArray, y: IntArray, m: FloatArray) -> FloatArray:
    """Return the weight of the subjects concordant with each, less that of the discordant ones.

    That is Σ_j m_j sgn(x_i - x_j) sgn(y_i - y_j).

    Parameters
    ----------
    x, y
        Ranks, from 0 without gaps; equal ranks are ties.
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
        sums = np.cumsum(table, axis=axis)
        total = sums[:, -1:] if axis else sums[-1:, :]
        table = 2 * sums - table - total  # weight below less weight above
    return np.asarray(table[x, y])


def _by_sorting(x: IntArray, y: IntArray, m: FloatArray) -> FloatArray:
    below = _weight_below_in_both(x, y, m)
    same_y, same_x = _weight_below_in_group(y, x, m), _weight_below_in_group(x, y, m)
    _, kind = distinct_rows(np.column_stack([x, y]), [int(x.max()) + 1, int(y.max()) + 1])
    both = np.bincount(kind, weights=m)[kind]
    less_x, at_most_x = _cumulative_weights(x, m)
    less_y, at_most_y = _cumulative_weights(y, m)
    above = m.sum() - at_most_x - at_most_y + below + same_x + same_y + both
    discordant_x = less_x - below - same_y  # smaller in x, greater in y
    discordant_y = less_y - below - same_x
    return np.asarray(below + above - discordant_x - discordant_y)


def _cumulative_weights(x: IntArray, m: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the weight of the subjects below each, and of those not above it."""
    weights: FloatArray = np.bincount(x, weights=m).astype(np.float64)
    at_most: FloatArray = np.cumsum(weights)
    return (at_most - weights)[x], at_most[x]


def _weight_below_in_group(group: IntArray, x: IntArray, m: FloatArray) -> FloatArray:
    """Return the weight of the subjects of the same group with a smaller x."""
    order = np.lexsort((x, group))
    g, v, w = group[order], x[order], m[order]
    sums = np.concatenate([[0.0], np.cumsum(w)])
    new_group = np.flatnonzero(np.diff(g, prepend=g[0] - 1))
    new_value = np.flatnonzero((np.diff(g, prepend=g[0] - 1) != 0) | (np.diff(v, prepend=-1) != 0))
    start = np.repeat(new_group, np.diff(np.append(new_group, g.size)))
    first = np.repeat(new_value, np.diff(np.append(new_value, g.size)))
    weight = np.empty(g.size)
    weight[order] = sums[first] - sums[start]
    return weight


def _weight_below_in_both(x: IntArray, y: IntArray, m: FloatArray) -> FloatArray:
    """Return the weight of the subjects that are smaller in x and in y.

    In the order of x, this is the weight of the previous subjects with a smaller y. It is summed
    over the bits of y, from the highest: of two subjects with equal higher bits, the one with a 0
    is smaller than the one with a 1.
    """
    order = np.lexsort((-y, x))  # among ties in x, none follows a smaller y
    index, weight = order.copy(), np.zeros(x.size)
    for bit in range(int(y.max(initial=0)).bit_length() - 1, -1, -1):
        code = y[index]
        one = (code >> bit) & 1 == 1
        zeros = np.cumsum(np.where(one, 0.0, m[index]))
        block = code >> (bit + 1)
        starts = np.flatnonzero(np.diff(block, prepend=-1))
        before = np.concatenate([[0.0], zeros])[starts]
        earlier = zeros - np.repeat(before, np.diff(np.append(starts, block.size)))
        weight[index[one]] += earlier[one]
        index = index[np.argsort(code >> bit, kind="stable")]
    return weight
