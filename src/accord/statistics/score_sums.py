"""Sums over subjects that have a truth and a score: what formulas of metrics are made of."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from accord.data.scale import FloatArray, IntArray
from accord.statistics.calculus import Quantity
from accord.statistics.dominance import concordance

__all__ = ["ScoreSums"]

ROUNDING = 1e-12  # relative size of a moment that is only rounding error


class ScoreSums:
    """Truth ``x`` and score ``y`` of the records of a table, at B weightings of the records.

    Sums are `Quantity` objects, so every metric made of them has a slope in each record, and with
    it a standard error and a covariance with any other statistic of the table.

    Parameters
    ----------
    x, y
        (P,) truth and score, NaN where there is none.
    m
        (B, P) weight of each record; the first row is that of the data.
    people
        (P, h) scores of each person, where the truth is made of several.
    reach
        Range of the marks, highest less lowest; that of the truth if not given.
    """

    def __init__(
        self,
        x: FloatArray,
        y: FloatArray,
        m: FloatArray,
        people: FloatArray | None = None,
        reach: float | None = None,
    ) -> None:
        self.both: npt.NDArray[np.bool_] = ~(np.isnan(x) | np.isnan(y))
        self.x = np.where(self.both, x, 0.0)
        self.y = np.where(self.both, y, 0.0)
        self.m = m * self.both
        self.people = people
        self._reach = reach

    # --- sums over subjects ---

    def total(self, values: FloatArray) -> Quantity:
        """Σ m f over the subjects that have both scores."""
        kept = np.where(self.both, values, 0.0)
        return Quantity(self.m @ kept, lambda: kept)

    def total_of_each(self, group: IntArray, values: FloatArray | float = 1.0) -> FloatArray:
        """(B, K) Σ m f over the subjects of each group."""
        return np.stack([np.bincount(group, weights=row) for row in self.m * values])

    @cached_property
    def n(self) -> Quantity:
        """Number of subjects with both scores."""
        return self.total(np.ones(self.x.size))

    def mean(self, values: FloatArray) -> Quantity:
        """Mean over the subjects with both scores."""
        return self.total(values) / self.n

    @cached_property
    def mean_x(self) -> Quantity:
        """Mean truth."""
        return self.mean(self.x)

    @cached_property
    def mean_y(self) -> Quantity:
        """Mean score."""
        return self.mean(self.y)

    def _centred(self, values: FloatArray, mean: Quantity) -> FloatArray:
        """Values less their mean."""
        if self.both.any() and np.ptp(values[self.both]) == 0:
            return np.zeros_like(values)  # and not what rounding leaves
        return np.asarray(values - mean.value[0])

    def _moment(self, a: FloatArray, b: FloatArray) -> Quantity:
        """Mean product of deviations from the mean; rounding errors are set to 0."""
        product, shift_a, shift_b = self.mean(a * b), self.mean(a), self.mean(b)
        moment = product - shift_a * shift_b
        rounding = np.abs(moment.value) <= ROUNDING * np.abs(product.value)
        return Quantity(np.where(rounding, 0.0, moment.value), lambda: moment.slope)

    @cached_property
    def var_x(self) -> Quantity:
        """Variance of the truth, over n."""
        x = self._centred(self.x, self.mean_x)
        return self._moment(x, x)

    @cached_property
    def var_y(self) -> Quantity:
        """Variance of the scores, over n."""
        y = self._centred(self.y, self.mean_y)
        return self._moment(y, y)

    @cached_property
    def cov(self) -> Quantity:
        """Covariance, over n."""
        return self._moment(self._centred(self.x, self.mean_x), self._centred(self.y, self.mean_y))

    @property
    def unbiased(self) -> Quantity:
        """Factor n/(n-1) that makes a variance unbiased."""
        return self.n / (self.n - 1.0)

    @property
    def difference(self) -> FloatArray:
        """(P,) score less truth."""
        return self.y - self.x

    @property
    def reach(self) -> float:
        """Range of the marks."""
        if self._reach is not None:
            return self._reach
        return float(np.ptp(self.x[self.both])) if self.both.any() else 0.0

    # --- order of the subjects ---

    @cached_property
    def ranks(self) -> tuple[IntArray, IntArray]:
        """(P,) ranks of truth and score among the subjects with both, from 0 without gaps."""
        first, second = (self._ranks(values) for values in (self.x, self.y))
        return first, second

    def _ranks(self, values: FloatArray) -> IntArray:
        ranks = np.zeros(values.size, dtype=np.int64)
        ranks[self.both] = np.unique(values[self.both], return_inverse=True)[1]
        return ranks

    @cached_property
    def concordant(self) -> FloatArray:
        """(P,) weight of the subjects in the same order as each, less those in opposite order."""
        (x, y), kept = self.ranks, self.both
        each = np.zeros(self.x.size)
        each[kept] = concordance(x[kept], y[kept], self.m[0, kept])
        return each

    @cached_property
    def net_concordance(self) -> Quantity:
        """Pairs in the same order less those in opposite order, each counted twice.

        Weightings other than the first differ from it in few records, so what is removed is
        subtracted.
        """
        each = self.concordant
        net = float(self.m[0] @ each)
        without = [net - 2 * (gone @ each) + self._among(gone) for gone in self.m[0] - self.m[1:]]
        return Quantity(np.append(net, without), lambda: 2 * each)

    def _among(self, weights: FloatArray) -> float:
        """Pairs in the same order less those in opposite order, among some subjects only."""
        some = np.flatnonzero(weights)
        if some.size < 2:
            return 0.0
        x, y = (np.unique(ranks[some], return_inverse=True)[1] for ranks in self.ranks)
        return float(weights[some] @ concordance(x, y, weights[some]))
