"""Results in files: the suffix names the form."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from accord.base.files import check_output_path, write_atomically
from accord.base.steps import steps
from accord.errors import MissingExtraError, OptionError
from accord.present.document import Figure
from accord.present.documents import documents_of
from accord.present.renderers import FORMS, rendered
from accord.present.renderers.terminal import text
from accord.present.summaries import summary_of

__all__ = ["drawn_figures", "form_of", "save", "write"]

TEXT = ("", ".log")  # suffixes of text files, besides .txt


def form_of(path: Path, option: str = "path") -> str:
    """Return the form that the suffix of a file names.

    Raises
    ------
    OptionError
        If it names none.
    """
    suffix = path.suffix.lower()
    if suffix in TEXT:
        return "txt"
    if suffix[1:] not in FORMS:
        *most, last = [f".{form}" for form in FORMS]
        raise OptionError(
            f"the name of {str(path)!r} must end in {', '.join(most)} or {last}.", option=option
        )
    return suffix[1:]


def save(result: Any, path: str | os.PathLike[str], *, source: str = "") -> None:
    """Write a result with its figures to a file, in the form that the suffix names.

    Parameters
    ----------
    result
        A result of accord.
    path
        The file.
    source
        Name of the data, which the file shows.
    """
    out = Path(path)
    form = form_of(out)
    check_output_path(out, "path")
    try:
        figures = drawn_figures(result) if form == "html" else {}
    except MissingExtraError:  # a page without figures
        figures = {}
    write(out, summary_of(result, source), figures, details=True)


def write(
    out: Path,
    summary: Mapping[str, Any],
    figures: Mapping[str, Figure],
    *,
    details: bool = False,
) -> None:
    """Write a summary in the form that the suffix of the file names.

    Parameters
    ----------
    out
        The file.
    summary
        What ``--json`` prints.
    figures
        Its figures by name.
    details
        Whether text shows everything, rather than the short form.
    """
    form = form_of(out)
    if form == "txt":  # as on the terminal
        write_atomically(out, text(documents_of(summary), "details" if details else "always"))
    else:
        write_atomically(out, rendered(summary, form, figures))


def drawn_figures(result: Any) -> dict[str, Figure]:
    """Return the figures of the document of a result, as SVG."""
    from accord.present.figures import as_svg, figures_of

    return {
        name: Figure(name, drawn.title, drawn.alt, as_svg(drawn.figure))
        for name, drawn in steps("writing the figures", tuple(figures_of(result).items()))
    }
