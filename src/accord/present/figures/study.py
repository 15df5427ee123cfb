"""Studies of metrics: each metric against the property that varies."""

from __future__ import annotations

import math
from typing import Any

from accord.analysis.studies import Study
from accord.base.wording import short
from accord.options.presets import CURVES
from accord.present.figures.canvas import COLOURS, MARKERS, canvas, label, style
from accord.present.figures.registry import draws
from accord.statistics import REGISTRY

__all__ = ["describe_study", "plot_study"]

PANELS = (("linear", "linear weights"), ("quadratic", "quadratic weights"))


def plot_study(result: Study) -> Any:
    """Draw a curve for each metric, with linear and with quadratic weights."""
    with style():
        figure, axes = canvas(9.0, 4.0, 2)
        for ax, (weights, title) in zip(axes, PANELS, strict=True):
            for k, metric in enumerate(CURVES):
                metric_weights = "" if REGISTRY[metric].truth else weights
                points = [
                    (p.x, p.value)
                    for p in result.points
                    if p.metric == metric and p.weights == metric_weights and math.isfinite(p.value)
                ]
                if not points:
                    continue
                x, y = zip(*sorted(points), strict=True)
                ax.plot(
                    x,
                    y,
                    color=COLOURS[k],
                    marker=MARKERS[k],
                    markersize=7 - k,
                    lw=2.6 - 0.3 * k,
                    ls=("-", "-", "--", "-", "--", ":")[k],
                    label=REGISTRY[metric].title,
                )
            ax.set_title(title, loc="left")
            ax.set_xlabel(result.axis)
        low = min(ax.get_ylim()[0] for ax in axes)
        for ax in axes:
            ax.set_ylim(low, 1.02)
        axes[0].set_ylabel("value")
        figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
        source = f" ({label(result.source, 40)})" if result.source else ""
        title = f"Study of {result.name}{source}. {result.question}"
        figure.suptitle(title, fontsize=9, x=0.01, ha="left")
    return figure


def describe_study(result: Study) -> str:
    """Describe the property that varies, the question, and the range of each metric."""
    ranges = []
    for metric in CURVES:
        points = sorted(
            (p.x, p.value)
            for p in result.points
            if p.metric == metric and p.weights in ("", "linear") and math.isfinite(p.value)
        )
        if points:
            ranges.append(
                f"{REGISTRY[metric].title} from {short(points[0][1])} to {short(points[-1][1])}"
            )
    return f"Metrics against {result.axis}. {result.question} Linear weights: {', '.join(ranges)}."


draws(Study, plot_study, describe_study, name="study", title="Metrics")
