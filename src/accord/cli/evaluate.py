"""``accord evaluate``: scoring systems and automatic judges against people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app, progress_bars, show_name
from accord.cli.config import takes_study_file
from accord.cli.options import Json, Out, Plots, names_of, takes_options, takes_ratings
from accord.cli.output import publish, refuse_form, refuse_overwriting
from accord.cli.reproduction import reproduction_of
from accord.errors import OptionError
from accord.options import EvaluateOptions, defaults

__all__ = ["evaluate"]


@app.command()
@takes_study_file("data", "inference", "evaluate", data="file")
@takes_ratings
@takes_options(EvaluateOptions)
def evaluate(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A file of scores.", default_factory=str)
    ],
    loading: dict[str, Any],
    command_line: str,
    options: dict[str, Any],
    gold: Annotated[
        str | None,
        typer.Option(
            help="Gold standard: one rater, or several, ann,bo, whose ratings are combined."
        ),
    ] = None,
    systems: Annotated[
        str | None,
        typer.Option(help="Systems to evaluate: m1,m2; all others except people if not given."),
    ] = None,
    second: Annotated[
        str | None, typer.Option(help="Further people, for human–human agreement only.")
    ] = None,
    runs: Annotated[
        list[str] | None, typer.Option(help="Runs of the same judge: judge=run1,run2; repeatable.")
    ] = None,
    details: Annotated[
        bool, typer.Option("--details", help="Also show each score, correlations and tests.")
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
    keywords = {
        "gold": names_of(gold),
        "systems": names_of(systems),
        "second": names_of(second),
        "runs": _runs(runs),
        **options,
        **loading,
    }
    with progress_bars() as progress:
        result = evaluated(file, **keywords, progress=progress)
    source, usual = show_name(file), defaults(EvaluateOptions)
    publish(
        evaluation_summary(
            result,
            source,
            reproduction_of(command_line, "evaluate", [file], keywords, usual),
        ),
        lambda: _figures(result),
        as_json=as_json,
        out=out,
        plots=plots,
        details=details,
    )


def _figures(result: Any) -> Any:
    from accord.present.figures import evaluation_figures

    return evaluation_figures(result)


def _runs(texts: list[str] | None) -> dict[str, list[str]]:
    """Return runs by judge from texts such as ``judge=run1,run2``."""
    runs = {}
    for text in texts or []:
        name, equals, members = text.partition("=")
        if not equals:
            raise OptionError(
                f"--runs {text}: give a judge and its runs, as in judge=run1,run2.", option="runs"
            )
        runs[name.strip()] = names_of(members) or []
    return runs
