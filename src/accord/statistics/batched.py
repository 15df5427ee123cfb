"""Sums, with slopes, of many panels of raters at once.

`WeightedSums` are the sums of one pattern table at B weightings. All pairs of raters are weightings
of the table of all pairs of ratings.

`LeftOutSums` are the sums of one pattern table without each of B raters. The sums of all raters are
formed once, and the ratings of the rater who is left out are subtracted.

Formulas use both like any other `Sums`; slopes are (B, P).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from accord.data.columns import Codes
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.statistics.calculus import Profile, Quantity, divide
from accord.statistics.sums import Sums
from accord.statistics.weights import Weights

__all__ = ["BatchSums", "LeftOutSums", "WeightedSums"]

BLOCK_CELLS = 4_000_000  # cells of a block of a (P, r q) table of choices: 32 MB


class BatchSums(Sums):
    """Sums with slopes for each of B panels.

    Attributes
    ----------
    subjects, paired_subjects
        (B,) number of rated subjects of each panel, and of those with two or more ratings.
    units, paired_units
        (B,) the same for sampling units: clusters where there are any, else subjects.
    """

    per_weighting = True
    subjects: FloatArray
    paired_subjects: FloatArray
    units: FloatArray
    paired_units: FloatArray

    def take(self, rows: npt.NDArray[np.intp]) -> Self:
        """Return the sums of some panels."""
        raise NotImplementedError

    def panel(self, row: int) -> Patterns:
        """Return the pattern table of one panel; patterns may be repeated."""
        raise NotImplementedError

    def total(self, x: FloatArray) -> Quantity:
        """Return Σ_p m_p x_p, for x of (P,) or (B, P)."""
        value = self.m @ x if x.ndim == 1 else np.einsum("bp,bp->b", self.m, x)
        return Quantity(value, lambda: np.broadcast_to(x, self.m.shape))

    def _features(self, features: FloatArray) -> Profile:
        """Return Σ_p m_p f_pk for each k, given (P, F) features."""
        return Profile(
            self.m @ features, lambda gradient: gradient @ features.T, per_weighting=True
        )

    def _shares(self, counts: FloatArray, totals: FloatArray) -> Profile:
        """Return p_gk of every rater, given (B, r, q) counts of the ratings and (B, r) totals."""
        shares = divide(counts, totals[:, :, None])
        size = len(shares)

        def pull(gradient: FloatArray) -> FloatArray:
            by_rater = gradient.reshape(shares.shape)
            rated = (totals > 0)[:, :, None]
            mean = np.einsum("bgk,bgk->bg", by_rater, np.where(rated, shares, 0.0))[:, :, None]
            divisor = np.where(rated, totals[:, :, None], 1.0)
            centred = np.where(rated, (by_rater - mean) / divisor, 0.0)
            return self._pull_choices(centred.reshape(size, -1))

        return Profile(shares.reshape(size, -1), pull, per_weighting=True)

    @cached_property
    def _columns(self) -> npt.NDArray[np.signedinteger[Any]]:
        """(P, r) codes in the narrowest type and column by column, for fast removal of a column."""
        return np.asfortranarray(self.terms.by_rater.rows, dtype=np.min_scalar_type(-self.q - 1))

    def _pull_choices(self, gradient: FloatArray) -> FloatArray:
        """Return (B, P) sums over raters of the gradient (B, r q) at their codes."""
        codes = self._columns
        categories = np.arange(self.q, dtype=codes.dtype)
        slopes = np.empty((len(gradient), len(codes)))
        step = max(1, BLOCK_CELLS // max(gradient.shape[1], 1))
        for start in range(0, len(codes), step):
            block = codes[start : start + step].T
            chosen = (block[:, None] == categories[:, None]).reshape(gradient.shape[1], -1)
            slopes[:, start : start + step] = gradient @ chosen.astype(np.float64)
        return slopes


class WeightedSums(BatchSums):
    """Sums of patterns without clusters at B weightings.

    Parameters
    ----------
    patterns, weights
        The pattern table and the agreement weights.
    m
        (B, P) weight of each pattern, 0 or more.
    """

    def __init__(self, patterns: Patterns, weights: Weights, m: FloatArray) -> None:
        super().__init__(patterns, weights, m)
        self.subjects = self.units = m.sum(axis=1)
        self.paired_subjects = self.paired_units = m @ self.paired

    def take(self, rows: npt.NDArray[np.intp]) -> WeightedSums:
        """Return the sums at some of the weightings."""
        return WeightedSums(self.patterns, self.weights, self.m[rows])

    def panel(self, row: int) -> Patterns:
        """Return the pattern table at one weighting, without patterns of weight 0."""
        present = self.m[row] > 0
        m = self.m[row, present]
        return replace(
            self.patterns,
            columns=self.patterns.columns.take(present),
            multiplicity=m.astype(self.patterns.multiplicity.dtype),
        )

    def tally(self, factor: FloatArray) -> Profile:
        """Return Σ_p m_p factor_p r_pk for each category k."""
        return self._features(factor[:, None] * self.patterns.category_counts())

    def column(self, g: int, factor: FloatArray) -> Profile:
        """Return Σ_p m_p factor_p [rater g chose k] for each category k."""
        chosen = self.terms.by_rater.rows[:, g : g + 1] == np.arange(self.q)
        return self._features(factor[:, None] * chosen)

    @cached_property
    def marginals(self) -> Profile:
        """(B, r q) shares p_gk of every rater g, one rater after the other."""
        counts = (self.m @ self.terms.choices).reshape(-1, self.patterns.r, self.q)
        return self._shares(counts, counts.sum(axis=-1))


class LeftOutSums(BatchSums):
    """Sums of a pattern table without each of B raters.

    Parameters
    ----------
    patterns, weights
        The pattern table of all raters and symmetric agreement weights.
    left_out
        (B,) columns of the raters who are left out.
    counts
        (P, q) ratings per category in each pattern, by all raters.
    """

    def __init__(
        self,
        patterns: Patterns,
        weights: Weights,
        left_out: npt.NDArray[np.intp],
        counts: FloatArray,
    ) -> None:
        super().__init__(patterns, weights)
        self.left_out = left_out
        self.all_counts = counts
        self.weight = self.m[0]
        self.m = np.broadcast_to(self.weight, (left_out.size, len(patterns)))
        self.removed = np.ascontiguousarray(patterns.by_rater().rows[:, left_out].T)
        rated = (self.r > 0).astype(np.float64)
        self.subjects = rated @ self.weight
        self.paired_subjects = self.paired @ self.weight
        self.units = self._units_of(rated, self.subjects)
        self.paired_units = self._units_of(self.paired, self.paired_subjects)

    def take(self, rows: npt.NDArray[np.intp]) -> LeftOutSums:
        """Return the sums for some of the raters who are left out."""
        return LeftOutSums(self.patterns, self.weights, self.left_out[rows], self.all_counts)

    def panel(self, row: int) -> Patterns:
        """Return the pattern table without one rater; patterns may be repeated."""
        codes = np.delete(self._columns, self.left_out[row], axis=1)
        raters = np.delete(np.array(self.patterns.raters), self.left_out[row])
        rest = replace(self.patterns, columns=Codes(codes, self.q), raters=tuple(raters.tolist()))
        rated = self.r[row] > 0
        return rest if rated.all() else rest._rows(rated)

    def _units_of(self, used: FloatArray, subjects: FloatArray) -> FloatArray:
        """Return (B,) numbers of sampling units, given the patterns (B, P) that are used."""
        cluster = self.patterns.cluster
        if cluster is None:
            return subjects
        return np.array([np.unique(cluster[row > 0]).size for row in used], dtype=np.float64)

    # --- per pattern ---

    @cached_property
    def r(self) -> FloatArray:
        """(B, P) ratings of each pattern."""
        return np.asarray(self.all_counts.sum(axis=1) - (self.removed >= 0))

    @cached_property
    def paired(self) -> FloatArray:
        """(B, P) 1 where a pattern has two or more ratings, else 0."""
        return (self.r >= 2).astype(np.float64)

    @cached_property
    def agreement(self) -> FloatArray:
        """(B, P) weighted agreement among the pairs of ratings of a pattern; 0 without a pair.

        Removing a rating of category c reduces Σ_kl w_kl n_k n_l by 2 Σ_l w_cl n_l - w_cc.
        """
        image = self.weights.apply(self.all_counts)
        categories = np.arange(self.q)
        reduction = np.zeros((len(image), self.q + 1))  # the last column is for missing codes, -1
        reduction[:, :-1] = 2 * image - self.weights.between(categories, categories)
        agreement = np.einsum("pk,pk->p", self.all_counts, image) - self.r
        agreement -= reduction[np.arange(len(image)), self.removed]
        pairs = self.r * (self.r - 1)
        return np.where(pairs > 0, agreement / np.where(pairs > 0, pairs, 1), 0.0)

    # --- sums over subjects ---

    @cached_property
    def n(self) -> Quantity:
        """Number of subjects."""
        return self.total((self.r > 0).astype(np.float64))

    @cached_property
    def prevalence(self) -> Profile:
        """π_k: mean over subjects of r_ik / r_i."""
        rated = self.r > 0
        return self.tally(rated / np.where(rated, self.r, 1.0)).over(self.n)

    def tally(self, factor: FloatArray) -> Profile:
        """Return Σ_p m_p factor_p r_pk for each category k."""
        weighted = np.broadcast_to(factor * self.weight, self.m.shape)
        value = weighted @ self.all_counts
        for row, codes, m in zip(value, self.removed, weighted, strict=True):
            row -= np.bincount(codes + 1, weights=m, minlength=self.q + 1)[1:]

        def pull(gradient: FloatArray) -> FloatArray:
            padded = np.column_stack([gradient, np.zeros(len(gradient))])
            removed = np.take_along_axis(padded, self.removed.astype(np.intp), axis=1)
            return np.asarray(factor * (gradient @ self.all_counts.T - removed))

        return Profile(value, pull, per_weighting=True)

    @cached_property
    def marginals(self) -> Profile:
        """(B, r q) shares p_gk of every rater g; NaN for the rater who is left out."""
        codes, raters = self.terms.by_rater, range(self.patterns.r)
        every = np.stack([codes.column_totals(g, self.weight) for g in raters])
        counts = np.repeat(every[None], self.left_out.size, axis=0)
        counts[np.arange(self.left_out.size), self.left_out] = 0.0
        return self._shares(counts, counts.sum(axis=-1))
