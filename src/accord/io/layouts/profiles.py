"""What the cells of a column are like, by a sample of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from accord.data.scale import FloatArray, as_number, show_label

__all__ = ["Profile", "association", "profiles_of"]

DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}([-/.]\d{1,2})?([ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?|"
    r"\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}( \d{1,2}:\d{2}(:\d{2})?)?|\d{1,2}:\d{2}(:\d{2})?|"
    r"\d{1,2}\.? [A-Za-z]{3,9}\.? \d{4}|[A-Za-z]{3,9} \d{1,2}, \d{4}"
)
LINK = re.compile(r"(https?://|www\.)\S+|[^@\s]+@[^@\s]+\.\w+")
LONG_TEXT = 40  # mean characters of a text that is no label
MOST_LABEL_WORDS = 5  # mean words of a label
FEW_VALUES = 12  # up to so many distinct numbers are compared as categories


@dataclass(frozen=True)
class Profile:
    """A column of a table.

    Parameters
    ----------
    name
        Name of the column.
    cells
        Labels of some of its cells, None if missing.
    """

    name: str
    cells: Sequence[Any]

    @cached_property
    def texts(self) -> list[str | None]:
        """The cells as text, None if missing."""
        known = {cell: None if cell is None else show_label(cell) for cell in set(self.cells)}
        return [known[cell] for cell in self.cells]

    @cached_property
    def labels(self) -> frozenset[str]:
        """The distinct labels."""
        return frozenset(show_label(cell) for cell in set(self.cells) if cell is not None)

    @property
    def filled(self) -> int:
        """Number of cells that are not missing."""
        return len(self.cells) - list(self.cells).count(None)

    @cached_property
    def numeric(self) -> bool:
        """Whether all labels are numbers, and there is one."""
        return bool(self.labels) and all(as_number(label) is not None for label in self.labels)

    @cached_property
    def numbers(self) -> FloatArray:
        """The cells as numbers, NaN if missing or no number."""
        known = {cell: None if cell is None else as_number(cell) for cell in set(self.cells)}
        numbers = {cell: np.nan if x is None else x for cell, x in known.items()}
        return np.array([numbers[cell] for cell in self.cells], dtype=np.float64)

    @cached_property
    def distinct(self) -> bool:
        """Whether every cell is filled, and no two are equal."""
        return len(self.labels) == len(self.cells) > 0

    @cached_property
    def is_text(self) -> bool:
        """Whether the cells are sentences rather than labels."""
        if not self.labels or self.numeric:
            return False
        varied = 2 * len(self.labels) > self.filled or len(self.labels) > FEW_VALUES
        size = sum(map(len, self.labels)) / len(self.labels)
        words = sum(label.count(" ") + 1 for label in self.labels) / len(self.labels)
        return varied and (size > LONG_TEXT or (words > MOST_LABEL_WORDS and len(self.labels) > 3))

    @cached_property
    def is_date(self) -> bool:
        """Whether the cells are dates or times."""
        return bool(self.labels) and all(DATE.fullmatch(label.strip()) for label in self.labels)

    @cached_property
    def is_link(self) -> bool:
        """Whether the cells are addresses."""
        return bool(self.labels) and all(LINK.fullmatch(label.strip()) for label in self.labels)

    @cached_property
    def spread(self) -> tuple[float, float]:
        """The fifth and the ninety-fifth percentile of the numbers."""
        low, high = np.nanquantile(self.numbers, [0.05, 0.95])
        return float(low), float(high)


def profiles_of(columns: Sequence[str], sample: Mapping[str, Sequence[Any]]) -> dict[str, Profile]:
    """Return the profile of each column."""
    return {name: Profile(name, sample[name]) for name in columns}


def association(one: Profile, other: Profile) -> float | None:
    """Return how far two columns say the same: 1 if always, 0 as by chance.

    Categories are compared by equal labels beyond those expected by chance, numbers with many
    values by their correlation. None if that is undefined.
    """
    if one.numeric and other.numeric:
        many = max(len(one.labels), len(other.labels)) > FEW_VALUES
        a, b = one.numbers, other.numbers
        both = ~(np.isnan(a) | np.isnan(b))
        a, b = a[both], b[both]
        if many:
            if a.size < 3 or np.ptp(a) == 0 or np.ptp(b) == 0:
                return None
            return float(np.corrcoef(a, b)[0, 1])
        return _equal_beyond_chance(a.tolist(), b.tolist())
    pairs = [
        (x, y) for x, y in zip(one.texts, other.texts, strict=True) if not (x is None or y is None)
    ]
    return _equal_beyond_chance([x for x, _ in pairs], [y for _, y in pairs])


def _equal_beyond_chance(one: list[Any], other: list[Any]) -> float | None:
    """Return the share of equal pairs beyond chance, of the largest possible one."""
    n = len(one)
    if n < 2:
        return None
    labels = {label: code for code, label in enumerate(dict.fromkeys([*one, *other]))}
    a = np.array([labels[label] for label in one])
    b = np.array([labels[label] for label in other])
    shares = [np.bincount(codes, minlength=len(labels)) / n for codes in (a, b)]
    expected = float(shares[0] @ shares[1])
    if expected > 1 - 1e-9:
        return None
    return (float(np.mean(a == b)) - expected) / (1 - expected)
