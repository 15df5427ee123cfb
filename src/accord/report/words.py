"""What every form of the report says in the same words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from accord.coefficients import find
from accord.evaluation import METRICS, Verdict
from accord.evaluation.thresholds import DEGRADATION, GROUP, LEAST, SMD
from accord.interpret import BenchmarkScale, benchmark
from accord.results import Agreement, Data, Estimate
from accord.scale import show_label
from accord.wording import (
    capital,
    count_text,
    counted,
    percent,
    percentage,
    short,
    with_limits,
)

__all__ = [
    "STAR",
    "counts",
    "described",
    "digits_of",
    "equalities",
    "evaluated",
    "headline",
    "headline_estimate",
    "interval_cell",
    "merged",
    "methods",
    "p_cell",
    "rating",
    "scored",
    "with_interval",
]

METHODS = {"dirichlet": "Dirichlet"}  # as people write them
STAR = "* below a recommended threshold or beyond a recommended limit"
SHOWN = 12


def headline(found: Agreement, scale: BenchmarkScale) -> str:
    """The result in one sentence.

    Percent agreement comes first, then the coefficient that keeps closest to it for a reason:
    Gwet's AC where it is there.
    """
    data = found.data
    start = f"{counted(len(data.raters), 'rater')} rated {counted(data.subjects, 'subject')}"
    parts = []
    if "percent_agreement" in found and not math.isnan(found["percent_agreement"].value):
        share = found["percent_agreement"]
        verb = "agreed on" if share.weights == "identity" else "had a weighted agreement of"
        parts.append(f"they {verb} {percentage(share.value)}")
    chosen = headline_estimate(found)
    if chosen is not None:
        parts.append(_reported(chosen))
        level = benchmark(chosen, scale=scale)
        if level is not None and not math.isnan(chosen.lower):
            sure = f" (with 95% probability {level.secured} or better)"
            parts[-1] += f": {level.band} by {scale.title}"
            known = level.secured not in (level.band, scale.bands[-1].label)
            parts[-1] += sure if known else ""
    text = f"{start}; {', '.join(parts)}." if parts else f"{start}; nothing can be measured."
    return capital(text)


def headline_estimate(found: Agreement) -> Estimate | None:
    """The coefficient that stands for all: Gwet's AC, else the first that allows for chance."""
    plain = ("percent_agreement", "bangdiwala_b")  # not corrected for chance
    others = [e for e in found if e.name not in plain and not math.isnan(e.value)]
    return next((e for e in others if e.name == "gwet_ac"), others[0] if others else None)


def _reported(e: Estimate) -> str:
    digits = digits_of(e.se)
    ends = f"[{short(e.lower, digits)}, {short(e.upper, digits)}]"
    level = f"{percent(e.interval.confidence)} CI"
    interval = "no interval" if math.isnan(e.lower) else f"{level} {ends}"
    return f"{e.title} = {short(e.value, digits)}, {interval}"


def described(data: Data) -> str:
    """What was measured, in a line: subjects, raters by name, ratings, missing ones."""
    names = ", ".join(data.raters[:SHOWN]) + (", …" if len(data.raters) > SHOWN else "")
    return f"{counts(data)} ({names})"


def counts(data: Data) -> str:
    """Numbers of subjects, raters and ratings."""
    text = (
        f"{counted(data.subjects, 'subject')}, {counted(len(data.raters), 'rater')}, "
        f"{counted(data.ratings, 'rating')}"
    )
    if data.missing:
        lost = percentage(data.missing / (data.ratings + data.missing))
        text += f", {count_text(data.missing)} missing ({lost})"
    if data.clusters:
        text += f", {counted(data.clusters, 'cluster')}"
    return capital(text)


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
        same = entry.reduces_to if two else entry.completes_to if complete else None
        if same in names and _same(e, found[str(same)]):
            alike.setdefault(str(same), []).append(e.title)
        else:
            shown.append(e)
    return shown, alike


def equalities(found: Agreement) -> list[str]:
    """Remarks on estimates that are not shown because they equal another one."""
    when = "For two raters" if len(found.data.raters) == 2 else "Without missing ratings"
    return [
        f"{when} {_and(others)} {'equals' if len(others) == 1 else 'equal'} {found[name].title}."
        for name, others in merged(found)[1].items()
    ]


def _same(a: Estimate, b: Estimate) -> bool:
    return abs(a.value - b.value) < 1e-9 or (math.isnan(a.value) and math.isnan(b.value))


def _and(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def methods(found: Agreement) -> str:
    """How it was worked out, in a line."""
    known = [e for e in found if not math.isnan(e.value)] or list(found)
    if not known:
        return ""
    first, seeds = known[0], [e.seed for e in known if e.seed is not None]
    seed = f", seed {seeds[0]}" if seeds else ""
    interval = _by_most([(e.title, e.interval.method) for e in known])
    p = _by_most([(e.title, e.p_method) for e in known])
    tested = f"p: {p} test against {first.null:g}, {first.alternative}"
    return (
        f"Weights: {first.weights}. Standard errors: {first.se_method}. Intervals: {interval}. "
        f"{tested}{seed}."
    )


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
    least = ", ".join(f"{METRICS[name].title} {short(value)}" for name, value in LEAST.items())
    return (
        f"{how}{spss} {STAR}. Thresholds: {least}. Limits: {METRICS['smd'].title} "
        f"±{short(SMD)}, differences in subgroups ±{short(GROUP)}, {short(DEGRADATION)} below "
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
        f"{METHODS.get(m, m)} for {_and([title for title, other in ways if other == m])}"
        for m in dict.fromkeys(method for _, method in ways if method != most)
    ]
    return f"{METHODS.get(most, most)}" + (f" ({', '.join(others)})" if others else "")


def rating(label: object) -> str:
    """One rating, as it is shown."""
    return "–" if label is None else show_label(label)


def with_interval(e: Estimate) -> str:
    """Value and interval in one cell."""
    return with_limits(e.value, e.lower, e.upper)


def interval_cell(e: Estimate) -> str:
    """Interval, with as many digits as it needs."""
    digits = digits_of(e.se)
    return f"[{short(e.lower, digits)}, {short(e.upper, digits)}]"


def digits_of(se: float) -> int:
    """Decimals that an interval needs: two, or more where the standard error is tiny."""
    return 2 if math.isnan(se) or se >= 0.005 or se == 0 else 3 if se >= 0.0005 else 4


def p_cell(value: float) -> str:
    """P-value in a cell."""
    if math.isnan(value):
        return "–"
    return "<.001" if value < 0.001 else short(value, 3)
