"""Recognition of tables that can be read in two ways, and messages about them.

Nothing here changes how data are read. A message names the option that gives the other reading, and
the one that confirms the first.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.base.wording import Doubt
from accord.data.scale import EXACT, FloatArray, as_number, show_label
from accord.errors import DataWarning
from accord.io.engines.cells import Column
from accord.io.layouts import Long, are_proportions

__all__ = [
    "SAMPLE",
    "describe_long",
    "is_numeric",
    "is_unlabelled",
    "note_many_raters",
    "suggest_other_reading",
    "warn",
]

SAMPLE = 1000  # rows that are examined first, or only, where cells are not numbers
MAX_CATEGORIES = 50  # a larger table of counts would be published with labels
COMMON_SCALE = 10  # highest rating of most scales
MANY_RATERS = 5  # more raters than this, and than subjects, are unusual in a labelled table too
LEAST_COUNTS = 5  # in fewer rows, equal sums may be a coincidence
LEAST_LONG = 6  # with fewer rows, any two columns may look like ids
LEAST_CROSSED = 0.8  # share of the pairs of ids in a long table, where ratings are missing
LEAST_INCOMPLETE = 20  # rows of a long table in which pairs of ids are missing
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
    """Return whether columns have no names of their own, but numbers from 0 or 1 in order.

    >>> is_unlabelled(["1", "2"]), is_unlabelled(["column_0", "column_1"]), is_unlabelled(["2"])
    (True, True, False)
    """
    matches = [DEFAULT_NAME.fullmatch(name) for name in names]
    numbers = [int(match[2]) for match in matches if match is not None]
    prefixes = {match[1] for match in matches if match is not None}
    start = numbers[0] if numbers else -1
    return (
        len(prefixes) == 1 and start in (0, 1) and numbers == list(range(start, start + len(names)))
    )


def describe_long(layout: Long, *, certain: bool) -> str:
    """Describe the columns of a long table, and how to read it as wide if it is not certain."""
    scores = ", ".join(map(repr, layout.scores))
    start = "" if certain else "every row was read as one rating: "
    end = "" if certain else " If every column is a rater, use layout='wide' (--layout wide)."
    return (
        f"{start}subjects are in column {layout.item!r}, raters in {layout.rater!r} and scores in "
        f"{scores}. The options item, rater and score (--item, --rater, --score) change this."
        f"{end}"
    )


def note_many_raters(rows: float, raters: int) -> str | None:
    """Return a note on a table of named columns with more raters than subjects, if it is one."""
    if not MANY_RATERS < raters > rows:
        return None
    return (
        f"there are {rows} subjects and {raters} raters; if raters are in rows, use "
        "transpose=True (--transpose)."
    )


def suggest_other_reading(
    rows: float,
    raters: int,
    cells: Callable[[], Sequence[Column]],
    *,
    declared: bool = False,
    labelled: bool = False,
) -> str | None:
    """Return a message about a more likely reading of a wide table; None if there is none.

    Parameters
    ----------
    rows, raters
        Number of rows and columns, which were read as subjects and raters.
    cells
        Returns the cells of each column, or of its first rows; called only if they matter.
    declared
        Whether the user stated the categories, so that cells are known to be ratings.
    labelled
        Whether the columns have names.
    """
    if rows == raters <= MAX_CATEGORIES and not declared:
        return _suggest_contingency(cells(), labelled)
    if labelled:
        return None
    if 1 < rows < raters:
        return (
            f"{rows} rows and {raters} columns were read as {rows} subjects rated by {raters} "
            "raters. If raters are in rows, as other packages have them, use transpose=True "
            f"(--transpose); {CONFIRM}"
        )
    if rows >= LEAST_COUNTS and not declared:
        total = _constant_sum(cells())
        if total:
            return (
                f"the cells of every row add up to {total}, as in a table of how many raters "
                "chose each category, and columns were read as raters. If they are categories, "
                f"use layout='counts' (--layout counts); {CONFIRM}"
            )
    if raters == 3 and rows >= LEAST_LONG:
        return _suggest_long(*cells()[:2])
    return None


def _suggest_contingency(columns: Sequence[Column], labelled: bool) -> str | None:
    """Return a message if a square table may be a contingency table."""
    numbers = _as_numbers(columns)
    if numbers is None:
        return None
    cells = numbers.T
    if not _is_contingency(cells, labelled):
        return None
    k = len(cells)
    return (
        f"the {k} × {k} table looks like a contingency table of two raters, and its cells were "
        "read as ratings. If they count subjects, use layout='contingency' "
        f"(--layout contingency); {CONFIRM}"
    )


def _suggest_long(first: Column, second: Column) -> str | None:
    """Return a message if the first two of three columns may be ids of raters and subjects."""
    if not _identify_rows(first, second):
        return None
    return (
        "the first two columns together identify each row, as the ids of raters and subjects do, "
        "and all three columns were read as raters. If a row is one rating, use layout='long' "
        "with item, rater and score, which are columns counted from 1 (--layout long --rater 1 "
        f"--item 2 --score 3); {CONFIRM}"
    )


def _constant_sum(columns: Sequence[Column]) -> int:
    """Return the sum of every row, if all are equal and the cells look like counts; else 0."""
    cells = np.zeros((0, 0))
    for rows in (slice(SAMPLE), slice(None)):  # the first rows of most tables rule it out
        numbers = _as_numbers([column[rows] for column in columns])
        if numbers is None:
            return 0
        cells = numbers
        sums = np.unique(cells.sum(axis=0))
        if sums.size != 1 or np.any(cells < 0) or np.any(cells % 1):
            return 0
    spread = bool(np.any(cells == 0) and cells.max(initial=0) >= 2)
    return int(sums[0]) if spread and sums[0] >= 2 else 0


def _as_numbers(columns: Sequence[Column]) -> FloatArray | None:
    """Return (columns, rows) the cells as numbers; None if a cell is not a number."""
    numbers = []
    for column in columns:
        if isinstance(column, np.ndarray) and column.dtype.kind in "iuf":
            values = column.astype(np.float64)
            if column.dtype.kind != "f" and np.any(np.abs(values) > EXACT):  # ids, not numbers
                return None
        else:
            values = np.array([as_number(cell) for cell in column], dtype=np.float64)
        if not np.isfinite(values).all():  # as_number gives None, which becomes NaN
            return None
        numbers.append(values)
    return np.array(numbers)


def _is_contingency(cells: FloatArray, labelled: bool) -> bool:
    """Return whether a square table of numbers probably counts subjects.

    Tables of counts differ from ratings of as many raters as subjects in two ways: their mass is
    on the diagonal, which means nothing in a table of ratings, or their cells exceed the number of
    categories and vary as much within rows as between them, which ratings rarely do. If the columns
    have names, which may be those of raters, cells must also exceed common rating scales. Any
    2 × 2 table of whole numbers without names counts as one, because nobody measures the agreement
    of two raters on two subjects.
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
    """Return whether two columns are crossed ids: each pair of values occurs at most once."""
    heads = (_codes(first[:SAMPLE]), _codes(second[:SAMPLE]))
    if not any(map(_in_blocks, heads)):  # as in most tables of ratings; saves time
        return False
    if _has_gaps(first) or _has_gaps(second) or _share_words(first, second):
        return False
    one, other = _codes(first), _codes(second)
    n, sizes = one.size, (int(one.max()) + 1, int(other.max()) + 1)
    if min(sizes) < 2 or max(sizes) >= n or not (_in_blocks(one) or _in_blocks(other)):
        return False
    pairs = sizes[0] * sizes[1]
    if n < pairs and not (n >= LEAST_INCOMPLETE and n >= LEAST_CROSSED * pairs):
        return False
    return bool(np.unique(one * sizes[1] + other).size == n)


