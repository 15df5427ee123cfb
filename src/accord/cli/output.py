"""Where results go: the terminal, JSON, or a file that is written wholly or not at all."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from accord.errors import OptionError
from accord.files import check_place

__all__ = [
    "draw_out",
    "give_out",
    "is_page",
    "publish",
    "refuse_form",
    "refuse_overwriting",
]

WIDTH = 110  # of text in a file
INDEX = "index.json"  # of the pictures in a folder
TEXT = ("", ".txt", ".md", ".log")
PAGES = (".html", ".md", ".tex", ".xlsx")
NARROWEST = 80  # of text on a terminal


def refuse_overwriting(out: Path | None, files: Sequence[Path], plots: Path | None = None) -> None:
    """Refuse to write over the data, or to where nothing can be written, before any work."""
    for file in files:
        if out is not None and out.exists() and file.exists() and out.samefile(file):
            raise OptionError(f"--out {out} would overwrite the data.")
    if out is not None:
        check_place(out)
    if plots is None:
        return
    if plots.exists() and not plots.is_dir():
        raise OptionError(f"--plots {plots} is a file; name a folder.")
    for file in (*files, *([out] if out is not None else ())):
        drawn = file.suffix.lower() == ".svg" or file.name == INDEX
        if drawn and file.resolve().parent == plots.resolve():
            raise OptionError(f"--plots {plots} could overwrite {file}; name another folder.")


def refuse_form(out: Path | None) -> None:
    """Refuse a report in a form that there is none of, before any work."""
    from accord.report import FORMS

    endings = [f".{form}" for form in FORMS]
    if out is not None and out.suffix.lower() not in (*endings, *TEXT):
        raise OptionError(f"--out {out}: it ends in {', '.join(endings)} or .txt.")


def draw_out(figure: Callable[[], Any], plot: Path | None) -> None:
    """Draw a picture to a file, where one was asked for, and say so."""
    if plot is None:
        return
    from accord.plots.canvas import save

    save(figure(), plot)
    sys.stderr.write(f"drawn to {plot}\n")


def give_out(
    summary: Mapping[str, Any],
    rendered: Callable[[], Any],
    *,
    as_json: bool,
    out: Path | None,
    csv: Callable[[], str] | None = None,
) -> None:
    """Print a result, or write it to a file whose ending says how.

    Parameters
    ----------
    summary
        The result as plain values.
    rendered
        Makes what a terminal shows.
    csv
        Makes CSV text, for results that are a table.
    """
    if out is not None:
        _write(out, summary, rendered, csv)
    _tell(lambda: summary, rendered, as_json=as_json, out=out)


def publish(
    summary: Callable[[], Mapping[str, Any]],
    text: Callable[[], Any],
    pictures: Callable[[], Mapping[str, Any]],
    *,
    as_json: bool,
    out: Path | None,
    plots: Path | None,
) -> None:
    """Print a report, or write it in one of its forms, with its pictures.

    Parameters
    ----------
    summary
        Makes the report as plain values, which a terminal does not need.
    text
        Makes what a terminal shows.
    pictures
        Draws what suits the data.
    """
    form = "" if out is None else out.suffix.lower()[1:]
    drawn = _drawn(pictures, wanted=plots is not None) if form == "html" or plots else {}
    if out is not None:
        _publish(out, form, summary, text, drawn)
    if plots is not None:
        _draw_all(drawn, plots)
    _tell(summary, text, as_json=as_json, out=out)


def is_page(out: Path | None) -> bool:
    """Whether a file is a page that shows all there is."""
    return out is not None and out.suffix.lower() in PAGES


def _publish(
    out: Path,
    form: str,
    summary: Callable[[], Mapping[str, Any]],
    text: Callable[[], Any],
    drawn: dict[str, Any],
) -> None:
    from accord.files import write_beside
    from accord.report import FORMS, rendered

    if form in FORMS:
        write_beside(out, rendered(summary(), form, drawn))
    else:
        write_beside(out, _plain(text()))


def _drawn(pictures: Callable[[], Mapping[str, Any]], *, wanted: bool) -> dict[str, Any]:
    """Pictures as SVG; a page is written without them where they cannot be drawn."""
    from accord.errors import MissingExtraError
    from accord.report import Picture

    try:
        from accord.plots import as_svg

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
    from accord.files import write_beside

    folder.mkdir(parents=True, exist_ok=True)
    listed = []
    for name, picture in drawn.items():
        write_beside(folder / f"{name}.svg", picture.svg)
        listed.append({"name": name, "title": picture.title, "alt": picture.alt})
    write_beside(folder / INDEX, json.dumps(listed, indent=2, ensure_ascii=False) + "\n")
    sys.stderr.write(f"{len(drawn)} pictures drawn to {folder}\n")


def _tell(
    summary: Callable[[], Mapping[str, Any]],
    rendered: Callable[[], Any],
    *,
    as_json: bool,
    out: Path | None,
) -> None:
    """On the terminal: JSON, the text, or where it went."""
    if as_json:
        typer.echo(json.dumps(summary(), indent=2, ensure_ascii=False))
    elif out is None:
        from rich.console import Console

        console = Console(highlight=False, soft_wrap=False)
        console.width = max(console.width, NARROWEST)  # numbers wrap rather than vanish
        console.print(rendered(), crop=False)
    else:
        sys.stderr.write(f"written to {out}\n")


def _write(
    out: Path,
    summary: Mapping[str, Any],
    rendered: Callable[[], Any],
    csv: Callable[[], str] | None,
) -> None:
    from accord.files import write_beside

    ending = out.suffix.lower()
    if ending == ".json":
        write_beside(out, json.dumps(summary, indent=2) + "\n")
    elif ending == ".csv":
        if csv is None:
            raise OptionError(f"--out {out}: this result is not a table; use .json or .txt.")
        write_beside(out, csv())
    elif ending not in TEXT:
        raise OptionError(f"--out {out}: it ends in .json, .csv, .txt or .md.")
    else:
        write_beside(out, _plain(rendered()))


def _plain(page: Any) -> str:
    """What a terminal shows, as text."""
    import io

    from rich.console import Console

    stream = io.StringIO()
    Console(file=stream, width=WIDTH, highlight=False).print(page)
    return stream.getvalue()
