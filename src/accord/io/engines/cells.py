"""What a cell means: which values are missing, which category each of the others is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import compress
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.data.joint import join
from accord.data.scale import EXACT, FloatArray, IntArray, Level, Scale, as_number, show_label
from accord.errors import NotNumericError

__all__ = ["MISSING", "Column", "Rules", "encode", "encode_responses", "factorize"]

SUSPECT = ("N/A", "n/a", "na", "-", "--", "?", "NULL", "None", "-9", "-99", "-999", "99", "999")
SHORT_RANGE = 10_000  # whole numbers within such a range are counted instead of sorted
MANY = 200  # with more categories than this nobody looks at single labels
MISSING = ("", "NA", "NaN", "nan", "null", ".", "#")

Column: TypeAlias = "npt.NDArray[Any] | list[Any]"


@dataclass(frozen=True, slots=True)
class Rules:
    """How cells are read.

    Parameters
    ----------
    missing
        Values that mean that there is no rating. A blank, a null and a NaN always do.
    decimal
        Decimal mark of numbers in text.
    categories
        Declared categories, in order, or with values; the observed ones if None.
    level
        Level of measurement; guessed if None.
    order
        Order of the categories that a categorical column brings along.
    levels
        Level of each response, where ratings have several that differ in it.
    orders
        Categories, in their order, of the columns of a file that declares them as ordered.
    measures
        Level of the columns of a file that declares one: it does not count as stated.
    measure
        The level that the file declares for the columns at hand; None if they differ in it.
    value_labels
        (label, code) pairs of the columns of a file whose cells are labels of codes.
    codes
        Codes behind each label of the columns at hand; several where columns contradict each
        other.
    parts
        Rules of each response, where ratings have several whose columns differ in them.
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
    parts: tuple[Rules, ...] = ()

    def of(self, response: int) -> Rules:
        """Rules of one of several responses."""
        own = self.parts[response] if self.parts else self
        return replace(own, level=self.levels[response], levels=()) if self.levels else own

    def with_codes(self, columns: Sequence[str]) -> Rules:
        """Rules that know the codes behind the labels of some columns."""
        codes: dict[str, frozenset[float]] = {}
        for name in columns:
            for label, code in self.value_labels.get(name, ()):
                text = show_label(self.label(label))
                codes[text] = codes.get(text, frozenset()) | {code}
        return replace(self, codes=codes) if codes else self

    @property
    def missing_numbers(self) -> tuple[float, ...]:
        """Missing values that are numbers."""
        return _missing_kinds(self.missing)[1]

    def label(self, cell: Any) -> Any:
        """Label of a cell; None if missing."""
        words, numbers = _missing_kinds(self.missing)
        if isinstance(cell, str):
            text = cell.strip()
            if not text or text in words:
                return None
            if self.decimal != "." and self.decimal in text:
                pointed = text.replace(self.decimal, ".")
                text = pointed if as_number(pointed) is not None else text
            return None if numbers and as_number(text) in numbers else text
        if cell is None or _nothing(cell) or cell in numbers:
            return None
        return cell


@lru_cache
def _missing_kinds(missing: tuple[Any, ...]) -> tuple[frozenset[str], tuple[float, ...]]:
    """Missing values that are words, and those that are numbers."""
    numbers = (as_number(value) for value in missing)
    return (
        frozenset(value for value in missing if isinstance(value, str)),
        tuple(number for number in numbers if number is not None),
    )


def _nothing(cell: Any) -> bool:
    """Whether a value is NaN, NaT or NA: those are not equal to themselves."""
    try:
        return bool(cell != cell)
    except (TypeError, ValueError):
        return True  # pandas.NA refuses to say


def encode(
    columns: Sequence[Column], rules: Rules
) -> tuple[Scale, npt.NDArray[np.int64], tuple[str, ...]]:
    """Codes (n, c) of the cells of c columns on one scale, -1 for missing, and warnings."""
    if all(isinstance(c, np.ndarray) and c.dtype.kind in "iuf" for c in columns):
        arrays = [np.asarray(c) for c in columns]
        if not any(_too_large(c) for c in arrays):
            return _encode_numbers(arrays, rules)
        columns = [_as_cells(c) for c in arrays]
    return _encode_labels([_as_cells(c) for c in columns], rules)


