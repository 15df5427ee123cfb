"""Everything that can go wrong, as a tree; every error carries its facts as attributes.

::

    AccordError
    ├── InputError              the data cannot be used as they are
    │   ├── NotATableError          not a table at all, or of no known format
    │   ├── EmptyInputError         no rows, or no ratings
    │   ├── EncodingError           the bytes are not text in the expected encoding
    │   ├── RaggedRowError          a row with too few or too many fields
    │   ├── ColumnNotFoundError     a chosen column is not there
    │   ├── LayoutError             the table does not have the stated layout
    │   ├── TooFewRatersError       agreement needs two
    │   ├── DuplicateRatingError    one rater rated one item twice
    │   ├── UnknownCategoryError    a rating outside the declared categories
    │   ├── NotNumericError         a word where a number is needed
    │   ├── UnmatchedSubjectsError  subjects without a partner in a paired comparison (`pairing`)
    │   ├── InvalidCountError       a negative, missing or absurd count
    │   └── MissingExtraError       the file needs a package that is not installed
    ├── OptionError             an option has a value that it cannot have
    │   └── UnknownNameError        no coefficient, weight or scale of that name
    ├── EngineError             an engine outside gave up: no Java, no cluster, a lost worker
    └── UnsupportedError        the method is not defined for these data

A warning, `DataWarning`, says that data were read in one way and look as if another is meant.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "AccordError",
    "ColumnNotFoundError",
    "DataWarning",
    "DuplicateRatingError",
    "EmptyInputError",
    "EncodingError",
    "EngineError",
    "InputError",
    "InvalidCountError",
    "LayoutError",
    "MissingExtraError",
    "NotATableError",
    "NotNumericError",
    "OptionError",
    "RaggedRowError",
    "TooFewRatersError",
    "UnknownCategoryError",
    "UnknownNameError",
    "UnsupportedError",
]


class AccordError(Exception):
    """Base of every error that accord raises on purpose."""


class InputError(AccordError, ValueError):
    """The data cannot be used as they are.

    Parameters
    ----------
    problem
        What was expected and what was found, without its place.
    source
        The file, or what stands for it.
    row, column
        Where: rows count from 1 and include the header line, as an editor shows them.
    value
        The offending value.
    remedy
        What to do about it.
    """

    def __init__(
        self,
        problem: str,
        *,
        source: str | None = None,
        row: int | None = None,
        column: str | None = None,
        value: object = None,
        remedy: str = "",
    ) -> None:
        self.problem = problem
        self.source = source
        self.row = row
        self.column = column
        self.value = value
        self.remedy = remedy
        super().__init__(problem)

    @property
    def place(self) -> str:
        """Where it happened: ``marks.csv, row 7, column 'ann'``."""
        parts = [self.source] if self.source else []
        if self.row is not None:
            parts.append(f"row {self.row}")
        if self.column is not None:
            parts.append(f"column {self.column!r}")
        return ", ".join(parts)

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        remedy = f" {self.remedy}" if self.remedy else ""
        return f"{where}{self.problem}{remedy}"


class NotATableError(InputError):
    """Not a table at all, or of no known format."""


class EmptyInputError(InputError):
    """No rows, or no ratings."""


class EncodingError(InputError):
    """The bytes are not text in the expected encoding."""


class RaggedRowError(InputError):
    """A row with too few or too many fields."""


class ColumnNotFoundError(InputError):
    """A chosen column is not in the table."""


class LayoutError(InputError):
    """The table does not have the stated layout."""


class TooFewRatersError(InputError):
    """Agreement needs at least two raters."""


class DuplicateRatingError(InputError):
    """One rater rated one item more than once; ``keys`` lists (item, rater) pairs."""

    def __init__(
        self, keys: Sequence[tuple[object, object]], total: int, *, source: str | None = None
    ) -> None:
        self.keys = tuple(keys)
        self.total = total
        shown = "; ".join(f"item {item!s} by rater {rater!s}" for item, rater in self.keys)
        more = f" and {total - len(self.keys)} more" if total > len(self.keys) else ""
        super().__init__(
            f"{total} item-rater pair{'s are' if total > 1 else ' is'} rated more than once: "
            f"{shown}{more}.",
            source=source,
            remedy="Keep one rating of each item by each rater, or add what tells the ratings "
            "apart (a round, a question) to the item column.",
        )


class UnknownCategoryError(InputError):
    """A rating outside the declared categories."""


class NotNumericError(InputError):
    """A word where a number is needed."""


class InvalidCountError(InputError):
    """A negative, missing or absurd count."""


class MissingExtraError(InputError):
    """The file needs a package that is not installed."""

    def __init__(self, what: str, extra: str, *, source: str | None = None) -> None:
        super().__init__(
            f"{what} need a package that is not installed.",
            source=source,
            remedy=f"Install it: pip install 'accord[{extra}]'.",
        )


class OptionError(AccordError, ValueError):
    """An option has a value that it cannot have.

    Parameters
    ----------
    message
        What the option is and what it must be.
    option, value
        Name of the option and the value that was given, where the error is about a single one.
    """

    def __init__(self, message: str, *, option: str | None = None, value: object = None) -> None:
        self.option = option
        self.value = value
        super().__init__(message)


class UnknownOptionError(OptionError, TypeError):
    """A keyword that no option has; the nearest option is suggested."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        close = get_close_matches(name, list(known), n=1, cutoff=0.6)
        hint = f" Did you mean {close[0]}?" if close else ""
        super().__init__(f"there is no option {name!r}.{hint}", option=name)


class WeightsError(OptionError):
    """Agreement weights that cannot be used with the data."""

    def __init__(self, message: str) -> None:
        super().__init__(message, option="weights")


class UnknownNameError(OptionError, KeyError):
    """No coefficient, weight scheme or benchmark scale of that name."""

    def __init__(self, kind: str, name: object, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        close = get_close_matches(str(name), self.known, n=1, cutoff=0.5)
        hint = f" Did you mean {close[0]}?" if close else ""
        self.message = f"There is no {kind} {name!r}.{hint} Known: {', '.join(self.known)}."
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message


class DataWarning(UserWarning):
    """The data were read in one way and look as if another is meant.

    The message names the option that changes the reading, and the one that confirms it.
    """


class EngineError(AccordError, RuntimeError):
    """An engine outside gave up."""


class UnsupportedError(AccordError, ValueError):
    """The method is not defined for these data."""
