"""Systems on several prompts: a row for each, with the metric and its interval."""

from __future__ import annotations

import math
from typing import Any

from accord.analysis.prompts import PromptTable
from accord.base.wording import counted, percent, short
from accord.present.figures.canvas import canvas, label, style
from accord.present.figures.registry import draws
from accord.present.figures.rows import Mark, draw_marks, height_of, label_rows
from accord.statistics import MEASURES

__all__ = ["describe_prompts", "plot_prompts"]

MEAN = "Mean"


def plot_prompts(result: PromptTable, metric: str | None = None) -> Any:
    """Draw a row for each prompt, and the mean, with the metric of each system.

    Parameters
    ----------
    metric
        Name of the metric; that of the comparison if not given.
    """
    name = metric or result.headline
    rows = [*result.prompts, MEAN]
    many = len(result.systems)
    with style():
        figure, (ax,) = canvas(7.0, height_of(len(rows), 0.2 + 0.14 * min(many, 6), 1.6))
        ax.axhline(len(rows) - 1.5, color="0.8", lw=0.8)
        for k, system in enumerate(result.systems):
            shift = (k - (many - 1) / 2) * 0.6 / many
            items: list[Any] = [result[prompt, system][name] for prompt in result.prompts]
            items.append(result.mean(system, name))
            marks = [
                Mark(j + shift, item.value, item.lower, item.upper) for j, item in enumerate(items)
            ]
            draw_marks(ax, marks, k, name=label(system, 20))
        label_rows(ax, rows)
        title = MEASURES[name].title
        ax.set(xlabel=f"{title}, with {percent(result.confidence)} interval", title="By prompt")
        figure.legend(loc="outside lower center", ncols=4)
    return figure


def describe_prompts(result: PromptTable) -> str:
    """Describe the mean of each system, and the lowest value."""
    name = result.headline
    means = [result.mean(system, name) for system in result.systems]
    values = "; ".join(f"{mean.system} {short(mean.value)}" for mean in means)
    start = f"{MEASURES[name].title} on {counted(len(result.prompts), 'prompt')}, mean: {values}"
    known = [row for row in result if math.isfinite(row[name].value)]
    if not known:
        return f"{start}."
    low = min(known, key=lambda row: row[name].value)
    return f"{start}. Lowest: {short(low[name].value)} ({low.system}, {low.prompt})."


draws(PromptTable, plot_prompts, describe_prompts, name="prompts", title="Systems by prompt")
