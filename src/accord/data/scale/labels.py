"""Labels of categories: texts, numbers and truth values, as cells and people write them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np

__all__ = [
    "EXACT",
    "SET_MARK",
    "Label",
    "alphabetical",
    "as_number",
    "clean",
    "few_labels",
    "plain_number",
    "show_label",
    "text_of",
]

Label: TypeAlias = str | int | float | bool

EXACT = 2**53  # larger integers are not exact as floats, so ids beyond this are words
SET_MARK = "\ue01f"  # precedes each label in the cell of a set, see `set_cells`; private use
ROUNDING_ULPS = 8  # rounding error of a few sums and products, in units in the last place
SHOWN = 6  # categories that an error lists
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


def as_number(label: object) -> float | None:
    """Return a label as a finite number; None if it is not one.

    >>> as_number("1.50"), as_number("1_000"), as_number("inf"), as_number(np.uint8(3))
    (1.5, None, None, 3.0)
    """
    if isinstance(label, str):
        return _spelled(label)
    if isinstance(label, (bool, np.bool_)):
        return None
    try:
        number = float(label)  # type: ignore[arg-type]  # other types raise
    except (TypeError, ValueError, OverflowError):
        return None
    exact = not isinstance(label, (int, np.integer)) or abs(int(label)) <= EXACT
    return number if exact and np.isfinite(number) else None


@lru_cache(maxsize=4096)  # a few labels are converted many times
def _spelled(label: str) -> float | None:
    """Return a text as a finite number; None if it is not one."""
    text = label.strip()
    if not _NUMBER.fullmatch(text):
        return None
    number = float(text)
    exact = abs(number) < EXACT or not text.lstrip("+-").isdigit() or abs(int(text)) <= EXACT
    return number if exact and np.isfinite(number) else None


def show_label(label: object) -> str:
    """Return the text of a label as a person would write it: 3 rather than 3.0.

    Rounding errors of a few units in the last place are not shown. All other digits are kept,
    because labels are identified by their texts.

    >>> show_label(3.0), show_label(27.099999999999998), show_label(1700000000.123456)
    ('3', '27.1', '1700000000.123456')
    """
    if isinstance(label, str):
        return _show_set_cell(label) if label.startswith(SET_MARK) else label
    if isinstance(label, (float, np.floating)):
        value = float(label)
        if value.is_integer():
            return str(int(value))
        rounded = float(f"{value:.12g}")
        if rounded != value and abs(rounded - value) <= ROUNDING_ULPS * math.ulp(value):
            return repr(rounded)
    return str(label)


def _show_set_cell(cell: str) -> str:
    return cell[1:].replace(SET_MARK, " + ") or "(empty)"


def clean(text: str) -> str:
    """Return a text with escapes in place of control characters, which could alter a terminal.

    >>> clean("red" + chr(27)) == "red" + chr(92) + "x1b"
    True
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def plain_number(number: float) -> int | float:
    """Return a whole number as an int, any other as a float."""
    return int(number) if float(number).is_integer() else float(number)


def text_of(label: object) -> Label:
    """Return a label as a scale stores it: booleans as they are, others as text."""
    if isinstance(label, (bool, np.bool_)):
        return bool(label)
    return show_label(label)


def alphabetical(label: Label) -> tuple[int, float, str]:
    """Return a key by which numbers precede words: by value, and words alphabetically."""
    number = as_number(label)
    return (1, 0.0, str(label)) if number is None else (0, number, str(label))


def few_labels(labels: Sequence[Label]) -> str:
    """Return the first few labels, for a message."""
    shown = ", ".join(repr(show_label(label)) for label in labels[:SHOWN])
    return shown + (", …" if len(labels) > SHOWN else "")
