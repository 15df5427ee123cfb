"""Bands of a benchmark scale in the background of a figure."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from accord.analysis.interpretation import BenchmarkScale, scale_named

__all__ = ["draw_bands", "named_scale"]

TONES = ("#E9EEF3", "#F8FAFB")
LETTERS = 105  # letters that fit side by side over the axes


def named_scale(scale: str | BenchmarkScale) -> BenchmarkScale:
    """Return a benchmark scale, given as itself or by name."""
    return scale if isinstance(scale, BenchmarkScale) else scale_named(scale)


def draw_bands(ax: Any, scale: BenchmarkScale) -> int:
    """Shade the bands within the limits of the axis, and label them above the axes.

    Returns
    -------
    int
        Number of lines of the labels.
    """
    left, right = ax.get_xlim()
    high, lines = max(right, 1.0), 1
    for k, band in enumerate(scale.bands):
        low = left if band is scale.bands[-1] else band.low
        start, end = max(low, left), min(high, right)
        high = band.low
        if end <= start:
            continue
        ax.axvspan(start, end, color=TONES[k % 2], lw=0, zorder=0)
        room = int(LETTERS * (end - start) / (right - left))
        if room < 4:
            continue
        words = wrap(band.label, room, break_long_words=False)
        lines = max(lines, len(words))
        ax.text(
            (start + end) / 2,
            1.01,
            "\n".join(words),
            transform=ax.get_xaxis_transform(),
            ha="center",
            va="bottom",
            fontsize=7,
            color="#555555",
        )
    ax.set_xlim(left, right)
    return lines
