"""Long tables in an engine: subjects are gathered there, and only patterns are collected.

Polars scans files larger than memory, and DuckDB and others hold their data elsewhere. The rows of
a subject become one row (a column for each of few raters, or a count for each category if raters
are many), equal rows are counted, and only then the result is collected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import narwhals as nw
import numpy as np

from accord.data.columns import CategoryCounts
from accord.data.patterns import Patterns
from accord.data.scale import IntArray, show_label
from accord.errors import DuplicateRatingError, EmptyInputError, InputError
from accord.io.engines.cell_rules import CellRules
from accord.io.engines.cells import as_labels, encode
from accord.io.engines.columns import (
    COUNT,
    Frame,
    cells_of,
    check_raters,
    eager_frame,
    order_raters,
    python_values,
    several_values,
    subject_attributes,
    with_order,
)
from accord.io.layouts import Extras, Long

__all__ = ["can_compress_lazily", "compress_lazily"]

MAX_RATERS = 64  # up to so many get a column each
MAX_LABELS = 64  # up to so many categories are counted
LEAST_ROWS = 1_000_000  # a shorter Polars scan is faster to collect
KEYS_SHOWN = 5  # pairs of subject and rater that an error lists
REPEATED, ROWS = "__accord_repeated__", "__accord_rows__"
FIRST, LAST, FILLED = "__accord_first_", "__accord_last_", "__accord_filled_"


def can_compress_lazily(frame: Frame, layout: Long) -> bool:
    """Return whether a long table can be compressed in its engine."""
    one_score = len(layout.scores) == 1 and layout.extras.count is None
    return isinstance(frame, nw.LazyFrame) and one_score and layout.duplicates == "error"


@dataclass(frozen=True, slots=True)
class Raters:
    """The raters of a long table.

    Parameters
    ----------
    values
        The raters as they are in the table.
    names
        Their names.
    ratings
        Number of ratings of each.
    """

    values: list[Any]
    names: tuple[str, ...]
    ratings: tuple[int, ...]


def compress_lazily(frame: Frame, layout: Long, rules: CellRules) -> Patterns | None:
    """Compress a long table in its engine.

    None if collecting is better or necessary: for a short Polars scan, and for a table with too
    many raters and too many categories.
    """
    assert isinstance(frame, nw.LazyFrame)
    rules = with_order(frame, [layout.scores], rules)
    survey = _survey_raters(frame, layout)
    if frame.implementation.is_polars() and int(survey[COUNT].sum()) < LEAST_ROWS:
        return None
    raters = _find_raters(survey, layout)
    if layout.raters is not None:
        frame = frame.filter(nw.col(layout.rater).is_in(raters.values))
    if len(raters.names) <= MAX_RATERS:
        return _compress_by_rater(frame, layout, rules, raters)
    return _compress_by_category(frame, layout, rules, raters)


def _survey_raters(frame: nw.LazyFrame[Any], layout: Long) -> nw.DataFrame[Any]:
    """Return each rater with the number of rows, of ratings, and of rows without a subject."""
    blank = nw.col(layout.item).is_null()
    if frame.collect_schema()[layout.item] == nw.String:
        blank = blank | (nw.col(layout.item).str.strip_chars() == "")
    rated = ~nw.col(layout.scores[0]).is_null()
    selected = frame.select(
        layout.rater, blank.cast(nw.Int64).alias(REPEATED), rated.cast(nw.Int64).alias(FILLED)
    )
    grouped = selected.group_by(layout.rater, drop_null_keys=False)
    parts = (nw.len().alias(COUNT), nw.col(REPEATED).sum(), nw.col(FILLED).sum())
    return eager_frame(grouped.agg(*parts))


def _find_raters(survey: nw.DataFrame[Any], layout: Long) -> Raters:
    """Return the raters, having checked that every rating has a rater and a subject."""
    if len(survey) == 0:
        raise EmptyInputError("there are no rows.")
    blank = [v is None or not show_label(v).strip() for v in python_values(survey[layout.rater])]
    unnamed = survey.filter(blank)
    for name, role, times in (
        (layout.item, "subject", survey[REPEATED].sum()),
        (layout.rater, "rater", unnamed[COUNT].sum()),
    ):
        if int(times or 0):
            raise InputError(
                f"{int(times):,} ratings have no {role}.",
                column=name,
                remedy="Fill it in, or leave the rows out.",
            )
    values = python_values(survey[layout.rater])
    names = as_labels(values)
    if layout.raters is not None:
        check_raters(layout.raters, names, layout.rater)
    order = order_raters(names, layout)
    ratings = [int(number) for number in python_values(survey[FILLED])]
    return Raters(
        [values[k] for k in order],
        tuple(names[k] for k in order),
        tuple(ratings[k] for k in order),
    )


def _flag(condition: Any) -> Any:
    """Return a condition as a number of one byte, which every engine can add up."""
    return condition.cast(nw.Int8)


def _summable(frame: nw.LazyFrame[Any]) -> Callable[[Any], Any]:
    """Return a function that makes a condition summable; Polars sums conditions as they are."""
    return (lambda condition: condition) if frame.implementation.is_polars() else _flag


def _attribute_columns(extras: Extras) -> list[str]:
    return list(dict.fromkeys(name for name in (extras.cluster, extras.by) if name))


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A column of the gathered subjects.

    Parameters
    ----------
    name
        Name of the column.
    expression
        Expression over the rows of a subject.
    method
        Method that aggregates it: ``min``, ``max``, ``sum``, ``count`` or ``n_unique``.
    """

    name: str
    expression: Any
    method: str

    def of(self, expression: Any) -> Any:
        """Return the aggregated expression under the name of the column."""
        return getattr(expression, self.method)().alias(self.name)


