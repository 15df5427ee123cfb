"""Pairs of raters: the agreement of each pair that met, from the pairs of ratings there are.

Subjects with few of many raters have few pairs of ratings, so these are listed once, and each pair
of raters is a sum over its own; cost and memory follow the data, not the square of the raters.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from accord.coefficients.calculus import Profile, divide
from accord.coefficients.table import Table
from accord.errors import UnsupportedError
from accord.scale import FloatArray

__all__ = ["RaterPairs"]

MOST = 200_000_000  # pairs of ratings


class RaterPairs:
    """The pairs of raters with a common subject.

    Parameters
    ----------
    t
        The table.

    Attributes
    ----------
    g, h
        (J,) the two raters of each pair, g < h.
    agreement
        Profile of J numbers: weighted agreement of each pair over the subjects that both rated.
    """

    def __init__(self, t: Table) -> None:
        pattern, first, second, a, b = _listed(t)
        key = first * t.patterns.r + second
        met, pair = np.unique(key, return_inverse=True)
        self.g, self.h = np.divmod(met, t.patterns.r)
        weight = t.weights.between(a, b)
        size = met.size

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


def _listed(t: Table) -> tuple[npt.NDArray[np.int64], ...]:
    """Pattern, two raters and their two codes, for every pair of ratings of every pattern."""
    codes = t.patterns.codes
    assert codes is not None
    each = t.patterns.ratings_each
    total = int((each * (each - 1) // 2).sum())
    if total > MOST:
        raise UnsupportedError(
            f"Light's kappa goes through every pair of ratings, and there are {total:,}. Use "
            "conger_kappa, which does not."
        )
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
