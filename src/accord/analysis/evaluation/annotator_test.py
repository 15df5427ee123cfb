"""The alternative annotator test: whether a machine may take the place of one of the people.

Every person is left out in turn. On each subject that this person and others rated, the machine and
the person are measured by the others; the machine wins if it is as close to them, or closer. It may
replace the person if its share of wins is not less than the person's by more than ε, and passes if
it may replace half of the people or more. (Calderon, Reichart & Dror 2025.)
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from accord.analysis.evaluation.measuring import estimate_quantity
from accord.analysis.evaluation.results import MetricEstimate
from accord.analysis.evaluation.scores import Column, Scores
from accord.base.serialise import Record
from accord.data.scale import FloatArray
from accord.statistics.calculus import Quantity

__all__ = ["AnnotatorTest", "annotator_test"]

FEWEST = 2  # people besides the one left out, on some subjects
SMALL = 30  # subjects from which the t test is used


@dataclass(frozen=True, slots=True)
class AnnotatorTest(Record):
    """The test of one system.

    Parameters
    ----------
    winning_rate
        Share of the people whom the system may replace.
    advantage
        Mean probability that the system does as well as the person or better.
    epsilon
        How much less often than a person the system may win.
    level
        False discovery rate.
    people
        For each person: name, subjects, wins of either side, p-value, whether replaceable.
    """

    winning_rate: float
    advantage: MetricEstimate
    epsilon: float
    level: float
    people: tuple[dict[str, Any], ...]

    _derived: ClassVar[Mapping[str, str]] = {"passed": "passed"}

    @property
    def passed(self) -> bool:
        """Whether half of the people or more may be replaced."""
        return self.winning_rate >= 0.5


def annotator_test(
    scores: Scores, system: Column, *, epsilon: float, level: float, confidence: float
) -> AnnotatorTest | None:
    """Put a system to the test; None with fewer than three people."""
    if len(scores.humans) < FEWEST + 1:
        return None
    m = scores.table.multiplicity.astype(np.float64)
    rows, wins = [], []
    for person in scores.humans:
        others = [human for human in scores.humans if human is not person]
        ours, theirs = _closeness(system, others), _closeness(person, others)
        there = ~(np.isnan(ours) | np.isnan(theirs))
        if m[there].sum() < 2:
            continue
        rows.append(_against(person.name, ours[there], theirs[there], m[there], epsilon))
        wins.append(_share(there & (ours >= theirs), there, m))
    if not rows:
        return None
    for row, rejected in zip(
        rows, _discoveries([row["p_value"] for row in rows], level), strict=True
    ):
        row["replaceable"] = rejected
    return AnnotatorTest(
        sum(row["replaceable"] for row in rows) / len(rows),
        _advantage(wins, float(np.mean([row["n"] for row in rows])), scores, confidence),
        epsilon,
        level,
        tuple(rows),
    )


def _share(which: npt.NDArray[np.bool_], among: npt.NDArray[np.bool_], m: FloatArray) -> Quantity:
    """Share of some subjects among others."""
    top, bottom = (v.astype(np.float64) for v in (which, among))
    return Quantity(np.array([m @ top]), lambda: top) / Quantity(
        np.array([m @ bottom]), lambda: bottom
    )


def _advantage(wins: list[Quantity], n: float, scores: Scores, confidence: float) -> MetricEstimate:
    """Mean over the people of the share of the system's wins."""
    mean = wins[0]
    for own in wins[1:]:
        mean = mean + own
    return estimate_quantity(
        "advantage",
        "advantage probability",
        mean / float(len(wins)),
        scores.table,
        link="rate",
        n=n,
        confidence=confidence,
    )


def _closeness(one: Column, others: list[Column]) -> FloatArray:
    """(P,) how close a rater is to the others: less the RMSE, or for words the share of equals."""
    if one.values is not None:
        far = np.stack([(one.values - o.values) ** 2 for o in others if o.values is not None])
        there = ~np.isnan(far)
        number = there.sum(axis=0)
        total = np.where(there, far, 0.0).sum(axis=0)
        return np.where(number > 0, -np.sqrt(total / np.maximum(number, 1)), np.nan)
    pairs = [(one.codes, other.codes) for other in others]
    there = np.stack([(a >= 0) & (b >= 0) for a, b in pairs])
    equal = np.stack([a == b for a, b in pairs]) & there
    number = there.sum(axis=0)
    return np.where(number > 0, equal.sum(axis=0) / np.maximum(number, 1), np.nan)


def _against(
    name: str, ours: FloatArray, theirs: FloatArray, m: FloatArray, epsilon: float
) -> dict[str, Any]:
    """One person against the system: wins, and the test that the person is not better by ε."""
    wins, losses = (ours >= theirs).astype(np.float64), (theirs >= ours).astype(np.float64)
    n = float(m.sum())
    better = losses - wins
    mean = float(m @ better / n)
    variance = float(m @ (better - mean) ** 2) / (n - 1)
    return {
        "person": name,
        "n": n,
        "system_wins": float(m @ wins / n),
        "person_wins": float(m @ losses / n),
        "p_value": _p_below(better, m, mean, variance, n, epsilon),
    }


def _p_below(
    better: FloatArray, m: FloatArray, mean: float, variance: float, n: float, epsilon: float
) -> float:
    """P-value of the hypothesis that the mean is ε or more: t test, or with few subjects ranks.

    Where all subjects say the same, how often they would at most, were the hypothesis true: ties on
    1 - ε of the subjects, or wins of the system on half of that.
    """
    from scipy.special import stdtr  # here: slow to import

    if variance == 0:
        most = (1 - epsilon) / (2 if mean < 0 else 1)
        return float(most**n) if mean < epsilon else 1.0
    if n >= SMALL:
        return float(stdtr(n - 1, (mean - epsilon) / math.sqrt(variance / n)))
    from scipy.stats import wilcoxon

    each = np.repeat(better - epsilon, m.astype(np.int64))
    return float(wilcoxon(each, alternative="less").pvalue)


def _discoveries(p: list[float], level: float) -> list[bool]:
    """Which hypotheses fall at a false discovery rate, by Benjamini and Yekutieli."""
    order = np.argsort(p)
    number = len(p)
    harmonic = sum(1 / k for k in range(1, number + 1))
    limits = level * np.arange(1, number + 1) / (number * harmonic)
    below = np.flatnonzero(np.array(p)[order] <= limits)
    found = np.zeros(number, dtype=bool)
    if below.size:
        found[order[: below[-1] + 1]] = True
    return found.tolist()
