"""Agreement weights: how much a pair of different ratings counts as agreement.

A weight is 1 for equal ratings and falls towards 0 as they part. One function per scheme gives the
*disagreement* δ(a, b) of two points of the scale; the weight is 1 - δ/max δ. Points are the
categories' values if they are numbers, and their ranks if not.

For a few categories the weights are a matrix. For many (ids, continuous scores) no matrix is ever
built: the schemes that can be summed in linear time say how, in ``sums``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.errors import OptionError, UnknownNameError, UnsupportedError
from accord.scale import FloatArray, IntArray, Scale

__all__ = ["SCHEMES", "Scheme", "Weights", "WeightsLike", "scheme_named", "weights_for", "within"]

WeightsLike: TypeAlias = "str | npt.ArrayLike | Scheme"
Distance: TypeAlias = Callable[..., FloatArray]  # (a, b, low, high)
Sums: TypeAlias = Callable[[FloatArray, FloatArray], FloatArray]

DENSE = 512  # up to so many categories the weights are a matrix
BLOCKED = 20_000  # up to so many, rows of the matrix are made and dropped in blocks


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way to weight disagreements.

    Parameters
    ----------
    distance
        δ(a, b), elementwise over points; it is also told the ends of the scale.
    sums
        (points, x) → Σ_l x_l δ(k, l) for every k in linear time, where that is possible.
    by_rank
        Whether points are always ranks 1..q.
    by_data
        Whether points are mid-ranks of the ratings at hand, so that weights follow the data.
    whole
        max δ over the points, where it is not between the outermost two.
    """

    name: str
    summary: str
    references: tuple[str, ...]
    distance: Distance
    sums: Sums | None = None
    by_rank: bool = False
    by_data: bool = False
    whole: Callable[[FloatArray], float] | None = None
    matrix: FloatArray | None = None


SCHEMES: dict[str, Scheme] = {}


def _register(name: str, summary: str, *references: str, **facts: Any) -> Callable[..., Distance]:
    def add(distance: Distance) -> Distance:
        SCHEMES[name] = Scheme(name, summary, references, distance, **facts)
        return distance

    return add


# --- sums in linear time: Σ_l x_l δ(k, l) -----------------------------------------------------


def _unequal_sums(points: FloatArray, x: FloatArray) -> FloatArray:
    distinct, index = np.unique(points, return_inverse=True)
    total = x.sum(axis=-1, keepdims=True)
    if distinct.size == points.size:
        return np.asarray(total - x)
    same = np.stack([np.bincount(index, weights=row) for row in np.atleast_2d(x)])
    return np.asarray(total - same.reshape(*x.shape[:-1], distinct.size)[..., index])


def _squared_sums(points: FloatArray, x: FloatArray) -> FloatArray:
    v = points - points.mean()
    s0 = x.sum(axis=-1, keepdims=True)
    s1 = (x * v).sum(axis=-1, keepdims=True)
    s2 = (x * v**2).sum(axis=-1, keepdims=True)
    return np.asarray(v**2 * s0 - 2 * v * s1 + s2)


def _absolute_sums(points: FloatArray, x: FloatArray) -> FloatArray:
    order = np.argsort(points, kind="stable")
    v, sorted_x = points[order] - points.mean(), x[..., order]
    below, moment = np.cumsum(sorted_x, axis=-1), np.cumsum(sorted_x * v, axis=-1)
    sums = v * (2 * below - below[..., -1:]) - (2 * moment - moment[..., -1:])
    back = np.empty_like(order)
    back[order] = np.arange(order.size)
    return np.asarray(sums[..., back])


def _ordinal_sums(points: FloatArray, x: FloatArray) -> FloatArray:
    return (_squared_sums(points, x) + _absolute_sums(points, x)) / 2


def _circular_sums(points: FloatArray, x: FloatArray) -> FloatArray:
    angle = 2 * np.pi * points / (np.ptp(points) + 1)
    cos, sin = np.cos(angle), np.sin(angle)
    c = (x * cos).sum(axis=-1, keepdims=True)
    s = (x * sin).sum(axis=-1, keepdims=True)
    return np.asarray((x.sum(axis=-1, keepdims=True) - cos * c - sin * s) / 2)