def _gather_subjects(
    frame: nw.LazyFrame[Any], layout: Long, aggregates: list[Aggregate]
) -> nw.LazyFrame[Any]:
    """Return a row for each subject, with the least and the greatest value of each attribute."""
    names = _attribute_columns(layout.extras)
    aggregates = aggregates + [
        Aggregate(prefix + name, nw.col(name), method)
        for name in names
        for prefix, method in ((FIRST, "min"), (LAST, "max"), (FILLED, "count"))
    ]
    if names and ROWS not in [aggregate.name for aggregate in aggregates]:
        aggregates.append(Aggregate(ROWS, nw.col(layout.rater), "count"))
    if not frame.implementation.is_dask():
        return frame.group_by(layout.item).agg(*(a.of(a.expression) for a in aggregates))
    # Dask aggregates columns only, not expressions.
    columns = frame.with_columns(*(a.expression.alias(a.name) for a in aggregates))
    return columns.group_by(layout.item).agg(*(a.of(nw.col(a.name)) for a in aggregates))


def _count_subjects(
    subjects: nw.LazyFrame[Any], keys: list[str], layout: Long, further: Sequence[Any] = ()
) -> nw.DataFrame[Any]:
    """Count equal subjects, and aggregate further expressions over them."""
    names = _attribute_columns(layout.extras)
    differing = [
        _flag(
            (nw.col(FIRST + name) != nw.col(LAST + name)) | (nw.col(FILLED + name) != nw.col(ROWS))
        ).alias(LAST + name)
        for name in names
    ]
    flagged = subjects.with_columns(*differing) if differing else subjects
    grouped = flagged.group_by(
        [*keys, *(FIRST + name for name in names)], drop_null_keys=False
    ).agg(
        nw.len().alias(COUNT),
        *further,
        *(nw.col(LAST + name).sum() for name in names),
    )
    table = eager_frame(grouped)
    if len(table) == 0:
        raise EmptyInputError("there are no rows.")
    for name in names:
        if int(table[LAST + name].sum()):
            raise several_values(name)
    return table.rename({FIRST + name: name for name in names})


