"""Pairs of raters: the agreement of each pair that met, from the pairs of ratings there are.

Where most subjects have most raters, the columns are taken two by two. Subjects with few of many
raters have few pairs of ratings, so these are listed once, and each pair of raters is a sum over
its own; cost and memory then follow the data, not the square of the raters.
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

MOST = 30_000_000  # pairs of ratings that are listed
MOST_COLUMNS = 600  # raters that are taken two by two
FEW_COLUMNS = 64  # raters that are, even if their pairs of ratings are few enough to be listed
FEW_LISTED = 2_000_000  # pairs of ratings whose list is quicker than so many pairs of columns
COLUMN_STEPS = 3_000  # steps that a pair of columns takes beside those of its ratings
LISTED_STEPS = 60  # steps that a listed pair of ratings takes, for sorting
FULL = 10  # one in so many pairs of a rater's ratings with another's is there


class RaterPairs:
    """The pairs of raters with a common subject.

    Parameters
    ----------
    t
        Sums of the ratings of all raters.

    Attributes
    ----------
    g, h
        (J,) the two raters of each pair, g < h.
    agreement
        Profile of J numbers: weighted agreement of each pair over the subjects that both rated.
    """

    def __init__(self, t: Sums) -> None:
        if _is_dense(t.patterns):
            self._by_columns(t)
        else:
            self._by_list(t)

    def _by_columns(self, t: Sums) -> None:
        """Go through the pairs of columns, where most subjects have most raters."""
        columns = t.terms.by_rater
        codes, rated = columns.rows, columns.rated
        met = rated.T.astype(np.float32) @ rated.astype(np.float32)
        self.g, self.h = np.nonzero(np.triu(met, 1))

        def weights() -> Iterator[tuple[FloatArray, FloatArray]]:
            for g, h in zip(self.g, self.h, strict=True):
                both = (rated[:, g] & rated[:, h]).astype(np.float64)
                yield both, both * t.weights.between(codes[:, g], codes[:, h])

        sums = [(t.m @ both, t.m @ weight) for both, weight in weights()]
        together = np.stack([number for number, _ in sums], axis=1)
        share = divide(np.stack([agreeing for _, agreeing in sums], axis=1), together)

        def pull(gradient: FloatArray) -> FloatArray:
            gradients = np.atleast_2d(gradient)
            rows = len(gradients)
            total = np.zeros((rows, len(t.patterns)))
            parts = np.nan_to_num(divide(gradients, together[:rows]))
            for part, mean, (both, weight) in zip(
                parts.T, np.nan_to_num(share[:rows]).T, weights(), strict=True
            ):
                total += part[:, None] * (weight - mean[:, None] * both)
            return total if t.per_weighting else total[0]

        self.agreement = Profile(share, pull, per_weighting=t.per_weighting)

    def _by_list(self, t: Sums) -> None:
        """Go through the pairs of ratings, where raters are many and most rated little."""
        listed = t.listed_pairs
        self.g, self.h = listed.g, listed.h
        pattern, pair, weight = listed.pattern, listed.pair, listed.weight
        size = self.g.size

        def sums(x: FloatArray) -> FloatArray:
            return np.stack(
                [np.bincount(pair, weights=m[pattern] * x, minlength=size) for m in t.m]
            )

        together = sums(np.ones(pair.size))
        share = divide(sums(weight), together)

        def pull(gradient: FloatArray) -> FloatArray:
            each = divide(gradient, together[0])
            pieces = np.nan_to_num(each)[pair] * (weight - np.nan_to_num(share[0])[pair])
            total = np.bincount(pattern, weights=pieces, minlength=len(t.patterns))
            return total.astype(np.float64)

        self.agreement = Profile(share, pull)


@dataclass(frozen=True, slots=True, eq=False)
class ListedPairs:
    """Every pair of ratings of every pattern; J pairs of raters, L pairs of ratings.

    Parameters
    ----------
    g, h
        (J,) the two raters of each pair of raters with a common subject, g < h.
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
    """List the pairs of ratings of every pattern, with their agreement weights."""
    listed = rating_pairs(patterns)
    if listed > MOST:
        raise UnsupportedError(
            f"every pair of ratings would be looked at, and there are {listed:,}. Use "
            f"{WITHOUT_PAIRS}, which does not."
        )
    pattern, first, second, a, b = _listed(patterns)
    met, pair = np.unique(first * patterns.r + second, return_inverse=True)
    g, h = np.divmod(met, patterns.r)
    return ListedPairs(g, h, pattern, pair, weights.between(a, b))


def rating_pairs(patterns: Patterns) -> int:
    """Return the number of pairs of ratings of the distinct patterns."""
    each = patterns.rating_counts
    return int((each * (each - 1) // 2).sum())


def _is_dense(patterns: Patterns) -> bool:
    """Whether most subjects have most raters, so that columns are taken two by two."""
    r, listed = patterns.r, rating_pairs(patterns)
    many = len(patterns) * r * (r - 1) // 2
    quick = r <= FEW_COLUMNS or (r <= MOST_COLUMNS and listed > FEW_LISTED)
    return listed * FULL > many and quick


def pair_steps(patterns: Patterns) -> int:
    """Return about how many steps, of some ten nanoseconds, the agreement of all pairs takes."""
    r, listed = patterns.r, rating_pairs(patterns)
    if _is_dense(patterns):
        return listed + COLUMN_STEPS * r * (r - 1) // 2
    return LISTED_STEPS * listed


def common_units(t: Sums) -> tuple[IntArray, IntArray, FloatArray]:
    """Return the pairs of raters that met, and how many sampling units each pair has in common.

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
    """Pattern, two raters and their two codes, for every pair of ratings of every pattern."""
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
        nothing = np.empty(0, dtype=np.int64)
        return (nothing,) * 5
    return tuple(np.concatenate(column) for column in zip(*parts, strict=True))
