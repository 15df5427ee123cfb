"""What every form of the report says in the same words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from accord.analysis.evaluation import Verdict
from accord.analysis.evaluation.thresholds import DEGRADATION, GROUP
from accord.analysis.interpretation import BenchmarkScale, benchmark
from accord.analysis.lead import Presentation
from accord.base.wording import (
    capital,
    count_text,
    counted,
    joined,
    percent,
    percentage,
    short,
)
from accord.data.scale import show_label
from accord.inference.results import Agreement, Estimate
from accord.statistics import COEFFICIENTS, MEASURES, find

__all__ = [
    "EQUAL_ONLY",
    "NEAR_MISSES",
    "SHOWN",
    "STAR",
    "digits_of",
    "equalities",
    "evaluated",
    "exactly",
    "headline",
    "is_corrected",
    "merged",
    "methods",
    "scale_fact",
    "scored",
]

METHODS = {"dirichlet": "Dirichlet"}  # as people write them
ERRORS = {"null": "those under the null hypothesis of chance agreement; intervals do not use them"}
STAR = "* below a recommended threshold or beyond a recommended limit"
SHOWN = 12
APART = 0.05  # coefficients that are closer are not worth a sentence, whatever their bands
MANY_VALUES = 20  # more distinct values than this are described by their range
NEAR_MISSES = "If the categories are ordered: agreement with credit for near misses"
EQUAL_ONLY = "Exact agreement: only equal ratings count"


def headline(p: Presentation, scale: BenchmarkScale) -> str:
    """Return the result in a sentence or two.

    Exact agreement comes first (not for measurements, which are hardly ever equal), then the
    coefficient that stands for all, with its weights, interval and benchmark, and a clause where
    another coefficient reaches another benchmark.
    """
    data = p.requested.data
    verb = "measured" if p.lead == "measured" else "rated"
    start = f"{counted(len(data.raters), 'rater')} {verb} {counted(data.subjects, 'subject')}"
    parts = [start, *exactly(p)]
    chosen = p.headline_estimate
    if chosen is not None:
        parts.append(_reported(chosen, scale))
    if len(parts) == 1:
        return capital(f"{start}; nothing can be measured.")
    further = [_near_misses(p), _apart(p, scale)]
    return " ".join([capital("; ".join(parts)) + ".", *filter(None, further)])


def exactly(p: Presentation) -> list[str]:
    """Exact agreement as a clause, if it says something."""
    e = p.exact_agreement
    if e is None or math.isnan(e.value):
        return []
    mean = "on average over subjects, " if p.requested.data.missing else ""
    return [f"{mean}they agreed exactly on {percentage(e.value)} of the pairs of ratings"]


def _near_misses(p: Presentation) -> str:
    """Sentence on weighted agreement, where exact agreement leads and near misses may count."""
    chosen = p.headline_estimate
    if p.lead != "exact" or p.other is None or chosen is None or chosen.name not in p.other:
        return ""
    e = p.other[chosen.name]
    if math.isnan(e.value):
        return ""
    return f"With credit for near misses, {_value(e)}."


def _apart(p: Presentation, scale: BenchmarkScale) -> str:
    """Sentence on the coefficient that is furthest from the chosen one, and a band or more away."""
    chosen = p.headline_estimate
    if chosen is None or not is_corrected(chosen):
        return ""
    others = [
        e
        for e in merged(p.leading)[0]
        if e in p.shown(p.leading)
        and is_corrected(e)
        and e.weights == chosen.weights
        and not math.isnan(e.value)
    ]
    band = _band(chosen, scale)
    differing = [
        e for e in others if _band(e, scale) != band and abs(e.value - chosen.value) >= APART
    ]
    if not differing:
        return ""
    e = max(differing, key=lambda other: abs(other.value - chosen.value))
    word = "only" if e.value < chosen.value else "already"
    text = f"{e.title} is {word} {short(e.value)} ({_band(e, scale)})"
    more = "more" if e.value < chosen.value else "less"
    if (e.chance > chosen.chance) == (more == "more") and abs(e.chance - chosen.chance) > 0.005:
        text += (
            f", because it expects {more} agreement by chance ({short(e.chance)} against "
            f"{short(chosen.chance)})"
        )
    return f"{text}."


def is_corrected(e: Estimate) -> bool:
    """Whether an estimate allows for agreement by chance, so that tests and benchmarks apply."""
    return e.name not in COEFFICIENTS or COEFFICIENTS[e.name].corrected


def _band(e: Estimate, scale: BenchmarkScale) -> str:
    level = benchmark(e, scale=scale)
    return "" if level is None else level.band


def _reported(e: Estimate, scale: BenchmarkScale) -> str:
    """Value, interval and benchmark of an estimate."""
    text = _value(e)
    level = benchmark(e, scale=scale)
    if level is None or math.isnan(e.lower) or not is_corrected(e):
        return text
    text += f": {level.band} by {scale.title}"
    if level.secured not in (level.band, scale.bands[-1].label):
        text += f" (with 95% confidence {level.secured} or better)"
    return text


def _value(e: Estimate) -> str:
    digits = digits_of(e.se)
    ends = f"[{short(e.lower, digits)}, {short(e.upper, digits)}]"
    level = f"{percent(e.interval.confidence)} CI"
    interval = "no interval" if math.isnan(e.lower) else f"{level} {ends}"
    return f"{e.title} = {short(e.value, digits)}, {interval}"


def scale_fact(level: str, known: Sequence[object], total: int) -> tuple[str, str]:
    """What the ratings could be: categories by name, or the range of measured values."""
    if level in ("interval", "ratio") and total > MANY_VALUES and total <= len(known):
        ends = f"{show_label(known[0])} to {show_label(known[-1])}"
        return "Values", f"{total:,} distinct, from {ends}"
    more = ", …" if total > SHOWN else ""
    return "Categories", f"{total:,}: {', '.join(map(show_label, known[:SHOWN]))}{more}"


def merged(found: Agreement) -> tuple[list[Estimate], dict[str, list[str]]]:
    """Estimates to show, and those that are the same thing here under another name.

    For two raters many-rater forms are what they reduce to; without missing ratings some are
    what they are then called.
    """
    names = {e.name for e in found}
    alike: dict[str, list[str]] = {}
    shown = []
    for e in found:
        entry = find(e.name)
        two, complete = len(found.data.raters) == 2, found.data.missing == 0
        same = entry.reduces_to if two else None
        if same is None and (two or complete):  # every subject with a pair of ratings has one pair
            same = entry.completes_to
        if same in names and _same(e, found[str(same)]):
            alike.setdefault(str(same), []).append(e.title)
        else:
            shown.append(e)
    return shown, alike


def equalities(found: Agreement) -> list[str]:
    """Remarks on estimates that are not shown because they equal another one."""
    when = "For two raters" if len(found.data.raters) == 2 else "Without missing ratings"
    return [
        f"{when} {joined(others)} {'equals' if len(others) == 1 else 'equal'} {found[name].title}."
        for name, others in merged(found)[1].items()
    ]


def _same(a: Estimate, b: Estimate) -> bool:
    return abs(a.value - b.value) < 1e-9 or (math.isnan(a.value) and math.isnan(b.value))


def methods(found: Agreement) -> str:
    """How it was worked out, in a line."""
    known = [e for e in found if not math.isnan(e.value)] or list(found)
    if not known:
        return ""
    first, seeds = known[0], [e.seed for e in known if e.seed is not None]
    seed = f", seed {seeds[0]}" if seeds else ""
    weights = _by_most([(e.title, e.weights) for e in known])
    interval = _by_most([(e.title, e.interval.method) for e in known])
    p = _by_most([(e.title, e.p_method) for e in known])
    errors = ERRORS.get(first.se_method, first.se_method)
    tested = f"p: {p} test against {first.null:g}, {first.alternative}"
    return f"Weights: {weights}. Standard errors: {errors}. Intervals: {interval}. {tested}{seed}."


def evaluated(found: Verdict) -> str:
    """How intervals and differences of an evaluation were worked out, and what its stars mean."""
    drawn = any(item.ci_method == "dirichlet" for s in found.systems for item in s.metrics)
    how = (
        "Agreement, and differences in it between systems, by draws over the rating patterns; "
        "other metrics by the jackknife or, of many subjects, influence values."
        if drawn
        else "Intervals by the jackknife or influence values."
    )
    spss = (
        " The asymptotic SE under association is that of SPSS."
        if any(system.associations for system in found.systems)
        else ""
    )
    measures = list(MEASURES.values())
    least = [f"{m.title} {short(m.at_least)}" for m in measures if m.at_least is not None]
    most = [f"{m.title} ±{short(m.at_most)}" for m in measures if m.at_most is not None]
    return (
        f"{how}{spss} {STAR}. Thresholds: {', '.join(least)}. Limits: "
        f"{', '.join(most)}, differences in subgroups ±{short(GROUP)}, {short(DEGRADATION)} below "
        "human–human agreement."
    )


def scored(data: Mapping[str, Any]) -> str:
    """How many subjects have both the gold standard and the score of each system."""
    own = {system["name"]: system["n"] for system in data["systems"]}
    if len(set(own.values())) == 1:
        number = next(iter(own.values()))
        by = "" if len(own) == 1 else " by every system"
        return f"{counted(number, 'subject')} scored{by}".capitalize()
    parts = ", ".join(f"{count_text(n)} by {name}" for name, n in own.items())
    return f"Subjects scored: {parts}"


def _by_most(ways: Sequence[tuple[str, str]]) -> str:
    """The method that most have, and who has another."""
    most = Counter(method for _, method in ways).most_common(1)[0][0]
    others = [
        f"{METHODS.get(m, m)} for {joined([title for title, other in ways if other == m])}"
        for m in dict.fromkeys(method for _, method in ways if method != most)
    ]
    return f"{METHODS.get(most, most)}" + (f" ({', '.join(others)})" if others else "")


def digits_of(se: float) -> int:
    """Decimals that an interval needs: two, or more where the standard error is tiny."""
    return 2 if math.isnan(se) or se >= 0.005 or se == 0 else 3 if se >= 0.0005 else 4
