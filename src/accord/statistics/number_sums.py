"""The sums over subjects of numeric ratings of which formulas are composed.

Most formulas are functions of a few sums: of ratings, squares, squares of the sums of a subject,
and so on. Their slopes are vectors with an entry for each of these *features*, so that arithmetic
does not depend on the number of subjects; `NumberSums.expand` returns slopes by pattern.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from accord.data.columns import Columns
from accord.data.columns.numbers import Numbers
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import InputError
from accord.statistics.calculus import Profile, Quantity

__all__ = ["NumberSums", "NumberTerms"]

T = TypeVar("T")
LARGEST = 1e100  # deviation from the mean; products of squares of larger ones overflow
FEATURES = ("ones", "sums", "squares", "shares", "sizes", "size_squares", "inverse_sizes")


def _check_size(deviation: float) -> None:
    """Refuse numbers whose sums of squares have no value."""
    if not abs(deviation) < LARGEST:
        raise InputError(
            f"ratings differ from their mean by more than {LARGEST:g}, which is too much for "
            "statistics of numbers.",
            remedy="Check for a wrong decimal or a mark of missing ratings, or change the unit.",
        )


class NumberTerms:
    """The terms of each pattern that do not depend on its weight, computed when they are used.

    Numbers are centred by their mean, so that sums of squares keep their digits.
    """

    def __init__(self, patterns: Patterns) -> None:
        self.patterns = patterns
        self.r: FloatArray = patterns.rating_counts.astype(np.float64)
        self.complete = bool((patterns.rating_counts == patterns.r).all())
        self.centre: float
        self._points: FloatArray
        columns: Columns = patterns.columns
        if isinstance(columns, Numbers):
            rows = columns.rows
            with np.errstate(over="ignore"):  # refused below
                self.centre = float(rows.mean() if self.complete else np.nanmean(rows))
            self._points = np.empty(0)
            _check_size(np.fmin.reduce(rows, None) - self.centre)
            _check_size(np.fmax.reduce(rows, None) - self.centre)
            return
        points = patterns.points if patterns.scale.scores is not None else patterns.scale.positions
        totals = patterns.category_totals()
        used = totals > 0
        with np.errstate(over="ignore"):
            self.centre = float(totals[used] @ points[used] / totals.sum()) if used.any() else 0.0
        self._points = points - self.centre
        _check_size(np.abs(self._points[used]).max(initial=0.0))

    @cached_property
    def sums(self) -> FloatArray:
        """(P,) sum of the centred ratings of each pattern."""
        if self._points.size:
            return self.patterns.columns.gather(self._points)
        return np.asarray(np.einsum("pj->p", self.filled))

    @cached_property
    def squares(self) -> FloatArray:
        """(P,) sum of squares of the centred ratings of each pattern."""
        if self._points.size:
            return self.patterns.columns.gather(self._points**2)
        return np.asarray(np.einsum("pj,pj->p", self.filled, self.filled))

    @cached_property
    def values(self) -> FloatArray:
        """(P, r) centred ratings by rater, NaN where missing."""
        if not self._points.size:
            return np.asarray(self.patterns.columns.rows - self.centre)
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

    # --- features ---

    @cached_property
    def ones(self) -> FloatArray:
        """(P,) 1 for each pattern."""
        return np.ones(self.r.size)

    @cached_property
    def shares(self) -> FloatArray:
        """(P,) square of the sum of a pattern over its number of ratings."""
        return self.sums**2 / self.r

    @property
    def sizes(self) -> FloatArray:
        """(P,) number of ratings of each pattern."""
        return self.r

    @cached_property
    def size_squares(self) -> FloatArray:
        """(P,) square of the number of ratings of each pattern."""
        return self.r**2

    @cached_property
    def inverse_sizes(self) -> FloatArray:
        """(P,) 1 over the number of ratings of each pattern."""
        return 1 / self.r

    def expanded(self, slope: FloatArray) -> FloatArray:
        """Return (P,) the slope by pattern, given that by features."""
        k, start = self.patterns.r, len(FEATURES)
        total = np.full(self.r.size, slope[0])
        for name, part in zip(FEATURES[1:], slope[1:start], strict=True):
            if part != 0:
                total += part * getattr(self, name)
        by_rater = {"filled": slope[start : start + k], "rated": slope[start + k :]}
        for table, gradient in by_rater.items():
            if np.any(gradient != 0):
                total += getattr(self, table) @ gradient
        return total


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
        self._features: dict[str, Quantity] = {}
        self._known: dict[Callable[[NumberSums], Any], Any] = {}

    def once(self, function: Callable[[NumberSums], T]) -> T:
        """Return a function of these sums, which is computed once."""
        if function not in self._known:
            self._known[function] = function(self)
        known: T = self._known[function]
        return known

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
        return Quantity(_weighted(self.m, x), lambda: x)

    def feature(self, name: str) -> Quantity:
        """Return Σ_p m_p f_p of a feature f, whose slope has an entry for each feature."""
        terms, k = self.terms, float(self.k)
        if self.all_complete and name in ("sizes", "size_squares", "inverse_sizes"):
            power = {"sizes": 1, "size_squares": 2, "inverse_sizes": -1}[name]
            return self.feature("ones") * k**power
        if name not in self._features:
            unit = np.zeros(len(FEATURES) + 2 * self.k)
            unit[FEATURES.index(name)] = 1.0
            self._features[name] = Quantity(_weighted(self.m, getattr(terms, name)), lambda: unit)
        return self._features[name]

    def _by_rater(self, value: FloatArray, place: int) -> Profile:
        """Return sums of each rater, whose slopes are by features from a place on."""
        start = len(FEATURES) + place * self.k

        def pull(gradient: FloatArray) -> FloatArray:
            slope = np.zeros(len(FEATURES) + 2 * self.k)
            slope[start : start + self.k] = gradient
            return slope

        return Profile(value, pull)

    def expand(self, quantity: Quantity) -> Quantity:
        """Return a function of features with its slope by pattern."""
        return Quantity(quantity.value, lambda: self.terms.expanded(quantity.slope))

    @cached_property
    def rater_totals(self) -> Profile:
        """Sum of the centred ratings of each rater, as a function of features."""
        return self._by_rater(_weighted(self.m, self.terms.filled), 0)

    @cached_property
    def rater_counts(self) -> Profile:
        """Number of ratings of each rater, as a function of features."""
        if not self.all_complete:
            return self._by_rater(_weighted(self.m, self.terms.rated), 1)
        ones = self.feature("ones")
        counts = np.broadcast_to(ones.value[:, None], (len(self.m), self.k))
        return Profile(counts, lambda gradient: gradient.sum() * ones.slope)


def _weighted(m: FloatArray, x: FloatArray) -> FloatArray:
    """Return m @ x; for one weighting without a linear algebra library.

    Its threads wait for each other where other programs use the cores, which takes a hundred times
    as long as the product of one weighting.
    """
    if len(m) > 1:
        return np.asarray(m @ x)
    return np.asarray(np.einsum("bp,p...->b...", m, x))
