"""Recommended thresholds, and the values that do not meet them.

Those for quadratic kappa, r, the mean difference, degradation and subgroups are Williamson, Xi and
Breyer's (2012); those for identical and adjacent marks are RSMTool's.
"""

from __future__ import annotations

import math

__all__ = ["DEGRADATION", "GROUP", "LEAST", "SMD", "flag", "group_flag"]

LEAST = {"qwk": 0.70, "pearson": 0.70, "exact": 0.50, "adjacent": 0.95}
SMD = 0.15
DEGRADATION = 0.10
GROUP = 0.10


def flag(name: str, value: float) -> str | None:
    """Recommended threshold that a value does not meet; None if it meets all."""
    if not math.isfinite(value):
        return None
    if name in LEAST and value < LEAST[name]:
        return f"below {LEAST[name]:.2f}".replace("0.", ".")
    if name == "smd" and abs(value) > SMD:
        return f"beyond ±{SMD:.2f}".replace("0.", ".")
    if name == "degradation" and value < -DEGRADATION:
        return f"worse than people by more than {DEGRADATION:.2f}".replace("0.", ".")
    return None


def group_flag(value: float) -> str | None:
    """Recommended limit that a subgroup's difference exceeds."""
    if math.isfinite(value) and abs(value) > GROUP:
        return f"beyond ±{GROUP:.2f}".replace("0.", ".")
    return None
