"""Which raters rated which subjects."""

from __future__ import annotations

from typing import Any

import numpy as np

from accord.analysis.views import Missingness
from accord.base.wording import count_text, counted, percentage
from accord.present.figures.canvas import COLOURS, canvas, style
from accord.present.figures.cells import ROOM
from accord.present.figures.rows import height_of, label_columns

__all__ = ["describe_missingness", "plot_missingness"]

FINE = 400  # rows of a picture of very many subjects


def plot_missingness(found: Missingness) -> Any:
    """Presence of ratings by subjects and raters, with the share that each rater is missing."""
    from matplotlib.colors import ListedColormap

    order = np.argsort(found.missing, kind="stable")
    few = len(found.counts) <= ROOM
    rows = np.arange(len(found.counts)) if few else _sampled(found)
    seen = found.present[np.ix_(rows, order)]
    with style():
        width = float(np.clip(3.2 + 0.4 * len(order), 5.0, 9.0))
        figure, (left, right) = canvas(
            width, height_of(len(rows), 0.3, 2.2) if few else 6.0, 2, ratios=(4, 1)
        )
        shades = ListedColormap(["#F1F1F1", COLOURS[0]])
        left.imshow(seen, cmap=shades, vmin=0, vmax=1, aspect="auto", interpolation="none")
        label_columns(left, [_named(found, int(k)) for k in order], range(len(order)))
        left.grid(visible=False)
        left.set_title("rated (dark) and missing (light); share missing")
        _rows_named(left, found, few, len(rows))
        _by_number(right, found)
    return figure


def _named(found: Missingness, k: int) -> str:
    return f"{percentage(found.missing[k], 0)} {found.raters[k]}"


def _sampled(found: Missingness) -> Any:
    """Sets of raters of evenly spread subjects, fuller sets first."""
    order = np.lexsort((-found.counts, -found.present.sum(axis=1)))
    upto = np.cumsum(found.counts[order])
    many = int(min(FINE, upto[-1]))
    places = np.searchsorted(upto, (np.arange(many) + 0.5) * upto[-1] / many)
    return order[places]


def _rows_named(ax: Any, found: Missingness, few: bool, rows: int) -> None:
    if few:
        texts = [counted(count, "subject") for count in found.counts.tolist()]
        ax.set_yticks(range(rows), texts)
        for k in range(1, rows):
            ax.axhline(k - 0.5, color="white", lw=1.5)
    else:
        places = np.linspace(-0.5, rows - 0.5, 5)
        ax.set_yticks(places, [f"{x:,.0f}" for x in np.linspace(0, found.subjects, 5)])
        ax.set_ylabel("subjects, those with most ratings first")
    ax.tick_params(length=0)


def _by_number(ax: Any, found: Missingness) -> None:
    numbers = list(found.by_number)
    ax.barh(numbers, list(found.by_number.values()), color="#9A9A9A", height=0.7)
    ax.yaxis.get_major_locator().set_params(integer=True)
    ax.set(ylabel="ratings of a subject", xlabel="subjects")
    ax.yaxis.set_label_position("right")
    ax.yaxis.tick_right()
    ax.grid(visible=False, axis="y")
    if len(numbers) <= 12:
        ax.set_yticks(numbers)


def describe_missingness(found: Missingness) -> str:
    """How much is missing, and of whom most."""
    if not found.missing.any():
        return f"No rating is missing: all raters rated all {count_text(found.subjects)} subjects."
    worst = int(np.argmax(found.missing))
    return (
        f"{percentage(found.share)} of the ratings are missing, most of {found.raters[worst]} "
        f"({percentage(found.missing[worst])}). Subjects have {min(found.by_number)} to "
        f"{max(found.by_number)} ratings."
    )
