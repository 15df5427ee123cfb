"""The sums over subjects of which formulas are composed."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.data.columns import Codes, Ratings
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.statistics.calculus import Profile, Quantity, divide
from accord.statistics.documents import DocumentSums, SpanFeatures
from accord.statistics.number_sums import NumberSums, NumberTerms
from accord.statistics.pairs import ListedPairs, list_pairs
from accord.statistics.weights import Weights

__all__ = ["PatternTerms", "Sums"]

DENSE_CELLS = 20_000_000  # largest (P, q) table of counts: 160 MB
KEPT_CELLS = 2_000_000  # largest (P, r q) table of choices that is kept: 16 MB


class PatternTerms:
    """The terms of each pattern that do not depend on its weight, computed when they are used.

    Parameters
    ----------
    patterns
        The pattern table.
    weights
        Agreement weights on its scale.
    """

    def __init__(self, patterns: Patterns, weights: Weights) -> None:
        self.patterns = patterns
        self.weights = weights

    @property
    def by_rater(self) -> Codes:
        """The ratings by rater."""
        return self.patterns.by_rater()

    @cached_property
    def r(self) -> FloatArray:
        """(P,) ratings of each pattern, r_i."""
        return self.patterns.rating_counts.astype(np.float64)

    @cached_property
    def paired(self) -> FloatArray:
        """(P,) 1 where a pattern has two or more ratings, else 0."""
        return (self.r >= 2).astype(np.float64)

    @cached_property
    def ratings(self) -> Ratings:
        """The ratings as counts, of which sums are fastest, unless these are too large."""
        counts = self.patterns.columns.as_counts(DENSE_CELLS)
        return counts if counts.listed else counts.with_rows(counts.rows.astype(np.float64))

    @cached_property
    def agreement(self) -> FloatArray:
        """(P,) weighted agreement among the pairs of ratings of a pattern; 0 without a pair."""
        pairs = self.r * (self.r - 1)
        ratings = self.patterns.columns if self.patterns.is_pair else self.ratings
        return np.where(
            pairs > 0, ratings.agreement_sums(self.weights) / np.where(pairs > 0, pairs, 1), 0.0
        )

    @cached_property
    def choices(self) -> FloatArray:
        """(P, r q) 1 where rater g chose k, else 0."""
        codes = self.by_rater.rows
        chosen = codes[:, :, None] == np.arange(self.patterns.q)
        return np.asarray(chosen.reshape(len(codes), -1), dtype=np.float64)

    @cached_property
    def panels(self) -> tuple[FloatArray, npt.NDArray[np.intp]]:
        """(U, r) distinct sets of raters of a subject, as 0 and 1, and (P,) their index."""
        sets, panel = self.by_rater.panel_of_each()
        return sets.astype(np.float64), panel

    @cached_property
    def listed_pairs(self) -> ListedPairs:
        """The pairs of ratings of the patterns, for many raters with few ratings each."""
        return list_pairs(self.patterns, self.weights)

    @cached_property
    def numbers(self) -> NumberTerms:
        """The terms of numeric ratings."""
        return NumberTerms(self.patterns)

    @property
    def documents(self) -> SpanFeatures:
        """The features of the documents in which spans are marked."""
        assert self.patterns.spans is not None
        return SpanFeatures.of(self.patterns.spans)


class Sums:
    """Sums over the subjects of a pattern table, at B weightings of the patterns.

    Parameters
    ----------
    patterns
        The pattern table.
    weights
        Agreement weights on its scale.
    m
        (B, P) weight of each pattern; the observed multiplicities if not given.
    terms
        Terms that do not depend on ``m``, of other sums of the same table.

    Attributes
    ----------
    per_weighting
        Whether slopes are (B, P), at each weighting, instead of (P,), at the first.
    """

    per_weighting = False

    def __init__(
        self,
        patterns: Patterns,
        weights: Weights,
        m: FloatArray | None = None,
        terms: PatternTerms | None = None,
    ) -> None:
        self.patterns = patterns
        self.weights = weights
        self.q = patterns.q
        observed = patterns.multiplicity.astype(np.float64)
        self.m = observed[None, :] if m is None else m
        self.terms = PatternTerms(patterns, weights) if terms is None else terms

    def at(self, m: FloatArray) -> Sums:
        """Return the sums of the same table at other weightings."""
        return Sums(self.patterns, self.weights, m, self.terms)

    @cached_property
    def numbers(self) -> NumberSums:
        """Sums of numeric ratings, for statistics of numbers."""
        return NumberSums(self.terms.numbers, self.m)

    @cached_property
    def documents(self) -> DocumentSums:
        """Sums over documents, for statistics of spans; the table is that of the documents."""
        return DocumentSums(self.terms.documents, self.m)

    # --- per pattern ---

    @property
    def r(self) -> FloatArray:
        """(P,) ratings of each pattern, r_i."""
        return self.terms.r

    @property
    def paired(self) -> FloatArray:
        """(P,) 1 where a pattern has two or more ratings, else 0."""
        return self.terms.paired

    @property
    def agreement(self) -> FloatArray:
        """(P,) weighted agreement among the pairs of ratings of a pattern; 0 without a pair."""
        return self.terms.agreement

    @property
    def panels(self) -> tuple[FloatArray, npt.NDArray[np.intp]]:
        """(U, r) distinct sets of raters of a subject, as 0 and 1, and (P,) their index."""
        return self.terms.panels

    @property
    def listed_pairs(self) -> ListedPairs:
        """The pairs of ratings of the patterns, for many raters with few ratings each."""
        return self.terms.listed_pairs

    def uses(self, code: int) -> FloatArray:
        """Return (P,) numbers of ratings of one category, r_ik."""
        return self.patterns.columns.uses(code)

    def both(self, g: int, h: int) -> FloatArray:
        """Return (P,) 1 where both raters rated, else 0."""
        return self.terms.by_rater.both(g, h).astype(np.float64)

    def equal(self, g: int, h: int) -> FloatArray:
        """Return (P,) 1 where both raters chose the same category, else 0."""
        codes = self.terms.by_rater.rows
        return np.asarray(self.both(g, h) * (codes[:, g] == codes[:, h]))

    # --- sums over subjects ---

    def total(self, x: FloatArray) -> Quantity:
        """Return Σ_p m_p x_p."""
        return Quantity(self.m @ x, lambda: x)

    def tally(self, factor: FloatArray) -> Profile:
        """Return Σ_p m_p factor_p r_pk for each category k."""
        ratings = self.terms.ratings
        return Profile(
            ratings.tally(self.m, factor), lambda gradient: factor * ratings.gather(gradient)
        )

    def column(self, g: int, factor: FloatArray) -> Profile:
        """Return Σ_p m_p factor_p [rater g chose k] for each category k."""
        codes = self.terms.by_rater
        return Profile(
            codes.column_tally(g, self.m, factor),
            lambda gradient: factor * codes.column_gather(g, gradient),
        )

    @cached_property
    def n(self) -> Quantity:
        """Number of subjects."""
        return self.total(np.ones(len(self.patterns)))

    @cached_property
    def pa(self) -> Quantity:
        """Observed agreement: mean agreement of the subjects with two or more ratings."""
        return self.total(self.agreement * self.paired) / self.total(self.paired)

    @cached_property
    def prevalence(self) -> Profile:
        """π_k: mean over subjects of r_ik / r_i."""
        return self.tally(1 / self.r).over(self.n)

    def marginal(self, g: int) -> Profile:
        """Return p_gk: the share of category k in the ratings of rater g."""
        rated = self.both(g, g)
        return self.column(g, rated).over(self.total(rated))

    @cached_property
    def marginals(self) -> Profile:
        """(B, r q) shares p_gk of every rater g, one rater after the other."""
        codes = self.terms.by_rater
        size, r = codes.rows.shape
        if self.m.shape[0] > 1 and size * r * self.q <= KEPT_CELLS:
            counts = (self.m @ self.terms.choices).reshape(-1, r, self.q)
        elif size < r:  # a loop over the shorter axis
            counts = np.zeros((len(self.m), r, self.q + 1))
            for row, weight in zip(codes.rows, self.m.T, strict=True):
                counts[:, np.arange(r), row] += weight[:, None]
            counts = counts[:, :, :-1]  # the last column has missing codes, -1
        else:
            ones = np.ones(size)
            counts = np.stack([codes.column_tally(g, self.m, ones) for g in range(r)], axis=1)
        totals = counts.sum(axis=-1)
        shares = divide(counts, totals[:, :, None])

        def pull(gradient: FloatArray) -> FloatArray:
            if size < r:
                return _pull_by_rows(codes.rows, gradient.reshape(r, self.q), shares[0], totals[0])
            total = np.zeros(size)
            for g, part in enumerate(gradient.reshape(r, self.q)):
                if totals[0, g] > 0:
                    centred = (part - part @ shares[0, g]) / totals[0, g]
                    total += codes.column_gather(g, centred)
            return total

        return Profile(shares.reshape(len(shares), -1), pull)


def _pull_by_rows(
    codes: npt.NDArray[Any],
    gradient: FloatArray,
    shares: FloatArray,
    totals: FloatArray,
) -> FloatArray:
    """Return (P,) sums over raters of the centred gradient at their codes, pattern by pattern."""
    centred = np.zeros((len(gradient), gradient.shape[1] + 1))  # last column: missing codes, -1
    rated = totals > 0
    mean = np.einsum("gk,gk->g", gradient[rated], shares[rated])
    centred[rated, :-1] = (gradient[rated] - mean[:, None]) / totals[rated, None]
    raters = np.arange(len(gradient))
    return np.array([centred[raters, row].sum() for row in codes])
