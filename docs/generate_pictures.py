"""The page of figures, drawn from the example data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generate_coefficients import escaped

import accord
from accord.analysis.views import compute_details
from accord.plots import (
    DrawnFigure,
    as_svg,
    comparison_figures,
    evaluation_figures,
    report_figures,
)

__all__ = ["picture_pages"]

EXAMPLES = Path(__file__).parent.parent / "examples"


def picture_pages() -> dict[str, str]:
    """Return the page and its figures by path."""
    groups = {
        "accord report examples/essays.csv --weights quadratic --plots pictures": _of_report(),
        "accord compare examples/before.csv examples/after.csv --paired": _of_comparison(),
        "accord evaluate examples/essays.csv --gold adams --second brown --systems chen --by class "
        "--range 0,5": _of_evaluation(),
    }
    drawn = {
        f"reference/{picture.name}.svg": as_svg(picture.figure)
        for pictures in groups.values()
        for picture in pictures.values()
    }
    return {"reference/pictures.md": _page(groups), **drawn}


def _page(groups: Mapping[str, Mapping[str, DrawnFigure]]) -> str:
    sections = "\n\n".join(
        f"## `{' '.join(command.split()[:2])}`\n\n```console\n$ {command}\n```\n\n"
        + "\n\n".join(_shown(picture) for picture in pictures.values())
        for command, pictures in groups.items()
    )
    return f"""# Figures

This page shows the figures that accord draws. `result.plot()` returns a matplotlib figure, `--plots
FOLDER` and `--plot FILE` write files, and HTML reports contain the figures that suit their data.
Figures need `accord[plot]`. Each figure has a description in words, shown below it.

{sections}
"""


def _shown(picture: DrawnFigure) -> str:
    title, words = escaped(picture.title), escaped(" ".join(picture.alt.split()))
    return f"### {title}\n\n![{title}]({picture.name}.svg)\n\n{words}"


def _of_report() -> dict[str, DrawnFigure]:
    patterns = accord.load(EXAMPLES / "essays.csv")
    found = accord.agreement(patterns, weights="quadratic")
    return report_figures(patterns, found, compute_details(patterns, "quadratic"), "quadratic")


def _of_comparison() -> dict[str, DrawnFigure]:
    found = accord.compare(EXAMPLES / "before.csv", EXAMPLES / "after.csv", paired=True)
    return comparison_figures(found)


def _of_evaluation() -> dict[str, DrawnFigure]:
    found = accord.evaluate(
        EXAMPLES / "essays.csv",
        gold="adams",
        second="brown",
        systems="chen",
        by="class",
        range=(0, 5),
    )
    return evaluation_figures(found)
