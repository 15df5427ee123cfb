"""Bland–Altman plot: differences of two raters against their mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from accord.analysis.views import LimitsOfAgreement, PanelLimits, limits_of_agreement, panel_limits
from accord.base.wording import counted, percent, short
from accord.data.scale import FloatArray
from accord.errors import UnsupportedError
from accord.inference.results import Interval
from accord.present.figures.canvas import COLOURS, DARK, canvas, label, style
from accord.present.figures.cells import shading
from accord.present.figures.registry import FigureRequest, SectionFigure, draws, section_figure

__all__ = ["describe_limits", "describe_panel", "plot_limits", "plot_panel"]

MANY_SCORES = 5  # scales of more values have a plot of limits of agreement
MANY_POINTS = 700  # more would hide each other
GRID = 70  # cells in each direction
PANELS = 3  # in a row
LARGEST_DOT = 15.0  # diameter in points


def plot_limits(limits: LimitsOfAgreement) -> Any:
    """Draw differences against means, and the mean and limits with their intervals."""
    with style():
        figure, (ax,) = canvas(7.0, 4.4)
        lines = (
            (limits.upper, limits.upper_interval, "--", "+1.96 SD"),
            (limits.mean, limits.mean_interval, "-", "mean"),
            (limits.lower, limits.lower_interval, "--", "−1.96 SD"),
        )
        for k, (value, interval, line, name) in enumerate(lines):
            _draw_line(ax, value, interval, line, name, COLOURS[0] if k == 1 else COLOURS[1])
        if len(limits.points) > MANY_POINTS:
            _shade(figure, ax, limits.points)
        elif len(limits.points):
            _scatter(figure, ax, limits.points)
        ax.axhline(0, color=DARK, lw=0.6)
        a, b = label(limits.a), label(limits.b)
        ax.set(xlabel=f"mean of {a} and {b}", ylabel=f"{a} − {b}")
        level = f"{percent(limits.mean_interval.confidence)} intervals"
        ax.set_title(f"{counted(limits.n, 'subject')}, limits of agreement with {level}")
    return figure


def _scatter(figure: Any, ax: Any, points: FloatArray) -> None:
    """Draw dots whose area is the number of subjects, with diameters in steps of half a point."""
    means, differences, counts = points.T
    widths = np.maximum(np.rint(2 * LARGEST_DOT * np.sqrt(counts / counts.max())) / 2, 2.5)
    if counts.max() == 1:
        widths = np.full(len(counts), 4.5)
    look = {"mfc": COLOURS[5], "mec": DARK, "mew": 0.5, "alpha": 0.7, "zorder": 3}
    for width in np.unique(widths):  # equal dots are one shape in an SVG
        of_width = widths == width
        ax.plot(means[of_width], differences[of_width], "o", ms=float(width), **look)
    if counts.max() > 1:
        most = counted(float(counts.max()), "subject")
        ax.plot([], [], "o", ms=LARGEST_DOT, **look, label=most)
        figure.legend(loc="outside lower center")


def _shade(figure: Any, ax: Any, points: FloatArray) -> None:
    """Draw very many points as cells of a grid, shaded by the number of subjects."""
    counts, x, y = np.histogram2d(points[:, 0], points[:, 1], GRID, weights=points[:, 2])
    image = ax.imshow(
        np.ma.masked_equal(counts.T, 0),
        cmap=shading(),
        extent=(x[0], x[-1], y[0], y[-1]),
        origin="lower",
        aspect="auto",
        interpolation="none",
        zorder=0.9,
    )
    figure.colorbar(image, ax=ax, shrink=0.8, pad=0.12, label="subjects").outline.set_visible(False)


def _draw_line(
    ax: Any, value: float, interval: Interval, line: str, name: str, colour: str
) -> None:
    if not math.isfinite(value):
        return
    ax.axhline(value, color=colour, ls=line, lw=1.3)
    if math.isfinite(interval.low):
        ax.axhspan(interval.low, interval.high, color=colour, alpha=0.13, lw=0)
    ax.text(
        1.01,
        value,
        f"{name}\n{_number(value)}",
        transform=ax.get_yaxis_transform(),
        va="center",
        color=colour,
    )


def _number(value: float) -> str:
    return short(value) if abs(value) < 100 else f"{value:,.0f}"


def describe_limits(limits: LimitsOfAgreement) -> str:
    """Describe the mean difference and the limits."""
    start = f"Differences of {limits.a} and {limits.b} on {counted(limits.n, 'subject')}"
    if not math.isfinite(limits.sd):
        return f"{start}: too few for limits of agreement."
    return (
        f"{start}: mean {_number(limits.mean)}, limits of agreement {_number(limits.lower)} to "
        f"{_number(limits.upper)}."
    )


def plot_panel(limits: PanelLimits) -> Any:
    """Draw the differences of each pair of raters against their means, with the limits."""
    pairs = limits.pairs
    if len(pairs) < 2:
        return plot_limits(_only(limits))
    columns = min(len(pairs), PANELS)
    rows = math.ceil(len(pairs) / columns)
    with style():
        figure, axes = canvas(2.9 * columns, 2.5 * rows, columns, rows=rows)
        reach = _reach(pairs)
        for ax, pair in zip(axes, pairs, strict=False):
            _panel(ax, pair)
            ax.set_ylim(-reach, reach)
        for ax in axes[len(pairs) :]:
            ax.set_visible(False)
        figure.supxlabel("mean of the two ratings", fontsize=9)
        figure.supylabel("difference of the two ratings", fontsize=9)
        title = "Limits of agreement of each pair: mean (solid), ±1.96 SD (dashed)"
        figure.suptitle(title, fontsize=10)
    return figure


def _only(limits: PanelLimits) -> LimitsOfAgreement:
    if not limits.pairs:
        raise UnsupportedError("there are too many raters for a figure of each pair.")
    return limits.pairs[0]


def _reach(pairs: Sequence[LimitsOfAgreement]) -> float:
    """Return the size of the largest difference or limit, so that all panels have one scale."""
    sizes = [abs(end) for pair in pairs for end in (pair.lower, pair.upper) if math.isfinite(end)]
    sizes += [float(np.abs(pair.points[:, 1]).max()) for pair in pairs if len(pair.points)]
    return 1.08 * max(sizes, default=1.0) or 1.0


def _panel(ax: Any, pair: LimitsOfAgreement) -> None:
    """Draw the differences of one pair, small."""
    for value, line, colour in (
        (pair.upper, "--", COLOURS[1]),
        (pair.mean, "-", COLOURS[0]),
        (pair.lower, "--", COLOURS[1]),
    ):
        if math.isfinite(value):
            ax.axhline(value, color=colour, ls=line, lw=1.2)
    ax.axhline(0, color=DARK, lw=0.6)
    means, differences, counts = pair.points.T
    shown = slice(None, None, max(1, len(means) // MANY_POINTS))
    sizes = np.minimum(6 + 4 * counts[shown], 60)
    ax.scatter(
        means[shown], differences[shown], s=sizes, color=COLOURS[5], edgecolor=DARK, lw=0.4,
        alpha=0.7, zorder=3,
    )  # fmt: skip
    ax.set_title(f"{label(pair.a)} − {label(pair.b)}", fontsize="small")


def describe_panel(limits: PanelLimits) -> str:
    """Describe the limits of each pair."""
    return " ".join(describe_limits(pair) for pair in limits.pairs)


draws(LimitsOfAgreement, plot_limits, describe_limits)
draws(PanelLimits, plot_panel, describe_panel)


@section_figure("limits")
def _section(request: FigureRequest) -> SectionFigure | None:
    patterns = request.patterns
    if not (patterns.is_pair and patterns.scale.numeric and patterns.q > MANY_SCORES):
        return None
    if "agreement_limits" in request.results:  # which has the figure
        return None
    limits = request.results.get("limits") or limits_of_agreement(patterns)
    return SectionFigure(limits, "Limits of agreement")


@section_figure("agreement_limits")
def _measured(request: FigureRequest) -> SectionFigure | None:
    limits = request.results.get("agreement_limits")
    if limits is None or not limits.pairs:
        return None
    confidence = limits.limit_interval.confidence
    return SectionFigure(
        panel_limits(request.patterns, confidence=confidence), "Limits of agreement"
    )
