"""Frames and files: determine the layout, compress the rows, and locate errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from accord.base.wording import first_line
from accord.data.atoms import patterns_of_spans
from accord.data.patterns import Patterns, Role
from accord.data.scale import show_label
from accord.errors import (
    EmptyInputError,
    EngineError,
    InputError,
    LayoutError,
    NotATableError,
    NotNumericError,
    OptionError,
    TooFewRatersError,
    UnknownCategoryError,
)
from accord.io.ambiguity import (
    describe_long,
    is_unlabelled,
    note_many_raters,
    suggest_other_reading,
    warn,
)
from accord.io.conditions import filter_rows
from accord.io.engines import CellRules
from accord.io.engines.objects import columns_as_frame
from accord.io.joining import GOLD, Part, join_gold
from accord.io.layouts import (
    RATER,
    SINGLE,
    Layout,
    LayoutOptions,
    Long,
    Reading,
    Variable,
    Wide,
    describe_apart,
    find_column,
    is_machine_name,
    join_names,
    resolve_variables,
)
from accord.io.preparation import join_columns, join_stated
from accord.io.progress import with_progress
from accord.io.spans import looks_like_spans, spans_of_frame
from accord.options import Progress

if TYPE_CHECKING:
    import narwhals as nw

    from accord.io.engines.columns import Frame
    from accord.io.readers import Sheet
    from accord.io.readers.sheet import Numbers

__all__ = [
    "FrameTables",
    "drop_silent_raters",
    "from_frame",
    "from_sheet",
    "locate_error",
    "select_question",
    "tables_of_frame",
    "tables_of_sheet",
]

SEARCHED_ROWS = 5_000_000  # in which the position of an error is looked for, to bound the time


def select_question(sheet: Sheet, question: str | None) -> Sheet:
    """Return the answers to one question of a file that has several."""
    import polars as pl

    if not sheet.questions:
        if question is not None:
            raise OptionError(
                f"question is {question!r}, and {sheet.source} does not distinguish questions.",
                option="question",
                value=question,
                remedy="Leave it out.",
            )
        return sheet
    known = ", ".join(sheet.questions)
    if question is None:
        raise OptionError(
            f"{sheet.source} has answers to several questions: {known}.",
            option="question",
            remedy="Choose one with question (--question).",
        )
    if question not in sheet.questions:
        raise OptionError(
            f"{sheet.source} has no question {question!r}; its questions are {known}.",
            option="question",
            value=question,
        )
    return replace(sheet, frame=sheet.frame.filter(pl.col("question") == question).drop("question"))


def from_sheet(
    sheet: Sheet,
    options: LayoutOptions,
    rules: CellRules,
    transpose: bool,
    progress: Progress | None = None,
) -> Patterns:
    """Compress the sheet that a reader returned, which has one variable."""
    return tables_of_sheet(sheet, options, rules, transpose, progress, single=True).only


def tables_of_sheet(
    sheet: Sheet,
    options: LayoutOptions,
    rules: CellRules,
    transpose: bool,
    progress: Progress | None = None,
    *,
    single: bool = False,
    gold: Part | None = None,
) -> FrameTables:
    """Compress every variable of the sheet that a reader returned."""
    import narwhals as nw
    from polars.exceptions import PolarsError

    rules = replace(
        rules,
        decimal=sheet.decimal or rules.decimal,
        orders=sheet.orders,
        measures=sheet.measures,
        value_labels=sheet.value_labels,
    )
    options = replace(options, layout=options.layout or sheet.layout)
    spans = sheet.spans if options.layout == "spans" else None
    frame = nw.from_native(sheet.frame if spans is None else spans)
    try:
        result = tables_of_frame(
            frame,
            options,
            rules,
            transpose,
            source=sheet.source,
            first_row=sheet.first_row,
            numbers=sheet.numbers,
            line_of=sheet.line_of,
            progress=progress,
            single=single,
            gold=gold,
        )
    except (PolarsError, nw.exceptions.NarwhalsError) as error:
        raise NotATableError(
            f"the file cannot be read to its end: {first_line(error)}",
            file=sheet.source,
            remedy="Check that each column has values of one kind and that quotes match.",
        ) from None
    except sheet.faults as error:
        raise EngineError(f"{sheet.source}: the engine failed. {first_line(error)}") from None

    def complete(patterns: Patterns) -> Patterns:
        roles = {name: role for name, role in sheet.roles.items() if name in patterns.raters}
        notes = (*sheet.notes, *patterns.warnings)
        return replace(patterns, roles=roles or patterns.roles, warnings=notes)

    return replace(result, tables={name: complete(p) for name, p in result.tables.items()})


@dataclass(frozen=True, slots=True)
class FrameTables:
    """The pattern tables of the variables of a frame, and how it was read."""

    tables: Mapping[str, Patterns]
    reading: Reading

    @property
    def only(self) -> Patterns:
        """The pattern table of the only variable."""
        (patterns,) = self.tables.values()
        return patterns


def from_frame(
    frame: Frame,
    options: LayoutOptions,
    rules: CellRules,
    transpose: bool,
    *,
    source: str | None,
    first_row: int,
    progress: Progress | None = None,
) -> Patterns:
    """Compress the rows of a frame with one variable; see `tables_of_frame`."""
    return tables_of_frame(
        frame,
        options,
        rules,
        transpose,
        source=source,
        first_row=first_row,
        progress=progress,
        single=True,
    ).only


def tables_of_frame(
    frame: Frame,
    options: LayoutOptions,
    rules: CellRules,
    transpose: bool,
    *,
    source: str | None,
    first_row: int,
    numbers: Numbers | None = None,
    line_of: Callable[[int], int] | None = None,
    progress: Progress | None = None,
    single: bool = False,
    gold: Part | None = None,
) -> FrameTables:
    """Compress the rows of a frame, for each of its variables.

    Parameters
    ----------
    frame
        The ratings, with columns of any type.
    options
        What the user stated about the layout and the columns.
    rules
        Meaning of the cells.
    transpose
        Whether raters are in rows.
    source
        Path of the file, for errors; None for data in memory.
    first_row
        Number, in the file, of the first row of ratings.
    numbers
        Reads columns of a text file as numbers, which is faster.
    line_of
        Returns the line of a row in the file, where rows take several lines.
    progress
        Called with (name of the step, rows read, rows in total).
    single
        Whether several variables are an error.
    gold
        Gold labels to join.
    """
    from accord.io.engines.frames import sample_rows

    if looks_like_spans(options, frame):
        frame, options = _select_rows(frame, options, rules)
        patterns = _patterns_of_spans(frame, options, source, line_of or first_row.__add__)
        return FrameTables({SINGLE: patterns}, Reading((), patterns.layout_reason))
    if transpose:
        with _naming_file(source):
            frame, options, rules = _transpose(frame, options, rules)
        numbers = None
    tables = {}
    try:
        frame, nested = _drop_nested_columns(frame, rules)
        whole = frame
        frame, options = _select_rows(frame, options, rules)
        numbers = numbers if frame is whole else None
        columns, sample = sample_rows(frame, rules)
        if not any(sample.values()):
            raise _no_rows(options)
        reading = resolve_variables(options, columns, sample)
        if single and len(reading.variables) > 1:
            raise _several_variables(reading)
        frame = join_columns(frame, reading.joined)
        if gold is not None:
            frame, reading = join_gold(frame, reading, gold, rules)
        numbers = None if reading.joined or rules.recode or gold else numbers
        for variable in reading.variables:
            tables[variable.name] = _compress(frame, variable, rules, numbers, progress, source)
    except InputError as error:
        place = line_of or first_row.__add__
        raise locate_error(error, frame, options, rules, source, place) from None
    left_out = [f"{join_names(nested)}: lists, not single values; left out."] if nested else []
    for variable in reading.variables:
        patterns = tables[variable.name]
        notes = [*left_out, *reading.notes, *_column_notes(variable.layout, options)]
        notes += _reading_notes(variable, reading, options, rules, patterns, columns, sample)
        tables[variable.name] = replace(
            patterns,
            layout_reason=reading.reason,
            roles=_roles_by_name(patterns, joined=gold is not None),
            warnings=(*notes, *patterns.warnings),
        )
    return FrameTables(tables, reading)


def _select_rows(
    frame: Frame, options: LayoutOptions, rules: CellRules
) -> tuple[Frame, LayoutOptions]:
    """Return the rows that fulfil the stated condition, with the columns that are joined."""
    if options.where is not None:
        frame = filter_rows(frame, options.where, replace(rules, recode={}))
    return join_stated(frame, options)


def _no_rows(options: LayoutOptions) -> EmptyInputError:
    if options.where is None:
        return EmptyInputError("there are no rows.")
    return EmptyInputError(f"no row fulfils the condition {options.where!r}.")


def _rows_of(frame: Frame, variable: Variable) -> Frame:
    """Return the rows of a variable."""
    import narwhals as nw

    if variable.rows is None:
        return frame
    column, value = variable.rows
    return frame.filter(nw.col(column) == value)


def _compress(
    frame: Frame,
    variable: Variable,
    rules: CellRules,
    numbers: Numbers | None,
    progress: Progress | None,
    source: str | None,
) -> Patterns:
    """Compress the ratings of a variable."""
    from accord.io.engines.frames import compress_frame

    layout = variable.layout
    rules = rules.of_variable(variable.name)
    rules.check_levels(_response_count(layout))
    patterns = None
    if numbers is not None and not variable.rows:
        patterns = _compress_numbers(numbers, layout, rules, progress)
    if patterns is None:
        part = with_progress(_rows_of(frame, variable), progress)
        patterns = compress_frame(part, layout, rules)
    return drop_silent_raters(patterns, source)


def _several_variables(reading: Reading) -> LayoutError:
    """Return the error about a table of several variables where one is needed."""
    names = [variable.name for variable in reading.variables]
    return LayoutError(
        f"there are {len(names)} variables ({reading.reason}): {join_names(names)}.",
        option="variables",
        value=tuple(names),
        remedy=f"Choose one with variables (--variables {names[0]}), or use agreement_table or "
        "accord report, which show all of them.",
    )


def _patterns_of_spans(
    frame: Frame, options: LayoutOptions, source: str | None, line_of: Callable[[int], int]
) -> Patterns:
    """Return the sets of labels that raters put on each character of texts."""
    try:
        patterns = patterns_of_spans(spans_of_frame(frame, options, options.lengths, line_of))
    except InputError as error:
        error.file = error.file or source
        raise
    stated = options.layout is not None
    reason = "as stated" if stated else "there are columns of raters, starts and ends"
    notes = [] if stated else [
        "a row is a span, from start to before end; a subject is a character, or a token, and its "
        "rating the set of labels on it.",
    ]  # fmt: skip
    return replace(
        patterns,
        layout_reason=reason,
        roles=_roles_by_name(patterns),
        warnings=(*notes, *patterns.warnings),
    )


def _column_notes(layout: Layout, options: LayoutOptions) -> list[str]:
    """Return notes on the columns of a wide table that were not read as raters."""
    if not isinstance(layout, Wide):
        return []
    notes = []
    if layout.item is not None and options.item is None:
        notes.append(f"column {layout.item!r} names the subjects and is not a rater.")
    if layout.left_out:
        notes.append(describe_apart(layout.left_out))
    if not layout.responses:
        notes += [
            f"column {name!r} seems to name raters. If every row is a rating with several "
            "responses, list the columns of the responses with score (--score)."
            for name in layout.left_out
            if RATER.fullmatch(name)
        ]
    return notes


def _roles_by_name(patterns: Patterns, *, joined: bool = False) -> dict[str, Role]:
    """Return the raters whose names are those of machines, and joined gold labels."""
    names = [name for name in patterns.raters if is_machine_name(name)]
    roles: dict[str, Role] = dict.fromkeys(names, "machine") if len(names) < patterns.r else {}
    return {**roles, GOLD: "gold"} if joined else roles


def _reading_notes(
    variable: Variable,
    reading: Reading,
    options: LayoutOptions,
    rules: CellRules,
    patterns: Patterns,
    columns: Sequence[str],
    sample: Mapping[str, Sequence[Any]],
) -> list[str]:
    """Return notes on how rows and columns were read, with a warning if that is doubtful."""
    layout = variable.layout
    labelled = not is_unlabelled(columns)
    if isinstance(layout, Long):
        several = reading.several or len(reading.variables) > 1
        if several or (options.rater is not None and options.score is not None):
            return []
        certain = labelled or options != LayoutOptions()
        description = describe_long(layout, certain=certain)
        return [description if certain else warn(description)]
    if not isinstance(layout, Wide) or options.layout is not None or options.raters is not None:
        return []
    rows = patterns.n + patterns.unrated
    if replace(options, include=()) == LayoutOptions() and layout.raters == tuple(columns):
        message = suggest_other_reading(
            rows,
            len(columns),
            lambda: [list(sample[name]) for name in columns],
            declared=rules.categories is not None,
            labelled=labelled,
        )
        if message is not None:
            return [warn(message)]
    note = note_many_raters(rows, len(layout.raters))
    return [] if note is None else [note]


def _drop_nested_columns(frame: Frame, rules: CellRules) -> tuple[Frame, list[str]]:
    """Return a frame of named columns of single values or sets, and the names of other columns."""
    from accord.io.engines.sets import sets_as_columns_of_text

    frame = sets_as_columns_of_text(frame, stated=bool(rules.sets))
    schema = frame.collect_schema()
    if not schema:
        raise EmptyInputError("there are no columns.")
    nested = [name for name, kind in schema.items() if kind.is_nested()]
    if nested:
        frame = frame.select([name for name in schema if name not in nested])
    if "" in schema:
        frame = frame.rename({"": f"column {list(schema).index('') + 1}"})
    return frame, nested


def _compress_numbers(
    read_numbers: Numbers, layout: Layout, rules: CellRules, progress: Progress | None
) -> Patterns | None:
    """Compress a text file whose columns are read as numbers.

    None if they are not numbers throughout, and after any error, because only the text can be shown
    as it is written.
    """
    import narwhals as nw
    from polars.exceptions import PolarsError

    from accord.io.engines.frames import compress_frame

    ids: tuple[str, ...] = ()
    if isinstance(layout, Wide) and not layout.responses:
        columns: tuple[str, ...] = layout.columns[0]
    elif isinstance(layout, Long):
        columns, ids = layout.scores, (layout.item, layout.rater)
    else:
        return None
    words = [word for word in rules.missing if isinstance(word, str) and word]
    frame = nw.from_native(read_numbers(columns, ids, words))
    kinds = frame.collect_schema()
    numeric = [kinds[name].is_numeric() for name in (*columns, *ids)]
    if not (any(numeric) if isinstance(layout, Long) else all(numeric)):
        return None
    try:
        return compress_frame(with_progress(frame, progress), layout, rules)
    except (InputError, PolarsError, nw.exceptions.NarwhalsError):
        return None


def _response_count(layout: Layout) -> int:
    """Return the number of responses of each rating."""
    if isinstance(layout, Long):
        return len(layout.scores)
    return len(layout.columns) if isinstance(layout, Wide) else 1


def _transpose(
    frame: Frame, options: LayoutOptions, rules: CellRules
) -> tuple[nw.DataFrame[Any], LayoutOptions, CellRules]:
    """Return a frame with raters in columns, and the options and rules that apply to it.

    The first column names the raters if it has distinct words.
    """
    from accord.io.engines.columns import eager_frame
    from accord.io.engines.frames import sample_rows

    eager = eager_frame(frame)
    columns = eager.columns
    if not columns:
        raise EmptyInputError("there are no columns.")
    first = sample_rows(eager.select(columns[0]), rules)[1][columns[0]]
    words = all(isinstance(cell, str) and not cell.replace(".", "").isdigit() for cell in first)
    label = find_column(options.rater, columns) if options.rater is not None else None
    if label is None and words and len(set(first)) == len(first):
        label = columns[0]
    raters = (
        [show_label(cell) for cell in eager[label].to_list()]
        if label is not None
        else [str(number) for number in range(1, len(eager) + 1)]
    )
    if len(set(raters)) < len(raters):
        raise LayoutError("two rows have the same rater.", column=label)
    subjects = [name for name in columns if name != label]
    if not subjects:
        raise EmptyInputError(f"there are no ratings besides the raters in column {label!r}.")
    key = "item" if "item" not in raters else "the items"
    table: dict[str, Any] = {key: subjects}
    table.update(zip(raters, map(list, eager.select(subjects).rows()), strict=True))
    stated = replace(options, rater=None, item=key, layout=options.layout or "wide")
    return columns_as_frame(table), stated, _transpose_rules(rules, list(table))


def _transpose_rules(rules: CellRules, columns: Sequence[str]) -> CellRules:
    """Return the rules of columns each of which has cells of all former columns."""
    pairs = tuple(pair for labels in rules.value_labels.values() for pair in labels)
    orders, measures = set(rules.orders.values()), set(rules.measures.values())
    return replace(
        rules,
        orders=dict.fromkeys(columns, orders.pop()) if len(orders) == 1 else {},
        measures=dict.fromkeys(columns, measures.pop()) if len(measures) == 1 else {},
        value_labels=dict.fromkeys(columns, pairs) if pairs else {},
    )


@contextmanager
def _naming_file(source: str | None) -> Iterator[None]:
    """Add the file to errors that do not name one."""
    try:
        yield
    except InputError as error:
        error.file = error.file or source
        raise


def locate_error(
    error: InputError,
    frame: Frame,
    options: LayoutOptions,
    rules: CellRules,
    source: str | None,
    line_of: Callable[[int], int],
) -> InputError:
    """Return an error with its file, row and column filled in, as far as they can be found."""
    error.file = error.file or source
    if error.row is not None:
        error.row = line_of(error.row)
    elif _is_remote(frame):
        return error
    elif isinstance(error, (UnknownCategoryError, NotNumericError)) and error.column is None:
        position = _find_value(error.value, frame, options, rules)
        if position is not None:
            error.row, error.column = line_of(position[0]), position[1]
    elif error.column in (options.cluster, options.by) and error.column is not None:
        blank = _first_blank(frame, error.column)
        error.row = None if blank is None else line_of(blank)
    if options.where is not None:
        error.row = None  # rows were counted after some were left out
    return error


def _is_remote(frame: Frame) -> bool:
    """Return whether the rows are in an engine, from which fetching them is too expensive."""
    import narwhals as nw

    return isinstance(frame, nw.LazyFrame) and not frame.implementation.is_polars()


def _first_blank(frame: Frame, column: str) -> int | None:
    """Return the row of the first missing cell of a column, if any."""
    from accord.io.engines.columns import eager_frame

    cells = eager_frame(frame.select(column).head(SEARCHED_ROWS))[column].to_list()
    blank = (row for row, cell in enumerate(cells) if cell is None or not show_label(cell).strip())
    return next(blank, None)


def _find_value(
    value: Any, frame: Frame, options: LayoutOptions, rules: CellRules
) -> tuple[int, str] | None:
    """Return the first row with a value, and its column."""
    from accord.io.engines.columns import eager_frame

    eager = eager_frame(frame.head(SEARCHED_ROWS))
    columns = eager.columns
    if options.raters is not None:
        columns = [find_column(name, columns) for name in options.raters if name in columns]
    elif options.score is not None:
        columns = [find_column(name, columns) for name in options.scores(columns)]
    label = show_label(value)
    first: tuple[int, str] | None = None
    for name in columns:
        for row, cell in enumerate(eager[name].to_list()):
            if first is not None and row >= first[0]:
                break
            if cell is not None and show_label(rules.label(cell)) == label:
                first = (row, name)
                break
    return first


def drop_silent_raters(patterns: Patterns, source: str | None) -> Patterns:
    """Leave out raters without any rating, with a note."""
    active = patterns.who_rated()
    if len(active) == patterns.r:
        return patterns
    names = set(active)
    silent = [name for name in patterns.raters if name not in names]
    if len(active) < 2:
        raise TooFewRatersError(
            "agreement needs two raters or more, and only one rater, "
            f"{', '.join(active)}, has any ratings.",
            file=source,
        )
    selected = patterns.select(active)
    note = f"{join_names(silent)}: no ratings, left out."
    return replace(selected, warnings=(*selected.warnings, note))
