"""One summary of a result, made of plain values: what ``--json`` prints and every form shows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accord.comparison import Comparison
from accord.evaluation import Verdict
from accord.interpret import BenchmarkScale, benchmark
from accord.references import REFERENCES, cite
from accord.report.words import equalities, evaluated, headline, merged, methods, scored
from accord.results import Agreement, Data, Estimate, plain, plain_dict
from accord.views import Details, Diagnosis
from accord.wording import capital, counted, percent, percentage, short

__all__ = ["coefficients", "comparison_summary", "evaluation_summary", "report_summary"]

PASTED = ("cohen_kappa", "fleiss_kappa", "gwet_ac", "krippendorff_alpha")
INTERVALS = {
    "dirichlet": "Dirichlet draws over the rating patterns",
    "normal": "the normal distribution",
    "percentile": "the percentile bootstrap",
    "basic": "the basic bootstrap",
    "bca": "the BCa bootstrap",
}
ERRORS = {"influence": "linearised"}
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
    found: Agreement,
    scale: BenchmarkScale,
    diagnosis: Diagnosis,
    details: Details | None = None,
    source: str = "",
    reproduce: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Everything that is reported of one set of ratings."""
    summary = {"kind": "report", "source": source, **found.to_dict()}
    summary["coefficients"] = coefficients(found, scale)
    for group, own in zip(found.groups.values(), summary.get("groups", ()), strict=True):
        own["coefficients"] = coefficients(group, scale)
    summary |= {
        "headline": headline(found, scale),
        "apa": apa(found),
        "methods": methods(found),
        "equalities": equalities(found),
        "scale": {
            "name": scale.name,
            "title": scale.title,
            "bands": [{"low": band.low, "label": band.label} for band in scale.bands],
        },
        "diagnosis": diagnosis.to_dict(),
        "references": _cited(found, scale, diagnosis),
        "reproduce": dict(reproduce or {}),
    }
    if details is not None:
        summary["details"] = details.to_dict()
    return summary


def coefficients(
    found: Agreement | Sequence[Estimate], scale: BenchmarkScale
) -> list[dict[str, Any]]:
    """Each estimate, its band, and whether it is shown or only another's second name."""
    shown = {e.name for e in (merged(found)[0] if isinstance(found, Agreement) else found)}
    return [{**e.to_dict(), "shown": e.name in shown, "benchmark": _band(e, scale)} for e in found]


def _band(e: Estimate, scale: BenchmarkScale) -> dict[str, Any] | None:
    if e.name == "percent_agreement":
        return None
    found = benchmark(e, scale=scale)
    if found is None:
        return None
    return plain_dict(
        {
            "scale": scale.name,
            "band": found.band,
            "secured": found.secured,
            "probabilities": list(found.probabilities),
        }
    )


def apa(found: Agreement) -> str:
    """Sentences to paste into a paper: numbers, coefficients with intervals, methods, version."""
    data = found.data
    first = f"{counted(len(data.raters), 'rater')} rated {counted(data.subjects, 'subject')}"
    graded = any(e.weights != "identity" for e in found)
    first += f" on {_scale(data, graded)}"
    if data.missing:
        lost = data.missing / (data.ratings + data.missing)
        first += (
            f"; {percentage(lost)} of the ratings were missing, and all available ones were used"
        )
    names = [name for name in PASTED if name in found and not math.isnan(found[name].value)]
    if "cohen_kappa" in names and "fleiss_kappa" in names:
        names.remove("fleiss_kappa")
    quoted = [found[name] for name in names]
    told = [*_agreed(found), *map(_pasted, quoted)]
    if not told:
        return capital(f"{first}.")
    weights = f"Weights are {quoted[0].weights}. " if quoted and graded else ""
    return f"{capital(first)}. {capital(', '.join(told))}. {weights}{_made(quoted, found)}"


