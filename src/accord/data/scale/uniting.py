"""The union of two scales, with their common order, values and level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from accord.data.scale.labels import Label, alphabetical, text_of
from accord.data.scale.levels import LEVELS, ORDERS, STATED_ORDERS, Level, Order
from accord.data.scale.ordering import (
    guessed_level,
    guessed_level_of_numbers,
    known_order,
    merged_order,
)

if TYPE_CHECKING:
    from accord.data.scale.categories import Scale

__all__ = ["union_of_numbers", "union_of_words"]


def _texts_of(scale: Scale) -> tuple[Label, ...]:
    """Return the labels of a scale as it would store them."""
    return tuple(map(text_of, scale.labels))


def _common_values(one: Scale, other: Scale) -> dict[Label, float] | None:
    """Return the values of the labels of two scales; None if they contradict each other."""
    values: dict[Label, float] = {}
    for scale in (one, other):
        if scale.values is None or scale.texts is None:
            return None
        for text, value in zip(scale.texts, scale.values.tolist(), strict=True):
            if values.setdefault(text, value) != value:
                return None
    return values if len(set(values.values())) == len(values) else None


def _united_order(
    one: Scale, other: Scale, values: Mapping[Label, float] | None
) -> tuple[Order, tuple[Label, ...]]:
    """Return the source of the order of two scales' labels, and the labels in order."""
    first, second = _texts_of(one), _texts_of(other)
    both = tuple(dict.fromkeys((*first, *second)))
    weaker: Order = min(one.order, other.order, key=ORDERS.index)
    if values is not None:
        listed = first if set(second) <= set(first) else None
        return weaker, listed or tuple(sorted(both, key=lambda text: values[text]))
    sources = {one.order, other.order}
    if not sources & {"codes", *STATED_ORDERS}:
        return known_order(both)
    contradict = sources == {"codes"}  # else the codes would be common values
    ordered = one.ordered and other.ordered and not contradict
    merged = merged_order(first, second) if ordered else None
    if merged is not None:
        return weaker, merged
    if one.ordered != other.ordered:  # the labels with an order first
        return "none", both if one.ordered else tuple(dict.fromkeys((*second, *first)))
    return "none", tuple(sorted(both, key=alphabetical))


def _common_level(one: Scale, other: Scale) -> Level:
    """Return the common level of two scales: the stated one, or the lower of two."""
    if one.guessed != other.guessed:
        return other.level if one.guessed else one.level
    return min(one.level, other.level, key=LEVELS.index)


def union_of_numbers(one: Scale, other: Scale) -> Scale:
    """Return the union of two scales of numbers."""
    assert one.values is not None
    assert other.values is not None
    if one.declared and set(other.values) <= set(one.values):
        return one
    both = np.union1d(one.values, other.values)
    guessed = one.guessed and other.guessed
    return replace(
        one,
        values=both,
        level=guessed_level_of_numbers(both) if guessed else _common_level(one, other),
        declared=one.declared or other.declared,
        order="numeric",
        guessed=guessed,
        measure=None,
    )


def union_of_words(one: Scale, other: Scale) -> Scale:
    """Return the union of scales of which one has words.

    Order and values are kept where both scales agree.
    """
    first, second = _texts_of(one), _texts_of(other)
    stated = [s.order in STATED_ORDERS for s in (one, other)]
    if set(second) <= set(first) and ((stated[0] and not stated[1]) or not other.ordered):
        return one
    if set(first) <= set(second) and ((stated[1] and not stated[0]) or not one.ordered):
        return other
    values = _common_values(one, other)
    order, texts = _united_order(one, other, values)
    level = _common_level(one, other)
    guessed = one.guessed and other.guessed
    if guessed and order in ("recognised", "numbered", "none"):
        level = guessed_level(order, len(texts))
    elif values is None and level in ("interval", "ratio"):
        level = "nominal"
    return replace(
        one,
        values=None if values is None else np.array([values[text] for text in texts]),
        texts=texts,
        level=level,
        declared=one.declared or other.declared,
        order=order,
        guessed=guessed,
        measure=None,
    )
