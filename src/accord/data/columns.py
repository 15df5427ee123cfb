"""The ratings of the records of a table: a class per kind of storage, behind one interface.

A record is a subject, or a pattern that several subjects share. `Codes` has a column for each
rater. `Bag` lists the ratings of a record without their raters. `CategoryCounts` has the number of
ratings of each category, for ratings that are too many to list. Formulas and inference use the
interface `Ratings`, which all three implement. What needs the identity of the raters is a method
of `Codes`; `Ratings.by_rater` returns these or raises an error.

`Columns` is the interface of any storage, also of one without categories.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar, Protocol, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.base.keys import distinct_rows
from accord.data.scale import FloatArray, IntArray, Label, show_label
from accord.errors import UnsupportedError

__all__ = [
    "KINDS",
    "MISSING",
    "Bag",
    "CategoryCounts",
    "Codes",
    "Columns",
    "Listed",
    "PairWeights",
    "Ratings",
]

Rows: TypeAlias = npt.NDArray[Any]
BoolArray: TypeAlias = npt.NDArray[np.bool_]

MISSING = -1  # code of a missing rating
DENSE_CELLS = 20_000_000  # largest (P, q) table of indicators of one column: 160 MB


class PairWeights(Protocol):
    """The agreement weights that sums over ratings need."""

    def between(self, a: IntArray, b: IntArray) -> FloatArray:
        """Return the weight of each pair of codes of two arrays."""

    def apply(self, x: FloatArray) -> FloatArray:
        """Return Σ_l w_kl x_l for each category k, for x of (..., q)."""


@dataclass(frozen=True, slots=True, eq=False)
class Columns(ABC):
    """The stored cells of P records.

    Parameters
    ----------
    rows
        (P, c) cells, a row per record.
    """

    rows: Rows

    kind: ClassVar[str]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    @abstractmethod
    def rating_counts(self) -> IntArray:
        """(P,) number of ratings of each record, r_i."""

    @property
    def present(self) -> BoolArray:
        """(P,) whether a record has a rating."""
        return np.asarray(self.rating_counts > 0)

    def with_rows(self, rows: Rows) -> Self:
        """Return columns of the same kind with other rows."""
        return replace(self, rows=rows)

    def take(self, records: npt.NDArray[Any]) -> Self:
        """Return some of the records, given their indices or a mask."""
        return self.with_rows(self.rows[records])

    def followed_by(self, other: Columns) -> Self:
        """Return the records of both, those of ``other`` last."""
        return self.with_rows(np.concatenate([self.rows, other.rows]))


@dataclass(frozen=True, slots=True, eq=False)
class Ratings(Columns):
    """Ratings that are categories of a scale.

    Parameters
    ----------
    rows
        (P, c) cells, a row per record.
    size
        Number of categories, q.
    """

    size: int

    listed: ClassVar[bool]  # whether ratings are listed, rather than counted by category
    identity: ClassVar[bool] = False  # whether it is known who gave a rating

    # --- storage ---

    @abstractmethod
    def check(self, raters: int) -> None:
        """Raise ValueError unless the cells are valid, and their columns fit so many raters."""

    @property
    @abstractmethod
    def digits(self) -> tuple[Rows, list[int]]:
        """Rows as non-negative digits (P, c), for grouping, and the radix of each column."""

    @abstractmethod
    def from_digits(self, digits: Rows) -> Self:
        """Return the ratings that have these digits."""

    def by_rater(self) -> Codes:
        """Return the ratings by rater; raise an error where raters are not known."""
        raise UnsupportedError(
            "these data do not say which rater gave which rating. Load them in the wide or long "
            "layout."
        )

    @abstractmethod
    def rating_labels(
        self, record: int, raters: Sequence[str], labels: Sequence[Label]
    ) -> dict[str, Label | None]:
        """Return the ratings of a record by rater, or the number of ratings by category."""

    # --- categories ---

    @abstractmethod
    def category_counts(self) -> npt.NDArray[np.int64]:
        """Return (P, q) numbers of ratings of each category in each record, r_ik."""

    @abstractmethod
    def category_totals(self, m: FloatArray) -> FloatArray:
        """Return (q,) ratings per category over all records, with weights ``m``."""

    @abstractmethod
    def sparse_counts(self) -> Any:
        """Return (P, q) numbers of ratings of each category in each record, as a sparse array."""

    @abstractmethod
    def uses(self, code: int) -> FloatArray:
        """Return (P,) numbers of ratings of one category, r_ik."""

    @abstractmethod
    def recoded(self, codes: npt.NDArray[np.integer[Any]], size: int) -> Self:
        """Return the ratings in other categories.

        Parameters
        ----------
        codes
            (q,) new code of each category; -1 for a category without ratings.
        size
            Number of new categories.
        """

    @abstractmethod
    def as_counts(self, max_cells: float = np.inf) -> Ratings:
        """Return the ratings as counts of categories, unless these have too many cells."""

    # --- sums over records ---

    @abstractmethod
    def tally(self, m: FloatArray, factor: FloatArray) -> FloatArray:
        """Return (B, q) Σ_p m_p factor_p r_pk for weights m of (B, P)."""

    @abstractmethod
    def gather(self, gradient: FloatArray) -> FloatArray:
        """Return (P,) Σ_k r_pk gradient_k."""

    # --- pairs of ratings of the same record ---

    @abstractmethod
    def agreement_sums(self, weights: PairWeights) -> FloatArray:
        """Return (P,) sums of the weights of all ordered pairs of ratings of a record."""

    @abstractmethod
    def pairings(self) -> Iterator[tuple[Any, FloatArray | float, IntArray, IntArray]]:
        """Yield pairs of ratings: records, number of pairs in each, and the two codes.

        All pairs of different ratings are included; pairs of equal ones may be left out.
        """

    # --- ratings under a hypothesis ---

    @abstractmethod
    def shuffled(self, rng: np.random.Generator) -> Self:
        """Return permuted ratings; each rater's are permuted among the records that they rated."""

    def panels(self, m: FloatArray, most: int) -> Iterator[tuple[list[int], float]]:  # noqa: ARG002
        """Yield the sets of raters who rated the same records, and the weight of these records.

        The most frequent sets come first, at most ``most`` of them. Where raters are not known,
        there is one set, of the average number of raters.
        """
        yield list(range(int(np.rint(np.average(self.rating_counts, weights=m))))), 1.0

    @abstractmethod
    def divided(
        self, raters: Sequence[int], dissenters: Sequence[int], pairs: npt.NDArray[np.int64]
    ) -> Self:
        """Return records in which some of a panel choose one category and the rest another.

        Parameters
        ----------
        raters, dissenters
            Members of the panel, and those of them who differ from the rest.
        pairs
            (J, 2) category of the rest and of the dissenters in each record.
        """


