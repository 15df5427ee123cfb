"""The restricted likelihood of the variance components of subjects × raters.

A rating is y = μ + s_i + r_j + i_ij + e with independent normal terms, any number of times for each
subject and rater. The likelihood is a function of the number of ratings, the mean and the sum of
squares within of each cell. Subjects with the same numbers of ratings by each rater form a pattern;
they enter by their number, their mean and the triangular factor of their deviations from it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from accord.data.scale import FloatArray, IntArray
from accord.errors import UnsupportedError

__all__ = ["LikelihoodPoint", "RatingCells", "RestrictedLikelihood", "too_many"]

MOST_CELLS = 20_000_000  # of the table of subjects × raters: 160 MB


def too_many(subjects: int, raters: int) -> UnsupportedError:
    """Return the error of tables that are too large."""
    return UnsupportedError(
        f"restricted likelihood of {subjects:,} subjects × {raters:,} raters: there are too many "
        "of both. Use the default estimator."
    )


@dataclass(frozen=True, slots=True)
class RatingCells:
    """Ratings by subject and rater; subjects are in the order of their patterns.

    Parameters
    ----------
    counts
        (n, k) number of ratings of each cell.
    means
        (n, k) their means; 0 in empty cells.
    within
        (n,) sum of squares within the cells of each subject.
    pattern
        (n,) code of the row of ``counts``.
    centre
        Mean of all ratings, which is subtracted from the means.
    """

    counts: FloatArray
    means: FloatArray
    within: FloatArray
    pattern: IntArray
    centre: float

    @classmethod
    def of(cls, subject: IntArray, rater: IntArray, y: FloatArray) -> RatingCells:
        """Return the cells of ratings with codes of subjects and raters from 0 on."""
        n, k = int(subject.max()) + 1, int(rater.max()) + 1
        if n * k > MOST_CELLS:
            raise too_many(n, k)
        centre = float(y.mean())
        y = y - centre
        cell = subject * k + rater
        counts = np.bincount(cell, minlength=n * k).astype(np.float64)
        means = np.bincount(cell, weights=y, minlength=n * k) / np.maximum(counts, 1.0)
        within = np.bincount(subject, weights=(y - means[cell]) ** 2).astype(np.float64)
        return cls._grouped(counts.reshape(n, k), means.reshape(n, k), within, centre)

    @classmethod
    def _grouped(
        cls, counts: FloatArray, means: FloatArray, within: FloatArray, centre: float
    ) -> RatingCells:
        pattern = np.unique(counts, axis=0, return_inverse=True)[1].reshape(-1)
        order = np.argsort(pattern, kind="stable")
        return cls(counts[order], means[order], within[order], pattern[order], centre)

    @classmethod
    def of_table(cls, values: FloatArray) -> RatingCells:
        """Return the cells of a table of subjects × raters, NaN where a rating is missing."""
        centre = float(np.nanmean(values))
        rated = ~np.isnan(values)
        means = np.where(rated, values - centre, 0.0)
        return cls._grouped(rated.astype(np.float64), means, np.zeros(len(values)), centre)

    @classmethod
    def of_subjects(
        cls, sizes: FloatArray, means: FloatArray, within: FloatArray, centre: float
    ) -> RatingCells:
        """Return the cells of subjects with numbers, means and sums of squares of ratings."""
        return cls._grouped(sizes[:, None], means[:, None], within, centre)

    def select(self, chosen: np.ndarray) -> RatingCells:
        """Return the cells of some subjects, and of the raters who rated them."""
        counts = self.counts[chosen]
        used = counts.any(axis=0)
        return RatingCells(
            counts[:, used],
            self.means[chosen][:, used],
            self.within[chosen],
            self.pattern[chosen],
            self.centre,
        )

    @property
    def starts(self) -> IntArray:
        """First subject of each pattern."""
        return np.flatnonzero(np.diff(self.pattern, prepend=-1))

    @property
    def pooled(self) -> RatingCells:
        """The same ratings without their raters."""
        sizes = self.counts.sum(axis=1, keepdims=True)
        means = (self.counts * self.means).sum(axis=1, keepdims=True) / sizes
        between = (self.counts * (self.means - means) ** 2).sum(axis=1)
        return self._grouped(sizes, means, self.within + between, self.centre)

    @property
    def transposed(self) -> RatingCells:
        """Raters in place of subjects."""
        within = np.zeros(self.counts.shape[1])
        within[0] = self.within.sum()  # only the total matters
        return self._grouped(self.counts.T, self.means.T, within, self.centre)

    @property
    def total(self) -> float:
        """Sum of squares about the mean of all ratings."""
        mean = float((self.counts * self.means).sum() / self.counts.sum())
        return float(self.within.sum() + (self.counts * (self.means - mean) ** 2).sum())


@dataclass(frozen=True, slots=True)
class LikelihoodPoint:
    """-2 log restricted likelihood at some ratios of variances.

    Parameters
    ----------
    value
        The value.
    gradient
        (3,) its derivatives by the ratios.
    error
        Error variance that is most likely with these ratios.
    """

    value: float
    gradient: FloatArray
    error: float


class RestrictedLikelihood:
    r"""-2 log restricted likelihood, as a function of the ratios of components and error variance.

    Parameters
    ----------
    cells
        The ratings.
    fixed
        Whether raters are fixed effects; else they are random.

    Notes
    -----
    With the covariance :math:`V = \sigma^2_e H`, M ratings and p fixed effects X, the error
    variance is profiled out:

    .. math:: -2\ell = \log|H| + \log|X'H^{-1}X| + (M - p) \log(2 \pi e Q / (M - p))

    where :math:`Q = y'Py` and
    :math:`P = H^{-1} - H^{-1}X(X'H^{-1}X)^{-1}X'H^{-1}`. H is that of the subjects, whose inverse
    is explicit, plus the raters, who make a k × k matrix. Quadratic forms are sums of squares of
    residuals, so that no digits are lost where components are large.
    """

    def __init__(self, cells: RatingCells, fixed: bool = False) -> None:
        starts = cells.starts
        sizes = np.diff(starts, append=cells.pattern.size)
        self.counts, self.size = cells.counts[starts], sizes.astype(np.float64)
        self.means = np.add.reduceat(cells.means, starts, axis=0) / self.size[:, None]
        owner = np.repeat(np.arange(sizes.size), sizes)
        self.deviations, self.owner = _compress(cells.means - self.means[owner], starts, sizes)
        self.within = float(cells.within.sum())
        self.fixed = fixed
        self.shape = cells.counts.shape
        k = self.counts.shape[1]
        number = float(self.size @ self.counts.sum(axis=1))
        filled = float(self.size @ (self.counts > 0).sum(axis=1))
        self.df = number - (k if fixed else 1)
        self.scale = number / np.array([self.size.sum(), k, filled])
        """Ratings of a subject, of a rater and of a cell, on average."""

    def at(self, ratios: FloatArray) -> LikelihoodPoint:
        """Return the value, the gradient and the error variance.

        Parameters
        ----------
        ratios
            (3,) variance of subjects, raters and interaction over the error variance.
        """
        a, b, c = (float(ratio) for ratio in ratios)
        v = _Covariance(self.counts, self.size, a, b, c, self.fixed)
        z = self.size @ v.rows(self.means).solution
        scores = v.vectors.T @ (z - v.totals * (z.sum() / v.tau))
        effects = v.vectors @ (v.spread * scores)
        mean = float((z.sum() - v.totals @ effects) / v.tau)
        of_means = v.rows(self.means - mean - effects)
        of_rows = v.rows(self.deviations, self.owner)
        raters = 0.0 if self.fixed else float(np.sum((scores / (1 + b * v.values)) ** 2))
        q = self.within + float(self.size @ of_means.square + of_rows.square.sum()) + b * raters
        slopes = -np.array(
            [
                self.size @ of_means.total**2 + np.sum(of_rows.total**2),
                raters,
                self.size @ np.sum(of_means.solution**2, axis=1) + np.sum(of_rows.solution**2),
            ]
        )
        error = q / self.df
        if not error > 0:
            return LikelihoodPoint(-math.inf, np.full(3, math.nan), 0.0)
        value = v.log_det + self.df * (math.log(2 * math.pi * error) + 1)
        return LikelihoodPoint(value, v.traces() + slopes / error, error)


def _compress(
    deviations: FloatArray, starts: IntArray, sizes: IntArray
) -> tuple[FloatArray, IntArray]:
    """Return rows with the cross products of the deviations of each pattern, and their patterns.

    There are at most as many rows for a pattern as raters.
    """
    k, owner = deviations.shape[1], np.arange(sizes.size)
    kept = np.repeat((sizes > 1) & (sizes <= k), sizes)
    rows, owners = [deviations[kept]], [np.repeat(owner, sizes)[kept]]
    for p in np.flatnonzero(sizes > k):
        members = deviations[starts[p] : starts[p] + sizes[p]]
        rows.append(np.linalg.qr(members, mode="r"))
        owners.append(np.full(k, p))
    return np.concatenate(rows), np.concatenate(owners)


@dataclass(frozen=True, slots=True)
class _Solved:
    """Rows y of ratings, with the inverse A⁻¹ of the covariance of their subject.

    Parameters
    ----------
    square
        y'A⁻¹y.
    total
        1'A⁻¹y.
    solution
        A⁻¹y.
    """

    square: FloatArray
    total: FloatArray
    solution: FloatArray


class _Covariance:
    """The covariance H of the ratings, as patterns of subjects (A) and raters (Z): A + b ZZ'.

    The inverse of A is diag(w) - a ww'/(1 + a Σw) for each subject, with weights w of the cells.
    The raters follow by the eigenvalues of Z'(A⁻¹ - A⁻¹11'A⁻¹/τ)Z, where τ = 1'A⁻¹1.
    """

    def __init__(
        self, counts: FloatArray, size: FloatArray, a: float, b: float, c: float, fixed: bool
    ) -> None:
        self.size = size
        self.weight = counts / (1 + c * counts)
        self.sums = self.weight.sum(axis=1)
        self.shrink = 1 + a * self.sums
        self.factor = a / self.shrink
        self.part = self.weight / self.shrink[:, None]  # A⁻¹1
        self.totals = size @ self.part  # Z'A⁻¹1
        self.tau = float(self.totals.sum())
        crossed = np.diag(size @ self.weight) - self._products(size * self.factor)
        crossed -= np.outer(self.totals, self.totals) / self.tau
        values, self.vectors = np.linalg.eigh((crossed + crossed.T) / 2)
        self.values = np.maximum(values, 0.0)
        if fixed:  # the limit of large b; the first eigenvalue, 0, is that of the mean
            self.values, self.vectors = self.values[1:], self.vectors[:, 1:]
            self.spread, self.slope = 1 / self.values, 0.0
            of_raters = float(np.log(self.values).sum()) - math.log(counts.shape[1])
        else:
            self.spread = b / (1 + b * self.values)
            self.slope = float(np.sum(self.values / (1 + b * self.values)))
            of_raters = float(np.log1p(b * self.values).sum())
        of_subjects = size @ (np.log1p(c * counts).sum(axis=1) + np.log(self.shrink))
        self.log_det = float(of_subjects) + math.log(self.tau) + of_raters  # |H| |X'H⁻¹X|

    def _products(self, factor: FloatArray) -> FloatArray:
        """Return the sum over patterns of ww', each times a factor."""
        return np.asarray((self.weight * factor[:, None]).T @ self.weight)

    def rows(self, y: FloatArray, owner: IntArray | None = None) -> _Solved:
        """Return the products of rows of ratings, each of the pattern of its owner."""
        every: slice | IntArray = slice(None) if owner is None else owner
        weight, sums, shrink = self.weight[every], self.sums[every], self.shrink[every]
        mean = (weight * y).sum(axis=1) / sums
        rest = y - mean[:, None]
        return _Solved(
            (weight * rest**2).sum(axis=1) + mean**2 * sums / shrink,
            mean * sums / shrink,
            weight * (rest + (mean / shrink)[:, None]),
        )

    def traces(self) -> FloatArray:
        """Return the derivatives of the logarithm of the determinants by the three ratios."""
        size, own = self.size, self.sums / self.shrink  # 1'A⁻¹1
        turned = (self.part - np.outer(own, self.totals / self.tau)) @ self.vectors
        by_subject = size @ (own - own**2 / self.tau - turned**2 @ self.spread)
        squares = np.sum(self.weight**2, axis=1)
        inner = size @ np.sum(self.part**2, axis=1) / self.tau
        middle = (self.vectors * self.spread) @ self.vectors.T
        by_cell = size @ (self.sums - self.factor * squares) - inner
        by_cell -= np.sum(middle * self._second(squares, inner))
        return np.array([by_subject, self.slope, by_cell])

    def _second(self, squares: FloatArray, inner: float) -> FloatArray:
        """Return Z'(A⁻¹ - A⁻¹11'A⁻¹/τ)²Z."""
        size, factor = self.size, self.factor
        mixed = (self.weight**2 * (size * factor)[:, None]).T @ self.weight
        square = np.diag(size @ self.weight**2) - mixed - mixed.T
        square += self._products(size * factor**2 * squares)
        again = self.weight * self.part
        twice = size @ (again - self.weight * (factor * again.sum(axis=1))[:, None])  # Z'A⁻²1
        outer = np.outer(twice, self.totals) / self.tau
        square -= outer + outer.T
        return np.asarray(square + np.outer(self.totals, self.totals) * (inner / self.tau))
