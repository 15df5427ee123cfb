"""The agreement of each pair of raters with common subjects.

If most subjects have ratings by most raters, all pairs of columns are compared. If each of many
raters rated few subjects, the pairs of ratings are listed, and the agreement of two raters is a sum
over theirs. Time and memory then grow with the ratings, not with the square of the raters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, IntArray
from accord.errors import UnsupportedError
from accord.options.presets import WITHOUT_PAIRS
from accord.statistics.calculus import Profile, divide
from accord.statistics.weights import Weights

if TYPE_CHECKING:
    from accord.statistics.sums import Sums

__all__ = ["ListedPairs", "RaterPairs", "common_units", "list_pairs", "pair_steps", "rating_pairs"]

MAX_LISTED = 30_000_000  # pairs of ratings in a list: about 1 GB
MAX_COLUMNS = 600  # raters whose columns are compared in pairs
FEW_COLUMNS = 64  # raters whose columns are compared even if their pairs of ratings are few
FEW_LISTED = 2_000_000  # pairs of ratings that are listed faster than many columns are compared
COLUMN_STEPS = 3_000  # steps of a pair of columns, beside those of its ratings
LISTED_STEPS = 60  # steps of a listed pair of ratings, for sorting
DENSE_SHARE = 10  # columns are compared if more than 1 of 10 possible pairs of ratings exist


class RaterPairs:
    """The pairs of raters with a common subject.

    Parameters
    ----------
    t
        Sums over the ratings of all raters.

    Attributes
    ----------
    g, h
        (J,) the two raters of each pair, g < h.
    agreement
        Profile of J numbers: weighted agreement of each pair on the subjects that both rated.
    """

    def __init__(self, t: Sums) -> None:
        if _is_dense(t.patterns):
            self._by_columns(t)
        else:
            self._by_list(t)

    def _by_columns(self, t: Sums) -> None:
        """Compare all pairs of columns, if most subjects have ratings by most raters."""
        columns = t.terms.by_rater
        codes, rated = columns.rows, columns.rated
        common = rated.T.astype(np.float32) @ rated.astype(np.float32)
        self.g, self.h = np.nonzero(np.triu(common, 1))

        def weights() -> Iterator[tuple[FloatArray, FloatArray]]:
            for g, h in zip(self.g, self.h, strict=True):
                both = (rated[:, g] & rated[:, h]).astype(np.float64)
                yield both, both * t.weights.between(codes[:, g], codes[:, h])

        sums = [(t.m @ both, t.m @ weight) for both, weight in weights()]
        common_m = np.stack([m for m, _ in sums], axis=1)
        share = divide(np.stack([agreement for _, agreement in sums], axis=1), common_m)

        def pull(gradient: FloatArray) -> FloatArray:
            gradients = np.atleast_2d(gradient)
            rows = len(gradients)
            total = np.zeros((rows, len(t.patterns)))
            parts = np.nan_to_num(divide(gradients, common_m[:rows]))
            for part, mean, (both, weight) in zip(
                parts.T, np.nan_to_num(share[:rows]).T, weights(), strict=True
            ):
                total += part[:, None] * (weight - mean[:, None] * both)
            return total if t.per_weighting else total[0]

        self.agreement = Profile(share, pull, per_weighting=t.per_weighting)

    def _by_list(self, t: Sums) -> None:
        """List the pairs of ratings, for many raters with few ratings each."""
        listed = t.listed_pairs
        self.g, self.h = listed.g, listed.h
        pattern, pair, weight = listed.pattern, listed.pair, listed.weight
        size = self.g.size

        def sums(x: FloatArray) -> FloatArray:
            return np.stack(
                [np.bincount(pair, weights=m[pattern] * x, minlength=size) for m in t.m]
            )

        common_m = sums(np.ones(pair.size))
        share = divide(sums(weight), common_m)

        def pull(gradient: FloatArray) -> FloatArray:
            factor = np.nan_to_num(divide(gradient, common_m[0]))
            terms = factor[pair] * (weight - np.nan_to_num(share[0])[pair])
            total = np.bincount(pattern, weights=terms, minlength=len(t.patterns))
            return total.astype(np.float64)

        self.agreement = Profile(share, pull)


@dataclass(frozen=True, slots=True, eq=False)
class ListedPairs:
    """All pairs of ratings of all patterns: J pairs of raters, L pairs of ratings.

    Parameters
    ----------
    g, h
        (J,) the two raters of each pair with a common subject, g < h.
    pattern, pair
        (L,) pattern and pair of raters of each pair of ratings.
    weight
        (L,) agreement weight of the two ratings.
    """

    g: npt.NDArray[np.int64]
    h: npt.NDArray[np.int64]
    pattern: npt.NDArray[np.int64]
    pair: npt.NDArray[np.intp]
    weight: FloatArray


def list_pairs(patterns: Patterns, weights: Weights) -> ListedPairs:
    """Return the pairs of ratings of every pattern, with their agreement weights."""
    listed = rating_pairs(patterns)
    if listed > MAX_LISTED:
        raise UnsupportedError(
            f"there are {listed:,} pairs of ratings, too many to list them. Use {WITHOUT_PAIRS}, "
            "which does not need them."
        )
    pattern, first, second, a, b = _listed(patterns)
    numbers, pair = np.unique(first * patterns.r + second, return_inverse=True)
    g, h = np.divmod(numbers, patterns.r)
    return ListedPairs(g, h, pattern, pair, weights.between(a, b))


def rating_pairs(patterns: Patterns) -> int:
    """Return the number of pairs of ratings of the distinct patterns."""
    each = patterns.rating_counts
    return int((each * (each - 1) // 2).sum())


def _is_dense(patterns: Patterns) -> bool:
    """Return whether it is faster to compare columns than to list pairs of ratings."""
    r, listed = patterns.r, rating_pairs(patterns)
    possible = len(patterns) * r * (r - 1) // 2
    fast = r <= FEW_COLUMNS or (r <= MAX_COLUMNS and listed > FEW_LISTED)
    return listed * DENSE_SHARE > possible and fast


def pair_steps(patterns: Patterns) -> int:
    """Return the estimated cost of the agreement of all pairs, in steps of about 10 ns."""
    r, listed = patterns.r, rating_pairs(patterns)
    if _is_dense(patterns):
        return listed + COLUMN_STEPS * r * (r - 1) // 2
    return LISTED_STEPS * listed


def common_units(t: Sums) -> tuple[IntArray, IntArray, FloatArray]:
    """Return the pairs of raters with common subjects, and their number of common units.

    Units are subjects, or the clusters in which both rated.
    """
    patterns = t.patterns
    cluster = patterns.cluster
    if not _is_dense(patterns):
        listed = t.listed_pairs
        if cluster is None:
            weight = patterns.multiplicity[listed.pattern].astype(np.float64)
            number = np.bincount(listed.pair, weights=weight)
            return listed.g, listed.h, np.asarray(number, dtype=np.float64)
        both = np.unique(listed.pair * patterns.clusters + cluster[listed.pattern])
        return listed.g, listed.h, np.bincount(both // patterns.clusters).astype(np.float64)
    rated = t.terms.by_rater.rated.astype(np.float64)
    size = patterns.multiplicity.astype(np.float64)
    if cluster is not None:
        by_pattern, rated = rated, np.zeros((patterns.clusters, patterns.r))
        np.maximum.at(rated, cluster, by_pattern)
        size = np.ones(patterns.clusters)
    common = (rated * size[:, None]).T @ rated
    g, h = np.nonzero(np.triu(common, 1))
    return g, h, common[g, h]


def _listed(patterns: Patterns) -> tuple[npt.NDArray[np.int64], ...]:
    """Return pattern, two raters and their two codes for each pair of ratings."""
    codes = patterns.by_rater().rows
    each = patterns.rating_counts
    parts: list[tuple[npt.NDArray[np.int64], ...]] = []
    for count in np.unique(each[each >= 2]):
        rows = np.flatnonzero(each == count)
        block = codes[rows]
        raters = np.nonzero(block >= 0)[1].reshape(rows.size, count)
        values = np.take_along_axis(block, raters, axis=1).astype(np.int64)
        i, j = np.triu_indices(count, 1)
        parts.append(
            (
                np.repeat(rows, i.size),
                raters[:, i].ravel(),
                raters[:, j].ravel(),
                values[:, i].ravel(),
                values[:, j].ravel(),
            )
        )
    if not parts:
        return (np.empty(0, dtype=np.int64),) * 5
    return tuple(np.concatenate(column) for column in zip(*parts, strict=True))
