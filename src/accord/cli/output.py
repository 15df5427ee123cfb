"""Where results go: the terminal, JSON, or a file that is written wholly or not at all."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from accord.errors import OptionError

__all__ = ["draw_out", "give_out", "refuse_overwriting"]

WIDTH = 110  # of text in a file
TEXT = ("", ".txt", ".md", ".log")
NARROWEST = 80  # of text on a terminal


def refuse_overwriting(out: Path | None, files: Sequence[Path]) -> None:
    """Refuse to write over the data."""
    for file in files:
        if out is not None and out.exists() and file.exists() and out.samefile(file):
            raise OptionError(f"--out {out} would overwrite the data.")


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
    if as_json:
        typer.echo(json.dumps(summary, indent=2, ensure_ascii=False))
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
    import io

    from rich.console import Console

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
        stream = io.StringIO()
        Console(file=stream, width=WIDTH, highlight=False).print(rendered())
        write_beside(out, stream.getvalue())
