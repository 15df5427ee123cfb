"""The common order, values and level of two scales whose categories are united."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from accord.data.scale.labels import Label, alphabetical, text_of
from accord.data.scale.levels import LEVELS, ORDERS, STATED_ORDERS, Level, Order
from accord.data.scale.ordering import known_order, merged_order

if TYPE_CHECKING:
    from accord.data.scale.categories import Scale

__all__ = ["common_level", "common_values", "texts_of", "united_order"]


def texts_of(scale: Scale) -> tuple[Label, ...]:
    """Return the labels of a scale as it would store them."""
    return tuple(map(text_of, scale.labels))


def common_values(one: Scale, other: Scale) -> dict[Label, float] | None:
    """Return the values of the labels of two scales; None if they contradict each other."""
    values: dict[Label, float] = {}
    for scale in (one, other):
        if scale.values is None or scale.texts is None:
            return None
        for text, value in zip(scale.texts, scale.values.tolist(), strict=True):
            if values.setdefault(text, value) != value:
                return None
    return values if len(set(values.values())) == len(values) else None


def united_order(
    one: Scale, other: Scale, values: Mapping[Label, float] | None
) -> tuple[Order, tuple[Label, ...]]:
    """Return the source of the order of two scales' labels, and the labels in order."""
    first, second = texts_of(one), texts_of(other)
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


def common_level(one: Scale, other: Scale) -> Level:
    """Return the common level of two scales: the stated one, or the lower of two."""
    if one.guessed != other.guessed:
        return other.level if one.guessed else one.level
    return min(one.level, other.level, key=LEVELS.index)
