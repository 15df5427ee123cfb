"""Long tables that stay in their engine: items are gathered there, and only patterns come out.

Polars scans files larger than memory, DuckDB and others have their data elsewhere; either way the
rows of an item become one row (a column for each of few raters, or a count for each category where
raters are many), equal rows are counted, and only then anything is collected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import narwhals as nw
import numpy as np

from accord.data.columns import CategoryCounts
from accord.data.patterns import Patterns
from accord.data.scale import IntArray, Scale, show_label
from accord.errors import (
    DuplicateRatingError,
    EmptyInputError,
    InputError,
    LayoutError,
    TooFewRatersError,
)
from accord.io.engines.cells import Rules, encode, named
from accord.io.engines.columns import (
    COUNT,
    Frame,
    carried_along,
    cells_of,
    eager_frame,
    listed,
    sort_ranks,
    with_order,
)
from accord.io.layouts import Extras, Long

__all__ = ["can_stay", "compress_lazily"]

FEW_RATERS = 64  # up to so many get a column each
FEW_LABELS = 64  # up to so many categories are counted
FROM = 1_000_000  # rows from which a Polars scan is not collected
KEYS_SHOWN = 5
AGAIN, ROWS = "__accord_again__", "__accord_rows__"
FIRST, LAST, FILLED = "__accord_first_", "__accord_last_", "__accord_filled_"


def can_stay(frame: Frame, layout: Long) -> bool:
    """Whether a long table can be left where it is."""
    one_score = len(layout.scores) == 1 and layout.extras.count is None
    return isinstance(frame, nw.LazyFrame) and one_score


@dataclass(frozen=True, slots=True)
class Raters:
    """The raters of a long table, as they stand in it and by name, and how much each rated."""

    values: list[Any]
    names: tuple[str, ...]
    scores: tuple[int, ...]


def compress_lazily(frame: Frame, layout: Long, rules: Rules) -> Patterns | None:
    """Patterns of a long table; None where it is better collected.

    That is a short Polars scan, or a table of too many raters and too many categories.
    """
    assert isinstance(frame, nw.LazyFrame)
    rules = with_order(frame, [layout.scores], rules)
    survey = _survey(frame, layout)
    if frame.implementation.is_polars() and int(survey[COUNT].sum()) < FROM:
        return None
    raters = _raters(survey, layout)
    if layout.raters is not None:
        frame = frame.filter(nw.col(layout.rater).is_in(raters.values))
    if len(raters.names) <= FEW_RATERS:
        return _by_raters(frame, layout, rules, raters)
    return _by_categories(frame, layout, rules, raters)


def _survey(frame: nw.LazyFrame[Any], layout: Long) -> nw.DataFrame[Any]:
    """Each rater once, with the number of rows, of scores, and of rows without an item."""
    text = frame.collect_schema()[layout.item] == nw.String
    blank = nw.col(layout.item).is_null()
    if text:
        blank = blank | (nw.col(layout.item).str.strip_chars() == "")
    scored = ~nw.col(layout.scores[0]).is_null()
    told = frame.select(
        layout.rater, blank.cast(nw.Int64).alias(AGAIN), scored.cast(nw.Int64).alias(FILLED)
    )
    grouped = told.group_by(layout.rater, drop_null_keys=False)
    parts = (nw.len().alias(COUNT), nw.col(AGAIN).sum(), nw.col(FILLED).sum())
    return eager_frame(grouped.agg(*parts))


def _raters(survey: nw.DataFrame[Any], layout: Long) -> Raters:
    """The raters, every rating having one, and an item."""
    if len(survey) == 0:
        raise EmptyInputError("there are no rows.")
    blank = [v is None or not show_label(v).strip() for v in listed(survey[layout.rater])]
    unnamed = survey.filter(blank)
    for name, role, times in (
        (layout.item, "item", survey[AGAIN].sum()),
        (layout.rater, "rater", unnamed[COUNT].sum()),
    ):
        if int(times or 0):
            raise InputError(
                f"{int(times)} ratings have no {role}.",
                column=name,
                remedy="Fill it in, or leave the rows out.",
            )
    values = listed(survey[layout.rater])
    names = named(values)
    if layout.raters is not None:
        for name in layout.raters:
            if name not in names:
                known = ", ".join(sorted(names)[:12])
                raise LayoutError(
                    f"there is no rater {name!r}; the raters are {known}.", column=layout.rater
                )
        order = [names.index(name) for name in layout.raters]
    else:
        order = np.argsort(sort_ranks(names)).tolist()
    if len(order) < 2:
        raise TooFewRatersError(
            f"agreement needs two raters or more; the column holds only {names}.",
            column=layout.rater,
            remedy="Is this the column that says who gave the rating?",
        )
    scores = [int(number) for number in listed(survey[FILLED])]
    return Raters(
        [values[k] for k in order],
        tuple(names[k] for k in order),
        tuple(scores[k] for k in order),
    )


def _flag(condition: Any) -> Any:
    """Truth as a number that every engine adds up, and that takes a byte."""
    return condition.cast(nw.Int8)


def _truth(frame: nw.LazyFrame[Any]) -> Callable[[Any], Any]:
    """How to make a truth that can be added up: Polars adds them as they are, in less memory."""
    return (lambda condition: condition) if frame.implementation.is_polars() else _flag


def _carries(extras: Extras) -> list[str]:
    return list(dict.fromkeys(name for name in (extras.cluster, extras.by) if name))


@dataclass(frozen=True, slots=True)
class Part:
    """A column of the gathered items: an expression over their rows, and how it is summed up."""

    name: str
    expression: Any
    how: str

    def gathered(self, of: Any) -> Any:
        """The expression that sums up."""
        return getattr(of, self.how)().alias(self.name)


def _gathered(frame: nw.LazyFrame[Any], layout: Long, parts: list[Part]) -> nw.LazyFrame[Any]:
    """A row for each item, with what it carries along: the least and the greatest of it."""
    carries = _carries(layout.extras)
    parts = parts + [
        Part(end + name, nw.col(name), how)
        for name in carries
        for end, how in ((FIRST, "min"), (LAST, "max"), (FILLED, "count"))
    ]
    if carries and ROWS not in [part.name for part in parts]:
        parts.append(Part(ROWS, nw.col(layout.rater), "count"))
    if not frame.implementation.is_dask():
        return frame.group_by(layout.item).agg(*(p.gathered(p.expression) for p in parts))
    spread = frame.with_columns(*(p.expression.alias(p.name) for p in parts))  # as Dask wants it
    return spread.group_by(layout.item).agg(*(p.gathered(nw.col(p.name)) for p in parts))


def _counted(
    items: nw.LazyFrame[Any], keys: list[str], layout: Long, more: Sequence[Any] = ()
) -> nw.DataFrame[Any]:
    """Equal items, counted, with more that is summed up over them."""
    names = _carries(layout.extras)
    carried = [FIRST + name for name in names]
    unlike = [
        _flag(
            (nw.col(FIRST + name) != nw.col(LAST + name)) | (nw.col(FILLED + name) != nw.col(ROWS))
        ).alias(LAST + name)
        for name in names
    ]
    told = items.with_columns(*unlike) if unlike else items
    grouped = told.group_by([*keys, *carried], drop_null_keys=False).agg(
        nw.len().alias(COUNT),
        *more,
        *(nw.col(LAST + name).sum() for name in names),
    )
    table = eager_frame(grouped)
    if len(table) == 0:
        raise EmptyInputError("there are no rows.")
    for name in names:
        if int(table[LAST + name].sum()):
            raise LayoutError(
                "an item has two different values of this column.",
                column=name,
                remedy="Counts, clusters and groups belong to items, not to ratings.",
            )
    return table.rename({FIRST + name: name for name in names})


def _duplicates(frame: nw.LazyFrame[Any], layout: Long) -> DuplicateRatingError:
    rated = frame.filter(~nw.col(layout.scores[0]).is_null())
    times = rated.group_by(layout.item, layout.rater).agg(nw.len().alias(COUNT))
    again = times.filter(nw.col(COUNT) > 1)
    total = int(eager_frame(again.select(nw.len())).item())
    shown = eager_frame(again.sort(layout.item, layout.rater).head(KEYS_SHOWN))
    keys = zip(listed(shown[layout.item]), listed(shown[layout.rater]), strict=True)
    return DuplicateRatingError([(show_label(i), show_label(r)) for i, r in keys], total)


def _by_raters(frame: nw.LazyFrame[Any], layout: Long, rules: Rules, raters: Raters) -> Patterns:
    """A column for each rater, made in the engine.

    Somebody rated an item twice if there are more scores than items with one.
    """
    who, score = nw.col(layout.rater), nw.col(layout.scores[0])
    cells = [f"__accord_rater_{g}__" for g in range(len(raters.names))]
    parts = [
        Part(cell, nw.when(who == value).then(score).otherwise(None), "max")
        for value, cell in zip(raters.values, cells, strict=True)
    ]
    items = _gathered(frame, layout, parts)
    table = _counted(items, cells, layout)
    times = table[COUNT].to_numpy().astype(np.int64)
    for cell, scores in zip(cells, raters.scores, strict=True):
        if int(times @ ~table[cell].is_null().to_numpy().astype(bool)) < scores:
            raise _duplicates(frame, layout)
    scale, codes, warnings = encode([cells_of(table[cell]) for cell in cells], rules)

    def subjects() -> tuple[tuple[str, ...], IntArray]:
        every = eager_frame(items.select(layout.item, *cells))
        settled = replace(rules, categories=scale.labels)
        _, rows, _ = encode([cells_of(every[cell]) for cell in cells], settled)
        return named(listed(every[layout.item])), rows

    return Patterns.build(
        scale,
        raters.names,
        codes,
        warnings=warnings,
        layout="long",
        subjects=subjects,
        **carried_along(table, layout.extras, np.arange(len(table))),
    )


def _by_categories(
    frame: nw.LazyFrame[Any], layout: Long, rules: Rules, raters: Raters
) -> Patterns | None:
    """A count for each category, made in the engine: many raters never become many columns."""
    name, truth = layout.scores[0], _truth(frame)
    labels = listed(eager_frame(frame.select(name).unique())[name])
    if len(labels) > FEW_LABELS:
        return None
    known = [label for label in labels if rules.label(label) is not None]
    scale, codes, warnings = encode([known], rules)
    counts = [f"__accord_label_{k}__" for k in range(len(known))]
    parts = [
        Part(count, truth(nw.col(name) == label), "sum")
        for label, count in zip(known, counts, strict=True)
    ]
    parts += [
        Part(ROWS, nw.col(layout.rater), "count"),
        Part(AGAIN, nw.col(layout.rater), "n_unique"),
    ]
    items = _gathered(frame, layout, parts)
    items = items.with_columns((nw.col(ROWS) - nw.col(AGAIN) + 1).alias(AGAIN))
    table = _counted(items, counts, layout, [nw.col(AGAIN).max()])
    if int(table[AGAIN].max()) > 1:
        raise _duplicates(frame, layout)
    rows = _rows(table, counts, codes[:, 0], scale)
    note = (
        f"{len(raters.names)} raters are too many to keep apart in the engine; coefficients that "
        "need to know who gave which rating are left out."
    )
    return Patterns.compress(
        scale,
        raters.names,
        CategoryCounts(rows, scale.size),
        warnings=(*warnings, note),
        layout="long",
        **carried_along(table, layout.extras, np.arange(len(table))),
    )


def _rows(table: nw.DataFrame[Any], counts: list[str], codes: IntArray, scale: Scale) -> IntArray:
    """(P, q) ratings of each category; labels that are the same category are added up."""
    rows = np.zeros((len(table), scale.size), dtype=np.int64)
    for name, code in zip(counts, codes.tolist(), strict=True):
        rows[:, code] += table[name].to_numpy().astype(np.int64)
    return rows
