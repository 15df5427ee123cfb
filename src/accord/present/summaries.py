"""Summaries: what is reported of a result, as plain values that every form is made from."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accord.analysis.comparison import Comparison
from accord.analysis.evaluation import Verdict
from accord.analysis.interpretation import BenchmarkScale, benchmark
from accord.analysis.lead import Presentation
from accord.analysis.views import Details, Diagnosis
from accord.base.serialise import dump
from accord.base.wording import capital, counted, percent, percentage, short
from accord.inference.results import Agreement, Data, Estimate
from accord.options import presets
from accord.present.records import (
    Citation,
    ComparisonReport,
    EvaluationReport,
    Leading,
    OtherReading,
    Report,
    ReportedBand,
    ReportedEstimate,
    ReportedGroup,
    doubtful,
)
from accord.present.words import (
    MANY_VALUES,
    equalities,
    evaluated,
    exactly,
    headline,
    is_corrected,
    merged,
    methods,
    scored,
)
from accord.statistics import MEASURES
from accord.statistics.references import REFERENCES, cite

__all__ = [
    "apa",
    "coefficients",
    "comparison_summary",
    "evaluation_summary",
    "report_summary",
]

INTERVALS = {
    "dirichlet": "Dirichlet draws over the rating patterns",
    "normal": "the normal distribution",
    "percentile": "the percentile bootstrap",
    "basic": "the basic bootstrap",
    "bca": "the BCa bootstrap",
}
ERRORS = {"influence": "linearised", "null": "linearised"}  # null ones are not for intervals
TESTS = {
    "dirichlet": "Dirichlet draws over the rating patterns",
    "influence": "influence values and the t distribution",
    "bootstrap": "the bootstrap",
    "permutation": "permutation",
    "differ": "Berry and Mielke's DIFFER",
    "cicchetti_heavens": "Cicchetti and Heavens' test",
}
INTERVAL_REFERENCES = {"bca": "efron1987", "dirichlet": "rubin1981"}


def report_summary(
    p: Presentation,
    scale: BenchmarkScale,
    diagnosis: Diagnosis | None,
    details: Details | None = None,
    source: str = "",
    reproduce: Mapping[str, Any] | None = None,
    question: str | None = None,
) -> dict[str, Any]:
    """Return everything that is reported of one set of ratings."""
    found, chosen = p.requested, p.headline_estimate
    report = Report(
        source=source,
        question=question,
        result=found,
        coefficients=coefficients(found, scale, p, second=p.other_first),
        groups={
            label: ReportedGroup(group, coefficients(group, scale, p, second=p.other_first))
            for label, group in found.groups.items()
        },
        beside=None if p.other is None else _beside(p, p.other, scale),
        lead=Leading(
            p.lead,
            "beside" if p.other_first else "coefficients",
            p.following is not None,
            None if chosen is None else chosen.name,
        ),
        warnings=p.notes,
        doubts=doubtful(p.notes),
        headline=headline(p, scale),
        apa=apa(p),
        methods=methods(p.leading_shown),
        equalities=tuple(equalities(p.leading_shown)),
        scale=scale,
        diagnosis=diagnosis,
        references=_cited(p, scale, diagnosis),
        reproduce=dict(reproduce or {}),
        details=details,
    )
    return dump(report)


def _beside(p: Presentation, beside: Agreement, scale: BenchmarkScale) -> OtherReading:
    """Return the other reading of the same ratings: of all subjects and of the groups."""
    return OtherReading(
        beside.data.level,
        coefficients(beside, scale, p, second=not p.other_first),
        {
            label: coefficients(group, scale, p, second=not p.other_first)
            for label, group in beside.groups.items()
        },
    )


def coefficients(
    found: Agreement | Sequence[Estimate],
    scale: BenchmarkScale,
    p: Presentation | None = None,
    *,
    second: bool = False,
) -> tuple[ReportedEstimate, ...]:
    """Return each estimate with its band, and whether it is shown.

    It is not if it equals another one on these data, or makes no sense for them.
    """
    kept = merged(found)[0] if isinstance(found, Agreement) else list(found)
    if p is not None and isinstance(found, Agreement):
        suited = {e.name for e in p.shown(found, second=second)}
        kept = [e for e in kept if e.name in suited]
    shown = {e.name for e in kept}
    return tuple(ReportedEstimate(e, e.name in shown, _band(e, scale)) for e in found)


def _band(e: Estimate, scale: BenchmarkScale) -> ReportedBand | None:
    found = benchmark(e, scale=scale) if is_corrected(e) else None
    if found is None:
        return None
    return ReportedBand(scale.name, found.band, found.secured, found.probabilities)


def apa(p: Presentation) -> str:
    """Sentences to paste into a paper: numbers, coefficients with intervals, methods, version."""
    found, data = p.leading, p.requested.data
    first = f"{counted(len(data.raters), 'rater')} rated {counted(data.subjects, 'subject')}"
    first += f" on {_scale(found.data, graded=p.lead != 'exact')}"
    if data.missing:
        lost = data.missing / (data.ratings + data.missing)
        first += (
            f"; {percentage(lost)} of the ratings were missing, and all available ones were used"
        )
    shown = {e.name for e in p.shown(found)}
    names = [
        n for n in presets.PASTED if n in found and n in shown and not math.isnan(found[n].value)
    ]
    if presets.PAIR_COEFFICIENT in names and presets.CATEGORY_COEFFICIENT in names:
        names.remove(presets.CATEGORY_COEFFICIENT)
    chosen = p.headline_estimate
    if chosen is not None and chosen.name not in names:
        names = [chosen.name, *names]
    elif chosen is not None:
        names = [chosen.name, *(name for name in names if name != chosen.name)]
    quoted = [found[name] for name in names]
    told = [*exactly(p), *map(_pasted, quoted)]
    if not told:
        return capital(f"{first}.")
    return f"{capital(first)}. {capital(', '.join(told))}. {_made(quoted, found)}"


def _made(quoted: Sequence[Estimate], found: Agreement) -> str:
    """How the intervals that are quoted were made, and by which version."""
    ways: dict[str, list[Estimate]] = {}
    for e in quoted:
        if not math.isnan(e.lower):
            ways.setdefault(e.interval.method, []).append(e)
    seeds = [e.seed for own in ways.values() for e in own if e.seed is not None]
    version = f"accord {found.version}" + (f", seed {seeds[0]}" if seeds else "")
    if not ways:
        return f"Worked out with {version}."
    parts = [
        f"by {_way(own[0])}" + (f" ({', '.join(e.title for e in own)})" if len(ways) > 1 else "")
        for own in ways.values()
    ]
    return f"Intervals are {' and '.join(parts)} ({version})."


def _way(e: Estimate) -> str:
    if e.interval.method == "t":
        return f"the t distribution and {ERRORS.get(e.se_method, e.se_method)} standard errors"
    return INTERVALS.get(e.interval.method, e.interval.method)


def _scale(data: Data, graded: bool) -> str:
    """The scale in words; a level that was guessed and not used is not mentioned."""
    if data.responses:
        return f"{counted(len(data.responses), 'response')} ({', '.join(data.responses)})"
    if data.level in ("interval", "ratio") and data.category_count > MANY_VALUES:
        return f"{'an interval' if data.level == 'interval' else 'a ratio'} scale"
    if data.level_guessed and not graded:
        return f"a scale of {counted(data.category_count, 'category', 'categories')}"
    level = "ordered" if graded and data.level == "nominal" else data.level
    article = "an" if level[:1] in "aeiou" else "a"
    return f"{article} {level} scale of {counted(data.category_count, 'category', 'categories')}"


def _pasted(e: Estimate) -> str:
    greek = {"kappa": "κ", "alpha": "α", "pi": "π"}
    title = " ".join(
        greek.get(word.rstrip(","), word.rstrip(",")) + ("," if word.endswith(",") else "")
        for word in e.title.split(" ")
    )
    interval = (
        ""
        if math.isnan(e.lower)
        else f", {percent(e.interval.confidence)} CI [{short(e.lower)}, {short(e.upper)}]"
    )
    return f"{title} = {short(e.value)}{interval}"


def _cited(
    p: Presentation, scale: BenchmarkScale, diagnosis: Diagnosis | None
) -> tuple[Citation, ...]:
    """References of just the methods used."""
    found = p.leading
    parts = [part for part in (p.leading, p.following) if part is not None]
    texts = [text for part in parts for e in merged(part)[0] for text in e.references]
    texts += cite(scale.reference)
    texts += cite(*_of_intervals(found))
    if diagnosis is not None and diagnosis.sentence is not None:
        texts += cite("feinstein1990", "byrt1993")
    return _with_links(texts)


def _of_intervals(estimates: Iterable[Estimate]) -> list[str]:
    return [
        INTERVAL_REFERENCES[e.interval.method]
        for e in estimates
        if e.interval.method in INTERVAL_REFERENCES
    ]


def _with_links(texts: Iterable[str]) -> tuple[Citation, ...]:
    """Return each reference once, by author, with its address."""
    links = {
        str(ref): f"https://doi.org/{ref.doi}" if ref.doi else "" for ref in REFERENCES.values()
    }
    return tuple(Citation(text, links.get(text, "")) for text in sorted(set(texts)))


def comparison_summary(
    found: Comparison, source: str = "", reproduce: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return everything that is reported of a comparison."""
    drawn = f" ({found.replicates:,} draws, seed {found.seed})" if found.seed is not None else ""
    ways = ", ".join(dict.fromkeys(TESTS.get(item.method, item.method) for item in found))
    adjusted = " p (Holm): adjusted for all pairs of a coefficient." if len(found) > 1 else ""
    texts = [text for own in found.estimates.values() for e in own for text in e.references]
    if len(found) > 1:
        texts += cite("holm1979")
    report = ComparisonReport(
        source=source,
        result=found,
        doubts=doubtful(found.warnings),
        headline=found.sentence,
        sentences=tuple(found.sentences),
        apa=f"{found.sentence} Tested by {ways}{drawn}; accord {found.version}.",
        methods=f"Tested by {ways}{drawn}.{adjusted}",
        references=_with_links(texts),
        reproduce=dict(reproduce or {}),
    )
    return dump(report)


