"""Frames and files: the layout is settled, rows are compressed, errors get their place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.base.wording import first_line
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
    Reading,
    describe_long,
    is_unlabelled,
    note_many_raters,
    warn,
)
from accord.io.engines import Rules
from accord.io.engines.objects import columns_as_frame
from accord.io.layouts import (
    RATER,
    Layout,
    Long,
    Request,
    Wide,
    find_column,
    is_machine_name,
    lay_out,
    listed,
)
from accord.io.progress import Progress, watched
from accord.io.readers import Sheet

if TYPE_CHECKING:
    import narwhals as nw

    from accord.io.engines.columns import Frame
    from accord.io.readers.sheet import Numbers

__all__ = ["asked", "check_levels", "checked", "from_frame", "from_sheet", "placed"]


LOOKED_AT = 5_000_000  # rows in which the place of an error is looked for


def asked(sheet: Sheet, question: str | None) -> Sheet:
    """Answers to one question of a file."""
    import polars as pl

    if not sheet.questions:
        if question is not None:
            raise OptionError(f"{sheet.source} does not tell questions apart.", option="question")
        return sheet
    known = ", ".join(sheet.questions)
    if question is None:
        raise OptionError(
            f"{sheet.source} has several questions; choose one of {known}.", option="question"
        )
    if question not in sheet.questions:
        raise OptionError(
            f"{sheet.source}: there is no question {question!r}; there are {known}.",
            option="question",
        )
    return replace(sheet, frame=sheet.frame.filter(pl.col("question") == question).drop("question"))


def from_sheet(
    sheet: Sheet,
    request: Request,
    rules: Rules,
    transpose: bool,
    progress: Progress | None = None,
) -> Patterns:
    """Patterns of a file that was read."""
    import narwhals as nw
    from polars.exceptions import PolarsError

    rules = replace(
        rules,
        decimal=sheet.decimal or rules.decimal,
        orders=sheet.orders,
        measures=sheet.measures,
        value_labels=sheet.value_labels,
    )
    request = replace(request, layout=request.layout or sheet.layout)
    frame = nw.from_native(sheet.frame)
    try:
        patterns = from_frame(
            frame,
            request,
            rules,
            transpose,
            source=sheet.source,
            first_row=sheet.first_row,
            numbers=sheet.numbers,
            line_of=sheet.line_of,
            progress=progress,
        )
    except (PolarsError, nw.exceptions.NarwhalsError) as error:
        raise NotATableError(
            f"the file cannot be read to its end: {first_line(error)}",
            file=sheet.source,
            remedy="Are its values all of one kind, and its quotes matching?",
        ) from None
    except sheet.faults as error:
        raise EngineError(f"{sheet.source}: the engine gave up. {first_line(error)}") from None
    roles = {name: role for name, role in sheet.roles.items() if name in patterns.raters}
    notes = (*sheet.notes, *patterns.warnings)
    return replace(patterns, roles=roles or patterns.roles, warnings=notes)


def from_frame(
    frame: Frame,
    request: Request,
    rules: Rules,
    transpose: bool,
    *,
    source: str | None,
    first_row: int,
    numbers: Numbers | None = None,
    line_of: Callable[[int], int] | None = None,
    progress: Progress | None = None,
) -> Patterns:
    """Patterns of a frame; its first row of ratings is ``first_row`` of the source.

    ``line_of`` tells the place of other rows, where they are not one below the other.
    """
    from accord.io.engines.frames import compress_frame, peek

    if transpose:
        frame, request = _transposed(frame, request, rules)
        numbers = None
        rules = _rules_transposed(rules, frame.columns)
    try:
        frame, left_out = _flat(frame)
        columns, sample = peek(frame, rules)
        plan, reason = lay_out(request, columns, sample)
        check_levels(rules, _response_count(plan))
        found = None if numbers is None else _of_numbers(numbers, plan, rules, progress)
        if found is None:
            found = compress_frame(watched(frame, progress), plan, rules)
    except InputError as error:
        raise placed(error, frame, request, rules, source, line_of or first_row.__add__) from None
    notes = [f"{listed(left_out)}: lists, not single values; left out."] if left_out else []
    if isinstance(plan, Wide) and plan.item is not None and request.item is None:
        notes.append(f"column {plan.item!r} names the subjects and is not a rater.")
    if isinstance(plan, Wide) and plan.left_out:
        other = ", ".join(plan.left_out)
        notes.append(
            f"not read as raters, because the values are of another kind: {other}. To include "
            f"{'it' if len(plan.left_out) == 1 else 'them'}, list the rater columns with raters "
            "(--raters)."
        )
    if isinstance(plan, Wide) and not plan.responses:
        notes += [
            f"column {name!r} sounds like raters; if every row is a rating with several responses, "
            "name those as the score."
            for name in plan.left_out
            if RATER.fullmatch(name)
        ]
    patterns = checked(found, source)
    notes += _reading_notes(plan, request, rules, patterns, columns, sample)
    return replace(
        patterns,
        layout_reason=reason,
        roles=_roles_by_name(patterns),
        warnings=(*notes, *patterns.warnings),
    )


def _roles_by_name(patterns: Patterns) -> dict[str, Role]:
    """Return the raters that are machines by name; of the others nothing is known."""
    names = [name for name in patterns.raters if is_machine_name(name)]
    return dict.fromkeys(names, "machine") if len(names) < patterns.r else {}


def _reading_notes(
    plan: Layout,
    request: Request,
    rules: Rules,
    patterns: Patterns,
    columns: Sequence[str],
    sample: Mapping[str, Sequence[Any]],
) -> list[str]:
    """Notes on how the rows and columns were read, with a warning where that is doubtful."""
    labelled = not is_unlabelled(columns)
    if isinstance(plan, Long):
        if request.rater is not None and request.score is not None:
            return []
        certain = labelled or request != Request()
        description = describe_long(plan, certain=certain)
        return [description if certain else warn(description)]
    if not isinstance(plan, Wide) or request.layout is not None or request.raters is not None:
        return []
    rows = patterns.n + patterns.unrated
    if request == Request() and plan.raters == tuple(columns):
        cells = [list(sample[name]) for name in columns]
        declared = rules.categories is not None
        doubt = Reading(rows, len(columns), lambda: cells, declared, labelled).doubt()
        if doubt is not None:
            return [warn(doubt)]
    note = note_many_raters(rows, len(plan.raters))
    return [] if note is None else [note]


def _flat(frame: Frame) -> tuple[Frame, list[str]]:
    """Frame whose columns have names and single values, and the names of those left out."""
    schema = frame.collect_schema()
    if not schema:
        raise EmptyInputError("there are no columns.")
    nested = [name for name, kind in schema.items() if kind.is_nested()]
    if nested:
        frame = frame.select([name for name in schema if name not in nested])
    if "" in schema:
        frame = frame.rename({"": f"column {list(schema).index('') + 1}"})
    return frame, nested


def _of_numbers(
    numbers: Numbers, plan: Layout, rules: Rules, progress: Progress | None
) -> Patterns | None:
    """Patterns of a text file whose columns of numbers are read as such.

    None if they are not numbers throughout, or if there is any error, which text is then to show
    as it is written.
    """
    import narwhals as nw
    from polars.exceptions import PolarsError

    from accord.io.engines.frames import compress_frame

    ids: tuple[str, ...] = ()
    if isinstance(plan, Wide) and not plan.responses:
        columns: tuple[str, ...] = plan.raters
    elif isinstance(plan, Long):
        columns, ids = plan.scores, (plan.item, plan.rater)
    else:
        return None
    words = [word for word in rules.missing if isinstance(word, str) and word]
    frame = nw.from_native(numbers(columns, ids, words))
    kinds = frame.collect_schema()
    read = [kinds[name].is_numeric() for name in (*columns, *ids)]
    if not (any(read) if isinstance(plan, Long) else all(read)):
        return None
    try:
        return compress_frame(watched(frame, progress), plan, rules)
    except (InputError, PolarsError, nw.exceptions.NarwhalsError):
        return None


def _response_count(plan: Layout) -> int:
    if isinstance(plan, Long):
        return len(plan.scores)
    return len(plan.columns) if isinstance(plan, Wide) else 1


def _transposed(frame: Frame, request: Request, rules: Rules) -> tuple[nw.DataFrame[Any], Request]:
    """Frame with raters in columns; a first column of words gives their names."""
    from accord.io.engines.columns import eager_frame
    from accord.io.engines.frames import peek

    eager = eager_frame(frame)
    columns = eager.columns
    first = peek(eager.select(columns[0]), rules)[1][columns[0]]
    named = all(isinstance(cell, str) and not cell.replace(".", "").isdigit() for cell in first)
    label = find_column(request.rater, columns) if request.rater is not None else None
    if label is None and named and len(set(first)) == len(first):
        label = columns[0]
    names = (
        [show_label(cell) for cell in eager[label].to_list()]
        if label is not None
        else [str(number) for number in range(1, len(eager) + 1)]
    )
    if len(set(names)) < len(names):
        raise LayoutError("two rows have the same rater.", column=label)
    items = [name for name in columns if name != label]
    key = "item" if "item" not in names else "the items"
    table: dict[str, Any] = {key: items}
    table.update(zip(names, map(list, eager.select(items).rows()), strict=True))
    chosen = replace(request, rater=None, item=key, layout=request.layout or "wide")
    return columns_as_frame(table), chosen


def _rules_transposed(rules: Rules, columns: Sequence[str]) -> Rules:
    """Rules of a file whose rows became columns: each has cells of all the former columns."""
    pairs = tuple(pair for own in rules.value_labels.values() for pair in own)
    orders, measures = set(rules.orders.values()), set(rules.measures.values())
    return replace(
        rules,
        orders=dict.fromkeys(columns, orders.pop()) if len(orders) == 1 else {},
        measures=dict.fromkeys(columns, measures.pop()) if len(measures) == 1 else {},
        value_labels=dict.fromkeys(columns, pairs) if pairs else {},
    )


def placed(
    error: InputError,
    frame: Frame,
    request: Request,
    rules: Rules,
    source: str | None,
    line_of: Callable[[int], int],
) -> InputError:
    """Error with its file, row and column filled in."""
    error.file = error.file or source
    if error.row is not None:
        error.row = line_of(error.row)
    elif _elsewhere(frame):
        return error
    elif isinstance(error, (UnknownCategoryError, NotNumericError)) and error.column is None:
        found = _locate(error.value, frame, request, rules)
        if found is not None:
            error.row, error.column = line_of(found[0]), found[1]
    elif error.column in (request.cluster, request.by) and error.column is not None:
        blank = _first_blank(frame, error.column)
        error.row = None if blank is None else line_of(blank)
    return error


def _elsewhere(frame: Frame) -> bool:
    """Whether the rows are in an engine, from which they are not fetched to point at one."""
    import narwhals as nw

    return isinstance(frame, nw.LazyFrame) and not frame.implementation.is_polars()


def _first_blank(frame: Frame, column: str) -> int | None:
    """Row of the first missing cell of a column; None if there is none."""
    from accord.io.engines.columns import eager_frame

    cells = eager_frame(frame.select(column).head(LOOKED_AT))[column].to_list()
    blank = (row for row, cell in enumerate(cells) if cell is None or not show_label(cell).strip())
    return next(blank, None)


def _locate(
    value: Any,
    frame: Frame,
    request: Request,
    rules: Rules,
) -> tuple[int, str] | None:
    """First row, and column, that hold a value."""
    from accord.io.engines.columns import eager_frame

    eager = eager_frame(frame.head(LOOKED_AT))
    columns = eager.columns
    if request.raters is not None:
        columns = [find_column(name, columns) for name in request.raters if name in columns]
    elif request.score is not None:
        columns = [find_column(name, columns) for name in request.scores(columns)]
    wanted = show_label(value)
    best: tuple[int, str] | None = None
    for name in columns:
        for row, cell in enumerate(eager[name].to_list()):
            if best is not None and row >= best[0]:
                break
            if cell is not None and show_label(rules.label(cell)) == wanted:
                best = (row, name)
                break
    return best


def check_levels(rules: Rules, responses: int) -> None:
    """Refuse more or fewer levels of measurement than there are responses."""
    if rules.levels and len(rules.levels) != responses:
        raise OptionError(
            f"level= gives {len(rules.levels)} levels and the ratings have {responses} responses.",
            option="level",
        )


def checked(patterns: Patterns, source: str | None) -> Patterns:
    """Leave out raters who never rated, with a note."""
    notes = []
    kept = patterns.who_rated()
    heard = set(kept)
    silent = [name for name in patterns.raters if name not in heard]
    if silent and len(kept) < 2:
        raise TooFewRatersError(
            f"agreement needs two raters or more; only {', '.join(kept)} rated anything.",
            file=source,
        )
    if silent:
        patterns = patterns.select(kept)
        notes.append(f"{listed(silent)}: no ratings, left out.")
    return replace(patterns, warnings=(*patterns.warnings, *notes)) if notes else patterns
