"""`load`: ratings of any form become the pattern table."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from accord.base.panics import converting_panics
from accord.data.patterns import Patterns
from accord.data.scale import Scale, SetScale
from accord.data.spans import Spans
from accord.errors import InputError, NotATableError, OptionError
from accord.io.arrays import from_array, name_columns
from accord.io.engines import CellRules
from accord.io.engines.objects import as_array, as_frame, unmask
from accord.io.frames import from_frame, from_sheet, select_question
from accord.io.layouts import LayoutOptions
from accord.io.reading import ParsedOptions
from accord.io.sequences import RaterColumns, takes_raters
from accord.io.spans import spans_of_frame, spans_of_segments
from accord.options import Progress, ReadOptions, with_options

__all__ = ["load", "load_spans", "merge", "questions"]


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
    parsed = ParsedOptions(**options)
    with converting_panics(partial(_damaged, source)):
        patterns = _load(source, parsed, progress)
    return patterns if parsed.role is None else patterns.of_role(parsed.role)


def _damaged(source: Any, problem: str) -> NotATableError:
    """Return the error for data on which a library in Rust panicked while it read them."""
    return NotATableError(
        f"the data are damaged, and the library that reads them failed: {problem}",
        file=os.fspath(source) if isinstance(source, (str, os.PathLike)) else None,
        remedy="Write the file again.",
    )


def _load(source: Any, options: ParsedOptions, progress: Progress | None) -> Patterns:
    """Read ratings from a source of any kind."""
    if isinstance(source, (str, os.PathLike)):
        return _load_file(source, options, progress)
    if isinstance(source, Patterns):
        return _reload(source, options)
    if options.file_option is not None:
        raise OptionError(
            f"{options.file_option} applies to files, and the data are a {type(source).__name__}.",
            option=options.file_option,
            value=getattr(options, options.file_option),
            remedy="Leave it out, or give the path of a file.",
        )
    if isinstance(source, RaterColumns):
        return _from_raters(source, options)
    layout_options, rules = options.layout_options, options.cell_rules
    if isinstance(source, np.ma.MaskedArray):
        source, mark = unmask(source)
        rules = rules if mark is None else replace(rules, missing=(*rules.missing, mark))
    array = as_array(source, sets=bool(options.sets), responses=layout_options.score is not None)
    if array is not None:
        return from_array(array, layout_options, rules, options.transpose)
    return from_frame(
        as_frame(source),
        layout_options,
        rules,
        options.transpose,
        source=None,
        first_row=1,
        progress=progress,
    )


def _load_file(
    path: str | os.PathLike[str], options: ParsedOptions, progress: Progress | None
) -> Patterns:
    """Read ratings from a file."""
    from accord.data.pattern_files import is_pattern_file, read_patterns
    from accord.io.readers import read, read_with_spark

    if options.other_engine is not None:
        sheet = read_with_spark(
            os.fspath(path), options.dialect, master=options.master, reader=options.reader
        )
        progress = None
    elif is_pattern_file(Path(path)):
        return _reload(read_patterns(Path(path)), options)
    else:
        sheet = read(Path(path), options.dialect, options.reader)
    return from_sheet(
        select_question(sheet, options.question),
        options.layout_options,
        options.cell_rules,
        options.transpose,
        progress,
    )


def _from_raters(source: RaterColumns, options: ParsedOptions) -> Patterns:
    """Read ratings whose raters are separate arguments."""
    layout, raters = options.layout, options.layout_options.raters
    if options.transpose or options.layout_options != LayoutOptions(layout=layout, raters=raters):
        raise OptionError(
            "raters that are separate arguments take no options about columns or rows.",
            option="raters",
            remedy="Only raters, their names, applies to the layout.",
        )
    if layout not in (None, "wide"):
        raise OptionError(
            f"layout is {layout!r}; raters that are separate arguments are wide.",
            option="layout",
            value=layout,
        )
    names, chosen = name_columns(source.names, options.layout_options)
    stated = LayoutOptions(layout="wide", raters=chosen)
    rules = options.cell_rules
    if isinstance(source.table, np.ndarray):
        patterns = from_array(source.table, replace(stated, raters=names), rules, False)
        patterns = patterns if names == chosen else patterns.select(chosen)
    else:
        frame = source.table.rename(dict(zip(source.names, names, strict=True)))
        patterns = from_frame(frame, stated, rules, False, source=None, first_row=1)
    return replace(patterns, layout_reason="the ratings of each rater are an argument")


def load_spans(source: Any, **options: Any) -> Spans:
    """Return the spans of a file, a frame, records, segments or a pattern table of spans.

    Unlike `load`, it does not need the lengths of the documents.
    """
    if isinstance(source, Spans):
        parsed = ParsedOptions(**options)
        return _selected_spans(source, parsed.layout_options)
    if isinstance(source, Patterns):
        if source.spans is None:
            raise OptionError(
                "these ratings are no spans.",
                option="data",
                remedy="Load them with layout='spans'.",
            )
        return load_spans(source.spans, **options)
    if isinstance(source, Mapping) and _are_segments(source):
        return load_spans(spans_of_segments(source), **options)
    parsed = ParsedOptions(**{**options, "layout": "spans"})
    if isinstance(source, (str, os.PathLike)):
        return _spans_of_file(Path(source), parsed)
    return spans_of_frame(as_frame(source), parsed.layout_options, parsed.layout_options.lengths)


def _are_segments(source: Mapping[Any, Any]) -> bool:
    """Return whether a mapping has the lengths of the segments of each rater."""
    return bool(source) and all(
        isinstance(each, (list, tuple, np.ndarray))
        and len(each)
        and all(isinstance(length, (int, np.integer)) for length in each)
        for each in source.values()
    )


def _selected_spans(spans: Spans, options: LayoutOptions) -> Spans:
    """Return spans that were read before, of some raters and with stated lengths."""
    spans = spans.with_lengths(options.lengths)
    if options.raters is None:
        return spans
    return spans.of_raters([str(name) for name in options.raters])


def _spans_of_file(path: Path, options: ParsedOptions) -> Spans:
    """Return the spans in a file."""
    import narwhals as nw

    from accord.io.readers import read

    sheet = read(path, options.dialect, options.reader)
    frame = sheet.frame if sheet.spans is None else sheet.spans
    try:
        return spans_of_frame(
            nw.from_native(frame),
            options.layout_options,
            options.layout_options.lengths,
            sheet.line_of or sheet.first_row.__add__,
        )
    except InputError as error:
        error.file = error.file or sheet.source
        raise


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
    merged, *others = (load(source, progress=progress, **options) for source in sources)
    for other in others:
        merged = merged.merge(other)
    return merged


def _reload(patterns: Patterns, options: ParsedOptions) -> Patterns:
    """Apply options to ratings that were loaded before: raters, categories and levels only."""
    raters = options.layout_options.raters
    if options.describes_source or options.layout_options != LayoutOptions(raters=raters):
        raise OptionError(
            "the data are a pattern table already, and some options apply only when ratings are "
            "read.",
            option="data",
            remedy="Give these options to load().",
        )
    selected = patterns if raters is None else patterns.select([str(name) for name in raters])
    return _declare_scale(selected, options.cell_rules)


def _declare_scale(patterns: Patterns, rules: CellRules) -> Patterns:
    """Return the pattern table with the categories or the levels that the user states."""
    if rules.categories is not None and patterns.scale.several:
        raise OptionError(
            "the ratings have several responses, and their categories can be stated only when they "
            "are read.",
            option="categories",
            value=rules.categories,
            remedy="Give categories to load().",
        )
    if rules.categories is not None and patterns.scale.holds_sets:
        declared = replace(SetScale.of_cells([], members=rules.categories), guessed=False)
        return patterns.on(patterns.scale.union(declared))
    if rules.categories is not None:
        return patterns.on(Scale.declare(rules.categories, level=rules.level))
    scale = patterns.scale
    rules.check_levels(len(scale.parts))
    levels = rules.levels or ((rules.level,) if rules.level is not None else ())
    return patterns.on(scale.at_level(*levels)) if levels else patterns
