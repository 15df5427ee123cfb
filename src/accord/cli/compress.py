"""``accord compress``: a small file of rating patterns, to share or archive."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app, progress_bars
from accord.cli.options import takes_ratings
from accord.cli.output import confirm, refuse_overwriting

__all__ = ["compress"]


@app.command()
@takes_ratings
def compress(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of ratings.")],
    loading: dict[str, Any],
    out: Annotated[Path, typer.Option("--out", "-o", help="File to write: site1.patterns.")],
) -> None:
    """Write a table of distinct rating patterns and their counts, without names of subjects.

    `accord report` takes one or more of these files in place of the ratings.
    """
    from accord.data.pattern_files import write_patterns
    from accord.io import load

    refuse_overwriting(out, [Path(file)])
    with progress_bars() as progress:
        patterns = load(file, progress=progress, **loading)
    write_patterns(patterns, out)
    confirm(f"{len(patterns):,} patterns of {patterns.n:,} subjects written to {out}")
