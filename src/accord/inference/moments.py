"""Exact moments of the mean disagreement δ under permutation of each rater's ratings.

This is the null distribution of Berry and Mielke's measure: each rater's ratings are permuted among
the subjects that they rated. Mean, variance and third moment have closed forms in the centred
disagreements A_gh of all ratings of g with all ratings of h. Equal ratings are combined, so the
cost for categorical data does not depend on the number of subjects.

With n subjects rated by all of b raters and K = n b(b-1)/2 pairs of ratings::

    μ  = Σ_{g<h} ΣΣ D_gh / (n K)
    σ² = Σ_{g<h} ΣΣ A_gh² / (n-1) / K²
    μ₃ = [Σ_{g<h} n ΣΣ A_gh³ / ((n-1)(n-2)) + 6 Σ_{g<h<k} ΣΣΣ A_gh A_gk A_hk / (n-1)²] / K³

The closed forms do not hold with missing ratings; `moments_of` then gives the moments over
permutations that were enumerated or drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import UnsupportedError
from accord.inference.analytic import over
from accord.inference.batches import Progress
from accord.statistics.sums import PatternTerms
from accord.statistics.weights import Weights

__all__ = [
    "Moments",
    "moments_of",
    "observed_delta",
    "permutation_moments",
    "rater_totals",
    "seconds_needed",
]

CELLS = 8_000_000  # centred disagreements in a block, 64 MB
MAX_MATRIX_SIDE = 8_000  # distinct ratings, summed over raters, for one matrix of 512 MB
ROUNDING_ERROR = 1e-10  # a standard deviation below this share of the mean is 0
OPERATIONS = 3e10  # of products of matrices, per second, to estimate the time
CALL, CELL = 1e-4, 5e-8  # seconds of three small products, and of a centred disagreement
LONGEST = 3600.0  # seconds; more are refused


@dataclass(frozen=True, slots=True)
class Moments:
    """δ, and its mean, variance and skewness under permutation."""

    delta: float
    mu: float
    variance: float
    skewness: float

    @property
    def t(self) -> float:
        """Standardised δ: negative if raters agree more than by chance."""
        return (self.delta - self.mu) / self.variance**0.5 if self.variance > 0 else np.nan


class CentredDisagreements:
    """Centred disagreements A_gh of the distinct ratings of any two raters.

    The distinct ratings of all raters, one rater after the other, are the rows and columns of one
    symmetric matrix, of which blocks of rows are computed.

    Parameters
    ----------
    patterns
        A table with rater identity and without missing ratings.
    weights
        Agreement weights.
    """

    def __init__(self, patterns: Patterns, weights: Weights) -> None:
        self.weights = weights
        self.n = patterns.n
        self.b = patterns.r
        self.totals = _all_totals(patterns)
        self.rater, self.code = np.nonzero(self.totals)
        self.count = self.totals[self.rater, self.code]
        self.shares, self.mean = _shares_and_means(self.totals, weights)

    @property
    def side(self) -> int:
        """Number of distinct ratings, summed over raters."""
        return int(self.rater.size)

    def of_raters(self) -> list[slice]:
        """Return the rows of each rater."""
        ends = np.searchsorted(self.rater, np.arange(self.b + 1))
        return [slice(start, end) for start, end in pairwise(ends.tolist())]

    def cells(self, rows: slice, columns: slice = slice(None)) -> FloatArray:
        """Return A for some rows and columns of different raters."""
        g, a = self.rater[rows], self.code[rows]
        h, b = self.rater[columns], self.code[columns]
        first, last = h[0], h[-1] + 1
        cells = self.weights.disagreement(a, b)
        cells -= self.mean[first:last, a].T[:, h - first]
        cells -= self.mean[g[:, None], b]
        cells += (self.shares[g] @ self.mean[first:last].T)[:, h - first]
        return cells

    def rows(self, rows: slice) -> FloatArray:
        """Return A for some rows and all columns; 0 within a rater."""
        cells = self.cells(rows)
        cells[self.rater[rows][:, None] == self.rater] = 0.0
        return cells


def permutation_moments(
    patterns: Patterns,
    weights: Weights,
    *,
    progress: Progress = None,
) -> Moments:
    """Return the exact moments of δ under permutation; every rater rated all subjects."""
    seconds = seconds_needed(patterns)
    if seconds > LONGEST:
        raise UnsupportedError(
            f"the exact moments of so many different ratings would take {seconds / 3600:,.0f} "
            "hours. Use p_method='monte_carlo'."
        )
    centred = CentredDisagreements(patterns, weights)
    squares = cubes = 0.0
    for rows in _blocks(slice(0, centred.side), centred.side):
        a, left = centred.rows(rows), centred.count[rows]
        power = a * a
        squares += float(left @ (power @ centred.count)) / 2
        power *= a
        cubes += float(left @ (power @ centred.count)) / 2
    triples = _triples(centred, progress)
    n, k = centred.n, centred.n * comb(centred.b, 2)
    variance = over(squares, n - 1) / k**2
    # With two subjects the cells of A_gh are c, -c, -c and c, so their cubes add up to 0.
    pairs = n * cubes / ((n - 1) * (n - 2)) if n > 2 else 0.0
    third = (pairs + over(6 * triples, (n - 1) ** 2)) / k**3
    return _moments(patterns, weights, variance, third)


def moments_of(values: FloatArray, patterns: Patterns, weights: Weights) -> Moments:
    """Return the moments of δ over permutations that were enumerated or drawn."""
    centred = values - values.mean()
    return _moments(patterns, weights, float(np.mean(centred**2)), float(np.mean(centred**3)))


def _moments(patterns: Patterns, weights: Weights, variance: float, third: float) -> Moments:
    """Return the moments; a variance that is rounding error is 0."""
    delta, mu = observed_delta(patterns, weights), expected_delta(patterns, weights)
    if not variance > (ROUNDING_ERROR * mu) ** 2:
        return Moments(delta, mu, variance if np.isnan(variance) else 0.0, np.nan)
    return Moments(delta, mu, variance, third / variance**1.5)


def observed_delta(patterns: Patterns, weights: Weights) -> float:
    """Return the mean disagreement of the pairs of ratings of the same subject."""
    terms = PatternTerms(patterns, weights)
    pairs = patterns.multiplicity * terms.r * (terms.r - 1)
    return over(float(pairs @ (1 - terms.agreement)) * weights.maximum, float(pairs.sum()))


def expected_delta(patterns: Patterns, weights: Weights) -> float:
    """Return the mean of δ under permutation; exact with missing ratings, too."""
    shares, mean = _shares_and_means(_all_totals(patterns), weights)
    rated = patterns.by_rater().rated.astype(np.float64)
    weighted = rated * patterns.multiplicity[:, None]
    total = pairs = 0.0
    for g in _blocks(slice(0, patterns.r), patterns.r):
        common = weighted[:, g].T @ rated
        common[np.arange(g.stop - g.start), np.arange(g.start, g.stop)] = 0.0
        total += float(np.sum(common * (shares[g] @ mean.T)))
        pairs += float(common.sum())
    return over(total, pairs)


def _all_totals(patterns: Patterns) -> FloatArray:
    """Return (b, q) how often each rater used each category."""
    return np.stack([rater_totals(patterns, g) for g in range(patterns.r)])


def _shares_and_means(totals: FloatArray, weights: Weights) -> tuple[FloatArray, FloatArray]:
    """Return (b, q) shares of each rater's ratings, and means of a category with these ratings."""
    shares = totals / np.maximum(totals.sum(axis=1, keepdims=True), 1e-300)
    return shares, (1 - weights.apply(shares)) * weights.maximum


