"""Values with intervals in rows, and labels of rows and columns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from accord.data.scale import show_label
from accord.present.figures.canvas import COLOURS, DARK, MARKERS, label

__all__ = ["Mark", "draw_marks", "height_of", "label_columns", "label_rows", "thinned"]

MOST_LABELS = 45  # that can be read


@dataclass(frozen=True, slots=True)
class Mark:
    """A value and its interval in a row of a figure."""

    row: float
    value: float
    low: float
    high: float


def draw_marks(
    ax: Any,
    marks: Sequence[Mark],
    series: int = 0,
    *,
    name: str | None = None,
    hollow: bool = False,
) -> None:
    """Draw dots and intervals in the style of a series; undefined values are labelled so."""
    colour, marker = COLOURS[series % len(COLOURS)], MARKERS[series % len(MARKERS)]
    with_interval = [m for m in marks if math.isfinite(m.low) and math.isfinite(m.high)]
    many = len(marks) > MOST_LABELS
    ax.hlines(
        [m.row for m in with_interval],
        [m.low for m in with_interval],
        [m.high for m in with_interval],
        color=colour,
        lw=0.6 if many else 1.5,
        alpha=0.5 if many else 1.0,
    )
    known = [m for m in marks if math.isfinite(m.value)]
    ax.plot(
        [m.value for m in known],
        [m.row for m in known],
        linestyle="none",
        marker=marker,
        markersize=3 if many else 6,
        color=colour,
        markerfacecolor="white" if hollow else colour,
        label=name,
        zorder=3,
    )
    for m in marks:
        if not math.isfinite(m.value):
            ax.text(
                0.02,
                m.row,
                "undefined",
                transform=ax.get_yaxis_transform(),
                va="center",
                color=colour if name else DARK,
                style="italic",
                fontsize=8,
            )


def label_rows(ax: Any, names: Sequence[object], most: int = 28) -> None:
    """Label the rows from the top; of very many rows, only some."""
    places, shown = thinned(names, most)
    ax.set_yticks(places, shown)
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.grid(visible=False, axis="y")


def label_columns(ax: Any, names: Sequence[object], places: Sequence[float]) -> None:
    """Label the columns; labels that do not fit side by side are rotated."""
    crowded = sum(min(len(show_label(name)), 18) + 2 for name in names) > 80
    kept, texts = thinned(names, 18, 30)
    rotated: dict[str, Any] = {"rotation": 35, "ha": "right", "rotation_mode": "anchor"}
    if len(kept) > 12:
        rotated = {"rotation": 90}
    ax.set_xticks([places[k] for k in kept], texts, **(rotated if crowded else {}))
    if len(kept) > 20:
        ax.tick_params(axis="x", labelsize=7)


def thinned(
    names: Sequence[object], most: int = 28, labels: int = MOST_LABELS
) -> tuple[list[int], list[str]]:
    """Return the indices and texts of as many labels as can be read."""
    step = -(-len(names) // labels) or 1
    places = list(range(0, len(names), step))
    return places, [label(names[k], most) for k in places]


def height_of(rows: int, each: float = 0.3, extra: float = 1.3) -> float:
    """Return the height of a figure with so many rows, in inches."""
    return extra + rows * min(each, max(9.0 / max(rows, 1), 0.05))
