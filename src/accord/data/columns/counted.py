"""Ratings as numbers of ratings of each category, where they are too many to list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.data.columns.interface import PairWeights, Ratings, Rows, check_width
from accord.data.scale import FloatArray, IntArray, Label, show_label

__all__ = ["CategoryCounts"]


@dataclass(frozen=True, slots=True, eq=False)
class CategoryCounts(Ratings):
    """Numbers of ratings of each category, (P, q)."""

    kind = "counts"
    listed = False

    def check(self, raters: int) -> None:  # noqa: ARG002 (there may be any number)
        """Raise ValueError unless there is a count for each category, and none is negative."""
        check_width(self.rows, self.size)
        if np.any(self.rows < 0):
            raise ValueError("a number of ratings is negative")

    @property
    def rating_counts(self) -> IntArray:
        """(P,) number of ratings of each record, r_i."""
        return np.asarray(self.rows.sum(axis=1), dtype=np.int64)

    @property
    def digits(self) -> tuple[Rows, list[int]]:
        """(P, q) counts, and the largest count of each category plus 1."""
        return self.rows, [int(self.rows.max(initial=0)) + 1] * self.rows.shape[1]

    def from_digits(self, digits: Rows) -> CategoryCounts:
        """Return the counts, which are the digits themselves."""
        return self.with_rows(digits)

    def rating_labels(
        self,
        record: int,
        raters: Sequence[str],  # noqa: ARG002 (not known for single ratings)
        labels: Sequence[Label],
    ) -> dict[str, Label | None]:
        """Return the number of ratings of each category of a record."""
        row = self.rows[record].tolist()
        return {show_label(label): int(k) for label, k in zip(labels, row, strict=True) if k}

    def category_counts(self) -> npt.NDArray[np.int64]:
        """Return (P, q) numbers of ratings of each category in each record, r_ik."""
        return self.rows

    def category_totals(self, m: FloatArray) -> FloatArray:
        """Return (q,) ratings per category over all records, with weights ``m``."""
        return np.asarray(m @ self.rows)

    def sparse_counts(self) -> Any:
        """Return (P, q) numbers of ratings of each category in each record, as a sparse array."""
        from scipy.sparse import csr_array  # here: slow to import

        return csr_array(np.asarray(self.rows, dtype=np.float64))

    def uses(self, code: int) -> FloatArray:
        """Return (P,) numbers of ratings of one category, r_ik."""
        return self.rows[:, code].astype(np.float64)

    def recoded(self, codes: npt.NDArray[np.integer[Any]], size: int) -> CategoryCounts:
        """Return the counts of other categories; counts with the same new code are added up."""
        codes = codes.astype(np.int64)
        used = np.flatnonzero(codes >= 0)
        rows = np.zeros((len(self), size), dtype=np.int64)
        np.add.at(rows.T, codes[used], self.rows.T[used])
        return CategoryCounts(rows, size)

    def as_counts(self, max_cells: float = np.inf) -> Ratings:  # noqa: ARG002 (they are counts)
        """Return these counts."""
        return self

    def tally(self, m: FloatArray, factor: FloatArray) -> FloatArray:
        """Return (B, q) Σ_p m_p factor_p r_pk for weights m of (B, P)."""
        return np.asarray(m @ (factor[:, None] * self.rows))

    def gather(self, gradient: FloatArray) -> FloatArray:
        """Return (P,) Σ_k r_pk gradient_k."""
        return np.asarray(self.rows @ gradient)

    def agreement_sums(self, weights: PairWeights) -> FloatArray:
        """Return (P,) sums of the weights of all ordered pairs of ratings of a record."""
        table = self.rows.astype(np.float64, copy=False)
        return np.asarray(np.einsum("pk,pk->p", table, weights.apply(table)) - self.rating_counts)

    def pairings(self) -> Iterator[tuple[Any, FloatArray | float, IntArray, IntArray]]:
        """Yield the pairs of different categories."""
        for k, other in combinations(range(self.size), 2):
            times = (self.rows[:, k] * self.rows[:, other]).astype(np.float64)
            yield slice(None), times, np.array([k]), np.array([other])

    def shuffled(self, rng: np.random.Generator) -> CategoryCounts:
        """Return the ratings permuted over all cells that have one."""
        codes = np.repeat(np.tile(np.arange(self.size), len(self)), self.rows.ravel())
        record = np.repeat(np.arange(len(self)), self.rating_counts)
        rows = np.zeros_like(self.rows)
        np.add.at(rows, (record, rng.permutation(codes)), 1)
        return self.with_rows(rows)

    def divided(
        self, raters: Sequence[int], dissenters: Sequence[int], pairs: npt.NDArray[np.int64]
    ) -> CategoryCounts:
        """Return records in which some members of a panel choose one category, the rest another."""
        rows = np.zeros((len(pairs), self.size), dtype=np.int64)
        record = np.arange(len(pairs))
        rows[record, pairs[:, 0]] += len(raters) - len(dissenters)
        rows[record, pairs[:, 1]] += len(dissenters)
        return self.with_rows(rows)
