"""Bland and Altman's picture: differences of two raters against their mean."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from accord.plots.canvas import COLOURS, DARK, canvas, label, style
from accord.results import Interval
from accord.views import LimitsOfAgreement
from accord.wording import counted, short

__all__ = ["describe_limits", "plot_limits"]

MANY = 150  # points are no longer drawn one by one in an SVG
LARGEST = 220.0  # points²


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
        if len(found.points):
            means, differences, counts = found.points.T
            sizes = np.maximum(LARGEST * counts / counts.max(), 6.0)
            if counts.max() == 1:
                sizes = np.full(len(counts), 22.0 if len(counts) <= 1000 else 8.0)
            ax.scatter(
                means,
                differences,
                s=sizes,
                facecolor=COLOURS[5],
                edgecolor=DARK,
                linewidth=0.5,
                alpha=0.7,
                zorder=3,
                rasterized=len(counts) > MANY,
            )
            if counts.max() > 1:
                most = counted(float(counts.max()), "subject")
                ax.plot([], [], "o", ms=math.sqrt(LARGEST), mfc=COLOURS[5], mec=DARK, label=most)
                figure.legend(loc="outside lower center")
        ax.axhline(0, color=DARK, lw=0.6)
        a, b = label(found.a), label(found.b)
        ax.set(xlabel=f"mean of {a} and {b}", ylabel=f"{a} − {b}")
        level = f"{found.mean_interval.confidence:.0%} intervals"
        ax.set_title(f"{counted(found.n, 'subject')}, limits of agreement with {level}")
    return figure


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
