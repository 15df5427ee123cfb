"""``accord schema``: the JSON Schema of results, for programs that read them."""

from __future__ import annotations

from typing import Annotated

import typer

from accord.cli.app import app
from accord.errors import UnknownNameError

__all__ = ["schema"]


@app.command()
def schema(
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help="Kind of result, such as report or comparison.")
    ],
) -> None:
    """Print the JSON Schema of what a command prints with --json."""
    from accord.present import schema_of
    from accord.present.records import KINDS

    if kind not in KINDS:
        raise UnknownNameError("kind of result", kind, KINDS, option="kind")
    typer.echo(schema_of(kind), nl=False)
