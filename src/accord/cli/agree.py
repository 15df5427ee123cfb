"""``accord agree``: Berry and Mielke's generalized measure, as program AGREE gave it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app, called, progress_bars
from accord.cli.options import Ci, Out, names_of, takes_ratings
from accord.cli.output import picture_of, publish, refuse_form, refuse_overwriting

__all__ = ["agree"]


@app.command()
@takes_ratings
def agree(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV, TSV, Parquet or JSON lines.")],
    loading: dict[str, Any],
    power: Annotated[float, typer.Option(help="Exponent of the distance: 1 or 2.")] = 1.0,
    scaling: Annotated[
        str | None,
        typer.Option(help="Unit of each response: range, sd, or numbers (1,10)."),
    ] = None,
    p_method: Annotated[
        str | None,
        typer.Option("--p", help="moments, exact or monte_carlo; by the data if not given."),
    ] = None,
    se: Annotated[str, typer.Option(help="influence, gwet, jackknife or bootstrap.")] = "influence",
    ci: Ci = None,
    confidence: Annotated[float, typer.Option(help="Confidence level.")] = 0.95,
    replicates: Annotated[
        int | None, typer.Option(help="Arrangements, or resamples, drawn; 10,000 as a rule.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of random draws.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    out: Out = None,
) -> None:
    """Berry and Mielke's generalized measure of FILE, with its moments and its test.

    For any number of raters and of responses per subject: --score clarity,grammar with a row per
    rating, or with columns such as ann_clarity and bo_grammar. The numbers are what `accord
    differ` takes.
    """
    from accord.agree import berry_mielke
    from accord.present import plain_summary

    refuse_form(out)
    refuse_overwriting(out, [file])
    with progress_bars() as progress:
        found = berry_mielke(
            file,
            power=power,
            scaling=_scaling(scaling),
            p_method=p_method,
            se=se,
            ci=ci,
            confidence=confidence,
            replicates=replicates,
            seed=seed,
            progress=progress,
            **loading,
        )
    publish(
        plain_summary("generalized", found, called(file)),
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
