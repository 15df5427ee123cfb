"""Names of repeated ratings, which are kept as those of further raters: ``ann``, ``ann (2)``."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["replicate_groups", "replicate_name"]

NUMBERED = re.compile(r"(.+) \((\d+)\)")


def replicate_name(rater: str, number: int) -> str:
    """Return the name of the ratings that a rater gave at a time, counted from 1.

    >>> replicate_name("ann", 1), replicate_name("ann", 2)
    ('ann', 'ann (2)')
    """
    return rater if number == 1 else f"{rater} ({number})"


def replicate_groups(raters: Sequence[str]) -> dict[str, list[int]]:
    """Return the columns of each rater, given the names of all columns.

    >>> replicate_groups(["ann", "bo", "ann (2)", "cy (2)"])
    {'ann': [0, 2], 'bo': [1], 'cy (2)': [3]}
    """
    groups: dict[str, list[int]] = {}
    for place, name in enumerate(raters):
        match = NUMBERED.fullmatch(name)
        first = match[1] if match is not None and match[1] in raters else name
        groups.setdefault(first, []).append(place)
    return groups
