"""``accord evaluate``: scoring systems and judges against people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.again import again
from accord.cli.app import app, called, progress_bars
from accord.cli.options import Json, Out, Plots, names_of, takes_options, takes_ratings
from accord.cli.output import publish, refuse_form, refuse_overwriting
from accord.errors import OptionError
from accord.options import EvaluateOptions, defaults

__all__ = ["evaluate"]


@app.command()
@takes_ratings
@takes_options(EvaluateOptions)
def evaluate(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of scores.")],
    loading: dict[str, Any],
    typed: str,
    options: dict[str, Any],
    gold: Annotated[
        str | None,
        typer.Option(help="The gold standard: a person, or several, ann,bo, who are combined."),
    ] = None,
    systems: Annotated[
        str | None,
        typer.Option(help="What is evaluated: m1,m2; all others but people if not given."),
    ] = None,
    second: Annotated[
        str | None, typer.Option(help="More people, for human-human agreement only.")
    ] = None,
    runs: Annotated[
        list[str] | None, typer.Option(help="Runs of the same judge: judge=run1,run2.")
    ] = None,
    details: Annotated[
        bool, typer.Option("--details", help="Also each score, correlations and tests.")
    ] = False,
    as_json: Json = False,
    out: Out = None,
    plots: Plots = None,
) -> None:
    """Evaluate systems against people: agreement, error, bias, fairness, and a ranking."""
    from accord.analysis.evaluation import evaluate as evaluated
    from accord.present import evaluation_summary

    refuse_form(out)
    refuse_overwriting(out, [Path(file)], plots)
    how = {
        "gold": names_of(gold),
        "systems": names_of(systems),
        "second": names_of(second),
        "runs": _runs(runs),
        **options,
        **loading,
    }
    with progress_bars() as progress:
        found = evaluated(file, **how, progress=progress)
    source, usual = called(file), defaults(EvaluateOptions)
    publish(
        evaluation_summary(found, source, again(typed, "evaluate", [file], how, usual)),
        lambda: _pictures(found),
        as_json=as_json,
        out=out,
        plots=plots,
        details=details,
    )


def _pictures(found: Any) -> Any:
    from accord.present.figures import evaluation_pictures

    return evaluation_pictures(found)


def _runs(texts: list[str] | None) -> dict[str, list[str]]:
    """Runs by the judge's name, each written as judge=run1,run2."""
    found = {}
    for text in texts or []:
        name, mark, own = text.partition("=")
        if not mark:
            raise OptionError(
                f"--runs {text}: write the judge and its runs: judge=run1,run2.", option="runs"
            )
        found[name.strip()] = names_of(own) or []
    return found
