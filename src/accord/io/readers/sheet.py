"""The results of readers: a lazy table of cells, and the dialect of its file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from accord.base.panics import converting_panics
from accord.base.wording import first_line
from accord.data.patterns import Role
from accord.data.scale import Level
from accord.errors import NotATableError

if TYPE_CHECKING:
    import polars as pl

    Numbers: TypeAlias = Callable[[Sequence[str], Sequence[str], Sequence[str]], pl.LazyFrame]

__all__ = ["Dialect", "Sheet"]


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a text file is written; None if to be detected."""

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
        Name of the file in errors.
    first_row
        Number, in the file, of the first row of data.
    decimal
        Decimal mark of numbers in text, if it was detected.
    notes
        What was detected or assumed and the user should know.
    questions
        Questions of a file that has answers to several, which are in the column ``question``.
    layout
        Layout of the cells, if the format determines it.
    dialect
        How a text file is written, as detected.
    roles
        Role of each rater (human, machine or gold), if the format states it.
    faults
        Exceptions that an engine other than Polars raises if it fails.
    numbers
        (columns, columns of ids, words for missing) → the same frame, in which those of the columns
        that look like numbers are read as such, which is faster. Ids are read as numbers only if
        different texts are different numbers. Collecting it fails if a later cell is no number.
    line_of
        Index of a row of data → its line in the file, if rows may take several lines.
    orders
        Categories, in order, of each column that the file declares as ordered.
    measures
        Level of measurement of each column for which the file declares one.
    value_labels
        (label, code) pairs of each column whose cells are labels of codes.
    sheets
        Names of all sheets of a workbook.
    spans
        Table of the spans that raters marked, of a file with ratings as well.
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
    sheets: tuple[str, ...] = ()
    spans: Any = None

    def columns(self) -> dict[str, list[Any]]:
        """Return the cells of each column, read to the end of the file."""
        import polars as pl

        with converting_panics(self._cut_short):
            try:
                columns: dict[str, list[Any]] = self.frame.collect().to_dict(as_series=False)
            except pl.exceptions.PolarsError as error:
                raise self._cut_short(first_line(error)) from None
        return columns

    def _cut_short(self, problem: str) -> NotATableError:
        return NotATableError(
            f"the file cannot be read to its end: {problem}",
            file=self.source,
            remedy="Check that each column has values of one kind and that quotes match.",
        )
