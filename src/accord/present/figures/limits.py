"""Bland and Altman's picture: differences of two raters against their mean."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from accord.analysis.views import LimitsOfAgreement
from accord.base.wording import counted, percent, short
from accord.data.scale import FloatArray
from accord.inference.results import Interval
from accord.present.figures.canvas import COLOURS, DARK, canvas, label, style
from accord.present.figures.cells import shading

__all__ = ["describe_limits", "plot_limits"]

CROWDED = 700  # points that would hide each other
GRID = 70  # cells either way
WIDEST = 15.0  # diameter of the largest dot, in points


def plot_limits(found: LimitsOfAgreement) -> Any:
    """Differences against means, sized by how many; mean and limits with their intervals."""
    with style():
        figure, (ax,) = canvas(7.0, 4.4)
        lines = (
            (found.upper, found.upper_interval, "--", "+1.96 SD"),
            (found.mean, found.mean_interval, "-", "mean"),
            (found.lower, found.lower_interval, "--", "−1.96 SD"),
        )
        for k, (value, interval, line, name) in enumerate(lines):
            _draw_line(ax, value, interval, line, name, COLOURS[0] if k == 1 else COLOURS[1])
        if len(found.points) > CROWDED:
            _shade(figure, ax, found.points)
        elif len(found.points):
            _scatter(figure, ax, found.points)
        ax.axhline(0, color=DARK, lw=0.6)
        a, b = label(found.a), label(found.b)
        ax.set(xlabel=f"mean of {a} and {b}", ylabel=f"{a} − {b}")
        level = f"{percent(found.mean_interval.confidence)} intervals"
        ax.set_title(f"{counted(found.n, 'subject')}, limits of agreement with {level}")
    return figure


def _scatter(figure: Any, ax: Any, points: FloatArray) -> None:
    """Dots whose area is the number of subjects, in diameters of half a point's steps."""
    means, differences, counts = points.T
    widths = np.maximum(np.rint(2 * WIDEST * np.sqrt(counts / counts.max())) / 2, 2.5)
    if counts.max() == 1:
        widths = np.full(len(counts), 4.5)
    look = {"mfc": COLOURS[5], "mec": DARK, "mew": 0.5, "alpha": 0.7, "zorder": 3}
    for width in np.unique(widths):  # equal dots are one shape in an SVG
        own = widths == width
        ax.plot(means[own], differences[own], "o", ms=float(width), **look)
    if counts.max() > 1:
        most = counted(float(counts.max()), "subject")
        ax.plot([], [], "o", ms=WIDEST, **look, label=most)
        figure.legend(loc="outside lower center")


def _shade(figure: Any, ax: Any, points: FloatArray) -> None:
    """Very many points as the cells of a grid, shaded by the number of subjects."""
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


def describe_limits(found: LimitsOfAgreement) -> str:
    """Mean difference and limits in a sentence."""
    start = f"Differences of {found.a} and {found.b} on {counted(found.n, 'subject')}"
    if not math.isfinite(found.sd):
        return f"{start}: too few for limits of agreement."
    return (
        f"{start}: mean {_number(found.mean)}, limits of agreement {_number(found.lower)} to "
        f"{_number(found.upper)}."
    )
