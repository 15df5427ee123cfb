"""How often each rater used each category."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from accord.analysis.views import Distributions
from accord.analysis.views.distributions import POOLED
from accord.base.wording import counted, percentage
from accord.data.scale import FloatArray, show_label
from accord.present.figures.canvas import COLOURS, MARKERS, canvas, label, percent, style
from accord.present.figures.cells import ROOM, draw_cells, size_of
from accord.present.figures.rows import label_columns

__all__ = ["describe_distributions", "plot_distributions"]

FEW_RATERS, FEW_BARS, FEW_VALUES = 5, 10, 40
BINS = 20
HATCHES = ("", "//", "\\\\", "xx", "--")


def plot_distributions(found: Distributions) -> Any:
    """Bars for a few raters, lines for a few raters with many scores, and else shaded cells."""
    names, shares = _binned(found)
    raters, q = len(found.raters), len(names)
    with style():
        if raters > FEW_RATERS or (q > FEW_BARS and not found.ordered):
            return _cells(found, names, shares)
        figure, (ax,) = canvas(7.0, 4.0)
        for k, own in enumerate(shares):
            shown = label(_with_missing(found, k), 36)
            if q <= FEW_BARS:
                width = 0.8 / raters
                ax.bar(
                    np.arange(q) + (k - (raters - 1) / 2) * width,
                    own,
                    width,
                    color=COLOURS[k],
                    hatch=HATCHES[k],
                    edgecolor="white",
                    linewidth=0.5,
                    label=shown,
                )
            else:
                ax.plot(own, color=COLOURS[k], marker=MARKERS[k], ms=4, lw=1.2, label=shown)
        label_columns(ax, names, range(q))
        ax.grid(visible=False, axis="x")
        ax.yaxis.set_major_formatter(percent)
        ax.set(ylabel=_what(found), ylim=(0, None))
        if raters > 1 or found.missing.any():
            figure.legend(loc="outside lower center", ncols=min(raters, 3))
    return figure


def _what(found: Distributions) -> str:
    return "share of all ratings" if found.raters == POOLED else "share of the rater's ratings"


def _cells(found: Distributions, names: list[str], shares: FloatArray) -> Any:
    """Raters by categories, in the order of their mean score where there is one."""
    order = _order(found)
    rows = [_with_missing(found, k) if len(order) <= ROOM else found.raters[k] for k in order]
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
        legend=_what(found),
        shares=True,
    )
    ax.set_title("Share of each category in the ratings of each rater")
    return figure


def _order(found: Distributions) -> list[int]:
    """Raters by their mean where categories are numbers, else as they come."""
    values = _values(found)
    if values is None:
        return list(range(len(found.raters)))
    means = np.nan_to_num(found.shares) @ values
    return [int(k) for k in np.argsort(-means, kind="stable")]


def _values(found: Distributions) -> FloatArray | None:
    """Categories as numbers; None if they are words."""
    values = np.asarray(found.categories)
    return values.astype(np.float64) if values.dtype.kind in "iuf" else None


def _binned(found: Distributions) -> tuple[list[str], FloatArray]:
    """Categories and their shares; very many numbers are put into classes of equal width."""
    values = _values(found)
    if len(found.categories) <= FEW_VALUES or values is None:
        return [show_label(category) for category in found.categories], found.shares
    edges = np.linspace(values.min(), values.max(), BINS + 1)
    place = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, BINS - 1)
    shares = np.zeros((len(found.raters), BINS))
    np.add.at(shares.T, place, found.shares.T)
    return [f"{low:.3g}–{high:.3g}" for low, high in pairwise(edges)], shares


def _with_missing(found: Distributions, k: int) -> str:
    name, missing = show_label(found.raters[k]), found.missing_shares[k]
    return f"{name} ({percentage(missing, 0)} missing)" if missing > 0 else name


def _number(categories: int) -> str:
    return "one category" if categories == 1 else f"{categories:,} categories"


def _who(found: Distributions) -> str:
    return "all raters" if found.raters == POOLED else counted(len(found.raters), "rater")


def describe_distributions(found: Distributions) -> str:
    """The most used category of few raters, or of all."""
    totals = found.counts.sum(axis=0)
    top = int(np.argmax(totals))
    share = totals[top] / totals.sum() if totals.sum() else 0.0
    text = (
        f"How often {_who(found)} used "
        f"{_number(len(found.categories))}: {show_label(found.categories[top])} takes "
        f"{percentage(share)} of all ratings"
    )
    own = found.shares[:, top]
    if np.isfinite(own).any() and np.nanmin(own) < np.nanmax(own):
        text += f", from {percentage(np.nanmin(own))} to {percentage(np.nanmax(own))} by rater"
    return f"{text}."
