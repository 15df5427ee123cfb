"""Every pair of systems in every metric, and the order in which they stand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from accord.analysis.evaluation.measuring import Measured, is_drawn
from accord.analysis.evaluation.results import SystemComparison
from accord.analysis.evaluation.scores import Scores
from accord.base.plain import plain
from accord.data.panel import Panel
from accord.data.scale import FloatArray
from accord.inference import (
    holm,
)
from accord.inference.analytic import ROUNDING_ERROR
from accord.inference.choice import paired_draws
from accord.inference.contrast import Contrast, by_draws, by_standard_error
from accord.inference.quantities import se_method, unit_df
from accord.options import InferenceOptions, resolve_seed

__all__ = ["UNLIKE", "contests", "gaps", "ranking"]


UNLIKE = (
    "the systems did not score the same subjects: differences between them may be differences "
    "between subjects, and L1 and L2 grow with their number."
)


def contests(
    done: Measured, names: Sequence[str], scores: Scores, settings: InferenceOptions
) -> list[SystemComparison]:
    """Differences of all pairs in one metric; p-values are adjusted over the pairs."""
    pairs = list(combinations(range(len(names)), 2))
    found = gaps(done, pairs, scores, settings)
    adjusted = holm(np.array([gap.p_value for gap in found], dtype=np.float64))
    return [
        SystemComparison(
            names[a],
            names[b],
            done.measure.name,
            gap.value,
            gap.se,
            gap.interval(settings.confidence).low,
            gap.interval(settings.confidence).high,
            gap.p_value,
            float(p_adjusted),
            gap.method,
        )
        for (a, b), gap, p_adjusted in zip(pairs, found, adjusted, strict=True)
    ]


def gaps(
    done: Measured, pairs: Sequence[tuple[int, int]], scores: Scores, settings: InferenceOptions
) -> list[Contrast]:
    """Differences of pairs of contenders.

    By draws where the intervals of both are, so that this and a comparison of the same two say the
    same; else by the jackknife, or by influence values.
    """
    drawn = _drawn(done, sorted({k for pair in pairs for k in pair}), scores, settings)
    found = []
    for a, b in pairs:
        n = min(done.n[a], done.n[b])
        df = unit_df(scores.whole, n)
        difference, se = _difference(done, a, b)
        if a in drawn and b in drawn:
            found.append(by_draws(difference, drawn[a], drawn[b], se, df))
        else:
            method = se_method(done.quantities[a], done.quantities[b])
            found.append(by_standard_error(difference, se, df, pairs=n, method=method))
    return found


def _difference(done: Measured, a: int, b: int) -> tuple[float, float]:
    """Return the difference of two contenders, and its standard error; what is only rounding is 0.

    Of a metric that is best at 0 or at 1 it is the difference of their distances from there: a bias
    of -1 is neither better nor worse than one of 1.
    """
    one, other = float(done.values[a]), float(done.values[b])
    signs = 1.0
    target = done.measure.target
    if target is not None:
        signs = math.copysign(1.0, one - target) * math.copysign(1.0, other - target)
        one, other = abs(one - target), abs(other - target)
    variance = float(
        done.covariance[a, a] + done.covariance[b, b] - 2 * signs * done.covariance[a, b]
    )
    if not math.isfinite(variance):
        return one - other, math.nan
    se = math.sqrt(max(variance, 0.0))
    return one - other, se if se >= ROUNDING_ERROR else 0.0


def _drawn(
    done: Measured, contenders: Sequence[int], scores: Scores, settings: InferenceOptions
) -> dict[int, tuple[FloatArray, FloatArray]]:
    """Draws of those whose interval is by draws, with the same weights of the subjects.

    Subjects are drawn as records of marks, as in a comparison with the same gold standard.
    """
    known = {
        k: q
        for k, q in ((k, done.quantities[k]) for k in contenders)
        if np.isfinite(q.value[0]) and is_drawn(q, settings)
    }
    if len(known) < 2:
        return {}
    draws = paired_draws([q.evaluation for q in known.values()])
    seed, whole = resolve_seed(settings.seed), scores.whole
    systems_only = max(contenders) < len(scores.systems)
    common = scores.marked if systems_only else Panel(whole, whole, np.arange(len(whole)))
    return {k: q.family.side(q.evaluation, common, draws, seed, k) for k, q in known.items()}


def ranking(
    done: Measured, names: Sequence[str], rows: Sequence[SystemComparison], level: float
) -> tuple[Mapping[str, Any], ...]:
    """Systems from the best, with letters: two that share one are not significantly different.

    Two systems share a letter if, and only if, they do not differ significantly after adjustment.
    """
    known = [k for k in range(len(names)) if np.isfinite(done.values[k])]
    order = sorted(known, key=lambda k: done.measure.badness(float(done.values[k])))
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