def evaluation_summary(
    found: Verdict, source: str = "", reproduce: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return everything that is reported of systems against people."""
    report = EvaluationReport(
        source=source,
        result=found,
        doubts=doubtful(found.warnings),
        apa=_systems(found),
        methods=evaluated(found),
        references=_with_links(cite(*_of_metrics(found))),
        reproduce=dict(reproduce or {}),
    )
    return dump(report)


def _of_metrics(found: Verdict) -> list[str]:
    known = [item for s in found.systems for item in s.metrics if not math.isnan(item.value)]
    measures = [MEASURES[name] for name in dict.fromkeys(e.name for e in known) if name in MEASURES]
    keys = ["williamson2012", "yannakoudakis2015", "gwet2014"]
    keys += [key for m in measures if m.statistic.truth for key in m.statistic.references]
    judges = [system.judge for system in found.systems]
    keys += ["rogan1978"] if any("rates" in judge for judge in judges) else []
    keys += ["calderon2025"] if any("alternative_annotator" in judge for judge in judges) else []
    return keys


def _systems(found: Verdict) -> str:
    """Sentences to paste: each system by the headline metric, beside people and the baseline."""
    told = []
    for system in found.systems:
        item = system[found.headline]
        interval = "" if math.isnan(item.lower) else f" [{short(item.lower)}, {short(item.upper)}]"
        told.append(f"{system.name}: {item.title} = {short(item.value)}{interval}")
    level = percent(found.data["confidence"])
    ceiling = ""
    if found.ceiling is not None:
        own = [item for item in found.ceiling.metrics if item.name == found.headline]
        if own and not math.isnan(own[0].value):
            ceiling = f" Human–human agreement: {short(own[0].value)}."
    return (
        f"{scored(found.data)}. Against {found.data['gold']}, with {level} intervals: "
        f"{'; '.join(told)}."
        f"{ceiling} (accord {found.version})"
    )
