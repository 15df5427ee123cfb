"""The meaning of cells: which values are missing, and the category of each of the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import compress
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.data.joint import join
from accord.data.scale import (
    EXACT,
    FloatArray,
    IntArray,
    Level,
    Scale,
    SetScale,
    as_number,
    show_label,
)
from accord.data.scale.set_cells import EMPTY_SET, is_set_cell, labels_in, set_cell, set_in_text
from accord.errors import NotNumericError, OptionError

__all__ = [
    "MISSING",
    "CellRules",
    "Column",
    "VariableRules",
    "as_labels",
    "encode",
    "encode_responses",
    "factorize",
]

MISSING = ("", "NA", "NaN", "nan", "null", ".", "#")
SUSPECT = ("N/A", "n/a", "na", "-", "--", "?", "NULL", "None", "-9", "-99", "-999", "99", "999")
COUNTED_RANGE = 10_000  # whole numbers within such a range are counted instead of sorted
MAX_INSPECTED = 200  # categories whose labels are checked; more are measured values or identifiers

Column: TypeAlias = "npt.NDArray[Any] | list[Any]"


@dataclass(frozen=True, slots=True)
class VariableRules:
    """Level of measurement and categories of one of several variables, if they are stated."""

    level: Level | None = None
    categories: Sequence[Any] | Mapping[Any, float] | None = None


@dataclass(frozen=True, slots=True)
class CellRules:
    """Rules for the meaning of cells.

    Parameters
    ----------
    missing
        Values that mean "no rating". Blank cells, nulls and NaN always do.
    decimal
        Decimal mark of numbers in text.
    categories
        Declared categories, in order, or with values; the observed ones if None.
    level
        Level of measurement; guessed if None.
    order
        Order of the categories that is part of the type of a categorical column.
    levels
        Level of each response, if the responses have different levels.
    orders
        Categories, in order, of the columns that a file declares as ordered.
    measures
        Level of the columns for which a file declares one, which does not count as stated.
    measure
        Level that the file declares for the columns that are read; None if they differ in it.
    value_labels
        (label, code) pairs of the columns of a file whose cells are labels of codes.
    codes
        Codes of each label of the columns that are read; several if columns contradict each other.
    parts
        Rules of each response, if the columns of the responses differ in order or codes.
    variables
        What is stated of single variables, by name.
    recode
        New labels of some labels; that of a missing value removes them.
    sets
        Whether each rating is a set of labels, or the separator of the labels in a text; None if
        the cells decide.
    scale
        Scale of ratings that were encoded before, on which they are encoded again.
    """

    missing: tuple[Any, ...] = MISSING
    decimal: str = "."
    categories: Sequence[Any] | Mapping[Any, float] | None = None
    level: Level | None = None
    order: Sequence[Any] | None = None
    levels: tuple[Level, ...] = ()
    orders: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    measures: Mapping[str, Level] = field(default_factory=dict)
    measure: Level | None = None
    value_labels: Mapping[str, tuple[tuple[str, float], ...]] = field(default_factory=dict)
    codes: Mapping[str, frozenset[float]] = field(default_factory=dict)
    parts: tuple[CellRules, ...] = ()
    variables: Mapping[str, VariableRules] = field(default_factory=dict)
    recode: Mapping[str, str] = field(default_factory=dict)
    sets: str | bool | None = None
    scale: Scale | None = None

    @property
    def without_sets(self) -> CellRules:
        """Rules for cells of columns that may not be ratings."""
        return replace(self, sets=None) if self.sets else self

    def of_variable(self, name: str) -> CellRules:
        """Return the rules of one of several variables."""
        stated = self.variables.get(name)
        if stated is None:
            return self
        categories = self.categories if stated.categories is None else stated.categories
        return replace(self, level=stated.level or self.level, categories=categories)

    def of(self, response: int) -> CellRules:
        """Return the rules of one of several responses."""
        rules = self.parts[response] if self.parts else self
        return replace(rules, level=self.levels[response], levels=()) if self.levels else rules

    def check_levels(self, responses: int) -> None:
        """Refuse more or fewer levels of measurement than there are responses."""
        if self.levels and len(self.levels) != responses:
            raise OptionError(
                f"level lists {len(self.levels)} levels, and the ratings have {responses} "
                f"response{'s' if responses > 1 else ''}.",
                option="level",
                value=self.levels,
                remedy="State one level for all responses, or one for each.",
            )

    def with_codes(self, columns: Sequence[str]) -> CellRules:
        """Return rules with the codes of the labels of some columns."""
        codes: dict[str, frozenset[float]] = {}
        for name in columns:
            for label, code in self.value_labels.get(name, ()):
                text = show_label(self.label(label))
                codes[text] = codes.get(text, frozenset()) | {code}
        return replace(self, codes=codes) if codes else self

    @property
    def separator(self) -> str | None:
        """Separator of the labels in a text, if sets are written so."""
        return self.sets if isinstance(self.sets, str) else None

    @property
    def missing_numbers(self) -> tuple[float, ...]:
        """Missing values that are numbers."""
        return _split_missing(self.missing)[1]

    def label(self, cell: Any) -> Any:
        """Return the label of a cell, recoded if that is stated; None if it is missing."""
        if not self.recode:
            return self._label(cell)
        label = cell.strip() if isinstance(cell, str) else self._label(cell)
        new = None if label is None else self.recode.get(show_label(label))
        return self._label(cell if new is None else new)

    def _label(self, cell: Any) -> Any:
        """Return the label of a cell as it is in the data; None if it is missing."""
        words, numbers = _split_missing(self.missing)
        if isinstance(cell, str):
            if is_set_cell(cell):
                return set_cell(labels_in(cell))
            text = cell.strip()
            if not text or text in words:
                return None
            if self.decimal != "." and self.decimal in text:
                with_point = text.replace(self.decimal, ".")
                text = with_point if as_number(with_point) is not None else text
            if numbers and as_number(text) in numbers:
                return None
            return set_in_text(text, self.separator) if self.sets else text
        if cell is None or _is_nan(cell) or cell in numbers:
            return None
        return set_cell([cell]) if self.sets else cell


@lru_cache
def _split_missing(missing: tuple[Any, ...]) -> tuple[frozenset[str], tuple[float, ...]]:
    """Return the missing values that are words, and those that are numbers."""
    numbers = (as_number(value) for value in missing)
    return (
        frozenset(value for value in missing if isinstance(value, str)),
        tuple(number for number in numbers if number is not None),
    )


def _is_nan(cell: Any) -> bool:
    """Return whether a value is NaN, NaT or NA, which are not equal to themselves."""
    try:
        return bool(cell != cell)
    except (TypeError, ValueError):
        return True  # pandas.NA != pandas.NA has no truth value


def encode(
    columns: Sequence[Column], rules: CellRules
) -> tuple[Scale, npt.NDArray[np.int64], tuple[str, ...]]:
    """Encode the cells of c columns on one scale.

    Returns
    -------
    tuple
        The scale, the (n, c) codes with -1 for missing, and warnings.
    """
    arrays = [c for c in columns if isinstance(c, np.ndarray) and c.dtype.kind in "iuf"]
    numeric = len(arrays) == len(columns) and not rules.sets and not rules.recode
    if numeric and not any(map(_exceeds_floats, arrays)):
        return _encode_numbers(arrays, rules)
    cells = [c.tolist() if isinstance(c, np.ndarray) else c for c in columns]
    return _encode_labels(cells, rules)


def encode_responses(
    columns: Sequence[Sequence[Column]], rules: CellRules, responses: Sequence[str]
) -> tuple[Scale, npt.NDArray[np.int64], tuple[str, ...]]:
    """Encode ratings with several responses, each on a scale of its own, on their joint scale.

    Parameters
    ----------
    columns
        For each response, the columns of the raters.
    rules
        Meaning of the cells.
    responses
        Names of the responses.
    """
    if len(columns) == 1:
        return encode(columns[0], rules)
    parts = [encode(group, rules.of(k)) for k, group in enumerate(columns)]
    codes = [code for _, code, _ in parts]
    if any(part.holds_sets for part, _, _ in parts):
        raise OptionError(
            "ratings with several responses cannot be sets of labels.",
            option="sets",
            remedy="Read one response at a time with score (--score).",
        )
    scale, joint = join(responses, [scale for scale, _, _ in parts], codes)
    warnings = [
        f"{name}: {warning}"
        for name, (_, _, part) in zip(responses, parts, strict=True)
        for warning in part
    ]
    partial = int(((joint < 0) & (np.max(codes, axis=0) >= 0)).sum())
    if partial:
        warnings.append(
            f"{partial:,} ratings lack some of their responses and count as missing."
            if partial > 1
            else "1 rating lacks some of its responses and counts as missing."
        )
    return scale, joint, tuple(warnings)


def _exceeds_floats(array: npt.NDArray[Any]) -> bool:
    """Return whether an array has integers that a float does not represent exactly."""
    if array.dtype.kind not in "iu" or array.dtype.itemsize < 8 or array.size == 0:
        return False
    return int(array.max()) > EXACT or int(array.min()) < -EXACT


def _encode_numbers(
    columns: Sequence[npt.NDArray[Any]], rules: CellRules
) -> tuple[Scale, npt.NDArray[np.int64], tuple[str, ...]]:
    """Encode columns of numbers."""
    table = np.column_stack([c.astype(np.float64) for c in columns])
    infinite = np.isinf(table)
    if infinite.any():
        raise NotNumericError(
            "a rating is infinite.",
            value=float(table[infinite][0]),
            remedy="Ratings must be finite; leave the cell blank if there is no rating.",
        )
    absent = np.isnan(table)
    for number in rules.missing_numbers:
        absent |= table == number
    distinct, inverse = _distinct(table[~absent])
    scale = _scale(distinct, rules)
    codes = np.full(table.shape, -1, dtype=np.int64)
    if distinct.size:
        codes[~absent] = scale.encode(distinct)[inverse]
    return scale, codes, _label_warnings((), scale, rules)


def _distinct(values: FloatArray) -> tuple[FloatArray, npt.NDArray[np.intp]]:
    """Return the distinct numbers in order, and the index of each number among them.

    Whole numbers from a short range are counted, which is much faster than sorting them.
    """
    low, high = (float(values.min()), float(values.max())) if values.size else (0.0, np.inf)
    if low.is_integer() and high - low < COUNTED_RANGE:
        shifted = values - low
        digits = shifted.astype(np.intp)
        if np.array_equal(digits, shifted):
            used = np.bincount(digits) > 0
            distinct = np.asarray(np.flatnonzero(used) + low, dtype=np.float64)
            return distinct, np.asarray((np.cumsum(used) - 1)[digits], dtype=np.intp)
    return np.unique(values, return_inverse=True)


def _encode_labels(
    columns: Sequence[list[Any]], rules: CellRules
) -> tuple[Scale, npt.NDArray[np.int64], tuple[str, ...]]:
    """Encode columns of cells of any type; each distinct cell is examined once."""
    cells: dict[Any, None] = {}
    for column in columns:
        cells.update(dict.fromkeys(column))
    labels = {cell: rules.label(cell) for cell in cells}
    if not rules.sets and not _any_sets(labels.values()):
        labels = {cell: None if is_set_cell(cell) else label for cell, label in labels.items()}
    distinct = [label for label in dict.fromkeys(labels.values()) if label is not None]
    scale = _scale(distinct, rules)
    code_of_label = (
        dict(zip(distinct, scale.encode(distinct).tolist(), strict=True)) if distinct else {}
    )
    code = {cell: -1 if label is None else code_of_label[label] for cell, label in labels.items()}
    codes = np.empty((len(columns[0]), len(columns)), dtype=np.int64)
    for j, column in enumerate(columns):
        codes[:, j] = [code[cell] for cell in column]
    return scale, codes, _label_warnings(list(cells), scale, rules)


def _any_sets(labels: Iterable[Any]) -> bool:
    """Return whether cells are sets: some are lists or sets, and not all of these are empty.

    Where all others are single labels, an empty list is the lack of an answer.
    """
    sets = {label for label in labels if is_set_cell(label)}
    return bool(sets - {EMPTY_SET})


def _label_warnings(cells: Sequence[Any], scale: Scale, rules: CellRules) -> tuple[str, ...]:
    """Return warnings about labels that may be mistakes in the data."""
    warnings = []
    if scale.measure is not None:
        warnings.append(
            f"the file declares the level of the ratings: {scale.measure}. That decides what a "
            "report shows first; to use it in functions, state the level."
        )
    if rules.codes and _codes_contradict(scale, rules):
        warnings.append(
            "the value labels of the rater columns contradict each other, so the order of the "
            "codes is not used."
        )
    padded = [c for c in cells if isinstance(c, str) and c.strip() and c != c.strip()]
    if padded:
        labels = "1 label" if len(padded) == 1 else f"{len(padded):,} labels"
        warnings.append(f"spaces around {labels} were removed, such as {padded[0]!r}.")
    if rules.categories is not None or scale.size > MAX_INSPECTED:
        return tuple(warnings)
    if isinstance(scale, SetScale):
        return (*warnings, *_set_warnings(scale, rules))
    texts = [show_label(label) for label in scale.labels]
    suspects = _suspect_labels(scale, texts)
    if suspects:
        warnings.append(
            f"{', '.join(map(repr, suspects))}: read as a category. If it means that there is no "
            "rating, list it with missing (--missing)."
        )
    folded: dict[str, str] = {}
    for text in texts:
        other = folded.setdefault(text.casefold(), text)
        if other != text:
            warnings.append(f"{other!r} and {text!r} are different categories.")
    words = [text for text in texts if as_number(text) is None]
    if not scale.numeric and 0 < len(words) < len(texts) / 2:
        verb = "is" if len(words) == 1 else "are"
        warnings.append(
            f"most ratings are numbers, but {', '.join(map(repr, words[:3]))} {verb} not, so all "
            "were read as words."
        )
    return tuple(warnings)


def _set_warnings(scale: SetScale, rules: CellRules) -> tuple[str, ...]:
    """Return a warning where no set has several labels, so that a separator may be missing."""
    if not rules.sets or scale.sizes.max(initial=0) > 1:
        return ()
    return (
        "no rating has several labels. If labels are separated within a cell, state the separator "
        "with sets (--sets ';').",
    )


def _codes_contradict(scale: Scale, rules: CellRules) -> bool:
    """Return whether a label has several codes in the columns, or two labels the same code."""
    inferred = rules.categories is None and rules.order is None and not scale.numeric
    codes = [rules.codes[text] for text in map(show_label, scale.labels) if text in rules.codes]
    several = any(len(group) > 1 for group in codes)
    return inferred and (several or len(set(codes)) < len(codes))


def _suspect_labels(scale: Scale, texts: Sequence[str]) -> list[str]:
    """Return labels that often mean "no rating"; of numbers, those far from the others."""
    suspect = [text in SUSPECT or text in MISSING for text in texts]
    if not scale.numeric or scale.values is None:
        return list(compress(texts, suspect))
    rest = scale.values[~np.array(suspect, dtype=bool)]
    if rest.size == 0:
        return []
    reach = max(float(np.ptp(rest)), 1.0)
    low, high = float(rest.min()) - reach, float(rest.max()) + reach
    return [
        text
        for text, value, suspected in zip(texts, scale.values, suspect, strict=True)
        if suspected and not low <= value <= high
    ]


def _scale(distinct: Sequence[Any] | npt.NDArray[Any], rules: CellRules) -> Scale:
    """Return the scale of the distinct labels: the declared or the observed categories."""
    if rules.scale is not None:
        return rules.scale
    if rules.sets or any(map(is_set_cell, distinct)):
        return SetScale.of_cells(distinct, members=rules.categories, level=rules.level)
    if rules.categories is not None:
        return Scale.declare(rules.categories, level=rules.level)
    codes = None if isinstance(distinct, np.ndarray) else _codes_of(distinct, rules)
    scale = Scale.observed(distinct, level=rules.level, ordered=rules.order, codes=codes)
    return replace(scale, measure=rules.measure) if scale.guessed else scale


def _codes_of(labels: Sequence[Any], rules: CellRules) -> dict[str, float] | None:
    """Return the code of each label; None if one has no code, or if columns contradict each other.

    A number among the labels is a code without a label.
    """
    if not rules.codes:
        return None
    codes: dict[str, float] = {}
    for label in labels:
        known = rules.codes.get(show_label(label), frozenset())
        number = next(iter(known)) if len(known) == 1 else None if known else as_number(label)
        if number is None:
            return None
        codes[show_label(label)] = number
    return codes if len(set(codes.values())) == len(codes) else None


def factorize(column: Any) -> tuple[list[Any], IntArray]:
    """Return the distinct values of a column in order of appearance, and the code of each cell.

    Parameters
    ----------
    column
        An array, a sequence of values, or a Polars series of text.
    """
    if hasattr(column, "to_physical"):  # a Polars series, whose categorical type has codes
        import polars as pl

        first, codes = _codes_by_appearance(column.cast(pl.Categorical).to_physical().to_numpy())
        return column.gather(first).to_list(), codes
    if isinstance(column, np.ndarray) and column.dtype.kind in "iufb":
        first, codes = _codes_by_appearance(column)
        return column[first].tolist(), codes
    index: dict[Any, int] = {}
    codes = np.fromiter(
        (index.setdefault(cell, len(index)) for cell in column), dtype=np.int64, count=len(column)
    )
    return list(index), codes


def _codes_by_appearance(numbers: npt.NDArray[Any]) -> tuple[IntArray, IntArray]:
    """Return the index of the first of each distinct number, in order, and each number's code."""
    _, first, inverse = np.unique(numbers, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    return first[order], rank[inverse].astype(np.int64)


def as_labels(values: Iterable[Any]) -> tuple[str, ...]:
    """Return values as text."""
    return tuple(show_label(value) for value in values)
