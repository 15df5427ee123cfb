"""Variance components of ratings with replicates, and of crossed designs with two facets.

Ratings with replicates may be unbalanced. Components are by the method of moments, for random
raters, and by Henderson's method 3 for fixed raters.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from accord.data.scale import FloatArray, IntArray

__all__ = [
    "CellSums",
    "RepeatedComponents",
    "fixed_raters",
    "one_factor",
    "random_raters",
    "two_facets",
    "two_facets_without_each",
]


ROUNDING = 1e-9  # smaller coefficients of components are 0


@dataclass(frozen=True, slots=True)
class RepeatedComponents:
    """Variance components of ratings with replicates; negative estimates are not set to 0.

    Parameters
    ----------
    subjects, raters, interaction, error
        Of the subjects, the raters, of both together, and of the replicates. The raters' is 0 if
        they are fixed.
    """

    subjects: float
    raters: float
    interaction: float
    error: float

    @property
    def inter(self) -> float:
        """Reliability of a rating by another rater."""
        s, r, i, e = self._cut
        total = s + r + i + e
        return s / total if total > 0 else np.nan

    @property
    def intra(self) -> float:
        """Reliability of a rating repeated by the same rater."""
        return self.intra_with(self.error)

    def intra_with(self, error: float) -> float:
        """Return the same with another error, such as that of one rater."""
        s, r, i, _ = self._cut
        total = s + r + i + max(error, 0.0)
        return (s + r + i) / total if total > 0 else np.nan

    @property
    def _cut(self) -> tuple[float, float, float, float]:
        s, r, i, e = (self.subjects, self.raters, self.interaction, self.error)
        return max(s, 0.0), max(r, 0.0), max(i, 0.0), max(e, 0.0)


class CellSums:
    """Sums of ratings by subject and rater.

    Parameters
    ----------
    subject, rater
        (M,) codes of the subject and of the rater of each rating.
    y
        (M,) ratings.
    """

    def __init__(self, subject: IntArray, rater: IntArray, y: FloatArray) -> None:
        y = y - y.mean()
        size = int(rater.max()) + 1
        key, cell = np.unique(subject * size + rater, return_inverse=True)
        self.counts: FloatArray = np.bincount(cell).astype(np.float64)
        self.totals: FloatArray = np.bincount(cell, weights=y).astype(np.float64)
        self.subject = np.unique(key // size, return_inverse=True)[1]
        self.rater = np.unique(key % size, return_inverse=True)[1]
        self.n, self.r = int(self.subject.max()) + 1, int(self.rater.max()) + 1
        self.number = float(y.size)
        self.whole = float(y @ y)
        self.correction = float(y.sum() ** 2 / y.size)
        self.within = self.whole - float(self.totals @ (self.totals / self.counts))
        spread = np.bincount(cell, weights=y**2) - self.totals**2 / self.counts
        self.by_rater = np.bincount(self.rater, weights=spread, minlength=self.r)
        self.df_by_rater = np.bincount(self.rater, weights=self.counts - 1, minlength=self.r)

    def _of(self, group: IntArray, x: FloatArray) -> FloatArray:
        return np.asarray(np.bincount(group, weights=x), dtype=np.float64)

    @cached_property
    def sizes(self) -> tuple[FloatArray, FloatArray]:
        """Number of ratings of each subject and of each rater."""
        return self._of(self.subject, self.counts), self._of(self.rater, self.counts)

    @cached_property
    def reductions(self) -> tuple[float, float, float]:
        """Ts, Tr and Tsr: sums of squared totals over numbers of ratings."""
        of_subject, of_rater = self.sizes
        by_subject = self._of(self.subject, self.totals) ** 2 / of_subject
        by_rater = self._of(self.rater, self.totals) ** 2 / of_rater
        return float(by_subject.sum()), float(by_rater.sum()), self.whole - self.within

    @property
    def error(self) -> float:
        """Variance of replicates within cells; NaN without any."""
        df = self.number - self.counts.size
        return self.within / df if df > 0 else np.nan


def one_factor(cells: CellSums, *, raters: bool = False) -> RepeatedComponents:
    """Return the components of subjects and of the rest, or of raters and of the rest.

    E(T2 - Ts) = (M - n) e,  E(Ts - T0) = (n - 1) e + (M - k1) s, and alike for raters, where the
    reliability is that of ratings by the same rater.
    """
    sizes, m = cells.sizes[int(raters)], cells.number
    between = cells.reductions[int(raters)]
    within, spread = m - sizes.size, m - float(sizes @ sizes) / m
    if not (within > 0 and spread > 0):  # a single subject, or no second rating of any
        return RepeatedComponents(np.nan, np.nan, 0.0, np.nan)
    e = (cells.whole - between) / within
    part = (between - cells.correction - (sizes.size - 1) * e) / spread
    return RepeatedComponents(0.0 if raters else part, part if raters else 0.0, 0.0, e)


def random_raters(cells: CellSums, *, interaction: bool = True) -> RepeatedComponents:
    """Return the components of a design with random raters, by the method of moments."""
    (of_subject, of_rater), m = cells.sizes, cells.number
    by_subject, by_rater, by_cell = cells.reductions
    squares = cells.counts**2
    k1, k2 = float(of_subject @ of_subject) / m, float(of_rater @ of_rater) / m
    k3 = float((squares / of_subject[cells.subject]).sum())
    k4 = float((squares / of_rater[cells.rater]).sum())
    k5, cell_count = float(squares.sum()) / m, cells.counts.size
    if not interaction:
        left = np.array(
            [[m - cells.n, 0, m - k3], [m - cells.r, m - k4, 0], [m - 1, m - k1, m - k2]]
        )
        right = [cells.whole - by_subject, cells.whole - by_rater, cells.whole - cells.correction]
        e, s, r = _solved(left, right)
        return RepeatedComponents(float(s), float(r), 0.0, float(e))
    left = np.array(
        [
            [m - cell_count, 0, 0, 0],
            [cell_count - cells.n, 0, m - k3, m - k3],
            [cell_count - cells.r, m - k4, 0, m - k4],
            [cells.n - 1, m - k1, k3 - k2, k3 - k5],
        ]
    )
    right = [
        cells.within,
        by_cell - by_subject,
        by_cell - by_rater,
        by_subject - cells.correction,
    ]
    e, s, r, i = _solved(left, right)
    return RepeatedComponents(float(s), float(r), float(i), float(e))


def _solved(left: FloatArray, right: Sequence[float]) -> FloatArray:
    """Return the solution of the equations of the components; NaN if the design has none."""
    if np.linalg.matrix_rank(left) < len(left):
        return np.full(len(left), np.nan)
    return np.asarray(np.linalg.solve(left, np.array(right)))


def _over(sum_of_squares: float, coefficient: float) -> float:
    """Return a component; NaN if its expectation does not appear in the sum of squares."""
    return sum_of_squares / coefficient if abs(coefficient) > ROUNDING else np.nan


def fixed_raters(cells: CellSums, *, interaction: bool = True) -> RepeatedComponents:
    """Return the components of a design with fixed raters, by Henderson's method 3.

    Reductions in sums of squares are those of a fit of subjects and raters; their expectations are
    traces of projections.
    """
    w, size = cells.counts, cells.counts.size
    subjects = (cells.subject[:, None] == np.arange(cells.n)).astype(np.float64)
    raters = (cells.rater[:, None] == np.arange(cells.r)).astype(np.float64)
    both = np.hstack([subjects, raters])
    inverse = np.linalg.pinv(both.T @ (w[:, None] * both), hermitian=True)
    rank = int(np.linalg.matrix_rank(both))
    total = both.T @ cells.totals
    fitted = float(total @ inverse @ total)
    weighted = w[:, None] * both
    of_rater = cells.sizes[1]
    _, by_rater, by_cell = cells.reductions
    in_fit_i = float(np.trace(inverse @ (weighted.T @ weighted)))
    in_rater_i = float((raters.T @ w**2 / of_rater).sum())
    cross = weighted.T @ subjects
    in_fit_s = float(np.trace(inverse @ cross @ cross.T))
    crossed = (w[:, None] * raters).T @ subjects
    in_rater_s = float((crossed**2 / of_rater[:, None]).sum())
    if not interaction:
        e = _over(cells.whole - fitted, cells.number - rank)
        s = _over(fitted - by_rater - (rank - cells.r) * e, in_fit_s - in_rater_s)
        return RepeatedComponents(s, 0.0, 0.0, e)
    e = cells.error
    i = _over(by_cell - fitted - (size - rank) * e, cells.number - in_fit_i)
    explained = (rank - cells.r) * e + (in_fit_i - in_rater_i) * i
    s = _over(fitted - by_rater - explained, in_fit_s - in_rater_s)
    return RepeatedComponents(s, 0.0, i, e)


def two_facets(y: FloatArray) -> dict[str, float]:
    """Return the variance components of persons × raters × occasions, one score a cell.

    Keys are ``p``, ``r``, ``o``, ``pr``, ``po``, ``ro`` and ``pro``.
    """
    y = y - y.mean()
    whole = _PersonSums(*(each.sum(keepdims=True) for each in _PersonSums.of(y)))
    found = _crossed(whole, y.sum(axis=0)[None], y.shape)
    return {source: float(values[0]) for source, values in found.items()}


def two_facets_without_each(y: FloatArray) -> dict[str, FloatArray]:
    """Return the components of `two_facets` without each person in turn, as (n,) arrays."""
    y = y - y.mean()
    sums = _PersonSums.of(y)
    rest = _PersonSums(*(each.sum() - each for each in sums))
    return _crossed(rest, y.sum(axis=0) - y, (len(y) - 1, *y.shape[1:]))


class _PersonSums(NamedTuple):
    """Sums of squares of the scores of persons: of means, and of means by a facet.

    Each is an array with an entry for a person, or for a set of persons.
    """

    p: FloatArray
    pr: FloatArray
    po: FloatArray
    pro: FloatArray

    @classmethod
    def of(cls, y: FloatArray) -> _PersonSums:
        """Return those of each person."""
        _, n_r, n_o = y.shape
        return cls(
            n_r * n_o * y.mean(axis=(1, 2)) ** 2,
            n_o * (y.mean(axis=2) ** 2).sum(axis=1),
            n_r * (y.mean(axis=1) ** 2).sum(axis=1),
            (y**2).sum(axis=(1, 2)),
        )


def _crossed(
    sums: _PersonSums, totals: FloatArray, shape: tuple[int, ...]
) -> dict[str, FloatArray]:
    """Return the components of sets of persons.

    Parameters
    ----------
    sums
        Sums of squares of each set.
    totals
        (B, raters, occasions) totals of the scores of each set.
    shape
        Number of persons in a set, raters and occasions.
    """
    n_p, n_r, n_o = shape
    p, pr, po, pro = (np.asarray(each, dtype=np.float64) for each in sums)
    means = totals / n_p
    r = n_p * n_o * _squares(means.mean(axis=2))
    o = n_p * n_r * _squares(means.mean(axis=1))
    ro = n_p * _squares(means)
    whole = n_p * n_r * n_o * means.mean(axis=(1, 2)) ** 2
    squares = {
        "p": p - whole,
        "r": r - whole,
        "o": o - whole,
        "pr": pr - p - r + whole,
        "po": po - p - o + whole,
        "ro": ro - r - o + whole,
        "pro": pro - pr - po - ro + p + r + o - whole,
    }
    size = {"p": n_p - 1, "r": n_r - 1, "o": n_o - 1}
    ms = {key: each / math.prod(size[facet] for facet in key) for key, each in squares.items()}
    residual = ms["pro"]
    return {
        "p": (ms["p"] - ms["pr"] - ms["po"] + residual) / (n_r * n_o),
        "r": (ms["r"] - ms["pr"] - ms["ro"] + residual) / (n_p * n_o),
        "o": (ms["o"] - ms["po"] - ms["ro"] + residual) / (n_p * n_r),
        "pr": (ms["pr"] - residual) / n_o,
        "po": (ms["po"] - residual) / n_r,
        "ro": (ms["ro"] - residual) / n_p,
        "pro": residual,
    }


def _squares(means: FloatArray) -> FloatArray:
    """Return the sum of the squares of each set."""
    return np.asarray((means**2).reshape(len(means), -1).sum(axis=1))
