"""Plans: power or interval against the number of subjects, for each number of raters."""

from __future__ import annotations

from typing import Any

from accord.analysis.planning import StudyPlan
from accord.base.wording import counted, percent, short
from accord.present.figures.canvas import COLOURS, MARKERS, canvas, style
from accord.present.figures.registry import draws

__all__ = ["describe_plan", "plot_plan"]


def plot_plan(plan: StudyPlan) -> Any:
    """Draw power, or the limits of the interval, against the number of subjects."""
    tested = plan.null is not None
    with style():
        figure, (ax,) = canvas(7.0, 4.2)
        for k, choice in enumerate(plan.choices):
            points = choice.curve or (choice.expected,)
            x = [point.subjects for point in points]
            line = {"color": COLOURS[k % len(COLOURS)], "marker": MARKERS[k % len(MARKERS)]}
            label = counted(choice.raters, "rater")
            if tested:
                ax.plot(x, [point.power for point in points], label=label, **line)
            else:
                ax.plot(x, [point.lower for point in points], label=label, **line)
                ax.plot(x, [point.upper for point in points], **line)
            ax.axvline(choice.subjects, color=line["color"], lw=0.6, ls=":")
        if tested:
            if plan.goal.power is not None:
                ax.axhline(plan.goal.power, color="#444444", lw=0.8)
            ax.set(ylim=(0, 1), ylabel=f"probability of excluding {short(plan.null or 0.0, 2)}")
        else:
            ax.axhline(plan.value, color="#444444", lw=0.8)
            ax.set(ylabel=f"{percent(plan.confidence)} interval of {plan.title}, on average")
        ax.set(xlabel="subjects", title=f"{plan.title} = {short(plan.value, 2)}")
        ax.legend()
    return figure


def describe_plan(plan: StudyPlan) -> str:
    """Describe the plan."""
    return plan.sentence


draws(StudyPlan, plot_plan, describe_plan, name="plan", title="Designs")
