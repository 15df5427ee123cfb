"""``accord check``: whether agreement reaches thresholds; the exit code says so."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app, progress_bars, show_name
from accord.cli.config import takes_study_file
from accord.cli.ending import UNMET
from accord.cli.options import (
    Codebook,
    Json,
    Out,
    VariableWeights,
    takes_options,
    takes_ratings,
    variable_weights_of,
)
from accord.cli.output import paths_of, publish, refuse_form, refuse_overwriting
from accord.options import CheckOptions, InferenceOptions, TableOptions

__all__ = ["check"]


@app.command()
@takes_study_file("inference", "data", "check")
@takes_ratings
@takes_options(CheckOptions, into="limits")
@takes_options(InferenceOptions)
@takes_options(TableOptions, into="study")
def check(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="Ratings, as in accord report.",
            default_factory=list,
            show_default=False,
        ),
    ],
    loading: dict[str, Any],
    limits: dict[str, Any],
    options: dict[str, Any],
    study: dict[str, Any],
    no_worse_than: Annotated[
        Path | None,
        typer.Option(
            help="JSON of an earlier accord report or accord check: no coefficient may be lower."
        ),
    ] = None,
    weights: VariableWeights = None,
    codebook: Codebook = None,
    junit: Annotated[
        Path | None, typer.Option(help="File to write the result to as JUnit XML.")
    ] = None,
    github: Annotated[
        bool, typer.Option("--github", help="Also print annotations for GitHub Actions.")
    ] = False,
    as_json: Json = False,
    out: Out = None,
) -> None:
    """Check agreement against thresholds. Exit code: 0 if all hold, 1 if not, 2 for bad input."""
    from accord.analysis.checks import check as checked
    from accord.base.files import write_atomically
    from accord.present import github_lines, junit_xml

    refuse_form(out)
    named = [each for each in (weights, codebook, no_worse_than) if isinstance(each, (str, Path))]
    inputs = [Path(file) for file in (*files, *named)]
    refuse_overwriting((*paths_of(out), *paths_of(junit)), inputs)
    with progress_bars() as progress:
        result = checked(
            files,
            **limits,
            no_worse_than=no_worse_than,
            weights=variable_weights_of(weights),
            codebook=codebook,
            **study,
            **{**options, "progress": progress},
            **loading,
        )
    if junit is not None:
        write_atomically(Path(junit), junit_xml(result))
    source = ", ".join(show_name(file) for file in files)
    publish(result, source, as_json=as_json, out=out)
    if github:
        for line in github_lines(result):
            typer.echo(line, err=as_json)  # GitHub reads both streams
    if not result.passed:
        raise typer.Exit(UNMET)
