"""Decision studies: reliability of the mean against the number of raters."""

from __future__ import annotations

from typing import Any

import numpy as np

from accord.analysis.decisions import DecisionStudy
from accord.base.wording import counted, percent
from accord.data.scale import IntArray
from accord.present.figures.canvas import COLOURS, DARK, canvas, style
from accord.present.figures.registry import draws

__all__ = ["describe_decisions", "plot_decisions"]

LEAST_AXIS = 10  # raters that the axis shows at least
MOST_AXIS = 40
MOST_PANELS = 4  # numbers of occasions side by side


def plot_decisions(result: DecisionStudy) -> Any:
    """Draw the reliability of the mean against the number of raters.

    Each number of occasions has axes of its own. With a goal, it is a horizontal line; dots are the
    smallest numbers of raters that reach it.
    """
    occasions = list(dict.fromkeys(int(each.occasions) for each in result.decisions))[:MOST_PANELS]
    needed = [each.raters for each in result.required if np.isfinite(each.raters)]
    largest = max([LEAST_AXIS, *(each.raters for each in result.decisions), *needed])
    numbers = np.arange(1, min(int(largest), MOST_AXIS) + 1)
    count = len(occasions)
    with style():
        figure, axes = canvas(7.0 if count < 3 else 2.9 * count, 4.0, count, share=True)
        for ax, number in zip(axes, occasions, strict=True):
            _draw_curve(ax, result, number, numbers)
            if result.reliability is not None:
                ax.axhline(result.reliability, color=DARK, lw=0.8, ls=":")
            ax.set(xlim=(0.5, numbers[-1] + 0.5), ylim=(0, 1), xlabel="raters")
            if result.study.facets == 2:
                ax.set_title(counted(number, "occasion"))
        axes[0].set_ylabel(f"{_coefficient(result)} of the mean")
        title = f"Decision study, {result.kind} decisions{_level(result)}"
        if count > 1:
            figure.suptitle(title, fontsize=10)
        else:
            axes[0].set_title(title)
    return figure


def _coefficient(result: DecisionStudy) -> str:
    return "dependability" if result.kind == "absolute" else "generalizability"


def _level(result: DecisionStudy) -> str:
    limits = (each.dependability_interval for each in result.decisions)
    known = next((each for each in limits if np.isfinite(each.low)), None)
    return "" if known is None else f", {percent(known.confidence)} interval"


def _draw_curve(ax: Any, result: DecisionStudy, occasions: int, numbers: IntArray) -> None:
    """Draw the reliability for one number of occasions, and the raters that reach the goal."""
    name, colour = _coefficient(result), COLOURS[0]
    decisions = [result.study.decide(int(g), occasions, fixed=result.fixed) for g in numbers]
    values = [getattr(each, name) for each in decisions]
    ax.plot(numbers, values, color=colour, lw=1.6)
    low, high = zip(*(getattr(each, f"{name}_interval") for each in decisions), strict=True)
    if np.isfinite(low).any():
        ax.fill_between(numbers, np.maximum(low, 0), high, color=colour, alpha=0.13, lw=0)
    for each in result.required:
        if each.occasions == occasions and each.raters <= numbers[-1]:
            value = values[int(each.raters) - 1]
            ax.plot([each.raters], [value], "o", color=colour, mec=DARK, ms=7, zorder=4)
            ax.annotate(
                f"{each.raters:.0f}", (each.raters, value), xytext=(7, -13),
                textcoords="offset points", ha="left", color=DARK, weight="bold",
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
