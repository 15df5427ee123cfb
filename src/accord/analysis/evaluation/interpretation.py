"""Interpretation of an evaluation, in sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from accord.analysis.evaluation.results import GroupFinding, SystemComparison
from accord.analysis.evaluation.system_results import SystemReport
from accord.analysis.evaluation.thresholds import RatingKind
from accord.base.wording import difference_text, p_text, percentage, short, with_limits
from accord.data.scale import show_label
from accord.options import presets
from accord.statistics import MEASURES, Measure

__all__ = ["interpret"]

HIGH = 0.60  # agreement or rank correlation that is called high
NEGLIGIBLE_CORRELATION = 0.10  # rank correlation that is not mentioned beside a constant's
LEVEL = 0.05  # of significance
FEW = 5  # systems up to which every pair gets a sentence
SHIFTED = 0.50  # mean difference that counts as an error, in standard deviations of the truth
MENTIONED = 0.15  # mean difference, or relative difference of spread, that is mentioned
SKEWED = 0.80  # share of one mark above which kappa is misleading
IDENTICAL: Mapping[RatingKind, str] = {
    "scores": "identical marks",
    "words": "identical marks",
    "sets": "identical sets",
}
ROUNDING = 0.005  # difference that the two digits on show can hide


def interpret(
    systems: Sequence[SystemReport],
    ceiling: SystemReport | None,
    baseline: SystemReport,
    comparisons: Sequence[SystemComparison],
    groups: Sequence[GroupFinding],
    headline: str,
    kind: RatingKind,
) -> list[str]:
    """Return sentences on each system, on people, on pairs of systems, and on subgroups."""
    sentences = []
    for system in systems:
        sentences += _on_system(system, headline, IDENTICAL.get(kind))
        sentences += _on_baseline(system, baseline, headline)
    if ceiling is not None:
        sentences += [s for system in systems for s in _on_people(system, ceiling, headline)]
    sentences += _on_contradictions(systems, comparisons, headline)
    sentences += _on_pairs(systems, comparisons, headline)
    return sentences + _on_subgroups(systems, groups)


def _on_pairs(
    systems: Sequence[SystemReport], comparisons: Sequence[SystemComparison], headline: str
) -> list[str]:
    """Return a sentence on each pair, if there are few systems."""
    if len(systems) > FEW:
        return []
    return [
        _pair(row, MEASURES[headline], adjusted=len(systems) > 2)
        for row in comparisons
        if row.metric == headline and math.isfinite(row.p_adjusted)
    ]


def _pair(row: SystemComparison, metric: Measure, *, adjusted: bool) -> str:
    """Return the difference of two systems in words, positive if one is better."""
    tested = p_text(row.p_adjusted, adjusted=adjusted)
    if row.p_adjusted > LEVEL:
        ends = difference_text(row.difference, row.lower, row.upper)
        return (
            f"{row.a} and {row.b} are not significantly different: difference in "
            f"{metric.contrast} ({row.a} − {row.b}) {ends}, {tested}."
        )
    first_better = (row.difference > 0) == (metric.better == "more")
    better, worse = (row.a, row.b) if first_better else (row.b, row.a)
    low, high = (row.lower, row.upper) if row.difference > 0 else (-row.upper, -row.lower)
    ends = difference_text(abs(row.difference), low, high)
    return (
        f"{better} is better than {worse} by {ends} ({metric.title}, {metric.direction}; {tested})."
    )


def _on_subgroups(systems: Sequence[SystemReport], groups: Sequence[GroupFinding]) -> list[str]:
    """Return sentences on large and significant differences from people in subgroups."""
    sentences = []
    several = len({g.group for g in groups}) > 1
    for system in systems:
        rows = [
            g
            for g in groups
            if g.system == system.name and g.metric == "dsm" and g.flag and g.p_adjusted <= LEVEL
        ]
        for g in rows:
            side = "higher" if g.value > 0 else "lower"
            sentences.append(
                f"{system.name} scores group {show_label(g.group)} {side} than people do, by "
                f"{short(abs(g.value))} standard deviations relative to all subjects "
                f"({p_text(g.p_adjusted, adjusted=several)})."
            )
    if groups and not sentences:
        sentences.append("In no subgroup do systems differ from people significantly and by much.")
    return sentences


def _value(report: SystemReport, name: str) -> float:
    """Return the value of a metric; NaN if the report does not have it."""
    return next((item.value for item in report.metrics if item.name == name), math.nan)


def _on_system(system: SystemReport, headline: str, noun: str | None) -> list[str]:
    """Return a sentence on agreement and rank correlation, and on the kind of errors.

    ``noun`` is what may be identical, if that is worth saying.
    """
    agreement, order = _value(system, headline), _value(system, presets.RANK_CORRELATION)
    title = MEASURES[headline].title
    if not math.isfinite(agreement):
        return [f"{system.name}: {title} is undefined."]
    item = system[headline]
    start = f"{system.name}: {title} {with_limits(agreement, item.lower, item.upper)}"
    exact = _value(system, presets.IDENTICAL)
    stated = noun is not None and math.isfinite(exact)
    identical = f", {percentage(exact)} {noun}" if stated else ""
    if not math.isfinite(order):
        return [f"{start}{identical}."]
    ranks = f"{MEASURES[presets.RANK_CORRELATION].short} {short(order)}"
    if MEASURES[headline].kind != "agreement":
        return [f"{start}{identical}, {ranks}.{_shift(system)}"]
    start += f", {ranks}{identical}."
    high, ordered = agreement >= HIGH, order >= HIGH
    bias = _value(system, presets.SHIFT)
    if high and ordered and not abs(bias) > SHIFTED:
        pattern = "Both the marks and their order agree with people."
    elif ordered:
        pattern = "It ranks subjects as people do, but on a shifted or stretched scale."
    elif high:
        pattern = (
            "The marks agree with people, but their order does not: there are small errors of "
            "ranking, or the marks vary little."
        )
    else:
        pattern = "Neither the marks nor their order agree with people."
    return [f"{start} {pattern}{_shift(system)}"]


def _shift(system: SystemReport) -> str:
    """Return a sentence on significant differences from people in mean and spread."""
    parts = []
    for name, target in ((presets.SHIFT, 0.0), (presets.SPREAD, 1.0)):
        item = next((m for m in system.metrics if m.name == name), None)
        if item is None or not math.isfinite(item.lower) or item.lower <= target <= item.upper:
            continue
        if name == presets.SHIFT and abs(item.value) > MENTIONED:
            side = "high" if item.value > 0 else "low"
            parts.append(f"too {side} by {short(abs(item.value))} standard deviations")
        if name == presets.SPREAD and abs(item.value - 1) > MENTIONED:
            parts.append("too close together" if item.value < 1 else "too spread out")
    return f" Its scores are {' and '.join(parts)}." if parts else ""


def _on_baseline(system: SystemReport, baseline: SystemReport, headline: str) -> list[str]:
    """Return a sentence on a system that is not better than always giving the same mark."""
    ours, theirs, metric = system[headline], baseline[headline], MEASURES[headline]
    if not (math.isfinite(ours.lower) and math.isfinite(theirs.value)):
        return []
    worst, best = (
        (ours.lower, ours.upper)
        if metric.worse(ours.lower, ours.upper)
        else (ours.upper, ours.lower)
    )
    if metric.worse(theirs.value, worst):
        return []
    order = _value(system, presets.RANK_CORRELATION)
    rank = (
        f" Its rank correlation is {short(order)}, that of a constant 0."
        if order > NEGLIGIBLE_CORRELATION
        else ""
    )
    worse = metric.worse(best, theirs.value)
    verb = "is worse than" if worse else "is not significantly better than"
    return [
        f"By {metric.title} alone, {system.name} {verb} a system that always gives "
        f"{baseline.name.removeprefix('always ')} ({short(theirs.value)}).{rank}"
    ]


def _on_people(system: SystemReport, ceiling: SystemReport, headline: str) -> list[str]:
    """Return a sentence on agreement with people and among people."""
    row = next((item for item in system.degradation if item.name == headline), None)
    if row is None or not math.isfinite(row.value):
        return []
    people = _value(ceiling, headline)
    single = people + row.value  # agreement of the system with one person at a time
    several = abs(system[headline].value - single) >= ROUNDING
    each = " (mean over single people)" if several else ""
    numbers = f"{MEASURES[headline].title} {short(single)}{each} against {short(people)}"
    if row.upper < 0:
        words = f"{system.name} agrees with people less than they agree with each other"
        ends = f"lower by {difference_text(-row.value, -row.upper, -row.lower)}"
    elif row.lower > 0:
        words = f"{system.name} agrees with people more than they agree with each other"
        ends = f"higher by {difference_text(row.value, row.lower, row.upper)}"
    else:
        words = f"{system.name} is not significantly different from another person"
        gap = difference_text(row.value, row.lower, row.upper)
        ends = f"difference ({system.name} − people) {gap}"
    return [f"{words}: {numbers}, {ends}."]


def _on_contradictions(
    systems: Sequence[SystemReport], comparisons: Sequence[SystemComparison], headline: str
) -> list[str]:
    """Return sentences on pairs where the system with higher correlation agrees less."""
    sentences = []
    values = {system.name: system for system in systems}
    by, metric = MEASURES[presets.CORRELATION], MEASURES[headline]
    by_key = {(row.a, row.b, row.metric): row for row in comparisons}
    for (a, b, name), row in by_key.items():
        if name != presets.CORRELATION or (a, b, headline) not in by_key:
            continue
        other = by_key[(a, b, headline)]
        if not (math.isfinite(row.difference) and math.isfinite(other.difference)):
            continue
        first, second = (a, b) if row.difference > 0 else (b, a)
        lower, higher = (_value(values[name], headline) for name in (first, second))
        if row.difference == 0 or not metric.worse(lower, higher) or other.p_adjusted > LEVEL:
            continue
        r_first, r_second = (_value(values[name], by.name) for name in (first, second))
        sentences.append(
            f"{by.title} is higher for {first} ({short(r_first)} against {short(r_second)}), but "
            f"{second} agrees better with people: {metric.title} {short(higher)} against "
            f"{short(lower)}, {p_text(other.p_adjusted, adjusted=len(systems) > 2)}. Correlation "
            "ignores shifted and stretched scales; rely on the agreement."
        )
    return sentences
