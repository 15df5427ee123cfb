"""The weights of a scheme on a scale, as a matrix or as sums."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np

from accord.data.scale import FloatArray, IntArray, Scale, SetScale, show_label
from accord.errors import UnsupportedError, WeightsError
from accord.statistics.weights.fitting import check_ordered, matrix_on
from accord.statistics.weights.functions import function_on
from accord.statistics.weights.schemes import (
    SCHEMES,
    SET_SCHEMES,
    Scheme,
    WeightsLike,
    scheme_named,
)
from accord.statistics.weights.sums import squared_vector_sums

__all__ = ["Weights", "weights_for"]

DENSE = 512  # largest number of categories for which the weights are a matrix
BLOCKED = 20_000  # largest number for which rows of the matrix are computed in blocks
SET_DENSE = 3_000  # the same as `DENSE` for sets of labels, which have no faster way: 72 MB
JOINT_BLOCKED = 50_000  # the same for vectors of responses, which have no faster way
SYMMETRIC = (
    "the weight matrix is not symmetric; coefficients that treat raters alike use its symmetric "
    "part (W + Wᵀ)/2."
)


class Weights:
    """The weights of one scheme on one scale.

    Parameters
    ----------
    scheme
        The scheme.
    points
        (q,) coordinates of the categories.
    notes
        Notes on the weights for readers of weighted values.

    Attributes
    ----------
    maximum
        Largest disagreement of two categories, which has weight 0.
    """

    def __init__(self, scheme: Scheme, points: FloatArray, notes: tuple[str, ...] = ()) -> None:
        self.scheme = scheme
        self.points = points
        self.q = len(points)
        self.notes = notes
        if scheme.name == "ratio" and points.min(initial=0.0) < 0:
            raise WeightsError(
                f"ratio weights need values from 0 up; the scale has {points.min():g}."
            )
        self.maximum = self._largest()

    def _largest(self) -> float:
        """Return the largest disagreement of two categories."""
        if self.q < 2 or self.scheme.matrix is not None:
            return 1.0
        if self.scheme.maximum is not None:
            return self.scheme.maximum(self.points) or 1.0
        low, high = self.points.min(), self.points.max()
        return float(self.scheme.distance(low, high, low, high)) or 1.0

    def _distance(self, a: FloatArray, b: FloatArray) -> FloatArray:
        return self.scheme.distance(a, b, self.points.min(), self.points.max())

    @cached_property
    def matrix(self) -> FloatArray:
        """(q, q) weights, for few categories."""
        if self.scheme.matrix is not None:
            return self.scheme.matrix
        codes = np.arange(self.q)
        return 1 - self.disagreement(codes, codes) / self.maximum

    @property
    def dense(self) -> bool:
        """Whether the weights are a matrix."""
        return self.scheme.matrix is not None or self.q <= DENSE

    @property
    def steps(self) -> int:
        """Steps of a product per category: one, or the number of categories."""
        return 1 if self.scheme.sums is not None and not self.dense else self.q

    def between(self, a: IntArray, b: IntArray) -> FloatArray:
        """Return the weight of each pair of codes."""
        if self.dense:
            return np.asarray(self.matrix[a, b])
        return 1 - self._distance(self.points[a], self.points[b]) / self.maximum

    def disagreement(self, a: IntArray, b: IntArray) -> FloatArray:
        """Return (A, B) disagreements δ of two lists of categories, not scaled."""
        if self.scheme.matrix is not None:
            return np.asarray(1 - self.scheme.matrix[np.ix_(a, b)])
        return self._distance(self.points[a, None], self.points[None, b])

    def apply(self, x: FloatArray) -> FloatArray:
        """Return W x for x of shape (..., q)."""
        if self.scheme.name == "identity" and self.scheme.matrix is None:
            return x
        if self.dense:
            return _rows_times(x, self.matrix.T)
        return np.asarray(x.sum(axis=-1, keepdims=True) - self._sums(x) / self.maximum)

    def apply_transposed(self, x: FloatArray) -> FloatArray:
        """Return Wᵀ x for x of shape (..., q)."""
        return _rows_times(x, self.matrix) if self.scheme.asymmetric else self.apply(x)

    @cached_property
    def symmetric(self) -> Weights:
        """The symmetric part (W + Wᵀ)/2, for statistics that treat raters alike."""
        if self.scheme.matrix is None or not self.scheme.asymmetric:
            return self
        part = (self.scheme.matrix + self.scheme.matrix.T) / 2
        return Weights(replace(self.scheme, matrix=part), self.points, (*self.notes, SYMMETRIC))

    @property
    def least(self) -> float:
        """Smallest weight, which is 0 for schemes other than matrices."""
        return 0.0 if self.scheme.matrix is None else float(self.scheme.matrix.min())

    def _sums(self, x: FloatArray) -> FloatArray:
        """Return Σ_l x_l δ(k, l) for every category k."""
        if self.scheme.sums is not None:
            return self.scheme.sums(self.points, x)
        if self.q > BLOCKED:
            linear = ", ".join(name for name, scheme in SCHEMES.items() if scheme.sums is not None)
            raise UnsupportedError(
                f"{self.scheme.name} weights of {self.q:,} distinct values would take {self.q:,}² "
                f"steps. Use weights that take fewer: {linear}."
            )
        return self._sums_in_blocks(x)

    def _sums_in_blocks(self, x: FloatArray) -> FloatArray:
        codes = np.arange(self.q)
        blocks = [x @ self.disagreement(codes[k : k + 256], codes).T for k in range(0, self.q, 256)]
        return np.concatenate(blocks, axis=-1)

    def squared_form(self, x: FloatArray, y: FloatArray) -> float:
        """Return Σ_kl x_k w_kl² y_l."""
        if self.scheme.name == "identity":
            return float(x @ self.apply(y))  # 0 and 1 are their own squares
        rows, columns = np.flatnonzero(x), np.flatnonzero(y)
        if max(rows.size, columns.size) > BLOCKED:
            raise UnsupportedError(
                f"squared weights of {self.q:,} distinct values would take {self.q:,}² steps"
            )
        blocks = (rows[k : k + 256] for k in range(0, rows.size, 256))
        return float(
            sum(
                x[block] @ (1 - self.disagreement(block, columns) / self.maximum) ** 2 @ y[columns]
                for block in blocks
            )
        )

    @cached_property
    def total(self) -> float:
        """T_w: the sum of all weights."""
        return float(self.apply(np.ones(self.q)).sum())


class JointWeights(Weights):
    """Weights of ratings with several responses, by their Euclidean distance.

    A nominal response adds 0 or 1 to the squared distance, in its unit. The maximum is the
    distance from the lowest to the highest value of all responses.
    """

    def __init__(self, scheme: Scheme, scale: Scale) -> None:
        if scheme.radial is None:
            fit = ", ".join(
                n for n, s in SCHEMES.items() if s.radial is not None or n == "identity"
            )
            raise WeightsError(
                f"{scheme.name} weights are for single ratings; ratings with several responses "
                f"take identity, {fit}."
            )
        self.scale = scale
        self.nominal = scale.nominal
        super().__init__(scheme, scale.points)

    @property
    def steps(self) -> int:
        """Steps of a product per category."""
        return 1 if self.scheme.name == "quadratic" and not self.dense else self.q

    def _radial(self, squared: FloatArray) -> FloatArray:
        assert self.scheme.radial is not None
        return self.scheme.radial(np.sqrt(squared))

    def _largest(self) -> float:
        ranges = [
            1.0 if nominal else np.ptp(s.points)
            for s, nominal in zip(self.scale.parts, self.nominal, strict=True)
        ]
        squared = np.atleast_1d(np.sum((np.array(ranges) / self.scale.units) ** 2))
        return float(self._radial(squared)[0]) or 1.0

    def _distance(self, a: FloatArray, b: FloatArray) -> FloatArray:
        squared = np.square(a - b)
        squared[..., self.nominal] = (a != b)[..., self.nominal] / self.scale.units[
            self.nominal
        ] ** 2
        return self._radial(squared.sum(axis=-1))

    def disagreement(self, a: IntArray, b: IntArray) -> FloatArray:
        """Return (A, B) disagreements δ of two lists of categories, not scaled."""
        from scipy.spatial.distance import cdist  # here: slow to import

        measured = ~self.nominal
        left, right = self.points[a], self.points[b]
        squared = cdist(left[:, measured], right[:, measured], "sqeuclidean")
        for k in np.flatnonzero(self.nominal):
            squared += (left[:, k, None] != right[None, :, k]) / self.scale.units[k] ** 2
        return self._radial(squared)

    def _sums(self, x: FloatArray) -> FloatArray:
        if self.scheme.name == "quadratic":
            return squared_vector_sums(self.points, self.nominal, self.scale.units, x)
        if self.q > JOINT_BLOCKED:
            raise UnsupportedError(
                f"{self.scheme.name} weights of {self.q:,} distinct vectors would take {self.q:,}² "
                "steps. Use quadratic weights, or round the responses."
            )
        return self._sums_in_blocks(x)


class SetWeights(Weights):
    """Weights of ratings that are sets of labels, by the labels that two sets have in common."""

    def __init__(self, scheme: Scheme, scale: SetScale) -> None:
        self.members = len(scale.members)
        self.table = scale.table.astype(np.float64)
        self.sizes = scale.sizes
        super().__init__(scheme, scale.positions)

    def _largest(self) -> float:
        return 1.0

    @property
    def dense(self) -> bool:
        """Whether the weights are a matrix."""
        return self.q <= SET_DENSE

    def _set_distance(self, common: FloatArray, a: FloatArray, b: FloatArray) -> FloatArray:
        assert self.scheme.set_distance is not None
        return self.scheme.set_distance(common, a, b, self.members)

    def between(self, a: IntArray, b: IntArray) -> FloatArray:
        """Return the weight of each pair of codes."""
        if self.dense:
            return np.asarray(self.matrix[a, b])
        common = np.einsum("il,il->i", self.table[a], self.table[b])
        return 1 - self._set_distance(common, self.sizes[a], self.sizes[b])

    def disagreement(self, a: IntArray, b: IntArray) -> FloatArray:
        """Return (A, B) distances of two lists of sets."""
        common = self.table[a] @ self.table[b].T
        one, other = np.broadcast_arrays(self.sizes[a, None], self.sizes[None, b])
        return self._set_distance(common, one, other)

    def _sums(self, x: FloatArray) -> FloatArray:
        if self.q > BLOCKED:
            raise UnsupportedError(
                f"{self.scheme.name} weights of {self.q:,} distinct sets would take {self.q:,}² "
                "steps. Leave out rare labels."
            )
        return self._sums_in_blocks(x)


def _rows_times(x: FloatArray, matrix: FloatArray) -> FloatArray:
    """Return x times a matrix, for x of shape (..., q).

    The rows are stacked, because NumPy multiplies a stack of small matrices one at a time, which
    takes several times as long as a single product.
    """
    return np.asarray(x.reshape(-1, x.shape[-1]) @ matrix).reshape(x.shape)


def _mid_ranks(scale: Scale, counts: FloatArray) -> FloatArray:
    """Return the mid-rank of each category, by value if categories have values."""
    order = np.argsort(scale.points, kind="stable")
    ranks = np.empty(scale.size)
    ranks[order] = np.cumsum(counts[order]) - counts[order] / 2
    return ranks


def weights_for(weights: WeightsLike, scale: Scale, marginals: FloatArray | None = None) -> Weights:
    """Return the weights of a scheme, or of a matrix, on a scale.

    Weights that need an order of categories raise an error if none is known. A matrix is aligned
    with the scale by its labels, and checked.

    Parameters
    ----------
    marginals
        (q,) number of ratings per category, for schemes that depend on the data.

    >>> weights_for("quadratic", Scale.declare([1, 2, 3])).matrix
    array([[1.  , 0.75, 0.  ],
           [0.75, 1.  , 0.75],
           [0.  , 0.75, 1.  ]])
    """
    scheme = scheme_named(weights)
    if scheme.matrix is not None:
        matrix, notes = matrix_on(scheme, scale)
        return Weights(replace(scheme, matrix=matrix, labels=None), scale.positions, notes)
    if scheme.function is not None:
        matrix, notes = function_on(scheme.function, scale)
        return Weights(replace(scheme, matrix=matrix), scale.positions, notes)
    if scheme.name != "identity" and (scale.holds_sets or scheme.set_distance is not None):
        return _set_weights(scheme, scale)
    if scheme.needs_order:
        check_ordered(f"{scheme.name} weights", scale)
    if scale.several:
        if scheme.name == "identity":
            return Weights(scheme, np.arange(float(scale.size)))
        return JointWeights(scheme, scale)
    notes = _order_notes(scale) if scheme.needs_order else ()
    if scheme.by_data:
        if marginals is None:
            raise WeightsError(f"{scheme.name} weights need the data.")
        return Weights(scheme, _mid_ranks(scale, marginals), notes)
    if scheme.by_rank:
        return Weights(scheme, _mid_ranks(scale, np.ones(scale.size)) + 0.5, notes)
    return Weights(scheme, scale.points, notes)


def _set_weights(scheme: Scheme, scale: Scale) -> SetWeights:
    """Return the weights of sets of labels; an error if ratings or weights are of another kind."""
    if not isinstance(scale, SetScale):
        raise WeightsError(
            f"{scheme.name} weights compare sets of labels, and the ratings are single labels. "
            "Give lists or sets of labels, or state how labels are separated within a cell: "
            "sets=';', on the command line --sets ';'."
        )
    if scheme.set_distance is None:
        raise WeightsError(
            f"{scheme.name} weights are for single labels, and the ratings are sets of labels, "
            f"which take identity, {', '.join(SET_SCHEMES)}, or a function of two sets."
        )
    return SetWeights(scheme, scale)


def _order_notes(scale: Scale) -> tuple[str, ...]:
    """Return a note on an inferred order, so that a reader can check it."""
    if scale.size < 3 or scale.order not in INFERRED:
        return ()
    shown = " < ".join(show_label(label) for label in scale.first(SHOWN))
    more = " < …" if scale.size > SHOWN else ""
    return (f"the order of the categories is {INFERRED[scale.order]}: {shown}{more}.",)


INFERRED = {
    "recognised": "that of a well-known vocabulary",
    "numbered": "that of the numbers in their labels",
    "codes": "that of the codes behind the value labels",
}
SHOWN = 8  # categories that a note lists
