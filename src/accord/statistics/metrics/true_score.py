"""Metrics of the true score: the expected score by people, free of rating error."""

from __future__ import annotations

import numpy as np

from accord.statistics.calculus import Quantity
from accord.statistics.measures import metric
from accord.statistics.score_sums import ScoreSums

__all__: list[str] = []


@metric(
    "prmse",
    "PRMSE of the true score",
    "error",
    order=810,
    link="unit",
    people=2,
    parts=("summary",),
    references=("loukina2020",),
)
def prmse(t: ScoreSums) -> Quantity:
    """Proportional reduction in mean squared error, with missing ratings.

    With c_i ratings of subject i, their mean H̄_i and variance V_i:
    σ²_e = Σ(c_i-1)V_i / Σ(c_i-1), σ²_T = [Σc_i(H̄_i-H̄)² - (N-1)σ²_e]/(c - Σc_i²/c),
    MSE = [Σc_i(H̄_i-M_i)² - Nσ²_e]/c, PRMSE = 1 - MSE/σ²_T. It can lie outside 0 to 1.
    """
    if t.people is None:
        return t.total(np.zeros(t.x.size)) / 0.0
    rated = ~np.isnan(t.people)
    c = rated.sum(axis=1).astype(np.float64)
    mean = np.where(c > 0, np.nansum(t.people, axis=1) / np.maximum(c, 1), 0.0)
    within = np.where(rated, (t.people - mean[:, None]) ** 2, 0.0).sum(axis=1)
    number, ratings, df = t.n, t.total(c), t.total(np.maximum(c - 1, 0))
    error = t.total(within) / df
    grand = t.total(c * mean) / ratings
    between = t.total(c * mean**2) - ratings * grand * grand
    true = (between - (number - 1.0) * error) / (ratings - t.total(c**2) / ratings)
    mse = (t.total(c * (mean - t.y) ** 2) - number * error) / ratings
    return 1.0 - mse / true
