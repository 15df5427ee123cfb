"""Distribution of the differences between the marks of systems and the gold standard."""

from __future__ import annotations

from typing import Any

import numpy as np

from accord.analysis.evaluation import SystemReport, Verdict
from accord.base.wording import percentage
from accord.data.scale import FloatArray, show_label
from accord.errors import OptionError
from accord.present.figures.canvas import canvas, style
from accord.present.figures.cells import draw_cells, size_of

__all__ = ["describe_margins", "plot_margins"]

FURTHEST = 6  # steps in each direction; larger differences are pooled


def plot_margins(evaluation: Verdict) -> Any:
    """Draw the distribution of the differences from the gold standard, a row for each system."""
    systems = [system for system in evaluation.systems if system.margins]
    if not systems:
        raise OptionError(
            "score differences are computed for marks only, and the scores are not marks.",
            option="result",
        )
    steps = sorted({m.difference for system in systems for m in system.margins} | {0.0})
    near, names = _shown_steps(steps)
    values = np.stack([_shares(system, near) for system in systems])
    with style():
        figure, (ax,) = canvas(*size_of(*values.shape))
        texts = [[percentage(x, 0) for x in row] for row in values.tolist()]
        top = float(values.max(initial=0.0))
        rows = [system.name for system in systems]
        draw_cells(
            figure, ax, values, texts, rows, names, low=0, high=top, legend="share of the marks"
        )
        ax.set(
            xlabel="system − gold standard, in points", title="Distribution of score differences"
        )
    return figure


def _shown_steps(steps: list[float]) -> tuple[list[float], list[str]]:
    """Return the steps that are shown, the outermost of which include all beyond, and labels."""
    zero = steps.index(0.0)
    near = steps[max(zero - FURTHEST, 0) : zero + FURTHEST + 1]
    names = [f"{'+' if s > 0 else '−' if s < 0 else ''}{show_label(abs(s))}" for s in near]
    if near[0] > steps[0]:
        names[0] = f"{names[0]} or less"
    if near[-1] < steps[-1]:
        names[-1] = f"{names[-1]} or more"
    return near, names


def _shares(system: SystemReport, near: list[float]) -> FloatArray:
    shares = np.zeros(len(near))
    for m in system.margins:
        shares[near.index(min(max(m.difference, near[0]), near[-1]))] += m.share
    return shares


def describe_margins(evaluation: Verdict) -> str:
    """Describe the share of identical marks for each system."""
    listed = [
        f"{s.name} {percentage(sum(m.share for m in s.margins if m.difference == 0))}"
        for s in evaluation.systems
        if s.margins
    ]
    return f"Distribution of score differences. Identical marks: {', '.join(listed[:12])}."
