"""The layouts of tables of ratings, and the options that state them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TypeAlias

from accord.errors import ColumnNotFoundError, OptionError

__all__ = [
    "LAYOUTS",
    "ColumnChoice",
    "Contingency",
    "Counts",
    "Extras",
    "Layout",
    "LayoutOptions",
    "Long",
    "Wide",
    "find_column",
    "join_names",
]

LAYOUTS = ("wide", "long", "counts", "contingency", "spans")


@dataclass(frozen=True, slots=True)
class Extras:
    """Columns of attributes of the subjects: frequency, cluster, subgroup."""

    count: str | None = None
    cluster: str | None = None
    by: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns that are used."""
        return tuple(dict.fromkeys(n for n in (self.count, self.cluster, self.by) if n))

    @classmethod
    def stated(cls, options: LayoutOptions, columns: Sequence[str]) -> Extras:
        """Return the columns that the user stated."""
        choices = (options.count, options.cluster, options.by)
        return cls(*(None if each is None else find_column(each, columns) for each in choices))


@dataclass(frozen=True, slots=True)
class Wide:
    """A row per subject, a column per rater, or one per rater and response.

    Parameters
    ----------
    raters
        Names of the raters, which are those of their columns if there is one response.
    item
        Column of the subjects, if any.
    left_out
        Columns that were not read as raters, and what each holds.
    extras
        Columns of attributes.
    responses
        Names of the responses, if ratings have several.
    cells
        For each response, the column of each rater; those of their names if not given.
    """

    raters: tuple[str, ...]
    item: str | None = None
    left_out: Mapping[str, str] = field(default_factory=dict)
    extras: Extras = Extras()
    responses: tuple[str, ...] = ()
    cells: tuple[tuple[str, ...], ...] = ()
    name: str = "wide"

    @property
    def columns(self) -> tuple[tuple[str, ...], ...]:
        """For each response, the column of each rater."""
        return self.cells or (self.raters,)

    @property
    def read(self) -> tuple[str, ...]:
        """Names of all columns that are read."""
        item = () if self.item is None else (self.item,)
        return (*item, *(name for group in self.columns for name in group), *self.extras.names)


@dataclass(frozen=True, slots=True)
class Long:
    """A row per rating: subject, rater and score, or several scores.

    ``duplicates`` says what several ratings of a subject by one rater become.
    """

    item: str
    rater: str
    scores: tuple[str, ...]
    raters: tuple[str, ...] | None = None
    extras: Extras = Extras()
    name: str = "long"
    duplicates: str = "error"

    @property
    def read(self) -> tuple[str, ...]:
        """Names of all columns that are read."""
        return (self.item, self.rater, *self.scores, *self.extras.names)


@dataclass(frozen=True, slots=True)
class Counts:
    """A row per subject, a column per category: how many raters chose it."""

    categories: tuple[str, ...]
    item: str | None = None
    extras: Extras = Extras()
    name: str = "counts"

    @property
    def read(self) -> tuple[str, ...]:
        """Names of all columns that are read."""
        item = () if self.item is None else (self.item,)
        return (*item, *self.categories, *self.extras.names)


@dataclass(frozen=True, slots=True)
class Contingency:
    """A row per category of one rater, a column per category of the other; cells count subjects."""

    columns: tuple[str, ...]
    label: str | None = None
    raters: tuple[str, ...] | None = None
    name: str = "contingency"

    @property
    def read(self) -> tuple[str, ...]:
        """Names of all columns that are read."""
        return self.columns if self.label is None else (self.label, *self.columns)


Layout: TypeAlias = Wide | Long | Counts | Contingency
ColumnChoice: TypeAlias = "str | int"
"""A column by name, or by number counted from 1."""


@dataclass(frozen=True, slots=True)
class LayoutOptions:
    """What the user stated about the layout; None for what was not stated.

    The names are those of `accord.options.ReadOptions`. ``groups`` is a mapping given as
    ``raters``: the columns of each rater, if ratings have several responses. ``include`` lists
    columns of a wide table that are raters whatever they look like, ``where`` is a condition on
    rows, ``joint`` has the columns that tell ``item`` or ``by`` together, and ``cells`` the column
    of each rater for each variable where files were joined, with the reason why.
    """

    layout: str | None = None
    raters: Sequence[ColumnChoice] | None = None
    groups: Mapping[str, Sequence[ColumnChoice]] | None = None
    item: ColumnChoice | None = None
    rater: ColumnChoice | None = None
    score: ColumnChoice | Sequence[ColumnChoice] | None = None
    count: ColumnChoice | None = None
    cluster: ColumnChoice | None = None
    by: ColumnChoice | None = None
    variables: Sequence[str] | None = None
    coders: int | None = None
    include: Sequence[str] = ()
    duplicates: str = "error"
    where: str | None = None
    joint: Mapping[str, Sequence[ColumnChoice]] = field(default_factory=dict)
    cells: Mapping[str, Mapping[str, str]] | None = None
    cells_reason: str = ""
    lengths: Mapping[str, float] | float | None = None

    def __post_init__(self) -> None:
        if self.layout is not None and self.layout not in LAYOUTS:
            raise OptionError(
                f"layout is {self.layout!r}; it must be one of {', '.join(LAYOUTS)}.",
                option="layout",
                value=self.layout,
            )

    def scores(self, columns: Sequence[str]) -> list[ColumnChoice]:
        """Return the columns or responses that ``score`` lists.

        Text is split at commas, unless it is the name of a column.

        >>> LayoutOptions(score="clarity, grammar").scores(["essay", "clarity", "grammar"])
        ['clarity', 'grammar']
        """
        if self.score is None:
            return []
        if isinstance(self.score, int):
            return [self.score]
        if isinstance(self.score, str):
            if self.score in columns:
                return [self.score]
            return [part.strip() for part in self.score.split(",") if part.strip()]
        return list(self.score)


def find_column(choice: ColumnChoice, columns: Sequence[str]) -> str:
    """Return the name of a column that is chosen by name, or by number counted from 1.

    >>> find_column("ann", ["id", "ann"]), find_column(2, ["id", "ann"])
    ('ann', 'ann')
    """
    text = str(choice).strip()
    if text in columns:
        return text
    if text.lstrip("-").isdigit():
        number = int(text)
        if 1 <= number <= len(columns):
            return columns[number - 1]
        raise ColumnNotFoundError(
            f"there is no column number {number}; the table has {len(columns)}, counted from 1.",
            value=choice,
        )
    close = get_close_matches(text, columns, n=1)
    raise ColumnNotFoundError(
        f"there is no column {text!r}; the columns are {join_names(columns)}.",
        value=choice,
        remedy=f"Did you mean {close[0]!r}?" if close else None,
    )


def join_names(columns: Sequence[str]) -> str:
    """Return names for a message, the first twelve of many."""
    return ", ".join(columns[:12]) + (", …" if len(columns) > 12 else "")
