"""Frames: the layout is determined, and the rows of each variable are compressed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from accord.data.atoms import patterns_of_spans
from accord.data.patterns import Patterns, Role
from accord.errors import EmptyInputError, InputError, LayoutError, TooFewRatersError
from accord.io.conditions import filter_rows
from accord.io.engines import CellRules
from accord.io.joining import GOLD, Part, join_gold
from accord.io.layouts import (
    SINGLE,
    Layout,
    LayoutOptions,
    Long,
    Reading,
    Variable,
    Wide,
    is_machine_name,
    join_names,
    resolve_variables,
)
from accord.io.loaded import Loaded
from accord.io.locating import IN_MEMORY, Origin, locate_error, naming_file
from accord.io.preparation import join_columns, join_stated
from accord.io.progress import with_progress
from accord.io.reading_notes import notes_on_reading
from accord.io.spans import looks_like_spans, spans_of_frame
from accord.io.transposing import transpose_frame
from accord.options import Progress

if TYPE_CHECKING:
    from accord.io.engines.columns import Frame
    from accord.io.readers.sheet import Numbers

__all__ = ["drop_silent_raters", "from_frame", "tables_of_frame"]


def from_frame(frame: Frame, options: LayoutOptions, rules: CellRules) -> Patterns:
    """Compress the rows of a frame in memory that has one variable; see `tables_of_frame`."""
    return tables_of_frame(frame, options, rules, single=True).only


def tables_of_frame(
    frame: Frame,
    options: LayoutOptions,
    rules: CellRules,
    *,
    transpose: bool = False,
    origin: Origin = IN_MEMORY,
    numbers: Numbers | None = None,
    progress: Progress | None = None,
    single: bool = False,
    gold: Part | None = None,
) -> Loaded:
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
    origin
        Where the rows come from, for errors.
    numbers
        Reads columns of a text file as numbers, which is faster.
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
        patterns = _patterns_of_spans(frame, options, origin)
        return Loaded({SINGLE: patterns}, Reading((), patterns.layout_reason))
    if transpose:
        with naming_file(origin.source):
            frame, options, rules = transpose_frame(frame, options, rules)
        numbers = None
    tables = {}
    try:
        frame, nested = _drop_nested_columns(frame, rules)
        whole = frame
        frame, options = _select_rows(frame, options, rules)
        numbers = numbers if frame is whole else None
        sample = sample_rows(frame, rules)
        if not any(sample.values()):
            raise _no_rows(options)
        reading = resolve_variables(options, sample)
        if single and len(reading.variables) > 1:
            raise _several_variables(reading)
        frame = join_columns(frame, reading.joined)
        if gold is not None:
            frame, reading = join_gold(frame, reading, gold, rules)
        numbers = None if reading.joined or rules.recode or gold else numbers
        for variable in reading.variables:
            tables[variable.name] = _compress(frame, variable, rules, numbers, progress, origin)
    except InputError as error:
        raise locate_error(error, frame, options, rules, origin) from None
    left_out = [f"{join_names(nested)}: lists, not single values; left out."] if nested else []
    for variable in reading.variables:
        patterns = tables[variable.name]
        notes = [*left_out, *reading.notes]
        notes += notes_on_reading(variable, reading, options, rules, patterns, sample)
        tables[variable.name] = replace(
            patterns,
            layout_reason=reading.reason,
            roles=_roles_by_name(patterns, joined=gold is not None),
            warnings=(*notes, *patterns.warnings),
        )
    return Loaded(tables, reading)


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
    origin: Origin,
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
    return drop_silent_raters(patterns, origin.source)


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


def _patterns_of_spans(frame: Frame, options: LayoutOptions, origin: Origin) -> Patterns:
    """Return the sets of labels that raters put on each character of texts."""
    with naming_file(origin.source):
        spans = spans_of_frame(frame, options, options.lengths, origin.line)
        patterns = patterns_of_spans(spans)
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


def _roles_by_name(patterns: Patterns, *, joined: bool = False) -> dict[str, Role]:
    """Return the raters whose names are those of machines, and joined gold labels."""
    names = [name for name in patterns.raters if is_machine_name(name)]
    roles: dict[str, Role] = dict.fromkeys(names, "machine") if len(names) < patterns.r else {}
    return {**roles, GOLD: "gold"} if joined else roles


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
