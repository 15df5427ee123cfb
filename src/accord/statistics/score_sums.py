"""The sums over subjects with a truth and a score of which metrics are composed."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from accord.data.marks import Grid
from accord.data.scale import FloatArray, IntArray
from accord.statistics.calculus import Quantity
from accord.statistics.dominance import concordance

__all__ = ["ScoreSums"]

ROUNDING = 1e-12  # relative size up to which a moment is a rounding error


class ScoreSums:
    """Truth ``x`` and score ``y`` of the records of a table, at B weightings of the records.

    Sums are `Quantity` objects, so every metric has a derivative by the weight of each record, and
    with it a standard error and a covariance with any other statistic of the table.

    Parameters
    ----------
    x, y
        (P,) truth and score, NaN where there is none.
    m
        (B, P) weights of the records; the first row has those of the data.
    people
        (P, h) scores of each person, if the truth is formed from several.
    grid
        Grid of the marks; None where scores are not marks.
    """

    def __init__(
        self,
        x: FloatArray,
        y: FloatArray,
        m: FloatArray,
        people: FloatArray | None = None,
        grid: Grid | None = None,
    ) -> None:
        self.both: npt.NDArray[np.bool_] = ~(np.isnan(x) | np.isnan(y))
        self.x = np.where(self.both, x, 0.0)
        self.y = np.where(self.both, y, 0.0)
        self.m = m * self.both
        self.people = people
        self.grid = grid

    # --- sums over subjects ---

    def total(self, values: FloatArray) -> Quantity:
        """Return Σ m f over the subjects with both scores."""
        kept = np.where(self.both, values, 0.0)
        return Quantity(self.m @ kept, lambda: kept)

    def group_totals(self, group: IntArray, values: FloatArray | float = 1.0) -> FloatArray:
        """Return (B, K) Σ m f over the subjects of each group."""
        return np.stack([np.bincount(group, weights=row) for row in self.m * values])

    @property
    def subjects(self) -> FloatArray:
        """(P,) subjects of each record that have both scores."""
        return np.asarray(self.m[0])

    @cached_property
    def n(self) -> Quantity:
        """Number of subjects with both scores."""
        return self.total(np.ones(self.x.size))

    def mean(self, values: FloatArray) -> Quantity:
        """Return the mean over the subjects with both scores."""
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
        """Return values less their mean."""
        if self.both.any() and np.ptp(values[self.both]) == 0:
            return np.zeros_like(values)  # without rounding errors
        return np.asarray(values - mean.value[0])

    def _moment(self, a: FloatArray, b: FloatArray) -> Quantity:
        """Return the mean product of deviations from the mean; rounding errors are set to 0."""
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
    def mark_range(self) -> float:
        """Highest mark less the lowest; those of the truth without a grid."""
        if self.grid is not None:
            return self.grid.high - self.grid.low
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
        """(P,) weight of the concordant subjects of each, less that of the discordant ones."""
        (x, y), kept = self.ranks, self.both
        each = np.zeros(self.x.size)
        each[kept] = concordance(x[kept], y[kept], self.m[0, kept])
        return each

    @cached_property
    def net_concordance(self) -> Quantity:
        """Concordant pairs less discordant pairs, each counted twice.

        Other weightings differ from the first in few records, so the pairs of these are
        subtracted.
        """
        each = self.concordant
        net = float(self.m[0] @ each)
        removed = self.m[0] - self.m[1:]
        without = [net - 2 * (row @ each) + self._net_among(row) for row in removed]
        return Quantity(np.append(net, without), lambda: 2 * each)

    def _net_among(self, weights: FloatArray) -> float:
        """Return concordant pairs less discordant pairs among the subjects with a weight."""
        rows = np.flatnonzero(weights)
        if rows.size < 2:
            return 0.0
        x, y = (np.unique(ranks[rows], return_inverse=True)[1] for ranks in self.ranks)
        return float(weights[rows] @ concordance(x, y, weights[rows]))
