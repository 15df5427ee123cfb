"""Subgroups: whether a system scores one of them higher or lower than people do."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from accord.analysis.evaluation.estimates import MetricEstimate
from accord.analysis.evaluation.measuring import estimate_quantity, measure_panels
from accord.analysis.evaluation.results import GroupFinding
from accord.analysis.evaluation.scores import Column, Scores
from accord.analysis.evaluation.thresholds import flag, group_flag, has_thresholds
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.inference.homogeneity import holm
from accord.inference.quantities import unit_df
from accord.inference.tails import StudentTails, two_sided
from accord.options import InferenceOptions
from accord.options.presets import SHIFT
from accord.statistics import MEASURES
from accord.statistics.calculus import Quantity
from accord.statistics.score_sums import ScoreSums

__all__ = ["fairness"]


def fairness(scores: Scores, settings: InferenceOptions) -> tuple[GroupFinding, ...]:
    """Return the SMD, the difference of standardised means, and agreement in each subgroup."""
    table = scores.table
    if table.group is None:
        return ()
    results: list[GroupFinding] = []
    for system, panel in zip(scores.systems, scores.system_panels, strict=True):
        differences: list[tuple[object, MetricEstimate]] = []
        for code, label in enumerate(table.groups):
            inside = (table.group == code).astype(np.float64)
            n = float(panel.m @ inside)
            if panel.numeric and n > 1:
                for name, quantity in _differences(panel.sums, inside).items():
                    value = estimate_quantity(
                        name,
                        name,
                        quantity,
                        table,
                        link="real",
                        n=n,
                        confidence=settings.confidence,
                        form="continuous",
                    )
                    differences.append((label, value))
            results += _agreement(scores, system, code, label, n, settings)
        results += _tested(system.name, differences, table)
    return tuple(results)


def _differences(sums: ScoreSums, inside: FloatArray) -> dict[str, Quantity]:
    """Return differences that are standardised by the means and deviations of all subjects."""
    members = sums.total(inside)
    sd_x, sd_y = ((v * sums.unbiased).sqrt() for v in (sums.var_x, sums.var_y))
    mean_x, mean_y = sums.total(inside * sums.x) / members, sums.total(inside * sums.y) / members
    return {
        SHIFT: (mean_y - mean_x) / sd_x,
        "dsm": (mean_y - sums.mean_y) / sd_y - (mean_x - sums.mean_x) / sd_x,
    }


def _agreement(
    scores: Scores, system: Column, code: int, label: object, n: float, settings: InferenceOptions
) -> list[GroupFinding]:
    """Return the measures of agreement in one subgroup."""
    outside = scores.table.group != code
    inner = Column(
        scores.gold.name,
        None if scores.gold.values is None else np.where(outside, np.nan, scores.gold.values),
        np.where(outside, -1, scores.gold.codes),
    )
    panel = scores.panel(inner, system)
    rows = []
    for name, measure in MEASURES.items():
        if "subgroups" not in measure.parts:
            continue
        value = measure_panels(measure, [[panel]], scores.table).estimate(0, settings)
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
                    flag(measure, value.value) if has_thresholds(scores.kind) else None,
                )
            )
    return rows


def _tested(
    system: str, differences: Sequence[tuple[object, MetricEstimate]], table: Patterns
) -> list[GroupFinding]:
    """Return differences with p-values, adjusted over the subgroups of a system."""
    rows = []
    for name in (SHIFT, "dsm"):
        members = [(label, value) for label, value in differences if value.name == name]
        p = np.array(
            [
                two_sided(StudentTails(v.value, v.se, unit_df(table, v.n))) if v.se > 0 else np.nan
                for _, v in members
            ],
            dtype=np.float64,
        )
        for (label, v), single, adjusted in zip(members, p, holm(p), strict=True):
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
