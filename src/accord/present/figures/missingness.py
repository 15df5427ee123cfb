"""Presence of ratings by subjects and raters."""

from __future__ import annotations

from typing import Any

import numpy as np

from accord.analysis.views import Missingness, missingness
from accord.base.wording import count_text, counted, percentage
from accord.present.figures.canvas import COLOURS, canvas, style
from accord.present.figures.cells import ROOM
from accord.present.figures.registry import FigureRequest, SectionFigure, draws, section_figure
from accord.present.figures.rows import height_of, label_columns

__all__ = ["describe_missingness", "plot_missingness"]

MOST_ROWS = 400  # subjects that are drawn; of more, evenly spread ones


def plot_missingness(missingness: Missingness) -> Any:
    """Draw which ratings are present, and the share that each rater is missing."""
    from matplotlib.colors import ListedColormap

    order = np.argsort(missingness.missing, kind="stable")
    few = len(missingness.counts) <= ROOM
    rows = np.arange(len(missingness.counts)) if few else _sampled(missingness)
    seen = missingness.present[np.ix_(rows, order)]
    with style():
        width = float(np.clip(3.2 + 0.4 * len(order), 5.0, 9.0))
        figure, (left, right) = canvas(
            width, height_of(len(rows), 0.3, 2.2) if few else 6.0, 2, ratios=(4, 1)
        )
        shades = ListedColormap(["#F1F1F1", COLOURS[0]])
        left.imshow(seen, cmap=shades, vmin=0, vmax=1, aspect="auto", interpolation="none")
        label_columns(left, [_rater_label(missingness, int(k)) for k in order], range(len(order)))
        left.grid(visible=False)
        left.set_title("rated (dark) and missing (light); share missing")
        _label_rows(left, missingness, few, len(rows))
        _by_number(right, missingness)
    return figure


def _rater_label(missingness: Missingness, k: int) -> str:
    return f"{percentage(missingness.missing[k], 0)} {missingness.raters[k]}"


def _sampled(missingness: Missingness) -> Any:
    """Return the patterns of evenly spread subjects, those with most ratings first."""
    order = np.lexsort((-missingness.counts, -missingness.present.sum(axis=1)))
    cumulative = np.cumsum(missingness.counts[order])
    size = int(min(MOST_ROWS, cumulative[-1]))
    places = np.searchsorted(cumulative, (np.arange(size) + 0.5) * cumulative[-1] / size)
    return order[places]


def _label_rows(ax: Any, missingness: Missingness, few: bool, rows: int) -> None:
    if few:
        texts = [counted(count, "subject") for count in missingness.counts.tolist()]
        ax.set_yticks(range(rows), texts)
        for k in range(1, rows):
            ax.axhline(k - 0.5, color="white", lw=1.5)
    else:
        places = np.linspace(-0.5, rows - 0.5, 5)
        ax.set_yticks(places, [f"{x:,.0f}" for x in np.linspace(0, missingness.subjects, 5)])
        ax.set_ylabel("subjects, those with most ratings first")
    ax.tick_params(length=0)


def _by_number(ax: Any, missingness: Missingness) -> None:
    numbers = list(missingness.by_number)
    ax.barh(numbers, list(missingness.by_number.values()), color="#9A9A9A", height=0.7)
    ax.yaxis.get_major_locator().set_params(integer=True)
    ax.set(ylabel="ratings of a subject", xlabel="subjects")
    ax.yaxis.set_label_position("right")
    ax.yaxis.tick_right()
    ax.grid(visible=False, axis="y")
    if len(numbers) <= 12:
        ax.set_yticks(numbers)


def describe_missingness(missingness: Missingness) -> str:
    """Describe the share of missing ratings, and the rater with most of them."""
    subjects, shares = count_text(missingness.subjects), missingness.missing
    if not shares.any():
        return f"No rating is missing: all raters rated all {subjects} subjects."
    worst, numbers = int(np.argmax(shares)), missingness.by_number
    return (
        f"{percentage(missingness.share)} of the ratings are missing, most of "
        f"{missingness.raters[worst]} ({percentage(shares[worst])}). Subjects have {min(numbers)} "
        f"to {max(numbers)} ratings."
    )


draws(Missingness, plot_missingness, describe_missingness)


@section_figure("missingness")
def _section(request: FigureRequest) -> SectionFigure | None:
    if not (request.patterns.missing and request.patterns.identity):
        return None
    return SectionFigure(missingness(request.patterns), "Missing ratings")
