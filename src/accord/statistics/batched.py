"""Many panels of raters at once: sums, with slopes, for each weighting or each rater left out.

`WeightedSums` are those of one table of patterns under B weightings. All pairs of raters are
weightings of the table of every pair of ratings.

`LeftOutSums` are those of one table of patterns without each of B raters. The sums of the whole are
formed once, and the ratings of the rater who is left out are subtracted.

Formulas see either as any other `Sums`; slopes are (B, P).
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

BLOCK_CELLS = 4_000_000  # cells of a (P, r q) table of choices that are made at a time


class BatchSums(Sums):
    """Sums whose slopes are those of each of B panels.

    Attributes
    ----------
    subjects, paired_subjects
        (B,) number of rated subjects of each panel, and of those with two or more ratings.
    units, paired_units
        (B,) the same of sampling units: subjects or, where there are any, clusters.
    """

    per_weighting = True
    subjects: FloatArray
    paired_subjects: FloatArray
    units: FloatArray
    paired_units: FloatArray

    def take(self, rows: npt.NDArray[np.intp]) -> Self:
        """Return the sums of some of the panels."""
        raise NotImplementedError

    def panel(self, row: int) -> Patterns:
        """Return the pattern table of one panel; patterns may be repeated."""
        raise NotImplementedError

    def total(self, x: FloatArray) -> Quantity:
        """Σ_p m_p x_p, for x of (P,) or (B, P)."""
        value = self.m @ x if x.ndim == 1 else np.einsum("bp,bp->b", self.m, x)
        return Quantity(value, lambda: np.broadcast_to(x, self.m.shape))

    def _features(self, features: FloatArray) -> Profile:
        """Σ_p m_p f_pk for each k, given (P, F) features."""
        return Profile(
            self.m @ features, lambda gradient: gradient @ features.T, per_weighting=True
        )

    def _shares(self, counts: FloatArray, totals: FloatArray) -> Profile:
        """p_gk of every rater, given (B, r, q) counts of the raters' ratings and their totals."""
        shares = divide(counts, totals[:, :, None])
        size = len(shares)

        def pull(gradient: FloatArray) -> FloatArray:
            own = gradient.reshape(shares.shape)
            some = (totals > 0)[:, :, None]
            known = np.where(some, shares, 0.0)
            mean = np.einsum("bgk,bgk->bg", own, known)[:, :, None]
            centred = np.where(some, (own - mean) / np.where(some, totals[:, :, None], 1.0), 0.0)
            return self._pull_choices(centred.reshape(size, -1))

        return Profile(shares.reshape(size, -1), pull, per_weighting=True)

    @cached_property
    def _columns(self) -> npt.NDArray[np.signedinteger[Any]]:
        """(P, r) codes, narrow and column by column, of which one is quickly taken out."""
        return np.asfortranarray(self.terms.by_rater.rows, dtype=np.min_scalar_type(-self.q - 1))

    def _pull_choices(self, gradient: FloatArray) -> FloatArray:
        """(B, P) sum over raters of the gradient (B, r q) at their codes, in blocks of patterns."""
        codes = self._columns
        every = np.arange(self.q, dtype=codes.dtype)
        slopes = np.empty((len(gradient), len(codes)))
        step = max(1, BLOCK_CELLS // max(gradient.shape[1], 1))
        for start in range(0, len(codes), step):
            block = codes[start : start + step].T
            chosen = (block[:, None] == every[:, None]).reshape(gradient.shape[1], -1)
            slopes[:, start : start + step] = gradient @ chosen.astype(np.float64)
        return slopes


class WeightedSums(BatchSums):
    """Patterns of subjects, none of them in clusters, at B weightings.

    Parameters
    ----------
    patterns, weights
        The pattern table and the agreement weights.
    m
        (B, P) weight of each pattern; may be 0.
    """

    def __init__(self, patterns: Patterns, weights: Weights, m: FloatArray) -> None:
        super().__init__(patterns, weights, m)
        self.subjects = self.units = m.sum(axis=1)
        self.paired_subjects = self.paired_units = m @ self.paired

    def take(self, rows: npt.NDArray[np.intp]) -> WeightedSums:
        """Return the sums at some of the weightings."""
        return WeightedSums(self.patterns, self.weights, self.m[rows])

    def panel(self, row: int) -> Patterns:
        """Return the pattern table at one weighting, without patterns that have no weight."""
        some = self.m[row] > 0
        m = self.m[row, some]
        return replace(
            self.patterns,
            columns=self.patterns.columns.take(some),
            multiplicity=m.astype(self.patterns.multiplicity.dtype),
        )

    def tally(self, factor: FloatArray) -> Profile:
        """Σ_p m_p factor_p r_pk for each category k."""
        return self._features(factor[:, None] * self.patterns.category_counts())

    def column(self, g: int, factor: FloatArray) -> Profile:
        """Σ_p m_p factor_p [rater g says k] for each category k."""
        chosen = self.terms.by_rater.rows[:, g : g + 1] == np.arange(self.q)
        return self._features(factor[:, None] * chosen)

    @cached_property
    def marginals(self) -> Profile:
        """p_gk of every rater g, one after the other: (B, r q)."""
        counts = (self.m @ self.terms.choices).reshape(-1, self.patterns.r, self.q)
        return self._shares(counts, counts.sum(axis=-1))


class LeftOutSums(BatchSums):
    """Patterns of a whole, without each of B raters.

    Parameters
    ----------
    patterns, weights
        The pattern table of all raters and symmetric agreement weights.
    left_out
        (B,) column of the rater who is left out.
    counts
        (P, q) ratings per category in each pattern, of all raters.
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
        self.whole_counts = counts
        self.weight = self.m[0]
        self.m = np.broadcast_to(self.weight, (left_out.size, len(patterns)))
        self.own = np.ascontiguousarray(patterns.by_rater().rows[:, left_out].T)
        rated = (self.r > 0).astype(np.float64)
        self.subjects = rated @ self.weight
        self.paired_subjects = self.paired @ self.weight
        self.units = self._units_of(rated, self.subjects)
        self.paired_units = self._units_of(self.paired, self.paired_subjects)

    def take(self, rows: npt.NDArray[np.intp]) -> LeftOutSums:
        """Return the sums without some of the raters only."""
        return LeftOutSums(self.patterns, self.weights, self.left_out[rows], self.whole_counts)

    def panel(self, row: int) -> Patterns:
        """Return the pattern table without one rater; patterns may be repeated."""
        codes = np.delete(self._columns, self.left_out[row], axis=1)
        raters = np.delete(np.array(self.patterns.raters), self.left_out[row])
        rest = replace(self.patterns, columns=Codes(codes, self.q), raters=tuple(raters.tolist()))
        rated = self.r[row] > 0
        return rest if rated.all() else rest._rows(rated)

    def _units_of(self, used: FloatArray, subjects: FloatArray) -> FloatArray:
        """(B,) sampling units, given which patterns (B, P) are used."""
        cluster = self.patterns.cluster
        if cluster is None:
            return subjects
        return np.array([np.unique(cluster[row > 0]).size for row in used], dtype=np.float64)

    # --- per pattern ---

    @cached_property
    def r(self) -> FloatArray:
        """(B, P) ratings of each pattern."""
        return np.asarray(self.whole_counts.sum(axis=1) - (self.own >= 0))

    @cached_property
    def paired(self) -> FloatArray:
        """(B, P) 1 where a pattern has two or more ratings, else 0."""
        return (self.r >= 2).astype(np.float64)

    @cached_property
    def agreement(self) -> FloatArray:
        """(B, P) weighted agreement among the pairs of ratings of a pattern; 0 without a pair.

        Without a rating of category c, Σ_kl w_kl n_k n_l is less by 2 Σ_l w_cl n_l - w_cc.
        """
        image = self.weights.apply(self.whole_counts)
        every = np.arange(self.q)
        less = np.zeros((len(image), self.q + 1))  # a missing code, -1, meets a zero
        less[:, :-1] = 2 * image - self.weights.between(every, every)
        agreeing = np.einsum("pk,pk->p", self.whole_counts, image) - self.r
        agreeing -= less[np.arange(len(image)), self.own]
        pairs = self.r * (self.r - 1)
        return np.where(pairs > 0, agreeing / np.where(pairs > 0, pairs, 1), 0.0)

    # --- sums over subjects ---

    @cached_property
    def n(self) -> Quantity:
        """Number of subjects."""
        return self.total((self.r > 0).astype(np.float64))

    @cached_property
    def prevalence(self) -> Profile:
        """π_k: mean over subjects of r_ik / r_i."""
        some = self.r > 0
        return self.tally(some / np.where(some, self.r, 1.0)).over(self.n)

    def tally(self, factor: FloatArray) -> Profile:
        """Σ_p m_p factor_p r_pk for each category k."""
        weighted = np.broadcast_to(factor * self.weight, self.m.shape)
        value = weighted @ self.whole_counts
        for row, own, part in zip(value, self.own, weighted, strict=True):
            row -= np.bincount(own + 1, weights=part, minlength=self.q + 1)[1:]

        def pull(gradient: FloatArray) -> FloatArray:
            padded = np.column_stack([gradient, np.zeros(len(gradient))])
            own = np.take_along_axis(padded, self.own.astype(np.intp), axis=1)
            return np.asarray(factor * (gradient @ self.whole_counts.T - own))

        return Profile(value, pull, per_weighting=True)

    @cached_property
    def marginals(self) -> Profile:
        """p_gk of every rater g, one after the other: (B, r q); NaN for the one left out."""
        codes, raters = self.terms.by_rater, range(self.patterns.r)
        every = np.stack([codes.column_totals(g, self.weight) for g in raters])
        counts = np.repeat(every[None], self.left_out.size, axis=0)
        counts[np.arange(self.left_out.size), self.left_out] = 0.0
        return self._shares(counts, counts.sum(axis=-1))
