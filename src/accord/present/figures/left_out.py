"""A coefficient without each rater in turn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from accord.analysis.views import RaterLeftOut
from accord.base.wording import short
from accord.present.figures.canvas import DARK, canvas, style
from accord.present.figures.registry import FigureRequest, SectionFigure, draws, section_figure
from accord.present.figures.rows import Mark, draw_marks, height_of, label_rows

__all__ = ["describe_left_out", "plot_left_out"]


def plot_left_out(rows: Sequence[RaterLeftOut]) -> Any:
    """Draw the coefficient without each rater, and a line at the value with all raters."""
    overall = _with_all_raters(rows)
    with style():
        figure, (ax,) = canvas(7.0, height_of(len(rows), 0.3, 1.5))
        marks = [
            Mark(i, row.estimate.value, row.estimate.lower, row.estimate.upper)
            for i, row in enumerate(rows)
        ]
        draw_marks(ax, marks, name="without this rater")
        label_rows(ax, [row.rater for row in rows])
        if math.isfinite(overall):
            ax.axvline(
                overall, color=DARK, ls="--", lw=1, label=f"with all raters: {short(overall)}"
            )
        ends = [x for m in marks for x in (m.value, m.low, m.high) if math.isfinite(x)]
        low, high = min(ends, default=0.0), max(ends, default=1.0)
        spare = max(0.05 * (high - low), 0.05 if high - low < 0.1 else 0.0)
        ax.set_xlim(low - spare, high + spare)
        title = rows[0].estimate.title if rows else ""
        ax.set(xlabel=f"{title} without the rater, with interval", ylabel="rater left out")
        figure.legend(loc="outside lower center", ncols=2)
    return figure


def _with_all_raters(rows: Sequence[RaterLeftOut]) -> float:
    """Return the value with all raters: the value without one, minus the change."""
    known = (row.estimate.value - row.change for row in rows if math.isfinite(row.change))
    return next(known, math.nan)


def describe_left_out(rows: Sequence[RaterLeftOut]) -> str:
    """Describe the rater whose absence changes the coefficient most."""
    known = [row for row in rows if math.isfinite(row.change)]
    if not known:
        return "Each rater left out in turn: the coefficient is undefined."
    top = max(known, key=lambda row: abs(row.change))
    start = f"{top.estimate.title} with all raters is {short(_with_all_raters(rows))}"
    if abs(top.change) < 0.005:
        return f"{start}. It hardly changes without any one of {len(rows)} raters."
    verb = "rises" if top.change > 0 else "falls"
    return (
        f"{start}; without {top.rater} it {verb} to {short(top.estimate.value)}, the largest of "
        f"{len(rows)} changes."
    )


draws(RaterLeftOut, plot_left_out, describe_left_out, rows=True)


@section_figure("left_out")
def _section(request: FigureRequest) -> SectionFigure | None:
    rows = request.results.get("left_out")
    return SectionFigure(rows, "Raters left out") if rows else None
