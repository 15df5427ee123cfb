"""Levels of measurement, and the sources of the order of categories."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from accord.errors import OptionError

__all__ = ["CERTAIN_FROM", "LEVELS", "ORDERS", "STATED_ORDERS", "Level", "Order", "check_level"]

Level: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio"]
# Sources of the order of categories, the weakest first.
Order: TypeAlias = Literal[
    "none", "codes", "numbered", "numeric", "recognised", "dtype", "declared"
]

LEVELS: tuple[str, ...] = get_args(Level)
ORDERS: tuple[str, ...] = get_args(Order)
STATED_ORDERS = ("dtype", "declared")  # stated by the user or the data type; others are inferred
CERTAIN_FROM = 3  # recognised words; two of them may be a coincidence


def check_level(level: str | None) -> None:
    """Raise an error if a level of measurement does not exist."""
    if level is not None and level not in LEVELS:
        raise OptionError(f"level {level!r} is not one of {', '.join(LEVELS)}.", option="level")
