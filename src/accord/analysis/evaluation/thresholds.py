"""Recommended thresholds, and the values that do not meet them.

Measures declare their own. Those of quadratic kappa, r and the mean difference, and those of
differences from people and in subgroups, are Williamson, Xi and Breyer's (2012); those of identical
and adjacent marks are RSMTool's.
"""

from __future__ import annotations

import math

from accord.statistics import Measure

__all__ = ["DEGRADATION", "GROUP", "degradation_flag", "flag", "group_flag"]

DEGRADATION = 0.10
GROUP = 0.10


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
    return f"{limit:.2f}".replace("0.", ".")
