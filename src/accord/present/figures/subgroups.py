"""Differences between systems and people within subgroups."""

from __future__ import annotations

import math
from typing import Any

from accord.analysis.evaluation import Verdict
from accord.analysis.evaluation.thresholds import GROUP
from accord.base.wording import short
from accord.data.scale import show_label
from accord.errors import OptionError
from accord.options.presets import SHIFT
from accord.present.figures.canvas import COLOURS, DARK, canvas, label, style
from accord.present.figures.rows import Mark, draw_marks, height_of, label_rows

__all__ = ["describe_subgroups", "plot_subgroups"]

TITLES = {
    SHIFT: "standardised mean difference, system − people",
    "dsm": "difference of standardised means, system − people",
}


def plot_subgroups(result: Verdict, metric: str = SHIFT) -> Any:
    """Draw the difference in each subgroup with its interval, and the recommended limits.

    Parameters
    ----------
    metric
        ``smd``, or ``dsm``.
    """
    rows = [g for g in result.groups if g.metric == metric]
    if not rows:
        raise OptionError(f"no subgroups with {metric!r} were evaluated.", option="metric")
    groups = list(dict.fromkeys(show_label(g.group) for g in rows))
    systems = list(dict.fromkeys(g.system for g in rows))
    with style():
        figure, (ax,) = canvas(7.0, height_of(len(groups), 0.2 + 0.14 * min(len(systems), 6), 1.6))
        ax.axvspan(-GROUP, GROUP, color=COLOURS[4], alpha=0.15, lw=0)
        for end in (-GROUP, GROUP):
            ax.axvline(end, color=COLOURS[4], ls="--", lw=1)
        ax.axvline(0, color=DARK, lw=0.8)
        for k, system in enumerate(systems):
            shift = (k - (len(systems) - 1) / 2) * 0.6 / len(systems)
            marks = [
                Mark(groups.index(show_label(g.group)) + shift, g.value, g.lower, g.upper)
                for g in rows
                if g.system == system
            ]
            draw_marks(ax, marks, k, name=label(system, 20))
        label_rows(ax, groups)
        title = f"Subgroups; shaded: ±{short(GROUP)}, recommended limits"
        ax.set(xlabel=f"{TITLES.get(metric, metric)}, with interval", title=title)
        figure.legend(loc="outside lower center", ncols=4)
    return figure


def describe_subgroups(result: Verdict) -> str:
    """Describe the largest difference."""
    rows = [g for g in result.groups if g.metric == SHIFT and math.isfinite(g.value)]
    if not rows:
        return "Differences in subgroups: all undefined."
    worst = max(rows, key=lambda g: abs(g.value))
    beyond = sum(abs(g.value) > GROUP for g in rows)
    return (
        f"Standardised mean differences in subgroups: {beyond} of {len(rows)} lie beyond "
        f"±{short(GROUP)}; the largest is {short(worst.value)} ({worst.system}, group "
        f"{show_label(worst.group)})."
    )
