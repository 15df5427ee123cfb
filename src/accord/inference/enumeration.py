"""Permutations of each rater's ratings among the subjects: all of them, or a random sample."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from itertools import chain, combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, IntArray
from accord.errors import UnsupportedError
from accord.inference.batches import Progress, batches
from accord.inference.moments import Moments, moments_of, rater_totals
from accord.statistics.weights import Weights

__all__ = [
    "MAX_ARRANGEMENTS",
    "arrangements",
    "enumerate_delta",
    "sample_delta",
    "sampled_moments",
]

MAX_ARRANGEMENTS = 5_000_000  # to enumerate; some seconds
MAX_LOG = 700.0  # exp of more overflows


def arrangements(patterns: Patterns) -> float:
    """Return the number of distinct permutations of the ratings; equal ratings are identical.

    Without missing ratings one rater's ratings can stay in place, because only the combinations of
    ratings matter.
    """
    totals = [rater_totals(patterns, g) for g in range(patterns.r)]
    ways = [_log_ways(counts) for counts in totals]
    log = sum(ways) - (0.0 if patterns.missing else max(ways))
    return math.exp(log) if log < MAX_LOG else math.inf


def enumerate_delta(patterns: Patterns, weights: Weights) -> FloatArray:
    """Return δ of all permutations, which are equally probable."""
    number = arrangements(patterns)
    if number > MAX_ARRANGEMENTS:
        raise UnsupportedError(
            f"there are {number:.3g} permutations of these ratings, more than the limit of "
            f"{MAX_ARRANGEMENTS:,}. Use p_method='moments' or 'monte_carlo'."
        )
    rows = _expanded(patterns)
    fixed = _fixed_rater(rows)
    raters = range(rows.shape[1])
    permuted = [
        rows[:, [g]].T if g == fixed else _permutations(rows[:, g]) for g in raters
    ]  # (permutations of g, n)
    total: FloatArray = np.zeros([1] * len(permuted))
    for g, h in combinations(raters, 2):
        sums = np.zeros((len(permuted[g]), len(permuted[h])))
        for a, b in zip(permuted[g].T, permuted[h].T, strict=True):
            if a[0] >= 0 and b[0] >= 0:
                sums += _disagreements(weights, a, b)
        shape = [1] * len(permuted)
        shape[g], shape[h] = sums.shape
        total = total + sums.reshape(shape)
    return np.asarray(total.ravel() / _pairs(rows))


def sample_delta(
    patterns: Patterns,
    weights: Weights,
    replicates: int,
    seed: int,
    *,
    progress: Progress = None,
) -> FloatArray:
    """Return δ of permutations drawn at random."""
    rows = _expanded(patterns)
    pairs = _pairs(rows)
    rng = np.random.default_rng(seed)
    values = np.empty(replicates)
    by_counts = _by_counts(rows.shape[1], weights)
    total_of = _total_of_counts if by_counts else _total_of_pairs
    width = max(rows.shape[1], weights.q * by_counts) * len(rows)
    for span in batches(replicates, width, progress):
        permuted = (_drawn(column, span.stop - span.start, rng) for column in rows.T)
        values[span] = total_of(permuted, weights) / pairs
    return values


def _by_counts(raters: int, weights: Weights) -> bool:
    """Return whether counts of categories take fewer steps than pairs of raters."""
    return math.comb(raters, 2) > 4 * (raters + weights.q * weights.steps)


def _total_of_pairs(permuted: Iterable[IntArray], weights: Weights) -> FloatArray:
    """Return (B,) the sum of the disagreements of any two ratings of a subject, given (B, n)."""
    total: FloatArray = np.zeros(1)
    for a, b in combinations(list(permuted), 2):
        both = (a[0] >= 0) & (b[0] >= 0)
        total = total + (1 - weights.between(a[:, both], b[:, both])).sum(axis=1)
    return total * weights.maximum


def _total_of_counts(permuted: Iterable[IntArray], weights: Weights) -> FloatArray:
    """Return the same sum, by how often a subject has each category."""
    columns = iter(permuted)
    first = next(columns)
    counts = np.zeros((*first.shape, weights.q + 1))  # the last is of missing ratings, code -1
    draw, subject = np.arange(len(first))[:, None], np.arange(first.shape[1])
    for codes in chain([first], columns):
        counts[draw, subject, codes] += 1
    counts = counts[:, :, :-1]
    agreeing = np.einsum("bik,bik->b", counts, weights.apply(counts))
    every = np.einsum("bi,bi->b", counts.sum(axis=2), counts.sum(axis=2))
    return np.asarray((every - agreeing) / 2 * weights.maximum)


def sampled_moments(
    patterns: Patterns, weights: Weights, replicates: int, seed: int, progress: Progress = None
) -> Moments:
    """Return the moments of δ over permutations drawn at random."""
    values = sample_delta(patterns, weights, replicates, seed, progress=progress)
    return moments_of(values, patterns, weights)


def _expanded(patterns: Patterns) -> npt.NDArray[np.int64]:
    """Return (n, b) codes, a row per subject."""
    if np.any(patterns.multiplicity % 1):
        raise UnsupportedError(
            "ratings of single subjects are permuted, but the counts are not whole numbers. Use "
            "p_method='moments'."
        )
    times = patterns.multiplicity.astype(np.int64)
    return np.repeat(patterns.by_rater().rows.astype(np.int64), times, axis=0)


def _fixed_rater(rows: IntArray) -> int | None:
    """Return the rater whose ratings stay in place: the one with the most permutations.

    None if ratings are missing.
    """
    if (rows < 0).any():
        return None
    return max(range(rows.shape[1]), key=lambda g: _log_ways(np.bincount(rows[:, g])))


def _log_ways(counts: npt.NDArray[Any]) -> float:
    """Return the log of the number of permutations, n! over the factorials of equal ratings."""
    from scipy.special import gammaln  # here: slow to import

    return float(gammaln(counts.sum() + 1) - gammaln(counts + 1).sum())


def _permutations(column: IntArray) -> npt.NDArray[np.int32]:
    """Return all distinct permutations of a rater's ratings among the subjects that they rated."""
    rated = np.flatnonzero(column >= 0)
    labels, counts = np.unique(column[rated], return_counts=True)
    orders = labels[_orders(tuple(counts.tolist()))]
    permuted = np.full((len(orders), column.size), -1, dtype=np.int32)
    permuted[:, rated] = orders
    return permuted


