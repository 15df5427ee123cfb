"""``accord plan``: how many subjects and raters a study needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from accord.cli.app import app, progress_bars
from accord.cli.options import numbers_of, weights_of
from accord.cli.output import draw_out, give_out
from accord.errors import OptionError

__all__ = ["plan"]


@app.command()
def plan(
    value: Annotated[float, typer.Option(help="The coefficient that you expect.")],
    coefficient: Annotated[str, typer.Option(help="Name (accord list coefficients).")] = "gwet_ac",
    width: Annotated[float | None, typer.Option(help="Wanted: an interval this wide.")] = None,
    lower: Annotated[float | None, typer.Option(help="Wanted: a lower limit of this.")] = None,
    null: Annotated[float | None, typer.Option(help="Wanted: to rule out this value.")] = None,
    power: Annotated[
        float | None, typer.Option(help="With this probability; .8 if not given.")
    ] = None,
    subjects: Annotated[
        int | None, typer.Option(help="Or: what so many subjects will give.")
    ] = None,
    raters: Annotated[
        str | None, typer.Option(help="Raters of each subject: 2,3,5; 2 to 5 if not given.")
    ] = None,
    categories: Annotated[int | None, typer.Option(help="Number of categories; 2.")] = None,
    prevalence: Annotated[
        str | None, typer.Option(help="Share of each category: .7,.2,.1; all even if not given.")
    ] = None,
    missing: Annotated[float, typer.Option(help="Share of ratings that will be missing.")] = 0.0,
    errors: Annotated[
        str, typer.Option(help="How raters err: guess, adjacent (category), hard (subjects).")
    ] = "guess",
    weights: Annotated[
        str | None, typer.Option(help="A scheme's name (accord list weights); identity.")
    ] = None,
    cost_per_rating: Annotated[float, typer.Option(help="What a rating costs.")] = 1.0,
    cost_per_subject: Annotated[float, typer.Option(help="What a subject costs.")] = 0.0,
    alternative: Annotated[str, typer.Option(help="two-sided, greater or less.")] = "two-sided",
    confidence: Annotated[float, typer.Option(help="Confidence level.")] = 0.95,
    ci: Annotated[
        str, typer.Option(help="dirichlet, by trying it out; or t, by formula.")
    ] = "dirichlet",
    samples: Annotated[int, typer.Option(help="Samples of each size that are tried.")] = 300,
    seed: Annotated[int | None, typer.Option(help="Seed of random draws.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw to a file: .svg, .png or .pdf.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    out: Annotated[Path | None, typer.Option(help="Write to a file: .json, .csv, .txt.")] = None,
) -> None:
    """Find how many subjects and raters give an interval of a width, or a test its power."""
    from accord.planning import plan as planned
    from accord.plots import plot_plan
    from accord.report import plan_csv, render_plan

    with progress_bars() as progress:
        found = planned(
            value,
            coefficient,
            width=width,
            lower=lower,
            null=null,
            power=power,
            subjects=subjects,
            raters=[_whole(number) for number in numbers_of(raters, "raters")] or None,
            categories=categories,
            prevalence=numbers_of(prevalence, "prevalence") or None,
            missing=missing,
            errors=errors,
            weights=weights_of(weights),
            cost_per_rating=cost_per_rating,
            cost_per_subject=cost_per_subject,
            alternative=alternative,
            confidence=confidence,
            ci=ci,
            samples=samples,
            seed=seed,
            curves=plot is not None,
            progress=progress,
        )
    draw_out(lambda: plot_plan(found), plot)
    give_out(
        found.to_dict(),
        lambda: render_plan(found),
        as_json=as_json,
        out=out,
        csv=lambda: plan_csv(found),
    )


def _whole(number: float) -> int:
    if number % 1:
        raise OptionError(
            f"--raters has {number:g}; it takes whole numbers, as 2,3,5.", option="raters"
        )
    return int(number)
