"""Differences of coefficients and of systems, against zero."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from accord.analysis.comparison import Comparison
from accord.analysis.evaluation import Verdict
from accord.base.wording import counted, percent, short
from accord.errors import OptionError
from accord.present.figures.canvas import COLOURS, DARK, canvas, label, style
from accord.present.figures.coefficients import interval_text, plot_estimates
from accord.present.figures.registry import draws
from accord.present.figures.rows import Mark, draw_marks, height_of, label_rows
from accord.statistics import MEASURES

__all__ = [
    "describe_differences",
    "describe_pairs",
    "plot_differences",
    "plot_pairs",
    "plot_sides",
]


def plot_differences(comparison: Comparison) -> Any:
    """Draw each difference with its interval; a margin is shaded."""
    several = len({d.coefficient for d in comparison}) > 1
    names, marks = [], []
    for k, d in enumerate(comparison):
        pair = f"{label(d.a, 20)} − {label(d.b, 20)}"
        title = d.title if d.coefficient == d.coefficient_b else ""
        names.append(f"{pair}, {title}" if several and title else pair)
        marks.append(Mark(k, d.value, d.interval.low, d.interval.high))
    margin = next((d.equivalence.margin for d in comparison if d.equivalence is not None), None)
    first = comparison.differences[0]
    same = first.coefficient == first.coefficient_b
    title = first.title if same and not several else "coefficients"
    kind = "the same subjects" if comparison.paired else "independent groups"
    level = f"{percent(first.interval.confidence)} interval"
    quantity = f"difference of {title} with {level}"
    return _against_zero(names, marks, quantity, f"Differences, {kind}", margin)


def plot_sides(comparison: Comparison, scale: str = "landis_koch") -> Any:
    """Draw the coefficients of each side over benchmark bands."""
    series = [(name or "all", estimates) for name, estimates in comparison.estimates.items()]
    return plot_estimates(series, scale, "Coefficients of both sides")


def plot_pairs(evaluation: Verdict, metric: str | None = None) -> Any:
    """Draw the differences of all pairs of systems in a metric, by default the headline's."""
    name = metric or evaluation.headline
    pairs = [c for c in evaluation.comparisons if c.metric == name]
    if not pairs:
        raise OptionError(f"there is no pair of systems to compare in {name!r}.", option="metric")
    names = [f"{label(c.a, 20)} − {label(c.b, 20)}" for c in pairs]
    marks = [Mark(k, c.difference, c.lower, c.upper) for k, c in enumerate(pairs)]
    chosen = MEASURES[name]
    quantity = f"difference in {chosen.contrast} ({chosen.direction}), with interval"
    return _against_zero(names, marks, quantity, "Systems on the same subjects", None)


def _against_zero(
    names: Sequence[str], marks: Sequence[Mark], quantity: str, title: str, margin: float | None
) -> Any:
    with style():
        figure, (ax,) = canvas(7.0, height_of(len(marks), 0.34, 1.4))
        if margin is not None:
            ax.axvspan(-margin, margin, color=COLOURS[4], alpha=0.15, lw=0)
            for end in (-margin, margin):
                ax.axvline(end, color=COLOURS[4], ls="--", lw=1)
            title += f"; shaded: margin ±{short(margin)}"
        ax.axvline(0, color=DARK, lw=1)
        draw_marks(ax, marks)
        label_rows(ax, [name.replace(r"\$", "$") for name in names], 60)
        if len(marks) <= 30:
            for m in marks:
                if math.isfinite(m.value):
                    text = f"{short(m.value)} {interval_text(m.low, m.high)}"
                    ax.text(
                        1.015,
                        m.row,
                        text,
                        transform=ax.get_yaxis_transform(),
                        va="center",
                        fontsize=8,
                    )
        ax.set(xlabel=quantity, title=title)
    return figure


def describe_differences(comparison: Comparison) -> str:
    """Describe the comparison."""
    return comparison.sentence


def describe_pairs(evaluation: Verdict) -> str:
    """Describe the differences in the headline metric."""
    pairs = [c for c in evaluation.comparisons if c.metric == evaluation.headline]
    listed = "; ".join(
        f"{c.a} − {c.b} {short(c.difference)} {interval_text(c.lower, c.upper)}" for c in pairs[:6]
    )
    more = f"; and {len(pairs) - 6} more" if len(pairs) > 6 else ""
    metric = MEASURES[evaluation.headline]
    return (
        f"Differences in {metric.contrast} ({metric.direction}) of "
        f"{counted(len(pairs), 'pair')} of systems: {listed}{more}."
    )


draws(Comparison, plot_differences, describe_differences, name="differences", title="Differences")
