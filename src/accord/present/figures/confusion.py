"""Confusion matrices: shaded cells with counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from accord.analysis.views import ConfusionMatrix, confusion
from accord.base.wording import count_text, counted, percentage
from accord.data.scale import show_label
from accord.present.figures.canvas import DARK, canvas, label, style
from accord.present.figures.cells import ROOM, draw_cells, size_of
from accord.present.figures.registry import FigureRequest, SectionFigure, draws, section_figure

__all__ = ["describe_confusion", "plot_confusion"]


def plot_confusion(matrix: ConfusionMatrix) -> Any:
    """Draw the counts of pairs of ratings; equal ratings are framed on the diagonal."""
    from matplotlib.patches import Rectangle

    q = len(matrix.categories)
    with style():
        figure, (ax,) = canvas(*size_of(q, q))
        texts = [[count_text(count) for count in row] for row in matrix.counts.tolist()]
        high = float(matrix.counts.max(initial=0))
        draw_cells(
            figure,
            ax,
            matrix.counts,
            texts,
            matrix.categories,
            matrix.categories,
            low=0,
            high=high,
            legend="pairs of ratings" if matrix.pooled else "subjects",
        )
        if q <= ROOM:
            for k in range(q):
                ax.add_patch(Rectangle((k, k), 1, 1, fill=False, ec=DARK, lw=1.2))
        ax.set(ylabel=label(matrix.rows), xlabel=label(matrix.columns))
        pairs = "pairs of ratings of the same\nsubject, each counted in both orders"
        total = _total(matrix)
        ax.set_title(f"{count_text(total)} {pairs if matrix.pooled else 'subjects'}")
    return figure


def _total(matrix: ConfusionMatrix) -> float:
    """Return the number of subjects, or of pairs of ratings, which the matrix counts twice."""
    return float(matrix.counts.sum()) / (2 if matrix.pooled else 1)


def describe_confusion(matrix: ConfusionMatrix) -> str:
    """Describe the share of equal pairs and the most frequent confusion."""
    total = _total(matrix)
    if not total:
        return "Confusion matrix without any pair of ratings."
    noun = "pair" if matrix.pooled else "subject"
    text = (
        f"Confusion matrix of {matrix.rows} and {matrix.columns}, {counted(total, noun)}: "
        f"{percentage(matrix.agreement)} with equal ratings."
    )
    off = matrix.counts - np.diag(np.diag(matrix.counts))
    if off.max(initial=0) > 0:
        i, j = np.unravel_index(int(np.argmax(off)), off.shape)
        one, other = (show_label(matrix.categories[int(k)]) for k in (i, j))
        text += f" The most frequent confusion is of {one} with {other} ({count_text(off[i, j])})."
    return text


draws(ConfusionMatrix, plot_confusion, describe_confusion)


@section_figure("confusion")
def _section(request: FigureRequest) -> SectionFigure | None:
    if not request.few_categories:
        return None
    matrix = confusion(request.patterns)
    return SectionFigure(matrix, matrix.title)
