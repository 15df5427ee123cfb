"""What the rows and columns of a table mean, and how to guess it and say why."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from accord.errors import ColumnNotFoundError, LayoutError, OptionError, TooFewRatersError
from accord.scale import as_number, show_label

__all__ = [
    "LAYOUTS",
    "Contingency",
    "Counts",
    "Extras",
    "Layout",
    "Long",
    "Request",
    "Wide",
    "find_column",
    "lay_out",
]

LAYOUTS = ("wide", "long", "counts", "contingency")

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
    """A row per subject, a column per rater."""

    raters: tuple[str, ...]
    item: str | None = None
    left_out: tuple[str, ...] = ()
    extras: Extras = Extras()
    name: str = "wide"


@dataclass(frozen=True, slots=True)
class Long:
    """A row per rating: item, rater, score."""

    item: str
    rater: str
    score: str
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
Choice: TypeAlias = "str | int"


@dataclass(frozen=True, slots=True)
class Request:
    """What the user said about the layout; None where nothing was said."""

    layout: str | None = None
    raters: Sequence[Choice] | None = None
    item: Choice | None = None
    rater: Choice | None = None
    score: Choice | None = None
    count: Choice | None = None
    cluster: Choice | None = None
    by: Choice | None = None

    def __post_init__(self) -> None:
        if self.layout is not None and self.layout not in LAYOUTS:
            raise OptionError(f"layout {self.layout!r} is not one of {', '.join(LAYOUTS)}.")


def find_column(choice: Choice, columns: Sequence[str]) -> str:
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
    raise ColumnNotFoundError(
        f"there is no column {text!r}; the columns are {_listed(columns)}.", value=choice
    )


def lay_out(
    request: Request, columns: Sequence[str], sample: Mapping[str, Sequence[Any]]
) -> tuple[Layout, str]:
    """Layout of a table, and the reason for it.

    Parameters
    ----------
    request
        What the user said.
    columns
        Names of the columns.
    sample
        Some rows of each column, missing values as None, for guessing.
    """
    extras = Extras(
        *(
            None if choice is None else find_column(choice, columns)
            for choice in (request.count, request.cluster, request.by)
        )
    )
    rest = [name for name in columns if name not in extras.names]
    kind, reason = _kind(request, rest, sample)
    if kind != "long" and (request.rater is not None or request.score is not None):
        raise OptionError(f"rater and score columns belong to the long layout, not to {kind}.")
    if kind == "counts" and request.raters is not None:
        raise OptionError("the counts layout does not know its raters, so none can be chosen.")
    if kind == "long":
        return _long(request, rest, extras), reason
    if kind == "counts":
        item = _item(request, rest, sample, numeric=True)
        chosen = tuple(name for name in rest if name != item)
        return Counts(chosen, item, extras), reason
    if kind == "contingency":
        if extras.names:
            raise OptionError("a contingency table has no count, cluster or group column.")
        return _contingency(request, rest, sample), reason
    return _wide(request, rest, sample, extras), reason


def _kind(
    request: Request, columns: Sequence[str], sample: Mapping[str, Sequence[Any]]
) -> tuple[str, str]:
    """Kind of layout, and the reason."""
    if request.layout is not None:
        return request.layout, "as stated"
    if request.rater is not None or request.score is not None:
        return "long", "a rater or score column was named"
    if request.raters is not None:
        return "wide", "rater columns were named"
    if _is_contingency(columns, sample):
        return "contingency", "rows and columns have the same labels and cells are counts"
    named = [_first(pattern, columns) for pattern in (RATER, SCORE)]
    if all(named) and _first(ITEM, [c for c in columns if c not in named]):
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
    return all(_whole(value) for name in cells for value in sample[name])


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


def _is_counts(columns: Sequence[str], sample: Mapping[str, Sequence[Any]]) -> int:
    first = columns[0]
    naming = ITEM.fullmatch(first) or all(as_number(value) is None for value in sample[first])
    cells = [name for name in columns if not (name == first and naming)]
    if len(cells) < 2:
        return 0
    rows = list(zip(*(sample[name] for name in cells), strict=True))
    if len(rows) < 4 or not all(_whole(value) for row in rows for value in row):
        return 0
    totals = {sum(as_number(value) or 0 for value in row) for row in rows}
    cells_seen = {as_number(value) or 0.0 for row in rows for value in row}
    total = totals.pop()
    spread = 0.0 in cells_seen and max(cells_seen) >= 2 and len(set(rows)) > 1
    return int(total) if not totals and spread else 0


def _whole(value: object) -> bool:
    number = as_number(value)
    return number is not None and number >= 0 and number.is_integer()


def _long(request: Request, columns: Sequence[str], extras: Extras) -> Long:
    chosen: dict[str, str] = {}
    for role, choice in (
        ("item", request.item),
        ("rater", request.rater),
        ("score", request.score),
    ):
        if choice is not None:
            chosen[role] = find_column(choice, columns)
    for role, pattern in (("rater", RATER), ("score", SCORE), ("item", ITEM)):
        if role not in chosen:
            free = [name for name in columns if name not in chosen.values()]
            found = _first(pattern, free)
            if found:
                chosen[role] = found
    stated = any(c is not None for c in (request.item, request.rater, request.score))
    if len(chosen) < 3 and len(columns) == 3 and not stated:
        chosen = dict(zip(("item", "rater", "score"), columns, strict=True))
    for role in ("item", "rater", "score"):
        if role not in chosen:
            free = [name for name in columns if name not in chosen.values()]
            if len(free) != 1 or len(chosen) != 2:
                raise LayoutError(
                    f"the long layout needs a column for the {role}; the columns are "
                    f"{_listed(columns)}.",
                    remedy=f"Name it with the option {role!r}.",
                )
            chosen[role] = free[0]
    names = None if request.raters is None else tuple(str(name) for name in request.raters)
    return Long(**chosen, raters=names, extras=extras)


def _wide(
    request: Request,
    columns: Sequence[str],
    sample: Mapping[str, Sequence[Any]],
    extras: Extras,
) -> Wide:
    left_out: tuple[str, ...] = ()
    if request.raters is not None:
        raters = tuple(find_column(choice, columns) for choice in request.raters)
        doubled = next((name for name, times in Counter(raters).items() if times > 1), None)
        if doubled is not None:
            raise OptionError(f"the rater column {doubled!r} is named twice.")
        free = [name for name in columns if name not in raters]
        item = _item(request, free, sample, numeric=False, least=0)
    else:
        item = _item(request, columns, sample, numeric=False)
        candidates = [name for name in columns if name != item]
        raters = _kindred(candidates, sample)
        left_out = tuple(name for name in candidates if name not in raters)
    if len(raters) < 2:
        raise TooFewRatersError(
            f"agreement needs two raters or more; there is {len(raters)} rater column"
            f"{'s' if not raters else ''} among {_listed(columns)}.",
            remedy="Check the delimiter and the columns, or state the layout.",
        )
    return Wide(raters, item, left_out, extras)


def _kindred(columns: Sequence[str], sample: Mapping[str, Sequence[Any]]) -> tuple[str, ...]:
    """Columns that can be raters: those whose values have something to do with another's.

    Where two or more do (both are numbers, or they share a label), a column that does not is
    about something else: a class, a date, a remark.
    """
    labels = {
        name: {show_label(value) for value in sample[name] if value is not None} for name in columns
    }
    numbers = {
        name for name in columns if all(as_number(label) is not None for label in labels[name])
    }

    users = Counter(label for name in columns for label in labels[name])
    kin = tuple(
        name
        for name in columns
        if not labels[name]
        or (name in numbers and len(numbers) > 1)
        or any(users[label] > 1 for label in labels[name])
    )
    return kin if sum(bool(labels[name]) for name in kin) >= 2 else tuple(columns)


def _contingency(
    request: Request, columns: Sequence[str], sample: Mapping[str, Sequence[Any]]
) -> Contingency:
    first = sample[columns[0]]
    words = any(as_number(value) is None for value in first)
    margin = {show_label(value) for value in first}
    distinct = len(margin) == len(first) != len(columns)
    labelled = words or (distinct and margin <= set(columns[1:]))
    label = find_column(request.item, columns) if request.item is not None else None
    if label is None and labelled:
        label = columns[0]
    names = None if request.raters is None else tuple(str(name) for name in request.raters)
    return Contingency(tuple(name for name in columns if name != label), label, names)


def _item(
    request: Request,
    columns: Sequence[str],
    sample: Mapping[str, Sequence[Any]],
    *,
    numeric: bool,
    least: int = 2,
) -> str | None:
    """Column that only names the subjects: as stated, or the first that does nothing else."""
    if request.item is not None:
        return find_column(request.item, columns)
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


def _first(pattern: re.Pattern[str], columns: Sequence[str]) -> str | None:
    return next((name for name in columns if pattern.fullmatch(name.strip())), None)


def _listed(columns: Sequence[str]) -> str:
    return ", ".join(columns[:12]) + (", …" if len(columns) > 12 else "")
