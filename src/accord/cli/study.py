"""``accord study``: how metrics behave when one property of the scores is moved."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app
from accord.cli.options import Json, Out, Plot, Range, takes_ratings
from accord.cli.output import draw_out, picture_of, publish, refuse_form, refuse_overwriting

__all__ = ["study"]


@app.command()
@takes_ratings
def study(
    name: Annotated[
        str,
        typer.Argument(metavar="prevalence|marginals|magnitude|scale", help="What is moved."),
    ],
    loading: dict[str, Any],
    file: Annotated[
        str | None,
        typer.Argument(metavar="[FILE]", help="Scores of your own; simulated if not given."),
    ] = None,
    gold: Annotated[str | None, typer.Option(help="The gold standard, in FILE.")] = None,
    system: Annotated[str | None, typer.Option(help="The system, in FILE.")] = None,
    score_range: Range = None,
    seed: Annotated[int, typer.Option(help="Seed of the simulation.")] = 1,
    plot: Plot = None,
    as_json: Json = False,
    out: Out = None,
) -> None:
    """Study metrics as Yannakoudakis and Cummins do, on simulated scores or on your own."""
    from accord.analysis.studies import study as studied
    from accord.present import summary_of
    from accord.present.figures import plot_study

    files = [] if file is None else [Path(file)]
    refuse_form(out)
    refuse_overwriting(out, files)
    refuse_overwriting(plot, files)
    if file is None:
        found = studied(name, gold=gold, system=system, seed=seed)
    else:
        found = studied(name, file, gold, system, seed=seed, range=score_range, **loading)
    draw_out(lambda: plot_study(found), plot)
    publish(
        summary_of(found),
        picture_of(found, "study", "Metrics"),
        as_json=as_json,
        out=out,
    )