def _orders(counts: tuple[int, ...]) -> npt.NDArray[np.int32]:
    """Return the distinct orders of numbers 0, 1, … with these counts, a row per order."""

    @cache
    def orders(left: tuple[int, ...]) -> npt.NDArray[np.int32]:
        parts = []
        for k, times in enumerate(left):
            if times:
                rest = orders((*left[:k], times - 1, *left[k + 1 :]))
                parts.append(np.pad(rest, ((0, 0), (1, 0)), constant_values=k))
        return np.concatenate(parts) if parts else np.zeros((1, 0), dtype=np.int32)

    return orders(counts)


def _disagreements(weights: Weights, a: IntArray, b: IntArray) -> FloatArray:
    """Return the disagreement of each code of one list with each of another."""
    left, row = np.unique(a, return_inverse=True)
    right, column = np.unique(b, return_inverse=True)
    return np.asarray(weights.disagreement(left, right)[row[:, None], column[None, :]])


def _drawn(column: IntArray, size: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return (size, n) random permutations of a rater's ratings."""
    rated = column >= 0
    permuted = np.tile(column, (size, 1))
    permuted[:, rated] = rng.permuted(permuted[:, rated], axis=1)
    return permuted


def _pairs(rows: IntArray) -> float:
    """Return the number of pairs of ratings of the same subject; NaN if there is none."""
    each = (rows >= 0).sum(axis=1)
    return float((each * (each - 1) // 2).sum()) or math.nan
