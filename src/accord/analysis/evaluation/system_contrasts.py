"""Differences of systems in a metric, and the order of the systems."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from accord.analysis.evaluation.measuring import Measurement, is_drawn
from accord.analysis.evaluation.results import RankedSystem, SystemComparison
from accord.analysis.evaluation.scores import Scores
from accord.data.panel import Panel
from accord.inference.choice import paired_draws
from accord.inference.contrast import Contrast, Draws, by_draws, by_standard_error
from accord.inference.homogeneity import holm
from accord.inference.quantities import se_method
from accord.inference.results import Interval
from accord.options import InferenceOptions, resolve_seed

__all__ = ["UNLIKE", "adjusted_contrasts", "compare_systems", "contrasts", "ranking"]


UNLIKE = (
    "the systems did not score the same subjects: differences between them may be differences "
    "between subjects, and L1 and L2 grow with their number."
)


def compare_systems(
    measurement: Measurement, names: Sequence[str], scores: Scores, settings: InferenceOptions
) -> list[SystemComparison]:
    """Return the differences of all pairs of systems in one metric."""
    pairs = list(combinations(range(len(names)), 2))
    return [
        SystemComparison(
            names[a],
            names[b],
            measurement.measure.name,
            contrast.value,
            contrast.se,
            contrast.interval.low,
            contrast.interval.high,
            contrast.p_value,
            contrast.p_adjusted,
            contrast.method,
        )
        for (a, b), contrast in zip(
            pairs, adjusted_contrasts(measurement, pairs, scores, settings), strict=True
        )
    ]


@dataclass(frozen=True, slots=True)
class AdjustedContrast:
    """The numbers of a contrast, without the draws that they are from, and its adjusted p-value."""

    value: float
    se: float
    interval: Interval
    p_value: float
    p_adjusted: float
    method: str


def adjusted_contrasts(
    measurement: Measurement,
    pairs: Sequence[tuple[int, int]],
    scores: Scores,
    settings: InferenceOptions,
) -> list[AdjustedContrast]:
    """Return the contrasts of pairs, each with its p-value adjusted by Holm's method."""
    rows = [
        (each.value, each.se, each.interval(settings.confidence), each.p_value, each.method)
        for each in contrasts(measurement, pairs, scores, settings)
    ]
    adjusted = holm(np.array([p for _, _, _, p, _ in rows], dtype=np.float64)).tolist()
    return [
        AdjustedContrast(value, se, interval, p, p_adjusted, method)
        for (value, se, interval, p, method), p_adjusted in zip(rows, adjusted, strict=True)
    ]


def contrasts(
    measurement: Measurement,
    pairs: Sequence[tuple[int, int]],
    scores: Scores,
    settings: InferenceOptions,
) -> Iterator[Contrast]:
    """Yield the contrasts of pairs of contenders, one after the other: each holds its draws.

    They are by draws where the intervals of both are, so that `compare` and `evaluate` give the
    same result; otherwise by the jackknife or by influence values.
    """
    draws = _draws(measurement, sorted({k for pair in pairs for k in pair}), scores, settings)
    for a, b in pairs:
        difference, sign = _difference(measurement, a, b)
        se, df = measurement.difference(a, b, sign)
        if a in draws and b in draws:
            df = df if measurement.measure.statistic.widened else math.inf
            yield by_draws(difference, draws[a], draws[b], se, df)
        else:
            method = se_method(*(measurement.terms[k].quantity for k in (a, b)))
            yield by_standard_error(difference, se, df, pairs=df + 1, method=method)


def _difference(measurement: Measurement, a: int, b: int) -> tuple[float, float]:
    """Return the difference of two contenders, and the sign of their covariance in its variance.

    For a metric that is best at 0 or at 1, it is the difference of the distances from there: a
    bias of -1 is neither better nor worse than one of 1.
    """
    first, second = measurement.terms[a].value, measurement.terms[b].value
    target = measurement.measure.target
    if target is None:
        return first - second, 1.0
    sign = math.copysign(1.0, first - target) * math.copysign(1.0, second - target)
    return abs(first - target) - abs(second - target), sign


def _draws(
    measurement: Measurement,
    contenders: Sequence[int],
    scores: Scores,
    settings: InferenceOptions,
) -> dict[int, Draws]:
    """Return the draws of contenders whose interval is by draws, with common subject weights.

    The records that are drawn are those of `compare` with the same gold standard.
    """
    quantities = {
        k: quantity
        for k, quantity in ((k, measurement.terms[k].quantity) for k in contenders)
        if np.isfinite(quantity.value[0]) and is_drawn(quantity, settings)
    }
    if len(quantities) < 2:
        return {}
    number = paired_draws([q.evaluation for q in quantities.values()])
    seed, table = resolve_seed(settings.seed), scores.table
    systems_only = max(contenders) < len(scores.systems)
    common = scores.marked if systems_only else Panel(table, table, np.arange(len(table)))
    return {k: q.family.side(q.evaluation, common, number, seed, k) for k, q in quantities.items()}


def ranking(
    measurement: Measurement, names: Sequence[str], rows: Sequence[SystemComparison], level: float
) -> tuple[RankedSystem, ...]:
    """Return the systems from the best, with letters.

    Two systems share a letter if, and only if, they do not differ significantly after adjustment.
    """
    order = measurement.best_first(len(names))
    place = {names[k]: p for p, k in enumerate(order)}
    significant = [
        (place[row.a], place[row.b])
        for row in rows
        if row.p_adjusted <= level and row.a in place and row.b in place
    ]
    sets = _letter_sets(len(order), significant)
    letters = [
        " ".join(_letter(s) for s, members in enumerate(sets) if p in members)
        for p in range(len(order))
    ]
    best = {p for members in sets if 0 in members for p in members}
    return tuple(
        RankedSystem(p + 1, names[k], measurement.terms[k].value, letters[p], p in best)
        for p, k in enumerate(order)
    )


def _letter_sets(number: int, significant: Sequence[tuple[int, int]]) -> list[frozenset[int]]:
    """Return the largest sets of systems without a significant difference.

    A set with both systems of a significant pair is split; subsets of other sets are dropped.
    """
    sets = [frozenset(range(number))]
    for a, b in significant:
        parts = [
            part
            for members in sets
            for part in ((members - {a}, members - {b}) if {a, b} <= members else (members,))
        ]
        sets = [
            members for members in dict.fromkeys(parts) if not any(members < part for part in parts)
        ]
    return sorted(sets, key=sorted)


def _letter(number: int) -> str:
    """Return the letter of a set.

    >>> _letter(0), _letter(25), _letter(26)
    ('a', 'z', 'aa')
    """
    first, last = divmod(number, 26)
    return (_letter(first - 1) if first else "") + chr(ord("a") + last)
