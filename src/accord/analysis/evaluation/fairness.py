"""Subgroups: whether a system treats one of them better or worse than people do."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from accord.analysis.evaluation.measuring import estimate_quantity, measure_panels
from accord.analysis.evaluation.results import GroupFinding, MetricEstimate
from accord.analysis.evaluation.scores import Column, Scores
from accord.analysis.evaluation.thresholds import flag, group_flag
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.inference import StudentTails, holm, two_sided
from accord.inference.quantities import unit_df
from accord.options import InferenceOptions
from accord.options.presets import SHIFT
from accord.statistics import MEASURES
from accord.statistics.calculus import Quantity
from accord.statistics.score_sums import ScoreSums

__all__ = ["fairness"]


def fairness(scores: Scores, settings: InferenceOptions) -> tuple[GroupFinding, ...]:
    """SMD, difference of standardised means and agreement of every system in every subgroup."""
    whole = scores.whole
    if whole.group is None:
        return ()
    found: list[GroupFinding] = []
    for system in scores.systems:
        t = scores.panel(scores.gold, system)
        differences: list[tuple[object, MetricEstimate]] = []
        for code, label in enumerate(whole.groups):
            inside = (whole.group == code).astype(np.float64)
            n = float(t.m @ inside)
            if t.numeric and n > 1:
                for name, quantity in _differences(t.sums, inside).items():
                    value = estimate_quantity(
                        name,
                        name,
                        quantity,
                        whole,
                        link="real",
                        n=n,
                        confidence=settings.confidence,
                        form="continuous",
                    )
                    differences.append((label, value))
            found += _agreement(scores, system, code, label, n, settings)
        found += _tested(system.name, differences, whole)
    return tuple(found)


def _differences(t: ScoreSums, inside: FloatArray) -> dict[str, Quantity]:
    """Standardised by the whole's means and deviations, so that subgroups can be compared."""
    members = t.total(inside)
    sd_x, sd_y = ((v * t.unbiased).sqrt() for v in (t.var_x, t.var_y))
    mean_x, mean_y = t.total(inside * t.x) / members, t.total(inside * t.y) / members
    return {
        SHIFT: (mean_y - mean_x) / sd_x,
        "dsm": (mean_y - t.mean_y) / sd_y - (mean_x - t.mean_x) / sd_x,
    }


def _agreement(
    scores: Scores, system: Column, code: int, label: object, n: float, settings: InferenceOptions
) -> list[GroupFinding]:
    outside = scores.whole.group != code
    inner = Column(
        scores.gold.name,
        None if scores.gold.values is None else np.where(outside, np.nan, scores.gold.values),
        np.where(outside, -1, scores.gold.codes),
    )
    t = scores.panel(inner, system)
    rows = []
    for name, measure in MEASURES.items():
        if "subgroups" not in measure.parts:
            continue
        done = measure_panels(measure, [[t]], scores.whole)
        value = done.estimate(0, settings)
        if math.isfinite(value.value):
            nan = math.nan
            rows.append(
                GroupFinding(
                    label,
                    system.name,
                    name,
                    value.value,
                    value.lower,
                    value.upper,
                    n,
                    nan,
                    nan,
                    flag(measure, value.value),
                )
            )
    return rows


def _tested(
    system: str, found: Sequence[tuple[object, MetricEstimate]], whole: Patterns
) -> list[GroupFinding]:
    """Differences with p-values, adjusted over the subgroups of a system."""
    rows = []
    for name in (SHIFT, "dsm"):
        own = [(label, value) for label, value in found if value.name == name]
        p = np.array(
            [
                two_sided(StudentTails(v.value, v.se, unit_df(whole, v.n))) if v.se > 0 else np.nan
                for _, v in own
            ],
            dtype=np.float64,
        )
        for (label, v), single, adjusted in zip(own, p, holm(p), strict=True):
            rows.append(
                GroupFinding(
                    label,
                    system,
                    name,
                    v.value,
                    v.lower,
                    v.upper,
                    v.n,
                    float(single),
                    float(adjusted),
                    group_flag(v.value),
                )
            )
    return rows
