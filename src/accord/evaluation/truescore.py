"""The true score: how well a system predicts what people would say on average, error aside."""

from __future__ import annotations

import numpy as np

from accord.coefficients.calculus import Quantity
from accord.evaluation.match import Match
from accord.evaluation.metrics import metric

__all__: list[str] = []


@metric("prmse", "PRMSE of the true score", "error", link="unit")
def prmse(t: Match) -> Quantity:
    """Proportional reduction in mean squared error, for people with gaps.

    With c_i ratings of subject i, their mean H̄_i and variance V_i:
    σ²_e = Σ(c_i-1)V_i / Σ(c_i-1), σ²_T = [Σc_i(H̄_i-H̄)² - (N-1)σ²_e]/(c - Σc_i²/c),
    MSE = [Σc_i(H̄_i-M_i)² - Nσ²_e]/c, PRMSE = 1 - MSE/σ²_T. It may leave 0 to 1.
    """
    if t.humans is None:
        return t.total(np.zeros(t.m.size)) / 0.0
    there = ~np.isnan(t.humans)
    c = there.sum(axis=1).astype(np.float64)
    mean = np.where(c > 0, np.nansum(t.humans, axis=1) / np.maximum(c, 1), 0.0)
    within = np.where(there, (t.humans - mean[:, None]) ** 2, 0.0).sum(axis=1)
    number, ratings, again = t.n, t.total(c), t.total(np.maximum(c - 1, 0))
    error = t.total(within) / again
    grand = t.total(c * mean) / ratings
    around = t.total(c * mean**2) - ratings * grand * grand
    true = (around - (number - 1.0) * error) / (ratings - t.total(c**2) / ratings)
    mse = (t.total(c * (mean - t.y) ** 2) - number * error) / ratings
    return 1.0 - mse / true
