"""ROC curves: sensitivity against false positives, for each test."""

from __future__ import annotations

import math
from typing import Any

from accord.analysis.views import DiagnosticAccuracy
from accord.analysis.views.readings import ALL
from accord.base.wording import counted, percent, short
from accord.present.figures.canvas import COLOURS, DARK, MARKERS, canvas, label, style
from accord.present.figures.registry import draws

__all__ = ["describe_accuracy", "plot_accuracy"]

MOST_TESTS = 8  # more curves hide each other


def plot_accuracy(result: DiagnosticAccuracy) -> Any:
    """Draw the ROC curve of each test, and its sensitivity and specificity with intervals."""
    tests = [reader for reader in result.readers if reader.name != ALL][:MOST_TESTS]
    with style():
        figure, (ax,) = canvas(5.2, 5.0)
        ax.plot([0, 1], [0, 1], color="#999999", lw=0.8, ls=":")
        for k, test in enumerate(tests):
            colour, area = COLOURS[k % len(COLOURS)], test["auc"]
            name = label(test.name, 20)
            if math.isfinite(area.value):
                name += f", area {short(area.value)}"
            marker = MARKERS[k % len(MARKERS)]
            if test.curve:
                x = [point.false_positives for point in test.curve]
                y = [point.sensitivity for point in test.curve]
                ax.plot(x, y, color=colour, lw=1.5, label=name)
            hit, miss = test["sensitivity"], test["specificity"]
            if not (math.isfinite(hit.value) and math.isfinite(miss.value)):
                continue
            at = (1 - miss.value, hit.value)
            if not test.curve:
                ax.plot([0, at[0], 1], [0, at[1], 1], color=colour, lw=0.9, alpha=0.5)
            bars = {
                "xerr": [[miss.interval.high - miss.value], [miss.value - miss.interval.low]],
                "yerr": [[hit.value - hit.interval.low], [hit.interval.high - hit.value]],
            }
            ax.errorbar(
                *([each] for each in at), **bars, fmt=marker, color=colour, mec=DARK, ms=7,
                elinewidth=1.1, label=None if test.curve else name, zorder=4,
            )  # fmt: skip
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
        ax.set(xlabel="false positives (1 − specificity)", ylabel="sensitivity")
        level = f", bars are {percent(result.confidence)} intervals"
        barred = any(math.isfinite(test["sensitivity"].value) for test in tests)
        ax.set_title(f"{counted(result.n, 'subject')}{level if barred else ''}")
        ax.legend(loc="lower right")
    return figure


def describe_accuracy(result: DiagnosticAccuracy) -> str:
    """Describe sensitivity, specificity and the area of each test."""
    texts = []
    for reader in result.readers:
        known = [
            f"{title} {short(reader[name].value)}"
            for name, title in (
                ("sensitivity", "sensitivity"),
                ("specificity", "specificity"),
                ("auc", "area under the ROC curve"),
            )
            if math.isfinite(reader[name].value)
        ]
        texts.append(f"{reader.name}: {', '.join(known) or 'undefined'}.")
    return " ".join(texts)


draws(DiagnosticAccuracy, plot_accuracy, describe_accuracy, name="roc", title="ROC curves")