def encode_responses(
    columns: Sequence[Sequence[Column]], rules: Rules, responses: Sequence[str]
) -> tuple[Scale, npt.NDArray[np.int64], tuple[str, ...]]:
    """Codes of ratings with several responses, each a scale of its own, on the joint scale.

    Parameters
    ----------
    columns
        For each response the columns of the raters.
    """
    if len(columns) == 1:
        return encode(columns[0], rules)
    parts = [encode(own, rules.of(k)) for k, own in enumerate(columns)]
    codes = [code for _, code, _ in parts]
    scale, joint = join(responses, [scale for scale, _, _ in parts], codes)
    remarks = [
        f"{name}: {remark}"
        for name, (_, _, own) in zip(responses, parts, strict=True)
        for remark in own
    ]
    partial = int(((joint < 0) & (np.max(codes, axis=0) >= 0)).sum())
    if partial:
        remarks.append(
            f"{partial} ratings lack some of their responses and are taken as missing altogether."
        )
    return scale, joint, tuple(remarks)


def _too_large(array: npt.NDArray[Any]) -> bool:
    if array.dtype.kind not in "iu" or array.dtype.itemsize < 8 or array.size == 0:
        return False
    return int(array.max()) > EXACT or int(array.min()) < -EXACT


def _as_cells(column: Column) -> list[Any]:
    return column.tolist() if isinstance(column, np.ndarray) else column


def _encode_numbers(
    columns: Sequence[npt.NDArray[Any]], rules: Rules
) -> tuple[Scale, npt.NDArray[np.int64], tuple[str, ...]]:
    table = np.column_stack([c.astype(np.float64) for c in columns])
    infinite = np.isinf(table)
    if infinite.any():
        raise NotNumericError("a rating is infinite.", value=float(table[infinite][0]))
    absent = np.isnan(table)
    for number in rules.missing_numbers:
        absent |= table == number
    distinct, place = _distinct(table[~absent])
    scale = _scale(distinct, rules)
    codes = np.full(table.shape, -1, dtype=np.int64)
    if distinct.size:
        codes[~absent] = scale.encode(distinct)[place]
    return scale, codes, _remarks((), scale, rules)


def _distinct(values: FloatArray) -> tuple[FloatArray, npt.NDArray[np.intp]]:
    """Distinct numbers in order, and the place of each among them.

    Whole numbers from a short range are counted, which is much faster than sorting them.
    """
    low, high = (float(values.min()), float(values.max())) if values.size else (0.0, np.inf)
    if low.is_integer() and high - low < SHORT_RANGE:
        shifted = values - low
        digits = shifted.astype(np.intp)
        if np.array_equal(digits, shifted):
            used = np.bincount(digits) > 0
            distinct = np.asarray(np.flatnonzero(used) + low, dtype=np.float64)
            return distinct, np.asarray((np.cumsum(used) - 1)[digits], dtype=np.intp)
    return np.unique(values, return_inverse=True)


def _encode_labels(
    columns: Sequence[list[Any]], rules: Rules
) -> tuple[Scale, npt.NDArray[np.int64], tuple[str, ...]]:
    cells: dict[Any, None] = {}
    for column in columns:
        cells.update(dict.fromkeys(column))
    labels = {cell: rules.label(cell) for cell in cells}
    distinct = [label for label in dict.fromkeys(labels.values()) if label is not None]
    scale = _scale(distinct, rules)
    codes_of = dict(zip(distinct, scale.encode(distinct).tolist(), strict=True)) if distinct else {}
    code = {cell: -1 if label is None else codes_of[label] for cell, label in labels.items()}
    codes = np.empty((len(columns[0]), len(columns)), dtype=np.int64)
    for j, column in enumerate(columns):
        codes[:, j] = [code[cell] for cell in column]
    return scale, codes, _remarks(list(cells), scale, rules)


