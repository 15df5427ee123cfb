"""Sweeps as a leaderboard in a terminal, and as CSV."""

from __future__ import annotations

import csv
import io
import math

from rich.console import Group, RenderableType
from rich.text import Text

from accord.evaluation import MEASURES
from accord.evaluation.results import MetricEstimate
from accord.report.pieces import bullets, say, show_list
from accord.report.table import cell
from accord.scale import show_label
from accord.sweeps import Sweep
from accord.wording import amount, capital, counted, percentage, short

__all__ = ["render_sweep", "sweep_csv"]

BESIDE = {"exact": "same", "kendall_tau_b": "tau-b", "mae": "MAE", "l2": "L2"}


def render_sweep(found: Sweep) -> RenderableType:
    """The result in words, the leaderboard, and the distribution of score differences."""
    beside = [name for name in BESIDE if name != found.metric]
    named = found.parameters == ("run",) or len(_settings(found)) < len(found.runs)
    rows = [
        [
            str(run.rank),
            *([run.name] if named else []),
            *(show_label(run.parameters.get(key, "")) for key in found.parameters),
            _value(run[found.metric]),
            "best" if run.rank == 1 else amount(run.difference, 3),
            "" if run.rank == 1 else _p(run.p_adjusted),
            *(amount(run[name].value) for name in beside),
        ]
        for run in found.runs
    ]
    heads = [
        "",
        *(["run"] if named else []),
        *found.parameters,
        MEASURES[found.metric].title,
        "run − best",
        "p (Holm)" if len(found.runs) > 2 else "p",
        *(BESIDE[name] for name in beside),
    ]
    steps = sorted({abs(m.difference) for run in found.runs for m in run.margins})[:8]
    table = [
        [
            run.name,
            *(
                percentage(sum(m.share for m in run.margins if abs(m.difference) == s))
                for s in steps
            ),
        ]
        for run in found.runs
    ]
    off = ["points", *("0" if s == 0 else f"±{show_label(s)}" for s in steps)]
    parts: list[RenderableType] = [
        say(found.sentence, style="bold"),
        say(f"{capital(counted(found.subjects, 'subject'))}. {_people(found)}"),
        Text(),
        show_list("", rows, heads),
    ]
    if found.ceiling is not None:
        parts += [say(f"Human–human agreement: {_value(found.ceiling)}.")]
    if steps:
        parts += [Text(), show_list("Distribution of score differences", table, off)]
    if found.warnings:
        parts += [Text(), say("Please note", style="bold"), *bullets(found.warnings)]
    return Group(*parts)


def _settings(found: Sweep) -> set[tuple[str, ...]]:
    """Different settings of the parameters: where each run has its own, it needs no name."""
    return {tuple(map(str, run.parameters.values())) for run in found.runs}


def _people(found: Sweep) -> str:
    """Name the gold standard, and the people beside it."""
    others = [name for name in found.people if name not in found.gold_names]
    second = f" Further people: {', '.join(others)}." if others else ""
    return f"Gold standard: {found.gold}.{second}"


def _value(item: MetricEstimate) -> str:
    if math.isnan(item.value):
        return "–"
    return f"{amount(item.value)} [{amount(item.lower)}, {amount(item.upper)}]"


def _p(value: float) -> str:
    return "–" if math.isnan(value) else "<.001" if value < 0.001 else short(value, 3)


def sweep_csv(found: Sweep) -> str:
    """CSV text, a row per run."""
    names = [item.name for item in found.runs[0].metrics]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    ends = [end for name in names for end in (name, f"{name}_lower", f"{name}_upper")]
    heads = ["rank", "run", *found.parameters, "like_best", "p_adjusted", *ends]
    writer.writerow([cell(head) for head in heads])
    for run in found.runs:
        values = [v for item in run.metrics for v in (item.value, item.lower, item.upper)]
        own = [run.parameters.get(key, "") for key in found.parameters]
        row = [run.rank, run.name, *own, run.like_best, run.p_adjusted, *values]
        writer.writerow([cell(value) for value in row])
    return stream.getvalue()
