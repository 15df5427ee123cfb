"""Output of results: the terminal, JSON, or a file that is written wholly or not at all."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from accord.base.files import check_output_path
from accord.errors import OptionError

__all__ = [
    "draw_out",
    "is_page",
    "picture_of",
    "publish",
    "refuse_form",
    "refuse_overwriting",
]

INDEX = "index.json"  # of the pictures in a folder
TEXT = ("", ".log")  # endings of text files, besides .txt


def refuse_overwriting(out: Path | None, files: Sequence[Path], plots: Path | None = None) -> None:
    """Refuse to write over the data, or to where nothing can be written, before any work."""
    for file in files:
        if out is not None and out.exists() and file.exists() and out.samefile(file):
            raise OptionError(f"--out {out} would overwrite the data.", option="out")
    if out is not None:
        check_output_path(out, "out")
    if plots is None:
        return
    if plots.exists() and not plots.is_dir():
        raise OptionError(f"--plots {plots} is a file; name a folder.", option="plots")
    for file in (*files, *([out] if out is not None else ())):
        drawn = file.suffix.lower() == ".svg" or file.name == INDEX
        if drawn and file.resolve().parent == plots.resolve():
            raise OptionError(
                f"--plots {plots} could overwrite {file}; name another folder.", option="plots"
            )


def refuse_form(out: Path | None) -> None:
    """Refuse a file whose ending names no form, before any work."""
    from accord.present import FORMS

    endings = [f".{form}" for form in FORMS]
    if out is not None and out.suffix.lower() not in (*endings, *TEXT):
        *most, last = endings
        raise OptionError(
            f"--out {out}: the name must end in {', '.join(most)} or {last}.", option="out"
        )


def is_page(out: Path | None) -> bool:
    """Whether a file is of a form that shows the views of a report unasked."""
    from accord.present import FORMS

    form = _form(out)
    return form is not None and FORMS[form].views


def _form(out: Path | None) -> str | None:
    if out is None:
        return None
    ending = out.suffix.lower()
    return "txt" if ending in TEXT else ending[1:]


def draw_out(figure: Callable[[], Any], plot: Path | None) -> None:
    """Draw a picture to a file, where one was asked for, and say so."""
    if plot is None:
        return
    from accord.present.figures.canvas import save

    save(figure(), plot)
    sys.stderr.write(f"drawn to {plot}\n")


def picture_of(result: Any, name: str, title: str) -> Callable[[], Mapping[str, Any]]:
    """Return what draws the one picture of a result."""

    def draw() -> Mapping[str, Any]:
        from accord.present.figures import picture_of as drawn

        return drawn(result, name, title)

    return draw


def publish(
    summary: Mapping[str, Any],
    pictures: Callable[[], Mapping[str, Any]] = dict,
    *,
    as_json: bool,
    out: Path | None,
    plots: Path | None = None,
    details: bool = False,
) -> None:
    """Print a result, or write it in the form that the file's ending names, with its pictures.

    Parameters
    ----------
    summary
        The result as plain values.
    pictures
        Draws the pictures that suit it.
    details
        Whether text shows everything, rather than the short form.
    """
    form = _form(out)
    drawn = _drawn(pictures, wanted=plots is not None) if form == "html" or plots else {}
    if out is not None and form is not None:
        _write(out, form, summary, drawn, details=details)
    if plots is not None:
        _draw_all(drawn, plots)
    if as_json:
        typer.echo(json.dumps(summary, indent=2, ensure_ascii=False))
    elif out is None:
        from accord.present import documents_of, print_page

        print_page(documents_of(summary), "details" if details else "always")
    else:
        sys.stderr.write(f"written to {out}\n")


def _write(
    out: Path, form: str, summary: Mapping[str, Any], drawn: Mapping[str, Any], *, details: bool
) -> None:
    from accord.base.files import write_atomically
    from accord.present import documents_of, rendered, text

    if form == "txt":  # as on the terminal
        write_atomically(out, text(documents_of(summary), "details" if details else "always"))
    else:
        write_atomically(out, rendered(summary, form, drawn))


def _drawn(pictures: Callable[[], Mapping[str, Any]], *, wanted: bool) -> dict[str, Any]:
    """Pictures as SVG; a page is written without them where they cannot be drawn."""
    from accord.errors import MissingExtraError
    from accord.present import Picture

    try:
        from accord.present.figures import as_svg

        return {
            name: Picture(name, picture.title, picture.alt, as_svg(picture.figure))
            for name, picture in pictures().items()
        }
    except MissingExtraError as error:
        if wanted:
            raise
        sys.stderr.write(f"without pictures: {error}\n")
        return {}


def _draw_all(drawn: Mapping[str, Any], folder: Path) -> None:
    """Each picture as a file, and a list of them with what they show."""
    from accord.base.files import write_atomically

    folder.mkdir(parents=True, exist_ok=True)
    listed = []
    for name, picture in drawn.items():
        write_atomically(folder / f"{name}.svg", picture.svg)
        listed.append({"name": name, "title": picture.title, "alt": picture.alt})
    write_atomically(folder / INDEX, json.dumps(listed, indent=2, ensure_ascii=False) + "\n")
    sys.stderr.write(f"{len(drawn)} pictures drawn to {folder}\n")
