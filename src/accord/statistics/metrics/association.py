"""Metrics of association: correlations of scores with the truth."""

from __future__ import annotations

import numpy as np

from accord.data.scale import FloatArray, IntArray
from accord.statistics.calculus import Quantity, divide
from accord.statistics.measures import metric
from accord.statistics.score_sums import ScoreSums

__all__: list[str] = []


@metric(
    "pearson",
    "Pearson's r",
    "association",
    order=600,
    link="fisher",
    association_test="t",
    parts=("summary", "people", "subgroups", "study"),
    at_least=0.70,
)
def pearson(t: ScoreSums) -> Quantity:
    """Cov/√(Var x Var y)."""
    return t.cov / (t.var_x * t.var_y).sqrt()


@metric(
    "spearman",
    "Spearman's rho",
    "association",
    order=610,
    link="fisher",
    association_test="t",
    parts=("study",),
)
def spearman(t: ScoreSums) -> Quantity:
    """Pearson's r of the mid-ranks.

    The ranks depend on the data, too: one more subject raises the ranks of all above it by 1.
    """
    u, v = (_mid_ranks(ranks, t) for ranks in t.ranks)

    def moment(a: FloatArray, b: FloatArray, a_ranks: IntArray, b_ranks: IntArray) -> Quantity:
        first, second = a[0], b[0]
        return Quantity(
            (t.m * a * b).sum(axis=1),
            lambda: np.where(
                t.both,
                first * second
                + _weight_above(a_ranks, t.m[0] * second)
                + _weight_above(b_ranks, t.m[0] * first),
                0.0,
            ),
        )

    x, y = t.ranks
    return moment(u, v, x, y) / (moment(u, u, x, x) * moment(v, v, y, y)).sqrt()


def _mid_ranks(ranks: IntArray, t: ScoreSums) -> FloatArray:
    """Return (B, P) mid-ranks of the subjects, less their mean."""
    totals = t.group_totals(ranks)
    sums = np.cumsum(totals, axis=1)
    return np.asarray((sums - totals / 2)[:, ranks] - sums[:, -1:] / 2)


def _weight_above(ranks: IntArray, weight: FloatArray) -> FloatArray:
    """Return the weight of the subjects above each, and half of that of its ties."""
    totals = np.bincount(ranks, weights=weight)
    return np.asarray((totals.sum() - np.cumsum(totals) + totals / 2)[ranks])


def _untied(t: ScoreSums, ranks: IntArray) -> Quantity:
    """Return the number of pairs of subjects that are not tied, each counted twice."""
    totals = t.group_totals(ranks)
    total = totals.sum(axis=1)
    return Quantity(
        total**2 - (totals**2).sum(axis=1),
        lambda: np.where(t.both, 2 * (total[0] - totals[0, ranks]), 0.0),
    )


@metric(
    "kendall_tau_b",
    "Kendall's tau-b",
    "association",
    order=620,
    link="fisher",
    association_test="normal",
    short="tau-b",
    parts=("summary", "runs", "study"),
)
def kendall_tau_b(t: ScoreSums) -> Quantity:
    """(C - D)/√(pairs untied in x · pairs untied in y)."""
    x, y = t.ranks
    return t.net_concordance / (_untied(t, x) * _untied(t, y)).sqrt()


@metric(
    "kendall_tau_c",
    "Kendall's tau-c",
    "association",
    order=630,
    link="fisher",
    association_test="normal",
)
def kendall_tau_c(t: ScoreSums) -> Quantity:
    """(C - D) q/(n² (q-1)), where q is the smaller number of different scores."""
    used = [(t.group_totals(ranks) > 0).sum(axis=1) for ranks in t.ranks]
    q = np.minimum(*used).astype(np.float64)
    factor = divide(q, q - 1)
    mean = t.net_concordance / (t.n * t.n)
    return Quantity(factor * mean.value, lambda: factor[0] * mean.slope)
