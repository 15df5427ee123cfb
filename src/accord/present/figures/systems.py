"""Metrics of systems, with human–human agreement and a baseline for comparison."""

from __future__ import annotations

import math
from typing import Any

from accord.analysis.evaluation import SystemReport, Verdict
from accord.analysis.evaluation.estimates import MetricEstimate
from accord.analysis.evaluation.thresholds import DEGRADATION
from accord.base.wording import counted, short
from accord.errors import OptionError
from accord.present.figures.canvas import COLOURS, DARK, canvas, label, style
from accord.present.figures.registry import draws
from accord.present.figures.rows import Mark, draw_marks, height_of, label_rows
from accord.statistics import MEASURES

__all__ = ["describe_degradation", "describe_systems", "plot_degradation", "plot_systems"]

DRAWN = ("agreement", "association")  # kinds of metrics, which have 1 as their best value
FEW_SYSTEMS = 6


def plot_systems(result: Verdict, metric: str | None = None) -> Any:
    """Draw metrics of each system, of people with each other, and of a constant mark.

    Parameters
    ----------
    metric
        One metric, drawn with a row for each system. By default several metrics, or for many
        systems that of the headline.
    """
    if metric is not None or len(result.systems) > FEW_SYSTEMS:
        return _by_system(result, metric or result.headline)
    shown = [n for n, m in MEASURES.items() if "summary" in m.parts and m.kind in DRAWN]
    names = [n for n in shown if any(_known(s, n) for s in result.systems)]
    names = names or [result.headline]
    with style():
        figure, (ax,) = canvas(7.5, height_of(len(names), 0.2 + 0.14 * len(result.systems), 1.7))
        for k, system in enumerate(result.systems):
            shift = (k - (len(result.systems) - 1) / 2) * 0.6 / len(result.systems)
            marks = [_mark(system, name, i + shift) for i, name in enumerate(names)]
            draw_marks(ax, marks, k, name=label(system.name, 20))
        for i, name in enumerate(names):
            _people(ax, result, name, i, name == names[0])
        label_rows(ax, [MEASURES[name].title for name in names])
        ax.set_xlim(min(-0.02, ax.get_xlim()[0]), 1.02)
        ax.set(xlabel="value with interval", title=f"Systems against {label(result.data.gold)}")
        figure.legend(loc="outside lower center", ncols=3)
    return figure


def _by_system(result: Verdict, name: str) -> Any:
    order = sorted(result.systems, key=lambda s: _sorting(s, name))
    with style():
        figure, (ax,) = canvas(7.0, height_of(len(order), 0.3, 1.6))
        draw_marks(ax, [_mark(s, name, i) for i, s in enumerate(order)], name="system")
        ceiling = None if result.ceiling is None else _known(result.ceiling, name)
        if ceiling is not None:
            if math.isfinite(ceiling.lower):
                ax.axvspan(ceiling.lower, ceiling.upper, color="#888888", alpha=0.15, lw=0)
            ax.axvline(ceiling.value, color="#666666", ls="--", label="human–human agreement")
        base = _known(result.baseline, name)
        if base is not None:
            ax.axvline(base.value, color=DARK, ls=":", label="always the most frequent mark")
        label_rows(ax, [s.name for s in order])
        ax.set(xlabel=f"{MEASURES[name].title} with interval")
        figure.legend(loc="outside lower center", ncols=3)
    return figure


def _known(system: SystemReport, name: str) -> MetricEstimate | None:
    return next((m for m in system.metrics if m.name == name and math.isfinite(m.value)), None)


def _mark(system: SystemReport, name: str, row: float) -> Mark:
    m = _known(system, name)
    return Mark(row, math.nan, math.nan, math.nan) if m is None else _of(m, row)


def _of(m: MetricEstimate, row: float) -> Mark:
    return Mark(row, m.value, m.lower, m.upper)


def _sorting(system: SystemReport, name: str) -> float:
    m = _known(system, name)
    if m is None:
        return math.inf
    return MEASURES[name].loss(m.value)


def _people(ax: Any, result: Verdict, name: str, row: int, first: bool) -> None:
    """Draw human–human agreement as a grey block with a line, and the baseline as a cross."""
    ceiling = None if result.ceiling is None else _known(result.ceiling, name)
    if ceiling is not None:
        if math.isfinite(ceiling.lower):
            width = ceiling.upper - ceiling.lower
            ax.barh(row, width, 0.8, left=ceiling.lower, color="#888888", alpha=0.2, zorder=1)
        ax.vlines(
            ceiling.value, row - 0.4, row + 0.4, color="#555555", lw=1.6, ls="--",
            label="human–human agreement" if first else None,
        )  # fmt: skip
    base = _known(result.baseline, name)
    if base is not None:
        ax.plot(
            [base.value], [row], "x", color=DARK, ms=6, ls="none",
            label="always the most frequent mark" if first else None,
        )  # fmt: skip


def plot_degradation(result: Verdict) -> Any:
    """Draw differences of systems from human–human agreement."""
    rows = [(system, m) for system in result.systems for m in system.degradation]
    if not rows:
        raise OptionError(
            "human–human agreement is not defined, because there is only one person.",
            option="result",
        )
    with style():
        figure, (ax,) = canvas(7.0, height_of(len(rows), 0.32, 1.5))
        for k, system in enumerate(result.systems):
            marks = [_of(m, i) for i, (s, m) in enumerate(rows) if s is system]
            draw_marks(ax, marks, k)
        ax.axvline(0, color=DARK, lw=1)
        ax.axvline(-DEGRADATION, color=COLOURS[4], ls="--", lw=1.2)
        several = len(result.systems) > 1
        label_rows(ax, [f"{m.title}, {s.name}" if several else m.title for s, m in rows], 48)
        ax.set(
            xlabel="system − people, with interval",
            title="Difference from human–human agreement; dashed: recommended limit "
            f"{short(-DEGRADATION)}",
        )
    return figure


def describe_systems(result: Verdict) -> str:
    """Describe the headline metric of each system, of people and of the baseline."""
    title = MEASURES[result.headline].title
    reports = [*result.systems, *([result.ceiling] if result.ceiling else []), result.baseline]
    listed = []
    for report in reports[:8]:
        m = _known(report, result.headline)
        listed.append(f"{report.name} {'undefined' if m is None else short(m.value)}")
    return f"{title} of {counted(len(result.systems), 'system')}: {', '.join(listed)}."


def describe_degradation(result: Verdict) -> str:
    """Describe the differences from human–human agreement, metric by metric."""
    listed = [
        f"{m.title} of {system.name} {short(m.value)}"
        for system in result.systems
        for m in system.degradation
    ]
    return f"Difference from human–human agreement (system − people): {', '.join(listed[:8])}."


draws(Verdict, plot_systems, describe_systems, name="systems", title="Systems against people")
