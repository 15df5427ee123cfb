"""Preview of data: how they are read, and the options that state the same explicitly."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

import narwhals as nw

from accord.base.forms import Count
from accord.base.serialise import written
from accord.base.showing import Displayed
from accord.data.pattern_files import is_pattern_file
from accord.data.patterns import Patterns
from accord.data.scale import Label, Scale, show_label
from accord.data.scale.set_cells import is_set_cell
from accord.io.engines import MISSING
from accord.io.engines.columns import Frame, eager_frame
from accord.io.engines.frames import sample_rows
from accord.io.engines.objects import as_array, as_frame
from accord.io.engines.sets import sets_as_columns_of_text
from accord.io.frames import select_question
from accord.io.layouts import Contingency, Counts, Layout, Long, Wide, resolve_layout
from accord.io.load import load
from accord.io.readers import Sheet, read_with, reader_for
from accord.io.reading import ParsedOptions
from accord.io.sequences import RaterColumns, takes_raters
from accord.options import ReadOptions, with_options
from accord.version import __version__

__all__ = ["Preview", "preview"]

ROWS = 5
IN_MEMORY = ("array", "frame")
MAX_LISTED = 30  # up to so many categories are listed as an option


@dataclass(frozen=True, slots=True)
class Preview(Displayed):
    """How data are read.

    Parameters
    ----------
    source
        The file; ``array``, ``frame`` or ``patterns`` for data in memory.
    reader
        Name of the reader of the file.
    layout
        Layout of the data.
    layout_reason
        Why the data were read in this layout.
    subjects
        Number of rated subjects.
    raters
        Names of the raters.
    roles
        Roles of raters that the names of their columns declare.
    categories
        Categories of the scale, at most 30 of them.
    category_count
        Number of categories.
    level
        Level of measurement.
    level_guessed
        Whether the level was inferred from the ratings.
    ratings
        Number of ratings.
    missing
        Number of missing ratings.
    warnings
        What was assumed or dropped.
    questions
        Questions that the file answers, if several.
    question
        The question that is shown.
    columns
        Names of the columns.
    rows
        The first rows as they are in the file.
    flags
        Options of the command line that state what was guessed.
    version
        Version of accord.
    patterns
        The pattern table of the ratings; not in JSON.
    """

    source: str
    reader: str
    layout: str
    layout_reason: str
    subjects: Count
    raters: tuple[str, ...]
    roles: Mapping[str, str]
    categories: tuple[Label, ...]
    category_count: int
    level: str
    level_guessed: bool
    ratings: Count
    missing: Count
    warnings: tuple[str, ...]
    questions: tuple[str, ...] = ()
    question: str | None = None
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[object, ...], ...] = ()
    flags: tuple[str, ...] = ()
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))
    patterns: Patterns | None = field(
        default=None, repr=False, compare=False, metadata=written(omitted=True)
    )

    _derived: ClassVar[Mapping[str, str]] = {"command": "command"}

    @classmethod
    def of(cls, patterns: Patterns, source: str, reader: str, **rest: Any) -> Preview:
        """Return the preview of ratings; further keywords are fields."""
        return cls(
            source=source,
            reader=reader,
            layout=patterns.layout,
            layout_reason=patterns.layout_reason,
            subjects=patterns.n,
            raters=patterns.raters,
            roles=patterns.roles,
            categories=patterns.scale.first(MAX_LISTED),
            category_count=patterns.q,
            level=patterns.scale.measure or patterns.scale.level,
            level_guessed=patterns.scale.guessed,
            ratings=patterns.ratings,
            missing=patterns.missing,
            warnings=patterns.warnings,
            patterns=patterns,
            **rest,
        )

    @property
    def command(self) -> str:
        """Command that reports on the file and leaves nothing to guess; empty without a file."""
        if self.reader in IN_MEMORY:
            return ""
        return shlex.join(["accord", "report", self.source, *self.flags])


@takes_raters
@with_options(ReadOptions)
def preview(source: Any, **loading: Any) -> Preview:
    """Show how `load` reads a file, an array or a frame.

    Of a file with several questions, the first is shown unless one is chosen.

    Parameters
    ----------
    source
        Anything that `load` takes.
    **loading
        Options of reading.

    Returns
    -------
    Preview
        Reader, layout, first rows, and the options that state the same explicitly.

    Examples
    --------
    >>> result = preview([["a", "a"], ["a", "b"], ["b", "b"]])
    >>> result.source, result.layout, result.rows[1]
    ('array', 'wide', ('a', 'b'))
    """
    if not isinstance(source, (str, os.PathLike)):
        return _preview_object(source, loading)
    path = Path(source)
    if is_pattern_file(path):
        return Preview.of(load(path, **loading), str(path), "patterns")
    options = ParsedOptions(**loading)
    reader = reader_for(path, options.reader)
    sheet = read_with(reader, path, options.dialect)
    question = options.question or next(iter(sheet.questions), None)
    patterns = load(path, **{**loading, "question": question})
    spans = patterns.layout == "spans" and sheet.spans is not None
    columns, rows = _first_rows(nw.from_native(sheet.spans if spans else sheet.frame))
    return Preview.of(
        patterns,
        str(path),
        reader.name,
        questions=sheet.questions,
        question=question,
        columns=columns,
        rows=rows,
        flags=tuple(
            _flags(reader.name, select_question(sheet, question), options, patterns, question)
        ),
    )


def _first_rows(frame: Frame) -> tuple[tuple[str, ...], tuple[tuple[object, ...], ...]]:
    """Return the columns and the first rows of a frame."""
    head = eager_frame(sets_as_columns_of_text(frame.head(ROWS), stated=True))
    return tuple(head.columns), _shown(head.rows())


def _shown(rows: Sequence[Sequence[object]]) -> tuple[tuple[object, ...], ...]:
    """Return rows in which sets of labels are texts for people."""
    return tuple(tuple(show_label(c) if is_set_cell(c) else c for c in row) for row in rows)


def _preview_object(source: Any, loading: Mapping[str, Any]) -> Preview:
    """Preview data in memory, without options of the command line."""
    patterns = load(source, **loading)
    if isinstance(source, Patterns):
        return Preview.of(patterns, "patterns", "patterns")
    data = source.table if isinstance(source, RaterColumns) else source
    array = as_array(data, sets=bool(loading.get("sets")), responses=True)
    if array is None:
        frame = data if isinstance(data, nw.DataFrame) else as_frame(data)
        columns, rows = _first_rows(frame)
    elif array.ndim == 2:
        columns = tuple(str(number) for number in range(1, array.shape[1] + 1))
        rows = _shown(array[:ROWS].tolist())
    else:
        columns, rows = (), ()
    kind = "frame" if array is None else "array"
    return Preview.of(patterns, kind, kind, columns=columns, rows=rows)


def _flags(
    reader: str, sheet: Sheet, options: ParsedOptions, patterns: Patterns, question: str | None
) -> list[str]:
    """Return the options of the command line that state how a file was read."""
    flags = ["--reader", reader]
    if question is not None:
        flags += ["--question", question]
    dialect = sheet.dialect or options.dialect
    for name in ("delimiter", "decimal", "encoding", "sheet"):
        value = getattr(dialect, name)
        if value is not None:
            flags += [f"--{name}", "tab" if value == "\t" else value]
    if dialect.header is not None:
        flags.append("--header" if dialect.header else "--no-header")
    if options.cell_rules.missing != MISSING:
        flags += ["--missing", ",".join(show_label(value) for value in options.cell_rules.missing)]
    if patterns.layout == "spans":
        return [*flags, "--layout", "spans", *_length_flags(options)]
    if options.transpose:
        flags.append("--transpose")
    else:
        columns = list(nw.from_native(sheet.frame).collect_schema())
        flags += _layout_flags(_find_layout(sheet, options), options, patterns, columns)
    flags += _category_flags(patterns.scale)
    if isinstance(options.sets, str):
        flags += ["--sets", options.sets]
    elif options.sets:
        flags += ["--sets", "json"]
    if not patterns.scale.several and not patterns.scale.guessed:  # stating a guess changes numbers
        flags += ["--level", patterns.scale.level]
    if options.role is not None:
        flags += ["--role", options.role]
    return flags


def _length_flags(options: ParsedOptions) -> list[str]:
    """Return the option that states the lengths of documents, if they were stated."""
    lengths = options.lengths
    if lengths is None:
        return []
    if isinstance(lengths, Mapping):
        return ["--lengths", ",".join(f"{name}={length:g}" for name, length in lengths.items())]
    return ["--lengths", f"{lengths:g}"]


def _category_flags(scale: Scale) -> list[str]:
    """Return the option that lists the categories, with their values unless labels are numbers.

    Words in no known order are not listed, because a list would declare their order.
    """
    labels = [show_label(label) for label in scale.first(MAX_LISTED + 1)]
    commas = any("," in label or "=" in label for label in labels)
    unordered = not scale.ordered and scale.size > 2
    if len(labels) > MAX_LISTED or commas or unordered or scale.several or scale.holds_sets:
        return []
    if scale.values is not None and scale.order in ("codes", "declared") and not scale.numeric:
        labels = [f"{a}={show_label(b)}" for a, b in zip(labels, scale.values, strict=True)]
    return ["--categories", ",".join(labels)]


def _find_layout(sheet: Sheet, options: ParsedOptions) -> Layout:
    """Return the layout that `load` uses."""
    columns, sample = sample_rows(nw.from_native(sheet.frame), options.cell_rules)
    stated = options.layout_options
    return resolve_layout(replace(stated, layout=stated.layout or sheet.layout), columns, sample)[0]


def _layout_flags(
    layout: Layout, options: ParsedOptions, patterns: Patterns, columns: list[str]
) -> list[str]:
    """Return the options of the command line that state the layout and the columns."""
    flags = ["--layout", layout.name]
    if isinstance(layout, Long):
        flags += [
            "--item",
            layout.item,
            "--rater",
            layout.rater,
            "--score",
            ",".join(layout.scores),
        ]
        if options.layout_options.raters is not None:
            flags += ["--raters", ",".join(map(str, options.layout_options.raters))]
    elif isinstance(layout, Wide):
        plain = layout.responses or not any("," in name for name in patterns.raters)
        raters = patterns.raters if plain else [str(columns.index(n) + 1) for n in patterns.raters]
        flags += ["--raters", ",".join(raters)]
        if layout.responses:
            flags += ["--score", ",".join(layout.responses)]
        if layout.item is not None:
            flags += ["--item", layout.item]
    elif isinstance(layout, Counts) and layout.item is not None:
        flags += ["--item", layout.item]
    elif isinstance(layout, Contingency) and layout.label is not None:
        flags += ["--item", layout.label]
    if not isinstance(layout, Contingency):
        for name in ("count", "cluster", "by"):
            value = getattr(layout.extras, name)
            if value is not None:
                flags += [f"--{name}", value]
    return flags
