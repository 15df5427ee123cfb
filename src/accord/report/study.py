"""Studies of metrics as a table in a terminal, and as CSV."""

from __future__ import annotations

import csv
import io

from rich.console import Group, RenderableType
from rich.text import Text

from accord.metric_studies import Study
from accord.report.pieces import say, show_list
from accord.report.table import cell
from accord.scale import show_label
from accord.wording import short

__all__ = ["render_study", "study_csv"]


def render_study(found: Study) -> RenderableType:
    """A row per metric, a column per value of what is moved."""
    places = sorted({point.x for point in found.points})
    step = max(1, len(places) // 12)
    shown = places[::step]
    names = dict.fromkeys((p.metric, p.weights) for p in found.points)
    values = {(p.metric, p.weights, p.x): p.value for p in found.points}
    rows = [
        [metric, weights, *(short(values.get((metric, weights, x), float("nan"))) for x in shown)]
        for metric, weights in names
    ]
    heads = ["metric", "weights", *(show_label(round(x, 3)) for x in shown)]
    source = f", {found.source}" if found.source else ""
    seed = f" Seed {found.seed}." if found.seed is not None else ""
    return Group(
        say(f"Study of {found.name}{source}", style="bold"),
        say(f"{found.question} Columns: {found.axis}.{seed}"),
        Text(),
        show_list("", rows, heads),
    )


def study_csv(found: Study) -> str:
    """CSV text, a row per point."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("study", "x", "metric", "weights", "value"))
    for p in found.points:
        writer.writerow([found.name, p.x, p.metric, p.weights, cell(p.value)])
    return stream.getvalue()