def _ratio_sums(points: FloatArray, x: FloatArray) -> FloatArray:
    """Sums of ((a-b)/(a+b))² in linear time.

    With u = ln a this is tanh²((u-v)/2) = 1 - sech²((u-v)/2), a function of u - v alone, whose
    Fourier transform 4πω/sinh(πω) falls so fast that a hundred frequencies give every digit.
    Zeros have no logarithm; they disagree wholly with all but themselves.
    """
    zero = points == 0
    total, none = x.sum(axis=-1, keepdims=True), x[..., zero].sum(axis=-1, keepdims=True)
    sums = np.broadcast_to(total - none, x.shape).copy()  # as the zeros have it
    if zero.all():
        return sums
    v, y = points[~zero], x[..., ~zero]
    if v.max() - v.min() < NARROW * v.min():
        near = _narrow_ratio_sums(np.log1p((v - v.min()) / v.min()), y)
    else:
        near = _wide_ratio_sums(np.log(v / v.min()), y)
    sums[..., ~zero] = none + near
    return sums


def _wide_ratio_sums(u: FloatArray, y: FloatArray) -> FloatArray:
    """Sums of tanh²((u-v)/2) by Fourier series."""
    period = u.max() + 40.0  # the next period's copy of the kernel is below 4e-17
    step = 2 * np.pi / period
    turn = np.exp(1j * step * u)
    total = y.sum(axis=-1, keepdims=True)
    close = np.broadcast_to(4.0 / period * total, y.shape).copy()
    wave = np.ones_like(turn)
    for j in range(1, int(13.5 / step) + 2):
        wave *= turn
        height = 4 * np.pi * j * step / np.sinh(np.pi * j * step)
        amplitude = (y * wave.conj()).sum(axis=-1, keepdims=True)
        close += 2 * height / period * (amplitude * wave).real
    return np.asarray(total - close)


NARROW = 0.02  # a log range in which five terms of the series of tanh² give every digit


def _narrow_ratio_sums(u: FloatArray, y: FloatArray) -> FloatArray:
    """Sums of tanh²((u-v)/2) over a narrow range, by moments: no digits cancel."""
    half = (u - u.mean()) / 2
    moments = [(y * half**i).sum(axis=-1, keepdims=True) for i in range(11)]
    sums = np.zeros_like(y)
    for degree, factor in ((2, 1), (4, -2 / 3), (6, 17 / 45), (8, -62 / 315), (10, 1382 / 14175)):
        for i in range(degree + 1):
            sums += factor * comb(degree, i) * (-1) ** i * half ** (degree - i) * moments[i]
    return sums


def _circular_whole(points: FloatArray) -> float:
    """Largest sin² over all pairs: for each point the partner nearest to half a turn away."""
    span = np.ptp(points) + 1
    ordered = np.sort(points)
    place = np.searchsorted(ordered, ordered + span / 2)
    partners = [np.clip(place + shift, 0, ordered.size - 1) for shift in (-1, 0)]
    return float(max(np.max(np.sin(np.pi * (ordered - ordered[p]) / span) ** 2) for p in partners))


def _bipolar_whole(points: FloatArray) -> float:
    low, high = points.min(), points.max()
    best = 0.0
    for start in range(0, points.size, 256):
        best = max(
            best, float(_bipolar(points[start : start + 256, None], points, low, high).max())
        )
    return best


# --- the schemes ------------------------------------------------------------------------------


