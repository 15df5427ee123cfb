"""`load`: from whatever the ratings are in to the pattern table."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from accord.backends import MISSING, Rules, compress_array
from accord.backends.objects import as_array, as_frame, columns_as_frame, unmask
from accord.errors import (
    EmptyInputError,
    InputError,
    LayoutError,
    NotATableError,
    NotNumericError,
    OptionError,
    TooFewRatersError,
    UnknownCategoryError,
)
from accord.layouts import Long, Request, Wide, find_column, lay_out
from accord.patterns import Patterns
from accord.readers import Dialect, Sheet, read
from accord.scale import Level, Scale, check_level, show_label

if TYPE_CHECKING:
    import narwhals as nw

    from accord.backends.columns import Frame

__all__ = ["load"]

Names = str | Sequence[str | int] | None


def load(
    source: Any,
    *,
    layout: str | None = None,
    raters: Names = None,
    item: str | int | None = None,
    rater: str | int | None = None,
    score: str | int | None = None,
    categories: Names | Mapping[Any, float] = None,
    level: Level | None = None,
    missing: Any = None,
    count: str | int | None = None,
    cluster: str | int | None = None,
    by: str | int | None = None,
    transpose: bool = False,
    delimiter: str | None = None,
    header: bool | None = None,
    decimal: str | None = None,
    encoding: str | None = None,
) -> Patterns:
    """Read ratings and compress them into a pattern table.

    Parameters
    ----------
    source
        Path of a CSV, TSV, Parquet or JSON lines file; a NumPy array or list of rows (subjects in
        rows, raters in columns); a dict of columns; a pandas, polars or pyarrow frame; or a
        pattern table, which is returned as it is.
    layout
        ``wide``, ``long``, ``counts`` or ``contingency``; guessed if not given, and
        ``layout_reason`` of the result says why.
    raters
        Columns of the raters (wide), by name or by number from 1, or names of the raters to keep
        (long) or to give to an array's columns.
    item, rater, score
        Columns of the long layout; ``item`` also names a wide table's column of ids.
    categories
        The categories in their order, or a mapping of category to value; the observed ones if
        not given.
    level
        ``nominal``, ``ordinal``, ``interval`` or ``ratio``; guessed if not given.
    missing
        Values that mean "no rating", in place of (not beside) the usual NA, NaN, null, ``.`` and
        ``#``. Blanks and nulls always do.
    count, cluster, by
        Columns that say how many subjects a row stands for, which cluster they belong to, and
        which subgroup.
    transpose
        Raters are in rows and subjects in columns.
    delimiter, header, decimal, encoding
        Dialect of a text file; detected if not given.

    Examples
    --------
    >>> patterns = load([["a", "a"], ["a", "b"], ["b", "b"], ["a", "a"]])
    >>> len(patterns), patterns.n, patterns.scale.labels
    (3, 4, ('a', 'b'))
    """
    check_level(level)
    if decimal not in (None, ".", ","):
        raise OptionError(f"the decimal mark is {decimal!r}; it can be '.' or ','.")
    chosen = _listed(raters)
    if chosen is not None and len(set(map(str, chosen))) < len(chosen):
        raise OptionError(f"a rater is named twice: {', '.join(map(str, chosen))}.")
    request = Request(
        layout=layout,
        raters=chosen,
        item=item,
        rater=rater,
        score=score,
        count=count,
        cluster=cluster,
        by=by,
    )
    rules = Rules(
        missing=_missing(missing),
        decimal=decimal or ".",
        categories=categories if isinstance(categories, Mapping) else _listed(categories),
        level=level,
    )
    if isinstance(source, Patterns):
        if transpose or any(x is not None for x in (missing, delimiter, header, decimal, encoding)):
            raise OptionError("the data are loaded already; give these options to load().")
        return _redeclared(_selected(source, request), rules)
    if isinstance(source, (str, os.PathLike)):
        dialect = Dialect(delimiter, header, decimal, encoding)
        return _from_sheet(read(Path(source), dialect), request, rules, transpose)
    if isinstance(source, np.ma.MaskedArray):
        source, mark = unmask(source)
        rules = rules if mark is None else replace(rules, missing=(*rules.missing, mark))
    array = as_array(source)
    if array is not None:
        return _from_array(array, request, rules, transpose)
    frame = as_frame(source)
    return _from_frame(frame, request, rules, transpose, source=None, first_row=1)


def _listed(names: Any) -> list[Any] | None:
    """List of names, given as one or as comma-separated text."""
    if names is None:
        return None
    if isinstance(names, str):
        return [name.strip() for name in names.split(",") if name.strip()]
    if isinstance(names, (int, float, bool)):
        return [names]
    return list(names)


def _missing(missing: Any) -> tuple[Any, ...]:
    if missing is None:
        return MISSING
    if isinstance(missing, str):
        return tuple(part.strip() for part in missing.split(","))
    if isinstance(missing, Iterable):
        return tuple(missing)
    return (missing,)


def _selected(patterns: Patterns, request: Request) -> Patterns:
    """Pattern table with fewer raters, where that is asked for."""
    stated = replace(request, raters=None)
    if stated != Request():
        raise OptionError("the data are loaded already; give these options to load().")
    return patterns if request.raters is None else patterns.select([str(n) for n in request.raters])


def _redeclared(patterns: Patterns, rules: Rules) -> Patterns:
    """Pattern table on a scale that is declared afterwards."""
    if rules.categories is not None:
        return patterns.on(Scale.declare(rules.categories, level=rules.level))
    if rules.level is None:
        return patterns
    return patterns.on(patterns.scale.at_level(rules.level))


# --- files ------------------------------------------------------------------------------------


def _from_sheet(sheet: Sheet, request: Request, rules: Rules, transpose: bool) -> Patterns:
    import narwhals as nw
    from polars.exceptions import PolarsError

    rules = replace(rules, decimal=sheet.decimal or rules.decimal)
    frame = nw.from_native(sheet.frame)
    try:
        patterns = _from_frame(
            frame, request, rules, transpose, source=sheet.source, first_row=sheet.first_row
        )
    except (PolarsError, nw.exceptions.NarwhalsError) as error:
        raise NotATableError(
            f"the file cannot be read to its end: {str(error).splitlines()[0]}.",
            source=sheet.source,
            remedy="Are its values all of one kind, and its quotes matching?",
        ) from None
    return replace(patterns, warnings=(*sheet.notes, *patterns.warnings))


def _from_frame(
    frame: Frame,
    request: Request,
    rules: Rules,
    transpose: bool,
    *,
    source: str | None,
    first_row: int,
) -> Patterns:
    from accord.backends.frames import compress_frame, peek

    if transpose:
        frame, request = _transposed(frame, request, rules)
    try:
        names = frame.collect_schema().names()
        if not names:
            raise EmptyInputError("there are no columns.")
        columns, sample = peek(frame, rules)
        plan, reason = lay_out(request, columns, sample)
        patterns = compress_frame(frame, plan, rules)
    except InputError as error:
        raise _placed(error, frame, request, rules, source, first_row) from None
    notes = []
    if isinstance(plan, Wide) and plan.item is not None and request.item is None:
        notes.append(f"column {plan.item!r} names the subjects and is not a rater.")
    if isinstance(plan, Wide) and plan.left_out:
        other = ", ".join(plan.left_out)
        notes.append(
            f"not taken as raters, because the values are of another kind: {other}. Name the rater "
            "columns to say otherwise."
        )
    if isinstance(plan, Long) and (request.rater is None or request.score is None):
        notes.append(
            f"items are in column {plan.item!r}, raters in {plan.rater!r} and scores in "
            f"{plan.score!r}."
        )
    checked = _checked(patterns, source)
    return replace(checked, layout_reason=reason, warnings=(*notes, *checked.warnings))


def _transposed(frame: Frame, request: Request, rules: Rules) -> tuple[nw.DataFrame[Any], Request]:
    """Frame with raters in columns; a first column of words gives their names."""
    from accord.backends.columns import eager_frame
    from accord.backends.frames import peek

    eager = eager_frame(frame)
    columns, sample = peek(eager, rules)
    first = sample[columns[0]]
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
    rows = [eager[name].to_list() for name in items]
    key = "item" if "item" not in names else "the items"
    table: dict[str, Any] = {key: items}
    table.update({name: [row[j] for row in rows] for j, name in enumerate(names)})
    chosen = replace(request, rater=None, item=key, layout=request.layout or "wide")
    return columns_as_frame(table), chosen


def _placed(
    error: InputError,
    frame: Frame,
    request: Request,
    rules: Rules,
    source: str | None,
    first_row: int,
) -> InputError:
    """Error with its file, row and column filled in."""
    error.source = error.source or source
    if error.row is not None:
        error.row += first_row
    elif isinstance(error, (UnknownCategoryError, NotNumericError)) and error.column is None:
        found = _locate(error.value, frame, request, rules)
        if found is not None:
            error.row, error.column = found[0] + first_row, found[1]
    elif error.column in (request.cluster, request.by) and error.column is not None:
        blank = _first_blank(frame, error.column)
        error.row = None if blank is None else blank + first_row
    return error


def _first_blank(frame: Frame, column: str) -> int | None:
    """Row of the first missing cell of a column; None if there is none."""
    from accord.backends.columns import eager_frame

    cells = eager_frame(frame)[column].to_list()
    blank = (row for row, cell in enumerate(cells) if cell is None or not show_label(cell).strip())
    return next(blank, None)


def _locate(
    value: Any,
    frame: Frame,
    request: Request,
    rules: Rules,
) -> tuple[int, str] | None:
    """First row, and column, that hold a value."""
    from accord.backends.columns import eager_frame

    eager = eager_frame(frame)
    columns = eager.columns
    if request.raters is not None:
        columns = [find_column(name, columns) for name in request.raters]
    elif request.score is not None:
        columns = [find_column(request.score, columns)]
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


# --- arrays -----------------------------------------------------------------------------------


def _from_array(
    array: npt.NDArray[Any], request: Request, rules: Rules, transpose: bool
) -> Patterns:
    if array.ndim != 2:
        raise NotATableError(
            f"an array of ratings has two dimensions, subjects and raters; this one has "
            f"{array.ndim}.",
            remedy="Put the raters side by side: numpy.column_stack([a, b]).",
        )
    if array.size == 0:
        raise EmptyInputError("the array is empty.")
    if transpose:
        array = array.T
    names = [str(number) for number in range(1, array.shape[1] + 1)]
    if request.layout in ("counts", "contingency"):
        return _from_labelled_array(array, request, rules, names)
    chosen = [str(name) for name in request.raters or names]
    if not set(chosen) <= set(names):
        if len(chosen) != len(names):
            raise LayoutError(
                f"raters= gives {len(chosen)} names and the array has {len(names)} columns."
            )
        names = chosen
    extra = [request.item, request.rater, request.score, request.count, request.cluster, request.by]
    plain = request.layout in (None, "wide") and all(choice is None for choice in extra)
    if plain and array.dtype.kind in "iufb":
        columns = [names.index(name) for name in chosen]
        if len(columns) < 2:
            raise TooFewRatersError(
                f"agreement needs two raters or more; the array has {len(columns)} column.",
                remedy="Subjects go in rows and raters in columns, or else use transpose.",
            )
        whole = columns == list(range(array.shape[1]))
        table = array if whole else array[:, columns]
        try:
            return _checked(compress_array(table, chosen, rules), None)
        except InputError as error:
            frame = columns_as_frame({n: array[:, j] for j, n in enumerate(names)})
            raise _placed(error, frame, replace(request, raters=None), rules, None, 1) from None
    frame = columns_as_frame({name: array[:, j] for j, name in enumerate(names)})
    stated = replace(
        request,
        layout=request.layout or "wide",
        raters=chosen if request.layout in (None, "wide") and plain else request.raters,
    )
    return _from_frame(frame, stated, rules, False, source=None, first_row=1)


def _from_labelled_array(
    array: npt.NDArray[Any], request: Request, rules: Rules, names: list[str]
) -> Patterns:
    """Patterns of an array whose columns are categories: the declared ones, or numbers from 1."""
    if rules.categories is not None and len(rules.categories) == array.shape[1]:
        names = [show_label(label) for label in rules.categories]
    frame = columns_as_frame({name: array[:, j] for j, name in enumerate(names)})
    return _from_frame(frame, request, rules, False, source=None, first_row=1)


def _checked(patterns: Patterns, source: str | None) -> Patterns:
    """Warn of a table that probably lies on its side; drop raters who never rated."""
    notes = []
    if patterns.codes is not None and patterns.identity:
        silent = [
            name
            for name, column in zip(patterns.raters, patterns.codes.T, strict=True)
            if np.all(column < 0)
        ]
        if silent:
            kept = [name for name in patterns.raters if name not in silent]
            if len(kept) < 2:
                raise TooFewRatersError(
                    f"agreement needs two raters or more; only {', '.join(kept)} rated anything.",
                    source=source,
                )
            patterns = patterns.select(kept)
            notes.append(f"{', '.join(silent)}: no ratings, left out.")
    if patterns.layout == "wide" and patterns.n < patterns.r and patterns.r > 5:
        notes.append(
            f"there are {patterns.n} subjects and {patterns.r} raters; if raters are in rows, "
            "use transpose."
        )
    return replace(patterns, warnings=(*patterns.warnings, *notes)) if notes else patterns
