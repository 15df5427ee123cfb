"""A scheme put to a scale: the weights of its categories, as a matrix or as sums."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from accord.errors import OptionError, UnsupportedError
from accord.joint import JointScale
from accord.scale import FloatArray, IntArray, Scale
from accord.weights.schemes import SCHEMES, Scheme, WeightsLike, scheme_named
from accord.weights.sums import squared_vector_sums

__all__ = ["Weights", "scheme_for", "weights_for"]

DENSE = 512  # up to so many categories the weights are a matrix
BLOCKED = 20_000  # up to so many, rows of the matrix are made and dropped in blocks
JOINT_BLOCKED = 50_000  # the same for vectors of responses, which have no other way


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
        self.q = len(points)
        if scheme.matrix is not None and len(scheme.matrix) != self.q:
            raise OptionError(
                f"the weight matrix has {len(scheme.matrix)} rows and the data have {self.q} "
                "categories. Declare the categories, in the matrix's order."
            )
        if scheme.name == "ratio" and points.min(initial=0.0) < 0:
            raise OptionError(
                f"ratio weights need values from 0 up; the scale has {points.min():g}."
            )
        self.whole = self._largest()

    def _largest(self) -> float:
        """Disagreement of the two categories that are furthest apart."""
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
        every = np.arange(self.q)
        return 1 - self.apart(every, every) / self.whole

    @property
    def dense(self) -> bool:
        """Whether a matrix is used."""
        return self.scheme.matrix is not None or self.q <= DENSE

    @property
    def steps(self) -> int:
        """Steps that a product takes per category: one, or as many as there are categories."""
        return 1 if self.scheme.sums is not None and not self.dense else self.q

    def between(self, a: IntArray, b: IntArray) -> FloatArray:
        """Weight of each pair of codes."""
        if self.dense:
            return np.asarray(self.matrix[a, b])
        return 1 - self._distance(self.points[a], self.points[b]) / self.whole

    def apart(self, a: IntArray, b: IntArray) -> FloatArray:
        """(A, B) disagreement δ of each of some categories and each of others, not scaled."""
        if self.scheme.matrix is not None:
            return np.asarray(1 - self.scheme.matrix[np.ix_(a, b)])
        return self._distance(self.points[a, None], self.points[None, b])

    def apply(self, x: FloatArray) -> FloatArray:
        """W x for x of shape (..., q)."""
        if self.dense:
            return np.asarray(x @ self.matrix.T)
        return np.asarray(x.sum(axis=-1, keepdims=True) - self._sums(x) / self.whole)

    def _sums(self, x: FloatArray) -> FloatArray:
        """Σ_l x_l δ(k, l) for every category k."""
        if self.scheme.sums is not None:
            return self.scheme.sums(self.points, x)
        if self.q > BLOCKED:
            fast = ", ".join(name for name, scheme in SCHEMES.items() if scheme.sums is not None)
            raise UnsupportedError(
                f"{self.scheme.name} weights over {self.q} distinct values would take "
                f"{self.q}² steps. Weights that do not: {fast}."
            )
        return self._sums_in_blocks(x)

    def _sums_in_blocks(self, x: FloatArray) -> FloatArray:
        every = np.arange(self.q)
        blocks = [x @ self.apart(every[k : k + 256], every).T for k in range(0, self.q, 256)]
        return np.concatenate(blocks, axis=-1)

    def squared_form(self, x: FloatArray, y: FloatArray) -> float:
        """Σ_kl x_k w_kl² y_l."""
        if self.scheme.name == "identity":
            return float(x @ self.apply(y))  # 0 and 1 are their own squares
        rows, columns = np.flatnonzero(x), np.flatnonzero(y)
        if max(rows.size, columns.size) > BLOCKED:
            raise UnsupportedError(
                f"squared weights over {self.q} distinct values would take {self.q}² steps"
            )
        blocks = (rows[k : k + 256] for k in range(0, rows.size, 256))
        return float(
            sum(
                x[some] @ (1 - self.apart(some, columns) / self.whole) ** 2 @ y[columns]
                for some in blocks
            )
        )

    @cached_property
    def total(self) -> float:
        """T_w: the sum of all weights."""
        return float(self.apply(np.ones(self.q)).sum())


class JointWeights(Weights):
    """Weights of ratings with several responses, by their Euclidean distance.

    A nominal response adds 0 or 1 to the squared distance, in its unit. The whole is the distance
    from one end of every response to the other.
    """

    def __init__(self, scheme: Scheme, scale: JointScale) -> None:
        if scheme.radial is None:
            fit = ", ".join(
                n for n, s in SCHEMES.items() if s.radial is not None or n == "identity"
            )
            raise OptionError(
                f"{scheme.name} weights are for single ratings; ratings with several responses "
                f"take identity, {fit}."
            )
        self.scale = scale
        self.nominal = scale.nominal
        super().__init__(scheme, scale.points)

    @property
    def steps(self) -> int:
        """Steps that a product takes per category."""
        return 1 if self.scheme.name == "quadratic" and not self.dense else self.q

    def _radial(self, squared: FloatArray) -> FloatArray:
        assert self.scheme.radial is not None
        return self.scheme.radial(np.sqrt(squared))

    def _largest(self) -> float:
        reach = [1.0 if s.level == "nominal" else np.ptp(s.points) for s in self.scale.scales]
        squared = np.atleast_1d(np.sum((np.array(reach) / self.scale.units) ** 2))
        return float(self._radial(squared)[0]) or 1.0

    def _distance(self, a: FloatArray, b: FloatArray) -> FloatArray:
        gap = np.square(a - b)
        gap[..., self.nominal] = (a != b)[..., self.nominal] / self.scale.units[self.nominal] ** 2
        return self._radial(gap.sum(axis=-1))

    def apart(self, a: IntArray, b: IntArray) -> FloatArray:
        """(A, B) disagreement δ of each of some categories and each of others, not scaled."""
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
                f"{self.scheme.name} weights over {self.q} distinct vectors of responses would "
                f"take {self.q}² steps. Quadratic weights do not; neither do rounded responses."
            )
        return self._sums_in_blocks(x)


def _mid_ranks(scale: Scale, counts: FloatArray) -> FloatArray:
    """Mid-rank of each category: by value where categories have values, else as listed."""
    order = np.argsort(scale.points, kind="stable")
    ranks = np.empty(scale.size)
    ranks[order] = np.cumsum(counts[order]) - counts[order] / 2
    return ranks


def scheme_for(weights: WeightsLike | None, scale: Scale) -> Scheme:
    """Scheme that is asked for, or else the usual one of a scale.

    That is identity, or with several responses linear: by their Euclidean distance.
    """
    if weights is not None:
        return scheme_named(weights)
    return SCHEMES["linear" if isinstance(scale, JointScale) else "identity"]


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
    if isinstance(scale, JointScale) and scheme.matrix is None:
        if scheme.name == "identity":
            return Weights(scheme, np.arange(float(scale.size)))
        return JointWeights(scheme, scale)
    if scheme.by_data:
        if marginals is None:
            raise OptionError(f"{scheme.name} weights need the data.")
        return Weights(scheme, _mid_ranks(scale, marginals))
    if scheme.by_rank:
        return Weights(scheme, _mid_ranks(scale, np.ones(scale.size)) + 0.5)
    return Weights(scheme, scale.points)