def _remarks(cells: Sequence[Any], scale: Scale, rules: Rules) -> tuple[str, ...]:
    """What looks odd about the labels and was taken as it stands."""
    remarks = []
    if scale.measure is not None:
        remarks.append(
            f"the file declares the level of the ratings: {scale.measure}. That decides what a "
            "report shows first; to use it in functions, state the level."
        )
    if rules.codes and _contradicts(scale, rules):
        remarks.append(
            "the value labels of the rater columns contradict each other, so the order of the "
            "codes is not used."
        )
    trimmed = [c for c in cells if isinstance(c, str) and c.strip() and c != c.strip()]
    if trimmed:
        remarks.append(f"spaces around {len(trimmed)} labels were taken off: {trimmed[0]!r}.")
    if rules.categories is not None or scale.size > MANY:
        return tuple(remarks)
    texts = [show_label(label) for label in scale.labels]
    suspect = _suspects(scale, texts)
    if suspect:
        remarks.append(
            f"{', '.join(map(repr, suspect))}: taken as a category; name it as missing if it means "
            "that there is no rating."
        )
    folded: dict[str, str] = {}
    for text in texts:
        other = folded.setdefault(text.casefold(), text)
        if other != text:
            remarks.append(f"{other!r} and {text!r} are different categories.")
    words = [text for text in texts if as_number(text) is None]
    if not scale.numeric and 0 < len(words) < len(texts) / 2:
        remarks.append(
            f"most ratings are numbers but {', '.join(map(repr, words[:3]))} is not, so all are "
            "taken as words."
        )
    return tuple(remarks)


def _contradicts(scale: Scale, rules: Rules) -> bool:
    """Whether the codes behind the labels of a scale contradict each other."""
    inferred = rules.categories is None and rules.order is None and not scale.numeric
    used = [rules.codes[text] for text in map(show_label, scale.labels) if text in rules.codes]
    several = any(len(own) > 1 for own in used)
    return inferred and (several or len(set(used)) < len(used))


def _suspects(scale: Scale, texts: Sequence[str]) -> list[str]:
    """Labels that often mean that there is no rating; of numbers, those far off the others."""
    odd = [text in SUSPECT or text in MISSING for text in texts]
    if not scale.numeric or scale.values is None:
        return list(compress(texts, odd))
    rest = scale.values[~np.array(odd, dtype=bool)]
    if rest.size == 0:
        return []
    reach = max(float(np.ptp(rest)), 1.0)
    low, high = rest.min() - reach, rest.max() + reach
    return [
        text
        for text, value, often in zip(texts, scale.values, odd, strict=True)
        if often and not low <= value <= high
    ]


def _scale(distinct: Sequence[Any] | npt.NDArray[Any], rules: Rules) -> Scale:
    if rules.categories is not None:
        return Scale.declare(rules.categories, level=rules.level)
    codes = None if isinstance(distinct, np.ndarray) else _codes_of(distinct, rules)
    scale = Scale.observed(distinct, level=rules.level, ordered=rules.order, codes=codes)
    return replace(scale, measure=rules.measure) if scale.guessed else scale


def _codes_of(labels: Sequence[Any], rules: Rules) -> dict[str, float] | None:
    """Return the code behind each label; None if there is none, or if columns contradict.

    A number among labels is a code that has no label.
    """
    if not rules.codes:
        return None
    codes: dict[str, float] = {}
    for label in labels:
        own = rules.codes.get(show_label(label), frozenset())
        number = next(iter(own)) if len(own) == 1 else None if own else as_number(label)
        if number is None:
            return None
        codes[show_label(label)] = number
    return codes if len(set(codes.values())) == len(codes) else None


def factorize(column: Any) -> tuple[list[Any], IntArray]:
    """Distinct values of a column in order of first appearance, and the code of each cell."""
    if hasattr(column, "to_physical"):  # text in a polars series: its categorical type has numbers
        import polars as pl

        first, codes = _ranked(column.cast(pl.Categorical).to_physical().to_numpy())
        return column.gather(first).to_list(), codes
    if isinstance(column, np.ndarray) and column.dtype.kind in "iufb":
        first, codes = _ranked(column)
        return column[first].tolist(), codes
    index: dict[Any, int] = {}
    codes = np.fromiter(
        (index.setdefault(cell, len(index)) for cell in column), dtype=np.int64, count=len(column)
    )
    return list(index), codes


def _ranked(numbers: npt.NDArray[Any]) -> tuple[IntArray, IntArray]:
    """Place of the first of each distinct number, in that order, and the code of each number."""
    _, first, inverse = np.unique(numbers, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    return first[order], rank[inverse].astype(np.int64)


def named(values: Iterable[Any]) -> tuple[str, ...]:
    """Names as text."""
    return tuple(show_label(value) for value in values)
