"""What a coefficient sees: patterns under weightings, and the sums over subjects it is made of."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from accord.base.keys import distinct_rows
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.statistics.calculus import Profile, Quantity, divide
from accord.statistics.pairs import ListedPairs, list_pairs
from accord.statistics.weights import Weights

__all__ = ["Table"]

DENSE_CELLS = 20_000_000  # a (P, q) table of counts is made up to this size
KEPT_CELLS = 2_000_000  # a (P, r q) table of choices is kept up to this size


class Table:
    """Patterns and agreement weights, evaluated at B weightings of the patterns.

    Parameters
    ----------
    patterns
        The pattern table.
    weights
        Agreement weights on its scale.
    m
        (B, P) weight of each pattern; the observed multiplicities if not given.

    Attributes
    ----------
    each
        Whether slopes are (B, P), at each weighting, instead of (P,), at the first.
    """

    each = False

    def __init__(self, patterns: Patterns, weights: Weights, m: FloatArray | None = None) -> None:
        self.patterns = patterns
        self.weights = weights
        self.q = patterns.q
        observed = patterns.multiplicity.astype(np.float64)
        self.m = observed[None, :] if m is None else m

    def at(self, m: FloatArray) -> Table:
        """Evaluate the same table at other weightings; what does not depend on them is shared."""
        table = Table.__new__(Table)
        table.__dict__.update(self.__dict__)
        for name in ("n", "pa", "prevalence", "marginals"):
            table.__dict__.pop(name, None)
        table.m = m
        return table

    # --- per pattern ---

    @cached_property
    def r(self) -> FloatArray:
        """(P,) ratings of each pattern, r_i."""
        return self.patterns.ratings_each.astype(np.float64)

    @cached_property
    def paired(self) -> npt.NDArray[np.float64]:
        """(P,) 1 where a pattern has two or more ratings, else 0."""
        return (self.r >= 2).astype(np.float64)

    @cached_property
    def counts(self) -> FloatArray | None:
        """(P, q) ratings per category, r_ik; None where that would be too large."""
        if self.patterns.counts is None and len(self.patterns) * self.q > DENSE_CELLS:
            return None
        return self.patterns.category_counts().astype(np.float64)

    @cached_property
    def choices(self) -> FloatArray:
        """(P, r q) 1 where rater g says k, else 0."""
        codes = self.patterns.codes
        assert codes is not None
        chosen = codes[:, :, None] == np.arange(self.q)
        return np.asarray(chosen.reshape(len(codes), -1), dtype=np.float64)

    def uses(self, code: int) -> FloatArray:
        """(P,) ratings of one category, r_ik."""
        if self.patterns.counts is not None:
            return self.patterns.counts[:, code].astype(np.float64)
        assert self.patterns.codes is not None
        found = self.patterns.codes == code
        return np.asarray(np.count_nonzero(found, axis=1), dtype=np.float64)

    @cached_property
    def agreement(self) -> FloatArray:
        """(P,) weighted agreement among the pairs of ratings of a pattern; 0 without a pair."""
        pairs = self.r * (self.r - 1)
        if self.counts is not None and not (self.patterns.identity and self.patterns.r == 2):
            agreeing = np.einsum("pk,pk->p", self.counts, self.weights.apply(self.counts)) - self.r
        else:
            agreeing = self._agreeing_by_columns()
        return np.where(pairs > 0, agreeing / np.where(pairs > 0, pairs, 1), 0.0)

    def _agreeing_by_columns(self) -> FloatArray:
        codes = self.patterns.codes
        assert codes is not None
        total = np.zeros(len(self.patterns))
        for j in range(codes.shape[1]):
            for h in range(j + 1, codes.shape[1]):
                total += 2 * self._agreeing(j, h)
        return total

    def _agreeing(self, g: int, h: int) -> FloatArray:
        """(P,) weight of the pair of ratings in two columns; 0 if one of them is missing."""
        codes = self.patterns.codes
        assert codes is not None
        both = (codes[:, g] >= 0) & (codes[:, h] >= 0)
        return np.where(both, self.weights.between(codes[:, g], codes[:, h]), 0.0)

    # --- sums over subjects ---

    def total(self, x: FloatArray) -> Quantity:
        """Σ_p m_p x_p."""
        return Quantity(self.m @ x, lambda: x)

    def tally(self, factor: FloatArray) -> Profile:
        """Σ_p m_p factor_p r_pk for each category k."""
        if self.counts is not None:
            features = factor[:, None] * self.counts
            return Profile(self.m @ features, lambda gradient: features @ gradient)
        codes = self.patterns.codes
        assert codes is not None
        value = np.zeros((self.m.shape[0], self.q))
        for j in range(codes.shape[1]):
            value += self._column_tally(j, factor)
        return Profile(value, lambda gradient: factor * _gather(codes, gradient))

    def column(self, g: int, factor: FloatArray) -> Profile:
        """Σ_p m_p factor_p [rater g says k] for each category k."""
        codes = self.patterns.codes
        assert codes is not None
        one = codes[:, g : g + 1]
        return Profile(
            self._column_tally(g, factor), lambda gradient: factor * _gather(one, gradient)
        )

    def _column_tally(self, g: int, factor: FloatArray) -> FloatArray:
        codes = self.patterns.codes
        assert codes is not None
        digits = codes[:, g].astype(np.int64) + 1
        size = self.q + 1
        if self.m.shape[0] > 1 and len(self.patterns) * size <= DENSE_CELLS:
            features = np.zeros((len(self.patterns), size))
            features[np.arange(len(self.patterns)), digits] = factor
            return np.asarray((self.m @ features)[:, 1:])
        return np.stack(
            [np.bincount(digits, weights=m * factor, minlength=size)[1:] for m in self.m]
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
        """p_gk: share of category k among the ratings of rater g."""
        codes = self.patterns.codes
        assert codes is not None
        rated = (codes[:, g] >= 0).astype(np.float64)
        return self.column(g, rated).over(self.total(rated))

    @cached_property
    def marginals(self) -> Profile:
        """p_gk of every rater g, one after the other: (B, r q)."""
        codes = self.patterns.codes
        assert codes is not None
        r = codes.shape[1]
        ones = np.ones(len(self.patterns))
        if self.m.shape[0] > 1 and len(self.patterns) * r * self.q <= KEPT_CELLS:
            counts = (self.m @ self.choices).reshape(-1, r, self.q)
        elif len(self.patterns) < r:  # the shorter side is gone through
            counts = np.zeros((len(self.m), r, self.q + 1))
            for row, weight in zip(codes, self.m.T, strict=True):
                counts[:, np.arange(r), row] += weight[:, None]
            counts = counts[:, :, :-1]  # missing codes, -1, are in the last column
        else:
            counts = np.stack([self._column_tally(g, ones) for g in range(r)], axis=1)
        totals = counts.sum(axis=-1)
        shares = divide(counts, totals[:, :, None])

        def pull(gradient: FloatArray) -> FloatArray:
            if len(self.patterns) < r:
                return _pull_by_rows(codes, gradient.reshape(r, self.q), shares[0], totals[0])
            total = np.zeros(len(self.patterns))
            for g, own in enumerate(gradient.reshape(r, self.q)):
                if totals[0, g] > 0:
                    centred = (own - own @ shares[0, g]) / totals[0, g]
                    total += _gather(codes[:, g : g + 1], centred)
            return total

        return Profile(shares.reshape(len(shares), -1), pull)

    @cached_property
    def panels(self) -> tuple[FloatArray, npt.NDArray[np.intp]]:
        """(U, r) distinct sets of raters who rated a subject, as 0 and 1, and (P,) which one."""
        codes = self.patterns.codes
        assert codes is not None
        rated = (codes >= 0).astype(np.int64)
        first, panel = distinct_rows(rated, [2] * codes.shape[1])
        return rated[first].astype(np.float64), panel

    @cached_property
    def listed_pairs(self) -> ListedPairs:
        """Pairs of ratings of the patterns, for raters who are many and rated little."""
        return list_pairs(self)

    def both(self, g: int, h: int) -> FloatArray:
        """(P,) 1 where both raters rated, else 0."""
        codes = self.patterns.codes
        assert codes is not None
        return ((codes[:, g] >= 0) & (codes[:, h] >= 0)).astype(np.float64)


def _pull_by_rows(
    codes: npt.NDArray[np.signedinteger],
    gradient: FloatArray,
    shares: FloatArray,
    totals: FloatArray,
) -> FloatArray:
    """(P,) sum over raters of the centred gradient at their codes, a pattern at a time."""
    centred = np.zeros((len(gradient), gradient.shape[1] + 1))  # missing codes, -1, meet a zero
    some = totals > 0
    mean = np.einsum("gk,gk->g", gradient[some], shares[some])
    centred[some, :-1] = (gradient[some] - mean[:, None]) / totals[some, None]
    raters = np.arange(len(gradient))
    return np.array([centred[raters, row].sum() for row in codes])


def _gather(codes: npt.NDArray[np.signedinteger], gradient: FloatArray) -> FloatArray:
    """(P,) sum over columns of the gradient at the code; missing codes, -1, meet a zero."""
    padded = np.append(gradient, 0.0)
    total = np.zeros(codes.shape[0])
    for j in range(codes.shape[1]):
        total += padded[codes[:, j]]
    return total
