"""Ratings that are listed: by rater, or without their raters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from accord.base.keys import distinct_rows
from accord.data.columns.counted import CategoryCounts
from accord.data.columns.interface import (
    MISSING,
    BoolArray,
    PairWeights,
    Ratings,
    Rows,
    check_width,
)
from accord.data.scale import FloatArray, IntArray, Label

__all__ = ["Bag", "Codes", "Listed"]

DENSE_CELLS = 20_000_000  # largest (P, q) table of indicators of one column: 160 MB


@dataclass(frozen=True, slots=True, eq=False)
class Listed(Ratings):
    """Ratings listed as codes: rows of (P, c), -1 where a rating is missing."""

    listed = True

    def check(self, raters: int) -> None:
        """Raise ValueError unless all codes are categories, in a column for each rater."""
        if self.identity:
            check_width(self.rows, raters)
        if np.any((self.rows < MISSING) | (self.rows >= self.size)):
            raise ValueError("a code is not among the categories")

    @property
    def rating_counts(self) -> IntArray:
        """(P,) number of ratings of each record, r_i."""
        return np.asarray(np.count_nonzero(self.rows >= 0, axis=1), dtype=np.int64)

    @property
    def present(self) -> BoolArray:
        """(P,) whether a record has a rating."""
        return np.asarray((self.rows >= 0).any(axis=1))

    @property
    def digits(self) -> tuple[Rows, list[int]]:
        """(P, c) codes plus 1, so that 0 stands for a missing rating, and their radices."""
        room = self.size < np.iinfo(self.rows.dtype).max
        rows = self.rows if room else self.rows.astype(np.int64)
        return rows + np.int8(1), [self.size + 1] * rows.shape[1]

    def from_digits(self, digits: Rows) -> Self:
        """Return the ratings that have these digits."""
        return self.with_rows(digits - 1)

    def rating_labels(
        self, record: int, raters: Sequence[str], labels: Sequence[Label]
    ) -> dict[str, Label | None]:
        """Return the rating of each rater; None where it is missing."""
        row = self.rows[record].tolist()
        names = raters if self.identity else [f"rating {j + 1}" for j in range(len(row))]
        return {
            name: None if code < 0 else labels[code] for name, code in zip(names, row, strict=True)
        }

    def category_counts(self) -> npt.NDArray[np.int64]:
        """Return (P, q) numbers of ratings of each category in each record, r_ik."""
        table = np.zeros((len(self), self.size + 1), dtype=np.int64)
        if len(self) < self.rows.shape[1]:  # a loop over the shorter axis
            for i, row in enumerate(self.rows):
                table[i] = np.bincount(row.astype(np.int64) + 1, minlength=self.size + 1)
            return table[:, 1:]
        rows = np.arange(len(self))
        for column in self.rows.T:
            table[rows, column] += 1  # missing codes, -1, are counted in the last column
        return table[:, :-1]

    def category_totals(self, m: FloatArray) -> FloatArray:
        """Return (q,) ratings per category over all records, with weights ``m``."""
        if len(self) < self.rows.shape[1]:
            return np.asarray(m @ self.category_counts(), dtype=np.float64)
        totals = np.zeros(self.size)
        for j in range(self.rows.shape[1]):
            totals += self.column_totals(j, m)
        return totals

    def column_totals(self, j: int, m: FloatArray) -> FloatArray:
        """Return (q,) ratings per category in one column."""
        digits = self.rows[:, j].astype(np.int64) + 1
        totals = np.bincount(digits, weights=m, minlength=self.size + 1)[1:]
        return totals.astype(np.float64, copy=False)

    def sparse_counts(self) -> Any:
        """Return (P, q) numbers of ratings of each category in each record, as a sparse array."""
        from scipy.sparse import csr_array  # here: slow to import

        records, columns = np.nonzero(self.rows >= 0)
        codes = self.rows[records, columns]
        return csr_array((np.ones(codes.size), (records, codes)), shape=(len(self), self.size))

    def uses(self, code: int) -> FloatArray:
        """Return (P,) numbers of ratings of one category, r_ik."""
        return np.asarray(np.count_nonzero(self.rows == code, axis=1), dtype=np.float64)

    def recoded(self, codes: npt.NDArray[np.integer[Any]], size: int) -> Self:
        """Return the ratings in other categories."""
        rows = np.append(codes.astype(np.int64), MISSING)[self.rows]
        return replace(self, rows=rows, size=size)

    def as_counts(self, max_cells: float = np.inf) -> Ratings:
        """Return the ratings as counts of categories, unless these have too many cells."""
        if len(self) * self.size > max_cells:
            return self
        return CategoryCounts(self.category_counts(), self.size)

    def tally(self, m: FloatArray, factor: FloatArray) -> FloatArray:
        """Return (B, q) Σ_p m_p factor_p r_pk for weights m of (B, P)."""
        value = np.zeros((len(m), self.size))
        for j in range(self.rows.shape[1]):
            value += self.column_tally(j, m, factor)
        return value

    def column_tally(self, j: int, m: FloatArray, factor: FloatArray) -> FloatArray:
        """Return (B, q) the sums of `tally` over one column."""
        if len(m) > 1 and len(self) * (self.size + 1) <= DENSE_CELLS:
            features = np.zeros((len(self), self.size + 1))
            features[np.arange(len(self)), self.rows[:, j]] = (
                factor  # missing ones in the last column
            )
            return np.asarray((m @ features)[:, :-1])
        return np.stack([self.column_totals(j, row * factor) for row in m])

    def gather(self, gradient: FloatArray) -> FloatArray:
        """Return (P,) Σ_k r_pk gradient_k."""
        padded = np.append(gradient, 0.0)  # the last element, 0, is for missing codes, -1
        total = np.zeros(len(self))
        for column in self.rows.T:
            total += padded[column]
        return total

    def column_gather(self, j: int, gradient: FloatArray) -> FloatArray:
        """Return (P,) the gradient at the codes of one column; 0 for missing codes."""
        return np.asarray(np.append(gradient, 0.0)[self.rows[:, j]])

    def agreement_sums(self, weights: PairWeights) -> FloatArray:
        """Return (P,) sums of the weights of all ordered pairs of ratings of a record."""
        total = np.zeros(len(self))
        for a, b in combinations(self.rows.T, 2):
            both = (a >= 0) & (b >= 0)
            total += 2 * np.where(both, weights.between(a, b), 0.0)
        return total

    def pairings(self) -> Iterator[tuple[Any, FloatArray | float, IntArray, IntArray]]:
        """Yield the pairs of columns, or of categories where these are fewer."""
        if self.rows.shape[1] > self.size:
            yield from self.as_counts().pairings()
            return
        for a, b in combinations(self.rows.T, 2):
            both = (a >= 0) & (b >= 0)
            yield both, 1.0, a[both], b[both]


@dataclass(frozen=True, slots=True, eq=False)
class Codes(Listed):
    """Ratings of known raters: column j is rater j."""

    kind = "codes"
    identity = True

    def by_rater(self) -> Codes:
        """Return the ratings by rater."""
        return self

    @property
    def rated(self) -> BoolArray:
        """(P, r) whether a rater rated a record."""
        return np.asarray(self.rows >= 0)

    def both(self, g: int, h: int) -> BoolArray:
        """Return (P,) whether two raters both rated a record."""
        return np.asarray((self.rows[:, g] >= 0) & (self.rows[:, h] >= 0))

    def select(self, columns: Sequence[int]) -> Codes:
        """Return the ratings of some raters."""
        return self.with_rows(self.rows[:, columns])

    def in_columns(self, columns: Sequence[int], width: int) -> Codes:
        """Return the ratings in these columns of a wider table; its other raters rated nothing."""
        rows = np.full((len(self), width), MISSING, dtype=np.int64)
        rows[:, columns] = self.rows
        return self.with_rows(rows)

    def as_bags(self) -> Bag:
        """Return the ratings of each record without their raters."""
        return Bag(-np.sort(-self.rows, axis=1), self.size)

    def panel_of_each(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.intp]]:
        """Return (U, r) distinct sets of raters of a record, as 0 and 1, and (P,) their index."""
        rated = self.rated.astype(np.int64)
        first, panel = distinct_rows(rated, [2] * rated.shape[1])
        return rated[first], panel

    def shuffled(self, rng: np.random.Generator) -> Codes:
        """Return the ratings with each rater's permuted among the records that they rated."""
        permuted = self.rows.copy()
        for j in range(permuted.shape[1]):
            rated = permuted[:, j] >= 0
            permuted[rated, j] = rng.permutation(permuted[rated, j])
        return self.with_rows(permuted)

    def panels(self, m: FloatArray, most: int) -> Iterator[tuple[list[int], float]]:
        """Yield the sets of raters who rated the same records, and the weight of these records."""
        sets, panel = self.panel_of_each()
        weight = np.bincount(panel, weights=m)
        for k in np.argsort(-weight, kind="stable")[:most]:
            yield np.flatnonzero(sets[k]).tolist(), float(weight[k])

    def divided(
        self, raters: Sequence[int], dissenters: Sequence[int], pairs: npt.NDArray[np.int64]
    ) -> Codes:
        """Return records in which some members of a panel choose one category, the rest another."""
        return self.with_rows(_divided(self.rows.shape[1], raters, dissenters, pairs))


@dataclass(frozen=True, slots=True, eq=False)
class Bag(Listed):
    """Ratings without their raters: rows in descending order of codes, missing ratings last."""

    kind = "bags"

    def shuffled(self, rng: np.random.Generator) -> Bag:
        """Return the ratings permuted over all cells that have one."""
        permuted = self.rows.copy()
        permuted[permuted >= 0] = rng.permutation(permuted[permuted >= 0])
        return self.with_rows(permuted)

    def divided(
        self, raters: Sequence[int], dissenters: Sequence[int], pairs: npt.NDArray[np.int64]
    ) -> Bag:
        """Return records in which some members of a panel choose one category, the rest another."""
        rows = _divided(self.rows.shape[1], raters, dissenters, pairs)
        return self.with_rows(-np.sort(-rows, axis=1))


def _divided(
    width: int, raters: Sequence[int], dissenters: Sequence[int], pairs: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Return (J, width) codes of a panel, some of whom choose one category, the rest another."""
    rest, dissenting = pairs.T
    rows = np.full((len(pairs), width), MISSING, dtype=np.int64)
    rows[:, list(raters)[:width]] = rest[:, None]
    rows[:, [rater for rater in dissenters if rater < width]] = dissenting[:, None]
    return rows
