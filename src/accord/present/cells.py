"""Cells of tables: numbers, shares, p-values and intervals, rounded alike in every form."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from accord.base.wording import amount, count_text, percentage, short
from accord.data.scale import clean, show_label
from accord.present.document import Cell

__all__ = [
    "count",
    "ends",
    "exact",
    "number",
    "p_number",
    "share",
    "signed",
    "spread",
    "words",
    "z_number",
]

UNDEFINED = "–"


def words(value: object, key: str = "") -> Cell:
    """Return a cell of text; a dash for None."""
    return Cell(UNDEFINED if value is None else clean(show_label(value)), key=key)


def number(value: float | None, digits: int = 2, key: str = "") -> Cell:
    """Return the cell of a coefficient or another number; a dash where it is undefined.

    >>> number(0.5).text, number(None).text, number(1234.5).text
    ('.50', '–', '1,234.5')
    """
    if value is None or not math.isfinite(value):
        return Cell(UNDEFINED, key=key)
    return Cell(amount(value, digits), float(value), key)


def count(value: float | None, key: str = "") -> Cell:
    """Return the cell of a count.

    >>> count(12500).text
    '12,500'
    """
    return Cell(UNDEFINED, key=key) if value is None else Cell(count_text(value), float(value), key)


def share(value: float | None, key: str = "") -> Cell:
    """Return the cell of a share, as a percentage."""
    return Cell(UNDEFINED, key=key) if value is None else Cell(percentage(value), float(value), key)


def exact(value: float | None, key: str = "") -> Cell:
    """Return the cell of a number with six digits, for comparison with other programs.

    >>> exact(0.390138123).text
    '0.390138'
    """
    return Cell(UNDEFINED, key=key) if value is None else Cell(f"{value:.6g}", float(value), key)


def signed(value: float | None) -> Cell:
    """Return the cell of a change, with its sign.

    >>> signed(0.0174).text, signed(-0.5).text
    ('+.017', '-.500')
    """
    if value is None:
        return Cell(UNDEFINED)
    text = short(value, 3)
    return Cell(text if text.startswith("-") else f"+{text}", float(value))


def z_number(value: float | None) -> Cell:
    """Return the cell of a test statistic."""
    return Cell(UNDEFINED) if value is None else Cell(f"{value:.2f}", float(value))


def p_number(value: float | None) -> Cell:
    """Return the cell of a p-value.

    >>> p_number(0.0004).text, p_number(0.02).text
    ('<.001', '.020')
    """
    if value is None:
        return Cell(UNDEFINED)
    return Cell("<.001" if value < 0.001 else short(value, 3), float(value))


def ends(result: Mapping[str, Any], digits: int = 2) -> Cell:
    """Return the cell of an interval."""
    if result["lower"] is None or result["upper"] is None:
        return Cell(UNDEFINED)
    low, high = (number(result[end], digits).text for end in ("lower", "upper"))
    return Cell(f"[{low}, {high}]")


def spread(result: Mapping[str, Any], digits: int = 2, mark: str = "", key: str = "") -> Cell:
    """Return the cell of a value with its interval; ``mark`` follows the value.

    >>> spread({"value": 0.5, "lower": 0.25, "upper": 0.75}, mark="*").text
    '.50* [.25, .75]'
    """
    value = number(result["value"], digits, key)
    if result["value"] is None:
        return value
    interval = ends(result, digits).text
    text = f"{value.text}{mark}" + ("" if interval == UNDEFINED else f" {interval}")
    return Cell(text, value.value, key)