def _duplicate_error(frame: nw.LazyFrame[Any], layout: Long) -> DuplicateRatingError:
    """Return the error that lists some of the repeated ratings."""
    rated = frame.filter(~nw.col(layout.scores[0]).is_null())
    times = rated.group_by(layout.item, layout.rater).agg(nw.len().alias(COUNT))
    repeated = times.filter(nw.col(COUNT) > 1)
    total = int(eager_frame(repeated.select(nw.len())).item())
    shown = eager_frame(repeated.sort(layout.item, layout.rater).head(KEYS_SHOWN))
    pairs = zip(python_values(shown[layout.item]), python_values(shown[layout.rater]), strict=True)
    return DuplicateRatingError([(show_label(i), show_label(r)) for i, r in pairs], total)


def _compress_by_rater(
    frame: nw.LazyFrame[Any], layout: Long, rules: CellRules, raters: Raters
) -> Patterns:
    """Compress a table with few raters: each becomes a column in the engine.

    A rater with more ratings than rated subjects rated a subject twice.
    """
    rater, score = nw.col(layout.rater), nw.col(layout.scores[0])
    columns = [f"__accord_rater_{number}__" for number in range(len(raters.names))]
    aggregates = [
        Aggregate(column, nw.when(rater == value).then(score).otherwise(None), "max")
        for value, column in zip(raters.values, columns, strict=True)
    ]
    subjects = _gather_subjects(frame, layout, aggregates)
    table = _count_subjects(subjects, columns, layout)
    times = table[COUNT].to_numpy().astype(np.int64)
    for column, ratings in zip(columns, raters.ratings, strict=True):
        if int(times @ ~table[column].is_null().to_numpy().astype(bool)) < ratings:
            raise _duplicate_error(frame, layout)
    scale, codes, warnings = encode([cells_of(table[column]) for column in columns], rules)

    def list_subjects() -> tuple[tuple[str, ...], IntArray]:
        every = eager_frame(subjects.select(layout.item, *columns))
        declared = replace(rules, scale=scale)
        _, rows, _ = encode([cells_of(every[column]) for column in columns], declared)
        return as_labels(python_values(every[layout.item])), rows

    return Patterns.build(
        scale,
        raters.names,
        codes,
        warnings=warnings,
        layout="long",
        subjects=list_subjects,
        **subject_attributes(table, layout.extras, np.arange(len(table))),
    )


def _compress_by_category(
    frame: nw.LazyFrame[Any], layout: Long, rules: CellRules, raters: Raters
) -> Patterns | None:
    """Compress a table with many raters: the ratings of each category are counted in the engine.

    None if there are too many categories.
    """
    name, summable = layout.scores[0], _summable(frame)
    labels = python_values(eager_frame(frame.select(name).unique())[name])
    if len(labels) > MAX_LABELS:
        return None
    labels = [label for label in labels if rules.label(label) is not None]
    scale, codes, warnings = encode([labels], rules)
    columns = [f"__accord_label_{number}__" for number in range(len(labels))]
    aggregates = [
        Aggregate(column, summable(nw.col(name) == label), "sum")
        for label, column in zip(labels, columns, strict=True)
    ]
    aggregates += [
        Aggregate(ROWS, nw.col(layout.rater), "count"),
        Aggregate(REPEATED, nw.col(layout.rater), "n_unique"),
    ]
    subjects = _gather_subjects(frame, layout, aggregates)
    subjects = subjects.with_columns((nw.col(ROWS) - nw.col(REPEATED) + 1).alias(REPEATED))
    table = _count_subjects(subjects, columns, layout, [nw.col(REPEATED).max()])
    if int(table[REPEATED].max()) > 1:
        raise _duplicate_error(frame, layout)
    rows = np.zeros((len(table), scale.size), dtype=np.int64)
    for column, code in zip(columns, codes[:, 0].tolist(), strict=True):
        rows[:, code] += table[column].to_numpy().astype(np.int64)  # labels may share a category
    warning = (
        f"{len(raters.names):,} raters are too many to keep apart in the engine; coefficients that "
        "need to know who gave which rating are left out."
    )
    return Patterns.compress(
        scale,
        raters.names,
        CategoryCounts(rows, scale.size),
        warnings=(*warnings, warning),
        layout="long",
        **subject_attributes(table, layout.extras, np.arange(len(table))),
    )
