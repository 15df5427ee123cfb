"""Agreement on each label, of sets of labels and of spans."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from accord.analysis.views import LabelsAgreement, SpanAgreement
from accord.base.wording import counted, percentage, short
from accord.inference.results import Estimate
from accord.present.figures.canvas import DARK, canvas, percent, style
from accord.present.figures.registry import (
    MOST_CATEGORIES,
    FigureRequest,
    SectionFigure,
    draws,
    section_figure,
)
from accord.present.figures.rows import MOST_LABELS, Mark, draw_marks, height_of, label_rows

__all__ = ["describe_labels", "describe_span_labels", "plot_labels", "plot_span_labels"]

GAP = 0.2  # between the series of a row
SPAN_SERIES = (("matched", "span F1"), ("characters", "character F1"), ("alpha", "alpha of label"))


def plot_labels(result: LabelsAgreement) -> Any:
    """Draw the coefficient of each label and its mean, with the share of the label beside it."""
    rows = result.labels
    series = {rows[0].coefficient.title if rows else "": [row.coefficient for row in rows]}
    with style():
        figure, (left, right) = _canvas(len(rows))
        _draw(left, [row.label for row in rows], series)
        if math.isfinite(result.mean.value):
            name = f"mean over labels, {short(result.mean.value)}"
            left.axvline(result.mean.value, color=DARK, lw=1, ls="--", label=name)
        _bars(right, [row.share for row in rows], lambda share: percentage(share, 0))
        right.set_xlabel("share of ratings")
        right.xaxis.set_major_formatter(percent)
        figure.legend(loc="outside lower center", ncols=2)
    return figure


def plot_span_labels(result: SpanAgreement) -> Any:
    """Draw F and alpha of the spans with each label, with their number beside it."""
    rows = result.labels
    shown = {name: [getattr(row, key) for row in rows] for key, name in SPAN_SERIES}
    with style():
        figure, (left, right) = _canvas(len(rows))
        series = {name: values for name, values in shown.items() if any(values)}
        _draw(left, [row.label for row in rows], series)
        _bars(right, [float(row.spans) for row in rows], lambda number: f"{number:,.0f}")
        right.set_xlabel("spans of all raters")
        figure.legend(loc="outside lower center", ncols=3)
    return figure


def _canvas(rows: int) -> tuple[Any, Any]:
    return canvas(8.0, height_of(rows, 0.42, 1.7), 2, ratios=(3, 1), share=True)


def _draw(ax: Any, labels: Sequence[str], series: Mapping[str, Sequence[Estimate | None]]) -> None:
    """Draw a row for each label, with a dot and an interval for each series."""
    for k, (name, estimates) in enumerate(series.items()):
        shift = GAP * (k - (len(series) - 1) / 2)
        marks = [
            Mark(row + shift, e.value, e.lower, e.upper)
            for row, e in enumerate(estimates)
            if e is not None
        ]
        draw_marks(ax, marks, k, name=name)
    if ax.get_xlim()[0] < 0:
        ax.axvline(0, color=DARK, lw=0.8)
    ax.set_xlim(min(-0.02, ax.get_xlim()[0]), 1.02)
    ax.set_xlabel("agreement on the label, with interval")
    label_rows(ax, labels)


def _bars(ax: Any, sizes: Sequence[float], text: Any) -> None:
    """Draw how frequent each label is."""
    ax.barh(range(len(sizes)), sizes, color="#9A9A9A", height=0.6)
    room = max(sizes, default=1.0) or 1.0
    if len(sizes) <= MOST_LABELS:
        for row, size in enumerate(sizes):
            ax.text(size + 0.03 * room, row, text(size), va="center", fontsize=8)
    ax.set_xlim(0, 1.3 * room)
    ax.grid(visible=False, axis="y")
    ax.tick_params(axis="y", left=False, labelleft=False)


def describe_labels(result: LabelsAgreement) -> str:
    """Describe the mean over labels, and the best and the worst label."""
    known = {row.label: row.coefficient.value for row in result.labels}
    title = result.labels[0].coefficient.title if result.labels else "Agreement"
    mean = f" Mean over labels {short(result.mean.value)}." if _finite(result.mean.value) else ""
    return f"{title} of each of {counted(len(known), 'label')}{_ends(known)}.{mean}"


def describe_span_labels(result: SpanAgreement) -> str:
    """Describe the best and the worst label by F of spans."""
    known = {row.label: row.matched.value for row in result.labels}
    return f"Agreement on the spans with each of {counted(len(known), 'label')}: F{_ends(known)}."


def _ends(values: dict[str, float]) -> str:
    """Return the labels with the highest and the lowest value, in words."""
    known = {label: value for label, value in values.items() if _finite(value)}
    if not known:
        return " is undefined"
    best, worst = max(known, key=known.__getitem__), min(known, key=known.__getitem__)
    if known[best] == known[worst]:
        return f" is {short(known[best])} on all of them"
    return (
        f" is highest on {best} ({short(known[best])}) and lowest on {worst} "
        f"({short(known[worst])})"
    )


def _finite(value: float) -> bool:
    return math.isfinite(value)


draws(LabelsAgreement, plot_labels, describe_labels)
draws(SpanAgreement, plot_span_labels, describe_span_labels)


@section_figure("labels")
def _labels(request: FigureRequest) -> SectionFigure | None:
    result = request.results.get("labels")
    return SectionFigure(result, "Labels") if result and _few(result.labels) else None


@section_figure("spans")
def _spans(request: FigureRequest) -> SectionFigure | None:
    result = request.results.get("spans")
    return SectionFigure(result, "Labels of spans") if result and _few(result.labels) else None


def _few(rows: Sequence[object]) -> bool:
    return 0 < len(rows) <= MOST_CATEGORIES
