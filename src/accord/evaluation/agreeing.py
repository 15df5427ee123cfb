"""Metrics of agreement: how often marks are the same, or nearly, beyond chance."""

from __future__ import annotations

from accord.coefficients.calculus import Quantity
from accord.evaluation.match import Match
from accord.evaluation.metrics import metric
from accord.weights import within

__all__: list[str] = []


@metric("exact", "identical marks", "agreement", link="rate", marks=True, numbers=False)
def exact(t: Match) -> Quantity:
    """Share of subjects with the same mark."""
    return t.coefficient("percent_agreement")


@metric("adjacent", "adjacent marks", "agreement", link="rate", marks=True)
def adjacent(t: Match) -> Quantity:
    """Share of subjects whose marks are at most one step apart."""
    assert t.grid is not None
    one_step = 1.5 * t.grid.step  # and not two, however marks are rounded
    return t.coefficient("percent_agreement", within(one_step))


@metric("cohen_kappa", "Cohen's kappa", "agreement", link="unit", marks=True, numbers=False)
def cohen_kappa(t: Match) -> Quantity:
    """Agreement beyond chance, chance being that of the two marginals."""
    return t.coefficient("cohen_kappa")


@metric("qwk", "quadratic weighted kappa of marks", "agreement", link="unit", marks=True)
def qwk(t: Match) -> Quantity:
    """Cohen's kappa with quadratic weights."""
    return t.coefficient("cohen_kappa", "quadratic")


@metric("qwk_continuous", "quadratic weighted kappa of scores", "agreement", link="fisher")
def qwk_continuous(t: Match) -> Quantity:
    """2 Cov/(Var x + Var y + (x̄ - ȳ)²): the same on marks, and defined for any scores."""
    return 2 * t.cov / (t.var_x + t.var_y + (t.mean_x - t.mean_y) * (t.mean_x - t.mean_y))


@metric("ac1", "Gwet's AC1", "agreement", link="unit", marks=True, numbers=False)
def ac1(t: Match) -> Quantity:
    """Agreement beyond chance, for the hard subjects only."""
    return t.coefficient("gwet_ac")


@metric("ac2_quadratic", "AC2, quadratic", "agreement", link="unit", marks=True)
def ac2_quadratic(t: Match) -> Quantity:
    """Gwet's AC2 with quadratic weights."""
    return t.coefficient("gwet_ac", "quadratic")


@metric("bp_quadratic", "Brennan-Prediger, quadratic", "agreement", link="unit", marks=True)
def bp_quadratic(t: Match) -> Quantity:
    """Brennan and Prediger's coefficient with quadratic weights."""
    return t.coefficient("brennan_prediger", "quadratic")


@metric("alpha_interval", "Krippendorff's alpha, interval", "agreement", link="fisher")
def alpha_interval(t: Match) -> Quantity:
    """1 - (2n-1) Σ(x-y)²/Σ over all pairs of the pooled scores: alpha at the interval level."""
    within = t.mean(t.difference**2)
    pooled = (t.mean_x + t.mean_y) / 2
    square = (t.mean(t.x**2) + t.mean(t.y**2)) / 2
    spread = square - pooled * pooled
    correct = 1.0 - 1.0 / (2 * t.n)
    return 1.0 - within * correct / (2 * spread)
