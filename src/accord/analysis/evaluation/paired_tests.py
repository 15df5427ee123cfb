"""Classical tests of the difference between marks and truth, each with a caution."""

from __future__ import annotations

import math

import numpy as np

from accord.analysis.evaluation.score_panel import ScorePanel
from accord.analysis.evaluation.system_results import PairedTest
from accord.data.scale import FloatArray

__all__ = ["paired_tests"]

T_CAUTION = (
    "It tests whether the means differ, not whether the marks agree, and assumes normally "
    "distributed differences, which marks seldom have."
)
DROPPED = "Equal marks are left out, although they are the best evidence of agreement."
KEPT = "Equal marks are kept in the ranking. It tests whether scores differ, not by how much."


def paired_tests(panel: ScorePanel, confidence: float) -> tuple[PairedTest, ...]:
    """Return the paired t test with effect size, and Wilcoxon's test without and with zeros."""
    from scipy.special import ndtr, stdtr, stdtrit  # here: slow to import

    n = panel.n
    both = panel.sums.both
    d, m = panel.sums.difference[both], panel.m[both]
    if n < 2:
        return ()
    mean = float(m @ d / n)
    sd = math.sqrt(float(m @ (d - mean) ** 2) / (n - 1))
    sd_of_marks = (_sd(panel.sums.x[both], m, n) + _sd(panel.sums.y[both], m, n)) / 2
    statistic = mean / (sd / math.sqrt(n)) if sd > 0 else math.nan
    p = 2 * float(stdtr(n - 1, -abs(statistic))) if sd > 0 else math.nan
    margin = float(stdtrit(n - 1, 0.5 + confidence / 2)) * sd / math.sqrt(n) if sd > 0 else math.nan
    ends = (mean, mean - margin, mean + margin)
    effect = [v / sd_of_marks if sd_of_marks > 0 else math.nan for v in ends]
    results = [PairedTest("paired_t", "paired t test", statistic, p, T_CAUTION, *effect)]
    for name, title, keep, caution in (
        ("wilcoxon", "Wilcoxon's signed ranks, zeros dropped", False, DROPPED),
        ("wilcoxon_pratt", "Wilcoxon's signed ranks, zeros kept (Pratt)", True, KEPT),
    ):
        z = _wilcoxon(d, m, keep=keep)
        tail = 2 * float(ndtr(-abs(z))) if math.isfinite(z) else math.nan
        results.append(PairedTest(name, title, z, tail, caution))
    return tuple(results)


def _sd(values: FloatArray, m: FloatArray, n: float) -> float:
    """Return the standard deviation of values with multiplicities."""
    mean = m @ values / n
    return math.sqrt(float(m @ (values - mean) ** 2) / (n - 1))


def _wilcoxon(d: FloatArray, m: FloatArray, *, keep: bool) -> float:
    """Return the standard normal statistic of the signed ranks; NaN if all differences are 0."""
    kept = np.ones(d.size, dtype=bool) if keep else d != 0
    d, m = d[kept], m[kept]
    distinct, place = np.unique(np.abs(d), return_inverse=True)
    each = np.bincount(place, weights=m, minlength=distinct.size)
    ranks = (np.cumsum(each) - each / 2 + 0.5)[place]
    signed = d != 0
    weights = m * signed
    n = float(weights.sum())
    if n == 0:
        return math.nan
    positive = float((m * ranks) @ (d > 0))
    middle = float(weights @ ranks) / 2
    # ranks of tied differences are their means, so their squares need no correction for ties
    variance = float(weights @ ranks**2) / 4
    return (positive - middle) / math.sqrt(variance)
