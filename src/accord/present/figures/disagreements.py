"""The subjects with most disagreement, and their ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accord.analysis.views import Disagreement
from accord.base.wording import counted, short
from accord.data.scale import Label, as_number, show_label
from accord.present.figures.canvas import COLOURS, MARKERS, canvas, label, style
from accord.present.figures.registry import (
    MOST_CATEGORIES,
    FigureRequest,
    SectionFigure,
    draws,
    section_figure,
)
from accord.present.figures.rows import height_of, label_columns, label_rows

__all__ = ["describe_disagreements", "plot_disagreements"]

FEW_RATERS = 5
TOP = 20  # subjects


def plot_disagreements(
    rows: Sequence[Disagreement], categories: Sequence[Label] | None = None, top: int = TOP
) -> Any:
    """Draw a row for each subject: a marker for each rater, or dots sized by the number of raters.

    Parameters
    ----------
    rows
        The subjects, those with most disagreement first.
    categories
        The categories in order; by default those that occur, by number or alphabetically.
    top
        Number of subjects to draw.
    """
    rows = list(rows[:top])
    place_of = _positions(rows, categories)
    raters = list(dict.fromkeys(name for row in rows for name in row.ratings))
    single = not any(row.counted for row in rows) and len(raters) <= FEW_RATERS
    with style():
        figure, (ax,) = canvas(7.0, height_of(max(len(rows), 1), 0.34, 1.6))
        if not rows:
            ax.text(0.5, 0.5, "no subject with disagreement", ha="center", va="center")
            ax.set_axis_off()
            return figure
        if single:
            _by_rater(ax, rows, raters, place_of)
            figure.legend(loc="outside lower center", ncols=min(len(raters), 5))
        else:
            _by_number(ax, rows, place_of)
        label_rows(ax, [row.subject for row in rows])
        ax.grid(visible=True, axis="y")
        _label_categories(ax, place_of)
        for k, row in enumerate(rows):
            ax.text(
                1.015,
                k,
                short(row.disagreement),
                transform=ax.get_yaxis_transform(),
                va="center",
                fontsize=8,
            )
        ax.set_title("Subjects with most disagreement; its size at the right")
        ax.set_ylabel("subject")
    return figure


def _positions(
    rows: Sequence[Disagreement], categories: Sequence[Label] | None
) -> dict[str, float]:
    """Return the position of each category: its number, or its index."""
    labels = list(categories or dict.fromkeys(x for row in rows for x in row.tally))
    numbers = [as_number(x) for x in labels]
    if None in numbers:
        if categories is None:
            labels.sort(key=str)
        return {show_label(x): float(k) for k, x in enumerate(labels)}
    return {show_label(x): float(n or 0.0) for x, n in zip(labels, numbers, strict=True)}


def _by_rater(
    ax: Any, rows: Sequence[Disagreement], raters: Sequence[str], place_of: dict[str, float]
) -> None:
    for k, name in enumerate(raters):
        shift = (k - (len(raters) - 1) / 2) * 0.5 / len(raters)
        points = [
            (place_of[show_label(row.ratings[name])], i + shift)
            for i, row in enumerate(rows)
            if row.ratings.get(name) is not None
        ]
        ax.plot(
            [x for x, _ in points],
            [y for _, y in points],
            linestyle="none",
            marker=MARKERS[k],
            color=COLOURS[k],
            markersize=6,
            label=label(name, 20),
        )


def _by_number(ax: Any, rows: Sequence[Disagreement], place_of: dict[str, float]) -> None:
    """Draw dots whose area is the share of the subject's ratings, with counts in them."""
    for i, row in enumerate(rows):
        total = sum(row.tally.values())
        for category, count in row.tally.items():
            x = place_of[show_label(category)]
            ax.scatter(
                [x], [i], s=max(280 * count / total, 12), color=COLOURS[5], ec=COLOURS[0], zorder=3
            )
            if len(place_of) <= 20:
                ax.text(x, i, str(count), ha="center", va="center", fontsize=7, zorder=4)


def _label_categories(ax: Any, place_of: dict[str, float]) -> None:
    positions, numeric = list(place_of.values()), [as_number(x) for x in place_of]
    gap = (max(positions) - min(positions)) * 0.06 or 0.5
    ax.set_xlim(min(positions) - gap, max(positions) + gap)
    if None not in numeric and len(place_of) > 12:
        ax.set_xlabel("rating")
        return
    label_columns(ax, list(place_of), positions)
    ax.set_xlabel("rating")


def describe_disagreements(rows: Sequence[Disagreement]) -> str:
    """Describe the subject with most disagreement."""
    if not rows:
        return "No subject with disagreement."
    worst = rows[0]
    ratings = ", ".join(f"{n} × {show_label(k)}" for k, n in worst.tally.items())
    return (
        f"The {counted(len(rows), 'subject')} with most disagreement. The first is "
        f"{worst.subject} ({short(worst.disagreement)}): {ratings}."
    )


draws(Disagreement, plot_disagreements, describe_disagreements, rows=True)


@section_figure("disagreements")
def _section(request: FigureRequest) -> SectionFigure | None:
    rows, patterns = request.results.get("disagreements"), request.patterns
    if not rows or patterns.scale.several:
        return None
    categories = patterns.scale.labels if patterns.q <= MOST_CATEGORIES else None
    return SectionFigure(rows, "Subjects with most disagreement", {"categories": categories})
