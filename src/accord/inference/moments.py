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
from itertools import combinations
from math import comb

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.inference.analytic import over
from accord.inference.batches import Progress
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
OPERATIONS, CALL = 3e10, 1e-4  # operations per second and seconds per call, to estimate the time


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
        totals = np.stack([rater_totals(patterns, g) for g in range(self.b)])
        self.used = [np.flatnonzero(counts) for counts in totals]
        self.count = [counts[used] for counts, used in zip(totals, self.used, strict=True)]
        self.mean, self.grand_mean = _mean_disagreements(totals, weights)

    def of(self, g: int, h: int, rows: slice, columns: slice = slice(None)) -> FloatArray:
        """Return A_gh for some distinct ratings of g (rows) and of h (columns)."""
        a, b = self.used[g][rows], self.used[h][columns]
        cells = self.weights.disagreement(a, b)
        cells -= self.mean[h, a][:, None]
        cells -= self.mean[g, b]
        cells += self.grand_mean[g, h]
        return cells

    def blocks(self, g: int, h: int) -> list[slice]:
        """Return slices of the distinct ratings of g for blocks of A_gh of about `CELLS` cells."""
        rows, step = self.used[g].size, max(1, CELLS // self.used[h].size)
        return [slice(start, min(start + step, rows)) for start in range(0, rows, step)]


def permutation_moments(
    patterns: Patterns,
    weights: Weights,
    *,
    progress: Progress = None,
) -> Moments:
    """Return the exact moments of δ under permutation; every rater rated all subjects."""
    centred = CentredDisagreements(patterns, weights)
    n, pairs = centred.n, list(combinations(range(centred.b), 2))
    squares = cubes = 0.0
    for g, h in pairs:
        for rows in centred.blocks(g, h):
            a = centred.of(g, h, rows)
            squares += float(centred.count[g][rows] @ (a**2 @ centred.count[h]))
            cubes += float(centred.count[g][rows] @ (a**3 @ centred.count[h]))
    triples = _triples(centred, progress)
    k = n * len(pairs)
    variance = over(squares, n - 1) / k**2
    # With two subjects the cells of A_gh are c, -c, -c and c, so their cubes add up to 0.
    pairwise = n * cubes / ((n - 1) * (n - 2)) if n > 2 else 0.0
    third = (pairwise + over(6 * triples, (n - 1) ** 2)) / k**3
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
    codes, m = patterns.by_rater(), patterns.multiplicity
    total = pairs = 0.0
    for g, h in combinations(range(patterns.r), 2):
        both = codes.both(g, h)
        agreement = weights.between(codes.rows[both, g], codes.rows[both, h])
        total += float(m[both] @ (1 - agreement)) * weights.maximum
        pairs += float(m[both].sum())
    return over(total, pairs)


def expected_delta(patterns: Patterns, weights: Weights) -> float:
    """Return the mean of δ under permutation; exact with missing ratings, too."""
    totals = np.stack([rater_totals(patterns, g) for g in range(patterns.r)])
    _, grand_mean = _mean_disagreements(totals, weights)
    rated = patterns.by_rater().rated.astype(np.float64)
    common = np.triu((rated * patterns.multiplicity[:, None]).T @ rated, 1)
    return over(float(np.sum(common * grand_mean)), float(common.sum()))


def _mean_disagreements(totals: FloatArray, weights: Weights) -> tuple[FloatArray, FloatArray]:
    """Return (b, q) means of a category with a rater's ratings, and (b, b) means of two raters."""
    shares = totals / np.maximum(totals.sum(axis=1, keepdims=True), 1e-300)
    mean = (1 - weights.apply(shares)) * weights.maximum
    return mean, np.asarray(shares @ mean.T)


def rater_totals(patterns: Patterns, g: int) -> FloatArray:
    """Return (q,) how often a rater used each category."""
    return patterns.by_rater().column_totals(g, patterns.multiplicity)


def _triples(centred: CentredDisagreements, progress: Progress) -> float:
    """Return Σ_{g<h<k} ΣΣΣ A_gh A_gk A_hk, by one large product or by many small ones."""
    side, number = sum(used.size for used in centred.used), comb(centred.b, 3)
    operations = side**3 / OPERATIONS
    if side <= MAX_MATRIX_SIDE and 2 * operations < number * CALL + operations / 3:
        square = _square(centred)
        return float(np.einsum("ij,ji->", square @ square, square)) / 6
    total = 0.0
    for done, (g, h, k) in enumerate(combinations(range(centred.b), 3), start=1):
        total += _triple(centred, g, h, k)
        if progress is not None:
            progress(done, number)
    return total


def seconds_needed(patterns: Patterns) -> float:
    """Return about how long the exact moments take."""
    distinct = sum(np.count_nonzero(rater_totals(patterns, g)) for g in range(patterns.r))
    cube = float(distinct) ** 3 / OPERATIONS
    return min(cube / 3 + comb(patterns.r, 3) * CALL, 2 * cube)


def _square(centred: CentredDisagreements) -> FloatArray:
    """Return all A_gh in one symmetric matrix, times the roots of the counts; 0 within a rater.

    The product of three cells of a triangle then contains the count of each rating once, and the
    trace of the cube contains every triangle six times.
    """
    roots = [np.sqrt(count) for count in centred.count]
    every = slice(None)
    return np.block(
        [
            [
                (g != h) * roots[g][:, None] * centred.of(g, h, every) * roots[h]
                for h in range(centred.b)
            ]
            for g in range(centred.b)
        ]
    )


def _triple(centred: CentredDisagreements, g: int, h: int, k: int) -> float:
    """Return ΣΣΣ A_gh A_gk A_hk over all ratings of three raters, block by block."""
    total = 0.0
    for h_rows in centred.blocks(h, k):
        product = sum(
            (centred.of(g, h, g_rows, h_rows) * centred.count[g][g_rows, None]).T
            @ centred.of(g, k, g_rows)
            for g_rows in centred.blocks(g, k)
        )
        product *= centred.of(h, k, h_rows)
        total += float(centred.count[h][h_rows] @ product @ centred.count[k])
    return total
