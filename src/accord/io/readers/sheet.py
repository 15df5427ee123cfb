"""What every reader returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from accord.data.patterns import Role
from accord.data.scale import Level

if TYPE_CHECKING:
    import polars as pl

    Numbers: TypeAlias = Callable[[Sequence[str], Sequence[str], Sequence[str]], pl.LazyFrame]

__all__ = ["Dialect", "Sheet"]


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a text file is written; None is detected."""

    delimiter: str | None = None
    header: bool | None = None
    decimal: str | None = None
    encoding: str | None = None
    sheet: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of cells, not yet read into memory.

    Parameters
    ----------
    frame
        The cells, in a frame of Polars or of another engine; those of a text file are text.
    source
        What errors call it.
    first_row
        Number, in the file, of the first row of data.
    decimal
        Decimal mark of numbers in text, where that was detected.
    notes
        What was detected or assumed and is worth telling.
    questions
        What was asked, where several things were: the column ``question`` says which.
    layout
        Layout of the cells, where the format leaves no choice.
    dialect
        How a text file is written, as detected.
    roles
        Whether a rater is a human, a machine or the gold standard, where the format says so.
    faults
        What an engine other than Polars raises where it fails.
    numbers
        (columns, columns of ids, words for missing) → the same frame, with those of the columns
        that look like numbers read as such, which is faster. Ids are read so only where no two of
        them can become one. Collecting it fails if a later cell is no number.
    line_of
        Row of data, from 0 → its line in the file, where a row may take several.
    orders
        Categories, in their order, of each column that the file declares as ordered.
    measures
        Level of measurement of each column for which the file declares one.
    value_labels
        (label, code) pairs of each column whose cells are labels that stand for codes.
    """

    frame: Any
    source: str
    first_row: int = 1
    decimal: str | None = None
    notes: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    layout: str | None = None
    dialect: Dialect | None = None
    roles: Mapping[str, Role] = field(default_factory=dict)
    faults: tuple[type[Exception], ...] = ()
    numbers: Numbers | None = None
    line_of: Callable[[int], int] | None = None
    orders: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    measures: Mapping[str, Level] = field(default_factory=dict)
    value_labels: Mapping[str, tuple[tuple[str, float], ...]] = field(default_factory=dict)
