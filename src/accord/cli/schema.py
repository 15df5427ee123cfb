"""``accord schema``: the JSON Schema of a result, for programs that read it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from accord.cli.app import app

__all__ = ["schema"]


class Kind(StrEnum):
    """A kind of result with a schema."""

    report = "report"
    comparison = "comparison"
    evaluation = "evaluation"


@app.command()
def schema(
    kind: Annotated[Kind, typer.Argument(metavar="KIND", help="report, comparison or evaluation.")],
) -> None:
    """Print the JSON Schema of the --json output of report, compare or evaluate."""
    from accord.present import schema_of

    typer.echo(schema_of(kind.value), nl=False)
