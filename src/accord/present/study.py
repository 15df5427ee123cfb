"""Studies of metrics as a table in a terminal, and as CSV."""

from __future__ import annotations

import csv
import io

from rich.console import Group, RenderableType
from rich.text import Text

from accord.metric_studies import Study
from accord.present.pieces import say, show_list
from accord.present.table import cell
from accord.scale import show_label
from accord.wording import short

__all__ = ["render_study", "study_csv"]

ABBREVIATED = {"identity": "", "linear": "lin.", "quadratic": "quad."}


def render_study(found: Study) -> RenderableType:
    """A row per metric, a column per value of what is moved."""
    places = sorted({point.x for point in found.points})
    step = max(1, len(places) // 8)
    shown = places[::step]
    values = {(p.metric, p.weights, p.x): p.value for p in found.points}
    once: dict[tuple[str, ...], tuple[str, str]] = {}
    for metric, weights in dict.fromkeys((p.metric, p.weights) for p in found.points):
        cells = tuple(short(values.get((metric, weights, x), float("nan"))) for x in shown)
        once.setdefault(cells, (metric, weights))
    rows = [[f"{m} {ABBREVIATED.get(w, w)}", *cells] for cells, (m, w) in once.items()]
    heads = ["metric", *(short(x) if x < 1 else show_label(round(x, 2)) for x in shown)]
    source = f", {found.source}" if found.source else ""
    seed = f" Seed {found.seed}." if found.seed is not None else ""
    return Group(
        say(f"Study of {found.name}{source}", style="bold"),
        say(f"{found.question} Columns: {found.axis}.{seed}"),
        Text(),
        show_list("", rows, heads),
        say("Of metrics with the same values the first is shown; --json has all.", style="dim"),
    )


def study_csv(found: Study) -> str:
    """CSV text, a row per point."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("study", "x", "metric", "weights", "value"))
    for p in found.points:
        row = (found.name, p.x, p.metric, p.weights, p.value)
        writer.writerow([cell(value) for value in row])
    return stream.getvalue()
