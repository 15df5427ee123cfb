"""Summary of an evaluation of systems."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from accord.analysis.evaluation import SystemReport, Verdict
from accord.analysis.evaluation.thresholds import DEGRADATION, GROUP, has_thresholds
from accord.analysis.prompts import PromptTable
from accord.base.serialise import dump
from accord.base.wording import percent, short
from accord.present.records.common import doubtful
from accord.present.records.evaluation import EvaluationReport
from accord.present.sentences import STAR, scored
from accord.present.summaries.citations import with_links
from accord.statistics import MEASURES
from accord.statistics.references import cite

__all__ = ["evaluation_summary"]


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
        methods=_methods(result),
        references=with_links(cite(*_of_metrics(result))),
        reproduce=dict(reproduce or {}),
        by_prompt=by_prompt,
    )
    return dump(report)


def _of_metrics(result: Verdict) -> list[str]:
    known = [item for s in result.systems for item in s.metrics if not math.isnan(item.value)]
    measures = [MEASURES[name] for name in dict.fromkeys(e.name for e in known) if name in MEASURES]
    marked = has_thresholds(result.data.ratings)
    keys = ["williamson2012", "yannakoudakis2015", "gwet2014"] if marked else []
    shown = [m for m in measures if m.statistic.truth or not marked]
    keys += [key for m in shown for key in m.statistic.references]
    judges = [system.judge for system in result.systems]
    keys += ["rogan1978"] if any(judge.rates for judge in judges) else []
    keys += ["calderon2025"] if any(judge.alternative_annotator for judge in judges) else []
    return keys


def _systems(result: Verdict) -> str:
    """Return sentences to paste: the headline metric of each system, and of people."""
    values = []
    for system in result.systems:
        item = system[result.headline]
        interval = "" if math.isnan(item.lower) else f" [{short(item.lower)}, {short(item.upper)}]"
        values.append(f"{system.name} {short(item.value)}{interval}")
    title, level = result.systems[0][result.headline].title, percent(result.data.confidence)
    people = "" if result.ceiling is None else _human_agreement(result.ceiling, result.headline)
    return (
        f"Subjects scored: {scored(dump(result.data))}. {title} (each system against "
        f"{result.data.gold}, with {level} CI): {'; '.join(values)}.{people} Computed with "
        f"accord {result.version}."
    )


def _human_agreement(ceiling: SystemReport, headline: str) -> str:
    values = [m.value for m in ceiling.metrics if m.name == headline and not math.isnan(m.value)]
    return f" Human–human agreement: {short(values[0])}." if values else ""


def _methods(result: Verdict) -> str:
    """Return the methods of an evaluation, and what its stars mean."""
    by_draws = any(item.ci_method == "dirichlet" for s in result.systems for item in s.metrics)
    intervals = (
        "Intervals of agreement, and of differences in agreement between systems: Dirichlet draws "
        "over the rating patterns. Intervals of other metrics: the jackknife or, for many "
        "subjects, influence values."
        if by_draws
        else "Intervals: the jackknife or, for many subjects, influence values."
    )
    spss = (
        " The asymptotic SE under association is that of SPSS."
        if any(system.associations for system in result.systems)
        else ""
    )
    return f"{intervals}{spss}{_thresholds(result)}"


def _thresholds(result: Verdict) -> str:
    """Return the thresholds and limits of the metrics on show; nothing if there are none."""
    if not has_thresholds(result.data.ratings):
        return ""
    known = {e.name for s in result.systems for e in s.metrics if not math.isnan(e.value)}
    measures = [measure for name, measure in MEASURES.items() if name in known]
    least = [f"{m.title} {short(m.at_least)}" for m in measures if m.at_least is not None]
    most = [f"{m.title} ±{short(m.at_most)}" for m in measures if m.at_most is not None]
    most += [f"differences in subgroups ±{short(GROUP)}"] if result.groups else []
    most += [f"{short(DEGRADATION)} below human–human agreement"] if result.ceiling else []
    parts = (("Thresholds", least), ("Limits", most))
    listed = " ".join(f"{name}: {', '.join(rows)}." for name, rows in parts if rows)
    return f" {STAR}. {listed}" if listed else ""
