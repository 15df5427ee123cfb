"""Decision studies: reliability of the mean against the number of raters."""

from __future__ import annotations

from typing import Any

import numpy as np

from accord.analysis.decisions import DecisionStudy
from accord.base.wording import counted, percent
from accord.data.scale import IntArray
from accord.present.figures.canvas import COLOURS, DARK, MARKERS, canvas, style
from accord.present.figures.registry import draws

__all__ = ["describe_decisions", "plot_decisions"]

LEAST_AXIS = 10  # raters that the axis shows at least
MOST_AXIS = 40


def plot_decisions(result: DecisionStudy) -> Any:
    """Draw the reliability of the mean against the number of raters, for each number of occasions.

    With a goal, it is a horizontal line; dots are the smallest numbers of raters that reach it.
    """
    study = result.study
    occasions = list(dict.fromkeys(each.occasions for each in result.decisions))
    needed = [each.raters for each in result.required if np.isfinite(each.raters)]
    largest = max([LEAST_AXIS, *(each.raters for each in result.decisions), *needed])
    numbers = np.arange(1, min(int(largest), MOST_AXIS) + 1)
    with style():
        figure, (ax,) = canvas(7.0, 4.2)
        for k, number in enumerate(occasions):
            _draw_curve(ax, result, int(number), numbers, k)
        if result.reliability is not None:
            ax.axhline(result.reliability, color=DARK, lw=0.8, ls=":")
        ax.set(xlim=(0.5, numbers[-1] + 0.5), ylim=(0, 1))
        ax.set(xlabel="raters", ylabel=f"{_coefficient(result)} of the mean")
        ax.set_title(f"Decision study, {result.kind} decisions{_level(result)}")
        if study.facets == 2:
            ax.legend(loc="lower right")
    return figure


def _coefficient(result: DecisionStudy) -> str:
    return "dependability" if result.kind == "absolute" else "generalizability"


def _level(result: DecisionStudy) -> str:
    interval = result.study.absolute_interval
    return f", {percent(interval.confidence)} interval" if np.isfinite(interval.low) else ""


def _draw_curve(ax: Any, result: DecisionStudy, occasions: int, numbers: IntArray, k: int) -> None:
    """Draw the reliability for one number of occasions, and the raters that reach the goal."""
    name, colour = _coefficient(result), COLOURS[k % len(COLOURS)]
    decisions = [result.study.decide(int(g), occasions, fixed=result.fixed) for g in numbers]
    values = [getattr(each, name) for each in decisions]
    label = None if result.study.facets == 1 else counted(occasions, "occasion")
    ax.plot(numbers, values, color=colour, lw=1.6, label=label)
    low, high = zip(*(getattr(each, f"{name}_interval") for each in decisions), strict=True)
    if np.isfinite(low).any():
        ax.fill_between(numbers, np.maximum(low, 0), high, color=colour, alpha=0.13, lw=0)
    for each in result.required:
        if each.occasions == occasions and each.raters <= numbers[-1]:
            value = values[int(each.raters) - 1]
            marker = MARKERS[k % len(MARKERS)]
            ax.plot([each.raters], [value], marker, color=colour, mec=DARK, ms=7, zorder=4)
            ax.annotate(
                f"{each.raters:.0f}", (each.raters, value), xytext=(0, -16),
                textcoords="offset points", ha="center", color=colour,
            )  # fmt: skip


def describe_decisions(result: DecisionStudy) -> str:
    """Describe the answer."""
    return result.sentence


draws(
    DecisionStudy,
    plot_decisions,
    describe_decisions,
    name="decisions",
    title="Reliability by number of raters",
)
