"""The sums over subjects of numeric ratings of which formulas are composed."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

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
        points = patterns.points
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

    @cached_property
    def rated(self) -> npt.NDArray[np.bool_]:
        """(P, k) whether a rater rated a pattern."""
        return ~np.isnan(self.values)

    @property
    def complete(self) -> FloatArray:
        """(P,) 1 where all raters rated, else 0."""
        return np.asarray(self.r == self.k, dtype=np.float64)

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
