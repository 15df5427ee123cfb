"""``accord plan``: how many subjects and raters a study needs."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from accord.cli.app import app, progress_bars
from accord.cli.options import Json, Out, Plot, Weights, numbers_of, takes_options, weights_of
from accord.cli.output import draw_to_file, figure_of, publish, refuse_form, refuse_overwriting
from accord.errors import OptionError
from accord.options import PlanOptions
from accord.options.presets import HEADLINE

__all__ = ["plan"]


@app.command()
@takes_options(PlanOptions)
def plan(
    options: dict[str, Any],
    value: Annotated[float, typer.Option(help="Expected value of the coefficient.")],
    coefficient: Annotated[
        str, typer.Option(help="Coefficient (accord list coefficients).")
    ] = HEADLINE,
    weights: Weights = None,
    plot: Plot = None,
    as_json: Json = False,
    out: Out = None,
) -> None:
    """Find the number of subjects and raters for a given width or power."""
    from accord.analysis.planning import plan as planned
    from accord.present import summary_of
    from accord.present.figures import plot_plan

    refuse_form(out)
    refuse_overwriting(out, [])
    numbers = {
        "raters": [_whole(number) for number in numbers_of(options["raters"], "raters")] or None,
        "prevalence": numbers_of(options["prevalence"], "prevalence") or None,
        "curves": plot is not None,
    }
    with progress_bars() as progress:
        found = planned(
            value, coefficient, weights_of(weights), **options | numbers, progress=progress
        )
    draw_to_file(lambda: plot_plan(found), plot)
    publish(summary_of(found), figure_of(found, "plan", "Designs"), as_json=as_json, out=out)


def _whole(number: float) -> int:
    if number % 1:
        raise OptionError(
            f"--raters has {number:g}; it takes whole numbers, as 2,3,5.", option="raters"
        )
    return int(number)
