"""Output of results: on the terminal, as JSON, or in files, which are never partly written."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import typer

from accord.base.files import check_output_path
from accord.base.json_text import json_text
from accord.errors import OptionError

__all__ = [
    "Outputs",
    "draw_to_file",
    "is_page",
    "paths_of",
    "publish",
    "refuse_form",
    "refuse_overwriting",
]

INDEX = "index.json"  # list of the figures in a folder


Outputs: TypeAlias = Path | Sequence[Path] | None  # one file, or several of a study file


def paths_of(out: Outputs) -> tuple[Path, ...]:
    """Return the files to write."""
    if out is None:
        return ()
    return (Path(out),) if isinstance(out, (str, Path)) else tuple(map(Path, out))


def refuse_overwriting(out: Outputs, files: Sequence[Path], plots: Path | None = None) -> None:
    """Check, before any work, that outputs can be written and do not overwrite the data."""
    outputs = paths_of(out)
    for each in outputs:
        for file in files:
            if each.exists() and file.exists() and each.samefile(file):
                raise OptionError(f"--out {each} would overwrite the data.", option="out")
        check_output_path(each, "out")
    if plots is None:
        return
    if plots.exists() and not plots.is_dir():
        raise OptionError(f"--plots {plots} is a file; name a folder.", option="plots")
    for file in (*files, *outputs):
        drawn = file.suffix.lower() == ".svg" or file.name == INDEX
        if drawn and file.resolve().parent == plots.resolve():
            raise OptionError(
                f"--plots {plots} could overwrite {file}; name another folder.", option="plots"
            )


def refuse_form(out: Outputs) -> None:
    """Check, before any work, that the suffix of a file names a form."""
    from accord.present import form_of

    for each in paths_of(out):
        form_of(each, "out")


def is_page(out: Outputs) -> bool:
    """Return whether the form of a file includes the views of a report by default."""
    from accord.present import FORMS, form_of

    return any(FORMS[form_of(each)].views for each in paths_of(out))


def confirm(text: str) -> None:
    """Print what was done to standard error, with control characters of names as escapes."""
    from accord.data.scale import clean

    sys.stderr.write(f"{clean(text)}\n")


def draw_to_file(figure: Callable[[], Any], plot: Path | None) -> None:
    """Draw a figure to a file, if one is given, and report it."""
    if plot is None:
        return
    from accord.present.figures.canvas import save

    _silence_matplotlib()
    save(figure(), plot)
    confirm(f"figure written to {plot}")


def publish(
    result: Any,
    source: str = "",
    *,
    as_json: bool,
    out: Outputs,
    plots: Path | None = None,
    details: bool = False,
    **further: Any,
) -> None:
    """Print a result, or write it with its figures in the form that the file's suffix names.

    Parameters
    ----------
    result
        The result.
    source
        Names of the files.
    as_json
        Whether to print JSON.
    out
        File to write, or files; None to print.
    plots
        Folder to write the figures to.
    details
        Whether text shows everything, rather than the short form.
    **further
        What the summary contains besides.
    """
    from accord.present import documents_of, form_of, print_page, summary_of, write

    summary, outputs = summary_of(result, source, **further), paths_of(out)
    drawing = plots is not None or any(form_of(each) == "html" for each in outputs)
    figures = _draw(result, required=plots is not None) if drawing else {}
    for each in outputs:
        write(each, summary, figures, details=details)
    if plots is not None:
        _write_figures(figures, plots)
    if as_json:
        typer.echo(json_text(summary))
    elif not outputs:
        print_page(documents_of(summary), "details" if details else "always")
    else:
        for each in outputs:
            confirm(f"written to {each}")


def _draw(result: Any, *, required: bool) -> Mapping[str, Any]:
    """Return figures as SVG, or none if they cannot be drawn and are not required."""
    from accord.errors import MissingExtraError
    from accord.present import drawn_figures

    _silence_matplotlib()
    try:
        return drawn_figures(result)
    except MissingExtraError as error:
        if required:
            raise
        confirm(f"written without figures: {error}")
        return {}


def _silence_matplotlib() -> None:
    """Suppress what matplotlib logs of its cache where the folder of the user is not writable."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)


def _write_figures(drawn: Mapping[str, Any], folder: Path) -> None:
    """Write each figure to a file, and an index with their titles and descriptions."""
    from accord.base.files import write_atomically

    folder.mkdir(parents=True, exist_ok=True)
    index = []
    for name, figure in drawn.items():
        write_atomically(folder / f"{name}.svg", figure.svg)
        index.append({"name": name, "title": figure.title, "alt": figure.alt})
    write_atomically(folder / INDEX, json_text(index) + "\n")
    confirm(f"{len(drawn)} figures written to {folder}")
