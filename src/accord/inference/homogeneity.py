"""Homogeneity of several independent values, and p-values adjusted for several tests."""

from __future__ import annotations

import numpy as np

from accord.data.scale import FloatArray

__all__ = ["holm", "homogeneity"]


def homogeneity(values: FloatArray, variances: FloatArray) -> tuple[float, float, float, float]:
    """Return χ², the p-value, the pooled value and its standard error.

    χ² = Σ (κ_g - κ̄)²/v_g on k - 1 degrees of freedom, κ̄ = Σ κ_g/v_g / Σ 1/v_g.

    >>> [round(x, 4) for x in homogeneity(np.array([0.5, 0.7]), np.array([0.01, 0.01]))]
    [2.0, 0.1573, 0.6, 0.0707]
    """
    weight = 1 / variances
    pooled = float(weight @ values / weight.sum())
    chi_square = float(weight @ (values - pooled) ** 2)
    from scipy.special import chdtrc  # here: slow to import

    p = float(chdtrc(values.size - 1, chi_square))
    return chi_square, p, pooled, float(weight.sum() ** -0.5)


def holm(p_values: FloatArray) -> FloatArray:
    """Return p-values adjusted by Holm's method; NaN does not count as a test.

    >>> holm(np.array([0.01, 0.04, 0.03])).round(3).tolist()
    [0.03, 0.06, 0.06]
    """
    adjusted = np.full(p_values.size, np.nan)
    known = np.flatnonzero(np.isfinite(p_values))
    order = known[np.argsort(p_values[known], kind="stable")]
    steps = p_values[order] * np.arange(order.size, 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted
