"""Registry of figures: of results, and of the sections of a report.

Each module of a figure registers here what it draws, so that a new one needs no line elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from accord.data.patterns import Patterns
from accord.statistics.weights import WeightsLike

__all__ = [
    "RESULTS",
    "ROWS",
    "SECTION_FIGURES",
    "TITLES",
    "FigureRequest",
    "SectionFigure",
    "draws",
    "section_figure",
]

Functions: TypeAlias = tuple[Callable[..., Any], Callable[..., str]]
"""The functions that draw and describe a result."""

RESULTS: dict[type, Functions] = {}
TITLES: dict[type, tuple[str, str]] = {}  # name and title of the figure in the document
ROWS: dict[type, Functions] = {}  # of tuples of such rows
MOST_CATEGORIES = 60  # of a figure; more would not be legible


@dataclass(frozen=True, slots=True)
class FigureRequest:
    """What the figure of a section is made from.

    Parameters
    ----------
    patterns
        The ratings.
    results
        Results of the sections that were computed, by name.
    weights
        Agreement weights of the coefficients.
    """

    patterns: Patterns
    results: Mapping[str, Any] = field(default_factory=dict)
    weights: WeightsLike | None = None

    @property
    def few_categories(self) -> bool:
        """Whether ratings are single categories, and few enough for a figure."""
        return not self.patterns.scale.several and 2 <= self.patterns.q <= MOST_CATEGORIES


@dataclass(frozen=True, slots=True)
class SectionFigure:
    """A figure of a section: what is drawn, its title, and options of drawing."""

    result: Any
    title: str
    options: Mapping[str, Any] = field(default_factory=dict)


Select: TypeAlias = Callable[[FigureRequest], SectionFigure | None]
SECTION_FIGURES: dict[str, Select] = {}


def draws(
    kind: type,
    plot: Callable[..., Any],
    describe: Callable[..., str],
    *,
    rows: bool = False,
    name: str = "",
    title: str = "",
) -> None:
    """Register the functions that draw and describe a kind of result.

    Parameters
    ----------
    kind
        The type of the results.
    plot, describe
        The functions.
    rows
        Whether the results are tuples of this type.
    name, title
        Name and title of the figure in the document of the result; without them it has none.
    """
    (ROWS if rows else RESULTS)[kind] = plot, describe
    if name:
        TITLES[kind] = name, title


def section_figure(name: str) -> Callable[[Select], Select]:
    """Return a decorator that registers the figure of a report section.

    The function takes a `FigureRequest` and returns a `SectionFigure`, or None if there is nothing
    to draw.
    """

    def add(select: Select) -> Select:
        if name in SECTION_FIGURES:
            raise ValueError(f"section {name!r} already has a figure")
        SECTION_FIGURES[name] = select
        return select

    return add
