"""Exact moments of the mean disagreement δ when each rater's ratings are shuffled.

The null distribution of Berry and Mielke's measure: every rater's ratings are dealt out anew among
the subjects that he rated. Its mean, variance and third moment have closed forms in the centred
disagreements A_gh (of every rating of g with every rating of h), in which equal ratings are taken
together, so categorical data cost nothing in the number of subjects.

With n subjects rated by all of b raters and K = n b(b-1)/2 pairs of ratings::

    μ  = Σ_{g<h} ΣΣ D_gh / (n K)
    σ² = Σ_{g<h} ΣΣ A_gh² / (n-1) / K²
    μ₃ = [Σ_{g<h} n ΣΣ A_gh³ / ((n-1)(n-2)) + 6 Σ_{g<h<k} ΣΣΣ A_gh A_gk A_hk / (n-1)²] / K³

Missing ratings break the symmetry that these forms rest on; `moments_of` takes the moments of
arrangements that were gone through or drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.inference.analytic import over
from accord.statistics.weights import Weights

__all__ = [
    "Moments",
    "moments_of",
    "observed_delta",
    "permutation_moments",
    "rater_totals",
    "seconds",
]

CELLS = 8_000_000  # centred disagreements are made in blocks of about this many
TOGETHER = 8_000  # up to so many distinct ratings (over all raters) fit into one matrix
DUST = 1e-10
FLOPS, CALL = 3e10, 1e-4  # operations in a second, and seconds that a call takes, about


@dataclass(frozen=True, slots=True)
class Moments:
    """δ, and its mean, variance and skewness under shuffling."""

    delta: float
    mu: float
    variance: float
    skewness: float

    @property
    def t(self) -> float:
        """Standardised δ: negative when raters agree better than by chance."""
        return (self.delta - self.mu) / self.variance**0.5 if self.variance > 0 else np.nan


class Dealt:
    """What each rater has to deal out, and the disagreements of any two raters' ratings.

    Parameters
    ----------
    patterns
        A table that keeps raters apart, without missing ratings.
    weights
        Whose disagreements δ are meant.
    """

    def __init__(self, patterns: Patterns, weights: Weights) -> None:
        self.weights = weights
        self.n = patterns.n
        self.b = patterns.r
        totals = np.stack([rater_totals(patterns, g) for g in range(self.b)])
        self.used = [np.flatnonzero(own) for own in totals]
        self.count = [own[used] for own, used in zip(totals, self.used, strict=True)]
        self.apart, self.grand = _mean_distances(totals, weights)

    def centred(self, g: int, h: int, own: slice, other: slice = slice(None)) -> FloatArray:
        """A_gh for some of g's distinct ratings and some of h's."""
        a, b = self.used[g][own], self.used[h][other]
        cells = self.weights.disagreement(a, b)
        cells -= self.apart[h, a][:, None]
        cells -= self.apart[g, b]
        cells += self.grand[g, h]
        return cells

    def blocks(self, g: int, h: int) -> list[slice]:
        """Slices of g's distinct ratings, so that a block of A_gh has about `CELLS` cells."""
        rows, step = self.used[g].size, max(1, CELLS // self.used[h].size)
        return [slice(start, min(start + step, rows)) for start in range(0, rows, step)]


def permutation_moments(
    patterns: Patterns,
    weights: Weights,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Moments:
    """Exact moments of δ when each rater's ratings are shuffled; every rater rated all subjects."""
    dealt = Dealt(patterns, weights)
    n, pairs = dealt.n, list(combinations(range(dealt.b), 2))
    squares = cubes = 0.0
    for g, h in pairs:
        for own in dealt.blocks(g, h):
            a = dealt.centred(g, h, own)
            squares += float(dealt.count[g][own] @ (a**2 @ dealt.count[h]))
            cubes += float(dealt.count[g][own] @ (a**3 @ dealt.count[h]))
    triples = _triples(dealt, progress)
    k = n * len(pairs)
    variance = over(squares, n - 1) / k**2
    alone = n * cubes / ((n - 1) * (n - 2)) if n > 2 else 0.0  # two ratings are each other's mirror
    third = (alone + over(6 * triples, (n - 1) ** 2)) / k**3
    return _moments(patterns, weights, variance, third)


def moments_of(values: FloatArray, patterns: Patterns, weights: Weights) -> Moments:
    """Moments of the values that δ takes in arrangements gone through, or drawn."""
    centred = values - values.mean()
    return _moments(patterns, weights, float(np.mean(centred**2)), float(np.mean(centred**3)))


def _moments(patterns: Patterns, weights: Weights, variance: float, third: float) -> Moments:
    """Moments; a spread that is only rounding is none."""
    delta, mu = observed_delta(patterns, weights), expected_delta(patterns, weights)
    if not variance > (DUST * mu) ** 2:
        return Moments(delta, mu, variance if np.isnan(variance) else 0.0, np.nan)
    return Moments(delta, mu, variance, third / variance**1.5)


def observed_delta(patterns: Patterns, weights: Weights) -> float:
    """Mean disagreement of the pairs of ratings of the same subject."""
    codes, m = patterns.by_rater(), patterns.multiplicity
    total = pairs = 0.0
    for g, h in combinations(range(patterns.r), 2):
        both = codes.both(g, h)
        agreement = weights.between(codes.rows[both, g], codes.rows[both, h])
        total += float(m[both] @ (1 - agreement)) * weights.maximum
        pairs += float(m[both].sum())
    return over(total, pairs)


def expected_delta(patterns: Patterns, weights: Weights) -> float:
    """Mean of δ under shuffling; exact with missing ratings, too."""
    totals = np.stack([rater_totals(patterns, g) for g in range(patterns.r)])
    _, grand = _mean_distances(totals, weights)
    rated = patterns.by_rater().rated.astype(np.float64)
    together = np.triu((rated * patterns.multiplicity[:, None]).T @ rated, 1)
    return over(float(np.sum(together * grand)), float(together.sum()))


def _mean_distances(totals: FloatArray, weights: Weights) -> tuple[FloatArray, FloatArray]:
    """(b, q) mean distance of a category from each rater's ratings, and (b, b) of two raters'."""
    shares = totals / np.maximum(totals.sum(axis=1, keepdims=True), 1e-300)
    apart = (1 - weights.apply(shares)) * weights.maximum
    return apart, np.asarray(shares @ apart.T)


def rater_totals(patterns: Patterns, g: int) -> FloatArray:
    """(q,) how often a rater used each category."""
    return patterns.by_rater().column_totals(g, patterns.multiplicity)


def _triples(dealt: Dealt, progress: Callable[[int, int], None] | None) -> float:
    """Σ_{g<h<k} ΣΣΣ A_gh A_gk A_hk: by one large product or by many small ones."""
    whole, number = sum(used.size for used in dealt.used), comb(dealt.b, 3)
    if whole <= TOGETHER and 2 * whole**3 / FLOPS < number * CALL + whole**3 / 3 / FLOPS:
        square = _square(dealt)
        return float(np.einsum("ij,ji->", square @ square, square)) / 6
    total = 0.0
    for done, (g, h, k) in enumerate(combinations(range(dealt.b), 3), start=1):
        total += _triple(dealt, g, h, k)
        if progress is not None:
            progress(done, number)
    return total


def seconds(patterns: Patterns) -> float:
    """How long the exact moments take, about."""
    distinct = sum(np.count_nonzero(rater_totals(patterns, g)) for g in range(patterns.r))
    cube = float(distinct) ** 3 / FLOPS
    return min(cube / 3 + comb(patterns.r, 3) * CALL, 2 * cube)


def _square(dealt: Dealt) -> FloatArray:
    """All A_gh in one symmetric matrix, times the roots of the counts; 0 within a rater.

    A product of three cells around a triangle then carries each rating's count once, and the
    trace of the cube has every triangle six times.
    """
    roots = [np.sqrt(count) for count in dealt.count]
    every = slice(None)
    return np.block(
        [
            [
                (g != h) * roots[g][:, None] * dealt.centred(g, h, every) * roots[h]
                for h in range(dealt.b)
            ]
            for g in range(dealt.b)
        ]
    )


def _triple(dealt: Dealt, g: int, h: int, k: int) -> float:
    """ΣΣΣ A_gh A_gk A_hk over all ratings of three raters, in tiles."""
    total = 0.0
    for mine in dealt.blocks(h, k):
        product = sum(
            (dealt.centred(g, h, own, mine) * dealt.count[g][own, None]).T
            @ dealt.centred(g, k, own)
            for own in dealt.blocks(g, k)
        )
        product *= dealt.centred(h, k, mine)
        total += float(dealt.count[h][mine] @ product @ dealt.count[k])
    return total
