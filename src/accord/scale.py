"""Categories, their order, values and level of measurement; label to code and back."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from accord.errors import NotNumericError, OptionError, UnknownCategoryError

__all__ = ["Label", "Level", "Scale", "as_number", "show_label"]

Label: TypeAlias = str | int | float | bool
Level: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio"]
FloatArray: TypeAlias = npt.NDArray[np.float64]
IntArray: TypeAlias = npt.NDArray[np.int64]

LEVELS: tuple[str, ...] = get_args(Level)
EXACT = 2**53  # ids beyond this are not told apart as floats, and are taken as words
ROUNDING_ULPS = 8  # units in the last place that a few sums and products may be off
CONTINUOUS_FROM = 20  # more distinct whole numbers than this are guessed to be scores
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


def as_number(label: object) -> float | None:
    """Return the finite number that a label is or spells, or None.

    >>> as_number("1.50"), as_number("1_000"), as_number("inf"), as_number(np.uint8(3))
    (1.5, None, None, 3.0)
    """
    if isinstance(label, str):
        return _spelled(label)
    if isinstance(label, (bool, np.bool_)):
        return None
    try:
        number = float(label)  # type: ignore[arg-type]  # anything may come in: see below
    except (TypeError, ValueError, OverflowError):
        return None
    exact = not isinstance(label, (int, np.integer)) or abs(int(label)) <= EXACT
    return number if exact and np.isfinite(number) else None


@lru_cache(maxsize=4096)  # the same few labels come again and again
def _spelled(label: str) -> float | None:
    """Return the finite number that a text spells, or None."""
    text = label.strip()
    if not _NUMBER.fullmatch(text):
        return None
    number = float(text)
    exact = abs(number) < EXACT or not text.lstrip("+-").isdigit() or abs(int(text)) <= EXACT
    return number if exact and np.isfinite(number) else None


def show_label(label: object) -> str:
    """Text of a label as a person would write it: 3 rather than 3.0.

    Rounding errors of arithmetic, a few units in the last place, are not shown. Further digits are
    kept, because texts of labels tell them apart.

    >>> show_label(3.0), show_label(27.099999999999998), show_label(1700000000.123456)
    ('3', '27.1', '1700000000.123456')
    """
    if isinstance(label, (float, np.floating)):
        value = float(label)
        if value.is_integer():
            return str(int(value))
        rounded = float(f"{value:.12g}")
        if rounded != value and abs(rounded - value) <= ROUNDING_ULPS * math.ulp(value):
            return repr(rounded)
    return str(label)


def clean(text: str) -> str:
    """Text without control characters, which could steer a terminal: they are spelled out.

    >>> clean("red" + chr(27)) == "red" + chr(92) + "x1b"
    True
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _plain(number: float) -> int | float:
    return int(number) if float(number).is_integer() else float(number)


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """The categories that a rating can take.

    Parameters
    ----------
    values
        Their numbers, for numeric categories and declared ones that carry values.
    texts
        Their labels, for categories that are not just numbers.
    level
        Level of measurement.
    declared
        Whether the user listed the categories (they may then include unused ones).
    ordered
        Whether the order means something; the alphabet's does not.
    guessed
        Whether the level was guessed.
    """

    values: FloatArray | None
    texts: tuple[Label, ...] | None
    level: Level
    declared: bool = False
    ordered: bool = False
    guessed: bool = False

    @classmethod
    def observed(
        cls,
        labels: Iterable[object],
        *,
        level: Level | None = None,
        ordered: Sequence[object] | None = None,
    ) -> Scale:
        """Make the scale of the distinct labels found in the data.

        Numbers are ordered by value, words by the alphabet (``ordered`` gives the order of a
        categorical column that has one).

        >>> Scale.observed(["10", "9"]).labels
        (9, 10)
        >>> Scale.observed(["b", "B"]).labels
        ('B', 'b')
        """
        check_level(level)
        if isinstance(labels, np.ndarray) and labels.dtype.kind in "iuf":
            return cls._numeric(np.unique(labels.astype(np.float64)), level)
        distinct = list(dict.fromkeys(labels))
        if ordered is not None:
            texts = tuple(_text(label) for label in ordered)
            return cls(
                None, texts, level or "ordinal", declared=True, ordered=True, guessed=not level
            )
        if distinct and all(isinstance(label, (bool, np.bool_)) for label in distinct):
            texts = tuple(sorted(bool(label) for label in distinct))
            values = np.array(texts, dtype=np.float64)
            return cls(values, texts, level or "nominal", ordered=True, guessed=not level)
        numbers = [as_number(label) for label in distinct]
        if distinct and None not in numbers:
            return cls._numeric(np.unique(np.array(numbers, dtype=np.float64)), level)
        if level in ("interval", "ratio"):
            word = next(x for x, number in zip(distinct, numbers, strict=True) if number is None)
            raise NotNumericError(
                f"{show_label(word)!r} is not a number, and the {level} level needs numbers.",
                value=word,
                remedy="Correct the value, name it as missing, or choose level 'nominal' "
                "or 'ordinal'.",
            )
        texts = tuple(sorted(dict.fromkeys(map(_text, distinct)), key=_alphabetical))
        return cls(None, texts, level or "nominal", guessed=not level)

    @classmethod
    def _numeric(cls, values: FloatArray, level: Level | None) -> Scale:
        if level == "ratio" and values.size and values[0] < 0:
            raise NotNumericError(
                f"{show_label(values[0])} is negative, and a ratio scale starts at 0.",
                value=_plain(values[0]),
                remedy="Choose level 'interval'.",
            )
        guessed = level is None
        if level is None:
            whole = bool(np.all(values == np.floor(values)))
            if values.size <= 2 and whole:
                level = "nominal"
            else:
                level = "ordinal" if whole and values.size <= CONTINUOUS_FROM else "interval"
        return cls(values, None, level, ordered=True, guessed=guessed)

    @classmethod
    def declare(
        cls,
        categories: Sequence[object] | Mapping[Any, float],
        *,
        level: Level | None = None,
    ) -> Scale:
        """Make a scale that the user lists: the order, and a mapping's values, are kept.

        >>> Scale.declare(["low", "mid", "high"]).points
        array([1., 2., 3.])
        >>> Scale.declare({"low": 0, "mid": 1, "high": 10}).points
        array([ 0.,  1., 10.])
        """
        check_level(level)
        names = list(categories)
        if len(names) == 0:
            raise OptionError("categories= lists no category.")
        if len(set(map(_text, names))) < len(names):
            raise OptionError(f"categories= lists a category twice: {names}.")
        if isinstance(categories, Mapping):
            given = [as_number(categories[name]) for name in names]
            if None in given:
                raise OptionError(f"the values of categories= must be numbers: {categories}.")
            values = np.array(given, dtype=np.float64)
            _check_distinct(values, names)
            texts = tuple(_text(name) for name in names)
            return cls(
                values, texts, level or "ordinal", declared=True, ordered=True, guessed=not level
            )
        numbers = [as_number(name) for name in names]
        if None not in numbers:
            values = np.array(numbers, dtype=np.float64)
            _check_distinct(values, names)
            sorted_scale = cls._numeric(np.sort(values), level)
            return replace(sorted_scale, values=values, declared=True)
        if level in ("interval", "ratio"):
            raise NotNumericError(
                f"categories {names} are not numbers, and the {level} level needs numbers.",
                remedy="Give them values: categories={'low': 1, 'high': 5}.",
            )
        texts = tuple(_text(name) for name in names)
        return cls(None, texts, level or "nominal", declared=True, ordered=True, guessed=not level)

    @property
    def size(self) -> int:
        """Number of categories, q."""
        return len(self.texts) if self.texts is not None else _size(self.values)

    @property
    def labels(self) -> tuple[Label, ...]:
        """The categories in order."""
        return self.first(self.size)

    def first(self, most: int) -> tuple[Label, ...]:
        """So many of the categories, from the first."""
        if self.texts is not None:
            return self.texts[:most]
        return tuple(map(_plain, self.values[:most])) if self.values is not None else ()

    @property
    def points(self) -> FloatArray:
        """Where the categories lie for weights: their values, or their ranks 1..q."""
        return self.values if self.values is not None else np.arange(1.0, self.size + 1)

    @property
    def numeric(self) -> bool:
        """Whether categories are numbers in their own right."""
        return self.values is not None and self.texts is None

    def encode(self, labels: Sequence[object] | npt.NDArray[Any]) -> IntArray:
        """Codes of labels that all belong to the scale; the first stranger raises."""
        if self.numeric:
            assert self.values is not None
            array = np.asarray(labels)
            if array.dtype.kind not in "iuf":
                numbers = [as_number(label) for label in labels]
                for label, number in zip(labels, numbers, strict=True):
                    if number is None:
                        raise self._stranger(label)
                array = np.array(numbers, dtype=np.float64)
            array = array.astype(np.float64, copy=False)
            order = np.argsort(self.values, kind="stable")
            place = np.searchsorted(self.values, array, sorter=order)
            codes = order[np.minimum(place, self.size - 1)]
            strange = self.values[codes] != array
            if strange.any():
                raise self._stranger(_plain(array[strange][0]))
            return codes.astype(np.int64)
        assert self.texts is not None
        index = {label: code for code, label in enumerate(self.texts)}
        codes_list = []
        for label in labels:
            code = index.get(_text(label))
            if code is None:
                raise self._stranger(label)
            codes_list.append(code)
        return np.array(codes_list, dtype=np.int64)

    def places_in(self, other: Scale, codes: IntArray) -> IntArray:
        """Codes that categories of this scale have in another one, which must hold them."""
        labels = self.labels
        return other.encode([labels[code] for code in codes])

    def _stranger(self, label: object) -> UnknownCategoryError:
        shown = ", ".join(show_label(known) for known in self.first(12))
        more = ", …" if self.size > 12 else ""
        return UnknownCategoryError(
            f"the rating {show_label(label)!r} is not among the declared categories "
            f"({shown}{more}).",
            value=label,
            remedy="Correct it, add it to the categories, or name it as missing.",
        )

    def at_level(self, level: Level) -> Scale:
        """Return the same categories at another level of measurement."""
        if self.values is None:
            Scale.observed(self.labels, level=level)  # words are refused where numbers are needed
        else:
            Scale._numeric(np.sort(self.values), level)
        return replace(self, level=level, guessed=False)

    def union(self, other: Scale) -> Scale:
        """Scale that holds the categories of both; the level is the lower one."""
        level = _common_level(self, other)
        if self.numeric and other.numeric:
            assert self.values is not None
            assert other.values is not None
            if self.declared and set(other.values) <= set(self.values):
                return self
            both = np.union1d(self.values, other.values)
            if self.guessed and other.guessed:  # guess anew, from the values of both
                level = Scale._numeric(both, None).level
            return Scale(
                both,
                None,
                level,
                declared=self.declared or other.declared,
                ordered=True,
                guessed=self.guessed and other.guessed,
            )
        mine, theirs = tuple(map(_text, self.labels)), tuple(map(_text, other.labels))
        either_ordered = other.ordered and not self.ordered
        if set(theirs) <= set(mine) and not (either_ordered and set(mine) == set(theirs)):
            return self
        if set(mine) <= set(theirs):
            return other
        if other.ordered and not self.ordered:
            mine, theirs = theirs, mine
        merged = _merged_order(mine, theirs) if self.ordered and other.ordered else None
        texts = merged or tuple(dict.fromkeys((*mine, *theirs)))
        if not (self.ordered or other.ordered):
            texts = tuple(sorted(texts, key=_alphabetical))
        return Scale(
            None,
            texts,
            "nominal" if level in ("interval", "ratio") else level,
            declared=self.declared or other.declared,
            ordered=merged is not None,
            guessed=self.guessed and other.guessed,
        )


