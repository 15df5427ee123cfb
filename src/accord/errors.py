"""The exceptions of accord.

Every error carries its facts as attributes, so that no program has to parse its message:
``option``, ``file``, ``row``, ``column``, ``value`` and ``remedy``; None where one does not apply.

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

A warning, `DataWarning`, says that data were read in one way and look as if another is meant;
`PluginWarning` says that a plug-in could not be imported.
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
    "PluginWarning",
    "RaggedRowError",
    "TooFewRatersError",
    "UnknownCategoryError",
    "UnknownNameError",
    "UnsupportedError",
]


class AccordError(Exception):
    """Base class of all errors that accord raises on purpose.

    Attributes
    ----------
    option
        Name of the option, as Python spells it, that caused the error.
    file
        The file, or what stands for it.
    row, column
        Position in the file: rows count from 1 and include the header line, as an editor shows
        them.
    value
        The offending value.
    remedy
        What to do about it.
    """

    option: str | None = None
    file: str | None = None
    row: int | None = None
    column: str | None = None
    value: object = None
    remedy: str | None = None

    @property
    def facts(self) -> dict[str, object]:
        """The attributes that apply to this error, by name."""
        facts = {name: getattr(self, name) for name in FACTS}
        return {name: fact for name, fact in facts.items() if fact is not None}


FACTS = ("option", "file", "row", "column", "value", "remedy")


class InputError(AccordError, ValueError):
    """The data cannot be used as they are.

    Parameters
    ----------
    problem
        What was expected and what was found, without its place.
    file
        The file, or what stands for it.
    row, column
        Position: rows count from 1 and include the header line, as an editor shows them.
    value
        The offending value.
    remedy
        What to do about it.
    option
        The option that would remedy it, if there is one.
    """

    def __init__(
        self,
        problem: str,
        *,
        file: str | None = None,
        row: int | None = None,
        column: str | None = None,
        value: object = None,
        remedy: str | None = None,
        option: str | None = None,
    ) -> None:
        self.problem = problem
        self.option = option
        self.file = file
        self.row = row
        self.column = column
        self.value = value
        self.remedy = remedy
        super().__init__(problem)

    @property
    def place(self) -> str:
        """Where it happened: ``marks.csv, row 7, column 'ann'``."""
        parts = [self.file] if self.file else []
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
        self, keys: Sequence[tuple[object, object]], total: int, *, file: str | None = None
    ) -> None:
        self.keys = tuple(keys)
        self.total = total
        shown = "; ".join(f"item {item!s} by rater {rater!s}" for item, rater in self.keys)
        more = f" and {total - len(self.keys)} more" if total > len(self.keys) else ""
        super().__init__(
            f"{total} item-rater pair{'s are' if total > 1 else ' is'} rated more than once: "
            f"{shown}{more}.",
            file=file,
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

    def __init__(self, what: str, extra: str, *, file: str | None = None) -> None:
        super().__init__(
            f"{what} need a package that is not installed.",
            file=file,
            remedy=f"Install it: pip install 'accord[{extra}]'.",
        )


class OptionError(AccordError, ValueError):
    """An option has a value that it cannot have.

    Parameters
    ----------
    problem
        What the option is and what it must be.
    option
        Name of the option, as Python spells it; of several that conflict, the one to change. An
        argument that is no option, such as the data, goes by the name of its parameter.
    value
        The value that was given.
    remedy
        What to do about it; the message ends with it.
    """

    def __init__(
        self,
        problem: str,
        *,
        option: str | None,
        value: object = None,
        remedy: str | None = None,
    ) -> None:
        self.problem = problem
        self.option = option
        self.value = value
        self.remedy = remedy
        super().__init__(problem)

    def __str__(self) -> str:
        return f"{self.problem} {self.remedy}" if self.remedy else self.problem


class UnknownOptionError(OptionError, TypeError):
    """A keyword that no option has; the nearest option is suggested."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        close = get_close_matches(name, list(known), n=1, cutoff=0.6)
        super().__init__(
            f"there is no option {name!r}.",
            option=name,
            remedy=f"Did you mean {close[0]}?" if close else None,
        )


class WeightsError(OptionError):
    """Agreement weights that cannot be used with the data."""

    def __init__(self, problem: str, *, remedy: str | None = None) -> None:
        super().__init__(problem, option="weights", remedy=remedy)


class UnknownNameError(OptionError, KeyError):
    """No coefficient, weight scheme or benchmark scale of that name.

    Parameters
    ----------
    kind
        What was looked up.
    name, known
        The name, and those that there are.
    option
        The option that took the name; None for a look-up in a result.
    """

    def __init__(
        self, kind: str, name: object, known: Iterable[str], *, option: str | None = None
    ) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        close = get_close_matches(str(name), self.known, n=1, cutoff=0.5)
        hint = f"Did you mean {close[0]}? " if close else ""
        super().__init__(
            f"There is no {kind} {name!r}.",
            option=option,
            value=name,
            remedy=f"{hint}Known: {', '.join(self.known)}.",
        )


class DataWarning(UserWarning):
    """The data were read in one way and look as if another is meant.

    The message names the option that changes the reading, and the one that confirms it.
    """


class PluginWarning(UserWarning):
    """A module of another package could not be imported, and adds nothing."""


class EngineError(AccordError, RuntimeError):
    """An engine outside gave up."""


class UnsupportedError(AccordError, ValueError):
    """The method is not defined for these data."""
