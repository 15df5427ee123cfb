"""Alternative annotator test: whether a system may replace one of the people.

Each person is left out in turn. On each subject that this person and others rated, the system and
the person are compared with the others. The system wins if it is at least as close to them. It may
replace the person if its share of wins is not lower than the person's by ε or more. It passes the
test if it may replace half of the people or more (Calderon, Reichart & Dror 2025).
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from accord.analysis.evaluation.estimates import MetricEstimate
from accord.analysis.evaluation.measuring import estimate_quantity
from accord.analysis.evaluation.scores import Column, Scores
from accord.analysis.evaluation.system_results import AnnotatorComparison, AnnotatorTest
from accord.data.scale import FloatArray
from accord.statistics.calculus import Quantity

__all__ = ["annotator_test"]

MIN_OTHERS = 2  # people besides the one who is left out
MIN_T_TEST = 30  # subjects; the ranks are tested below that


def annotator_test(
    scores: Scores, system: Column, *, epsilon: float, level: float, confidence: float
) -> AnnotatorTest | None:
    """Test a system; return None with fewer than three people or without common subjects."""
    if len(scores.humans) < MIN_OTHERS + 1:
        return None
    m = scores.table.multiplicity.astype(np.float64)
    rows, wins = [], []
    for person in scores.humans:
        others = [human for human in scores.humans if human is not person]
        ours, theirs = _closeness(system, others), _closeness(person, others)
        both = ~(np.isnan(ours) | np.isnan(theirs))
        if m[both].sum() < 2:
            continue
        rows.append(_test_against(person.name, ours[both], theirs[both], m[both], epsilon))
        wins.append(scores.share(ours >= theirs, both))
    if not rows:
        return None
    rejected = _discoveries([row.p_value for row in rows], level)
    return AnnotatorTest(
        sum(rejected) / len(rows),
        _advantage(wins, float(np.mean([row.n for row in rows])), scores, confidence),
        epsilon,
        level,
        tuple(replace(row, replaceable=r) for row, r in zip(rows, rejected, strict=True)),
    )


def _advantage(wins: list[Quantity], n: float, scores: Scores, confidence: float) -> MetricEstimate:
    """Return the estimate of the system's share of wins, as a mean over the people."""
    total = wins[0]
    for share in wins[1:]:
        total = total + share
    return estimate_quantity(
        "advantage",
        "advantage probability",
        total / float(len(wins)),
        scores.table,
        link="rate",
        n=n,
        confidence=confidence,
    )


def _closeness(one: Column, others: list[Column]) -> FloatArray:
    """Return (P,) how close a rater is to the others: -RMSE, or for words the share of equals."""
    if one.values is not None:
        squares = np.stack([(one.values - o.values) ** 2 for o in others if o.values is not None])
        both = ~np.isnan(squares)
        number = both.sum(axis=0)
        total = np.where(both, squares, 0.0).sum(axis=0)
        return np.where(number > 0, -np.sqrt(total / np.maximum(number, 1)), np.nan)
    pairs = [(one.codes, other.codes) for other in others]
    both = np.stack([(a >= 0) & (b >= 0) for a, b in pairs])
    equal = np.stack([a == b for a, b in pairs]) & both
    number = both.sum(axis=0)
    return np.where(number > 0, equal.sum(axis=0) / np.maximum(number, 1), np.nan)


def _test_against(
    name: str, ours: FloatArray, theirs: FloatArray, m: FloatArray, epsilon: float
) -> AnnotatorComparison:
    """Compare the system with one person; test that the person is better by ε or more."""
    wins, losses = (ours >= theirs).astype(np.float64), (theirs >= ours).astype(np.float64)
    n = float(m.sum())
    better = losses - wins
    mean = float(m @ better / n)
    variance = float(m @ (better - mean) ** 2) / (n - 1)
    p = _p_below(better, m, mean, variance, n, epsilon)
    return AnnotatorComparison(name, n, float(m @ wins / n), float(m @ losses / n), p)


def _p_below(
    better: FloatArray, m: FloatArray, mean: float, variance: float, n: float, epsilon: float
) -> float:
    """Return the p-value of the hypothesis that the mean is ε or more.

    By the t test, or for few subjects by Wilcoxon's signed ranks. If all subjects have the same
    result, it is the largest probability of that under the hypothesis: ties on 1 - ε of the
    subjects, or wins of the system on half of that.
    """
    from scipy.special import stdtr  # here: slow to import

    if variance == 0:
        largest = (1 - epsilon) / (2 if mean < 0 else 1)
        return float(largest**n) if mean < epsilon else 1.0
    if n >= MIN_T_TEST:
        return float(stdtr(n - 1, (mean - epsilon) / math.sqrt(variance / n)))
    from scipy.stats import wilcoxon

    each = np.repeat(better - epsilon, m.astype(np.int64))
    return float(wilcoxon(each, alternative="less").pvalue)


def _discoveries(p: list[float], level: float) -> list[bool]:
    """Return which hypotheses are rejected at a false discovery rate (Benjamini-Yekutieli)."""
    order = np.argsort(p)
    number = len(p)
    harmonic = sum(1 / k for k in range(1, number + 1))
    limits = level * np.arange(1, number + 1) / (number * harmonic)
    below = np.flatnonzero(np.array(p)[order] <= limits)
    rejected = np.zeros(number, dtype=bool)
    if below.size:
        rejected[order[: below[-1] + 1]] = True
    return rejected.tolist()