def _common_level(one: Scale, other: Scale) -> Level:
    """Level of two scales together: the stated one, or the lower of two."""
    if one.guessed != other.guessed:
        return other.level if one.guessed else one.level
    return min(one.level, other.level, key=LEVELS.index)


def _merged_order(mine: Sequence[Label], theirs: Sequence[Label]) -> tuple[Label, ...] | None:
    """Order that keeps both orders; None if they contradict each other.

    >>> _merged_order(["mid", "high"], ["low", "mid"])
    ('low', 'mid', 'high')
    """
    before: dict[Label, set[Label]] = {label: set() for label in (*mine, *theirs)}
    for order in (mine, theirs):
        for first, second in pairwise(order):
            before[second].add(first)
    try:
        return tuple(TopologicalSorter(before).static_order())
    except CycleError:
        return None


def _check_distinct(values: FloatArray, names: Sequence[object]) -> None:
    """Refuse categories that are the same number."""
    if np.unique(values).size < values.size:
        raise OptionError(f"two categories have the same value: {', '.join(map(str, names))}.")


def check_level(level: str | None) -> None:
    """Refuse a level of measurement that does not exist."""
    if level is not None and level not in LEVELS:
        raise OptionError(f"level {level!r} is not one of {', '.join(LEVELS)}.")


def _size(values: FloatArray | None) -> int:
    return 0 if values is None else int(values.size)


def _text(label: object) -> Label:
    """Label as kept: booleans as they are, everything else as its text."""
    if isinstance(label, (bool, np.bool_)):
        return bool(label)
    return show_label(label)


def _alphabetical(label: Label) -> tuple[int, float, str]:
    number = as_number(label)
    return (1, 0.0, str(label)) if number is None else (0, number, str(label))
