"""Weights by a function of two ratings: a distance or a similarity, checked on the categories."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from accord.data.scale import FloatArray, Scale, show_label
from accord.errors import WeightsError

__all__ = ["function_on"]

MOST_CATEGORIES = 2_000  # a function is called for each pair of categories
CLOSE = 1e-9  # difference of two values up to which they are equal but for rounding


def function_on(
    function: Callable[[Any, Any], float], scale: Scale
) -> tuple[FloatArray, tuple[str, ...]]:
    """Return the weights by a function on a scale, as a matrix, and notes.

    The function is a distance if it is 0 for equal ratings, and a similarity if it is 1.
    Distances up to 1 become weights 1 - d; larger ones are divided by the largest.
    """
    if scale.size > MOST_CATEGORIES:
        raise WeightsError(
            f"a function as weights is called for each pair of categories, of which there may be "
            f"up to {MOST_CATEGORIES:,}; there are {scale.size:,}. Give a matrix."
        )
    elements, labels = scale.elements, scale.labels
    matrix = np.zeros((scale.size, scale.size))
    for k, element in enumerate(elements):
        matrix[k, k] = _value(function, element, element, labels, k, k)
    for k, other in combinations(range(scale.size), 2):
        value = _value(function, elements[k], elements[other], labels, k, other)
        back = _value(function, elements[other], elements[k], labels, other, k)
        if abs(value - back) > CLOSE * max(1.0, abs(value)):
            raise WeightsError(
                f"the function of two ratings is not symmetric: {value:g} for "
                f"{show_label(labels[k])!r} and {show_label(labels[other])!r}, {back:g} the other "
                "way round."
            )
        matrix[k, other] = matrix[other, k] = value
    return _as_weights(matrix, labels)


def _value(
    function: Callable[[Any, Any], float],
    a: Any,
    b: Any,
    labels: Sequence[Any],
    row: int,
    column: int,
) -> float:
    """Return the value of the function for two categories, which must be a number from 0 up."""
    value: Any = function(a, b)
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not (math.isfinite(number) and number >= -CLOSE):
        raise WeightsError(
            f"the function of two ratings returns {value!r} for {show_label(labels[row])!r} and "
            f"{show_label(labels[column])!r}; it must return a number from 0 up."
        )
    return max(number, 0.0)


def _as_weights(matrix: FloatArray, labels: Sequence[Any]) -> tuple[FloatArray, tuple[str, ...]]:
    """Return weights of distances or similarities, with 1 on the diagonal, and notes."""
    diagonal, largest = np.diag(matrix), float(matrix.max(initial=0.0))
    if np.all(diagonal <= CLOSE):
        if len(matrix) > 1 and largest <= CLOSE:
            raise WeightsError("the function of two ratings is 0 for all of them.")
        unit = largest if largest > 1 + CLOSE else 1.0
        scaled = "" if unit == 1 else f"/{unit:g}"
        return 1 - matrix / unit, (
            f"the function is 0 for equal ratings and is read as a distance d: the weights are "
            f"1 - d{scaled}.",
        )
    different = np.abs(diagonal - 1) > CLOSE
    if different.any():
        k = int(np.argmax(different))
        raise WeightsError(
            f"the function of two ratings is {diagonal[k]:g} for {show_label(labels[k])!r} and "
            "itself; a distance is 0 for equal ratings, and a similarity is 1."
        )
    if largest > 1 + CLOSE:
        raise WeightsError(
            f"the function of two ratings is 1 for equal ratings and up to {largest:g} for "
            "others, so a disagreement would count more than agreement."
        )
    return np.minimum(matrix, 1.0), ()
