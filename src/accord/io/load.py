"""`load`: ratings of any form become the pattern table."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from accord.data.patterns import Patterns
from accord.errors import OptionError
from accord.io.reading import ParsedOptions
from accord.io.sequences import takes_raters
from accord.io.sources import load_tables
from accord.options import Progress, ReadOptions, with_options

__all__ = ["load", "merge", "questions"]


@takes_raters
@with_options(ReadOptions)
def load(source: Any, *, progress: Progress | None = None, **options: Any) -> Patterns:
    """Read ratings and compress them into a pattern table.

    Parameters
    ----------
    source
        Path of a file in any format that ``accord list readers`` names, or of a file of patterns;
        a NumPy array or list of rows (subjects in rows, raters in columns); a dict of columns; a
        pandas, polars or pyarrow frame; or a pattern table, which is returned as it is. The
        ratings of each rater may also be separate arguments: ``load(a, b)`` with two lists,
        arrays or Series.
    progress
        Called with (name of the step, rows read, rows in total) while a large file is read.
    **options
        Options of reading.

    Returns
    -------
    Patterns
        Distinct rows of ratings with their counts, and the scale.

    Examples
    --------
    >>> patterns = load([["a", "a"], ["a", "b"], ["b", "b"], ["a", "a"]])
    >>> len(patterns), patterns.n, patterns.scale.labels
    (3, 4, ('a', 'b'))
    """
    return load_tables((source,), ParsedOptions(**options), progress, single=True).only


def questions(*sources: Any, **options: Any) -> tuple[str, ...]:
    """Return the questions that files of ratings answer, where a file has several."""
    from accord.io.readers import read_with, reader_for

    parsed = ParsedOptions(**options)
    if parsed.other_engine is not None:
        return ()
    names: dict[str, None] = {}
    for source in sources:
        if isinstance(source, (str, os.PathLike)):
            reader = reader_for(Path(source), parsed.reader)
            if reader.several_questions:
                sheet = read_with(reader, Path(source), parsed.dialect)
                names.update(dict.fromkeys(sheet.questions))
    return tuple(names)


@with_options(ReadOptions)
def merge(*sources: Any, progress: Progress | None = None, **options: Any) -> Patterns:
    """Combine several sets of ratings of different subjects in one pattern table.

    Raters are matched by name, categories are united, and clusters of different sets differ.

    Parameters
    ----------
    *sources
        Anything that `load` takes.
    progress
        Called with (name of the step, rows read, rows in total) while a large file is read.
    **options
        Options of reading, for all sets.

    Returns
    -------
    Patterns
        The pattern table of all subjects.

    Examples
    --------
    >>> merge([["a", "a"], ["a", "b"]], [["b", "b"]]).n
    3
    """
    if not sources:
        raise OptionError("there are no ratings to merge.", option="sources")
    return load_tables(sources, ParsedOptions(**options), progress, single=True).only
