"""``accord sweep``: many runs of one system, and which do not differ from the best."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app, called
from accord.cli.options import Json, Out, Plot, Range, names_of, takes_options, takes_ratings
from accord.cli.output import draw_out, picture_of, publish, refuse_form, refuse_overwriting
from accord.options import InferenceOptions
from accord.options.presets import METRIC

__all__ = ["sweep"]


@app.command()
@takes_ratings
@takes_options(InferenceOptions, "confidence", "seed")
def sweep(
    runs: Annotated[
        list[str],
        typer.Argument(
            metavar="RUNS",
            help="A table with a column per run; or a file per run, or a folder of them with a "
            "manifest.",
        ),
    ],
    loading: dict[str, Any],
    options: dict[str, Any],
    gold: Annotated[str, typer.Option(help="The gold standard: a person, or several: ann,bo.")],
    columns: Annotated[
        str | None, typer.Option(help="Columns of the runs; by their names if not given.")
    ] = None,
    metric: Annotated[
        str, typer.Option(help="Metric of the leaderboard (accord list metrics).")
    ] = METRIC,
    truth: Annotated[
        Path | None, typer.Option(help="File of the gold standard, for runs in a folder.")
    ] = None,
    second: Annotated[
        str | None, typer.Option(help="More people, for human-human agreement.")
    ] = None,
    score_range: Range = None,
    plot: Plot = None,
    parameter: Annotated[
        str | None, typer.Option(help="Parameter along the picture's axis; the first if not given.")
    ] = None,
    as_json: Json = False,
    out: Out = None,
) -> None:
    """Rank runs of a system by a metric, with intervals and tests against the best run."""
    from accord.analysis.sweeps import sweep as swept
    from accord.present import sweep_summary
    from accord.present.figures import plot_sweep

    refuse_form(out)
    refuse_overwriting(out, [Path(path) for path in runs])
    refuse_overwriting(plot, [Path(path) for path in runs])
    found = swept(
        runs[0] if len(runs) == 1 else runs,
        names_of(gold) or [],
        names_of(columns),
        metric=metric,
        truth=truth,
        second=names_of(second),
        range=score_range,
        **options,
        **loading,
    )
    draw_out(lambda: plot_sweep(found, parameter), plot)
    source = ", ".join(called(path) for path in runs)
    publish(
        sweep_summary(found, source), picture_of(found, "runs", "Runs"), as_json=as_json, out=out
    )
