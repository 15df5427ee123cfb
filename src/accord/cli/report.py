"""``accord report``: every coefficient that suits the ratings, with its uncertainty."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.again import again
from accord.cli.app import app, called, progress_bars
from accord.cli.options import Ci, Out, Plots, names_of, takes_ratings, weights_of
from accord.cli.output import is_page, publish, refuse_form, refuse_overwriting
from accord.version import __version__

__all__ = ["report"]

REPLICATES = 10_000


@app.command()
@takes_ratings
def report(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="Ratings in any format that accord list readers names; several are taken as one.",
        ),
    ],
    loading: dict[str, Any],
    typed: str,
    weights: Annotated[
        str | None,
        typer.Option(
            help="A scheme's name (accord list weights) or a CSV file of a matrix; identity if not "
            "given, Euclidean distance with several responses."
        ),
    ] = None,
    coefficients: Annotated[
        str | None,
        typer.Option(help="Names (accord list coefficients); all that suit if not given."),
    ] = None,
    headline: Annotated[
        str | None,
        typer.Option(help="Coefficient of the first sentence; by the kind of data if not given."),
    ] = None,
    se: Annotated[
        str,
        typer.Option(
            help="influence, gwet, jackknife, bootstrap, or null (under chance agreement: SE, z "
            "and p as irr, SAS and SPSS print them)."
        ),
    ] = "influence",
    ci: Ci = None,
    confidence: Annotated[float, typer.Option(help="Confidence level.")] = 0.95,
    null: Annotated[float, typer.Option(help="Value that the p-value tests against.")] = 0.0,
    alternative: Annotated[str, typer.Option(help="two-sided, greater or less.")] = "two-sided",
    p_method: Annotated[
        str | None,
        typer.Option(
            "--p", help="dirichlet, t, normal or permutation; as the interval if not given."
        ),
    ] = None,
    replicates: Annotated[int, typer.Option(help="Draws, resamples or permutations.")] = REPLICATES,
    population: Annotated[
        float | None, typer.Option(help="Subjects in the population, if finite.")
    ] = None,
    sample_raters: Annotated[
        bool, typer.Option("--sample-raters", help="Regard raters as a sample, too.")
    ] = False,
    rater_population: Annotated[
        float | None, typer.Option(help="Raters in the population, if finite.")
    ] = None,
    scale: Annotated[
        str, typer.Option(help="Benchmark scale (accord list scales).")
    ] = "landis_koch",
    seed: Annotated[int | None, typer.Option(help="Seed of random draws.")] = None,
    pseudo_count: Annotated[
        float, typer.Option(help="Pseudo-subjects for Aickin's alpha, spread over all cells.")
    ] = 0.0,
    details: Annotated[
        bool,
        typer.Option(
            "--details",
            help="Also each category, each pair of raters, each rater left out, worst subjects.",
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    out: Out = None,
    plots: Plots = None,
) -> None:
    """Measure agreement in a file by every coefficient that suits it, with intervals."""
    from accord.interpret import scale_named
    from accord.loading import questions

    chosen_scale = scale_named(scale)
    refuse_form(out)
    refuse_overwriting(out, [Path(file) for file in (*files, weights) if file], plots)
    views: dict[str, Any] = {"confidence": confidence, "se": se, "ci": ci, "seed": seed}
    how = {
        **views,
        "replicates": replicates,
        "null": null,
        "alternative": alternative,
        "p_method": p_method,
        "population": population,
        "rater_population": rater_population,
        "sample_raters": sample_raters,
        "options": {"pseudo_count": pseudo_count},
    }
    if replicates != REPLICATES:  # else views, which are many, draw less
        views["replicates"] = replicates
    asked = questions(*files, **loading) if loading["question"] is None else ()
    with progress_bars() as progress:
        parts = {
            question: _measured(
                files,
                {**loading, "question": question},
                names_of(coefficients),
                weights_of(weights),
                {**how, "progress": progress},
                views,
                headline=headline,
                closer=details or plots is not None or is_page(out),
                on_terminal=not as_json and out is None and plots is None,
            )
            for question in asked or (loading["question"],)
        }
    source = ", ".join(called(file) for file in files)

    def repeat(question: str | None, command: str = typed) -> dict[str, str]:
        presented = parts[question].presented
        keywords = {
            **loading,
            "question": question,
            **({"level": presented.patterns.scale.level} if presented.swapped else {}),
            **_differing(coefficients, weights, how),
        }
        return again(command, "agreement", files, keywords, loading=loading)

    if not asked:
        (part,) = parts.values()
        publish(
            lambda: part.summary(chosen_scale, source, repeat(loading["question"])),
            lambda: part.text(chosen_scale, source),
            lambda: part.pictures(weights_of(weights), scale),
            as_json=as_json,
            out=out,
            plots=plots,
        )
        return

    def all_questions() -> dict[str, Any]:
        several = [
            {
                "question": name,
                **part.summary(
                    chosen_scale,
                    source,
                    repeat(name, f"{typed} --question {shlex.quote(str(name))}"),
                ),
            }
            for name, part in parts.items()
        ]
        return {"accord": __version__, "source": source, "questions": several}

    publish(
        all_questions,
        lambda: _one_after_another(parts, chosen_scale, source),
        dict,
        as_json=as_json,
        out=out,
        plots=plots,
    )


@dataclass(frozen=True, slots=True)
class _Report:
    """Everything that is reported of one set of ratings."""

    patterns: Any
    presented: Any
    diagnosis: Any
    details: Any

    def summary(self, scale: Any, source: str, repeat: dict[str, str]) -> dict[str, Any]:
        from accord.report import report_summary

        return report_summary(self.presented, scale, self.diagnosis, self.details, source, repeat)

    def text(self, scale: Any, source: str) -> Any:
        from accord.report import render

        return render(self.presented, scale, self.diagnosis, source, self.details)

    def pictures(self, weights: Any, scale: str) -> Any:
        from accord.plots import report_pictures

        return report_pictures(
            self.patterns, self.presented.leading_shown, self.details, weights, scale
        )


def _differing(
    coefficients: str | None, weights: str | None, how: dict[str, Any]
) -> dict[str, Any]:
    """Keywords of `agreement` that are not as they are anyway."""
    import inspect

    from accord.analyze import agreement

    defaults = inspect.signature(agreement).parameters
    given = {key: value for key, value in how.items() if value != defaults[key].default}
    if not given["options"]["pseudo_count"]:
        del given["options"]
    return {"coefficients": names_of(coefficients), "weights": weights_of(weights), **given}


def _measured(
    files: list[str],
    loading: dict[str, Any],
    coefficients: list[str] | None,
    weights: Any,
    how: dict[str, Any],
    views: dict[str, Any],
    *,
    headline: str | None,
    closer: bool,
    on_terminal: bool,
) -> _Report:
    from accord.loading import merge
    from accord.presentation import present
    from accord.views import diagnose, look_closer

    patterns = merge(*files, progress=how["progress"], **loading)
    presented = present(patterns, coefficients, weights, headline, shown_only=on_terminal, **how)
    seen = None
    if closer:
        seen = look_closer(presented.patterns, weights, pair_intervals=not on_terminal, **views)
    if seen is not None and seen.notes:
        presented = replace(presented, notes=(*presented.notes, *seen.notes))
    diagnosis = None if presented.lead == "measured" else diagnose(patterns, **views)
    return _Report(presented.patterns, presented, diagnosis, seen)


def _one_after_another(parts: dict[Any, _Report], scale: Any, source: str) -> Any:
    from rich.console import Group
    from rich.text import Text

    from accord.report import say

    pages: list[Any] = []
    for question, part in parts.items():
        pages += [say(f"Question {question}", style="bold reverse"), Text()]
        pages += [part.text(scale, source), Text()]
    return Group(*pages)
