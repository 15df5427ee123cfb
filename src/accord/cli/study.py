"""``accord study``: how metrics respond when one property of the scores varies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app
from accord.cli.options import Json, Out, Plot, takes_options, takes_ratings
from accord.cli.output import draw_to_file, publish, refuse_form, refuse_overwriting
from accord.options import EvaluateOptions, resolve_seed

__all__ = ["study"]


@app.command()
@takes_ratings
@takes_options(EvaluateOptions, "range", "seed")
def study(
    name: Annotated[
        str,
        typer.Argument(metavar="PROPERTY", help="prevalence, marginals, magnitude or scale."),
    ],
    loading: dict[str, Any],
    options: dict[str, Any],
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="Scores; simulated if not given."),
    ] = None,
    gold: Annotated[str | None, typer.Option(help="Column of the gold standard in FILE.")] = None,
    system: Annotated[str | None, typer.Option(help="Column of the system in FILE.")] = None,
    plot: Plot = None,
    as_json: Json = False,
    out: Out = None,
) -> None:
    """Study how metrics respond when one property of the scores varies.

    The designs are those of Yannakoudakis and Cummins, on simulated scores or on those of a file.
    """
    from accord.analysis.studies import study as studied
    from accord.present.figures import plot_study

    files = [] if file is None else [Path(file)]
    refuse_form(out)
    refuse_overwriting(out, files)
    refuse_overwriting(plot, files)
    seed = resolve_seed(options["seed"])
    if file is None:
        result = studied(name, gold=gold, system=system, seed=seed)
    else:
        scores = {"range": options["range"], **loading}
        result = studied(name, file, gold, system, seed=seed, **scores)
    draw_to_file(lambda: plot_study(result), plot)
    publish(result, as_json=as_json, out=out)
