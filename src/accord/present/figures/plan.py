"""Plans: what is reached with how many subjects, a curve for each number of raters."""

from __future__ import annotations

from typing import Any

from accord.analysis.planning import StudyPlan
from accord.base.wording import counted, percent, short
from accord.present.figures.canvas import COLOURS, MARKERS, canvas, style

__all__ = ["describe_plan", "plot_plan"]


def plot_plan(found: StudyPlan) -> Any:
    """Power, or the interval's limits, against the number of subjects."""
    tested = found.null is not None
    with style():
        figure, (ax,) = canvas(7.0, 4.2)
        for k, choice in enumerate(found.choices):
            points = choice.curve or (choice.expected,)
            x = [point.subjects for point in points]
            look = {"color": COLOURS[k % len(COLOURS)], "marker": MARKERS[k % len(MARKERS)]}
            label = counted(choice.raters, "rater")
            if tested:
                ax.plot(x, [point.power for point in points], label=label, **look)
                ax.axvline(choice.subjects, color=look["color"], lw=0.6, ls=":")
                continue
            ax.plot(x, [point.lower for point in points], label=label, **look)
            ax.plot(x, [point.upper for point in points], **look)
            ax.axvline(choice.subjects, color=look["color"], lw=0.6, ls=":")
        if tested:
            if found.goal.power is not None:
                ax.axhline(found.goal.power, color="#444444", lw=0.8)
            ax.set(ylim=(0, 1), ylabel=f"probability to rule out {short(found.null or 0.0, 2)}")
        else:
            ax.axhline(found.value, color="#444444", lw=0.8)
            ax.set(ylabel=f"{percent(found.confidence)} interval of {found.title}, on average")
        ax.set(xlabel="subjects", title=f"{found.title} = {short(found.value, 2)}")
        ax.legend()
    return figure


def describe_plan(found: StudyPlan) -> str:
    """The plan in a sentence."""
    return found.sentence
