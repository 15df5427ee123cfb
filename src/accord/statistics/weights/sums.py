"""Sums of disagreements in linear time: Σ_l x_l δ(k, l) for every category k.

The functions take the coordinates of the categories, ``points`` (q,), and ``x`` (..., q), and do
not compute the matrix of all pairs. Squared differences are also available for categories with
several responses, whose points are (q, c).
"""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt
from numpy.polynomial.chebyshev import chebvander

from accord.data.scale import FloatArray

__all__ = [
    "absolute_sums",
    "circular_sums",
    "ordinal_sums",
    "ratio_sums",
    "squared_sums",
    "squared_vector_sums",
    "unequal_sums",
]


def unequal_sums(points: FloatArray, x: FloatArray) -> FloatArray:
    """Return sums over the categories at other points."""
    distinct, index = np.unique(points, return_inverse=True)
    total = x.sum(axis=-1, keepdims=True)
    if distinct.size == points.size:
        return np.asarray(total - x)
    same = np.stack([np.bincount(index, weights=row) for row in np.atleast_2d(x)])
    return np.asarray(total - same.reshape(*x.shape[:-1], distinct.size)[..., index])


def squared_sums(points: FloatArray, x: FloatArray) -> FloatArray:
    """Return sums of (a-b)²."""
    v = points - points.mean()
    s0 = x.sum(axis=-1, keepdims=True)
    s1 = (x * v).sum(axis=-1, keepdims=True)
    s2 = (x * v**2).sum(axis=-1, keepdims=True)
    return np.asarray(v**2 * s0 - 2 * v * s1 + s2)


def absolute_sums(points: FloatArray, x: FloatArray) -> FloatArray:
    """Return sums of |a-b|."""
    order = np.argsort(points, kind="stable")
    v, sorted_x = points[order] - points.mean(), x[..., order]
    below, moment = np.cumsum(sorted_x, axis=-1), np.cumsum(sorted_x * v, axis=-1)
    sums = v * (2 * below - below[..., -1:]) - (2 * moment - moment[..., -1:])
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    return np.asarray(sums[..., rank])


def ordinal_sums(points: FloatArray, x: FloatArray) -> FloatArray:
    """Return sums of |a-b| (|a-b| + 1)/2."""
    return (squared_sums(points, x) + absolute_sums(points, x)) / 2


def circular_sums(points: FloatArray, x: FloatArray) -> FloatArray:
    """Return sums of sin²(π(a-b)/(range+1))."""
    angle = 2 * np.pi * points / (np.ptp(points) + 1)
    cos, sin = np.cos(angle), np.sin(angle)
    c = (x * cos).sum(axis=-1, keepdims=True)
    s = (x * sin).sum(axis=-1, keepdims=True)
    return np.asarray((x.sum(axis=-1, keepdims=True) - cos * c - sin * s) / 2)


def ratio_sums(points: FloatArray, x: FloatArray) -> FloatArray:
    """Return sums of ((a-b)/(a+b))².

    With u = ln a this is tanh²((u-v)/2), which polynomials of degree 100 approximate to twelve
    digits or more. Zeros have no logarithm; their disagreement with all other points is 1.
    """
    zero = points == 0
    total, at_zero = x.sum(axis=-1, keepdims=True), x[..., zero].sum(axis=-1, keepdims=True)
    sums = np.broadcast_to(total - at_zero, x.shape).copy()  # the sums of the zeros
    if zero.all():
        return sums
    v, y = points[~zero], x[..., ~zero]
    if v.max() - v.min() < NARROW * v.min():
        others = _narrow_ratio_sums(np.log1p((v - v.min()) / v.min()), y)
    else:
        others = _wide_ratio_sums(np.log(v) - np.log(v.min()), y)
    sums[..., ~zero] = at_zero + others
    return sums


def _wide_ratio_sums(u: FloatArray, y: FloatArray) -> FloatArray:
    """Return sums of tanh²((u-v)/2) by Chebyshev polynomials in u and in v."""
    half = u.max() / 2
    pole = np.pi / half  # distance of the nearest poles, ±πi, which decides the convergence
    size = int(40 / np.log(pole + np.hypot(pole, 1))) + 8
    order, angle = np.arange(size), (np.arange(size) + 0.5) * np.pi / size
    basis = np.cos(np.outer(order, angle))  # at the nodes
    norm = np.where(order == 0, 1, 2) / size
    nodes = half * np.cos(angle)
    kernel = np.tanh((nodes[:, None] - nodes) / 2) ** 2
    blocks = [slice(start, start + BLOCK) for start in range(0, u.size, BLOCK)]
    moments = sum(y[..., block] @ chebvander(u[block] / half - 1, size - 1) for block in blocks)
    series = moments * norm @ basis @ kernel @ basis.T * norm
    sums = [series @ chebvander(u[block] / half - 1, size - 1).T for block in blocks]
    return np.concatenate(sums, axis=-1)


BLOCK = 1 << 12  # points whose polynomials fit into the cache of a processor
NARROW = 0.02  # log range in which five terms of the series of tanh² are exact to rounding


def _narrow_ratio_sums(u: FloatArray, y: FloatArray) -> FloatArray:
    """Return sums of tanh²((u-v)/2) over a narrow range, by moments without cancellation."""
    half = (u - u.mean()) / 2
    moments = [(y * half**i).sum(axis=-1, keepdims=True) for i in range(11)]
    sums = np.zeros_like(y)
    for degree, factor in ((2, 1), (4, -2 / 3), (6, 17 / 45), (8, -62 / 315), (10, 1382 / 14175)):
        for i in range(degree + 1):
            sums += factor * comb(degree, i) * (-1) ** i * half ** (degree - i) * moments[i]
    return sums


def squared_vector_sums(
    points: FloatArray, nominal: npt.NDArray[np.bool_], units: FloatArray, x: FloatArray
) -> FloatArray:
    """Return sums of squared Euclidean distances, response by response.

    Parameters
    ----------
    points
        (q, c) coordinates.
    nominal, units
        (c,) whether a response is nominal, and the divisor of a nominal difference.
    """
    sums = np.zeros_like(x)
    for k, column in enumerate(points.T):
        if nominal[k]:
            sums += unequal_sums(column, x) / units[k] ** 2
        else:
            sums += squared_sums(column, x)
    return sums
