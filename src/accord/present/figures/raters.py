"""Agreement of every pair of raters."""

from __future__ import annotations

from typing import Any

import numpy as np

from accord.analysis.views import RaterMatrix
from accord.base.wording import counted, short
from accord.data.scale import FloatArray, IntArray
from accord.present.figures.canvas import canvas, style
from accord.present.figures.cells import ROOM, draw_cells, size_of
from accord.present.figures.registry import FigureRequest, SectionFigure, draws, section_figure
from accord.statistics import find

__all__ = ["describe_raters", "plot_raters"]


def plot_raters(matrix: RaterMatrix) -> Any:
    """Draw the agreement of each pair; raters who agree most with the others come first."""
    order = _order(matrix.values)
    values = matrix.values[np.ix_(order, order)]
    names = [matrix.raters[k] for k in order]
    r = len(names)
    with style():
        figure, (ax,) = canvas(*size_of(r, r))
        texts = [[_text(values[i, j], i == j) for j in range(r)] for i in range(r)]
        known = values[np.isfinite(values)]
        draw_cells(
            figure,
            ax,
            values,
            texts if r <= ROOM else None,
            names,
            names,
            low=float(min(0.0, known.min(initial=0.0))),
            high=1.0,
            legend=find(matrix.coefficient).title,
        )
        weights = matrix.estimates[0].weights if matrix.estimates else "identity"
        weighted = "" if weights == "identity" else f", {weights} weights"
        ax.set_title(f"{find(matrix.coefficient).title} of each pair{weighted}")
    return figure


def _text(value: float, same: bool) -> str:
    if same:
        return ""
    return short(value) if np.isfinite(value) else "undefined"


def _order(values: FloatArray) -> IntArray:
    """Return the raters, those who agree most with the others first."""
    return np.argsort(-_means(values), kind="stable")


def _means(values: FloatArray) -> FloatArray:
    """Return the mean agreement of each rater with the others; -2 where it is undefined."""
    known = np.isfinite(values)
    number = known.sum(axis=1)
    total = np.where(known, values, 0.0).sum(axis=1)
    return np.where(number > 0, total / np.maximum(number, 1), -2.0)


def describe_raters(matrix: RaterMatrix) -> str:
    """Describe the range, and the raters who agree most and least with the others."""
    known = matrix.values[np.isfinite(matrix.values)]
    start = (
        f"{find(matrix.coefficient).title} of each pair of {counted(len(matrix.raters), 'rater')}"
    )
    if known.size == 0:
        return f"{start}: all undefined."
    order = _order(matrix.values)
    if known.min() == known.max():
        return f"{start}: {short(known.min())} throughout."
    return (
        f"{start}: from {short(known.min())} to {short(known.max())}. "
        f"{matrix.raters[int(order[0])]} agrees most with the others, "
        f"{matrix.raters[int(order[-1])]} least."
    )


draws(RaterMatrix, plot_raters, describe_raters)


@section_figure("pairs")
def _section(request: FigureRequest) -> SectionFigure | None:
    pairs = request.results.get("pairs")
    return None if pairs is None else SectionFigure(pairs, "Pairs of raters")
