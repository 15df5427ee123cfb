"""Guessing of the layout of a table from its column names and a sample of its rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.data.scale import FloatArray, as_number, show_label
from accord.errors import ColumnNotFoundError
from accord.io.layouts.shapes import ColumnChoice, LayoutOptions, find_column
from accord.io.layouts.vocabulary import PROFESSIONS

__all__ = [
    "ITEM",
    "RATER",
    "SCORE",
    "are_proportions",
    "first_named",
    "guess_id_columns",
    "guess_item_column",
    "guess_layout",
]

ROUNDING = 0.03  # proportions with two decimals add up to 1 only roughly
LEAST_COUNTS = 4  # in fewer rows, equal sums may be a coincidence
LEAST_LONG = 6  # with fewer rows, any two columns may look like ids
LEAST_NUMBERED = 5  # fewer rising numbers may be ratings
ITEM = re.compile(
    r"(item|subject|unit|case|id|doc(ument)?|essay|text|sample|example|question|hit|task|"
    r"student|pupil|person|participant|respondent|record|response|script|candidate|index|"
    r"patient|image|np|sentence|row|key|name)s?([ _-]?(id|no|nr|number|key|name))?|.*[ _-]id|"
    r"id[ _-].*|#",
    re.IGNORECASE,
)
RATER = re.compile(
    r"(rater|coder|annotator|judge|marker|worker|observer|reviewer|reader|grader|assessor|user|"
    rf"labell?er|examiner|model|system|who|{PROFESSIONS})s?([ _-]?(id|no|nr|number|name))?",
    re.IGNORECASE,
)
PROSE = 4  # blanks in the mean cell of a column of sentences
ID = re.compile(r"id|.*[ _-]id|(item|subject|case)s?([ _-]?(id|no|nr))?|#", re.IGNORECASE)
SCORE = re.compile(
    r"(score|label|rating|mark|grade|category|code|value|answer|judge?ment|class|choice|"
    r"annotation|diagnosis|response)s?",
    re.IGNORECASE,
)


def guess_layout(
    options: LayoutOptions, columns: Sequence[str], sample: Mapping[str, Sequence[Any]]
) -> tuple[str, str]:
    """Return the name of the layout, stated or guessed, and the reason."""
    if options.layout is not None:
        return options.layout, "as stated"
    if options.groups is not None:
        return "wide", "the columns of each rater were named"
    if options.rater is not None:
        return "long", "a rater column was named"
    scores = options.scores(columns)
    if len(scores) > 1 and not any(_has_column(name, columns) for name in scores):
        return "wide", "there is a column for each rater and response"
    if scores:
        return "long", "a score column was named"
    if options.raters is not None and all(_has_column(name, columns) for name in options.raters):
        return "wide", "rater columns were named"
    if _is_contingency(columns, sample):
        return "contingency", "rows and columns have the same labels and cells are counts"
    named = [first_named(pattern, columns) for pattern in (RATER, SCORE)]
    if all(named) and first_named(ITEM, [c for c in columns if c not in named]):
        return "long", f"there are columns named {named[0]!r} and {named[1]!r}"
    if _is_long(columns, sample):
        return "long", "the first two columns together identify each row and the third rates"
    total = _find_total(columns, sample)
    if total:
        return "counts", f"the cells of every row add up to {total}"
    return "wide", "the usual form"


def _is_contingency(columns: Sequence[str], sample: Mapping[str, Sequence[Any]]) -> bool:
    """Return whether the first column and the header have the same labels, around numbers."""
    if len(columns) < 3 or list(columns) == [str(j + 1) for j in range(len(columns))]:
        return False  # columns without names are numbered
    label, *cells = columns
    rows = [show_label(value) for value in sample[label]]
    shared = set(rows) & set(cells)
    if len(set(rows)) < len(rows) or len(shared) < 2:
        return False
    if not (shared == set(rows) or shared == set(cells)):
        return False
    numbers = [as_number(value) for name in cells for value in sample[name]]
    return all(number is not None and number >= 0 for number in numbers)


def _is_long(columns: Sequence[str], sample: Mapping[str, Sequence[Any]]) -> bool:
    """Return whether three columns are two crossed ids and a score, without common labels."""
    if len(columns) != 3:
        return False
    first, second, score = (sample[name] for name in columns)
    rows = len(first)
    if rows < LEAST_LONG or None in first or None in second:
        return False
    labels = [set(map(show_label, values)) - {"None"} for values in (first, second, score)]
    disjoint = not (labels[0] & labels[1] or labels[1] & labels[2] or labels[0] & labels[2])
    unique = len(set(zip(first, second, strict=True))) == rows
    return disjoint and unique and len(labels[0]) < rows and len(labels[1]) < rows


def guess_id_columns(
    columns: Sequence[str], sample: Mapping[str, Sequence[Any]]
) -> tuple[str, str]:
    """Return the subject and the rater column of two columns of ids: raters are fewer.

    If there are as many of both, the first column has the subjects.

    >>> guess_id_columns(["who", "what"], {"who": ["c1", "c1", "c1"], "what": ["1", "2", "3"]})
    ('what', 'who')
    """
    first, second = columns
    fewer = len(set(sample[first])) < len(set(sample[second]))
    return (second, first) if fewer else (first, second)


def are_proportions(cells: FloatArray) -> bool:
    """Return whether the cells of a table of counts are shares: of all subjects, rows or columns.

    >>> are_proportions(np.array([[0.45, 0.05], [0.1, 0.4]])), are_proportions(np.array([[2.0]]))
    (True, False)
    """
    if np.all(cells == np.floor(cells)):
        return False
    sums = [total[total > 0] for total in (cells.sum(axis=1), cells.sum(axis=0))]
    margins = any(np.all(np.abs(total - 1) <= ROUNDING) for total in sums)
    return bool(margins or cells.sum() <= 1 + ROUNDING)


def _find_total(columns: Sequence[str], sample: Mapping[str, Sequence[Any]]) -> int:
    """Return the sum of every row, if all are equal and the cells look like counts; else 0."""
    first = columns[0]
    is_name = ITEM.fullmatch(first) or all(as_number(value) is None for value in sample[first])
    cells = [name for name in columns if not (name == first and is_name)]
    if len(cells) < 2:
        return 0
    rows = list(zip(*(sample[name] for name in cells), strict=True))
    values = set().union(*(sample[name] for name in cells))
    if len(rows) < LEAST_COUNTS or not all(map(_is_count, values)):
        return 0
    number = {value: as_number(value) or 0.0 for value in values}
    total, *others = {sum(number[value] for value in row) for row in rows}
    varied = 0.0 in number.values() and max(number.values()) >= 2 and len(set(rows)) > 1
    return int(total) if not others and varied else 0


def _is_count(value: object) -> bool:
    """Return whether a value is a whole number from 0 up."""
    number = as_number(value)
    return number is not None and number >= 0 and number.is_integer()


def _has_column(choice: ColumnChoice, columns: Sequence[str]) -> bool:
    """Return whether a choice is the name or the number of a column."""
    try:
        return bool(find_column(choice, columns))
    except ColumnNotFoundError:
        return False


def guess_item_column(
    options: LayoutOptions,
    columns: Sequence[str],
    sample: Mapping[str, Sequence[Any]],
    *,
    numeric: bool,
    least: int = 2,
) -> str | None:
    """Return the column of the subjects: the stated one, or the first if it only names them.

    Parameters
    ----------
    options
        What the user stated.
    columns, sample
        Columns that may name the subjects, and some of their cells.
    numeric
        Whether the other columns have numbers, as in a table of counts.
    least
        With this many columns or fewer, all are raters unless the name of the first says otherwise.
    """
    if options.item is not None:
        return find_column(options.item, columns)
    ids = [name for name in columns if ID.fullmatch(name.strip())]
    if ids:
        return next((name for name in ids if _distinct(sample[name])), ids[0])
    if len(columns) <= least:
        return None
    distinct = [n for n in (columns[:1] if numeric else columns) if _distinct(sample[n])]
    for name in distinct:
        if ITEM.fullmatch(name.strip()) and not _is_prose(sample[name]):
            return name
    cells = _Cells.of(columns, sample)
    return next((n for n in distinct if _names_rows(sample[n], cells, numeric=numeric)), None)


def _distinct(cells: Sequence[Any]) -> bool:
    """Return whether no two cells that are filled are equal, and one is filled."""
    values = [value for value in cells if value is not None]
    return bool(values) and len(set(values)) == len(values)


@dataclass(frozen=True, slots=True)
class _Cells:
    """Labels in the columns of a table, counted once for all questions about single columns.

    Parameters
    ----------
    columns_of
        Number of columns that have each label.
    numbers
        The labels that are numbers.
    unrepeated
        Number of columns without a repeated value.
    decimals
        Whether some number is not whole.
    """

    columns_of: Counter[str]
    numbers: frozenset[str]
    unrepeated: int
    decimals: bool

    @classmethod
    def of(cls, columns: Sequence[str], sample: Mapping[str, Sequence[Any]]) -> _Cells:
        """Count the labels of the columns."""
        filled = [[value for value in sample[name] if value is not None] for name in columns]
        columns_of = Counter(label for values in filled for label in set(map(show_label, values)))
        numbers = frozenset(label for label in columns_of if as_number(label) is not None)
        unrepeated = sum(len(set(values)) == len(values) for values in filled)
        decimals = any(not (as_number(label) or 0.0).is_integer() for label in numbers)
        return cls(columns_of, numbers, unrepeated, decimals)

    def elsewhere(self, label: str) -> bool:
        """Return whether a label of one column is in another, too."""
        return self.columns_of[label] > 1

    def numbers_beside(self, own: set[str]) -> bool:
        """Return whether columns other than the one with these labels have numbers."""
        mine = own & self.numbers
        return len(self.numbers) > len(mine) or any(map(self.elsewhere, mine))


def _names_rows(cells: Sequence[Any], table: _Cells, *, numeric: bool) -> bool:
    """Return whether a column of distinct cells only names the rows.

    Parameters
    ----------
    cells
        Some cells of the column.
    table
        Cells of all columns.
    numeric
        Whether the other columns have numbers, as in a table of counts.
    """
    values = [value for value in cells if value is not None]
    if _is_prose(values):
        return False
    own = set(map(show_label, values))
    words = all(as_number(value) is None for value in values)
    disjoint = not any(map(table.elsewhere, own))
    if words and len(values) > 2 and (numeric or disjoint):
        return True
    if words or numeric or len(values) <= 2:
        return False
    return not table.numbers_beside(own) or _is_numbering(values, table)


def _is_prose(values: Sequence[Any]) -> bool:
    """Return whether cells are sentences rather than names."""
    texts = [value for value in values if isinstance(value, str)]
    return bool(texts) and sum(text.count(" ") for text in texts) > PROSE * len(texts)


def _is_numbering(values: Sequence[Any], table: _Cells) -> bool:
    """Return whether a column of distinct whole numbers is a numbering rather than ratings.

    A numbering rises from row to row. The scores of a rater may be unlike those of others, but
    rarely rise. Either the other columns have repeated values, hardly any of which are its numbers;
    or it counts the rows, and the others are measurements, not ranks.
    """
    repeated = table.unrepeated == 1  # the column itself
    unique = sum(not table.elsewhere(show_label(value)) for value in values)
    numbers = [as_number(value) for value in values]
    if None in numbers or not all(float(x or 0).is_integer() for x in numbers):
        return False
    steps = np.diff(np.array(numbers, dtype=np.float64))
    if len(values) < LEAST_NUMBERED or not np.all(steps > 0):
        return False
    unlike, consecutive = 2 * unique > len(values), bool(np.all(steps == 1))
    if repeated:
        return unlike or (consecutive and numbers[0] == 1)
    return consecutive and (unlike or table.decimals)


def first_named(pattern: re.Pattern[str], columns: Sequence[str]) -> str | None:
    """Return the first column whose name matches a pattern."""
    return next((name for name in columns if pattern.fullmatch(name.strip())), None)
