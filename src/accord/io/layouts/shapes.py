"""The layouts that a table of ratings can have, and what a user may say about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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

LAYOUTS = ("wide", "long", "counts", "contingency")


@dataclass(frozen=True, slots=True)
class Extras:
    """Columns that are carried along: frequency weight, cluster, subgroup."""

    count: str | None = None
    cluster: str | None = None
    by: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Those in use."""
        return tuple(dict.fromkeys(n for n in (self.count, self.cluster, self.by) if n))


@dataclass(frozen=True, slots=True)
class Wide:
    """A row per subject, a column per rater, or one per rater and response.

    Parameters
    ----------
    responses
        Names of the responses, where ratings have several.
    cells
        The column of each rater, for each response; the raters' own if there is one response.
    """

    raters: tuple[str, ...]
    item: str | None = None
    left_out: tuple[str, ...] = ()
    extras: Extras = Extras()
    responses: tuple[str, ...] = ()
    cells: tuple[tuple[str, ...], ...] = ()
    name: str = "wide"

    @property
    def columns(self) -> tuple[tuple[str, ...], ...]:
        """For each response the column of each rater."""
        return self.cells or (self.raters,)


@dataclass(frozen=True, slots=True)
class Long:
    """A row per rating: item, rater, score, or several scores."""

    item: str
    rater: str
    scores: tuple[str, ...]
    raters: tuple[str, ...] | None = None
    extras: Extras = Extras()
    name: str = "long"


@dataclass(frozen=True, slots=True)
class Counts:
    """A row per subject, a column per category: how many raters chose it."""

    categories: tuple[str, ...]
    item: str | None = None
    extras: Extras = Extras()
    name: str = "counts"


@dataclass(frozen=True, slots=True)
class Contingency:
    """A row per category of one rater, a column per category of the other; cells count subjects."""

    columns: tuple[str, ...]
    label: str | None = None
    raters: tuple[str, ...] | None = None
    name: str = "contingency"


Layout: TypeAlias = Wide | Long | Counts | Contingency
ColumnChoice: TypeAlias = "str | int"


@dataclass(frozen=True, slots=True)
class LayoutOptions:
    """What the user said about the layout; None where nothing was said.

    ``groups`` are the columns of each rater, where ratings have several responses.
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

    def __post_init__(self) -> None:
        if self.layout is not None and self.layout not in LAYOUTS:
            raise OptionError(
                f"layout {self.layout!r} is not one of {', '.join(LAYOUTS)}.", option="layout"
            )

    def scores(self, columns: Sequence[str]) -> list[ColumnChoice]:
        """The columns, or responses, that were named: ``a,b`` are two unless there is an ``a,b``.

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
    """Column chosen by name, or by number counted from 1.

    >>> find_column("ann", ["id", "ann"]), find_column(2, ["id", "ann"])
    ('ann', 'ann')
    """
    text = str(choice).strip()
    if text in columns:
        return text
    if text.lstrip("-").isdigit():
        place = int(text)
        if 1 <= place <= len(columns):
            return columns[place - 1]
        raise ColumnNotFoundError(
            f"there is no column number {place}; there are {len(columns)}, counted from 1.",
            value=choice,
        )
    close = get_close_matches(text, columns, n=1)
    hint = f"Did you mean {close[0]!r}?" if close else ""
    raise ColumnNotFoundError(
        f"there is no column {text!r}; the columns are {join_names(columns)}.",
        value=choice,
        remedy=hint,
    )


def join_names(columns: Sequence[str]) -> str:
    """Names for a message, the first dozen of them."""
    return ", ".join(columns[:12]) + (", …" if len(columns) > 12 else "")
