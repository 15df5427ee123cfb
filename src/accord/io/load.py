"""`load`: from whatever the ratings are in to the pattern table."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from accord.data.pattern_files import is_pattern_file, read_patterns
from accord.data.patterns import Patterns
from accord.data.scale import Scale
from accord.errors import OptionError
from accord.io.arrays import from_array, name_columns
from accord.io.engines import MISSING, Rules
from accord.io.engines.objects import as_array, as_frame, unmask
from accord.io.frames import asked, check_levels, from_frame, from_sheet
from accord.io.layouts import Request
from accord.io.progress import Progress
from accord.io.readers import read, read_with, read_with_spark, reader_for
from accord.io.reading import Reading
from accord.io.sequences import RaterColumns, takes_raters
from accord.options import ReadOptions, with_options

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
        ratings of each rater may also be arguments of their own: ``load(a, b)`` with two lists,
        arrays or Series.
    progress
        Called with (what, done, total) while a large file is read.
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
    reading = Reading.of(options)
    patterns = _loaded(source, reading, progress)
    return patterns if reading.role is None else patterns.of_role(reading.role)


def _loaded(source: Any, options: Reading, progress: Progress | None) -> Patterns:
    request, rules, transpose = options.request, options.rules, options.transpose
    if isinstance(source, (str, os.PathLike)) and options.other_engine is not None:
        found = read_with_spark(
            os.fspath(source), options.dialect, master=options.master, reader=options.reader
        )
        return from_sheet(asked(found, options.question), request, rules, transpose)
    if isinstance(source, (str, os.PathLike)) and is_pattern_file(Path(source)):
        source = read_patterns(Path(source))
    if isinstance(source, Patterns):
        if rules.missing != MISSING or not options.plain:
            raise OptionError(
                "the data are loaded already; give these options to load().", option="data"
            )
        return _redeclared(_selected(source, request), rules)
    if isinstance(source, (str, os.PathLike)):
        found = asked(read(Path(source), options.dialect, options.reader), options.question)
        return from_sheet(found, request, rules, transpose, progress)
    if options.file_option is not None:
        raise OptionError(
            "reader, sheet, question, engine and master are for files.", option=options.file_option
        )
    if isinstance(source, RaterColumns):
        return _from_raters(source, options)
    if isinstance(source, np.ma.MaskedArray):
        source, mark = unmask(source)
        rules = rules if mark is None else replace(rules, missing=(*rules.missing, mark))
    array = as_array(source)
    if array is not None:
        return from_array(array, request, rules, transpose)
    frame = as_frame(source)
    return from_frame(frame, request, rules, transpose, source=None, first_row=1, progress=progress)


def _from_raters(source: RaterColumns, options: Reading) -> Patterns:
    """Patterns of raters whose ratings were given one after the other."""
    request = options.request
    if options.transpose or request != Request(layout=request.layout, raters=request.raters):
        raise OptionError(
            "raters that are given as separate arguments take no options of tables: only raters, "
            "their names, applies to the layout.",
            option="raters",
        )
    if request.layout not in (None, "wide"):
        raise OptionError(
            f"layout is {request.layout!r}; raters that are given as separate arguments are wide.",
            option="layout",
        )
    names, chosen = name_columns(source.names, request)
    stated = Request(layout="wide", raters=chosen)
    if isinstance(source.table, np.ndarray):
        found = from_array(source.table, replace(stated, raters=names), options.rules, False)
        found = found if names == chosen else found.select(chosen)
    else:
        frame = source.table.rename(dict(zip(source.names, names, strict=True)))
        found = from_frame(frame, stated, options.rules, False, source=None, first_row=1)
    return replace(found, layout_reason="the ratings of each rater are an argument")


def questions(*sources: Any, **loading: Any) -> tuple[str, ...]:
    """Questions that files of ratings answer, where a file tells several apart."""
    found: dict[str, None] = {}
    paths = [Path(source) for source in sources if isinstance(source, (str, os.PathLike))]
    options = Reading.of(loading)
    for path in paths if options.other_engine is None else ():
        entry = reader_for(path, options.reader)
        if entry.asks:
            found.update(dict.fromkeys(read_with(entry, path, options.dialect).questions))
    return tuple(found)


@with_options(ReadOptions)
def merge(*sources: Any, progress: Progress | None = None, **options: Any) -> Patterns:
    """Combine several sets of ratings, of different subjects, in one pattern table.

    Raters are matched by name, categories are united, and clusters of different sets differ.

    Parameters
    ----------
    *sources
        Anything that `load` takes.
    progress
        Called with (what, done, total) while a large file is read.
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
        raise OptionError("there is nothing to merge.", option="sources")
    first, *rest = (load(source, progress=progress, **options) for source in sources)
    for other in rest:
        first = first.merge(other)
    return first


def _selected(patterns: Patterns, request: Request) -> Patterns:
    """Pattern table with fewer raters, where that is asked for."""
    stated = replace(request, raters=None)
    if stated != Request():
        raise OptionError(
            "the data are loaded already; give these options to load().", option="data"
        )
    return patterns if request.raters is None else patterns.select([str(n) for n in request.raters])


def _redeclared(patterns: Patterns, rules: Rules) -> Patterns:
    """Pattern table on a scale that is declared afterwards."""
    if rules.categories is not None and patterns.scale.several:
        raise OptionError(
            "the responses are loaded already; give categories to load().", option="categories"
        )
    if rules.categories is not None:
        return patterns.on(Scale.declare(rules.categories, level=rules.level))
    scale = patterns.scale
    check_levels(rules, len(scale.parts))
    levels = rules.levels or ((rules.level,) if rules.level is not None else ())
    return patterns.on(patterns.scale.at_level(*levels)) if levels else patterns
