"""Scales: categories with their order, values and level of measurement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.data.scale.errors import check_distinct, not_numeric, order_remedy, unknown_category
from accord.data.scale.labels import (
    Label,
    as_number,
    few_labels,
    plain_number,
    show_label,
    text_of,
)
from accord.data.scale.levels import CERTAIN_FROM, Level, Order, check_level
from accord.data.scale.ordering import (
    CONTINUOUS_FROM,
    guessed_level,
    guessed_level_of_numbers,
    in_known_order,
    known_order,
)
from accord.data.scale.uniting import union_of_numbers, union_of_words
from accord.errors import NotNumericError, OptionError

__all__ = ["FloatArray", "IntArray", "Scale", "stated_level"]

FloatArray: TypeAlias = npt.NDArray[np.float64]
IntArray: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """The categories that a rating can take.

    Parameters
    ----------
    values
        Numbers of the categories, for numeric categories and for others with a value each.
    texts
        Labels of the categories; None for mere numbers.
    level
        Level of measurement.
    declared
        Whether the categories were listed, so that some may be unused.
    order
        Where the order of the categories comes from: ``declared`` (listed by the user),
        ``dtype`` (an ordered categorical column), ``numeric`` (categories are numbers),
        ``recognised`` (a well-known vocabulary), ``numbered`` (a number in each label), ``codes``
        (the codes behind value labels) or ``none`` (words in no known order, which are listed
        alphabetically).
    guessed
        Whether the level was guessed.
    measure
        Level that a file declares. It decides what a report shows first and changes no number.
    """

    values: FloatArray | None
    texts: tuple[Label, ...] | None
    level: Level
    declared: bool = False
    order: Order = "none"
    guessed: bool = False
    measure: Level | None = None

    @classmethod
    def observed(
        cls,
        labels: Iterable[object],
        *,
        level: Level | None = None,
        ordered: Sequence[object] | None = None,
        codes: Mapping[str, float] | None = None,
    ) -> Scale:
        """Return the scale of the distinct labels in the data.

        Numbers are ordered by value, words by a known order: that of a categorical column, of the
        codes behind value labels, of a well-known vocabulary or of the numbers in the labels.
        Words in no known order are listed alphabetically.

        Parameters
        ----------
        labels
            The labels; repetitions do not matter.
        level
            Level of measurement; guessed if None.
        ordered
            Categories of an ordered categorical column, in its order.
        codes
            Code behind each value label; used if it has all the labels.

        Examples
        --------
        >>> Scale.observed(["10", "9"]).labels
        (9, 10)
        >>> Scale.observed(["b", "B"]).labels
        ('B', 'b')
        >>> Scale.observed(["low", "mid", "high"]).labels
        ('low', 'mid', 'high')
        """
        check_level(level)
        if isinstance(labels, np.ndarray) and labels.dtype.kind in "iuf":
            return cls._numeric(np.unique(labels.astype(np.float64)), level)
        distinct = list(dict.fromkeys(labels))
        if ordered is not None:
            texts = tuple(text_of(label) for label in ordered)
            return cls(
                None, texts, level or "ordinal", declared=True, order="dtype", guessed=not level
            )
        if distinct and all(isinstance(label, (bool, np.bool_)) for label in distinct):
            texts = tuple(sorted(bool(label) for label in distinct))
            values = np.array(texts, dtype=np.float64)
            return cls(values, texts, level or "nominal", order="numeric", guessed=not level)
        numbers = [as_number(label) for label in distinct]
        if distinct and None not in numbers:
            return cls._numeric(np.unique(np.array(numbers, dtype=np.float64)), level)
        texts = tuple(dict.fromkeys(map(text_of, distinct)))
        if codes is not None and texts and all(text in codes for text in texts):
            return cls._of_codes({text: codes[str(text)] for text in texts}, level)
        if distinct and level in ("interval", "ratio"):
            word = next(x for x, number in zip(distinct, numbers, strict=True) if number is None)
            raise not_numeric(word, level)
        return cls._words(texts, level)

    @classmethod
    def _words(cls, texts: Sequence[Label], level: Level | None) -> Scale:
        """Return the scale of words, in a known order where there is one."""
        order, ranked = known_order(texts)
        if level == "ordinal" and order == "none" and len(ranked) > 2:
            raise OptionError(
                f"level 'ordinal' needs the order of the categories, and no order is known for "
                f"{few_labels(ranked)}. {order_remedy()}",
                option="level",
            )
        guess: Level = guessed_level(order, len(ranked))
        return cls(None, ranked, level or guess, order=order, guessed=not level)

    @classmethod
    def _of_codes(cls, codes: Mapping[Label, float], level: Level | None) -> Scale:
        """Return the scale of value labels, in the order of their codes, which are the values."""
        texts = tuple(sorted(codes, key=lambda text: codes[text]))
        values = np.array([codes[text] for text in texts], dtype=np.float64)
        check_distinct(values, texts)
        if level == "ratio":
            cls._numeric(values, level)  # refuses negative codes
        guess = guessed_level("recognised" if in_known_order(texts) else "codes", len(texts))
        return cls(values, texts, level or guess, order="codes", guessed=not level)

    @classmethod
    def _numeric(cls, values: FloatArray, level: Level | None) -> Scale:
        if level == "ratio" and values.size and values[0] < 0:
            raise NotNumericError(
                f"{show_label(values[0])} is negative, and a ratio scale starts at 0.",
                value=plain_number(values[0]),
                remedy="Choose level 'interval'.",
            )
        guess = level or guessed_level_of_numbers(values)
        return cls(values, None, guess, order="numeric", guessed=level is None)

    @classmethod
    def declare(
        cls,
        categories: Sequence[object] | Mapping[Any, float],
        *,
        level: Level | None = None,
    ) -> Scale:
        """Return the scale of listed categories, in their order and with the values of a mapping.

        >>> Scale.declare(["low", "mid", "high"]).points
        array([1., 2., 3.])
        >>> Scale.declare({"low": 0, "mid": 1, "high": 10}).points
        array([ 0.,  1., 10.])
        """
        check_level(level)
        names = list(categories)
        if len(names) == 0:
            raise OptionError("categories= lists no category.", option="categories")
        if len(set(map(text_of, names))) < len(names):
            raise OptionError(f"categories= lists a category twice: {names}.", option="categories")
        if isinstance(categories, Mapping):
            given = [as_number(categories[name]) for name in names]
            if None in given:
                raise OptionError(
                    f"the values of categories= must be numbers: {categories}.", option="categories"
                )
            values = np.array(given, dtype=np.float64)
            check_distinct(values, names)
            texts = tuple(text_of(name) for name in names)
            return cls(
                values,
                texts,
                level or "ordinal",
                declared=True,
                order="declared",
                guessed=not level,
            )
        numbers = [as_number(name) for name in names]
        if None not in numbers:
            values = np.array(numbers, dtype=np.float64)
            check_distinct(values, names)
            sorted_scale = cls._numeric(np.sort(values), level)
            return replace(sorted_scale, values=values, declared=True)
        if level in ("interval", "ratio"):
            raise NotNumericError(
                f"categories {names} are not numbers, and the {level} level needs numbers.",
                remedy="Give them values: categories={'low': 1, 'high': 5}.",
            )
        texts = tuple(text_of(name) for name in names)
        guess: Level = "ordinal" if len(texts) >= CERTAIN_FROM else "nominal"
        return cls(None, texts, level or guess, declared=True, order="declared", guessed=not level)

    @property
    def ordered(self) -> bool:
        """Whether an order of the categories is known."""
        return self.order != "none"

    @property
    def order_certain(self) -> bool:
        """Whether the categories are certain to be ordered.

        They are at a stated level above nominal, if they are listed in order or have values, with
        an ordered data type, and as three or more words of a well-known vocabulary. Numbers may be
        mere codes, and the header of a table may list categories in any order.
        """
        if not self.guessed:
            return self.level != "nominal"
        if self.measure is not None:
            return self.ordered and self.measure != "nominal"
        if self.order == "dtype":
            return True
        if self.texts is None or self.order in ("none", "numeric", "numbered"):
            return False
        if self.order == "declared":  # ordinal if the user listed them; nominal if a header did
            return self.level != "nominal"
        return self.size >= CERTAIN_FROM and in_known_order(self.texts)

    @property
    def distance_level(self) -> Level:
        """Level of measurement by which distances are formed where no weights are given.

        Words at a guessed level are nominal: a guess does not turn them into ranks.
        """
        by_number = self.order in ("numeric", "declared")
        return self.level if by_number or not self.guessed else "nominal"

    @property
    def size(self) -> int:
        """Number of categories, q."""
        if self.texts is not None:
            return len(self.texts)
        return 0 if self.values is None else int(self.values.size)

    @property
    def labels(self) -> tuple[Label, ...]:
        """The categories in order."""
        return self.first(self.size)

    def first(self, most: int) -> tuple[Label, ...]:
        """Return the first ``most`` categories."""
        if self.texts is not None:
            return self.texts[:most]
        return tuple(map(plain_number, self.values[:most])) if self.values is not None else ()

    # --- responses: a scale of single ratings has one ---

    @property
    def responses(self) -> tuple[str, ...]:
        """Names of the responses of ratings with several; else empty."""
        return ()

    @property
    def several(self) -> bool:
        """Whether a category is a point with a coordinate for each of several responses."""
        return bool(self.responses)

    @property
    def holds_sets(self) -> bool:
        """Whether a category is a set of labels."""
        return False

    @property
    def shares_labels(self) -> bool:
        """Whether distinct categories may have a label in common."""
        return False

    def with_second(self) -> Scale:
        """Return a scale with a second category, of a scale with one, so that raters can differ."""
        return Scale.observed([False, True])

    @property
    def members(self) -> tuple[str, ...]:
        """Labels that sets consist of; empty for single ratings."""
        return ()

    @property
    def elements(self) -> tuple[Any, ...]:
        """The categories as Python values."""
        return self.labels

    @property
    def parts(self) -> tuple[Scale, ...]:
        """Scale of each response."""
        return (self,)

    @property
    def rows(self) -> IntArray:
        """(q, c) code of each response in each category."""
        return np.arange(self.size)[:, None]

    @property
    def units(self) -> FloatArray:
        """(c,) divisor of each response in distances."""
        return np.ones(1)

    @property
    def nominal(self) -> npt.NDArray[np.bool_]:
        """(c,) whether a response is nominal: any difference then counts one unit."""
        return np.array([part.distance_level == "nominal" for part in self.parts])

    @property
    def unordered(self) -> tuple[Scale, ...]:
        """Scales of responses whose order is unknown; weights may need it.

        Two categories have only one order, up to its direction.
        """
        return () if self.ordered or self.size <= 2 else (self,)

    @property
    def positions(self) -> FloatArray:
        """(q,) positions of the categories on one line: their points, or the ranks 1..q."""
        return self.points

    @property
    def points(self) -> FloatArray:
        """(q,) coordinates of the categories for weights: their values, or the ranks 1..q."""
        return self.values if self.values is not None else np.arange(1.0, self.size + 1)

    @property
    def scores(self) -> FloatArray | None:
        """Values of categories that are scores; None for words.

        Codes of value labels are scores only at a stated level above nominal.
        """
        mere_codes = self.order == "codes" and self.distance_level == "nominal"
        return None if mere_codes else self.values

    @property
    def numeric(self) -> bool:
        """Whether categories are numbers without labels."""
        return self.values is not None and self.texts is None

    @property
    def measured(self) -> bool:
        """Whether values are measurements: decimals, or too many whole numbers to be codes."""
        if self.level not in ("interval", "ratio") or self.values is None:
            return False
        decimals = bool(np.any(self.values != np.floor(self.values)))
        return decimals or self.size > CONTINUOUS_FROM

    def encode(self, labels: Sequence[object] | npt.NDArray[Any]) -> IntArray:
        """Return the codes of labels; raise an error at the first that is not on the scale."""
        if self.numeric:
            assert self.values is not None
            array = np.asarray(labels)
            if array.dtype.kind not in "iuf":
                numbers = [as_number(label) for label in labels]
                for label, number in zip(labels, numbers, strict=True):
                    if number is None:
                        raise unknown_category(label, self)
                array = np.array(numbers, dtype=np.float64)
            array = array.astype(np.float64, copy=False)
            order = np.argsort(self.values, kind="stable")
            rank = np.searchsorted(self.values, array, sorter=order)
            codes = order[np.minimum(rank, self.size - 1)]
            unknown = self.values[codes] != array
            if unknown.any():
                raise unknown_category(plain_number(array[unknown][0]), self)
            return codes.astype(np.int64)
        assert self.texts is not None
        index = {label: code for code, label in enumerate(self.texts)}
        codes_list = []
        for label in labels:
            code = index.get(text_of(label))
            if code is None:
                raise unknown_category(label, self)
            codes_list.append(code)
        return np.array(codes_list, dtype=np.int64)

    def codes_in(self, other: Scale, codes: IntArray) -> IntArray:
        """Return the codes of categories of this scale on another one, which must have them."""
        labels = self.labels
        return other.encode([labels[code] for code in codes])

    def as_dict(self) -> dict[str, Any]:
        """Return the plain values that describe the scale in pattern files."""
        return {
            **self._facts(),
            **({} if self.measure is None else {"measure": self.measure}),
            "values": None if self.values is None else self.values.tolist(),
            "texts": None if self.texts is None else list(self.texts),
        }

    def _facts(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "declared": self.declared,
            "ordered": self.ordered,
            "order": self.order,
            "guessed": self.guessed,
        }

    def at_level(self, level: Level) -> Scale:
        """Return the categories at another level of measurement."""
        check_level(level)
        if self.values is not None:
            Scale._numeric(np.sort(self.values), level)
        elif not self.ordered or level in ("interval", "ratio"):
            return replace(Scale.observed(self.labels, level=level), declared=self.declared)
        return replace(self, level=level, guessed=False, measure=None)

    def union(self, other: Scale) -> Scale:
        """Return the scale of the categories of both, at the lower of the two levels."""
        if other.holds_sets:
            return other.union(self)
        numbers = self.numeric and other.numeric
        both = (union_of_numbers if numbers else union_of_words)(self, other)
        measure = self.measure if self.measure == other.measure and both.guessed else None
        return both if both.measure == measure else replace(both, measure=measure)


def stated_level(scale: Scale, otherwise: Level = "nominal") -> Level:
    """Return the stated level of measurement; nominal, which assumes nothing, if none is."""
    return otherwise if scale.guessed else scale.level
