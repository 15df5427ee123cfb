"""``accord report``: every coefficient that suits the ratings, with its uncertainty."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app, progress_bars
from accord.cli.options import names_of, takes_ratings, weights_of
from accord.cli.output import give_out, refuse_overwriting

__all__ = ["report"]


@app.command()
@takes_ratings
def report(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="CSV, TSV, Parquet, JSON lines or patterns; several are taken as one.",
        ),
    ],
    loading: dict[str, Any],
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
    se: Annotated[str, typer.Option(help="influence, gwet, jackknife or bootstrap.")] = "influence",
    ci: Annotated[str, typer.Option(help="t, normal, percentile, basic or bca.")] = "t",
    confidence: Annotated[float, typer.Option(help="Confidence level.")] = 0.95,
    null: Annotated[float, typer.Option(help="Value that the p-value tests against.")] = 0.0,
    alternative: Annotated[str, typer.Option(help="two-sided, greater or less.")] = "two-sided",
    p_method: Annotated[str, typer.Option("--p", help="t or permutation.")] = "t",
    replicates: Annotated[int, typer.Option(help="Bootstrap resamples, or permutations.")] = 10_000,
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
    out: Annotated[
        Path | None, typer.Option(help="Write to a file: .json, .csv, else text.")
    ] = None,
) -> None:
    """Measure agreement in a file by every coefficient that suits it, with intervals."""
    from accord.analyze import agreement
    from accord.interpret import scale_named
    from accord.loading import merge
    from accord.report import render, to_csv
    from accord.views import diagnose, look_closer

    chosen_scale = scale_named(scale)
    refuse_overwriting(out, files)
    with progress_bars() as progress:
        patterns = merge(*files, **loading)
        found = agreement(
            patterns,
            names_of(coefficients),
            weights_of(weights),
            se,
            ci,
            confidence,
            seed,
            null=null,
            alternative=alternative,
            p_method=p_method,
            replicates=replicates,
            population=population,
            rater_population=rater_population,
            sample_raters=sample_raters,
            options={"pseudo_count": pseudo_count},
            progress=progress,
        )
    views = {"confidence": confidence, "se": se, "ci": ci, "seed": seed, "replicates": replicates}
    diagnosis = diagnose(patterns, **views)
    seen = look_closer(patterns, weights_of(weights), **views) if details else None
    summary = {**found.to_dict(), "diagnosis": diagnosis.to_dict()}
    if seen is not None:
        summary["details"] = seen.to_dict()
    give_out(
        summary,
        lambda: render(found, chosen_scale, diagnosis, ", ".join(map(str, files)), seen),
        as_json=as_json,
        out=out,
        csv=lambda: to_csv(found),
    )
