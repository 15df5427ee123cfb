"""``accord compare``: groups, panels, systems against a gold standard, or coefficients."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.again import again
from accord.cli.app import app, called, progress_bars
from accord.cli.options import (
    Json,
    Out,
    Plots,
    Weights,
    names_of,
    takes_options,
    takes_ratings,
    weights_of,
)
from accord.cli.output import publish, refuse_form, refuse_overwriting
from accord.errors import OptionError
from accord.options import CompareOptions, Option, defaults
from accord.options.presets import HEADLINE

__all__ = ["compare"]


@app.command()
@takes_ratings
@takes_options(CompareOptions)
def compare(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="One per group; or one, with --by, --gold or --panel."),
    ],
    loading: dict[str, Any],
    typed: str,
    options: dict[str, Any],
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
            help=f"Name, or several (accord list coefficients); {HEADLINE} if not given. Two of "
            "them and one file: they are compared with each other.",
        ),
        Option("", choices="accord.statistics:COEFFICIENTS"),
    ] = None,
    weights: Weights = None,
    labels: Annotated[str | None, typer.Option(help="What to call the files: a,b.")] = None,
    as_json: Json = False,
    out: Out = None,
    plots: Plots = None,
) -> None:
    """Compare agreement between files, groups in a file, panels, systems or coefficients."""
    from accord.analysis.comparison import compare as compared
    from accord.present import comparison_summary

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
        **options,
        **loading,
    }
    with progress_bars() as progress:
        found = compared(*files, **how, progress=progress)
    source = ", ".join(called(file) for file in files)
    given = {"labels": names_of(labels)}
    usual = defaults(CompareOptions)
    publish(
        comparison_summary(found, source, again(typed, "compare", files, how | given, usual)),
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
    from accord.present.figures import comparison_pictures

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
            raise OptionError(
                f"--panel {text}: write a name and two raters or more: a=ann,bo.", option="panel"
            )
        if name.strip() in panels:
            raise OptionError(
                f"--panel {text}: there is a panel of that name already.", option="panel"
            )
        panels[name.strip()] = raters
    return panels
