"""Metrics of agreement between scores that need not be marks on a scale."""

from __future__ import annotations

from accord.statistics.calculus import Quantity
from accord.statistics.measures import metric
from accord.statistics.score_sums import ScoreSums

__all__: list[str] = []


@metric(
    "qwk_continuous",
    "quadratic weighted kappa of scores",
    "agreement",
    order=550,
    link="fisher",
    of_ratings=("cohen_kappa", "quadratic"),
)
def qwk_continuous(t: ScoreSums) -> Quantity:
    """2 Cov/(Var x + Var y + (x̄ - ȳ)²): quadratic weighted kappa, defined for any scores."""
    return 2 * t.cov / (t.var_x + t.var_y + (t.mean_x - t.mean_y) * (t.mean_x - t.mean_y))


@metric(
    "alpha_interval",
    "Krippendorff's alpha, interval",
    "agreement",
    order=590,
    link="fisher",
    of_ratings=("krippendorff_alpha", "quadratic"),
)
def alpha_interval(t: ScoreSums) -> Quantity:
    """1 - (2n-1) Σ(x-y)²/Σ over all pairs of the pooled scores: alpha at the interval level."""
    within = t.mean(t.difference**2)
    shift = t.mean(t.difference)
    spread = (t.var_x + t.var_y) / 2 + shift * shift / 4
    correct = 1.0 - 1.0 / (2 * t.n)
    return 1.0 - within * correct / (2 * spread)
