"""Metrics of error: how far scores are from the truth, and to which side."""

from __future__ import annotations

import math

import numpy as np

from accord.coefficients.calculus import Quantity, divide
from accord.evaluation.match import Match
from accord.evaluation.metrics import metric
from accord.scale import FloatArray

__all__: list[str] = []


@metric("mae", "mean absolute error", "error", better="less", link="log")
def mae(t: Match) -> Quantity:
    """Mean of |y - x|."""
    return t.mean(np.abs(t.difference))


@metric("rmse", "root mean squared error", "error", better="less", link="log")
def rmse(t: Match) -> Quantity:
    """√ mean (y - x)²."""
    return t.mean(t.difference**2).sqrt()


@metric("macro_rmse", "macro-averaged RMSE", "error", better="less", link="log")
def macro_rmse(t: Match) -> Quantity:
    """Mean over the true scores of the RMSE among subjects with that score."""
    kind, square = t.ranks[0], t.difference**2
    number, squares = t.total_of_each(kind), t.total_of_each(kind, square)
    root = np.sqrt(divide(squares, number))  # NaN where the only subject is left out
    mean = divide(np.nansum(root, axis=1), np.isfinite(root).sum(axis=1))

    def slope() -> FloatArray:
        """How far one subject moves it; the only one with its true score takes that along."""
        n, own, k = number[0, kind], root[0, kind], root.shape[1]
        rest = np.sqrt(np.maximum(squares[0, kind] - square, 0.0) / np.maximum(n - 1, 1.0))
        moved = np.where(n > 1, (own - rest) / k, (own - mean[0]) / max(k - 1, 1))
        return np.where(t.both, moved, 0.0)

    return Quantity(mean, slope)


@metric("l1", "Manhattan distance L1", "error", better="less", link="log")
def l1(t: Match) -> Quantity:
    """Σ|y - x|, for as many subjects as there are."""
    return mae(t) * float(t.n.value[0])


@metric("l2", "Euclidean distance L2", "error", better="less", link="log")
def l2(t: Match) -> Quantity:
    """√Σ(y - x)², for as many subjects as there are."""
    return rmse(t) * float(np.sqrt(t.n.value[0]))


@metric("l1_normalised", "L1 per subject and point", "error", better="less", link="log")
def l1_normalised(t: Match) -> Quantity:
    """Mean absolute error as a share of the range of marks."""
    return mae(t) * (1 / _reach(t))


@metric("l2_normalised", "L2 per subject and point", "error", better="less", link="log")
def l2_normalised(t: Match) -> Quantity:
    """Root mean squared error as a share of the range of marks."""
    return rmse(t) * (1 / _reach(t))


def _reach(t: Match) -> float:
    """Range of marks; NaN of a single one."""
    reach = t.grid.high - t.grid.low if t.grid is not None else float(np.ptp(t.x[t.both]))
    return reach or math.nan


@metric("r_squared", "R²", "error", link="unit")
def r_squared(t: Match) -> Quantity:
    """1 - Σ(y - x)²/Σ(x - x̄)²."""
    return 1.0 - t.mean(t.difference**2) / t.var_x


@metric("bias", "mean difference", "bias", better="zero")
def bias(t: Match) -> Quantity:
    """Mean score less mean truth."""
    return t.mean_y - t.mean_x


@metric("smd", "standardised mean difference", "bias", better="zero")
def smd(t: Match) -> Quantity:
    """Mean difference in standard deviations of the truth."""
    return (t.mean_y - t.mean_x) / (t.var_x * t.unbiased).sqrt()


@metric("sd_ratio", "ratio of standard deviations", "bias", better="one", link="log")
def sd_ratio(t: Match) -> Quantity:
    """Standard deviation of the scores over that of the truth: below 1, scores are shrunk."""
    return (t.var_y / t.var_x).sqrt()
