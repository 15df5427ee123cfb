"""Tables that can be read in two ways: how to notice one, and what the user is told to do.

Nothing here changes how data are read. A message names the option that gives the other reading, and
the one that confirms the reading taken.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.base.wording import Doubt
from accord.data.scale import FloatArray, as_number, show_label
from accord.errors import DataWarning
from accord.io.engines.cells import Column
from accord.io.layouts import Long, are_proportions

__all__ = [
    "SAMPLE",
    "Reading",
    "describe_long",
    "is_numeric",
    "is_unlabelled",
    "note_many_raters",
    "warn",
]

SAMPLE = 1000  # rows that are looked at first, or only, where cells are not numbers
MOST_CATEGORIES = 50  # a larger table of counts would be published with labels
COMMON_SCALE = 10  # where most rating scales end
MANY_RATERS = 5  # more raters than this, and than subjects, are unusual in a labelled table too
LEAST_COUNTS = 5  # rows whose sums are not equal by accident
LEAST_LONG = 6  # rows; fewer tell nothing about which columns are ids
CROSSED = 0.8  # share of the pairs of ids that a long table has, where ratings are missing
SURE_LONG = 20  # rows from which an incomplete crossing is no coincidence
PACKAGE = str(Path(__file__).resolve().parents[1])
DEFAULT_NAME = re.compile(r"(column_|V)?(\d+)")  # as pandas, polars and R name columns
CONFIRM = "layout='wide' (--layout wide) confirms that rows are subjects and columns are raters."


def warn(message: str) -> Doubt:
    """Issue a `DataWarning` at the line that called accord, and return its message."""
    level = 1
    frame = sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(PACKAGE):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, DataWarning, stacklevel=level)
    return Doubt(message)


def is_unlabelled(names: Sequence[str]) -> bool:
    """Whether columns have no names of their own, but numbers from 0 or 1 in their order.

    >>> is_unlabelled(["1", "2"]), is_unlabelled(["column_0", "column_1"]), is_unlabelled(["2"])
    (True, True, False)
    """
    found = [DEFAULT_NAME.fullmatch(name) for name in names]
    numbers = [int(match[2]) for match in found if match is not None]
    prefixes = {match[1] for match in found if match is not None}
    start = numbers[0] if numbers else -1
    return (
        len(prefixes) == 1 and start in (0, 1) and numbers == list(range(start, start + len(names)))
    )


def describe_long(plan: Long, *, certain: bool) -> str:
    """Say which columns of a long table were taken for what, and whether it may not be one."""
    scores = ", ".join(map(repr, plan.scores))
    start = "" if certain else "every row was read as one rating: "
    doubt = "" if certain else " If every column is a rater, use layout='wide' (--layout wide)."
    return (
        f"{start}items are in column {plan.item!r}, raters in {plan.rater!r} and scores in "
        f"{scores}. The options item, rater and score (--item, --rater, --score) change this."
        f"{doubt}"
    )


def note_many_raters(rows: float, raters: int) -> str | None:
    """Note on a table with named columns that has more raters than subjects."""
    if not MANY_RATERS < raters > rows:
        return None
    return (
        f"there are {rows} subjects and {raters} raters; if raters are in rows, use "
        "transpose=True (--transpose)."
    )


@dataclass(frozen=True, slots=True)
class Reading:
    """A table that was read as ratings, a row per subject and a column per rater.

    Parameters
    ----------
    rows, raters
        Number of rows and columns.
    cells
        Gives the cells of each column, or of its first rows; called only where they matter.
    declared
        Whether the user listed the categories, so that cells are known to be ratings.
    labelled
        Whether the columns have names.
    """

    rows: float
    raters: int
    cells: Callable[[], Sequence[Column]]
    declared: bool = False
    labelled: bool = False

    def doubt(self) -> str | None:
        """Message about the other reading that is more likely; None if there is none."""
        k = self.raters
        if self.rows == k <= MOST_CATEGORIES and not self.declared:
            return self._doubt_counts()
        if 1 < self.rows < k and not self.labelled:
            return (
                f"{self.rows} rows and {k} columns were read as {self.rows} subjects rated by {k} "
                "raters. If raters are in rows, as other packages have them, use transpose=True "
                f"(--transpose); {CONFIRM}"
            )
        if self.rows >= LEAST_COUNTS and not self.declared and not self.labelled:
            total = _constant_sum(self.cells())
            if total:
                return (
                    f"the cells of every row add up to {total}, as in a table of how many raters "
                    "chose each category, and columns were read as raters. If they are categories, "
                    f"use layout='counts' (--layout counts); {CONFIRM}"
                )
        if k == 3 and self.rows >= LEAST_LONG and not self.labelled:
            return self._doubt_ids()
        return None

    def _doubt_counts(self) -> str | None:
        numbers = [[as_number(cell) for cell in column] for column in self.cells()]
        if any(number is None for column in numbers for number in column):
            return None
        cells = np.array(numbers, dtype=np.float64).T
        if not _is_contingency(cells, self.labelled):
            return None
        k = len(cells)
        return (
            f"the {k} × {k} table looks like a contingency table of two raters, and its cells were "
            "read as ratings. If they count subjects, use layout='contingency' "
            f"(--layout contingency); {CONFIRM}"
        )

    def _doubt_ids(self) -> str | None:
        first, second, _ = self.cells()
        if not _identify_rows(first, second):
            return None
        return (
            "the first two columns together identify each row, as the ids of raters and items do, "
            "and all three columns were read as raters. If a row is one rating, use layout='long' "
            "with item, rater and score, which are columns counted from 1 (--layout long --rater 1 "
            f"--item 2 --score 3); {CONFIRM}"
        )


def _constant_sum(columns: Sequence[Column]) -> int:
    """Sum of every row, if it is the same and the cells look like counts; else 0."""
    for rows in (slice(SAMPLE), slice(None)):  # the first rows of most tables rule it out
        numbers = [[as_number(cell) for cell in column[rows]] for column in columns]
        if any(number is None for column in numbers for number in column):
            return 0
        cells = np.array(numbers, dtype=np.float64)
        sums = np.unique(cells.sum(axis=0))
        if sums.size != 1 or np.any(cells < 0) or np.any(cells % 1):
            return 0
    spread = bool(np.any(cells == 0) and cells.max(initial=0) >= 2)
    return int(sums[0]) if spread and sums[0] >= 2 else 0


def _is_contingency(cells: FloatArray, labelled: bool) -> bool:
    """Whether a square table of numbers probably counts subjects.

    Tables of counts differ from ratings of as many raters as subjects by the mass on the diagonal,
    which means nothing in a table of ratings, or by cells that exceed the number of categories and
    vary as much within rows as between them, which ratings rarely do. Where columns have names,
    which may be those of raters, cells must also exceed common rating scales. Without names any
    table of 2 × 2 whole numbers counts as one, because nobody measures the agreement of two raters
    on two subjects.
    """
    k = len(cells)
    if np.any(cells < 0):
        return False
    if not np.all(cells == np.floor(cells)):
        return are_proportions(cells)
    if k == 2 and not labelled:
        return True
    large = bool(cells.max() > (max(k, COMMON_SCALE) if labelled else k))
    if 2 * np.trace(cells) > cells.sum():
        return large or (cells.max() > 1 and not labelled)
    between = k * cells.mean(axis=1).var(ddof=1)
    within = cells.var(axis=1, ddof=1).mean()
    return large and bool(between <= within)


def _identify_rows(first: Column, second: Column) -> bool:
    """Whether two columns are ids that are crossed: each pair of them at most once."""
    heads = (_codes(first[:SAMPLE]), _codes(second[:SAMPLE]))
    if not any(map(_in_blocks, heads)):  # most ratings are not sorted: no need to look at them all
        return False
    if _has_gaps(first) or _has_gaps(second) or not _apart(first, second):
        return False
    one, other = _codes(first), _codes(second)
    n, sizes = one.size, (int(one.max()) + 1, int(other.max()) + 1)
    if min(sizes) < 2 or max(sizes) >= n or not (_in_blocks(one) or _in_blocks(other)):
        return False
    pairs = sizes[0] * sizes[1]
    if n < pairs and not (n >= SURE_LONG and n >= CROSSED * pairs):
        return False
    return bool(np.unique(one * sizes[1] + other).size == n)


def _has_gaps(column: Column) -> bool:
    if isinstance(column, np.ndarray):
        return column.dtype.kind == "f" and bool(np.isnan(column).any())
    return any(cell is None for cell in column)


def _apart(first: Column, second: Column) -> bool:
    """Whether two columns share no word; numbers may be ids of both items and raters."""
    if isinstance(first, np.ndarray):
        return True
    words = [{show_label(c) for c in column if as_number(c) is None} for column in (first, second)]
    return not words[0] & words[1]


def _codes(column: Column) -> npt.NDArray[np.int64]:
    """Code of each cell: equal cells have equal codes from 0 on."""
    if isinstance(column, np.ndarray):
        return np.unique(column, return_inverse=True)[1]
    known: dict[str, int] = {}
    return np.array([known.setdefault(show_label(cell), len(known)) for cell in column])


def _in_blocks(codes: npt.NDArray[np.int64]) -> bool:
    """Whether equal codes stand together, as they do in the sorted column of a long table."""
    return int(np.count_nonzero(np.diff(codes))) == int(codes.max())


def is_numeric(cells: Iterable[Any]) -> bool:
    """Whether all cells that are not missing are numbers."""
    return all(cell is None or as_number(cell) is not None for cell in cells)
