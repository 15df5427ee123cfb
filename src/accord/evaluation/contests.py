"""Every pair of systems in every metric, and the order in which they stand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from accord.evaluation.measuring import Measured
from accord.evaluation.results import SystemComparison
from accord.inference import holm, t_test
from accord.results import plain

__all__ = ["contests", "ranking"]


def contests(
    done: Measured, names: Sequence[str], df: float, confidence: float
) -> list[SystemComparison]:
    """Differences of all pairs in one metric; p-values are adjusted over the pairs."""
    from scipy.special import stdtrit  # here: slow to import

    pairs = list(combinations(range(len(names)), 2))
    reach = float(stdtrit(df, 0.5 + confidence / 2)) if df > 0 else math.nan
    rows = []
    for a, b in pairs:
        difference = float(done.values[a] - done.values[b])
        variance = done.matrix[a, a] + done.matrix[b, b] - 2 * done.matrix[a, b]
        se = math.sqrt(max(float(variance), 0.0)) if np.isfinite(variance) else math.nan
        se = 0.0 if se < 1e-12 else se
        p = t_test(difference, se, df, alternative="two-sided")
        rows.append((a, b, difference, se, 1.0 if se == 0 and difference == 0 else p))
    adjusted = holm(np.array([row[-1] for row in rows], dtype=np.float64))
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
        for (a, b, difference, se, p), p_adjusted in zip(rows, adjusted, strict=True)
    ]


def ranking(
    done: Measured, names: Sequence[str], rows: Sequence[SystemComparison], level: float
) -> tuple[Mapping[str, Any], ...]:
    """Systems from the best, with letters: those that share one cannot be told apart.

    A letter stands for a run of systems, next to each other in order, no two of which differ
    significantly after adjustment.
    """
    known = [k for k in range(len(names)) if np.isfinite(done.values[k])]
    aim = {"one": 1.0, "zero": 0.0}.get(done.metric.better)
    keys = {
        k: abs(done.values[k] - aim)
        if aim is not None
        else (-done.values[k] if done.metric.better == "more" else done.values[k])
        for k in known
    }
    order = sorted(known, key=lambda k: keys[k])
    apart = {frozenset((row.a, row.b)) for row in rows if row.p_adjusted <= level}
    sets: list[range] = []
    for first in range(len(order)):
        last = first
        while last + 1 < len(order) and all(
            frozenset((names[order[k]], names[order[last + 1]])) not in apart
            for k in range(first, last + 1)
        ):
            last += 1
        if not sets or last >= sets[-1].stop:
            sets.append(range(first, last + 1))
    letters = [
        "".join(chr(ord("a") + s) for s, run in enumerate(sets) if place in run)
        for place in range(len(order))
    ]
    return tuple(
        {
            "rank": place + 1,
            "system": names[k],
            "value": plain(float(done.values[k])),
            "sets": letters[place],
            "like_best": "a" in letters[place],
        }
        for place, k in enumerate(order)
    )
