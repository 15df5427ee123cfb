"""Coefficients with their intervals over the bands of a benchmark scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from accord.analysis.berry_mielke import GeneralizedAgreement
from accord.analysis.interpretation import BenchmarkScale, benchmark
from accord.base.wording import counted, percent, short
from accord.data.scale import show_label
from accord.inference.results import Agreement, Estimate
from accord.options.presets import HEADLINE
from accord.present.figures.bands import draw_bands, named_scale
from accord.present.figures.canvas import DARK, canvas, label, style
from accord.present.figures.registry import draws
from accord.present.figures.rows import Mark, draw_marks, height_of, label_rows
from accord.present.sentences import is_corrected

__all__ = [
    "describe_coefficients",
    "describe_estimate",
    "describe_generalized",
    "interval_text",
    "plot_coefficients",
    "plot_estimate",
    "plot_estimates",
    "plot_generalized",
]

FEW_SERIES = 6  # groups that fit side by side in a row


def plot_coefficients(result: Agreement, scale: str | BenchmarkScale = "landis_koch") -> Any:
    """Draw all coefficients over benchmark bands, with subgroups side by side.

    Of many subgroups, each has a row, for one coefficient.
    """
    series = [("all", result.estimates)]
    series += [(show_label(name), group.estimates) for name, group in result.groups.items()]
    data = result.data
    size = f"{counted(len(data.raters), 'rater')}, {counted(data.subjects, 'subject')}"
    return plot_estimates(series, scale, size, with_total=True)


def plot_estimate(result: Estimate, scale: str | BenchmarkScale = "landis_koch") -> Any:
    """Draw one coefficient over benchmark bands."""
    return plot_estimates([("", (result,))], scale, counted(result.n, "subject"))


def plot_generalized(
    result: GeneralizedAgreement, scale: str | BenchmarkScale = "landis_koch"
) -> Any:
    """Draw Berry and Mielke's measure over benchmark bands."""
    return plot_estimate(result.estimate, scale)


def plot_estimates(
    series: Sequence[tuple[str, Sequence[Estimate]]],
    scale: str | BenchmarkScale = "landis_koch",
    title: str = "",
    *,
    with_total: bool = False,
) -> Any:
    """Draw the estimates of one or more groups; many groups have a row each, for one coefficient.

    Parameters
    ----------
    series
        Names of the groups, and the estimates of each.
    scale
        Benchmark scale.
    title
        Title of the figure.
    with_total
        Whether the first group consists of all subjects.
    """
    chosen = named_scale(scale)
    if len(series) > FEW_SERIES + 1:
        first = _headline(series[0][1])
        names = [name for name, _ in series]
        lines = [("", [next(e for e in group if e.name == first.name) for _, group in series])]
        title = f"{first.title}, {counted(len(names) - with_total, 'group')}; {title}"
    else:
        lines = [(name, list(group)) for name, group in series]
        names = [e.title for e in lines[0][1]]
    every = [e for _, es in lines for e in es]
    with style():
        height = height_of(len(names), 0.2 + 0.12 * len(lines), 1.5)
        figure, (ax,) = canvas(7.0, height)
        for k, (name, estimates) in enumerate(lines):
            shift = (k - (len(lines) - 1) / 2) * 0.7 / len(lines)
            marks = [Mark(i + shift, e.value, e.lower, e.upper) for i, e in enumerate(estimates)]
            raw = [m for m, e in zip(marks, estimates, strict=True) if not is_corrected(e.name)]
            rest = [m for m in marks if m not in raw]
            look = k if not with_total or len(lines) == 1 else 6 if k == 0 else k - 1
            shown = label(name, 20) if len(lines) > 1 else None
            draw_marks(ax, rest, look, name=shown)
            draw_marks(ax, raw, look, hollow=True)
        label_rows(ax, names, 40)
        ax.set_xlim(_left(every), 1.02)
        if len(lines) == 1 and len(names) <= 30:
            _numbers(ax, every)
        if len(lines) > 1:
            figure.legend(loc="outside lower center", ncols=min(len(lines), 7))
        over = draw_bands(ax, chosen)
        if _left(every) < 0:
            ax.axvline(0, color=DARK, lw=0.8)
        ax.set_title(title, pad=8 + 9 * over)
        hollow = "; hollow: not corrected for chance" if _has_raw(every) else ""
        level = f"{percent(every[0].interval.confidence)} interval" if every else "interval"
        ax.set_xlabel(f"{level}, bands of {chosen.title}{hollow}")
    return figure


def _headline(estimates: Sequence[Estimate]) -> Estimate:
    """Return the headline coefficient, or else the first that is corrected for chance."""
    by_name = {e.name: e for e in estimates}
    corrected = [e for e in estimates if is_corrected(e.name)]
    return by_name.get(HEADLINE) or (corrected or list(estimates))[0]


def _has_raw(estimates: Sequence[Estimate]) -> bool:
    return not all(is_corrected(e.name) for e in estimates)


def _left(estimates: Sequence[Estimate]) -> float:
    """Return the start of the axis: 0, or below the lowest interval."""
    ends = [x for e in estimates for x in (e.value, e.lower) if math.isfinite(x)]
    return min(-0.02, float(np.floor(min(ends, default=0.0) * 10) / 10))


def _numbers(ax: Any, estimates: Sequence[Estimate]) -> None:
    for row, e in enumerate(estimates):
        if math.isfinite(e.value):
            ax.text(
                1.015,
                row,
                f"{short(e.value)} {interval_text(e.lower, e.upper)}",
                transform=ax.get_yaxis_transform(),
                va="center",
                fontsize=8,
            )


def interval_text(low: float, high: float) -> str:
    """Return an interval in brackets; nothing if it is undefined."""
    return f"[{short(low)}, {short(high)}]" if math.isfinite(low) and math.isfinite(high) else ""


def _in_words(e: Estimate) -> str:
    if math.isnan(e.value):
        return f"{e.title} undefined"
    return f"{e.title} {short(e.value)} {interval_text(e.lower, e.upper)}".strip()


def describe_coefficients(result: Agreement) -> str:
    """Describe the coefficients."""
    listed = "; ".join(_in_words(e) for e in result)
    groups = f" Also shown: {counted(len(result.groups), 'subgroup')}." if result.groups else ""
    return f"Coefficients with intervals: {listed}.{groups}"


def describe_estimate(result: Estimate, scale: str | BenchmarkScale = "landis_koch") -> str:
    """Describe a coefficient, its interval and its band."""
    level = benchmark(result, scale=scale)
    band = f", {level.band} on the {level.scale.title} scale" if level is not None else ""
    return f"{_in_words(result)}{band}."


def describe_generalized(result: GeneralizedAgreement) -> str:
    """Describe the measure."""
    return result.sentence


draws(
    Agreement, plot_coefficients, describe_coefficients, name="coefficients", title="Coefficients"
)
draws(Estimate, plot_estimate, describe_estimate)
draws(
    GeneralizedAgreement, plot_generalized, describe_generalized, name="measure", title="Agreement"
)
