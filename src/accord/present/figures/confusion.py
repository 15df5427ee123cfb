"""Confusion matrices: shaded cells with their counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from accord.analysis.views import ConfusionMatrix
from accord.base.wording import count_text, counted, percentage
from accord.data.scale import show_label
from accord.present.figures.canvas import DARK, canvas, label, style
from accord.present.figures.cells import ROOM, draw_cells, size_of

__all__ = ["describe_confusion", "plot_confusion"]


def plot_confusion(found: ConfusionMatrix) -> Any:
    """Counts of pairs of ratings, equal ones framed on the diagonal."""
    from matplotlib.patches import Rectangle

    q = len(found.categories)
    with style():
        figure, (ax,) = canvas(*size_of(q, q))
        texts = [[count_text(count) for count in row] for row in found.counts.tolist()]
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
        ax.set_title(f"{count_text(whole)} {pairs if found.pooled else 'subjects'}")
    return figure


def _whole(found: ConfusionMatrix) -> float:
    """Subjects, or pairs of ratings; those are counted twice."""
    return float(found.counts.sum()) / (2 if found.pooled else 1)


def describe_confusion(found: ConfusionMatrix) -> str:
    """How many pairs are equal, and which mix-up is the most frequent."""
    whole = _whole(found)
    if not whole:
        return "Confusion matrix without a single pair of ratings."
    noun = "pair" if found.pooled else "subject"
    text = (
        f"Confusion matrix of {found.rows} and {found.columns}, {counted(whole, noun)}: "
        f"{percentage(found.agreement)} are rated alike."
    )
    off = found.counts - np.diag(np.diag(found.counts))
    if off.max(initial=0) > 0:
        i, j = np.unravel_index(int(np.argmax(off)), off.shape)
        one, other = (show_label(found.categories[int(k)]) for k in (i, j))
        text += f" The most frequent mix-up is {one} with {other} ({count_text(off[i, j])})."
    return text
