"""Coefficients against the share of the most frequent category."""

from __future__ import annotations

import math
from typing import Any

from accord.analysis.views import PrevalenceCurve
from accord.base.wording import percentage, short
from accord.data.scale import show_label
from accord.present.figures.canvas import COLOURS, DARK, MARKERS, canvas, label, percent, style
from accord.present.figures.registry import draws

__all__ = ["describe_prevalence", "plot_prevalence"]

LINES = ("-", "--", "-.")


def plot_prevalence(result: PrevalenceCurve) -> Any:
    """Draw a curve for each coefficient, and the values of the data."""
    with style():
        figure, (ax,) = canvas(7.0, 4.2)
        for k, curve in enumerate(result.curves):
            colour = {"color": COLOURS[k % len(COLOURS)]}
            value = short(curve.observed) if math.isfinite(curve.observed) else "undefined"
            ax.plot(result.shares, curve.values, ls=LINES[k % len(LINES)], lw=1.8, **colour)
            ax.plot(
                [result.share],
                [curve.observed],
                marker=MARKERS[k % len(MARKERS)],
                ls=LINES[k % len(LINES)],
                markersize=8,
                label=f"{curve.title}: {value}",
                **colour,
            )
        ax.axvline(result.share, color=DARK, lw=1, ls=":")
        right = result.share > (result.shares[0] + result.shares[-1]) / 2
        ax.annotate(
            f"observed: {percentage(result.share)}",
            (result.share, 0.02),
            xycoords=("data", "axes fraction"),
            xytext=(-5 if right else 5, 0),
            textcoords="offset points",
            ha="right" if right else "left",
            color=DARK,
        )
        agreement = percentage(result.agreement)
        weighted = "" if result.weights == "identity" else f", {result.weights} weights"
        ax.axhline(
            result.agreement, color="#8C8C8C", lw=1, label="observed agreement, held constant"
        )
        ax.set(
            xlabel=f"share of the most frequent category, {label(result.category)}",
            ylabel="value",
            title=f"The same agreement ({agreement}{weighted}) at other prevalences",
        )
        ax.xaxis.set_major_formatter(percent)
        ax.set_ylim(min(max(ax.get_ylim()[0], -1.05), 0.0), 1.03)
        figure.legend(loc="outside lower center", ncols=2)
    return figure


def describe_prevalence(result: PrevalenceCurve) -> str:
    """Describe the values of the data on the curves."""
    listed = ", ".join(
        f"{c.title} {short(c.observed) if math.isfinite(c.observed) else 'undefined'}"
        for c in result.curves
    )
    return (
        f"Coefficients against the share of {show_label(result.category)} at an observed agreement "
        f"of {percentage(result.agreement)}. At the observed share, {percentage(result.share)}: "
        f"{listed}."
    )


draws(PrevalenceCurve, plot_prevalence, describe_prevalence)
