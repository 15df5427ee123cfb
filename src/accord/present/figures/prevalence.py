"""Coefficients against the share of the most frequent category."""

from __future__ import annotations

import math
from typing import Any

from accord.analysis.views import PrevalenceCurve
from accord.base.wording import percentage, short
from accord.data.scale import show_label
from accord.present.figures.canvas import COLOURS, DARK, MARKERS, canvas, label, percent, style

__all__ = ["describe_prevalence", "plot_prevalence"]

LINES = ("-", "--", "-.")


def plot_prevalence(found: PrevalenceCurve) -> Any:
    """A curve for each coefficient, and where the data stand."""
    with style():
        figure, (ax,) = canvas(7.0, 4.2)
        for k, curve in enumerate(found.curves):
            look = {"color": COLOURS[k % len(COLOURS)]}
            value = short(curve.observed) if math.isfinite(curve.observed) else "undefined"
            ax.plot(found.shares, curve.values, ls=LINES[k % len(LINES)], lw=1.8, **look)
            ax.plot(
                [found.share],
                [curve.observed],
                marker=MARKERS[k % len(MARKERS)],
                ls=LINES[k % len(LINES)],
                markersize=8,
                label=f"{curve.title}: {value}",
                **look,
            )
        ax.axvline(found.share, color=DARK, lw=1, ls=":")
        right = found.share > (found.shares[0] + found.shares[-1]) / 2
        ax.annotate(
            f"you are here: {percentage(found.share)}",
            (found.share, 0.02),
            xycoords=("data", "axes fraction"),
            xytext=(-5 if right else 5, 0),
            textcoords="offset points",
            ha="right" if right else "left",
            color=DARK,
        )
        held = percentage(found.agreement)
        weighted = "" if found.weights == "identity" else f", {found.weights} weights"
        ax.axhline(found.agreement, color="#8C8C8C", lw=1, label="observed agreement, held")
        ax.set(
            xlabel=f"share of the most frequent category, {label(found.category)}",
            ylabel="value",
            title=f"The same agreement ({held}{weighted}) at other prevalences",
        )
        ax.xaxis.set_major_formatter(percent)
        ax.set_ylim(min(max(ax.get_ylim()[0], -1.05), 0.0), 1.03)
        figure.legend(loc="outside lower center", ncols=2)
    return figure


def describe_prevalence(found: PrevalenceCurve) -> str:
    """Where the data stand on the curves."""
    told = ", ".join(
        f"{c.title} {short(c.observed) if math.isfinite(c.observed) else 'undefined'}"
        for c in found.curves
    )
    return (
        f"Coefficients against the share of {show_label(found.category)} at an observed agreement "
        f"of {percentage(found.agreement)}. At the observed share, {percentage(found.share)}: "
        f"{told}."
    )
