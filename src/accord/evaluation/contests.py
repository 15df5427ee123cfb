"""Every pair of systems in every metric, and the order in which they stand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from accord.evaluation.measuring import Measured, freedom
from accord.evaluation.results import SystemComparison
from accord.inference import holm, t_test
from accord.patterns import Patterns
from accord.results import plain

__all__ = ["badness", "contests", "gap", "ranking"]


def contests(
    done: Measured, names: Sequence[str], whole: Patterns, confidence: float
) -> list[SystemComparison]:
    """Differences of all pairs in one metric; p-values are adjusted over the pairs."""
    from scipy.special import stdtrit  # here: slow to import

    pairs = list(combinations(range(len(names)), 2))
    rows = []
    for a, b in pairs:
        n = min(done.n[a], done.n[b])
        df = freedom(whole, n)
        reach = float(stdtrit(df, 0.5 + confidence / 2)) if df > 0 else math.nan
        rows.append((a, b, *gap(done, a, b, df, n), reach))
    adjusted = holm(np.array([row[4] for row in rows], dtype=np.float64))
    return [
        SystemComparison(
            names[a],
            names[b],
            done.metric.name,
            difference,
            se,
            difference - reach * se,
            difference + reach * se,
            p,
            float(p_adjusted),
        )
        for (a, b, difference, se, p, reach), p_adjusted in zip(rows, adjusted, strict=True)
    ]


def gap(done: Measured, a: int, b: int, df: float, n: float) -> tuple[float, float, float]:
    """Difference of two contenders, its standard error and p-value.

    Where every subject tells the same difference there is no error to judge it by; the p-value is
    then that of the sign test.
    """
    difference = float(done.values[a] - done.values[b])
    variance = done.matrix[a, a] + done.matrix[b, b] - 2 * done.matrix[a, b]
    if not np.isfinite(variance):
        return difference, math.nan, math.nan
    se = math.sqrt(max(float(variance), 0.0))
    if se < 1e-12:
        return difference, 0.0, 1.0 if abs(difference) < 1e-12 else min(1.0, 2.0 ** (1 - n))
    return difference, se, t_test(difference, se, df, alternative="two-sided")


def badness(done: Measured, k: int) -> float:
    """How far a value is from what is good."""
    value, better = float(done.values[k]), done.metric.better
    if better in ("one", "zero"):
        return abs(value - (1.0 if better == "one" else 0.0))
    return -value if better == "more" else value


def ranking(
    done: Measured, names: Sequence[str], rows: Sequence[SystemComparison], level: float
) -> tuple[Mapping[str, Any], ...]:
    """Systems from the best, with letters: two that share one cannot be told apart.

    Two systems share a letter if, and only if, they do not differ significantly after adjustment.
    """
    known = [k for k in range(len(names)) if np.isfinite(done.values[k])]
    order = sorted(known, key=lambda k: badness(done, k))
    place = {names[k]: p for p, k in enumerate(order)}
    apart = [
        (place[row.a], place[row.b])
        for row in rows
        if row.p_adjusted <= level and row.a in place and row.b in place
    ]
    sets = _sets(len(order), apart)
    letters = [
        " ".join(_letter(s) for s, own in enumerate(sets) if p in own) for p in range(len(order))
    ]
    best = {p for own in sets if 0 in own for p in own}
    return tuple(
        {
            "rank": p + 1,
            "system": names[k],
            "value": plain(float(done.values[k])),
            "sets": letters[p],
            "like_best": p in best,
        }
        for p, k in enumerate(order)
    )


def _sets(number: int, apart: Sequence[tuple[int, int]]) -> list[frozenset[int]]:
    """Largest sets without two that are apart: a set with both is split, and lesser ones go."""
    sets = [frozenset(range(number))]
    for a, b in apart:
        split = [
            part for own in sets for part in ((own - {a}, own - {b}) if {a, b} <= own else (own,))
        ]
        sets = [own for own in dict.fromkeys(split) if not any(own < other for other in split)]
    return sorted(sets, key=sorted)


def _letter(number: int) -> str:
    """Letter of a set.

    >>> _letter(0), _letter(25), _letter(26)
    ('a', 'z', 'aa')
    """
    first, last = divmod(number, 26)
    return (_letter(first - 1) if first else "") + chr(ord("a") + last)
