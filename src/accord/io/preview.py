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
from accord.base.serialise import Record, written
from accord.base.showing import Displayed
from accord.base.wording import Doubt
from accord.data.pattern_files import is_pattern_file
from accord.data.patterns import Patterns
from accord.data.scale import Label, show_label
from accord.data.scale.set_cells import is_set_cell
from accord.errors import DuplicateRatingError
from accord.io.engines.columns import Frame, eager_frame
from accord.io.engines.objects import as_array, as_frame
from accord.io.engines.sets import sets_as_columns_of_text
from accord.io.flags import flags_of
from accord.io.joining import SEPARATOR
from accord.io.layouts import Alternative
from accord.io.load import questions
from accord.io.loaded import Loaded
from accord.io.readers import read_with, reader_for
from accord.io.reading import ParsedOptions
from accord.io.sequences import RaterColumns, takes_raters
from accord.io.sources import load_tables
from accord.options import ReadOptions, with_options
from accord.version import __version__

__all__ = ["Preview", "PreviewedVariable", "preview"]

ROWS = 5
IN_MEMORY = ("array", "frame")
MAX_LISTED = 30  # up to so many categories are listed as an option


@dataclass(frozen=True, slots=True)
class PreviewedVariable(Record):
    """How a variable of several is read.

    Parameters
    ----------
    name
        Name of the variable.
    subjects
        Number of rated subjects.
    raters
        Names of the raters.
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
    """

    name: str
    subjects: Count
    raters: tuple[str, ...]
    categories: tuple[Label, ...]
    category_count: int
    level: str
    level_guessed: bool
    ratings: Count
    missing: Count

    @classmethod
    def of(cls, name: str, patterns: Patterns) -> PreviewedVariable:
        """Return the preview of the ratings of a variable."""
        scale = patterns.scale
        return cls(
            name,
            patterns.n,
            patterns.raters,
            scale.first(MAX_LISTED),
            patterns.q,
            scale.measure or scale.level,
            scale.guessed,
            patterns.ratings,
            patterns.missing,
        )


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
        Number of rated subjects; of several variables, the largest.
    raters
        Names of the raters, of all variables.
    roles
        Roles of raters that the names of their columns declare.
    categories
        Categories of the scale, at most 30 of them; none if there are several variables.
    category_count
        Number of categories; 0 if there are several variables.
    level
        Level of measurement; empty if there are several variables.
    level_guessed
        Whether the level was inferred from the ratings.
    ratings
        Number of ratings, of all variables.
    missing
        Number of missing ratings, of all variables.
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
    variables
        The variables, if there are several.
    others
        Other readings that were considered.
    ratings_columns
        Columns that were read as subjects, raters or ratings.
    version
        Version of accord.
    patterns
        The pattern table of the ratings, None if there are several variables; not in JSON.
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
    variables: tuple[PreviewedVariable, ...] = ()
    others: tuple[Alternative, ...] = ()
    ratings_columns: tuple[str, ...] = ()
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))
    patterns: Patterns | None = field(
        default=None, repr=False, compare=False, metadata=written(omitted=True)
    )
    files: tuple[str, ...] = field(
        default=(), repr=False, compare=False, metadata=written(omitted=True)
    )

    _derived: ClassVar[Mapping[str, str]] = {"command": "command"}

    @classmethod
    def of(cls, tables: Mapping[str, Patterns], source: str, reader: str, **rest: Any) -> Preview:
        """Return the preview of the ratings of one or several variables.

        Further keywords are fields.
        """
        first, *others = tables.values()
        variables = [PreviewedVariable.of(name, patterns) for name, patterns in tables.items()]
        single = not others
        shown = variables[0]
        return cls(
            source=source,
            reader=reader,
            layout=first.layout,
            layout_reason=first.layout_reason,
            subjects=max(variable.subjects for variable in variables),
            raters=tuple(dict.fromkeys(name for v in variables for name in v.raters)),
            roles={name: role for p in tables.values() for name, role in p.roles.items()},
            categories=shown.categories if single else (),
            category_count=shown.category_count if single else 0,
            level=shown.level if single else "",
            level_guessed=shown.level_guessed if single else False,
            ratings=sum(variable.ratings for variable in variables),
            missing=sum(variable.missing for variable in variables),
            warnings=tuple(dict.fromkeys(text for p in tables.values() for text in p.warnings)),
            variables=() if single else tuple(variables),
            patterns=first if single else None,
            **rest,
        )

    @property
    def command(self) -> str:
        """Command that reports on the file and leaves nothing to guess; empty without a file."""
        if self.reader in IN_MEMORY:
            return ""
        return shlex.join(["accord", "report", *(self.files or (self.source,)), *self.flags])


