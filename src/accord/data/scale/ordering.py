"""The order of labels: recognised in words, or merged from the orders of two scales."""

from __future__ import annotations

from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from accord.data.orders import numbered_order, recognised_order
from accord.data.scale.labels import Label, alphabetical
from accord.data.scale.levels import CERTAIN_FROM, Level, Order

__all__ = [
    "CONTINUOUS_FROM",
    "guessed_level",
    "guessed_level_of_numbers",
    "in_known_order",
    "known_order",
    "merged_order",
]


def known_order(texts: Sequence[Label]) -> tuple[Order, tuple[Label, ...]]:
    """Return the source of the order of words, and the words in order."""
    labels = [str(text) for text in texts]
    order: Order = "recognised"
    ranks = recognised_order(labels)
    if ranks is None:
        order, ranks = "numbered", numbered_order(labels)
    if ranks is None:
        return "none", tuple(sorted(texts, key=alphabetical))
    return order, tuple(text for _, text in sorted(zip(ranks, texts, strict=True)))


def in_known_order(texts: Sequence[Label]) -> bool:
    """Return whether words are in the order of a well-known vocabulary, or in reverse."""
    ranks = recognised_order([str(text) for text in texts])
    return ranks is not None and list(ranks) in (sorted(ranks), sorted(ranks, reverse=True))


CONTINUOUS_FROM = 20  # more distinct whole numbers are guessed to be scores, not codes


def guessed_level_of_numbers(values: npt.NDArray[np.float64]) -> Level:
    """Return the level to guess for distinct numbers: two whole ones are guessed to be codes."""
    whole = bool(np.all(values == np.floor(values)))
    if values.size <= 2 and whole:
        return "nominal"
    return "ordinal" if whole and values.size <= CONTINUOUS_FROM else "interval"


def guessed_level(order: Order, size: int) -> Level:
    """Return the guessed level of words, given the source of their order."""
    return "ordinal" if order == "recognised" and size >= CERTAIN_FROM else "nominal"


def merged_order(one: Sequence[Label], other: Sequence[Label]) -> tuple[Label, ...] | None:
    """Return the only order that is consistent with both; None if there is none, or several.

    >>> merged_order(["mid", "high"], ["low", "mid"])
    ('low', 'mid', 'high')
    >>> merged_order(["mid", "high"], ["low", "high"]) is None
    True
    """
    before: dict[Label, set[Label]] = {label: set() for label in (*one, *other)}
    for order in (one, other):
        for first, second in pairwise(order):
            before[second].add(first)
    try:
        merged = tuple(TopologicalSorter(before).static_order())
    except CycleError:
        return None
    unique = all(first in before[second] for first, second in pairwise(merged))
    return merged if unique else None
