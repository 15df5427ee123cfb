"""Summaries of results: the plain values from which every form is made."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accord.analysis.comparison import Comparison
from accord.analysis.evaluation import SystemReport, Verdict
from accord.analysis.interpretation import BenchmarkScale, benchmark
from accord.analysis.lead import Presentation
from accord.analysis.prompts import PromptTable
from accord.analysis.views import Details, Diagnosis, ShownSections
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
from accord.present.sentences import (
    MANY_VALUES,
    equalities,
    evaluation_methods,
    exact_agreement,
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
    "f": "the F distribution",
}
ERRORS = {"influence": "linearised", "null": "linearised"}  # intervals never use null errors
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
    shown: ShownSections | None = None,
) -> dict[str, Any]:
    """Return everything that is reported of one set of ratings."""
    result, chosen = p.requested, p.headline_estimate
    report = Report(
        source=source,
        question=question,
        result=result,
        coefficients=coefficients(result, scale, p, second=p.other_first),
        groups={
            label: ReportedGroup(group, coefficients(group, scale, p, second=p.other_first))
            for label, group in result.groups.items()
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
        shown=shown or ShownSections(),
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
    result: Agreement | Sequence[Estimate],
    scale: BenchmarkScale,
    p: Presentation | None = None,
    *,
    second: bool = False,
) -> tuple[ReportedEstimate, ...]:
    """Return each estimate with its band, and whether it is shown.

    Estimates that equal another one by definition, or that do not suit the data, are not shown.

    Parameters
    ----------
    result
        The estimates.
    scale
        Benchmark scale.
    p
        What the report leads with; without it, only equal estimates are left out.
    second
        Whether these estimates follow the leading ones.
    """
    kept = merged(result)[0] if isinstance(result, Agreement) else list(result)
    if p is not None and isinstance(result, Agreement):
        suited = {e.name for e in p.shown(result, second=second)}
        kept = [e for e in kept if e.name in suited]
    shown = {e.name for e in kept}
    return tuple(ReportedEstimate(e, e.name in shown, _band(e, scale)) for e in result)


def _band(e: Estimate, scale: BenchmarkScale) -> ReportedBand | None:
    level = benchmark(e, scale=scale) if is_corrected(e.name) else None
    if level is None:
        return None
    return ReportedBand(scale.name, level.band, level.secured, level.probabilities)


def apa(p: Presentation) -> str:
    """Return sentences to paste into a paper: data, coefficients with intervals, and methods."""
    result, data = p.leading, p.requested.data
    first = f"{counted(len(data.raters), 'rater')} rated {counted(data.subjects, 'subject')}"
    first += f" on {_scale(result.data, graded=p.lead != 'exact')}"
    if data.missing:
        missing = percentage(data.missing / (data.ratings + data.missing))
        first += f"; {missing} of the ratings were missing, and all available ratings were used"
    shown = {e.name for e in p.shown(result)}
    names = [
        n for n in presets.PASTED if n in result and n in shown and not math.isnan(result[n].value)
    ]
    if presets.PAIR_COEFFICIENT in names and presets.CATEGORY_COEFFICIENT in names:
        names.remove(presets.CATEGORY_COEFFICIENT)
    chosen = p.headline_estimate
    if chosen is not None:
        names = [chosen.name, *(name for name in names if name != chosen.name)]
    quoted = [result[name] for name in names]
    values = ["; ".join(map(_pasted, quoted))] if quoted else []
    sentences = [first, *exact_agreement(p), *values]
    if len(sentences) > 1:
        sentences.append(_interval_methods(quoted, result))
    return " ".join(f"{capital(sentence)}." for sentence in sentences)


def _interval_methods(quoted: Sequence[Estimate], result: Agreement) -> str:
    """Return how the quoted intervals were computed, and by which version."""
    by_method: dict[str, list[Estimate]] = {}
    for e in quoted:
        if not math.isnan(e.lower):
            by_method.setdefault(e.interval.method, []).append(e)
    seeds = [e.seed for group in by_method.values() for e in group if e.seed is not None]
    version = f"accord {result.version}" + (f", seed {seeds[0]}" if seeds else "")
    if not by_method:
        return f"Computed with {version}"
    several = len(by_method) > 1
    parts = [
        f"on {_interval_method(group[0])}"
        + (f" ({', '.join(e.title for e in group)})" if several else "")
        for group in by_method.values()
    ]
    return f"Intervals are based {' and '.join(parts)} ({version})"


def _interval_method(e: Estimate) -> str:
    if e.interval.method == "t":
        return f"the t distribution and {ERRORS.get(e.se_method, e.se_method)} standard errors"
    return INTERVALS.get(e.interval.method, e.interval.method)


def _scale(data: Data, graded: bool) -> str:
    """Return the scale in words; a level that was guessed and not used is not mentioned."""
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
    """Return the references of the methods that are used."""
    parts = [part for part in (p.leading, p.following) if part is not None]
    texts = [text for part in parts for e in merged(part)[0] for text in e.references]
    texts += cite(scale.reference)
    texts += cite(*_of_intervals(p.leading))
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
    result: Comparison, source: str = "", reproduce: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return everything that is reported of a comparison."""
    draws = f" ({result.replicates:,} draws, seed {result.seed})" if result.seed is not None else ""
    tests = ", ".join(dict.fromkeys(TESTS.get(item.method, item.method) for item in result))
    adjusted = " p (Holm): adjusted for all pairs of a coefficient." if len(result) > 1 else ""
    texts = [text for group in result.estimates.values() for e in group for text in e.references]
    if len(result) > 1:
        texts += cite("holm1979")
    report = ComparisonReport(
        source=source,
        result=result,
        doubts=doubtful(result.warnings),
        headline=result.sentence,
        sentences=tuple(result.sentences),
        apa=f"{result.sentence} Tested by {tests}{draws}; accord {result.version}.",
        methods=f"Tested by {tests}{draws}.{adjusted}",
        references=_with_links(texts),
        reproduce=dict(reproduce or {}),
    )
    return dump(report)


