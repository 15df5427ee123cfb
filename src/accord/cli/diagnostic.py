"""``accord diagnostic``: sensitivity, specificity and ROC areas against a reference."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app, show_name
from accord.cli.options import Json, Out, Plot, Plots, names_of, takes_options, takes_ratings
from accord.cli.output import draw_to_file, publish, refuse_form, refuse_overwriting
from accord.options import AccuracyOptions

__all__ = ["diagnostic"]


@app.command()
@takes_ratings
@takes_options(AccuracyOptions)
def diagnostic(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Readings and their reference.")],
    loading: dict[str, Any],
    options: dict[str, Any],
    gold: Annotated[str, typer.Option(help="Reference of two categories: the gold standard.")],
    tests: Annotated[
        str | None, typer.Option(help="Raters or tests: ann,bo; all others if not given.")
    ] = None,
    plot: Plot = None,
    as_json: Json = False,
    out: Out = None,
    plots: Plots = None,
) -> None:
    """Measure tests against a reference: sensitivity, specificity, ROC areas.

    Several readings of a subject, and clusters of subjects, are allowed for.
    """
    from accord.analysis.views import diagnostic_accuracy
    from accord.present.figures import plot_accuracy

    refuse_form(out)
    refuse_overwriting(out, [file], plots)
    found = diagnostic_accuracy(str(file), gold, names_of(tests), **options, **loading)
    draw_to_file(lambda: plot_accuracy(found), plot)
    publish(found, show_name(str(file)), as_json=as_json, out=out, plots=plots)
