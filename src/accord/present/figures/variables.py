"""The variables of a study: a row for each, with the coefficients and their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from accord.analysis.tables import AgreementTable, VariableRow
from accord.base.wording import counted, joined, percent, short
from accord.data.scale import show_label
from accord.errors import UnknownNameError
from accord.present.figures.canvas import canvas, style
from accord.present.figures.registry import draws
from accord.present.figures.rows import Mark, draw_marks, height_of, label_rows
from accord.statistics import COEFFICIENTS

__all__ = ["describe_variables", "plot_variables"]


def plot_variables(result: AgreementTable, coefficients: Sequence[str] | None = None) -> Any:
    """Draw a row for each variable and subgroup, with the coefficients and their intervals.

    Parameters
    ----------
    coefficients
        Names of the coefficients; those of the table if not given.

    >>> import accord
    >>> tone = accord.load([["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"]])
    >>> figure = plot_variables(accord.agreement_table({"tone": tone}))
    """
    names = list(coefficients or result.coefficients)
    for name in names:
        if name not in result.coefficients:
            raise UnknownNameError("estimate", name, result.coefficients, option="coefficients")
    many = len(names)
    with style():
        figure, (ax,) = canvas(7.0, height_of(len(result), 0.2 + 0.14 * min(many, 6), 1.6))
        for band in result.scale.bands[:-1]:
            ax.axvline(band.low, color="0.85", lw=0.8, zorder=0)
        for k, name in enumerate(names):
            shift = (k - (many - 1) / 2) * 0.6 / many
            found = [
                (j, e) for j, row in enumerate(result) for e in row.coefficients if e.name == name
            ]
            marks = [Mark(j + shift, e.value, e.lower, e.upper) for j, e in found]
            draw_marks(ax, marks, k, name=COEFFICIENTS[name].title)
        label_rows(ax, [_label(row, result) for row in result])
        ax.set(
            xlabel=f"Coefficient with {percent(result.confidence)} interval",
            title=f"Agreement by variable; lines: {result.scale.title} scale",
        )
        figure.legend(loc="outside lower center", ncols=4)
    return figure


def describe_variables(result: AgreementTable) -> str:
    """Describe the variables with the highest and the lowest coefficient."""
    rows = [row for row in result if math.isfinite(row.coefficients[0].value)]
    firsts = dict.fromkeys(COEFFICIENTS[row.coefficients[0].name].title for row in result)
    title = joined(list(firsts))
    start = f"Agreement in {counted(len(result.variables), 'variable')}"
    if not rows:
        return f"{start}: {title} is undefined in each."
    low = min(rows, key=lambda row: row.coefficients[0].value)
    high = max(rows, key=lambda row: row.coefficients[0].value)
    return (
        f"{start}: {title} from {short(low.coefficients[0].value)} ({_label(low, result)}) to "
        f"{short(high.coefficients[0].value)} ({_label(high, result)})."
    )


def _label(row: VariableRow, result: AgreementTable) -> str:
    if row.group is None:
        return row.label
    group = show_label(row.group)
    return group if len(result.variables) == 1 else f"{row.label}: {group}"


draws(
    AgreementTable,
    plot_variables,
    describe_variables,
    name="variables",
    title="Agreement by variable",
)
