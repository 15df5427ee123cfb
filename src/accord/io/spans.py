"""Spans from tables with a row for each: document, rater, start, end and label."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.data.scale import IntArray, as_number, show_label
from accord.data.spans import Spans
from accord.errors import (
    InputError,
    LayoutError,
    NotNumericError,
    OptionError,
    TooFewRatersError,
)
from accord.io.engines.factorize import factorize
from accord.io.layouts import LayoutOptions, find_column, join_names
from accord.io.layouts.guessing import RATER, first_named

if TYPE_CHECKING:
    from accord.io.engines.columns import Frame

__all__ = ["looks_like_spans", "spans_of_frame", "spans_of_segments"]

START = re.compile(r"(start|begin|from)s?([ _-]?(offset|char|pos(ition)?|index|token))?", re.I)
END = re.compile(r"(end|stop|to)s?([ _-]?(offset|char|pos(ition)?|index|token))?", re.I)
DOCUMENT = re.compile(
    r"(doc(ument)?|text|file|item|task|article|page|source|subject|unit|sample|id)s?"
    r"([ _-]?(id|no|nr|name|number|key))?",
    re.I,
)
LABEL = re.compile(
    r"(label|tag|type|entity|category|class|code|value|annotation|kind)s?([ _-]?(type|name))?", re.I
)
LENGTH = re.compile(r"((doc(ument)?|text)[ _-]?)?(length|size|len|characters|tokens)", re.I)
SAMPLE = 200  # rows by which the layout is recognised
MOST_POSITIONS = 10_000_000  # larger numbers are times


def looks_like_spans(options: LayoutOptions, frame: Frame) -> bool:
    """Return whether a table has a row for each span: as stated, or by the first rows.

    Columns of starts and ends may also be times, so the numbers must be positions.
    """
    if options.layout is not None:
        return options.layout == "spans"
    columns = frame.collect_schema().names()
    named = [first_named(pattern, columns) for pattern in (START, END, RATER, DOCUMENT)]
    start, end, *others = named
    if start is None or end is None or None in others or len(set(named)) < len(named):
        return False
    from accord.io.engines.columns import eager_frame, python_values

    head = eager_frame(frame.select(start, end).head(SAMPLE))
    pairs = list(zip(*(map(as_number, python_values(head[n])) for n in (start, end)), strict=True))
    marked = [(a, b) for a, b in pairs if a is not None and b is not None]
    blank = sum(cell is None for cell in python_values(head[start]))
    positions = all(0 <= a < b < MOST_POSITIONS and (a + b).is_integer() for a, b in marked)
    return bool(marked) and len(marked) + blank == len(pairs) and positions


def spans_of_frame(
    frame: Frame,
    options: LayoutOptions,
    lengths: Mapping[str, float] | float | None = None,
    line_of: Callable[[int], int] | None = None,
) -> Spans:
    """Return the spans of a table.

    A row without a start says that a rater annotated a document and perhaps found nothing. Where
    there are such rows, a rater annotated the documents for which there are rows; otherwise every
    rater annotated every document.

    Parameters
    ----------
    frame
        A row for each span.
    options
        Columns of the documents (``item``), of the raters and of the labels (``score``), if stated.
    lengths
        Length of each document, or of all.
    line_of
        Returns the line of a row in the file, for errors.
    """
    from accord.io.engines.columns import eager_frame, python_values

    table = eager_frame(frame)
    chosen = _columns(options, table.columns)
    cells = {role: python_values(table[name]) for role, name in chosen.items()}
    marked = np.array([cell is not None for cell in cells["start"]], dtype=np.bool_)
    documents, document = _named(cells["document"], "document", chosen, line_of)
    raters, rater = _named(cells["rater"], "rater", chosen, line_of)
    rows = np.flatnonzero(marked)
    bounds = [_positions(cells[role], rows, chosen[role], line_of) for role in ("start", "end")]
    start, end = bounds
    empty = np.flatnonzero(end <= start)
    if empty.size:
        raise LayoutError(
            f"a span ends at {end[empty[0]]} and starts at {start[empty[0]]}; spans are half-open, "
            "from start to before end.",
            row=_line(int(rows[empty[0]]), line_of),
            column=chosen["end"],
        )
    group, groups = _groups_of(cells.get("group"), document, len(documents), chosen, line_of)
    names = [show_label(cell) for cell in cells.get("label", ["span"] * len(table))]
    labels, label = _named([names[row] for row in rows], "label", chosen, line_of)
    spans = Spans(
        documents,
        raters,
        labels,
        document[rows],
        rater[rows],
        label,
        start,
        end,
        _lengths_in(cells.get("length"), document, len(documents)),
        _annotated(document, rater, marked, (len(documents), len(raters))),
        group,
        groups,
    )
    spans = _without_repetitions(spans)
    spans.check_lengths()
    spans = spans.with_lengths(lengths)
    if options.raters is not None:
        spans = spans.of_raters([str(name) for name in options.raters])
    if len(spans.raters) < 2:
        raise TooFewRatersError(
            f"agreement needs two raters or more; only {', '.join(spans.raters)} marked spans.",
            column=chosen["rater"],
        )
    return spans


def _columns(options: LayoutOptions, columns: Sequence[str]) -> dict[str, str]:
    """Return the column of each role, as stated or by its name."""
    if options.cluster is not None:
        raise OptionError(
            "the documents are the clusters of spans; leave out cluster, or state it as item.",
            option="cluster",
        )
    stated = {
        "document": options.item, "rater": options.rater, "label": options.score,
        "group": options.by,
    }  # fmt: skip
    chosen = {
        role: find_column(choice, columns)
        for role, choice in stated.items()
        if isinstance(choice, (str, int))
    }
    patterns = (
        ("start", START), ("end", END), ("length", LENGTH), ("rater", RATER),
        ("document", DOCUMENT), ("label", LABEL),
    )  # fmt: skip
    for role, pattern in patterns:
        if role not in chosen:
            free = [name for name in columns if name not in chosen.values()]
            name = first_named(pattern, free)
            if name is not None:
                chosen[role] = name
    for role in ("document", "rater", "start", "end"):
        if role not in chosen:
            flag = {"document": "item", "rater": "rater"}.get(role)
            raise LayoutError(
                f"no column of the {role}s was found, which spans need; the columns are "
                f"{join_names(columns)}.",
                remedy=f"Name it with {flag} (--{flag})." if flag else f"Name a column {role!r}.",
                option=flag,
            )
    return chosen


def _named(
    cells: Sequence[Any],
    role: str,
    chosen: Mapping[str, str],
    line_of: Callable[[int], int] | None,
) -> tuple[tuple[str, ...], IntArray]:
    """Return the names in a column, numbers in order and words as they sort, and their codes."""
    blank = next((k for k, c in enumerate(cells) if c is None or not show_label(c).strip()), None)
    if blank is not None:
        raise InputError(
            f"a span has no {role}.",
            row=_line(blank, line_of),
            column=chosen.get(role),
            remedy="Fill it in, or leave the row out.",
        )
    from accord.io.engines.columns import sort_ranks

    names, codes = factorize([show_label(cell).strip() for cell in cells])
    if not names:
        return (), codes
    rank = np.argsort(np.argsort(sort_ranks(names), kind="stable"), kind="stable")
    return tuple(names[k] for k in np.argsort(rank)), rank[codes]


def _groups_of(
    cells: Sequence[Any] | None,
    document: IntArray,
    size: int,
    chosen: Mapping[str, str],
    line_of: Callable[[int], int] | None,
) -> tuple[IntArray | None, tuple[str, ...]]:
    """Return (D,) the subgroup of each document, and the names of the subgroups."""
    if cells is None:
        return None, ()
    names, codes = _named(cells, "group", chosen, line_of)
    group = np.full(size, -1)
    group[document] = codes
    mixed = np.flatnonzero(group[document] != codes)
    if mixed.size:
        raise LayoutError(
            "a document is in two subgroups.",
            row=_line(int(mixed[0]), line_of),
            column=chosen["group"],
            option="by",
        )
    return group, names


def _positions(
    cells: Sequence[Any], rows: IntArray, column: str, line_of: Callable[[int], int] | None
) -> IntArray:
    """Return the positions in a column: whole numbers from 0 up."""
    numbers = [as_number(cells[row]) for row in rows.tolist()]
    for row, number in zip(rows.tolist(), numbers, strict=True):
        if number is None or number < 0 or not number.is_integer():
            raise NotNumericError(
                f"the position {show_label(cells[row])!r} is not a whole number from 0 up.",
                row=_line(row, line_of),
                column=column,
                value=cells[row],
                remedy="Positions count characters or tokens from 0.",
            )
    return np.array(numbers, dtype=np.float64).astype(np.int64)


def _line(row: int, line_of: Callable[[int], int] | None) -> int:
    return row if line_of is None else line_of(row)


def _lengths_in(cells: Sequence[Any] | None, document: IntArray, size: int) -> Any:
    """Return (D,) lengths in a column; NaN where there are none."""
    lengths = np.full(size, np.nan)
    for code, cell in zip(document.tolist(), cells or (), strict=False):
        number = as_number(cell)
        if number is not None:
            lengths[code] = max(number, np.nan_to_num(lengths[code]))
    return lengths


def _annotated(document: IntArray, rater: IntArray, marked: Any, shape: tuple[int, int]) -> Any:
    if marked.all():
        return np.ones(shape, dtype=np.bool_)
    annotated = np.zeros(shape, dtype=np.bool_)
    annotated[document, rater] = True
    return annotated


def _without_repetitions(spans: Spans) -> Spans:
    """Return the spans, each once: a rater cannot mark the same stretch twice with a label."""
    cells = np.column_stack([spans.document, spans.rater, spans.label, spans.start, spans.end])
    kept = np.zeros(len(spans), dtype=np.bool_)
    kept[np.unique(cells, axis=0, return_index=True)[1]] = True
    return spans if kept.all() else spans.taken(kept)


def spans_of_segments(masses: Mapping[Any, Sequence[Any]]) -> Spans:
    """Return the segments of one document, given the lengths of each rater's segments in order.

    >>> spans = spans_of_segments({"ann": [2, 3], "bo": [5]})
    >>> spans.start.tolist(), spans.end.tolist(), spans.lengths.tolist()
    ([0, 2, 0], [2, 5, 5], [5.0])
    """
    raters = tuple(show_label(name) for name in masses)
    lengths = [np.asarray(each, dtype=np.int64) for each in masses.values()]
    totals = {int(each.sum()) for each in lengths}
    if len(totals) != 1:
        sums = ", ".join(f"{n} {int(x.sum())}" for n, x in zip(raters, lengths, strict=True))
        raise LayoutError(f"the segments of the raters add up to different lengths: {sums}.")
    if any(np.any(each <= 0) for each in lengths):
        raise LayoutError("the length of a segment is not above 0.")
    ends = [np.cumsum(each) for each in lengths]
    rater = np.repeat(np.arange(len(raters)), [each.size for each in lengths])
    start = np.concatenate([end - each for end, each in zip(ends, lengths, strict=True)])
    zeros = np.zeros(rater.size, dtype=np.int64)
    return Spans(
        ("document",), raters, ("segment",), zeros, rater, zeros, start, np.concatenate(ends),
        np.array([float(totals.pop())]), np.ones((1, len(raters)), dtype=np.bool_),
    )  # fmt: skip
