"""``accord preview``: what is understood of a file, before anything is measured."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app
from accord.cli.options import Json, takes_ratings
from accord.cli.output import give_out

__all__ = ["preview"]


@app.command()
@takes_ratings
def preview(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of ratings.")],
    loading: dict[str, Any],
    as_json: Json = False,
) -> None:
    """Show what is understood of a file, and the options that would say the same explicitly."""
    from accord.loading.preview import preview as understood
    from accord.report import render_preview

    found = understood(file, **loading)
    give_out(found.to_dict(), lambda: render_preview(found), as_json=as_json, out=None)
