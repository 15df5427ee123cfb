"""Agreement on each category: specific agreement, kappa against the rest, and share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from accord.analysis.views import CategoryAgreement
from accord.base.wording import percentage, short
from accord.data.scale import show_label
from accord.present.figures.canvas import DARK, canvas, percent, style
from accord.present.figures.registry import (
    MOST_CATEGORIES,
    FigureRequest,
    SectionFigure,
    draws,
    section_figure,
)
from accord.present.figures.rows import Mark, draw_marks, height_of, label_rows

__all__ = ["describe_categories", "plot_categories"]


def plot_categories(rows: Sequence[CategoryAgreement]) -> Any:
    """Draw a row for each category, with its share beside it."""
    with style():
        figure, (left, right) = canvas(
            8.0, height_of(len(rows), 0.42, 1.6), 2, ratios=(3, 1), share=True
        )
        title = rows[0].kappa.title if rows else "kappa"
        for k, (name, shift) in enumerate((("specific", -0.15), ("kappa", 0.15))):
            estimates = [getattr(row, name) for row in rows]
            marks = [Mark(i + shift, e.value, e.lower, e.upper) for i, e in enumerate(estimates)]
            shown = ("specific agreement", f"{title}, category against rest")[k]
            draw_marks(left, marks, k, name=shown)
        if left.get_xlim()[0] < 0:
            left.axvline(0, color=DARK, lw=0.8)
        left.set_xlim(min(-0.02, left.get_xlim()[0]), 1.02)
        left.set_xlabel("agreement on the category, with interval")
        right.barh(range(len(rows)), [row.share for row in rows], color="#9A9A9A", height=0.6)
        room = max((row.share for row in rows), default=1.0) or 1.0
        if len(rows) <= 45:
            for i, row in enumerate(rows):
                right.text(
                    row.share + 0.02 * room, i, percentage(row.share, 0), va="center", fontsize=8
                )
        right.set(xlabel="share of all ratings", xlim=(0, 1.25 * room))
        right.xaxis.set_major_formatter(percent)
        right.grid(visible=False, axis="y")
        label_rows(left, [row.category for row in rows])
        right.tick_params(axis="y", left=False, labelleft=False)
        figure.legend(loc="outside lower center", ncols=2)
    return figure


def describe_categories(rows: Sequence[CategoryAgreement]) -> str:
    """Describe specific agreement on the best and the worst category."""
    known = [row for row in rows if math.isfinite(row.specific.value)]
    start = f"Agreement on each of {len(rows):,} categories"
    if not known:
        return f"{start}: all undefined."
    best = max(known, key=lambda row: row.specific.value)
    worst = min(known, key=lambda row: row.specific.value)
    if best.specific.value == worst.specific.value:
        return f"{start}: specific agreement is {short(best.specific.value)} on all of them."
    return (
        f"{start}: specific agreement is highest on {show_label(best.category)} "
        f"({short(best.specific.value)}) and lowest on {show_label(worst.category)} "
        f"({short(worst.specific.value)})."
    )


draws(CategoryAgreement, plot_categories, describe_categories, rows=True)


@section_figure("categories")
def _section(request: FigureRequest) -> SectionFigure | None:
    rows = request.results.get("categories", ())
    return SectionFigure(rows, "Categories") if 0 < len(rows) <= MOST_CATEGORIES else None
