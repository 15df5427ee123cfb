"""The sums over subjects of numeric ratings of which formulas are composed."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.statistics.calculus import Profile, Quantity

__all__ = ["NumberSums", "NumberTerms"]


class NumberTerms:
    """The terms of each pattern that do not depend on its weight, computed when they are used.

    Numbers are centred by their mean, so that sums of squares keep their digits.
    """

    def __init__(self, patterns: Patterns) -> None:
        self.patterns = patterns
        self.r: FloatArray = patterns.rating_counts.astype(np.float64)
        points = patterns.points if patterns.scale.scores is not None else patterns.scale.positions
        totals = patterns.category_totals()
        used = totals > 0
        self.centre = float(totals[used] @ points[used] / totals.sum()) if used.any() else 0.0
        self._points = points - self.centre

    @cached_property
    def sums(self) -> FloatArray:
        """(P,) sum of the centred ratings of each pattern."""
        return self.patterns.columns.gather(self._points)

    @cached_property
    def squares(self) -> FloatArray:
        """(P,) sum of squares of the centred ratings of each pattern."""
        return self.patterns.columns.gather(self._points**2)

    @cached_property
    def values(self) -> FloatArray:
        """(P, r) centred ratings by rater, NaN where missing."""
        codes = self.patterns.by_rater().rows
        return np.asarray(np.append(self._points, np.nan)[codes])

    @cached_property
    def filled(self) -> FloatArray:
        """(P, r) centred ratings by rater, 0 where missing."""
        return self.values if self.complete else np.nan_to_num(self.values)

    @cached_property
    def rated(self) -> FloatArray:
        """(P, r) 1 where a rater rated a pattern, else 0."""
        return (~np.isnan(self.values)).astype(np.float64)

    @cached_property
    def complete(self) -> bool:
        """Whether all raters rated all subjects."""
        return bool((self.r == self.patterns.r).all())


class NumberSums:
    """Sums over the subjects of a pattern table with numeric ratings, at B weightings.

    Parameters
    ----------
    terms
        Terms of the patterns that do not depend on weights.
    m
        (B, P) weight of each pattern.
    """

    def __init__(self, terms: NumberTerms, m: FloatArray) -> None:
        self.terms = terms
        self.m = m

    @property
    def k(self) -> int:
        """Number of raters."""
        return self.terms.patterns.r

    # --- per pattern ---

    @property
    def r(self) -> FloatArray:
        """(P,) number of ratings of each pattern."""
        return self.terms.r

    @property
    def values(self) -> FloatArray:
        """(P, k) centred ratings by rater, NaN where missing."""
        return self.terms.values

    @property
    def sums(self) -> FloatArray:
        """(P,) sum of the centred ratings of each pattern."""
        return self.terms.sums

    @property
    def squares(self) -> FloatArray:
        """(P,) sum of squares of the centred ratings of each pattern."""
        return self.terms.squares

    @property
    def centre(self) -> float:
        """Number that was subtracted from the ratings."""
        return self.terms.centre

    @property
    def complete(self) -> FloatArray:
        """(P,) 1 where all raters rated, else 0."""
        return np.asarray(self.r == self.k, dtype=np.float64)

    @property
    def all_complete(self) -> bool:
        """Whether all raters rated all subjects."""
        return self.terms.complete

    @property
    def identity(self) -> bool:
        """Whether it is known who gave a rating."""
        return self.terms.patterns.identity

    # --- sums over subjects ---

    def total(self, x: FloatArray) -> Quantity:
        """Return Σ_p m_p x_p."""
        return Quantity(self.m @ x, lambda: x)

    def columns(self, x: FloatArray) -> Profile:
        """Return Σ_p m_p x_pj for each column j, for x of (P, F)."""
        return Profile(self.m @ x, lambda gradient: x @ gradient)

    @cached_property
    def n(self) -> Quantity:
        """Number of rated subjects."""
        return self.total(np.ones(self.r.size))

    @cached_property
    def ratings(self) -> Quantity:
        """Number of ratings."""
        return self.total(self.r)

    @cached_property
    def rater_totals(self) -> Profile:
        """Sum of the centred ratings of each rater."""
        return self.columns(self.terms.filled)

    @cached_property
    def rater_counts(self) -> Profile:
        """Number of ratings of each rater."""
        if self.all_complete:
            return self._equal_counts
        return self.columns(self.terms.rated)

    @property
    def _equal_counts(self) -> Profile:
        """Number of ratings of each rater, where all rated all subjects."""
        ones = np.ones(self.r.size)
        counts = np.broadcast_to(self.n.value[:, None], (len(self.m), self.k))
        return Profile(counts, lambda gradient: gradient.sum() * ones)
