"""``accord schema``: what the JSON of a report looks like, for programs that read it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from accord.cli.app import app

__all__ = ["schema"]


class Kind(StrEnum):
    """What has a published form."""

    report = "report"
    comparison = "comparison"
    evaluation = "evaluation"


@app.command()
def schema(
    kind: Annotated[
        Kind, typer.Argument(metavar="report|comparison|evaluation", help="Of which JSON.")
    ],
) -> None:
    """Print the JSON Schema of what report, compare or evaluate print with --json."""
    from accord.present import schema_of

    typer.echo(schema_of(kind.value), nl=False)
