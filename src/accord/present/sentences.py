"""Sentences and names that every form of a report shares."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

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
from accord.inference.results import Agreement, Data, Estimate
from accord.statistics import COEFFICIENTS, find

__all__ = [
    "EQUAL_ONLY",
    "MANY_VALUES",
    "MOST_NAMES",
    "NEAR_MISSES",
    "STAR",
    "digits_of",
    "equalities",
    "exact_agreement",
    "headline",
    "is_corrected",
    "merged",
    "method_name",
    "methods",
    "scale_fact",
    "scored",
    "who_rated_what",
]

METHODS = {
    "dirichlet": "Dirichlet draws",
    "influence": "influence values",
    "null": "those under the null hypothesis of chance agreement; intervals do not use them",
    "t": "t distribution",
    "normal": "normal distribution",
    "bca": "BCa bootstrap",
    "basic": "basic bootstrap",
    "percentile": "percentile bootstrap",
    "f": "F distribution",
    "fisher_z": "t distribution of Fisher's z",
    "log_t": "t distribution of the logarithm",
    "logit_t": "t distribution of the logit",
    "profile_likelihood": "profile likelihood",
    "exact": "exact permutation test",
    "moments": "permutation test by moments",
    "monte_carlo": "Monte Carlo permutation test",
}
TESTS = {
    "two-sided": "two-sided tests against",
    "greater": "one-sided tests for values above",
    "less": "one-sided tests for values below",
}
STAR = "* below a recommended threshold or beyond a recommended limit"
MOST_NAMES = 12  # raters, categories and so on that a line lists
NOTEWORTHY = 0.05  # least difference of two coefficients that the headline mentions
NOTEWORTHY_CHANCE = 0.005  # least difference in chance agreement that explains it
MANY_VALUES = 20  # more distinct values than this are described by their range
NEAR_MISSES = "If the categories are ordered: agreement with credit for near misses"
EQUAL_ONLY = "Exact agreement: only equal ratings count"


def headline(p: Presentation, scale: BenchmarkScale) -> str:
    """Return the result in a few sentences.

    Exact agreement comes first (except for measurements, which are hardly ever equal), then the
    headline coefficient with its weights, interval and benchmark. A further sentence follows where
    another coefficient reaches another benchmark.
    """
    data = p.requested.data
    verb = "measured" if p.lead == "measured" else "rated"
    sentences = [who_rated_what(data, verb), *exact_agreement(p)]
    chosen = p.headline_estimate
    if chosen is not None:
        sentences.append(_with_benchmark(chosen, scale))
    if len(sentences) == 1:
        sentences.append("no coefficient is defined")
    sentences += filter(None, [_near_misses(p), _contrasting(p, scale)])
    return " ".join(f"{capital(sentence)}." for sentence in sentences)


def who_rated_what(data: Data, verb: str = "rated") -> str:
    """Return a clause on the raters and the subjects; on the documents, if these are texts."""
    raters = counted(len(data.raters), "rater")
    if data.layout == "spans":
        documents = counted(data.clusters, "document")
        return (
            f"{raters} marked spans in {documents} of {data.subjects:,} characters or tokens in all"
        )
    return f"{raters} {verb} {counted(data.subjects, 'subject')}"


def exact_agreement(p: Presentation) -> list[str]:
    """Return a clause on exact agreement; none where it is undefined or uninformative."""
    e = p.exact_agreement
    if e is None or math.isnan(e.value):
        return []
    mean = "on average over subjects, " if p.requested.data.missing else ""
    return [f"{mean}they agreed exactly on {percentage(e.value)} of the pairs of ratings"]


def _near_misses(p: Presentation) -> str:
    """Return a sentence on weighted agreement where exact agreement is reported first."""
    chosen = p.headline_estimate
    if p.lead != "exact" or p.other is None or chosen is None or chosen.name not in p.other:
        return ""
    e = p.other[chosen.name]
    if math.isnan(e.value):
        return ""
    return f"with credit for near misses, {_with_interval(e)}"


def _contrasting(p: Presentation, scale: BenchmarkScale) -> str:
    """Return a sentence on the coefficient in another band that is furthest from the headline."""
    chosen = p.headline_estimate
    if chosen is None or not is_corrected(chosen.name):
        return ""
    band = _band(chosen, scale)
    others = [
        e
        for e in merged(p.leading)[0]
        if e in p.shown(p.leading)
        and is_corrected(e.name)
        and e.weights == chosen.weights
        and abs(e.value - chosen.value) >= NOTEWORTHY  # false where a value is undefined
        and _band(e, scale) != band
    ]
    if not others:
        return ""
    e = max(others, key=lambda other: abs(other.value - chosen.value))
    is_lower = e.value < chosen.value
    text = f"{e.title} is {'only' if is_lower else 'already'} {short(e.value)} ({_band(e, scale)})"
    excess = e.chance - chosen.chance
    if (excess > 0) == is_lower and abs(excess) > NOTEWORTHY_CHANCE:
        text += (
            f", because it expects {'more' if is_lower else 'less'} agreement by chance "
            f"({short(e.chance)} against {short(chosen.chance)})"
        )
    return text


def is_corrected(name: str) -> bool:
    """Return whether a coefficient is corrected for chance, so that tests and benchmarks apply.

    Coefficients that are not registered here are.
    """
    return name not in COEFFICIENTS or COEFFICIENTS[name].corrected


def _band(e: Estimate, scale: BenchmarkScale) -> str:
    level = benchmark(e, scale=scale)
    return "" if level is None else level.band


def _with_benchmark(e: Estimate, scale: BenchmarkScale) -> str:
    """Return the value, interval and benchmark of an estimate."""
    text = _with_interval(e)
    level = benchmark(e, scale=scale)
    if level is None or math.isnan(e.lower) or not is_corrected(e.name):
        return text
    text += f": {level.band} on the {scale.title} scale"
    if level.secured not in (level.band, scale.bands[-1].label):
        text += f" (with 95% confidence {level.secured} or better)"
    return text


def _with_interval(e: Estimate) -> str:
    digits = digits_of(e.se)
    ends = f"[{short(e.lower, digits)}, {short(e.upper, digits)}]"
    level = f"{percent(e.interval.confidence)} CI"
    interval = "no interval" if math.isnan(e.lower) else f"{level} {ends}"
    return f"{e.title} = {short(e.value, digits)}, {interval}"


def scale_fact(level: str, known: Sequence[object], total: int) -> tuple[str, str]:
    """Return name and text of a fact on the scale: its categories, or the range of its values."""
    if level in ("interval", "ratio") and total > MANY_VALUES and total <= len(known):
        ends = f"{show_label(known[0])} to {show_label(known[-1])}"
        return "Values", f"{total:,} distinct, from {ends}"
    more = ", …" if total > MOST_NAMES else ""
    return "Categories", f"{total:,}: {', '.join(map(show_label, known[:MOST_NAMES]))}{more}"


def merged(result: Agreement) -> tuple[list[Estimate], dict[str, list[str]]]:
    """Return the estimates to show, and the titles of those that equal each of them by definition.

    For two raters, coefficients for many raters reduce to others. Without missing ratings, some
    coefficients that use incomplete subjects equal those that do not.
    """
    names = {e.name for e in result}
    equal: dict[str, list[str]] = {}
    shown = []
    two, complete = len(result.data.raters) == 2, result.data.missing == 0
    for e in result:
        entry = find(e.name)
        same = entry.reduces_to if two else None
        if same is None and (two or complete):  # two ratings are one pair, or the subject has none
            same = entry.completes_to
        if same in names and _is_equal(e, result[str(same)]):
            equal.setdefault(str(same), []).append(e.title)
        else:
            shown.append(e)
    return shown, equal


def equalities(result: Agreement) -> list[str]:
    """Return remarks on the estimates that are not shown because they equal another one."""
    when = "For two raters" if len(result.data.raters) == 2 else "Without missing ratings"
    return [
        f"{when}, {joined(titles)} {'equals' if len(titles) == 1 else 'equal'} "
        f"{result[name].title}."
        for name, titles in merged(result)[1].items()
    ]


def _is_equal(a: Estimate, b: Estimate) -> bool:
    return abs(a.value - b.value) < 1e-9 or (math.isnan(a.value) and math.isnan(b.value))


def methods(result: Agreement) -> str:
    """Return the methods of a result in a line."""
    known = [e for e in result if not math.isnan(e.value)] or list(result)
    if not known:
        return ""
    first, seeds = known[0], [e.seed for e in known if e.seed is not None]
    seed = f"; seed {seeds[0]}" if seeds else ""
    weighted = [e for e in known if e.name not in COEFFICIENTS or COEFFICIENTS[e.name].weighted]
    weights = _by_frequency([(e.title, e.weights) for e in weighted])
    interval = _by_frequency([(e.title, e.interval.method) for e in known])
    p = _by_frequency([(e.title, e.p_method) for e in known])
    stated = f"Weights: {weights}. " if weighted else ""
    return (
        f"{stated}Standard errors: {method_name(first.se_method)}. Intervals: {interval}. "
        f"p-values: {p}, {TESTS[first.alternative]} {first.null:g}{seed}."
    )


def method_name(method: str) -> str:
    """Return the name of a method as people write it.

    >>> method_name("dirichlet"), method_name("jackknife")
    ('Dirichlet draws', 'jackknife')
    """
    return METHODS.get(method, method)


def _by_frequency(method_of: Sequence[tuple[str, str]]) -> str:
    """Return the most frequent method, and the titles of the estimates that have another one."""
    if not method_of:
        return ""
    most = Counter(method for _, method in method_of).most_common(1)[0][0]
    others = [
        f"{method_name(m)} for {joined([title for title, other in method_of if other == m])}"
        for m in dict.fromkeys(method for _, method in method_of if method != most)
    ]
    return method_name(most) + (f" ({', '.join(others)})" if others else "")


def scored(data: Mapping[str, Any]) -> str:
    """Return how many subjects have both a gold standard and the score of each system.

    >>> scored({"systems": [{"name": "a", "n": 60}, {"name": "b", "n": 1200}]})
    '60 by a, 1,200 by b'
    """
    numbers = {system["name"]: count_text(system["n"]) for system in data["systems"]}
    if len(set(numbers.values())) > 1:
        return ", ".join(f"{number} by {name}" for name, number in numbers.items())
    return next(iter(numbers.values())) + (" by every system" if len(numbers) > 1 else "")


def digits_of(se: float) -> int:
    """Return the decimals that an interval needs: two, or more if the standard error is tiny."""
    return 2 if math.isnan(se) or se >= 0.005 or se == 0 else 3 if se >= 0.0005 else 4
