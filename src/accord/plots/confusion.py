"""Confusion matrices: shaded cells with their counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from accord.plots.canvas import DARK, canvas, label, style
from accord.plots.cells import ROOM, draw_cells, size_of
from accord.scale import show_label
from accord.views import ConfusionMatrix
from accord.wording import counted

__all__ = ["describe_confusion", "plot_confusion"]


def plot_confusion(found: ConfusionMatrix) -> Any:
    """Counts of pairs of ratings, equal ones framed on the diagonal."""
    from matplotlib.patches import Rectangle

    q = len(found.categories)
    with style():
        figure, (ax,) = canvas(*size_of(q, q))
        texts = [[show_count(count) for count in row] for row in found.counts.tolist()]
        high = float(found.counts.max(initial=0))
        draw_cells(
            figure,
            ax,
            found.counts,
            texts,
            found.categories,
            found.categories,
            low=0,
            high=high,
            legend="pairs of ratings" if found.pooled else "subjects",
        )
        if q <= ROOM:
            for k in range(q):
                ax.add_patch(Rectangle((k, k), 1, 1, fill=False, ec=DARK, lw=1.2))
        ax.set(ylabel=label(found.rows), xlabel=label(found.columns))
        pairs = "pairs of ratings of the same\nsubject, each counted in both orders"
        whole = _whole(found)
        ax.set_title(f"{show_count(whole)} {pairs if found.pooled else 'subjects'}")
    return figure


def _whole(found: ConfusionMatrix) -> float:
    """Subjects, or pairs of ratings; those are counted twice."""
    return float(found.counts.sum()) / (2 if found.pooled else 1)


def show_count(count: float) -> str:
    """Count with its thousands apart; weights may make it a fraction."""
    return f"{count:,.0f}" if count == int(count) else f"{count:,.1f}"


def describe_confusion(found: ConfusionMatrix) -> str:
    """How many pairs are equal, and which mix-up is the most frequent."""
    whole = _whole(found)
    if not whole:
        return "Confusion matrix without a single pair of ratings."
    noun = "pair" if found.pooled else "subject"
    text = (
        f"Confusion matrix of {found.rows} and {found.columns}, {counted(whole, noun)}: "
        f"{found.agreement:.0%} are rated alike."
    )
    off = found.counts - np.diag(np.diag(found.counts))
    if off.max(initial=0) > 0:
        i, j = np.unravel_index(int(np.argmax(off)), off.shape)
        one, other = (show_label(found.categories[int(k)]) for k in (i, j))
        text += f" The most frequent mix-up is {one} with {other} ({show_count(off[i, j])})."
    return text
