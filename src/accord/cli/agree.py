"""``accord agree``: Berry and Mielke's generalized measure, as program AGREE gave it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app, called, progress_bars
from accord.cli.options import Json, Out, names_of, takes_options, takes_ratings
from accord.cli.output import picture_of, publish, refuse_form, refuse_overwriting
from accord.options import GeneralizedOptions

__all__ = ["agree"]


@app.command()
@takes_ratings
@takes_options(GeneralizedOptions)
def agree(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV, TSV, Parquet or JSON lines.")],
    loading: dict[str, Any],
    options: dict[str, Any],
    as_json: Json = False,
    out: Out = None,
) -> None:
    """Berry and Mielke's generalized measure of FILE, with its moments and its test.

    For any number of raters and of responses per subject: --score clarity,grammar with a row per
    rating, or with columns such as ann_clarity and bo_grammar. The numbers are what `accord
    differ` takes.
    """
    from accord.analysis.berry_mielke import berry_mielke
    from accord.present import summary_of

    refuse_form(out)
    refuse_overwriting(out, [file])
    with progress_bars() as progress:
        found = berry_mielke(
            file,
            **{**options, "scaling": _scaling(options["scaling"])},
            progress=progress,
            **loading,
        )
    publish(
        summary_of(found, called(file)),
        picture_of(found, "measure", "Agreement"),
        as_json=as_json,
        out=out,
    )


def _scaling(text: str | None) -> str | list[float] | None:
    """Name of a scaling, or units."""
    names = names_of(text) or []
    try:
        return [float(name) for name in names] or None
    except ValueError:
        return text
