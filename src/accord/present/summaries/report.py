"""Summary of a report: agreement in one set of ratings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accord.analysis.interpretation import BenchmarkScale, benchmark, usual_scale
from accord.analysis.lead import Presentation
from accord.analysis.report import AgreementReport
from accord.analysis.views import Details, Diagnosis, ShownSections
from accord.base.serialise import dump
from accord.base.wording import capital, counted, percent, percentage, short
from accord.inference.results import Agreement, Data, Estimate
from accord.options import presets
from accord.present.records.common import Citation, doubtful
from accord.present.records.report import (
    Leading,
    OtherReading,
    Report,
    ReportedBand,
    ReportedEstimate,
    ReportedGroup,
    several_summary,
)
from accord.present.sentences import (
    MANY_VALUES,
    equalities,
    exact_agreement,
    headline,
    is_corrected,
    merged,
    methods,
    who_rated_what,
)
from accord.present.summaries.citations import with_links
from accord.statistics.references import cite

__all__ = ["agreement_summary", "apa", "coefficients", "report_summary", "summary_of_variables"]

INTERVALS = {
    "dirichlet": "Dirichlet draws over the rating patterns",
    "normal": "the normal distribution",
    "percentile": "the percentile bootstrap",
    "basic": "the basic bootstrap",
    "bca": "the BCa bootstrap",
    "f": "the F distribution",
    "fisher_z": "the t distribution of Fisher's z",
    "log_t": "the t distribution of the logarithm",
    "logit_t": "the t distribution of the logit",
    "profile_likelihood": "the profile likelihood",
}
ERRORS = {"influence": "linearised", "null": "linearised"}  # intervals never use null errors
INTERVAL_REFERENCES = {"bca": "efron1987", "dirichlet": "rubin1981"}


def agreement_summary(
    result: Agreement, source: str = "", scale: BenchmarkScale | None = None
) -> dict[str, Any]:
    """Return what is reported of estimates alone."""
    return report_summary(Presentation(result), scale or usual_scale(), None, source=source)


def summary_of_variables(
    report: AgreementReport,
    source: str = "",
    reproduce: Mapping[str, Mapping[str, str]] | None = None,
) -> dict[str, Any]:
    """Return what is reported of all variables.

    Parameters
    ----------
    report
        The report.
    source
        Names of the files.
    reproduce
        How to reproduce the report on each variable, by its name.
    """
    several = report.table is not None
    summaries = [
        report_summary(
            part.presented,
            part.scale,
            part.diagnosis,
            part.details,
            source,
            (reproduce or {}).get(part.name),
            part.name if several else None,
            part.shown,
        )
        for part in report.variables
    ]
    return (
        summaries[0] if report.table is None else several_summary(report.table, summaries, source)
    )


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
    first = who_rated_what(data)
    on = "with" if data.layout == "spans" else "on"
    first += f" {on} {_scale(result.data, graded=p.lead != 'exact')}"
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
    if data.layout == "spans":
        return counted(len(data.labels), "label")
    if data.labels:
        return f"sets of {counted(len(data.labels), 'label')}"
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
    return with_links(texts)


def _of_intervals(estimates: Iterable[Estimate]) -> list[str]:
    return [
        INTERVAL_REFERENCES[e.interval.method]
        for e in estimates
        if e.interval.method in INTERVAL_REFERENCES
    ]
