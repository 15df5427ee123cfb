"""Distribution of the categories in the ratings of each rater."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from accord.analysis.views import Distributions, distributions
from accord.analysis.views.distributions import POOLED
from accord.base.wording import counted, percentage
from accord.data.scale import FloatArray, show_label
from accord.present.figures.canvas import COLOURS, MARKERS, canvas, label, percent, style
from accord.present.figures.cells import ROOM, draw_cells, size_of
from accord.present.figures.registry import FigureRequest, SectionFigure, draws, section_figure
from accord.present.figures.rows import label_columns

__all__ = ["describe_distributions", "plot_distributions"]

FEW_RATERS, FEW_BARS, FEW_VALUES = 5, 10, 40
BINS = 20
HATCHES = ("", "//", "\\\\", "xx", "--")


def plot_distributions(result: Distributions) -> Any:
    """Draw bars for a few raters, lines if there are many scores, and shaded cells otherwise."""
    names, shares = _binned(result)
    raters, q = len(result.raters), len(names)
    with style():
        if raters > FEW_RATERS or (q > FEW_BARS and not result.ordered):
            return _cells(result, names, shares)
        figure, (ax,) = canvas(7.0, 4.0)
        for k, rater_shares in enumerate(shares):
            shown = label(_with_missing(result, k), 36)
            if q <= FEW_BARS:
                width = 0.8 / raters
                ax.bar(
                    np.arange(q) + (k - (raters - 1) / 2) * width,
                    rater_shares,
                    width,
                    color=COLOURS[k],
                    hatch=HATCHES[k],
                    edgecolor="white",
                    linewidth=0.5,
                    label=shown,
                )
            else:
                ax.plot(
                    rater_shares, color=COLOURS[k], marker=MARKERS[k], ms=4, lw=1.2, label=shown
                )
        label_columns(ax, names, range(q))
        ax.grid(visible=False, axis="x")
        ax.yaxis.set_major_formatter(percent)
        ax.set(ylabel=_axis_label(result), ylim=(0, None))
        if raters > 1 or result.missing.any():
            figure.legend(loc="outside lower center", ncols=min(raters, 3))
    return figure


def _axis_label(result: Distributions) -> str:
    return "share of all ratings" if result.raters == POOLED else "share of the rater's ratings"


def _cells(result: Distributions, names: list[str], shares: FloatArray) -> Any:
    """Draw raters by categories, in the order of their mean score if there is one."""
    order = _order(result)
    rows = [_with_missing(result, k) if len(order) <= ROOM else result.raters[k] for k in order]
    values = shares[order]
    figure, (ax,) = canvas(*size_of(*values.shape))
    texts = [[percentage(x, 0) if np.isfinite(x) else "" for x in row] for row in values.tolist()]
    top = float(np.nanmax(values, initial=0.0))
    draw_cells(
        figure,
        ax,
        values,
        texts,
        rows,
        names,
        low=0,
        high=top,
        legend=_axis_label(result),
        shares=True,
    )
    ax.set_title("Share of each category in the ratings of each rater")
    return figure


def _order(result: Distributions) -> list[int]:
    """Return the raters by their mean if categories are numbers, in the given order otherwise."""
    values = _values(result)
    if values is None:
        return list(range(len(result.raters)))
    means = np.nan_to_num(result.shares) @ values
    return [int(k) for k in np.argsort(-means, kind="stable")]


def _values(result: Distributions) -> FloatArray | None:
    """Return the categories as numbers; None if they are words."""
    values = np.asarray(result.categories)
    return values.astype(np.float64) if values.dtype.kind in "iuf" else None


def _binned(result: Distributions) -> tuple[list[str], FloatArray]:
    """Return the categories and their shares; very many numbers are binned."""
    values = _values(result)
    if len(result.categories) <= FEW_VALUES or values is None:
        return [show_label(category) for category in result.categories], result.shares
    edges = np.linspace(values.min(), values.max(), BINS + 1)
    place = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, BINS - 1)
    shares = np.zeros((len(result.raters), BINS))
    np.add.at(shares.T, place, result.shares.T)
    return [f"{low:.3g}–{high:.3g}" for low, high in pairwise(edges)], shares


def _with_missing(result: Distributions, k: int) -> str:
    name, missing = show_label(result.raters[k]), result.missing_shares[k]
    return f"{name} ({percentage(missing, 0)} missing)" if missing > 0 else name


def _count_categories(categories: int) -> str:
    return "one category" if categories == 1 else f"{categories:,} categories"


def _who(result: Distributions) -> str:
    return "all raters" if result.raters == POOLED else counted(len(result.raters), "rater")


def describe_distributions(result: Distributions) -> str:
    """Describe the most frequent category and its range over the raters."""
    totals = result.counts.sum(axis=0)
    top = int(np.argmax(totals))
    share = totals[top] / totals.sum() if totals.sum() else 0.0
    text = (
        f"Distribution of {_count_categories(len(result.categories))} in the ratings of "
        f"{_who(result)}: {show_label(result.categories[top])} makes up "
        f"{percentage(share)} of all ratings"
    )
    by_rater = result.shares[:, top]
    if np.isfinite(by_rater).any() and np.nanmin(by_rater) < np.nanmax(by_rater):
        low, high = percentage(np.nanmin(by_rater)), percentage(np.nanmax(by_rater))
        text += f", from {low} to {high} by rater"
    return f"{text}."


draws(Distributions, plot_distributions, describe_distributions)


@section_figure("distributions")
def _section(request: FigureRequest) -> SectionFigure | None:
    if request.patterns.scale.several:
        return None
    return SectionFigure(distributions(request.patterns), "Use of the categories")