def _has_gaps(column: Column) -> bool:
    """Return whether a value of a column is missing."""
    if isinstance(column, np.ndarray):
        return column.dtype.kind == "f" and bool(np.isnan(column).any())
    return any(cell is None for cell in column)


def _share_words(first: Column, second: Column) -> bool:
    """Return whether two columns share a word; numbers may be ids of both subjects and raters."""
    if isinstance(first, np.ndarray):
        return False
    words = [{show_label(c) for c in column if as_number(c) is None} for column in (first, second)]
    return bool(words[0] & words[1])


def _codes(column: Column) -> npt.NDArray[np.int64]:
    """Return a code from 0 for each cell, equal for equal cells."""
    if isinstance(column, np.ndarray):
        return np.unique(column, return_inverse=True)[1]
    known: dict[str, int] = {}
    return np.array([known.setdefault(show_label(cell), len(known)) for cell in column])


def _in_blocks(codes: npt.NDArray[np.int64]) -> bool:
    """Return whether equal codes are adjacent, as in a sorted column of a long table."""
    return int(np.count_nonzero(np.diff(codes))) == int(codes.max())


def is_numeric(cells: Iterable[Any]) -> bool:
    """Return whether all cells are numbers or missing."""
    return all(cell is None or as_number(cell) is not None for cell in cells)
