"""Metrics of error and bias: how far scores are from the truth, and in which direction."""

from __future__ import annotations

import math

import numpy as np

from accord.data.scale import FloatArray
from accord.statistics.calculus import Quantity, divide
from accord.statistics.measures import metric
from accord.statistics.score_sums import ScoreSums

__all__: list[str] = []


@metric(
    "mae",
    "mean absolute error",
    "error",
    order=700,
    better="less",
    link="log",
    short="MAE",
    parts=("summary", "runs", "study"),
)
def mae(t: ScoreSums) -> Quantity:
    """Mean of |y - x|."""
    return _absolute(t)


@metric(
    "rmse",
    "root mean squared error",
    "error",
    order=710,
    better="less",
    link="log",
    parts=("summary", "subgroups", "runs", "study"),
)
def rmse(t: ScoreSums) -> Quantity:
    """√ mean (y - x)²."""
    return _quadratic(t)


@metric(
    "macro_rmse",
    "macro-averaged RMSE",
    "error",
    order=720,
    better="less",
    link="log",
    parts=("study",),
)
def macro_rmse(t: ScoreSums) -> Quantity:
    """Mean over the true scores of the RMSE among subjects with that score."""
    rank, square = t.ranks[0], t.difference**2
    number, squares = t.group_totals(rank), t.group_totals(rank, square)
    root = np.sqrt(divide(squares, number))  # NaN where the only subject is left out
    mean = divide(np.nansum(root, axis=1), np.isfinite(root).sum(axis=1))

    def slope() -> FloatArray:
        """Return the change of the mean if each subject is left out."""
        n, rmse_of_score, k = number[0, rank], root[0, rank], root.shape[1]
        rest = np.sqrt(np.maximum(squares[0, rank] - square, 0.0) / np.maximum(n - 1, 1.0))
        single = (rmse_of_score - mean[0]) / max(k - 1, 1)
        return np.where(t.both, np.where(n > 1, (rmse_of_score - rest) / k, single), 0.0)

    return Quantity(mean, slope)


@metric(
    "l1",
    "Manhattan distance L1",
    "error",
    order=730,
    better="less",
    link="log",
    parts=("runs",),
)
def l1(t: ScoreSums) -> Quantity:
    """Σ|y - x|, which grows with the number of subjects."""
    return _absolute(t) * float(t.n.value[0])


@metric(
    "l2",
    "Euclidean distance L2",
    "error",
    order=740,
    better="less",
    link="log",
    short="L2",
    parts=("runs",),
)
def l2(t: ScoreSums) -> Quantity:
    """√Σ(y - x)², which grows with the square root of the number of subjects."""
    return _quadratic(t) * float(np.sqrt(t.n.value[0]))


@metric("l1_normalised", "L1 per subject and point", "error", order=750, better="less", link="log")
def l1_normalised(t: ScoreSums) -> Quantity:
    """Mean absolute error as a share of the range of marks."""
    return _absolute(t) * (1 / (t.mark_range or math.nan))


@metric("l2_normalised", "L2 per subject and point", "error", order=760, better="less", link="log")
def l2_normalised(t: ScoreSums) -> Quantity:
    """Root mean squared error as a share of the range of marks."""
    return _quadratic(t) * (1 / (t.mark_range or math.nan))


def _absolute(t: ScoreSums) -> Quantity:
    return t.mean(np.abs(t.difference))


def _quadratic(t: ScoreSums) -> Quantity:
    return t.mean(t.difference**2).sqrt()


@metric("r_squared", "R²", "error", order=770, link="unit")
def r_squared(t: ScoreSums) -> Quantity:
    """1 - Σ(y - x)²/Σ(x - x̄)²."""
    return 1.0 - t.mean(t.difference**2) / t.var_x


@metric("bias", "mean difference", "bias", order=780, better="zero", link="real")
def bias(t: ScoreSums) -> Quantity:
    """Mean score less mean truth."""
    return t.mean_y - t.mean_x


@metric(
    "smd",
    "standardised mean difference",
    "bias",
    order=790,
    better="zero",
    link="real",
    parts=("summary",),
    at_most=0.15,
)
def smd(t: ScoreSums) -> Quantity:
    """Mean difference in standard deviations of the truth."""
    return (t.mean_y - t.mean_x) / (t.var_x * t.unbiased).sqrt()


@metric(
    "sd_ratio",
    "ratio of standard deviations",
    "bias",
    order=800,
    better="one",
    link="log",
    parts=("summary",),
)
def sd_ratio(t: ScoreSums) -> Quantity:
    """Standard deviation of the scores divided by that of the truth."""
    return (t.var_y / t.var_x).sqrt()
