"""Intraclass correlations: the ratings of the subjects, the coefficients and the components."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from accord.analysis.interpretation import usual_scale
from accord.analysis.views import IntraclassCorrelations
from accord.base.wording import counted, percent, percentage, short
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.present.figures.bands import draw_bands
from accord.present.figures.canvas import COLOURS, DARK, MARKERS, label, mosaic, style
from accord.present.figures.coefficients import interval_text
from accord.present.figures.registry import FigureRequest, SectionFigure, draws, section_figure
from accord.present.figures.rows import Mark, draw_marks, label_rows

__all__ = ["describe_reliability", "plot_reliability"]

MOST_SUBJECTS = 150  # side by side; of more, some at equal distances are shown
MOST_MARKS = 900  # of the ratings of all of them
ROOM = 0.6  # of the distance of two subjects, for the marks of one
MOST_RATERS = 8  # with a colour each
PARTS = {"subjects": "subjects", "raters": "raters", "residual": "residual"}
ONE_WAY = {"subjects": "subjects", "within": "within subjects"}


def plot_reliability(result: IntraclassCorrelations, ratings: Patterns | None = None) -> Any:
    """Draw the coefficients with intervals and the shares of the variance components.

    With the ratings, these are drawn above, the subjects in the order of their means: lines that
    are short beside the rise from left to right mean a high reliability.
    """
    rows = [["coefficients", "components"]]
    heights = [0.32 * len(result) + 1.1]
    if ratings is not None:
        rows.insert(0, ["ratings", "ratings"])
        heights.insert(0, 2.6)
    with style():
        figure, axes = mosaic(7.6, sum(heights), rows, heights=heights, widths=(3.0, 1.25))
        if ratings is not None:
            _draw_ratings(axes["ratings"], ratings)
        _draw_coefficients(axes["coefficients"], result)
        _draw_components(axes["components"], result)
    return figure


def _draw_ratings(ax: Any, ratings: Patterns) -> None:
    """Draw the ratings of the subjects, in the order of their means."""
    values = np.append(ratings.points, np.nan)[ratings.columns.rows]
    times = ratings.multiplicity.astype(np.intp)
    order = np.argsort(np.nanmean(values, axis=1), kind="stable")
    subjects = np.repeat(order, times[order])
    n = len(subjects)
    most = min(n, MOST_SUBJECTS, max(MOST_MARKS // values.shape[1], 20))
    shown = np.unique(np.linspace(0, n - 1, most).round().astype(int))
    y, x = values[subjects[shown]], np.arange(1, len(shown) + 1)
    ax.set_xlim(0, len(x) + 1)
    ax.vlines(x, np.nanmin(y, axis=1), np.nanmax(y, axis=1), color="#BBBBBB", lw=1.2, zorder=1)
    small = 4.5 if len(x) <= 60 else 3.0
    if ratings.identity and ratings.r <= MOST_RATERS:
        for g, name in enumerate(ratings.raters):
            look = {"color": COLOURS[g % len(COLOURS)], "marker": MARKERS[g % len(MARKERS)]}
            beside = (g - (ratings.r - 1) / 2) * ROOM / ratings.r  # so that no mark hides another
            ax.plot(x + beside, y[:, g], ls="none", ms=small, label=label(name, 20), **look)
        columns = ratings.r if ratings.r <= 5 else 4
        ax.legend(loc="upper left", ncols=columns, fontsize=8, columnspacing=1, handletextpad=0.2)
    else:
        ax.plot(np.tile(x[:, None], y.shape[1]), y, "o", color=COLOURS[0], ms=small, alpha=0.5)
    _leave_room(ax, y)
    some = f", {len(shown)} of them" if len(shown) < n else ""
    ax.set_title(f"Ratings of {counted(n, 'subject')} in the order of their means{some}")
    ax.set_xticks([])
    ax.set_ylabel("rating")
    ax.grid(visible=False, axis="x")


def _leave_room(ax: Any, y: FloatArray) -> None:
    """Leave room above the lowest ratings for the legend."""
    low, high = float(np.nanmin(y)), float(np.nanmax(y))
    size = high - low or 1.0
    ax.set_ylim(low - 0.06 * size, high + 0.22 * size)


def _draw_coefficients(ax: Any, result: IntraclassCorrelations) -> None:
    """Draw the coefficients with their intervals over the bands of Koo and Li."""
    estimates = list(result)
    draw_marks(ax, [Mark(k, e.value, e.lower, e.upper) for k, e in enumerate(estimates)])
    label_rows(ax, [e.symbol for e in estimates])
    ends = [x for e in estimates for x in (e.value, e.lower) if math.isfinite(x)]
    ax.set_xlim(min(-0.02, math.floor(10 * min(ends, default=0.0)) / 10), 1.02)
    for k, e in enumerate(estimates):
        if math.isfinite(e.value):
            text = f"{short(e.value)} {interval_text(e.lower, e.upper)}"
            place = ax.get_yaxis_transform()
            ax.text(1.015, k, text, transform=place, va="center", fontsize=8)
    scale = usual_scale(measured=True)
    over = draw_bands(ax, scale)
    level = percent(estimates[0].interval.confidence) if estimates else ""
    ax.set_title(f"{counted(result.n, 'subject')}, {counted(len(result.raters), 'rater')}",
                 pad=8 + 9 * over)  # fmt: skip
    ax.set_xlabel(f"{level} interval, bands of {scale.title}")


def _components(result: IntraclassCorrelations) -> dict[str, float]:
    """Return the variances by source; negative ones are 0."""
    parts = result.components
    names = ONE_WAY if math.isnan(parts.raters) else PARTS
    return {title: max(getattr(parts, name), 0.0) for name, title in names.items()}


def _draw_components(ax: Any, result: IntraclassCorrelations) -> None:
    """Draw the shares of the variance components."""
    parts = _components(result)
    total = sum(parts.values())
    if not total > 0:
        ax.set_visible(False)
        return
    shares = [100 * value / total for value in parts.values()]
    ax.barh(range(len(shares)), shares, color=COLOURS[0], height=0.55)
    for k, share in enumerate(shares):
        ax.text(share + 2, k, percentage(share / 100), va="center", fontsize=8, color=DARK)
    label_rows(ax, list(parts))
    ax.set_xlim(0, 135)
    ax.set_xticks([0, 50, 100])
    ax.set_xlabel("% of the variance")
    ax.set_title("Variance components")


def describe_reliability(result: IntraclassCorrelations) -> str:
    """Describe the coefficients and the components."""
    listed = "; ".join(
        f"{e.symbol} {short(e.value)} {interval_text(e.lower, e.upper)}".strip()
        for e in result
        if math.isfinite(e.value)
    )
    parts = _components(result)
    total = sum(parts.values())
    shares = ", ".join(
        f"{name} {percentage(value / total)}" for name, value in parts.items() if total
    )
    return f"Intraclass correlations with intervals: {listed}. Shares of the variance: {shares}."


draws(
    IntraclassCorrelations,
    plot_reliability,
    describe_reliability,
    name="reliability",
    title="Intraclass correlations",
)


@section_figure("reliability")
def _section(request: FigureRequest) -> SectionFigure | None:
    result = request.results.get("reliability")
    if result is None:
        return None
    listed = request.patterns if request.patterns.columns.listed else None
    return SectionFigure(result, "Intraclass correlations", {"ratings": listed})
