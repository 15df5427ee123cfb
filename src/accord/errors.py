"""The exceptions of accord.

This module is public: the names in ``__all__`` are stable.

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
    │   ├── TooFewRatersError       fewer than two raters
    │   ├── DuplicateRatingError    one rater rated one subject twice
    │   ├── UnknownCategoryError    a rating outside the declared categories
    │   ├── NotNumericError         a word where a number is needed
    │   ├── UnmatchedSubjectsError  subjects that only one panel of a paired comparison rated
    │   ├── InvalidCountError       a negative, missing or absurd count
    │   └── MissingExtraError       the file needs a package that is not installed
    ├── OptionError             an invalid value of an option
    │   ├── UnknownOptionError      no option of that name
    │   ├── WeightsError            weights that do not go with the data
    │   └── UnknownNameError        no coefficient, weight scheme or benchmark scale of that name
    ├── EngineError             an external engine failed: no Java, no cluster, a lost worker
    └── UnsupportedError        the method is not defined for these data

The warning `DataWarning` says that the data may mean something else than what was read;
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
        Name, in Python, of the option that caused the error.
    file
        Path of the file, or another name of the source.
    row, column
        Position in the file. Rows are counted from 1, including the header line, as editors show
        them.
    value
        The invalid value.
    remedy
        What the user can do about it.
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
        What was expected and what the data contain, without the position.
    file
        Path of the file, or another name of the source.
    row, column
        Position in the file. Rows are counted from 1, including the header line.
    value
        The invalid value.
    remedy
        What the user can do about it; the message ends with it.
    option
        The option that would correct it, if there is one.
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
        """Position of the error, such as ``marks.csv, row 7, column 'ann'``."""
        parts = [self.file] if self.file else []
        if self.row is not None:
            parts.append(f"row {self.row}")
        if self.column is not None:
            parts.append(f"column {self.column!r}")
        return ", ".join(parts)

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        remedy = f" {self.remedy}" if self.remedy else ""
        return f"{place}{self.problem}{remedy}"


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
    """Fewer than two raters, between whom there is no agreement to measure."""


class DuplicateRatingError(InputError):
    """One rater rated one subject more than once.

    Parameters
    ----------
    keys
        Some of the (subject, rater) pairs with several ratings.
    total
        Number of such pairs.
    file
        Path of the file, or another name of the source.
    """

    def __init__(
        self, keys: Sequence[tuple[object, object]], total: int, *, file: str | None = None
    ) -> None:
        self.keys = tuple(keys)
        self.total = total
        shown = "; ".join(f"subject {subject!s} by {rater!s}" for subject, rater in self.keys)
        more = f"; and {total - len(self.keys)} more" if total > len(self.keys) else ""
        pairs = (
            "1 pair of subject and rater has"
            if total == 1
            else f"{total:,} pairs of subject and rater have"
        )
        super().__init__(
            f"{pairs} more than one rating: {shown}{more}.",
            file=file,
            remedy="Say which rating counts with duplicates (--duplicates first, last or mean), "
            "or treat repeated ratings as those of further raters (--duplicates replicates). If "
            "they belong to different rounds, name that column as well (--item id,round).",
        )


class UnknownCategoryError(InputError):
    """A rating outside the declared categories."""


class NotNumericError(InputError):
    """A word where a number is needed."""


class InvalidCountError(InputError):
    """A negative, missing or absurd count."""


class MissingExtraError(InputError):
    """The file needs a package that is not installed.

    Parameters
    ----------
    what
        What needs the package, as a plural noun.
    extra
        Extra of accord that installs it.
    file
        Path of the file.
    """

    def __init__(self, what: str, extra: str, *, file: str | None = None) -> None:
        super().__init__(
            f"{what} need a package that is not installed.",
            file=file,
            remedy=f"Install it: pip install 'accord[{extra}]'.",
        )


class OptionError(AccordError, ValueError):
    """An option has an invalid value.

    Parameters
    ----------
    problem
        What the value is and what it must be.
    option
        Name of the option in Python; of several that conflict, the one to change. An argument that
        is not an option, such as the data, has the name of its parameter.
    value
        The value that was given.
    remedy
        What the user can do about it; the message ends with it.
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
    """No option has this name; the message suggests the most similar one."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        close = get_close_matches(name, list(known), n=1, cutoff=0.6)
        super().__init__(
            f"there is no option {name!r}.",
            option=name,
            remedy=f"Did you mean {close[0]}?" if close else None,
        )


class WeightsError(OptionError):
    """Agreement weights that do not go with the data."""

    def __init__(self, problem: str, *, remedy: str | None = None) -> None:
        super().__init__(problem, option="weights", remedy=remedy)


class UnknownNameError(OptionError, KeyError):
    """No coefficient, weight scheme or benchmark scale of that name.

    Parameters
    ----------
    kind
        What the name was to stand for, such as ``coefficient``.
    name
        The unknown name.
    known
        The names that exist.
    option
        The option that was given the name; None for a look-up in a result.
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
    """The data were read in one way, and another way seems likely.

    The message names the option that changes the reading, and the one that confirms it.
    """


class PluginWarning(UserWarning):
    """A plug-in could not be imported, and adds nothing."""


class EngineError(AccordError, RuntimeError):
    """An external engine, such as Spark, failed."""


class UnsupportedError(AccordError, ValueError):
    """The method is not defined for these data."""
