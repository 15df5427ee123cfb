"""The grid of marks that raters can give: from the lowest to the highest in equal steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, IntArray, Scale, show_label, stated_level
from accord.errors import OptionError

__all__ = ["DECIMALS", "Grid", "round_to_marks"]

STEPS = (1.0, 0.5, 0.25, 0.1)  # usual steps between marks; the largest that fits is used
MAX_MARKS = 10_000  # a finer grid has measured values rather than marks
DECIMALS = 9  # of a mark; further digits are rounding errors of sums of steps


def _are_whole(values: FloatArray) -> bool:
    """Return whether numbers are whole, up to rounding errors."""
    return bool(np.allclose(values, np.round(values), rtol=0, atol=1e-9))


@dataclass(frozen=True, slots=True)
class Grid:
    """The marks ``low``, ``low + step``, …, ``high``."""

    low: float
    high: float
    step: float

    @classmethod
    def of(
        cls, given: FloatArray, others: FloatArray, limits: tuple[float, float] | None
    ) -> Grid | None:
        """Return the grid of people's marks; None if they are not in equal steps.

        Parameters
        ----------
        given
            Marks that people gave; all of them are on the grid.
        others
            Scores of systems; the grid includes them after rounding.
        limits
            The lowest and the highest possible mark, if known.
        """
        base = float(given.min())
        step = next((step for step in STEPS if _are_whole((given - base) / step)), None)
        if step is None:
            return None
        if limits is None:
            scores = np.concatenate([given, others])
            low, high = (
                base + step * np.floor((limit - base) / step + 0.5)
                for limit in (scores.min(), scores.max())
            )
        else:
            low, high = limits
            _check_range(given, low, high, step)
        if (high - low) / step >= MAX_MARKS:
            return None
        return cls(round(float(low), DECIMALS), round(float(high), DECIMALS), step)

    @property
    def size(self) -> int:
        """Number of marks."""
        return round((self.high - self.low) / self.step) + 1

    @property
    def marks(self) -> FloatArray:
        """The marks, from the lowest."""
        return np.round(self.low + self.step * np.arange(self.size), DECIMALS)

    def scale(self) -> Scale:
        """Return the scale of all marks, whether they were given or not."""
        return Scale.declare(self.marks.tolist())

    def codes(self, values: FloatArray) -> IntArray:
        """Return the code of the mark nearest to each score, halves rounded up; -1 for NaN.

        >>> Grid(0, 4, 1).codes(np.array([1.4, 2.5, 9.0, np.nan])).tolist()
        [1, 3, 4, -1]
        """
        nearest = np.floor((np.clip(values, self.low, self.high) - self.low) / self.step + 0.5)
        return np.where(np.isnan(values), -1, nearest).astype(np.int64)


def _check_range(given: FloatArray, low: float, high: float, step: float) -> None:
    """Raise an error if a range does not include people's marks, or does not fit their steps."""
    base = float(given.min())
    outside = given[(given < low) | (given > high)]
    if outside.size:
        raise OptionError(
            f"range is {show_label(low)} to {show_label(high)}, and a person gave the mark "
            f"{show_label(float(outside[0]))}.",
            option="range",
            value=(low, high),
        )
    if not _are_whole((np.array([low, high]) - base) / step):
        raise OptionError(
            f"range is {show_label(low)} to {show_label(high)}, and people's marks are in steps of "
            f"{show_label(step)} from {show_label(base)}, so that a limit is not a mark.",
            option="range",
            value=(low, high),
        )


def round_to_marks(patterns: Patterns, people: Sequence[str]) -> tuple[Patterns, bool]:
    """Round scores to the marks that people give.

    Ratings stay as they are where the categories are declared, words or codes, and where people's
    marks are not in equal steps.

    Parameters
    ----------
    patterns
        Ratings of people and systems, with the identity of the raters.
    people
        Raters whose marks define the grid.

    Returns
    -------
    tuple
        The rounded ratings, and whether rounding changed any.
    """
    scale = patterns.scale
    are_codes = stated_level(scale, "interval") == "nominal"
    if not scale.numeric or scale.declared or are_codes or not patterns.identity:
        return patterns, False
    values = scale.points
    indexes = [patterns.raters.index(name) for name in people]
    codes_of_people = patterns.by_rater().select(indexes).rows
    given = np.unique(values[codes_of_people[codes_of_people >= 0]])
    if given.size == 0:
        return patterns, False
    used = values[np.flatnonzero(patterns.category_totals())]
    grid = Grid.of(given, used, None)
    if grid is None:
        return patterns, False
    marks = replace(grid.scale(), level=scale.level, guessed=scale.guessed)
    rounded = not np.allclose(grid.marks[grid.codes(used)], used, rtol=0, atol=1e-9)
    return patterns.recoded(marks, grid.codes(values)), rounded