@takes_raters
@with_options(ReadOptions)
def preview(source: Any, *more: str | Path, **loading: Any) -> Preview:
    """Show how `load_variables` reads files, an array or a frame.

    Of a file with several questions, the first is shown unless one is chosen.

    Parameters
    ----------
    source
        Anything that `load` takes.
    *more
        Further files.
    **loading
        Options of reading.

    Returns
    -------
    Preview
        Reader, layout, variables, first rows, other readings that were considered, and the options
        that state the same explicitly.

    Examples
    --------
    >>> result = preview([["a", "a"], ["a", "b"], ["b", "b"]])
    >>> result.source, result.layout, result.rows[1]
    ('array', 'wide', ('a', 'b'))
    """
    if not isinstance(source, (str, os.PathLike)):
        return _preview_object(source, loading)
    path = Path(source)
    options = ParsedOptions(**loading)
    if is_pattern_file(path):
        return Preview.of(load_tables((path,), options).tables, str(path), "patterns")
    reader = reader_for(path, options.reader)
    question = options.question
    if question is None and reader.several_questions:
        first = read_with(reader, path, options.dialect).questions
        question = next(iter(first), None)
        options = replace(options, question=question)
    files = tuple(map(str, (source, *more)))
    loaded, doubts = _load_even_repeated(files, options)
    sheet = loaded.sheet
    if sheet is None:
        return Preview.of(loaded.tables, ", ".join(files), reader.name, files=files)
    spans = loaded.holds_spans and sheet.spans is not None
    columns, rows = _first_rows(nw.from_native(sheet.spans if spans else sheet.frame))
    names = [name.replace(SEPARATOR, " · ") for name in columns]
    result = Preview.of(
        loaded.tables,
        ", ".join(files),
        reader.name,
        questions=questions(*files, **loading) if question is not None else (),
        question=question,
        columns=tuple(names),
        rows=rows,
        flags=tuple(flags_of(reader.name, loaded, options)),
        others=loaded.alternatives,
        ratings_columns=_used_columns(loaded, columns, names),
        files=files,
    )
    return replace(result, warnings=(*doubts, *result.warnings))


def _load_even_repeated(
    files: Sequence[str], options: ParsedOptions
) -> tuple[Loaded, tuple[str, ...]]:
    """Return the variables of files, and what a report would refuse: repeated ratings."""
    try:
        return load_tables(files, options), ()
    except DuplicateRatingError as error:
        loaded = load_tables(files, replace(options, duplicates="first"))
        return loaded, (Doubt(f"{error.problem} {error.remedy}"),)


def _used_columns(loaded: Loaded, columns: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return the columns that are read, under the names that are shown."""
    if loaded.reading is None:
        return ()
    used = {name for v in loaded.reading.variables for name in v.layout.read}
    used |= {part for name in used for part in loaded.reading.joined.get(name, ())}
    used |= {v.rows[0] for v in loaded.reading.variables if v.rows is not None}
    return tuple(shown for name, shown in zip(columns, names, strict=True) if name in used)


def _first_rows(frame: Frame) -> tuple[tuple[str, ...], tuple[tuple[object, ...], ...]]:
    """Return the columns and the first rows of a frame."""
    head = eager_frame(sets_as_columns_of_text(frame.head(ROWS), stated=True))
    return tuple(head.columns), _shown(head.rows())


def _shown(rows: Sequence[Sequence[object]]) -> tuple[tuple[object, ...], ...]:
    """Return rows in which sets of labels are texts for people."""
    return tuple(tuple(show_label(c) if is_set_cell(c) else c for c in row) for row in rows)


def _preview_object(source: Any, loading: Mapping[str, Any]) -> Preview:
    """Preview data in memory, without options of the command line."""
    loaded = load_tables((source,), ParsedOptions(**loading))
    if isinstance(source, Patterns):
        return Preview.of(loaded.tables, "patterns", "patterns")
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
    return Preview.of(
        loaded.tables, kind, kind, columns=columns, rows=rows, others=loaded.alternatives
    )
