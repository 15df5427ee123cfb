"""What an evaluation means, in plain words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from accord.analysis.evaluation.results import GroupFinding, SystemComparison, SystemReport
from accord.base.wording import difference_text, p_text, percentage, short, with_limits
from accord.data.scale import show_label
from accord.options import presets
from accord.statistics import MEASURES, Measure

__all__ = ["interpret"]

HIGH = 0.60
CLOSE = 0.10
LEVEL = 0.05
FEW = 5  # systems of which every pair gets a sentence
SHIFTED = 0.50  # standard deviations of the truth
SKEWED = 0.80


def interpret(
    systems: Sequence[SystemReport],
    ceiling: SystemReport | None,
    baseline: SystemReport,
    comparisons: Sequence[SystemComparison],
    groups: Sequence[GroupFinding],
    headline: str,
) -> list[str]:
    """Sentences on each system, on pairs of them, and on the data."""
    found = []
    for system in systems:
        found += _on(system, headline)
        found += _trivial(system, baseline, headline)
    if ceiling is not None:
        found += [s for system in systems for s in _below_people(system, ceiling, headline)]
    found += _contradictions(systems, comparisons, headline)
    found += _pairs(systems, comparisons, headline)
    return found + _unfair(systems, groups)


def _pairs(
    systems: Sequence[SystemReport], comparisons: Sequence[SystemComparison], headline: str
) -> list[str]:
    """Which of two systems is better, for few systems."""
    if len(systems) > FEW:
        return []
    return [
        _pair(row, MEASURES[headline], adjusted=len(systems) > 2)
        for row in comparisons
        if row.metric == headline and math.isfinite(row.p_adjusted)
    ]


def _pair(row: SystemComparison, metric: Measure, *, adjusted: bool) -> str:
    """State the difference of two systems, its sign as the sentence has it."""
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


def _unfair(systems: Sequence[SystemReport], groups: Sequence[GroupFinding]) -> list[str]:
    """Subgroups that a system treats otherwise than people do, for sure and by much."""
    found = []
    several = len({g.group for g in groups}) > 1
    for system in systems:
        rows = [
            g
            for g in groups
            if g.system == system.name and g.metric == "dsm" and g.flag and g.p_adjusted <= LEVEL
        ]
        for g in rows:
            side = "better" if g.value > 0 else "worse"
            found.append(
                f"{system.name} treats group {show_label(g.group)} {side} than people do: its "
                f"scores there are {short(abs(g.value))} standard deviations "
                f"{'higher' if g.value > 0 else 'lower'} than elsewhere, by comparison "
                f"({p_text(g.p_adjusted, adjusted=several)})."
            )
    if groups and not found:
        found.append("No subgroup is shown to be treated otherwise than people treat it.")
    return found


def _value(report: SystemReport, name: str) -> float:
    return next((item.value for item in report.metrics if item.name == name), math.nan)


def _on(system: SystemReport, headline: str) -> list[str]:
    """Agreement and rank correlation together: what kind of error a system makes."""
    agreement, order = _value(system, headline), _value(system, presets.RANK_CORRELATION)
    title = MEASURES[headline].title
    if not math.isfinite(agreement):
        return [f"{system.name}: {title} is undefined."]
    item = system[headline]
    start = f"{system.name}: {title} {with_limits(agreement, item.lower, item.upper)}"
    exact = _value(system, presets.IDENTICAL)
    beside = f", {percentage(exact)} identical marks" if math.isfinite(exact) else ""
    if not math.isfinite(order):
        return [f"{start}{beside}."]
    ranks = f"{MEASURES[presets.RANK_CORRELATION].short} {short(order)}"
    if MEASURES[headline].kind != "agreement":
        return [f"{start}{beside}, {ranks}.{_shift(system)}"]
    start += f", {ranks}{beside}."
    high, orderly = agreement >= HIGH, order >= HIGH
    bias = _value(system, presets.SHIFT)
    if high and orderly and not abs(bias) > SHIFTED:
        reading = "It gives about the right marks, in the right order."
    elif orderly:
        reading = (
            "Large but orderly errors: it ranks as people do, on a shifted or stretched scale."
        )
    elif high:
        reading = (
            "Marks are about right and the order is not: small errors in ranking, or little "
            "variation to rank."
        )
    else:
        reading = "It finds neither the marks nor the order."
    return [f"{start} {reading}{_shift(system)}"]


def _shift(system: SystemReport) -> str:
    """Whether scores are too high or low, or too close together, if that is sure."""
    told = []
    for name, aim in ((presets.SHIFT, 0.0), (presets.SPREAD, 1.0)):
        item = next((m for m in system.metrics if m.name == name), None)
        if item is None or not math.isfinite(item.lower) or item.lower <= aim <= item.upper:
            continue
        if name == presets.SHIFT and abs(item.value) > 0.15:
            side = "high" if item.value > 0 else "low"
            told.append(f"too {side} by {short(abs(item.value))} standard deviations")
        if name == presets.SPREAD and abs(item.value - 1) > 0.15:
            told.append("too close together" if item.value < 1 else "too far apart")
    return f" Its scores are {' and '.join(told)}." if told else ""


def _trivial(system: SystemReport, baseline: SystemReport, headline: str) -> list[str]:
    """Whether a system is hardly better than always giving the same mark."""
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
    yet = f" Its rank correlation is {short(order)}, that of a constant 0." if order > CLOSE else ""
    behind = metric.worse(best, theirs.value)
    like = "is worse than" if behind else "is not significantly better than"
    return [
        f"By {MEASURES[headline].title} alone, {system.name} {like} a system that gives "
        f"{baseline.name.removeprefix('always ')} every time ({short(theirs.value)}).{yet}"
    ]


def _below_people(system: SystemReport, ceiling: SystemReport, headline: str) -> list[str]:
    row = next((item for item in system.degradation if item.name == headline), None)
    if row is None or not math.isfinite(row.value):
        return []
    people = _value(ceiling, headline)
    single = people + row.value  # the row is of the system with one person at a time
    several = abs(system[headline].value - single) >= 0.005
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


def _contradictions(
    systems: Sequence[SystemReport], comparisons: Sequence[SystemComparison], headline: str
) -> list[str]:
    """Pairs of systems of which correlation prefers the one that agrees less."""
    found = []
    by_key = {(row.a, row.b, row.metric): row for row in comparisons}
    for (a, b, name), row in by_key.items():
        if name != presets.CORRELATION or (a, b, headline) not in by_key:
            continue
        other = by_key[(a, b, headline)]
        if not (math.isfinite(row.difference) and math.isfinite(other.difference)):
            continue
        values = {s.name: s for s in systems}
        liked, better = (a, b) if row.difference > 0 else (b, a)
        by, metric = MEASURES[presets.CORRELATION], MEASURES[headline]
        fooled = metric.worse(_value(values[liked], headline), _value(values[better], headline))
        if row.difference == 0 or not fooled or other.p_adjusted > 0.05:
            continue
        found.append(
            f"{by.title} prefers {liked} ({short(_value(values[liked], by.name))} against "
            f"{short(_value(values[better], by.name))}), yet {better} agrees better with people: "
            f"{MEASURES[headline].title} {short(_value(values[better], headline))} against "
            f"{short(_value(values[liked], headline))}, "
            f"{p_text(other.p_adjusted, adjusted=len(systems) > 2)}. Correlation does not see that "
            "scores are shifted or stretched; trust the agreement."
        )
    return found
