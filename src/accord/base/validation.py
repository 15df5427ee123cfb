"""Validation of numeric options: what a value must be, and the error that says so."""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Real
from typing import Any

from accord.errors import OptionError

__all__ = [
    "ANY_NUMBER",
    "CONFIDENCE",
    "POSITIVE",
    "SHARE",
    "WHOLE",
    "Number",
    "check_number",
]


@dataclass(frozen=True, slots=True)
class Number:
    """The numbers that an option accepts.

    Parameters
    ----------
    above, below
        Exclusive limits.
    least, most
        Inclusive limits.
    whole
        Whether only whole numbers are allowed.
    example
        A typical value, as it is shown in messages.

    >>> print(Number(above=0, below=1, example=".95"))
    a number between 0 and 1, such as .95
    """

    above: float | None = None
    below: float | None = None
    least: float | None = None
    most: float | None = None
    whole: bool = False
    example: str = ""

    def __contains__(self, value: float) -> bool:
        return (
            (self.above is None or value > self.above)
            and (self.below is None or value < self.below)
            and (self.least is None or value >= self.least)
            and (self.most is None or value <= self.most)
            and (not self.whole or float(value).is_integer())
        )

    def __str__(self) -> str:
        kind = "a whole number" if self.whole else "a number"
        example = f", such as {self.example}" if self.example else ""
        return f"{kind}{self._limits()}{example}"

    def _limits(self) -> str:
        """Return the limits in words, to be put after the kind of number."""
        if self.above is not None and self.below is not None:
            return f" between {self.above:g} and {self.below:g}"
        if self.least is not None and self.most is not None:
            return f" from {self.least:g} to {self.most:g}"
        parts = [
            text
            for limit, text in (
                (self.above, f" above {self.above}"),
                (self.least, f", {self.least} or more"),
                (self.below, f" and below {self.below}"),
                (self.most, f", {self.most} or less"),
            )
            if limit is not None
        ]
        return "".join(parts)


ANY_NUMBER = Number()
POSITIVE = Number(above=0)
SHARE = Number(least=0, most=1)
CONFIDENCE = Number(above=0, below=1, example=".95")
WHOLE = Number(least=0, whole=True)


def check_number(option: str, value: Any, allowed: Number) -> float:
    """Return the value of a numeric option as an int or a float.

    Parameters
    ----------
    option
        Name of the option, for the message.
    value
        Value as the caller gave it.
    allowed
        What the value must be.

    Raises
    ------
    OptionError
        If the value is not a finite number of that kind: text, None, True and False never are.

    >>> check_number("replicates", 2000.0, Number(least=1, whole=True))
    2000
    """
    if not _is_finite(value) or value not in allowed:
        raise OptionError(
            f"{option} is {value!r}; it must be {allowed}.", option=option, value=value
        )
    return int(value) if allowed.whole else float(value)


def _is_finite(value: Any) -> bool:
    """Return whether a value is a finite number; True and False are none."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # an int beyond the range of floats
        return False
