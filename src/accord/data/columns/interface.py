"""What formulas and inference ask of the ratings of a table, whatever their storage."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.data.scale import FloatArray, IntArray, Label
from accord.errors import UnsupportedError

if TYPE_CHECKING:
    from accord.data.columns.listed import Codes

__all__ = ["MISSING", "BoolArray", "Columns", "PairWeights", "Ratings", "Rows", "check_width"]

Rows: TypeAlias = npt.NDArray[Any]
BoolArray: TypeAlias = npt.NDArray[np.bool_]

MISSING = -1  # code of a missing rating


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


def check_width(rows: Rows, width: int) -> None:
    """Raise ValueError unless ratings have this number of columns."""
    if rows.shape[1] != width:
        raise ValueError(f"{rows.shape[1]} columns of ratings instead of {width}")
