"""``accord evaluate``: scoring systems and automatic judges against people."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app, progress_bars, show_name
from accord.cli.config import takes_study_file
from accord.cli.options import Json, Out, Plots, groups_of, names_of, takes_options, takes_ratings
from accord.cli.output import publish, refuse_form, refuse_overwriting
from accord.cli.reproduction import reproduction_of
from accord.options import EvaluateOptions, defaults

__all__ = ["evaluate"]


File = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="A file of scores.", default_factory=str, show_default=False
    ),
]


@app.command()
@takes_study_file("data", "inference", "evaluate", data="file")
@takes_ratings
@takes_options(EvaluateOptions)
def evaluate(
    file: File,
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
    from accord.analysis.prompts import evaluate_prompts

    refuse_form(out)
    refuse_overwriting(out, [Path(file)], plots)
    keywords = {
        "gold": names_of(gold),
        "systems": names_of(systems),
        "second": names_of(second),
        "runs": groups_of(runs, "runs"),
        **options,
        **loading,
    }
    source, usual = show_name(file), defaults(EvaluateOptions)
    of_prompts = {key: value for key, value in keywords.items() if key != "runs"}
    output: dict[str, Any] = {"as_json": as_json, "out": out, "plots": plots, "details": details}
    with progress_bars() as progress:
        if _has_variables(file, keywords):
            table = evaluate_prompts(file, **of_prompts, progress=progress)
            publish(table, source, **output)
            return
        result = evaluated(file, **keywords, progress=progress)
        by_prompt = None
        if loading["by"] is not None:
            by_prompt = evaluate_prompts(file, **of_prompts, progress=progress)
    reproduction = reproduction_of(command_line, "evaluate", [file], keywords, usual)
    publish(result, source, **output, reproduce=reproduction, by_prompt=by_prompt)


def _has_variables(file: str, keywords: Mapping[str, Any]) -> bool:
    """Return whether a file has several variables, each with a gold standard and systems."""
    from accord.io import including, load_variables
    from accord.options import ReadOptions, declared

    named = [name for key in ("gold", "systems", "second") for name in keywords[key] or ()]
    reading = {key: keywords[key] for key in declared(ReadOptions)}
    return len(load_variables(file, **including(reading, named))) > 1
