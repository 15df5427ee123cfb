"""``accord agree``: Berry and Mielke's generalized measure, as their program AGREE prints it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app, progress_bars, show_name
from accord.cli.options import Json, Out, names_of, takes_options, takes_ratings
from accord.cli.output import publish, refuse_form, refuse_overwriting
from accord.options import GeneralizedOptions

__all__ = ["agree"]


@app.command()
@takes_ratings
@takes_options(GeneralizedOptions)
def agree(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Ratings in any format that accord list readers names."
        ),
    ],
    loading: dict[str, Any],
    options: dict[str, Any],
    as_json: Json = False,
    out: Out = None,
) -> None:
    """Compute Berry and Mielke's generalized measure, its moments and its test.

    Subjects may have any number of raters and of responses. Name several responses with --score
    clarity,grammar, in a table with a row per rating or with columns such as ann_clarity and
    bo_grammar. `accord differ` takes the numbers that this command prints.
    """
    from accord.analysis.berry_mielke import berry_mielke

    refuse_form(out)
    refuse_overwriting(out, [file])
    with progress_bars() as progress:
        result = berry_mielke(
            file,
            **{**options, "scaling": _scaling(options["scaling"])},
            progress=progress,
            **loading,
        )
    publish(result, show_name(file), as_json=as_json, out=out)


def _scaling(text: str | None) -> str | list[float] | None:
    """Return the name of a scaling, or the units of the responses."""
    names = names_of(text) or []
    try:
        return [float(name) for name in names] or None
    except ValueError:
        return text
