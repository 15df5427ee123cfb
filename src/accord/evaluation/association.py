"""Metrics of association: whether scores go the way of the truth, whatever they are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.coefficients.calculus import Quantity, divide
from accord.evaluation.dominance import concordance
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
    weightings = t.weightings
    u, v = (_mid_ranks(ranks, t) for ranks in t.ranks)

    def moment(a: FloatArray, b: FloatArray, a_ranks: IntArray, b_ranks: IntArray) -> Quantity:
        one, other = a[0], b[0]
        return Quantity(
            (weightings * a * b).sum(axis=1),
            lambda: np.where(
                t.both,
                one * other + _above(a_ranks, t.m * other) + _above(b_ranks, t.m * one),
                0.0,
            ),
        )

    x, y = t.ranks
    return moment(u, v, x, y) / (moment(u, u, x, x) * moment(v, v, y, y)).sqrt()


def _mid_ranks(ranks: IntArray, t: Match) -> FloatArray:
    """(U + 1, P) mid-rank of each subject, less the middle of all."""
    each = t.total_of_each(ranks)
    upto = np.cumsum(each, axis=1)
    return np.asarray((upto - each / 2)[:, ranks] - upto[:, -1:] / 2)


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
        net, weightings = t.m @ each, t.weightings
        without = [net - 2 * (gone @ each) + _among(t, gone) for gone in t.m - weightings[1:]]
        return cls(each, Quantity(np.append(net, without), lambda: 2 * each))

    def null_variance(self, t: Match) -> float:
        """Variance of ``net`` if truth and scores had nothing to do with each other."""
        return float(4 * (t.m @ self.each**2 - self.net.value[0] ** 2 / t.m.sum()))


def _among(t: Match, weights: FloatArray) -> float:
    """Pairs in the same order less those in opposite order, among some subjects only."""
    some = np.flatnonzero(weights)
    if some.size < 2:
        return 0.0
    x, y = (np.unique(ranks[some], return_inverse=True)[1] for ranks in t.ranks)
    return float(weights[some] @ concordance(x, y, weights[some]))


def _untied(t: Match, ranks: IntArray) -> Quantity:
    """Pairs of subjects that are not tied, each counted twice."""
    each = t.total_of_each(ranks)
    total = each.sum(axis=1)
    return Quantity(
        total**2 - (each**2).sum(axis=1),
        lambda: np.where(t.both, 2 * (total[0] - each[0, ranks]), 0.0),
    )


@metric("kendall_tau_b", "Kendall's tau-b", "association", link="fisher")
def kendall_tau_b(t: Match) -> Quantity:
    """(C - D)/√(pairs untied in x · pairs untied in y)."""
    x, y = t.ranks
    return Ordering.of(t).net / (_untied(t, x) * _untied(t, y)).sqrt()


@metric("kendall_tau_c", "Kendall's tau-c", "association", link="fisher")
def kendall_tau_c(t: Match) -> Quantity:
    """(C - D) q/(n² (q-1)), q being the smaller number of different scores."""
    used = [(t.total_of_each(ranks) > 0).sum(axis=1) for ranks in t.ranks]
    q = np.minimum(*used).astype(np.float64)
    factor = divide(q, q - 1)
    mean = Ordering.of(t).net / (t.n * t.n)
    return Quantity(factor * mean.value, lambda: factor[0] * mean.slope)
