"""Which layout a table has, guessed from its columns and a sample of its rows, and why."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from accord.data.scale import FloatArray, as_number, show_label
from accord.errors import ColumnNotFoundError
from accord.io.layouts.shapes import ColumnChoice, LayoutOptions, find_column

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
ITEM = re.compile(
    r"(item|subject|unit|case|id|doc(ument)?|essay|text|sample|example|question|hit|task|"
    r"student|pupil|person|participant|respondent|record|response|script|candidate|index|"
    r"patient|image|np|sentence|row|key|name)s?([ _-]?(id|no|nr|number|key|name))?|.*[ _-]id|"
    r"id[ _-].*|#",
    re.IGNORECASE,
)
RATER = re.compile(
    r"(rater|coder|annotator|judge|marker|worker|observer|reviewer|reader|grader|assessor|user|"
    r"labell?er|clinician|examiner|model|system|who)s?([ _-]?(id|no|nr|number|name))?",
    re.IGNORECASE,
)
ID = re.compile(r"id|.*[ _-]id|(item|subject|case)s?([ _-]?(id|no|nr))?|#", re.IGNORECASE)
SCORE = re.compile(
    r"(score|label|rating|mark|grade|category|code|value|answer|judge?ment|class|choice|"
    r"annotation|diagnosis|response)s?",
    re.IGNORECASE,
)


def guess_layout(
    options: LayoutOptions, columns: Sequence[str], sample: Mapping[str, Sequence[Any]]
) -> tuple[str, str]:
    """Kind of layout, and the reason."""
    if options.layout is not None:
        return options.layout, "as stated"
    if options.groups is not None:
        return "wide", "the columns of each rater were named"
    if options.rater is not None:
        return "long", "a rater column was named"
    scores = options.scores(columns)
    if len(scores) > 1 and not any(_there(name, columns) for name in scores):
        return "wide", "there is a column for each rater and response"
    if scores:
        return "long", "a score column was named"
    if options.raters is not None and all(_there(name, columns) for name in options.raters):
        return "wide", "rater columns were named"
    if _is_contingency(columns, sample):
        return "contingency", "rows and columns have the same labels and cells are counts"
    named = [first_named(pattern, columns) for pattern in (RATER, SCORE)]
    if all(named) and first_named(ITEM, [c for c in columns if c not in named]):
        return "long", f"there are columns named {named[0]!r} and {named[1]!r}"
    if _is_long(columns, sample):
        return "long", "the first two columns together identify each row and the third rates"
    total = _is_counts(columns, sample)
    if total:
        return "counts", f"the cells of every row add up to {total}"
    return "wide", "the usual form"


def _is_contingency(columns: Sequence[str], sample: Mapping[str, Sequence[Any]]) -> bool:
    if len(columns) < 3:
        return False
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
    if len(columns) != 3:
        return False
    item, rater, score = (sample[name] for name in columns)
    if len(item) < 6 or None in item or None in rater:
        return False
    sets = [set(map(show_label, values)) - {"None"} for values in (item, rater, score)]
    apart = not (sets[0] & sets[1] or sets[1] & sets[2] or sets[0] & sets[2])
    unique = len(set(zip(item, rater, strict=True))) == len(item)
    return apart and unique and len(sets[0]) < len(item) and len(sets[1]) < len(item)


def guess_id_columns(
    columns: Sequence[str], sample: Mapping[str, Sequence[Any]]
) -> tuple[str, str]:
    """Item and rater column among two that hold ids: raters are fewer than items.

    Where they are equally many, items come first.

    >>> guess_id_columns(["who", "what"], {"who": ["c1", "c1", "c1"], "what": ["1", "2", "3"]})
    ('what', 'who')
    """
    first, second = columns
    fewer = len(set(sample[first])) < len(set(sample[second]))
    return (second, first) if fewer else (first, second)


def are_proportions(cells: FloatArray) -> bool:
    """Whether the cells of a table of counts are shares of all subjects, of a row or of a column.

    >>> are_proportions(np.array([[0.45, 0.05], [0.1, 0.4]])), are_proportions(np.array([[2.0]]))
    (True, False)
    """
    if np.all(cells == np.floor(cells)):
        return False
    sums = [total[total > 0] for total in (cells.sum(axis=1), cells.sum(axis=0))]
    margins = any(np.all(np.abs(total - 1) <= ROUNDING) for total in sums)
    return bool(margins or cells.sum() <= 1 + ROUNDING)


def _is_counts(columns: Sequence[str], sample: Mapping[str, Sequence[Any]]) -> int:
    first = columns[0]
    naming = ITEM.fullmatch(first) or all(as_number(value) is None for value in sample[first])
    cells = [name for name in columns if not (name == first and naming)]
    if len(cells) < 2:
        return 0
    rows = list(zip(*(sample[name] for name in cells), strict=True))
    seen = set().union(*(sample[name] for name in cells))
    if len(rows) < 4 or not all(map(_whole, seen)):
        return 0
    number = {value: as_number(value) or 0.0 for value in seen}
    total, *others = {sum(number[value] for value in row) for row in rows}
    spread = 0.0 in number.values() and max(number.values()) >= 2 and len(set(rows)) > 1
    return int(total) if not others and spread else 0


def _whole(value: object) -> bool:
    number = as_number(value)
    return number is not None and number >= 0 and number.is_integer()


def _there(choice: ColumnChoice, columns: Sequence[str]) -> bool:
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
    """Column that only names the subjects: as stated, or the first that does nothing else."""
    if options.item is not None:
        return find_column(options.item, columns)
    if not columns or (len(columns) <= least and not ID.fullmatch(columns[0])):
        return None
    name = columns[0]
    values = [value for value in sample[name] if value is not None]
    if ID.fullmatch(name):
        return name
    if not values or len(set(values)) < len(values):
        return None
    if ITEM.fullmatch(name):
        return name
    others = {
        show_label(value) for other in columns[1:] for value in sample[other] if value is not None
    }
    words = all(as_number(value) is None for value in values)
    apart = not others & set(map(show_label, values))
    if words and len(values) > 2 and (numeric or apart):
        return name
    if words or numeric or len(values) <= 2:
        return None
    worded_rest = all(as_number(other) is None for other in others)
    return name if worded_rest or _numbered(values, columns[1:], sample, others) else None


def _numbered(
    values: Sequence[Any],
    others: Sequence[str],
    sample: Mapping[str, Sequence[Any]],
    labels: set[str],
) -> bool:
    """Whether a column of distinct whole numbers numbers the rows rather than rates them.

    It does when it rises from row to row, and the other columns repeat themselves and know hardly
    any of its numbers. A rater's scores may do the latter, but hardly the former.
    """
    repeated = all(
        len({v for v in sample[name] if v is not None}) < sum(v is not None for v in sample[name])
        for name in others
    )
    strange = sum(show_label(value) not in labels for value in values)
    numbers = [as_number(value) for value in values]
    if None in numbers or not all(float(x or 0).is_integer() for x in numbers):
        return False
    rising = len(values) >= 5 and all(np.diff(np.array(numbers, dtype=np.float64)) > 0)
    consecutive = numbers == list(range(1, len(values) + 1))
    return rising and repeated and (2 * strange > len(values) or consecutive)


def first_named(pattern: re.Pattern[str], columns: Sequence[str]) -> str | None:
    """First column whose name fits."""
    return next((name for name in columns if pattern.fullmatch(name.strip())), None)
