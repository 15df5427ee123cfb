"""``accord compare``: differences in agreement between groups, panels, systems or coefficients."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app, progress_bars, show_name
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
from accord.cli.reproduction import reproduction_of
from accord.errors import OptionError
from accord.options import CompareOptions, SideOptions, defaults

__all__ = ["compare"]


@app.command()
@takes_ratings
@takes_options(CompareOptions)
@takes_options(SideOptions, into="sides")
def compare(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE", help="One file per group, or one file with --by, --gold or --panel."
        ),
    ],
    loading: dict[str, Any],
    command_line: str,
    options: dict[str, Any],
    sides: dict[str, Any],
    panel: Annotated[
        list[str] | None,
        typer.Option(help="Panel of raters in one file: experts=ann,bo. Give two or more."),
    ] = None,
    weights: Weights = None,
    as_json: Json = False,
    out: Out = None,
    plots: Plots = None,
) -> None:
    """Compare agreement between files, groups in a file, panels, systems or coefficients."""
    from accord.analysis.comparison import compare as compared
    from accord.analysis.prompts import compare_prompts

    refuse_form(out)
    refuse_overwriting(out, [*files, *([Path(weights)] if weights else [])], plots)
    labels, match = names_of(sides["labels"]), sides.pop("match")
    keywords = {
        **sides,
        **({} if match is None else {"options": {"match": match}}),
        "coefficient": names_of(sides["coefficient"]),
        "weights": weights_of(weights),
        "panels": _panels(panel),
        "labels": labels or _labels(files),
        **options,
        **loading,
    }
    if _by_prompt(files, sides, loading, panel):
        with progress_bars() as progress:
            table = compare_prompts(files[0], **_of_prompts(keywords), progress=progress)
        source = show_name(files[0])
        publish(table, source, as_json=as_json, out=out, plots=plots)
        return
    with progress_bars() as progress:
        result = compared(*files, **keywords, progress=progress)
    source = ", ".join(show_name(file) for file in files)
    usual = defaults(CompareOptions)
    reproduction = reproduction_of(
        command_line, "compare", files, keywords | {"labels": labels}, usual
    )
    publish(result, source, as_json=as_json, out=out, plots=plots, reproduce=reproduction)


def _by_prompt(
    files: list[Path], sides: Mapping[str, Any], loading: Mapping[str, Any], panel: Any
) -> bool:
    """Return whether systems are compared with a gold standard within subgroups."""
    one = len(files) == 1 and not panel and not sides["paired"]
    return one and sides["gold"] is not None and loading["by"] is not None


def _of_prompts(keywords: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keywords of `compare_prompts`."""
    return {k: v for k, v in keywords.items() if k not in ("paired", "panels", "labels")}


def _labels(files: list[Path]) -> list[str] | None:
    """Return labels for files that have other names than their paths; None otherwise."""
    names = [Path(show_name(file)).stem for file in files]
    as_paths = [show_name(file) for file in files] == [str(file) for file in files]
    return None if as_paths or len(set(names)) < len(names) or len(names) < 2 else names


def _panels(texts: list[str] | None) -> dict[str, list[str]] | None:
    """Return panels by name from texts such as ``name=ann,bo``."""
    if not texts:
        return None
    panels = {}
    for text in texts:
        name, equals, members = text.partition("=")
        raters = names_of(members) or []
        if not equals or not name.strip() or len(raters) < 2:
            raise OptionError(
                f"--panel {text}: give a name and two or more raters, as in experts=ann,bo.",
                option="panel",
            )
        if name.strip() in panels:
            raise OptionError(
                f"--panel {text}: there is another panel with this name.", option="panel"
            )
        panels[name.strip()] = raters
    return panels