def evaluation_summary(
    result: Verdict,
    source: str = "",
    reproduce: Mapping[str, Any] | None = None,
    by_prompt: PromptTable | None = None,
) -> dict[str, Any]:
    """Return everything that is reported of an evaluation of systems against people."""
    report = EvaluationReport(
        source=source,
        result=result,
        doubts=doubtful(result.warnings),
        apa=_systems(result),
        methods=evaluation_methods(result),
        references=_with_links(cite(*_of_metrics(result))),
        reproduce=dict(reproduce or {}),
        by_prompt=by_prompt,
    )
    return dump(report)


def _of_metrics(result: Verdict) -> list[str]:
    known = [item for s in result.systems for item in s.metrics if not math.isnan(item.value)]
    measures = [MEASURES[name] for name in dict.fromkeys(e.name for e in known) if name in MEASURES]
    keys = ["williamson2012", "yannakoudakis2015", "gwet2014"]
    keys += [key for m in measures if m.statistic.truth for key in m.statistic.references]
    judges = [system.judge for system in result.systems]
    keys += ["rogan1978"] if any("rates" in judge for judge in judges) else []
    keys += ["calderon2025"] if any("alternative_annotator" in judge for judge in judges) else []
    return keys


def _systems(result: Verdict) -> str:
    """Return sentences to paste: the headline metric of each system, and of people."""
    values = []
    for system in result.systems:
        item = system[result.headline]
        interval = "" if math.isnan(item.lower) else f" [{short(item.lower)}, {short(item.upper)}]"
        values.append(f"{system.name} {short(item.value)}{interval}")
    title, level = result.systems[0][result.headline].title, percent(result.data["confidence"])
    people = "" if result.ceiling is None else _human_agreement(result.ceiling, result.headline)
    return (
        f"Subjects scored: {scored(result.data)}. {title} (each system against "
        f"{result.data['gold']}, with {level} CI): {'; '.join(values)}.{people} Computed with "
        f"accord {result.version}."
    )


def _human_agreement(ceiling: SystemReport, headline: str) -> str:
    values = [m.value for m in ceiling.metrics if m.name == headline and not math.isnan(m.value)]
    return f" Human–human agreement: {short(values[0])}." if values else ""
