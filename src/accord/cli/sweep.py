"""``accord sweep``: many runs of one system, and their differences from the best run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app, show_name
from accord.cli.options import Json, Out, Plot, names_of, takes_options, takes_ratings
from accord.cli.output import draw_to_file, publish, refuse_form, refuse_overwriting
from accord.options import EvaluateOptions

__all__ = ["sweep"]


@app.command()
@takes_ratings
@takes_options(EvaluateOptions, "range", "confidence", "seed")
def sweep(
    runs: Annotated[
        list[str],
        typer.Argument(
            metavar="RUNS",
            help="A table with a column per run, a file per run, or a folder of files with a "
            "manifest.",
        ),
    ],
    loading: dict[str, Any],
    options: dict[str, Any],
    gold: Annotated[str, typer.Option(help="Gold standard: one rater, or several: ann,bo.")],
    columns: Annotated[
        str | None,
        typer.Option(help="Columns of the runs; recognised by their names if not given."),
    ] = None,
    metric: Annotated[
        str | None,
        typer.Option(
            help="Metric of the leaderboard (accord list metrics); if not given, that of "
            "accord evaluate."
        ),
    ] = None,
    truth: Annotated[
        Path | None, typer.Option(help="File of the gold standard, for runs in a folder.")
    ] = None,
    second: Annotated[
        str | None, typer.Option(help="Further people, for human–human agreement.")
    ] = None,
    plot: Plot = None,
    parameter: Annotated[
        str | None,
        typer.Option(help="Parameter on the axis of the figure; the first if not given."),
    ] = None,
    as_json: Json = False,
    out: Out = None,
) -> None:
    """Rank runs of a system by a metric, with intervals and tests against the best run."""
    from accord.analysis.sweeps import sweep as swept
    from accord.present.figures import plot_sweep

    refuse_form(out)
    refuse_overwriting(out, [Path(path) for path in runs])
    refuse_overwriting(plot, [Path(path) for path in runs])
    result = swept(
        runs[0] if len(runs) == 1 else runs,
        names_of(gold) or [],
        names_of(columns),
        metric=metric,
        truth=truth,
        second=names_of(second),
        **options,
        **loading,
    )
    draw_to_file(lambda: plot_sweep(result, parameter), plot)
    source = ", ".join(show_name(path) for path in runs)
    publish(result, source, as_json=as_json, out=out)
