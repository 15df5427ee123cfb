"""`load_tables`: one or several sources of any kind become pattern tables."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.base.panics import converting_panics
from accord.data.patterns import Patterns
from accord.errors import InputError, LayoutError, NotATableError, OptionError, UnknownNameError
from accord.io.arrays import array_as_frame, from_array, name_columns
from accord.io.engines import CellRules, VariableRules
from accord.io.engines.objects import as_array, as_frame, unmask
from accord.io.frames import from_frame, tables_of_frame
from accord.io.joining import Part, join_parts, stack_parts
from accord.io.layouts import LayoutOptions
from accord.io.loaded import Loaded
from accord.io.reading import ParsedOptions
from accord.io.reloading import reload_patterns
from accord.io.sequences import RaterColumns
from accord.io.sheets import select_question, tables_of_sheet
from accord.options import Progress

if TYPE_CHECKING:
    from accord.io.readers import Sheet

__all__ = ["load_tables"]

MOST_SHEETS = 30  # of a workbook that are compared
MOST_JOINED = 2_000_000  # rows of a file up to which several are compared by their ids


def load_tables(
    sources: Sequence[Any],
    options: ParsedOptions,
    progress: Progress | None = None,
    *,
    stated: Mapping[str, VariableRules] | None = None,
    single: bool = False,
) -> Loaded:
    """Read the variables of one or several sources.

    Parameters
    ----------
    sources
        Anything that `load` takes.
    options
        Options of reading.
    progress
        Called with (name of the step, rows read, rows in total).
    stated
        Level and categories of single variables.
    single
        Whether several variables are an error.
    """
    if not sources:
        raise OptionError("there are no ratings to read.", option="sources")
    rules = replace(options.cell_rules, variables=stated or {})
    loader = _Loader(options, rules, progress, single)
    with converting_panics(partial(_damaged, sources)):
        loaded = loader.load_all(sources)
    for name in stated or {}:
        if name not in loaded.tables:
            raise UnknownNameError("variable", name, tuple(loaded.tables), option="levels")
    if options.role is not None:
        chosen = {name: p.of_role(options.role) for name, p in loaded.tables.items()}
        loaded = replace(loaded, tables=chosen)
    return loaded


def _damaged(sources: Sequence[Any], problem: str) -> NotATableError:
    """Return the error for data on which a library in Rust panicked while it read them."""
    paths = [os.fspath(source) for source in sources if isinstance(source, (str, os.PathLike))]
    return NotATableError(
        f"the data are damaged, and the library that reads them failed: {problem}",
        file=", ".join(map(str, paths)) or None,
        remedy="Write the file again.",
    )


@dataclass(frozen=True, slots=True)
class _Loader:
    """Reads the variables of a source of any kind."""

    options: ParsedOptions
    rules: CellRules
    progress: Progress | None
    single: bool

    def load_all(self, sources: Sequence[Any]) -> Loaded:
        """Read all sources, whose subjects are the same or differ."""
        opened = [self.open(source) for source in sources]
        loaded = None
        if len(opened) > 1:
            loaded = self.join(opened, [str(source) for source in sources])
        elif isinstance(sources[0], (str, os.PathLike)):
            loaded = self._join_sheets(Path(sources[0]), opened[0])
        return self._merged(opened) if loaded is None else loaded

    def _merged(self, opened: Sequence[Any]) -> Loaded:
        """Read sources of different subjects."""
        merged, *others = (self.load(source) for source in opened)
        for other in others:
            merged = merged.merge(other)
        return merged

    def _join_sheets(self, path: Path, first: Any) -> Loaded | None:
        """Read the sheets of a workbook as raters or variables; None if they are neither."""
        from accord.io.readers import read

        names = getattr(first, "sheets", ())
        if self.options.sheet is not None or not 1 < len(names) <= MOST_SHEETS:
            return None
        sheets = {first.dialect.sheet: first}
        for name in names:
            if name not in sheets:
                with suppress(InputError):  # an empty sheet, or one without a table
                    dialect = replace(self.options.dialect, sheet=name)
                    sheets[name] = read(path, dialect, self.options.reader)
        ordered = {name: sheets[name] for name in names if name in sheets}
        if len(ordered) < 2:
            return None
        return self.join(list(ordered.values()), list(ordered), noun="sheet")

    def open(self, source: Any) -> Any:
        """Return the sheet or the patterns of a file; other sources as they are."""
        if not isinstance(source, (str, os.PathLike)):
            return source
        _check_name(source, "data")
        from accord.data.pattern_files import is_pattern_file, read_patterns
        from accord.io.readers import read, read_with_spark

        options = self.options
        if options.other_engine is not None:
            return read_with_spark(
                os.fspath(source), options.dialect, master=options.master, reader=options.reader
            )
        if is_pattern_file(Path(source)):
            return read_patterns(Path(source))
        return read(Path(source), options.dialect, options.reader)

    def join(
        self, opened: Sequence[Any], names: Sequence[str], noun: str = "file"
    ) -> Loaded | None:
        """Read several files of the same subjects as raters or variables; None if they differ."""
        import polars as pl

        from accord.io.readers import Sheet

        options, stated = self.options, self.options.layout_options
        tabular = all(
            isinstance(source, Sheet) and not source.questions and source.layout is None
            for source in opened
        )
        plain = stated.layout in (None, "wide") and stated.score is None and not options.transpose
        if not tabular or not plain or options.each_file == "subjects" or options.other_engine:
            return None
        parts = []
        for name, sheet in zip(names, opened, strict=True):
            frame = sheet.frame.head(MOST_JOINED + 1).collect()
            if frame.height > MOST_JOINED:
                return None
            parts.append(Part(name, frame))
        rules = replace(self.rules, decimal=opened[0].decimal or self.rules.decimal)
        joined = stack_parts(parts, rules) or join_parts(
            parts, stated, rules, options.each_file, noun
        )
        if joined is None:
            if options.each_file is not None and noun == "file":
                raise LayoutError(
                    f"each_file is {options.each_file!r}, and the files have no ids and columns in "
                    "common.",
                    option="each_file",
                    value=options.each_file,
                    remedy="Name the column of the subjects with item (--item).",
                )
            return None
        if joined.meaning == "subjects":
            return self._merged(opened).noting(joined.reason)
        notes = dict.fromkeys(note for each in opened for note in each.notes)
        sheet = replace(
            opened[0],
            frame=pl.LazyFrame(joined.frame),
            source=opened[0].source if noun == "sheet" else ", ".join(names),
            numbers=None,
            line_of=None,
            notes=(*(note for note in notes if not note.startswith("read sheet")), *joined.notes),
        )
        if joined.cells:
            stated = replace(
                stated, cells=joined.cells, cells_reason=joined.reason, item=joined.item
            )
        loaded = self._read(sheet, stated, None)
        if not joined.cells:
            return loaded
        return replace(loaded, each_file=joined.meaning).considering(joined.others(noun))

    def load(self, source: Any) -> Loaded:
        """Read a source that was opened."""
        from accord.io.readers import Sheet

        options = self.options
        if isinstance(source, Sheet):
            if source.questions and options.question is None and not self.single:
                return self._load_questions(source)
            progress = None if options.other_engine else self.progress
            sheet = select_question(source, options.question)
            return self._read(sheet, options.layout_options, progress)
        if options.gold_file is not None and isinstance(source, (Patterns, RaterColumns)):
            raise OptionError(
                "gold_file is joined by the ids of the subjects, and the data have none.",
                option="gold_file",
                remedy="Give a file or a frame, or the gold labels as another rater.",
            )
        if isinstance(source, Patterns):
            return Loaded.one(reload_patterns(source, options))
        if options.file_option is not None:
            raise OptionError(
                f"{options.file_option} applies to files, and the data are a "
                f"{type(source).__name__}.",
                option=options.file_option,
                value=getattr(options, options.file_option),
                remedy="Leave it out, or give the path of a file.",
            )
        if isinstance(source, RaterColumns):
            return Loaded.one(_from_raters(source, options))
        rules = self.rules
        if isinstance(source, np.ma.MaskedArray):
            source, mark = unmask(source)
            rules = rules if mark is None else replace(rules, missing=(*rules.missing, mark))
        stated = options.layout_options.score is not None
        array = as_array(source, sets=bool(options.sets), responses=stated)
        if array is not None and options.coders is None and options.gold_file is None:
            patterns = from_array(array, options.layout_options, rules, options.transpose)
            return Loaded.one(patterns)
        return tables_of_frame(
            as_frame(source) if array is None else array_as_frame(array),
            options.layout_options,
            rules,
            transpose=options.transpose,
            progress=self.progress,
            single=self.single,
            gold=self._gold(),
        )

    def _read(self, sheet: Sheet, stated: LayoutOptions, progress: Progress | None) -> Loaded:
        """Read the variables of a sheet."""
        return tables_of_sheet(
            sheet,
            stated,
            self.rules,
            transpose=self.options.transpose,
            progress=progress,
            single=self.single,
            gold=self._gold(),
        )

    def _gold(self) -> Part | None:
        """Return the table of the gold labels, if a file is stated."""
        if self.options.gold_file is None:
            return None
        from accord.io.readers import Dialect, read

        _check_name(self.options.gold_file, "gold_file")
        path = Path(self.options.gold_file)
        return Part(str(path), read(path, Dialect()).frame.collect())

    def _load_questions(self, sheet: Sheet) -> Loaded:
        """Read a variable for each question that a file answers."""
        chosen = self.options.layout_options.variables
        names = sheet.questions if chosen is None else tuple(map(str, chosen))
        options = replace(self.options, variables=None)
        loader = replace(self, options=options)
        tables = {}
        for name in names:
            if name not in sheet.questions:
                raise UnknownNameError("variable", name, sheet.questions, option="variables")
            part = replace(loader, rules=self.rules.of_variable(name))
            loaded = part._read(select_question(sheet, name), options.layout_options, self.progress)
            tables[name] = loaded.only
        return replace(loaded, tables=tables)


def _check_name(path: str | os.PathLike[str], option: str) -> None:
    """Refuse an empty name, which means the current folder elsewhere."""
    if not os.fspath(path):
        raise OptionError("the name of the file is empty.", option=option, value=path)


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
        patterns = from_frame(frame, stated, rules)
    return replace(patterns, layout_reason="the ratings of each rater are an argument")
