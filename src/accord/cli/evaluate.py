"""``accord evaluate``: scoring systems and judges against people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.again import again
from accord.cli.app import app, called, progress_bars
from accord.cli.options import Out, Plots, names_of, takes_ratings
from accord.cli.output import publish, refuse_form, refuse_overwriting
from accord.errors import OptionError

__all__ = ["evaluate"]


@app.command()
@takes_ratings
def evaluate(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of scores.")],
    loading: dict[str, Any],
    typed: str,
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
    combine: Annotated[
        str, typer.Option(help="Several people: mean or mode; words always mode.")
    ] = "mean",
    score_range: Annotated[
        str | None, typer.Option("--range", help="Lowest and highest mark: 0,60.")
    ] = None,
    headline: Annotated[
        str | None, typer.Option(help="Metric that ranks the systems (accord list metrics).")
    ] = None,
    positive: Annotated[
        str | None,
        typer.Option(
            help="Category that counts as positive, for judges; the one that sounds like yes."
        ),
    ] = None,
    runs: Annotated[
        list[str] | None, typer.Option(help="Runs of the same judge: judge=run1,run2.")
    ] = None,
    epsilon: Annotated[
        float,
        typer.Option(
            help="Alternative annotator test: how much less often than a person the system may win."
        ),
    ] = 0.1,
    ci: Annotated[
        str | None,
        typer.Option(
            help="Limits and tests of agreement: dirichlet (draws) or t; what suits if not given."
        ),
    ] = None,
    confidence: Annotated[float, typer.Option(help="Confidence level.")] = 0.95,
    seed: Annotated[int | None, typer.Option(help="Seed of random draws.")] = None,
    details: Annotated[
        bool, typer.Option("--details", help="Also each score, correlations and tests.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    out: Out = None,
    plots: Plots = None,
) -> None:
    """Evaluate systems against people: agreement, error, bias, fairness, and a ranking."""
    from accord.evaluation import evaluate as evaluated
    from accord.report import evaluation_summary, render_evaluation

    refuse_form(out)
    refuse_overwriting(out, [Path(file)], plots)
    how = {
        "gold": names_of(gold),
        "systems": names_of(systems),
        "second": names_of(second),
        "combine": combine,
        "range": score_range,
        "headline": headline,
        "positive": positive,
        "runs": _runs(runs),
        "epsilon": epsilon,
        "ci": ci,
        "confidence": confidence,
        "seed": seed,
        **loading,
    }
    with progress_bars() as progress:
        found = evaluated(file, **how, progress=progress)
    source = called(file)
    usual = {"combine": "mean", "epsilon": 0.1, "confidence": 0.95}
    publish(
        lambda: evaluation_summary(found, source, again(typed, "evaluate", [file], how, usual)),
        lambda: render_evaluation(found, source, details=details),
        lambda: _pictures(found),
        as_json=as_json,
        out=out,
        plots=plots,
    )


def _pictures(found: Any) -> Any:
    from accord.plots import evaluation_pictures

    return evaluation_pictures(found)


def _runs(texts: list[str] | None) -> dict[str, list[str]]:
    """Runs by the judge's name, each written as judge=run1,run2."""
    found = {}
    for text in texts or []:
        name, mark, own = text.partition("=")
        if not mark:
            raise OptionError(f"--runs {text}: write the judge and its runs: judge=run1,run2.")
        found[name.strip()] = names_of(own) or []
    return found
