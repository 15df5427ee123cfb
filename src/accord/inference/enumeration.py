"""Every way to deal out the raters' ratings, where there are not too many; or a sample of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.errors import UnsupportedError
from accord.inference.moments import rater_totals
from accord.patterns import Patterns
from accord.scale import FloatArray, IntArray
from accord.weights import Weights

__all__ = ["MOST_ARRANGEMENTS", "arrangements", "enumerate_delta", "sample_delta"]

MOST_ARRANGEMENTS = 5_000_000  # arrangements that are gone through one by one
CELLS = 20_000_000
LARGEST = 700.0  # exp of more is no number


def arrangements(patterns: Patterns) -> float:
    """Number of different ways to deal out the ratings; equal ratings are not told apart.

    One rater who rated every subject can stand still, because only who meets whom matters.
    """
    totals = [rater_totals(patterns, g) for g in range(patterns.r)]
    ways = [_log_ways(own) for own in totals]
    whole = [way for way, own in zip(ways, totals, strict=True) if own.sum() == patterns.n]
    log = sum(ways) - max(whole, default=0.0)
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
    progress: Callable[[int, int], None] | None = None,
) -> FloatArray:
    """Value of δ in arrangements drawn at random."""
    rows = _expanded(patterns)
    pairs = _pairs(rows)
    rng = np.random.default_rng(seed)
    values = np.empty(replicates)
    done = 0
    for size in _sizes(replicates, rows.size):
        total = np.zeros(size)
        shuffled = [_shuffled(column, size, rng) for column in rows.T]
        for a, b in combinations(shuffled, 2):
            both = (a[0] >= 0) & (b[0] >= 0)
            total += (1 - weights.between(a[:, both], b[:, both])).sum(axis=1) * weights.whole
        values[done : done + size] = total / pairs
        done += size
        if progress is not None:
            progress(done, replicates)
    return values


def _expanded(patterns: Patterns) -> npt.NDArray[np.int64]:
    """(n, b) codes, a row per subject."""
    if np.any(patterns.multiplicity % 1):
        raise UnsupportedError(
            "ratings of single subjects are shuffled, and the counts are not whole numbers. Use "
            "p_method='moments'."
        )
    assert patterns.codes is not None
    times = patterns.multiplicity.astype(np.int64)
    return np.repeat(patterns.codes.astype(np.int64), times, axis=0)


def _still(rows: IntArray) -> int | None:
    """Rater who can stand still: of those who rated every subject, the one with most orders."""
    whole = [g for g in range(rows.shape[1]) if (rows[:, g] >= 0).all()]
    return max(whole, key=lambda g: _log_ways(np.bincount(rows[:, g])), default=None)


def _log_ways(counts: npt.NDArray[Any]) -> float:
    """Logarithm of the number of distinct orders: n! over the factorials of equal ratings."""
    from scipy.special import gammaln  # here: slow to import

    return float(gammaln(counts.sum() + 1) - gammaln(counts + 1).sum())


def _dealt_anew(column: IntArray) -> npt.NDArray[np.int64]:
    """All distinct orders of a rater's ratings, over the subjects that he rated."""
    rated = np.flatnonzero(column >= 0)
    orders = np.array(list(_orders(sorted(column[rated].tolist()))), dtype=np.int64)
    deck = np.full((len(orders), column.size), -1, dtype=np.int64)
    deck[:, rated] = orders
    return deck


def _orders(codes: list[int]) -> Iterator[tuple[int, ...]]:
    """Distinct orders of sorted numbers, in order."""
    codes = codes.copy()
    last = len(codes) - 1
    while True:
        yield tuple(codes)
        i = last - 1
        while i >= 0 and codes[i] >= codes[i + 1]:
            i -= 1
        if i < 0:
            return
        j = last
        while codes[j] <= codes[i]:
            j -= 1
        codes[i], codes[j] = codes[j], codes[i]
        codes[i + 1 :] = codes[:i:-1]


def _table(weights: Weights, a: IntArray, b: IntArray) -> FloatArray:
    """Disagreement of each code of one list with each of another."""
    left, row = np.unique(a, return_inverse=True)
    right, column = np.unique(b, return_inverse=True)
    return np.asarray(weights.apart(left, right)[row[:, None], column[None, :]])


def _shuffled(column: IntArray, size: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    rated = column >= 0
    deck = np.tile(column, (size, 1))
    deck[:, rated] = rng.permuted(deck[:, rated], axis=1)
    return deck


def _pairs(rows: IntArray) -> float:
    """Pairs of ratings of the same subject; NaN if there is none."""
    each = (rows >= 0).sum(axis=1)
    return float((each * (each - 1) // 2).sum()) or math.nan


def _sizes(replicates: int, cells: int) -> Iterator[int]:
    step = max(1, CELLS // max(1, cells))
    for start in range(0, replicates, step):
        yield min(step, replicates - start)
