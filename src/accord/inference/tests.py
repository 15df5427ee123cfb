"""Tests of one coefficient against a value."""

from __future__ import annotations

import numpy as np

__all__ = ["t_test"]


def t_test(value: float, se: float, df: float, *, null: float = 0.0, alternative: str) -> float:
    """P-value of the hypothesis that the coefficient is ``null``; NaN without a standard error.

    >>> round(t_test(0.5, 0.25, 10, alternative="two-sided"), 4)
    0.0734
    """
    if not (np.isfinite(value) and se > 0 and df > 0):
        return float("nan")
    from scipy.special import stdtr  # here, because it takes longer to import than all the rest

    t = (value - null) / se
    if alternative == "greater":
        return float(stdtr(df, -t))
    if alternative == "less":
        return float(stdtr(df, t))
    return float(2 * stdtr(df, -abs(t)))
