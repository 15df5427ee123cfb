"""``accord g-study``: variance components, and the raters that a reliability needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app, show_name
from accord.cli.options import (
    Json,
    Out,
    Plot,
    Plots,
    categories_of,
    numbers_of,
    takes_options,
    takes_ratings,
)
from accord.cli.output import draw_to_file, publish, refuse_form, refuse_overwriting
from accord.errors import OptionError
from accord.options import DecisionOptions

__all__ = ["Occasion", "components_of", "g_study", "publish_decisions", "sizes_of"]

Occasion = Annotated[
    str | None,
    typer.Option(help="Column of the occasions (or replicates) of a study with two facets."),
]


@app.command("g-study")
@takes_ratings
@takes_options(DecisionOptions)
def g_study(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Persons rated by raters.")],
    loading: dict[str, Any],
    options: dict[str, Any],
    occasion: Occasion = None,
    plot: Plot = None,
    as_json: Json = False,
    out: Out = None,
    plots: Plots = None,
) -> None:
    """Estimate variance components, and how many raters a reliability needs.

    With --reliability .9, find the number of raters that it needs. `accord plan --reliability`
    answers the same for stated components.
    """
    refuse_form(out)
    refuse_overwriting(out, [file], plots)
    publish_decisions(
        {**options, **loading, "data": str(file), "occasion": occasion},
        show_name(str(file)),
        plot=plot,
        as_json=as_json,
        out=out,
        plots=plots,
    )


def publish_decisions(
    keywords: dict[str, Any],
    source: str,
    *,
    plot: Path | None,
    as_json: bool,
    out: Path | None,
    plots: Path | None = None,
) -> None:
    """Compute a decision study, and print it or write it to files."""
    from accord.analysis.decisions import decision_study
    from accord.present.figures import plot_decisions

    sizes = {name: sizes_of(keywords[name], name) for name in ("panels", "occasions")}
    found = decision_study(**keywords | sizes)
    draw_to_file(lambda: plot_decisions(found), plot)
    publish(found, source, as_json=as_json, out=out, plots=plots)


def sizes_of(text: str | None, option: str) -> list[int] | None:
    """Return whole numbers of raters or occasions.

    >>> sizes_of("2,3,5", "panels")
    [2, 3, 5]
    """
    numbers = numbers_of(text, option)
    for number in numbers:
        if number % 1:
            raise OptionError(
                f"--{option} has {number:g}; it takes whole numbers, as 2,3,5.", option=option
            )
    return [int(number) for number in numbers] or None


def components_of(text: str | None) -> dict[str, float] | None:
    """Return variance components.

    >>> components_of("p=2.6, r=5.2, pr=1")
    {'p': 2.6, 'r': 5.2, 'pr': 1.0}
    """
    if text is None:
        return None
    parts = categories_of(text)
    if not isinstance(parts, dict):
        raise OptionError(
            f"--components {text}: give a variance for each source, as in p=2.6,r=5.2,pr=1.",
            option="components",
        )
    return parts
