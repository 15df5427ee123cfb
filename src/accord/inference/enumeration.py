"""Every way to deal out the raters' ratings, where there are not too many; or a sample of them."""

from __future__ import annotations

import math
from itertools import combinations
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
    "MOST_ARRANGEMENTS",
    "arrangements",
    "enumerate_delta",
    "sample_delta",
    "sampled_moments",
]

MOST_ARRANGEMENTS = 5_000_000  # arrangements that are gone through one by one
LARGEST = 700.0  # exp of more is no number


def arrangements(patterns: Patterns) -> float:
    """Number of different ways to deal out the ratings; equal ratings are not told apart.

    Where all rated every subject one of them can stand still: only who meets whom matters.
    """
    totals = [rater_totals(patterns, g) for g in range(patterns.r)]
    ways = [_log_ways(own) for own in totals]
    log = sum(ways) - (0.0 if patterns.missing else max(ways))
    return math.exp(log) if log < LARGEST else math.inf


def enumerate_delta(patterns: Patterns, weights: Weights) -> FloatArray:
    """Value of δ in every arrangement, each as likely as any other."""
    number = arrangements(patterns)
    if number > MOST_ARRANGEMENTS:
        raise UnsupportedError(
            f"there are {number:.3g} ways to shuffle these ratings, more than the "
            f"{MOST_ARRANGEMENTS:,} that can be gone through. Use p_method='moments' or "
            "'monte_carlo'."
        )
    rows = _expanded(patterns)
    still = _still(rows)
    everyone = range(rows.shape[1])
    decks = [
        rows[:, [g]].T if g == still else _dealt_anew(rows[:, g]) for g in everyone
    ]  # (arrangements of g, n)
    total: FloatArray = np.zeros([1] * len(decks))
    for g, h in combinations(everyone, 2):
        sums = np.zeros((len(decks[g]), len(decks[h])))
        for a, b in zip(decks[g].T, decks[h].T, strict=True):
            if a[0] >= 0 and b[0] >= 0:
                sums += _table(weights, a, b)
        shape = [1] * len(decks)
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
    """Value of δ in arrangements drawn at random."""
    rows = _expanded(patterns)
    pairs = _pairs(rows)
    rng = np.random.default_rng(seed)
    values = np.empty(replicates)
    for span in batches(replicates, rows.size, progress):
        total = np.zeros(span.stop - span.start)
        shuffled = [_shuffled(column, total.size, rng) for column in rows.T]
        for a, b in combinations(shuffled, 2):
            both = (a[0] >= 0) & (b[0] >= 0)
            total += (1 - weights.between(a[:, both], b[:, both])).sum(axis=1) * weights.maximum
        values[span] = total / pairs
    return values


def sampled_moments(
    patterns: Patterns, weights: Weights, replicates: int, seed: int, progress: Progress = None
) -> Moments:
    """Moments of δ, by arrangements drawn at random."""
    values = sample_delta(patterns, weights, replicates, seed, progress=progress)
    return moments_of(values, patterns, weights)


def _expanded(patterns: Patterns) -> npt.NDArray[np.int64]:
    """(n, b) codes, a row per subject."""
    if np.any(patterns.multiplicity % 1):
        raise UnsupportedError(
            "ratings of single subjects are shuffled, and the counts are not whole numbers. Use "
            "p_method='moments'."
        )
    times = patterns.multiplicity.astype(np.int64)
    return np.repeat(patterns.by_rater().rows.astype(np.int64), times, axis=0)


def _still(rows: IntArray) -> int | None:
    """Rater who can stand still where all rated every subject: the one with most orders."""
    if (rows < 0).any():
        return None
    return max(range(rows.shape[1]), key=lambda g: _log_ways(np.bincount(rows[:, g])))


def _log_ways(counts: npt.NDArray[Any]) -> float:
    """Logarithm of the number of distinct orders: n! over the factorials of equal ratings."""
    from scipy.special import gammaln  # here: slow to import

    return float(gammaln(counts.sum() + 1) - gammaln(counts + 1).sum())


def _dealt_anew(column: IntArray) -> npt.NDArray[np.int32]:
    """All distinct orders of a rater's ratings, over the subjects that he rated."""
    rated = np.flatnonzero(column >= 0)
    labels, counts = np.unique(column[rated], return_counts=True)
    orders = labels[_orders(tuple(counts.tolist()))]
    deck = np.full((len(orders), column.size), -1, dtype=np.int32)
    deck[:, rated] = orders
    return deck


def _orders(counts: tuple[int, ...]) -> npt.NDArray[np.int32]:
    """Distinct orders of numbers 0, 1, ... of which there are so many each, a row per order."""
    known: dict[tuple[int, ...], npt.NDArray[np.int32]] = {}

    def orders(left: tuple[int, ...]) -> npt.NDArray[np.int32]:
        if left not in known:
            parts = []
            for k, times in enumerate(left):
                if times:
                    rest = orders((*left[:k], times - 1, *left[k + 1 :]))
                    parts.append(np.pad(rest, ((0, 0), (1, 0)), constant_values=k))
            known[left] = np.concatenate(parts) if parts else np.zeros((1, 0), dtype=np.int32)
        return known[left]

    return orders(counts)


def _table(weights: Weights, a: IntArray, b: IntArray) -> FloatArray:
    """Disagreement of each code of one list with each of another."""
    left, row = np.unique(a, return_inverse=True)
    right, column = np.unique(b, return_inverse=True)
    return np.asarray(weights.disagreement(left, right)[row[:, None], column[None, :]])


def _shuffled(column: IntArray, size: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    rated = column >= 0
    deck = np.tile(column, (size, 1))
    deck[:, rated] = rng.permuted(deck[:, rated], axis=1)
    return deck


def _pairs(rows: IntArray) -> float:
    """Pairs of ratings of the same subject; NaN if there is none."""
    each = (rows >= 0).sum(axis=1)
    return float((each * (each - 1) // 2).sum()) or math.nan
