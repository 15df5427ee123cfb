"""Metrics of association: whether scores go the way of the truth, whatever they are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.coefficients.calculus import Quantity
from accord.evaluation.match import Match
from accord.evaluation.metrics import metric
from accord.scale import FloatArray, IntArray

__all__ = ["Ordering"]


@metric("pearson", "Pearson's r", "association", link="fisher")
def pearson(t: Match) -> Quantity:
    """Cov/√(Var x Var y)."""
    return t.cov / (t.var_x * t.var_y).sqrt()


@metric("spearman", "Spearman's rho", "association", link="fisher")
def spearman(t: Match) -> Quantity:
    """Pearson's r of the mid-ranks.

    The ranks move with the data, too: one more subject lifts by one the rank of all above it.
    """
    u, v = (_mid_ranks(ranks, t.m) for ranks in t.ranks)

    def moment(a: FloatArray, b: FloatArray, a_ranks: IntArray, b_ranks: IntArray) -> Quantity:
        return Quantity(
            np.array([t.m @ (a * b)]),
            lambda: np.where(
                t.both, a * b + _above(a_ranks, t.m * b) + _above(b_ranks, t.m * a), 0.0
            ),
        )

    x, y = t.ranks
    return moment(u, v, x, y) / (moment(u, u, x, x) * moment(v, v, y, y)).sqrt()


def _mid_ranks(ranks: IntArray, m: FloatArray) -> FloatArray:
    """Mid-rank of each subject, less the middle of all."""
    each = np.bincount(ranks, weights=m)
    return np.asarray((np.cumsum(each) - each / 2)[ranks] - m.sum() / 2)


def _above(ranks: IntArray, weight: FloatArray) -> FloatArray:
    """For each subject the weight of those above it, and half of those beside it."""
    each = np.bincount(ranks, weights=weight)
    return np.asarray((each.sum() - np.cumsum(each) + each / 2)[ranks])


@dataclass(frozen=True, slots=True)
class Ordering:
    """Pairs of subjects in the same order less those in opposite order.

    Parameters
    ----------
    each
        (P,) of each subject.
    net
        Of all, each pair counted twice.
    """

    each: FloatArray
    net: Quantity

    @classmethod
    def of(cls, t: Match) -> Ordering:
        """Order of truth and scores."""
        each = t.concordant
        return cls(each, Quantity(np.array([t.m @ each]), lambda: 2 * each))

    def null_variance(self, t: Match) -> float:
        """Variance of ``net`` if truth and scores had nothing to do with each other."""
        return float(4 * (t.m @ self.each**2 - self.net.value[0] ** 2 / t.m.sum()))


def _untied(t: Match, ranks: IntArray) -> Quantity:
    """Pairs of subjects that are not tied, each counted twice."""
    each = np.bincount(ranks, weights=t.m)
    total = t.m.sum()
    return Quantity(
        np.array([total**2 - each @ each]),
        lambda: np.where(t.both, 2 * (total - each[ranks]), 0.0),
    )


@metric("kendall_tau_b", "Kendall's tau-b", "association", link="fisher")
def kendall_tau_b(t: Match) -> Quantity:
    """(C - D)/√(pairs untied in x · pairs untied in y)."""
    x, y = t.ranks
    return Ordering.of(t).net / (_untied(t, x) * _untied(t, y)).sqrt()


@metric("kendall_tau_c", "Kendall's tau-c", "association", link="fisher")
def kendall_tau_c(t: Match) -> Quantity:
    """(C - D) q/(n² (q-1)), q being the smaller number of different scores."""
    q = min(int(ranks.max(initial=0)) + 1 for ranks in t.ranks)
    factor = q / (q - 1) if q > 1 else np.nan
    return Ordering.of(t).net / (t.n * t.n) * factor
