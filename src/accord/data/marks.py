"""The marks that can be given: from the lowest to the highest in equal steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, IntArray, Scale, show_label, stated_level
from accord.errors import OptionError

__all__ = ["DECIMALS", "Grid", "on_marks"]

STEPS = (1.0, 0.5, 0.25, 0.1)
MOST = 10_000  # marks
DECIMALS = 9  # of a mark; further ones are rounding errors of adding steps


def _even(places: FloatArray) -> bool:
    """Whether numbers are whole, but for rounding."""
    return bool(np.allclose(places, np.round(places), rtol=0, atol=1e-9))


@dataclass(frozen=True, slots=True)
class Grid:
    """Marks ``low``, ``low + step``, …, ``high``."""

    low: float
    high: float
    step: float

    @classmethod
    def of(
        cls, given: FloatArray, others: FloatArray, ends: tuple[float, float] | None
    ) -> Grid | None:
        """Grid on which people's marks lie; None if they lie on none.

        Parameters
        ----------
        given
            Marks that people gave, which the grid must have.
        others
            Scores of systems, which it must reach, once they are rounded.
        ends
            The lowest and the highest mark, where that is known.
        """
        base = float(given.min())
        steps = [s for s in STEPS if _even((given - base) / s)]
        if not steps:
            return None
        step = steps[0]
        if ends is None:
            every = np.concatenate([given, others])
            low, high = (
                base + step * np.floor((v - base) / step + 0.5) for v in (every.min(), every.max())
            )
        else:
            low, high = ends
            beyond = given[(given < low) | (given > high)]
            if beyond.size:
                raise OptionError(
                    f"a person's mark is {show_label(float(beyond[0]))}, and the range is "
                    f"{show_label(low)} to {show_label(high)}.",
                    option="range",
                )
            if not _even((np.array(ends) - base) / step):
                raise OptionError(
                    f"people's marks do not lie in equal steps from {show_label(low)} to "
                    f"{show_label(high)}: they go by {show_label(step)} from {show_label(base)}.",
                    option="range",
                )
        if (high - low) / step >= MOST:
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
        """Categories of coefficients: all marks, whether they were given or not."""
        return Scale.declare(self.marks.tolist())

    def codes(self, values: FloatArray) -> IntArray:
        """Nearest mark of each score, halves going up; -1 where there is none.

        >>> Grid(0, 4, 1).codes(np.array([1.4, 2.5, 9.0, np.nan])).tolist()
        [1, 3, 4, -1]
        """
        nearest = np.floor((np.clip(values, self.low, self.high) - self.low) / self.step + 0.5)
        return np.where(np.isnan(values), -1, nearest).astype(np.int64)


def on_marks(patterns: Patterns, people: Sequence[str]) -> tuple[Patterns, bool]:
    """Round scores to the marks that people give; and whether that changed any.

    Nothing is done where categories are declared, words or codes, or where people's marks do not
    lie on a grid.

    Parameters
    ----------
    patterns
        Ratings of people and systems, raters kept apart.
    people
        Raters whose marks define the grid.
    """
    scale = patterns.scale
    mere_codes = stated_level(scale, "interval") == "nominal"
    if not scale.numeric or scale.declared or mere_codes or not patterns.identity:
        return patterns, False
    values = scale.points
    own = patterns.raters_apart().select([patterns.raters.index(name) for name in people]).rows
    given = np.unique(values[own[own >= 0]])
    if given.size == 0:
        return patterns, False
    used = values[np.flatnonzero(patterns.category_totals())]
    grid = Grid.of(given, used, None)
    if grid is None:
        return patterns, False
    marks = replace(grid.scale(), level=scale.level, guessed=scale.guessed)
    rounded = not np.allclose(grid.marks[grid.codes(used)], used, rtol=0, atol=1e-9)
    return patterns.recoded(marks, grid.codes(values)), rounded
