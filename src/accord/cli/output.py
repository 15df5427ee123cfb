"""Output of results: on the terminal, as JSON, or in files, which are never partly written."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import typer

from accord.base.files import check_output_path
from accord.base.json_text import json_text
from accord.base.steps import steps
from accord.errors import OptionError

__all__ = [
    "Outputs",
    "draw_to_file",
    "figure_of",
    "is_page",
    "paths_of",
    "publish",
    "refuse_form",
    "refuse_overwriting",
]

INDEX = "index.json"  # list of the figures in a folder
TEXT = ("", ".log")  # suffixes of text files, besides .txt


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
    from accord.present import FORMS

    suffixes = [f".{form}" for form in FORMS]
    for each in paths_of(out):
        if each.suffix.lower() not in (*suffixes, *TEXT):
            *most, last = suffixes
            raise OptionError(
                f"--out {each}: the name must end in {', '.join(most)} or {last}.", option="out"
            )


def is_page(out: Outputs) -> bool:
    """Return whether the form of a file includes the views of a report by default."""
    from accord.present import FORMS

    return any(FORMS[_form(each)].views for each in paths_of(out))


def _form(out: Path) -> str:
    suffix = out.suffix.lower()
    return "txt" if suffix in TEXT else suffix[1:]


def draw_to_file(figure: Callable[[], Any], plot: Path | None) -> None:
    """Draw a figure to a file, if one is given, and report it."""
    if plot is None:
        return
    from accord.present.figures.canvas import save

    save(figure(), plot)
    sys.stderr.write(f"figure written to {plot}\n")


def figure_of(result: Any, name: str, title: str) -> Callable[[], Mapping[str, Any]]:
    """Return a function that draws the single figure of a result."""

    def draw() -> Mapping[str, Any]:
        from accord.present.figures import figure_of as drawn

        return drawn(result, name, title)

    return draw


def publish(
    summary: Mapping[str, Any],
    figures: Callable[[], Mapping[str, Any]] = dict,
    *,
    as_json: bool,
    out: Outputs,
    plots: Path | None = None,
    details: bool = False,
) -> None:
    """Print a result, or write it with its figures in the form that the file's suffix names.

    Parameters
    ----------
    summary
        The result as plain values.
    figures
        Function that draws its figures.
    as_json
        Whether to print JSON.
    out
        File to write, or files; None to print.
    plots
        Folder to write the figures to.
    details
        Whether text shows everything, rather than the short form.
    """
    outputs = paths_of(out)
    drawing = plots is not None or any(_form(each) == "html" for each in outputs)
    drawn = _draw(figures, required=plots is not None) if drawing else {}
    for each in outputs:
        _write(each, _form(each), summary, drawn, details=details)
    if plots is not None:
        _write_figures(drawn, plots)
    if as_json:
        typer.echo(json_text(summary))
    elif not outputs:
        from accord.present import documents_of, print_page

        print_page(documents_of(summary), "details" if details else "always")
    else:
        sys.stderr.writelines(f"written to {each}\n" for each in outputs)


def _write(
    out: Path, form: str, summary: Mapping[str, Any], drawn: Mapping[str, Any], *, details: bool
) -> None:
    from accord.base.files import write_atomically
    from accord.present import documents_of, rendered, text

    if form == "txt":  # as on the terminal
        write_atomically(out, text(documents_of(summary), "details" if details else "always"))
    else:
        write_atomically(out, rendered(summary, form, drawn))


def _draw(figures: Callable[[], Mapping[str, Any]], *, required: bool) -> dict[str, Any]:
    """Return figures as SVG, or none if they cannot be drawn and are not required."""
    from accord.errors import MissingExtraError
    from accord.present import Figure

    try:
        from accord.present.figures import as_svg

        drawings = tuple(figures().items())
        return {
            name: Figure(name, drawing.title, drawing.alt, as_svg(drawing.figure))
            for name, drawing in steps("writing the figures", drawings)
        }
    except MissingExtraError as error:
        if required:
            raise
        sys.stderr.write(f"written without figures: {error}\n")
        return {}


def _write_figures(drawn: Mapping[str, Any], folder: Path) -> None:
    """Write each figure to a file, and an index with their titles and descriptions."""
    from accord.base.files import write_atomically

    folder.mkdir(parents=True, exist_ok=True)
    index = []
    for name, figure in drawn.items():
        write_atomically(folder / f"{name}.svg", figure.svg)
        index.append({"name": name, "title": figure.title, "alt": figure.alt})
    write_atomically(folder / INDEX, json_text(index) + "\n")
    sys.stderr.write(f"{len(drawn)} figures written to {folder}\n")
