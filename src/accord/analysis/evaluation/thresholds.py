"""Recommended thresholds, and flags for values that do not meet them.

Measures declare their own. The thresholds of quadratic kappa, r and the mean difference, of
differences from people and of subgroups are from Williamson, Xi and Breyer (2012). Those of
identical and adjacent marks are from RSMTool.
"""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

from accord.statistics import Measure

__all__ = [
    "DEGRADATION",
    "GROUP",
    "RatingKind",
    "degradation_flag",
    "flag",
    "group_flag",
    "has_thresholds",
]

RatingKind: TypeAlias = Literal["scores", "words", "sets", "spans"]

DEGRADATION = 0.10  # lower agreement with people than people have with each other
GROUP = 0.10  # standardised mean difference of a subgroup, in either direction


def has_thresholds(kind: RatingKind) -> bool:
    """Return whether the recommended thresholds, which are of marks, apply to such ratings."""
    return kind in ("scores", "words")


def flag(measure: Measure, value: float) -> str | None:
    """Return the recommended threshold that a value does not meet; None if it meets all."""
    least, most = measure.at_least, measure.at_most
    if least is not None and value < least:
        return f"below {_shown(least)}"
    if most is not None and math.isfinite(value) and abs(value) > most:
        return f"beyond ±{_shown(most)}"
    return None


def degradation_flag(value: float) -> str | None:
    """Return the recommended limit that a difference from people exceeds."""
    return f"worse than people by more than {_shown(DEGRADATION)}" if value < -DEGRADATION else None


def group_flag(value: float) -> str | None:
    """Return the recommended limit that a subgroup's difference exceeds."""
    if math.isfinite(value) and abs(value) > GROUP:
        return f"beyond ±{_shown(GROUP)}"
    return None


def _shown(limit: float) -> str:
    """Return a limit without its leading zero."""
    return f"{limit:.2f}".replace("0.", ".")
