"""Evaluations of systems as people read them in a terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from accord.evaluation import MEASURES, SystemReport, Verdict
from accord.evaluation.results import MetricEstimate
from accord.report.pieces import bullets, say, show_list
from accord.report.words import evaluated, p_cell, scored
from accord.scale import show_label
from accord.version import __version__
from accord.wording import amount, count_text, percentage, short, with_limits

__all__ = ["render_evaluation"]

SHORT = (
    "exact", "adjacent", "cohen_kappa", "qwk", "ac1", "ac2_quadratic", "pearson", "kendall_tau_b",
    "mae", "rmse", "smd", "sd_ratio", "prmse", "disattenuated_r",
)  # fmt: skip


def render_evaluation(found: Verdict, source: str, *, details: bool) -> RenderableType:
    """The reading first, then metrics with intervals, differences, ranking, subgroups."""
    parts: list[RenderableType] = [say(f"accord {__version__}  {source}", style="bold"), Text()]
    parts += [say(_described(found)), Text()]
    parts += [say(sentence, style="bold") for sentence in found.reading]
    parts += [Text(), _metrics(found, everything=details)]
    if any(system.margins for system in found.systems):
        parts += [Text(), _margins(found)]
    if len(found.systems) > 1:
        parts += [Text(), _ranking(found)]
    if found.groups:
        parts += [Text(), _groups(found)]
    for system in found.systems:
        parts += _judge(system)
    for row in found.data["runs"]:
        parts += [Text(), say(_run_words(row))]
    if details:
        for system in found.systems:
            parts += _details(system)
    if found.warnings:
        parts += [Text(), say("Please note", style="bold"), *bullets(found.warnings)]
    parts += [
        Text(),
        say(
            evaluated(found) + ("" if details else " More metrics and tests: --details."),
            style="dim",
        ),
    ]
    return Group(*parts)


def _described(found: Verdict) -> str:
    d = found.data
    reach = ""
    if d["range"] is not None:
        low, high = (show_label(v) for v in d["range"])
        reach = f" Marks from {low} to {high}."
    systems = ", ".join(system["name"] for system in d["systems"])
    return f"{scored(d)}.{reach} Gold standard: {d['gold']}. Systems: {systems}."


def _metrics(found: Verdict, *, everything: bool) -> RenderableType:
    columns = [*found.systems, found.baseline]
    if found.ceiling is not None:
        columns.append(found.ceiling)
    names = dict.fromkeys(item.name for system in columns for item in system.metrics)
    rows = []
    for name in names:
        own = [_metric(system, name) for system in columns]
        known = next(item for item in own if item is not None)
        if all(item is None or math.isnan(item.value) for item in own):
            continue
        if name not in SHORT and not everything and found.data["range"] is not None:
            continue
        rows.append([known.title, *(_cell(item) for item in own)])
    return show_list("", rows, ["", *(system.name for system in columns)])


def _metric(system: SystemReport, name: str) -> MetricEstimate | None:
    return next((item for item in system.metrics if item.name == name), None)


def _cell(item: MetricEstimate | None) -> str:
    if item is None or math.isnan(item.value):
        return "–"
    return _spread(item.value, item.lower, item.upper, flag=item.flag)


def _spread(value: float, low: float, high: float, *, flag: object = None) -> str:
    ends = "" if math.isnan(low) else f" [{amount(low)}, {amount(high)}]"
    return f"{amount(value)}{'*' if flag else ''}{ends}"


def _margins(found: Verdict) -> RenderableType:
    """Share of the marks at each distance from the gold standard, both directions together."""
    steps = sorted({abs(m.difference) for s in found.systems for m in s.margins})[:8]
    rows = []
    for system in found.systems:
        shares = [
            sum(m.share for m in system.margins if abs(m.difference) == step) for step in steps
        ]
        if system.margins:
            rows.append([system.name, *(percentage(share) for share in shares)])
    heads = ["points", *("0" if s == 0 else f"±{show_label(s)}" for s in steps)]
    return show_list("Distribution of score differences", rows, heads)


def _ranking(found: Verdict) -> RenderableType:
    rows = [
        [str(row["rank"]), str(row["system"]), amount(float(row["value"])), str(row["sets"])]
        for row in found.ranking
    ]
    title = (
        f"Ranking by {MEASURES[found.headline].title}; systems that share a letter are not "
        "significantly different"
    )
    return show_list(title, rows, ("", "system", "value", "letters"))


def _groups(found: Verdict) -> RenderableType:
    order = {name: k for k, name in enumerate(dict.fromkeys(g.metric for g in found.groups))}
    rows = [
        [
            g.system,
            g.metric,
            show_label(g.group),
            _spread(g.value, g.lower, g.upper, flag=g.flag),
            "" if math.isnan(g.p_adjusted) else p_cell(g.p_adjusted),
        ]
        for g in sorted(found.groups, key=lambda g: (g.system, order[g.metric], str(g.group)))
    ]
    return show_list("Subgroups", rows, ("system", "metric", "group", "value", "p (Holm)"))


def _judge(system: SystemReport) -> list[RenderableType]:
    parts: list[RenderableType] = []
    rates: Sequence[dict[str, Any]] = system.judge.get("rates", ())
    if rates:
        rows = [[r["title"], "–" if r["value"] is None else _interval(r)] for r in rates]
        title = f"{system.name} as a judge of {show_label(system.judge['positive'])}"
        parts += [Text(), show_list(title, rows, ("", ""))]
    test = system.judge.get("alternative_annotator")
    if test:
        verdict = "passes" if test["passed"] else "does not pass"
        parts += [
            Text(),
            say(
                f"{system.name} {verdict} the alternative annotator test: it may replace "
                f"{sum(p['replaceable'] for p in test['people'])} of {len(test['people'])} people "
                f"({', '.join(p['person'] for p in test['people'] if p['replaceable']) or 'none'}; "
                f"half must be, ε {short(test['epsilon'])}); it does as well as a person in "
                f"{_interval(test['advantage'])} of the cases."
            ),
        ]
    return parts


def _interval(r: dict[str, Any]) -> str:
    if r["lower"] is None:
        return amount(r["value"])
    return f"{amount(r['value'])} [{amount(r['lower'])}, {amount(r['upper'])}]"


def _run_words(row: dict[str, Any]) -> str:
    words = [f"{row['judge']}, {len(row['runs'])} runs"]
    for name, title in (("percent_agreement", "agreement"), ("gwet_ac", "AC")):
        if name in row and row[name]["value"] is not None:
            words.append(f"{title} {_interval(row[name])}")
    deviation = row.get("sd_between_runs")
    if deviation is not None and deviation["value"] is not None:
        words.append(f"standard deviation between runs {_interval(deviation)}")
    return ": ".join([words[0], ", ".join(words[1:])]) + "."


def _details(system: SystemReport) -> list[RenderableType]:
    parts: list[RenderableType] = []
    if system.scores:
        rows = [
            [
                show_label(s.score),
                count_text(s.given),
                count_text(s.predicted),
                _cell(s.precision),
                _cell(s.recall),
                _cell(s.f),
            ]
            for s in system.scores
        ]
        heads = ("score", "given", "predicted", "precision", "recall", "F")
        parts += [Text(), show_list(f"{system.name}, score by score", rows, heads)]
    if system.associations:
        rows = [
            [a.title, short(a.value, 3), short(a.ase, 3), short(a.t, 3), p_cell(a.p_value)]
            for a in system.associations
        ]
        heads5 = ("", "value", "asymptotic SE", "approx. T", "approx. sig.")
        title = f"{system.name}, association as in SPSS"
        parts += [Text(), show_list(title, rows, heads5)]
    if system.tests:
        rows = [
            [t.title, short(t.statistic), p_cell(t.p_value), _effect(t), t.caution]
            for t in system.tests
        ]
        heads4 = ("", "statistic", "p", "effect size", "caution")
        parts += [Text(), show_list(f"{system.name}, tests of a difference", rows, heads4)]
    if system.degradation:
        rows = [[d.title, _cell(d)] for d in system.degradation]
        title = f"{system.name}, difference from human–human agreement"
        parts += [Text(), show_list(title, rows, ("", "system − people"))]
    return parts


def _effect(t: Any) -> str:
    if t.effect is None or math.isnan(t.effect):
        return ""
    return with_limits(t.effect, t.lower, t.upper)
