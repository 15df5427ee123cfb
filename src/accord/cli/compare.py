"""``accord compare``: groups, panels, systems against a gold standard, or coefficients."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.again import again
from accord.cli.app import app, called, progress_bars
from accord.cli.options import Out, Plots, names_of, takes_ratings, weights_of
from accord.cli.output import publish, refuse_form, refuse_overwriting
from accord.errors import OptionError

__all__ = ["compare"]


@app.command()
@takes_ratings
def compare(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="One per group; or one, with --by, --gold or --panel."),
    ],
    loading: dict[str, Any],
    typed: str,
    paired: Annotated[
        bool, typer.Option("--paired", help="Two files of the same subjects, matched by name.")
    ] = False,
    panel: Annotated[
        list[str] | None,
        typer.Option(help="A panel inside one file: experts=ann,bo. Give two or more."),
    ] = None,
    gold: Annotated[
        str | None, typer.Option(help="Rater whom each of the systems is compared with.")
    ] = None,
    systems: Annotated[
        str | None,
        typer.Option(help="Raters compared with the gold standard; all others but people."),
    ] = None,
    coefficient: Annotated[
        str | None,
        typer.Option(
            help="Name, or several (accord list coefficients); gwet_ac if not given. Two of them "
            "and one file: they are compared with each other.",
        ),
    ] = None,
    weights: Annotated[
        str | None, typer.Option(help="A scheme's name or a CSV file of a matrix.")
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            help="dirichlet, influence, bootstrap, permutation, differ or cicchetti_heavens; "
            "dirichlet if not given, influence where it tells as much."
        ),
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(help="Differences up to this do not matter: tests of equivalence."),
    ] = None,
    labels: Annotated[str | None, typer.Option(help="What to call the files: a,b.")] = None,
    unmatched: Annotated[
        str, typer.Option(help="Subjects without a partner, with --paired: error or drop.")
    ] = "error",
    confidence: Annotated[float, typer.Option(help="Confidence level.")] = 0.95,
    replicates: Annotated[
        int | None,
        typer.Option(help="Draws, resamples or shuffles; 10,000, or fewer where they take long."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of random draws.")] = None,
    reading: Annotated[
        str, typer.Option(help="Of DIFFER's p-value: printed or literal.")
    ] = "printed",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    out: Out = None,
    plots: Plots = None,
) -> None:
    """Compare agreement between files, groups in a file, panels, systems or coefficients."""
    from accord.comparison import compare as compared
    from accord.report import comparison_summary, render_comparison

    refuse_form(out)
    refuse_overwriting(out, [*files, *([Path(weights)] if weights else [])], plots)
    how = {
        "coefficient": names_of(coefficient),
        "weights": weights_of(weights),
        "paired": paired,
        "panels": _panels(panel),
        "gold": gold,
        "systems": systems,
        "labels": names_of(labels) or _called(files),
        "unmatched": unmatched,
        "method": method,
        "margin": margin,
        "confidence": confidence,
        "seed": seed,
        "replicates": replicates,
        "reading": reading,
        **loading,
    }
    with progress_bars() as progress:
        found = compared(*files, **how, progress=progress)
    source = ", ".join(called(file) for file in files)
    given = {"labels": names_of(labels)}
    usual = {"unmatched": "error", "confidence": 0.95, "reading": "printed"}
    publish(
        lambda: comparison_summary(
            found, source, again(typed, "compare", files, how | given, usual)
        ),
        lambda: render_comparison(found, source),
        lambda: _pictures(found),
        as_json=as_json,
        out=out,
        plots=plots,
    )


def _called(files: list[Path]) -> list[str] | None:
    """What files are called where that is not by their paths; else they name themselves."""
    names = [Path(called(file)).stem for file in files]
    known = [called(file) for file in files] == [str(file) for file in files]
    return None if known or len(set(names)) < len(names) or len(names) < 2 else names


def _pictures(found: Any) -> Any:
    from accord.plots import comparison_pictures

    return comparison_pictures(found)


def _panels(texts: list[str] | None) -> dict[str, list[str]] | None:
    """Panels by name, each written as name=ann,bo."""
    if not texts:
        return None
    panels = {}
    for text in texts:
        name, mark, own = text.partition("=")
        raters = names_of(own) or []
        if not mark or not name.strip() or len(raters) < 2:
            raise OptionError(f"--panel {text}: write a name and two raters or more: a=ann,bo.")
        if name.strip() in panels:
            raise OptionError(f"--panel {text}: there is a panel of that name already.")
        panels[name.strip()] = raters
    return panels
