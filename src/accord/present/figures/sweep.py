"""Sweeps: a metric against a parameter of the runs, with human–human agreement."""

from __future__ import annotations

import math
from typing import Any

from accord.analysis.sweeps import Run, Sweep
from accord.data.scale import as_number, show_label
from accord.errors import OptionError
from accord.present.figures.canvas import COLOURS, MARKERS, canvas, label, style
from accord.present.figures.registry import draws
from accord.statistics import MEASURES

__all__ = ["describe_sweep", "plot_sweep"]

FEW = 12  # values of the parameter that each have a tick


def plot_sweep(sweep: Sweep, parameter: str | None = None) -> Any:
    """Draw the metric against a parameter, with a curve for each setting of the others.

    Parameters
    ----------
    sweep
        The sweep.
    parameter
        Parameter on the horizontal axis; the first if not given.
    """
    chosen = parameter or sweep.parameters[0]
    if chosen not in sweep.parameters:
        raise OptionError(
            f"there is no parameter {chosen!r}; the parameters are {', '.join(sweep.parameters)}.",
            option="parameter",
        )
    runs = [run for run in sweep.runs if math.isfinite(run[sweep.metric].value)]
    values = list(dict.fromkeys(run.parameters.get(chosen) for run in runs))
    numbers = [as_number(value) for value in values]
    numeric = None not in numbers
    positions = {
        value: float(k) if number is None or not numeric else number
        for k, (value, number) in enumerate(zip(values, numbers, strict=True))
    }
    with style():
        figure, (ax,) = canvas(7.0, 4.2)
        _draw_curves(ax, sweep, runs, chosen, positions)
        _draw_human_agreement(ax, sweep)
        if not runs:
            ax.text(0.5, 0.5, "undefined in all runs", transform=ax.transAxes, ha="center")
        elif numeric and 0 < 10 * min(positions.values()) < max(positions.values()):
            ax.set_xscale("log")
        if not numeric or len(positions) <= FEW:
            ax.set_xticks(list(positions.values()), [label(value, 18) for value in positions])
            ax.set_xticks([], minor=True)
        ax.set_xlabel(label(chosen))
        metric = MEASURES[sweep.metric]
        note = "" if metric.better == "more" else f" ({metric.direction})"
        ax.set_ylabel(metric.title + note)
        ax.set_title(f"{sweep.subjects:,.0f} subjects, intervals as bands", loc="left", fontsize=9)
        figure.legend(loc="outside lower center", ncols=3)
    return figure


def _draw_curves(
    ax: Any, sweep: Sweep, runs: list[Run], chosen: str, positions: dict[Any, float]
) -> None:
    """Draw a curve with its band for each setting, and circles around the best runs."""

    def position(run: Run) -> float:
        return positions[run.parameters.get(chosen)]

    for k, (name, members) in enumerate(_by_setting(runs, chosen).items()):
        curve = sorted(members, key=position)
        x = [position(run) for run in curve]
        estimates = [run[sweep.metric] for run in curve]
        colour = COLOURS[k % len(COLOURS)]
        ax.fill_between(
            x, [e.lower for e in estimates], [e.upper for e in estimates], color=colour, alpha=0.15
        )
        ax.plot(
            x,
            [e.value for e in estimates],
            color=colour,
            marker=MARKERS[k % len(MARKERS)],
            label=label(name, 36) or None,
        )
    best = [run for run in runs if run.like_best]
    ax.plot(
        [position(run) for run in best],
        [run[sweep.metric].value for run in best],
        linestyle="none",
        marker="o",
        markersize=11,
        markerfacecolor="none",
        markeredgecolor="#444444",
        label="not significantly different from the best",
    )


def _draw_human_agreement(ax: Any, sweep: Sweep) -> None:
    ceiling = sweep.ceiling
    if ceiling is None or not math.isfinite(ceiling.value):
        return
    if math.isfinite(ceiling.lower):
        ax.axhspan(ceiling.lower, ceiling.upper, color="#888888", alpha=0.15, lw=0)
    ax.axhline(ceiling.value, color="#666666", lw=1, ls="--", label="human–human agreement")


def _by_setting(runs: list[Run], chosen: str) -> dict[str, list[Run]]:
    """Return the runs by the setting of their other parameters."""
    settings: dict[str, list[Run]] = {}
    for run in runs:
        rest = [f"{k} {show_label(v)}" for k, v in run.parameters.items() if k != chosen]
        settings.setdefault(", ".join(rest), []).append(run)
    return settings


def describe_sweep(sweep: Sweep) -> str:
    """Describe the sweep."""
    return sweep.sentence


draws(Sweep, plot_sweep, describe_sweep, name="runs", title="Runs")
