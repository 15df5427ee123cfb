"""``accord plan``: how many subjects and raters a study needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app, progress_bars, show_name
from accord.cli.g_study import Occasion, components_of, publish_decisions, sizes_of
from accord.cli.options import Json, Out, Plot, Weights, numbers_of, takes_options, weights_of
from accord.cli.output import draw_to_file, publish, refuse_form, refuse_overwriting
from accord.errors import OptionError
from accord.options import DecisionOptions, PlanOptions, defaults
from accord.options.presets import HEADLINE

__all__ = ["plan"]

DECISION = ("reliability", "decisions", "occasions", "fixed")
GROUP = "Decision study"


@app.command()
@takes_options(PlanOptions)
@takes_options(DecisionOptions, *DECISION, into="decision")
def plan(
    options: dict[str, Any],
    decision: dict[str, Any],
    value: Annotated[float | None, typer.Option(help="Expected value of the coefficient.")] = None,
    coefficient: Annotated[
        str, typer.Option(help="Coefficient (accord list coefficients).")
    ] = HEADLINE,
    weights: Weights = None,
    pilot: Annotated[
        Path | None,
        typer.Option(
            help="File of a pilot study, for --reliability (reading options: accord g-study).",
            rich_help_panel=GROUP,
        ),
    ] = None,
    components: Annotated[
        str | None,
        typer.Option(
            help="Variance components in place of a pilot study: p=2.6,r=5.2,pr=1.",
            rich_help_panel=GROUP,
        ),
    ] = None,
    occasion: Occasion = None,
    plot: Plot = None,
    as_json: Json = False,
    out: Out = None,
) -> None:
    """Find the number of subjects and raters for a given width, power or reliability.

    With --reliability, find how many raters the mean of the ratings needs to be reliable, from a
    --pilot study or from variance --components.
    """
    output: dict[str, Any] = {"plot": plot, "as_json": as_json, "out": out}
    refuse_form(out)
    refuse_overwriting(out, [] if pilot is None else [pilot])
    if decision["reliability"] is None:
        _refuse_without_goal(value, pilot, components)
        _plan_subjects(value, coefficient, weights, options, **output)
        return
    _refuse_goals_of_subjects(value, options)
    keywords = {
        **decision,
        "panels": options["raters"],
        "confidence": options["confidence"],
        "data": None if pilot is None else str(pilot),
        "components": components_of(components),
        "occasion": occasion,
    }
    publish_decisions(keywords, "" if pilot is None else show_name(str(pilot)), **output)


def _refuse_without_goal(value: float | None, pilot: Path | None, components: str | None) -> None:
    if pilot is not None or components is not None:
        raise OptionError(
            "a pilot study and variance components are for the number of raters that a reliability "
            "needs.",
            option="reliability",
            remedy="State --reliability .9, say.",
        )
    if value is None:
        raise OptionError(
            "there is nothing to plan for.",
            option="value",
            remedy="State --value, the expected value of a coefficient, for the number of "
            "subjects; or --reliability with --pilot or --components, for the number of raters.",
        )


def _refuse_goals_of_subjects(value: float | None, options: dict[str, Any]) -> None:
    usual = defaults(PlanOptions)
    allowed = ("raters", "confidence", "curves")
    stated = [k for k, v in options.items() if v != usual[k] and k not in allowed]
    if value is not None:
        stated.insert(0, "value")
    if stated:
        raise OptionError(
            f"{stated[0]} is for a plan of subjects, and reliability for one of raters.",
            option=stated[0],
            remedy="Plan one after the other.",
        )


def _plan_subjects(
    value: float | None,
    coefficient: str,
    weights: str | None,
    options: dict[str, Any],
    *,
    plot: Path | None,
    as_json: bool,
    out: Path | None,
) -> None:
    from accord.analysis.planning import plan as planned
    from accord.present.figures import plot_plan

    assert value is not None
    numbers = {
        "raters": sizes_of(options["raters"], "raters"),
        "prevalence": numbers_of(options["prevalence"], "prevalence") or None,
        "curves": plot is not None,
    }
    with progress_bars() as progress:
        found = planned(
            value, coefficient, weights_of(weights), **options | numbers, progress=progress
        )
    draw_to_file(lambda: plot_plan(found), plot)
    publish(found, as_json=as_json, out=out)
