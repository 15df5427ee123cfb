"""Sweeps: the metric against a parameter, with a band, and people's own agreement above it."""

from __future__ import annotations

import math
from typing import Any

from accord.analysis.sweeps import Run, Sweep
from accord.data.scale import as_number, show_label
from accord.errors import OptionError
from accord.present.figures.canvas import COLOURS, MARKERS, canvas, label, style
from accord.statistics import MEASURES

__all__ = ["describe_sweep", "plot_sweep"]

FEW = 12  # ticks at the runs' own values


def plot_sweep(found: Sweep, parameter: str | None = None) -> Any:
    """The leaderboard's metric against one parameter; a curve for each setting of the others."""
    chosen = parameter or found.parameters[0]
    if chosen not in found.parameters:
        raise OptionError(
            f"there is no parameter {chosen!r}; there are {', '.join(found.parameters)}.",
            option="parameter",
        )
    runs = [run for run in found.runs if math.isfinite(run[found.metric].value)]
    values = list(dict.fromkeys(run.parameters.get(chosen) for run in runs))
    numbers = [as_number(value) for value in values]
    numeric = None not in numbers
    place = {
        value: float(k) if number is None or not numeric else number
        for k, (value, number) in enumerate(zip(values, numbers, strict=True))
    }
    with style():
        figure, (ax,) = canvas(7.0, 4.2)
        for k, (name, own) in enumerate(_curves(runs, chosen).items()):
            own = sorted(own, key=lambda run: place[run.parameters.get(chosen)])
            x = [place[run.parameters.get(chosen)] for run in own]
            items = [run[found.metric] for run in own]
            colour = COLOURS[k % len(COLOURS)]
            ax.fill_between(
                x, [i.lower for i in items], [i.upper for i in items], color=colour, alpha=0.15
            )
            ax.plot(
                x,
                [i.value for i in items],
                color=colour,
                marker=MARKERS[k % len(MARKERS)],
                label=label(name, 36) or None,
            )
        like = [run for run in runs if run.like_best]
        ax.plot(
            [place[run.parameters.get(chosen)] for run in like],
            [run[found.metric].value for run in like],
            linestyle="none",
            marker="o",
            markersize=11,
            markerfacecolor="none",
            markeredgecolor="#444444",
            label="not significantly different from the best",
        )
        c = found.ceiling
        if c is not None and math.isfinite(c.value):
            if math.isfinite(c.lower):
                ax.axhspan(c.lower, c.upper, color="#888888", alpha=0.15, lw=0)
            ax.axhline(c.value, color="#666666", lw=1, ls="--", label="human–human agreement")
        if not runs:
            ax.text(0.5, 0.5, "undefined in every run", transform=ax.transAxes, ha="center")
        elif numeric and 0 < 10 * min(place.values()) < max(place.values()):
            ax.set_xscale("log")
        if not numeric or len(place) <= FEW:
            ax.set_xticks(list(place.values()), [label(value, 18) for value in place])
            ax.set_xticks([], minor=True)
        ax.set_xlabel(label(chosen))
        metric = MEASURES[found.metric]
        note = "" if metric.better == "more" else f" ({metric.direction})"
        ax.set_ylabel(metric.title + note)
        ax.set_title(f"{found.subjects:,.0f} subjects, intervals as bands", loc="left", fontsize=9)
        figure.legend(loc="outside lower center", ncols=3)
    return figure


def _curves(runs: list[Run], chosen: str) -> dict[str, list[Run]]:
    """Runs by their other parameters."""
    found: dict[str, list[Run]] = {}
    for run in runs:
        rest = [f"{k} {show_label(v)}" for k, v in run.parameters.items() if k != chosen]
        found.setdefault(", ".join(rest), []).append(run)
    return found


def describe_sweep(found: Sweep) -> str:
    """What came out, in words."""
    return found.sentence
