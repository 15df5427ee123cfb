"""``accord replicates``: intra- and inter-rater reliability of repeated ratings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app, show_name
from accord.cli.options import Json, Out, Plots, groups_of, takes_options, takes_ratings
from accord.cli.output import publish, refuse_form, refuse_overwriting
from accord.options import ComponentOptions, InferenceOptions

__all__ = ["replicates"]


@app.command()
@takes_ratings
@takes_options(InferenceOptions, "confidence")
@takes_options(ComponentOptions, into="parts")
def replicates(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Ratings with repetitions.")],
    loading: dict[str, Any],
    options: dict[str, Any],
    parts: dict[str, Any],
    readings: Annotated[
        list[str] | None,
        typer.Option(
            help="Columns of the repeated ratings of a rater, in a wide table: "
            "wright=wright1,wright2; repeatable."
        ),
    ] = None,
    as_json: Json = False,
    out: Out = None,
    plots: Plots = None,
) -> None:
    """Measure how far raters agree with themselves and with each other.

    The ratings are repeated by the same raters. A table has a row per rating, with columns of
    subjects, raters and ratings; or a column for each reading, named with --readings.
    """
    from accord.analysis.views import replicates as studied

    refuse_form(out)
    refuse_overwriting(out, [file], plots)
    groups = groups_of(readings, "readings") or None
    found = studied(str(file), readings=groups, **options, **parts, **loading)
    publish(found, show_name(str(file)), as_json=as_json, out=out, plots=plots)
