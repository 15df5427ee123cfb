"""Errors about categories, with their remedies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from accord.data.scale.labels import show_label
from accord.data.scale.levels import Level
from accord.errors import NotNumericError, OptionError, UnknownCategoryError

if TYPE_CHECKING:
    from accord.data.scale.categories import Scale

__all__ = ["check_distinct", "not_numeric", "order_remedy", "unknown_category"]


def not_numeric(word: object, level: Level) -> NotNumericError:
    """Return the error that a category has no number at a level that needs numbers."""
    return NotNumericError(
        f"{show_label(word)!r} is not a number, and the {level} level needs numbers.",
        value=word,
        remedy="Correct the value, declare it as missing, or choose level 'nominal' or 'ordinal'.",
    )


def order_remedy() -> str:
    """Return the remedy that says how to declare the order of categories."""
    return (
        'Declare the order, for example categories=["low", "mid", "high"], on the command line '
        "--categories low,mid,high."
    )


def check_distinct(values: npt.NDArray[np.float64], names: Sequence[object]) -> None:
    """Raise an error if two categories have the same value."""
    if np.unique(values).size < values.size:
        raise OptionError(
            f"two categories have the same value: {', '.join(map(str, names))}.",
            option="categories",
        )


def unknown_category(label: object, scale: Scale) -> UnknownCategoryError:
    """Return the error that a rating is not on a scale."""
    shown = ", ".join(show_label(known) for known in scale.first(12))
    more = ", …" if scale.size > 12 else ""
    return UnknownCategoryError(
        f"the rating {show_label(label)!r} is not among the declared categories ({shown}{more}).",
        value=label,
        remedy="Correct it, add it to the categories, or declare it as missing.",
    )
