"""The figure of any result, and its description in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from accord.data.scale import clean
from accord.errors import OptionError
from accord.present.figures.registry import RESULTS, ROWS, TITLES, Functions

__all__ = ["DrawnFigure", "describe", "figure_of", "own_figure", "plot"]


@dataclass(frozen=True, slots=True)
class DrawnFigure:
    """A figure that has been drawn.

    Parameters
    ----------
    name
        Short name, which a file can have.
    title
        Title.
    alt
        Description in words.
    figure
        The matplotlib figure.
    """

    name: str
    title: str
    alt: str
    figure: Any

    @classmethod
    def of(cls, name: str, title: str, alt: str, figure: Any) -> Self:
        """Return a figure whose texts have no control characters."""
        return cls(name, clean(title), clean(alt), figure)


def plot(result: Any, **options: Any) -> Any:
    """Draw the figure of a result; its function in `accord.plots` documents the options.

    >>> import accord
    >>> figure = plot(accord.confusion([["x", "x"], ["x", "y"], ["y", "y"]]))
    """
    return _functions(result)[0](result, **options)


def describe(result: Any) -> str:
    """Describe in words what the figure of a result shows.

    >>> import accord
    >>> describe(accord.confusion({"ann": ["x", "x", "y"], "bo": ["x", "y", "y"]}))
    'Confusion matrix of ann and bo, three subjects: 66.7% with equal ratings. The ...'
    """
    return _functions(result)[1](result)


def figure_of(result: Any, name: str, title: str, **options: Any) -> dict[str, DrawnFigure]:
    """Draw the figure of a result for its document; options are those of `plot`."""
    return {name: DrawnFigure.of(name, title, describe(result), plot(result, **options))}


def own_figure(result: Any, **options: Any) -> dict[str, DrawnFigure]:
    """Draw the figure that is registered for the document of a result, if there is one."""
    if type(result) not in TITLES:
        return {}
    name, title = TITLES[type(result)]
    return figure_of(result, name, title, **options)


def _unknown(result: object) -> OptionError:
    known = ", ".join(kind.__name__ for kind in (*RESULTS, *ROWS))
    return OptionError(
        f"{type(result).__name__} has no figure; figures exist for {known}.", option="result"
    )


def _functions(result: Any) -> Functions:
    """Return the functions for a result, or for rows, which are all of the kind of the first."""
    if isinstance(result, tuple):
        if not result:
            raise OptionError("there is nothing to draw: the result has no rows.", option="result")
        if type(result[0]) not in ROWS:
            raise _unknown(result[0])
        return ROWS[type(result[0])]
    for kind in type(result).__mro__:
        if kind in RESULTS:
            return RESULTS[kind]
    raise _unknown(result)