def _agreed(found: Agreement) -> list[str]:
    """Percent agreement in words; with missing ratings it is a mean over subjects."""
    if "percent_agreement" not in found or math.isnan(found["percent_agreement"].value):
        return []
    e = found["percent_agreement"]
    if e.weights != "identity":
        return [f"their weighted agreement was {percentage(e.value)}"]
    mean = "on average over subjects, " if found.data.missing else ""
    return [f"{mean}they agreed on {percentage(e.value)} of the pairs of ratings"]


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
    """The scale in words; names that are given weights have been put in an order."""
    if data.responses:
        return f"{counted(len(data.responses), 'response')} ({', '.join(data.responses)})"
    level = "ordered" if graded and data.level == "nominal" else data.level
    article = "an" if level[:1] in "aeiou" else "a"
    return f"{article} {level} scale of {counted(data.category_count, 'category', 'categories')}"


def _pasted(e: Estimate) -> str:
    symbol = {"κF": "Fleiss' κ", "κ": "Cohen's κ", "α": "Krippendorff's α"}.get(e.symbol, e.title)
    interval = (
        ""
        if math.isnan(e.lower)
        else f", {percent(e.interval.confidence)} CI [{short(e.lower)}, {short(e.upper)}]"
    )
    return f"{symbol} = {short(e.value)}{interval}"


def _cited(found: Agreement, scale: BenchmarkScale, diagnosis: Diagnosis) -> list[dict[str, str]]:
    """References of just the methods used."""
    texts = [text for e in merged(found)[0] for text in e.references]
    texts += cite(scale.reference)
    texts += cite(*_of_intervals(found))
    if diagnosis.sentence is not None:
        texts += cite("feinstein1990", "byrt1993")
    return _with_links(texts)


def _of_intervals(estimates: Iterable[Estimate]) -> list[str]:
    return [
        INTERVAL_REFERENCES[e.interval.method]
        for e in estimates
        if e.interval.method in INTERVAL_REFERENCES
    ]


def _with_links(texts: Iterable[str]) -> list[dict[str, str]]:
    """Each reference once, by author, with its address."""
    links = {
        str(ref): f"https://doi.org/{ref.doi}" if ref.doi else "" for ref in REFERENCES.values()
    }
    return [{"text": text, "url": links.get(text, "")} for text in sorted(set(texts))]


def comparison_summary(
    found: Comparison, source: str = "", reproduce: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Everything that is reported of a comparison."""
    drawn = f" ({found.replicates:,} draws, seed {found.seed})" if found.seed is not None else ""
    ways = ", ".join(dict.fromkeys(TESTS.get(item.method, item.method) for item in found))
    adjusted = " p (Holm): adjusted for all pairs of a coefficient." if len(found) > 1 else ""
    texts = [text for own in found.estimates.values() for e in own for text in e.references]
    if len(found) > 1:
        texts += cite("holm1979")
    return {
        "kind": "comparison",
        "source": source,
        **found.to_dict(),
        "headline": found.sentence,
        "sentences": found.sentences,
        "apa": f"{found.sentence} Tested by {ways}{drawn}; accord {found.version}.",
        "methods": f"Tested by {ways}{drawn}.{adjusted}",
        "references": _with_links(texts),
        "reproduce": dict(reproduce or {}),
    }


def evaluation_summary(
    found: Verdict, source: str = "", reproduce: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Everything that is reported of systems against people."""
    facts = found.to_dict()
    return {
        "kind": "evaluation",
        "source": source,
        **facts,
        "apa": _systems(found),
        "methods": evaluated(found),
        "references": _with_links(cite(*_of_metrics(found))),
        "reproduce": plain(dict(reproduce or {})),
    }


def _of_metrics(found: Verdict) -> list[str]:
    known = [item for s in found.systems for item in s.metrics if not math.isnan(item.value)]
    names = {item.name for item in known}
    keys = ["williamson2012", "yannakoudakis2015", "gwet2014"]
    keys += ["loukina2020"] if "prmse" in names else []
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
        f"{ceiling} (accord {found.to_dict()['accord']})"
    )
