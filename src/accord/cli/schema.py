"""``accord schema``: the JSON Schema of results, for programs that read them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from accord.cli.app import app

__all__ = ["schema"]


class Kind(StrEnum):
    """Kinds of results that are printed as JSON."""

    report = "report"
    comparison = "comparison"
    evaluation = "evaluation"
    plan = "plan"
    decision = "decision"
    sweep = "sweep"
    study = "study"
    generalized = "generalized"
    differ = "differ"
    preview = "preview"
    table = "table"
    check = "check"
    prompts = "prompts"
    prompt_comparison = "prompt_comparison"


@app.command()
def schema(
    kind: Annotated[Kind, typer.Argument(metavar="|".join(Kind), help="Kind of result.")],
) -> None:
    """Print the JSON Schema of what a command prints with --json."""
    from accord.present import schema_of

    typer.echo(schema_of(kind.value), nl=False)
