"""Tests of marginal homogeneity: whether raters use the categories equally often.

The data are complete: every rater rated every subject. Rows of codes have a number of subjects.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import numpy.typing as npt

from accord.data.scale import FloatArray

__all__ = [
    "ChiSquared",
    "Discordance",
    "bhapkar",
    "cochran_q",
    "discordance",
    "exact_cochran",
    "stuart_maxwell",
    "wald",
]

Codes = npt.NDArray[np.integer]
Totals = tuple[int, ...]
MAX_STEPS = 300_000  # in the exact distribution of the column totals: about half a second
SLACK = 1e-9  # sums that differ by rounding count as equal


@dataclass(frozen=True, slots=True)
class ChiSquared:
    """A χ² statistic, its degrees of freedom and its p-value; NaN without any disagreement."""

    statistic: float
    df: float

    @property
    def p_value(self) -> float:
        """Probability of as large a value."""
        from scipy.special import chdtrc  # here: slow to import

        return float(chdtrc(self.df, self.statistic)) if self.df > 0 else math.nan


@dataclass(frozen=True, slots=True)
class Discordance:
    """McNemar's test of two numbers of discordant subjects, b and c.

    Parameters
    ----------
    b, c
        Numbers of subjects that differ in one direction and in the other.
    """

    b: float
    c: float

    @property
    def test(self) -> ChiSquared:
        """(b - c)²/(b + c), without continuity correction."""
        return self._chi2((self.b - self.c) ** 2)

    @property
    def corrected(self) -> ChiSquared:
        """(|b - c| - 1)²/(b + c), with continuity correction."""
        return self._chi2(max(abs(self.b - self.c) - 1, 0.0) ** 2)

    def _chi2(self, top: float) -> ChiSquared:
        total = self.b + self.c
        return ChiSquared(top / total, 1) if total > 0 else ChiSquared(math.nan, 0)

    @property
    def exact_p_value(self) -> float:
        """Two-sided p-value of the binomial test."""
        return self._tails(0.0)

    @property
    def mid_p_value(self) -> float:
        """The same, with half the probability of the observed numbers."""
        return self._tails(0.5)

    def _tails(self, left_out: float) -> float:
        from scipy.special import bdtr, gammaln  # here: slow to import

        b, c = sorted((self.b, self.c))
        n = b + c
        if not (n > 0 and float(n).is_integer() and float(b).is_integer()):
            return math.nan
        point = math.exp(float(gammaln(n + 1) - gammaln(b + 1) - gammaln(c + 1)) - n * math.log(2))
        if b == c and not left_out:
            return 1.0
        return min(1.0, 2 * (float(bdtr(b, int(n), 0.5)) - left_out * point))


def discordance(counts: FloatArray) -> Discordance:
    """Return the subjects above and below the diagonal of a square table."""
    return Discordance(float(np.triu(counts, 1).sum()), float(np.tril(counts, -1).sum()))


def _quadratic(d: FloatArray, covariance: FloatArray) -> ChiSquared:
    """Return d' S⁻ d, with the rank of S as degrees of freedom."""
    if not covariance.any():
        return ChiSquared(math.nan, 0)
    rank = int(np.linalg.matrix_rank(covariance, hermitian=True))
    return ChiSquared(float(d @ np.linalg.pinv(covariance, hermitian=True) @ d), rank)


def stuart_maxwell(counts: FloatArray) -> ChiSquared:
    """Return Stuart and Maxwell's statistic of a square table.

    Categories without disagreement, and the last of the others, take no degree of freedom.
    """
    rows, columns = counts.sum(axis=1), counts.sum(axis=0)
    covariance = -(counts + counts.T)
    np.fill_diagonal(covariance, rows + columns - 2 * np.diag(counts))
    return _quadratic(rows - columns, covariance)


def bhapkar(counts: FloatArray) -> ChiSquared:
    """Return Bhapkar's statistic, SM/(1 - SM/n); infinite if all subjects move alike."""
    test, n = stuart_maxwell(counts), float(counts.sum())
    if not test.df > 0:
        return test
    room = 1 - test.statistic / n
    return ChiSquared(test.statistic / room if room > SLACK else math.inf, test.df)


def cochran_q(codes: Codes, weight: FloatArray) -> ChiSquared:
    """Return Cochran's Q of ratings 0 and 1 by k raters."""
    k = codes.shape[1]
    columns, rows = weight @ codes, codes.sum(axis=1)
    total = columns.sum()
    spread = k * total - weight @ rows**2
    if not spread > 0:
        return ChiSquared(math.nan, 0)
    return ChiSquared(float((k - 1) * (k * columns @ columns - total**2) / spread), k - 1)


def exact_cochran(codes: Codes, weight: FloatArray) -> float:
    """Return the exact p-value of Q, over all permutations within subjects; NaN if too many.

    The distribution of the column totals is built up subject by subject. Raters are exchangeable
    under the null hypothesis, so the totals are kept in ascending order, without the raters.
    """
    if np.any(weight % 1):
        return math.nan
    k = codes.shape[1]
    columns, rows = weight @ codes, codes.sum(axis=1)
    observed = float(columns @ columns)
    same = int(weight @ (rows == k))  # these ratings are the same in all permutations
    states: dict[Totals, float] = {(same,) * k: 1.0}
    room = MAX_STEPS
    for chosen, times in zip(rows.tolist(), weight.tolist(), strict=True):
        for _ in range(int(times) if 0 < chosen < k else 0):
            following: dict[Totals, float] = defaultdict(float)
            for state, p in states.items():
                share = p / math.comb(k, chosen)
                for moved, ways in _additions(state, chosen):
                    following[moved] += share * ways
                    room -= 1
                if room < 0:
                    return math.nan
            states = following
    least = observed * (1 - SLACK)
    return min(1.0, sum(p for state, p in states.items() if sum(x * x for x in state) >= least))


def _additions(totals: Totals, chosen: int) -> Iterator[tuple[Totals, int]]:
    """Yield the totals with 1 added to some of them, in ascending order, and the number of ways."""
    if not totals:
        yield (), 1
        return
    first = totals[0]
    size = sum(1 for _ in next(groupby(totals))[1])
    rest = totals[size:]
    for raised in range(max(0, chosen - len(rest)), min(size, chosen) + 1):
        group = (first,) * (size - raised) + (first + 1,) * raised
        for others, ways in _additions(rest, chosen - raised):
            yield group + others, ways * math.comb(size, raised)


def wald(
    codes: Codes, size: int, weight: FloatArray, cluster: npt.NDArray[np.integer] | None = None
) -> ChiSquared:
    """Return the Wald statistic of equal margins of k raters and q categories.

    Contrasts are the shares of each rater less those of the first. Their covariance is that of the
    subjects, or of sums over clusters.
    """
    n, k = float(weight.sum()), codes.shape[1]
    chosen = (codes[:, :, None] == np.arange(size)).astype(np.float64)
    contrasts = (chosen[:, 1:, :-1] - chosen[:, :1, :-1]).reshape(len(codes), (k - 1) * (size - 1))
    d = weight @ contrasts / n
    centred = (contrasts - d) * weight[:, None] if cluster is not None else contrasts - d
    if cluster is None:
        covariance = (centred * weight[:, None]).T @ centred / n**2
    else:
        _, unit = np.unique(cluster, return_inverse=True)
        sums = np.zeros((int(unit.max()) + 1, centred.shape[1]))
        np.add.at(sums, unit, centred)
        covariance = sums.T @ sums / n**2
    return _quadratic(d, covariance)
