"""The meaning of cells: which values are missing, and the label of each of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from accord.data.scale import Level, Scale, as_number, show_label
from accord.data.scale.set_cells import is_set_cell, labels_in, set_cell, set_in_text
from accord.errors import OptionError

__all__ = ["MISSING", "CellRules", "VariableRules"]

MISSING = ("", "NA", "NaN", "nan", "null", ".", "#")


@dataclass(frozen=True, slots=True)
class VariableRules:
    """Level of measurement and categories of one of several variables, if they are stated."""

    level: Level | None = None
    categories: Sequence[Any] | Mapping[Any, float] | None = None


@dataclass(frozen=True, slots=True)
class CellRules:
    """Rules for the meaning of cells.

    Parameters
    ----------
    missing
        Values that mean "no rating". Blank cells, nulls and NaN always do.
    decimal
        Decimal mark of numbers in text.
    categories
        Declared categories, in order, or with values; the observed ones if None.
    level
        Level of measurement; guessed if None.
    order
        Order of the categories that is part of the type of a categorical column.
    levels
        Level of each response, if the responses have different levels.
    orders
        Categories, in order, of the columns that a file declares as ordered.
    measures
        Level of the columns for which a file declares one, which does not count as stated.
    measure
        Level that the file declares for the columns that are read; None if they differ in it.
    value_labels
        (label, code) pairs of the columns of a file whose cells are labels of codes.
    codes
        Codes of each label of the columns that are read; several if columns contradict each other.
    parts
        Rules of each response, if the columns of the responses differ in order or codes.
    variables
        What is stated of single variables, by name.
    recode
        New labels of some labels; that of a missing value removes them.
    sets
        Whether each rating is a set of labels, or the separator of the labels in a text; None if
        the cells decide.
    scale
        Scale of ratings that were encoded before, on which they are encoded again.
    """

    missing: tuple[Any, ...] = MISSING
    decimal: str = "."
    categories: Sequence[Any] | Mapping[Any, float] | None = None
    level: Level | None = None
    order: Sequence[Any] | None = None
    levels: tuple[Level, ...] = ()
    orders: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    measures: Mapping[str, Level] = field(default_factory=dict)
    measure: Level | None = None
    value_labels: Mapping[str, tuple[tuple[str, float], ...]] = field(default_factory=dict)
    codes: Mapping[str, frozenset[float]] = field(default_factory=dict)
    parts: tuple[CellRules, ...] = ()
    variables: Mapping[str, VariableRules] = field(default_factory=dict)
    recode: Mapping[str, str] = field(default_factory=dict)
    sets: str | bool | None = None
    scale: Scale | None = None

    @property
    def without_sets(self) -> CellRules:
        """Rules for cells of columns that may not be ratings."""
        return replace(self, sets=None) if self.sets else self

    def of_variable(self, name: str) -> CellRules:
        """Return the rules of one of several variables."""
        stated = self.variables.get(name)
        if stated is None:
            return self
        categories = self.categories if stated.categories is None else stated.categories
        return replace(self, level=stated.level or self.level, categories=categories)

    def of(self, response: int) -> CellRules:
        """Return the rules of one of several responses."""
        rules = self.parts[response] if self.parts else self
        return replace(rules, level=self.levels[response], levels=()) if self.levels else rules

    def check_levels(self, responses: int) -> None:
        """Refuse more or fewer levels of measurement than there are responses."""
        if self.levels and len(self.levels) != responses:
            raise OptionError(
                f"level lists {len(self.levels)} levels, and the ratings have {responses} "
                f"response{'s' if responses > 1 else ''}.",
                option="level",
                value=self.levels,
                remedy="State one level for all responses, or one for each.",
            )

    def with_codes(self, columns: Sequence[str]) -> CellRules:
        """Return rules with the codes of the labels of some columns."""
        codes: dict[str, frozenset[float]] = {}
        for name in columns:
            for label, code in self.value_labels.get(name, ()):
                text = show_label(self.label(label))
                codes[text] = codes.get(text, frozenset()) | {code}
        return replace(self, codes=codes) if codes else self

    @property
    def separator(self) -> str | None:
        """Separator of the labels in a text, if sets are written so."""
        return self.sets if isinstance(self.sets, str) else None

    @property
    def missing_numbers(self) -> tuple[float, ...]:
        """Missing values that are numbers."""
        return _split_missing(self.missing)[1]

    def label(self, cell: Any) -> Any:
        """Return the label of a cell, recoded if that is stated; None if it is missing."""
        if not self.recode:
            return self._label(cell)
        label = cell.strip() if isinstance(cell, str) else self._label(cell)
        new = None if label is None else self.recode.get(show_label(label))
        return self._label(cell if new is None else new)

    def _label(self, cell: Any) -> Any:
        """Return the label of a cell as it is in the data; None if it is missing."""
        words, numbers = _split_missing(self.missing)
        if isinstance(cell, str):
            if is_set_cell(cell):
                return set_cell(labels_in(cell))
            text = cell.strip()
            if not text or text in words:
                return None
            if self.decimal != "." and self.decimal in text:
                with_point = text.replace(self.decimal, ".")
                text = with_point if as_number(with_point) is not None else text
            if numbers and as_number(text) in numbers:
                return None
            return set_in_text(text, self.separator) if self.sets else text
        if cell is None or _is_nan(cell) or cell in numbers:
            return None
        return set_cell([cell]) if self.sets else cell


@lru_cache
def _split_missing(missing: tuple[Any, ...]) -> tuple[frozenset[str], tuple[float, ...]]:
    """Return the missing values that are words, and those that are numbers."""
    numbers = (as_number(value) for value in missing)
    return (
        frozenset(value for value in missing if isinstance(value, str)),
        tuple(number for number in numbers if number is not None),
    )


def _is_nan(cell: Any) -> bool:
    """Return whether a value is NaN, NaT or NA, which are not equal to themselves."""
    try:
        return bool(cell != cell)
    except (TypeError, ValueError):
        return True  # pandas.NA != pandas.NA has no truth value
