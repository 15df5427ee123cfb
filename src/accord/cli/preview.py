"""``accord preview``: how a file is read, before anything is computed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app
from accord.cli.options import Json, Out, takes_ratings
from accord.cli.output import publish, refuse_form, refuse_overwriting

__all__ = ["preview"]


@app.command()
@takes_ratings
def preview(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="A file of ratings, or one of each rater."),
    ],
    loading: dict[str, Any],
    as_json: Json = False,
    out: Out = None,
) -> None:
    """Show how a file is read, and the options that state the same explicitly."""
    from accord.io.preview import preview as read

    refuse_form(out)
    refuse_overwriting(out, [Path(file) for file in files])
    result = read(*files, **loading)
    publish(result, as_json=as_json, out=out)