@_register("identity", "only equal ratings agree", "cohen1960", sums=_unequal_sums)
def _identity(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
    return np.asarray(a != b, dtype=np.float64)


@_register("linear", "1 - |a-b|/range", "cicchetti1971", "gwet2014", sums=_absolute_sums)
def _linear(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
    return np.abs(a - b)


@_register("quadratic", "1 - (a-b)²/range²", "cohen1968", "fleiss1973", sums=_squared_sums)
def _quadratic(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
    return np.square(a - b)


@_register(
    "ordinal",
    "Gwet's ordinal weights: by the number of pairs of ranks from a to b",
    "gwet2014",
    sums=_ordinal_sums,
    by_rank=True,
)
def _ordinal(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
    d = np.abs(a - b)
    return np.asarray(d * (d + 1) / 2)


@_register(
    "krippendorff_ordinal",
    "Krippendorff's ordinal metric: squared difference of mid-ranks in the data",
    "krippendorff2019",
    sums=_squared_sums,
    by_data=True,
)
def _krippendorff_ordinal(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
    return np.square(a - b)


@_register("radical", "1 - √|a-b|/√range", "gwet2014")
def _radical(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
    return np.sqrt(np.abs(a - b))


@_register("ratio", "1 - ((a-b)/(a+b))², scaled", "gwet2014", "krippendorff2019", sums=_ratio_sums)
def _ratio(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
    total = a + b
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(a == b, 0.0, np.square((a - b) / total))


@_register(
    "circular",
    "1 - sin²(π(a-b)/(range+1)), scaled: the last category is next to the first",
    "gwet2014",
    "krippendorff2019",
    sums=_circular_sums,
    whole=_circular_whole,
)
def _circular(a: FloatArray, b: FloatArray, low: float, high: float) -> FloatArray:
    return np.asarray(np.sin(np.pi * (a - b) / (high - low + 1)) ** 2)


@_register(
    "bipolar",
    "1 - (a-b)²/((a+b-2min)(2max-a-b)), scaled: differences weigh more near the poles",
    "gwet2014",
    "krippendorff2019",
    whole=_bipolar_whole,
)
def _bipolar(a: FloatArray, b: FloatArray, low: float, high: float) -> FloatArray:
    depth = (a + b - 2 * low) * (2 * high - a - b)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(a == b, 0.0, (a - b) ** 2 / depth))


@_register("power", "1 - (|a-b|/range)^p; write power:1.5 (power alone is power:2)", "warrens2012")
def _power(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
    return np.square(a - b)


def within(distance: float) -> Scheme:
    """Scheme in which ratings at most ``distance`` points apart agree wholly."""
    if not distance >= 0:
        raise OptionError(f"ratings cannot be within {distance:g} points.")

    def beyond(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
        slack = 1e-12 * distance + 4e-16 * np.maximum(np.abs(a), np.abs(b))
        return np.asarray(np.abs(a - b) > distance + slack, dtype=np.float64)

    return Scheme(
        f"within:{distance:g}",
        f"ratings at most {distance:g} apart agree",
        (),
        beyond,
        whole=lambda _: 1.0,
    )


def scheme_named(weights: WeightsLike) -> Scheme:
    """Scheme by name, or made of a matrix.

    >>> scheme_named("power:1.5").name
    'power:1.5'
    """
    if isinstance(weights, Scheme):
        return weights
    if isinstance(weights, str):
        name, _, exponent = weights.partition(":")
        if name not in SCHEMES or (exponent and name != "power"):
            raise UnknownNameError("weights", weights, SCHEMES)
        scheme = SCHEMES[name]
        if not exponent:
            return scheme
        try:
            power = float(exponent)
        except ValueError:
            power = np.nan
        if not 0 < power < np.inf:
            raise OptionError(f"weights {weights!r}: the exponent must be a positive number.")
        return replace(scheme, name=weights, distance=lambda a, b, *_: np.abs(a - b) ** power)
    try:
        matrix = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        raise OptionError("weights must be a scheme's name or a matrix of numbers.") from None
    _check_matrix(matrix)
    return Scheme("matrix", "a matrix of one's own", (), _identity, matrix=matrix)


def _check_matrix(matrix: FloatArray) -> None:
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise OptionError(
            f"a weight matrix is square, a row and a column per category; this one has shape "
            f"{matrix.shape}."
        )
    for fault, what in (
        (~np.isfinite(matrix), "must be a number"),
        ((matrix < 0) | (matrix > 1), "must lie between 0 and 1"),
        (np.eye(len(matrix), dtype=bool) & (matrix != 1), "on the diagonal must be 1"),
        (~np.isclose(matrix, matrix.T, atol=1e-12), "must equal its mirror image"),
    ):
        if fault.any():
            k, l = np.argwhere(fault)[0]  # noqa: E741  (k and l are the literature's indices)
            raise OptionError(
                f"weight matrix, row {k + 1}, column {l + 1}: the weight {matrix[k, l]:g} {what}."
            )


class Weights:
    """The weights of one scheme on one scale.

    Parameters
    ----------
    scheme
        How disagreement grows.
    points
        (q,) where the categories lie.
    """

    def __init__(self, scheme: Scheme, points: FloatArray) -> None:
        self.scheme = scheme
        self.points = points
        self.q = points.size
        if scheme.matrix is not None and len(scheme.matrix) != self.q:
            raise OptionError(
                f"the weight matrix has {len(scheme.matrix)} rows and the data have {self.q} "
                "categories. Declare the categories, in the matrix's order."
            )
        if scheme.name == "ratio" and points.min(initial=0.0) < 0:
            raise OptionError(
                f"ratio weights need values from 0 up; the scale has {points.min():g}."
            )
        self._whole = self._largest()

    def _largest(self) -> float:
        if self.q < 2 or self.scheme.matrix is not None:
            return 1.0
        if self.scheme.whole is not None:
            return self.scheme.whole(self.points) or 1.0
        low, high = self.points.min(), self.points.max()
        return float(self.scheme.distance(low, high, low, high)) or 1.0

    def _distance(self, a: FloatArray, b: FloatArray) -> FloatArray:
        return self.scheme.distance(a, b, self.points.min(), self.points.max())

    @cached_property
    def matrix(self) -> FloatArray:
        """(q, q) weights; only for few categories."""
        if self.scheme.matrix is not None:
            return self.scheme.matrix
        return 1 - self._distance(self.points[:, None], self.points[None, :]) / self._whole

    @property
    def dense(self) -> bool:
        """Whether a matrix is used."""
        return self.scheme.matrix is not None or self.q <= DENSE

    def between(self, a: IntArray, b: IntArray) -> FloatArray:
        """Weight of each pair of codes."""
        if self.dense:
            return np.asarray(self.matrix[a, b])
        return 1 - self._distance(self.points[a], self.points[b]) / self._whole

    def apply(self, x: FloatArray) -> FloatArray:
        """W x for x of shape (..., q)."""
        if self.dense:
            return np.asarray(x @ self.matrix.T)
        if self.scheme.sums is not None:
            sums = self.scheme.sums(self.points, x)
        elif self.q <= BLOCKED:
            sums = np.concatenate(
                [
                    x @ self._distance(self.points[start : start + 256, None], self.points).T
                    for start in range(0, self.q, 256)
                ],
                axis=-1,
            )
        else:
            fast = ", ".join(name for name, scheme in SCHEMES.items() if scheme.sums is not None)
            raise UnsupportedError(
                f"{self.scheme.name} weights over {self.q} distinct values would take "
                f"{self.q}² steps. Weights that do not: {fast}."
            )
        return np.asarray(x.sum(axis=-1, keepdims=True) - sums / self._whole)

    @cached_property
    def total(self) -> float:
        """T_w: the sum of all weights."""
        return float(self.apply(np.ones(self.q)).sum())


def _mid_ranks(scale: Scale, counts: FloatArray) -> FloatArray:
    """Mid-rank of each category: by value where categories have values, else as listed."""
    order = np.argsort(scale.points, kind="stable")
    ranks = np.empty(scale.size)
    ranks[order] = np.cumsum(counts[order]) - counts[order] / 2
    return ranks


def weights_for(weights: WeightsLike, scale: Scale, marginals: FloatArray | None = None) -> Weights:
    """Weights on a scale.

    Parameters
    ----------
    marginals
        (q,) number of ratings per category, for schemes that follow the data.

    >>> weights_for("quadratic", Scale.declare([1, 2, 3])).matrix
    array([[1.  , 0.75, 0.  ],
           [0.75, 1.  , 0.75],
           [0.  , 0.75, 1.  ]])
    """
    scheme = scheme_named(weights)
    if scheme.by_data:
        if marginals is None:
            raise OptionError(f"{scheme.name} weights need the data.")
        return Weights(scheme, _mid_ranks(scale, marginals))
    if scheme.by_rank:
        return Weights(scheme, _mid_ranks(scale, np.ones(scale.size)) + 0.5)
    return Weights(scheme, scale.points)