@dataclass(frozen=True, slots=True, eq=False)
class Listed(Ratings):
    """Ratings listed as codes: rows of (P, c), -1 where a rating is missing."""

    listed = True

    def check(self, raters: int) -> None:
        """Raise ValueError unless all codes are categories, in a column for each rater."""
        if self.identity:
            _check_width(self.rows, raters)
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


@dataclass(frozen=True, slots=True, eq=False)
class CategoryCounts(Ratings):
    """Numbers of ratings of each category, (P, q)."""

    kind = "counts"
    listed = False

    def check(self, raters: int) -> None:  # noqa: ARG002 (there may be any number)
        """Raise ValueError unless there is a count for each category, and none is negative."""
        _check_width(self.rows, self.size)
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


KINDS: dict[str, type[Ratings]] = {kind.kind: kind for kind in (Codes, Bag, CategoryCounts)}


def _check_width(rows: Rows, width: int) -> None:
    if rows.shape[1] != width:
        raise ValueError(f"{rows.shape[1]} columns of ratings instead of {width}")


def _divided(
    width: int, raters: Sequence[int], dissenters: Sequence[int], pairs: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Return (J, width) codes of a panel, some of whom choose one category, the rest another."""
    rest, dissenting = pairs.T
    rows = np.full((len(pairs), width), MISSING, dtype=np.int64)
    rows[:, list(raters)[:width]] = rest[:, None]
    rows[:, [rater for rater in dissenters if rater < width]] = dissenting[:, None]
    return rows