def rater_totals(patterns: Patterns, g: int) -> FloatArray:
    """Return (q,) how often a rater used each category."""
    return patterns.by_rater().column_totals(g, patterns.multiplicity)


def _blocks(rows: slice, columns: int) -> list[slice]:
    """Return slices of the rows for blocks of about `CELLS` cells with so many columns."""
    step = max(1, CELLS // columns)
    return [slice(k, min(k + step, rows.stop)) for k in range(rows.start, rows.stop, step)]


def _triples(centred: CentredDisagreements, progress: Progress) -> float:
    """Return Σ_{g<h<k} ΣΣΣ A_gh A_gk A_hk, by one large product or by many small ones."""
    if _as_one_matrix(centred.side, centred.b):
        square = _square(centred)
        blocks = _blocks(slice(0, centred.side), centred.side)
        return sum(float(np.vdot(square[rows] @ square, square[rows])) for rows in blocks) / 6
    total, number, of = 0.0, comb(centred.b, 3), centred.of_raters()
    for done, (g, h, k) in enumerate(combinations(range(centred.b), 3), start=1):
        total += _triple(centred, of[g], of[h], of[k])
        if progress is not None:
            progress(done, number)
    return total


def _as_one_matrix(side: int, raters: int) -> bool:
    """Return whether triples are added up by the product of one matrix of all ratings."""
    return side <= MAX_MATRIX_SIDE and _seconds_of_product(side) < _seconds_of_triples(side, raters)


def _seconds_of_product(side: int) -> float:
    return 2 * side**3 / OPERATIONS


def _seconds_of_triples(side: int, raters: int) -> float:
    return comb(raters, 3) * CALL + side**3 / 3 / OPERATIONS


def seconds_needed(patterns: Patterns) -> float:
    """Return about how long the exact moments take."""
    side = sum(int(np.count_nonzero(rater_totals(patterns, g))) for g in range(patterns.r))
    pairs = side**2 * CELL
    if _as_one_matrix(side, patterns.r):
        return pairs + _seconds_of_product(side)
    return pairs + _seconds_of_triples(side, patterns.r)


def _square(centred: CentredDisagreements) -> FloatArray:
    """Return all A_gh in one symmetric matrix, times the roots of the counts; 0 within a rater.

    The product of three cells of a triangle then contains the count of each rating once, and the
    trace of the cube contains every triangle six times.
    """
    square = np.empty((centred.side, centred.side))
    for rows in _blocks(slice(0, centred.side), centred.side):
        square[rows] = centred.rows(rows)
    roots = np.sqrt(centred.count)
    square *= roots
    square *= roots[:, None]
    return square


def _triple(centred: CentredDisagreements, g: slice, h: slice, k: slice) -> float:
    """Return ΣΣΣ A_gh A_gk A_hk over all ratings of three raters, block by block."""
    total, widest = 0.0, max(h.stop - h.start, k.stop - k.start)
    for h_rows in _blocks(h, widest):
        product = sum(
            (centred.cells(g_rows, h_rows) * centred.count[g_rows, None]).T
            @ centred.cells(g_rows, k)
            for g_rows in _blocks(g, widest)
        )
        product *= centred.cells(h_rows, k)
        total += float(centred.count[h_rows] @ product @ centred.count[k])
    return total
