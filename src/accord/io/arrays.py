"""Arrays: subjects × raters, or raters × subjects × responses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from accord.data.patterns import Patterns
from accord.data.scale import show_label
from accord.errors import (
    EmptyInputError,
    InputError,
    LayoutError,
    NotATableError,
    OptionError,
    TooFewRatersError,
)
from accord.io.ambiguity import SAMPLE, Reading, is_numeric, warn
from accord.io.engines import Rules, compress_array, encode_responses
from accord.io.engines.objects import columns_as_frame
from accord.io.frames import check_levels, checked, from_frame, placed
from accord.io.layouts import Request, guess_kind

if TYPE_CHECKING:
    import narwhals as nw

__all__ = ["from_array", "name_columns"]


def from_array(
    array: npt.NDArray[Any], request: Request, rules: Rules, transpose: bool
) -> Patterns:
    """Patterns of an array, or of rows of one's own making."""
    if array.ndim == 3:
        return _from_cube(array, request, rules, transpose)
    check_levels(rules, 1)
    if array.ndim != 2:
        raise NotATableError(
            "an array of ratings has two dimensions, subjects and raters, or three, raters, "
            f"subjects and responses; this one has {array.ndim}.",
            remedy="The arrays of two raters are two arguments, agreement(a, b), or columns of "
            "one array: numpy.column_stack([a, b]).",
        )
    if array.size == 0:
        raise EmptyInputError("the array is empty.")
    if transpose:
        array = array.T
    if request != Request():
        return _from_described(array, request, rules)
    if _holds_triples(array, rules):
        return from_frame(_as_frame(array), request, rules, False, source=None, first_row=1)
    patterns = replace(_from_described(array, request, rules), layout_reason="the usual form")
    rows, columns = array.shape
    if transpose and rows != columns:
        return patterns
    declared = rules.categories is not None
    doubt = Reading(rows, columns, lambda: _cells(array, rules), declared).doubt()
    if doubt is None:
        return patterns
    return replace(patterns, warnings=(warn(doubt), *patterns.warnings))


def _from_described(array: npt.NDArray[Any], request: Request, rules: Rules) -> Patterns:
    """Patterns of a two-dimensional array, as far as described by the user; else wide."""
    names = [str(number) for number in range(1, array.shape[1] + 1)]
    if request.layout in ("counts", "contingency"):
        return _from_labelled_array(array, request, rules, names)
    names, chosen = name_columns(names, request)
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
            return checked(compress_array(table, chosen, rules), None)
        except InputError as error:
            frame = _as_frame(array, names)
            raise placed(
                error, frame, replace(request, raters=None), rules, None, (1).__add__
            ) from None
    frame = _as_frame(array, names)
    long = request.rater is not None or request.score is not None
    stated = replace(
        request,
        layout=request.layout or (None if long else "wide"),
        raters=chosen if request.layout in (None, "wide") and plain else request.raters,
    )
    return from_frame(frame, stated, rules, False, source=None, first_row=1)


def name_columns(names: Sequence[str], request: Request) -> tuple[list[str], list[str]]:
    """Names of columns that have none of their own, and of those that are chosen.

    The option ``raters`` chooses among the given names, or gives others to all columns.
    """
    chosen = [str(name) for name in request.raters or names]
    if set(chosen) <= set(names):
        return list(names), chosen
    if len(chosen) != len(names):
        raise LayoutError(f"raters= gives {len(chosen)} names and there are {len(names)} columns.")
    return chosen, chosen


def _as_frame(array: npt.NDArray[Any], names: Sequence[str] = ()) -> nw.DataFrame[Any]:
    """Frame of the columns of an array, named or numbered from 1."""
    names = names or [str(number) for number in range(1, array.shape[1] + 1)]
    return columns_as_frame({name: array[:, j] for j, name in enumerate(names)})


def _holds_triples(array: npt.NDArray[Any], rules: Rules) -> bool:
    """Whether rows are single ratings: rater, item and score, of which some are words."""
    if array.shape[1] != 3 or array.dtype.kind in "iufb":
        return False
    cells = dict(zip("123", _cells(array, rules), strict=True))
    kind, _ = guess_kind(Request(), list(cells), cells)
    return kind == "long" and not all(is_numeric(column) for column in cells.values())


def _cells(array: npt.NDArray[Any], rules: Rules) -> list[Any]:
    """Cells of each column: numbers as they are, others as labels of the first rows."""
    if array.dtype.kind in "iuf" and not rules.missing_numbers:
        return list(array.T)
    return [[rules.label(cell) for cell in column] for column in array[:SAMPLE].T]


def _from_cube(
    array: npt.NDArray[Any], request: Request, rules: Rules, transpose: bool
) -> Patterns:
    """Patterns of an array raters × subjects × responses."""
    if transpose or request != Request(raters=request.raters, score=request.score):
        raise OptionError(
            "an array raters × subjects × responses takes raters= and score= (names of the "
            "responses) only.",
            option="data",
        )
    b, n, c = array.shape
    if array.size == 0 or b < 2:
        raise TooFewRatersError(
            f"agreement needs two raters or more and some subjects; the array has shape {b} "
            f"(raters) × {n} (subjects) × {c} (responses)."
        )
    raters = [str(name) for name in request.raters or range(1, b + 1)]
    responses = [str(name) for name in request.scores([]) or range(1, c + 1)]
    if (len(raters), len(responses)) != (b, c):
        raise LayoutError(
            f"{len(raters)} raters and {len(responses)} responses are named, and the array has "
            f"{b} and {c}."
        )
    check_levels(rules, c)
    columns: list[list[npt.NDArray[Any] | list[Any]]] = [
        [array[g, :, k] if array.dtype.kind in "iuf" else array[g, :, k].tolist() for g in range(b)]
        for k in range(c)
    ]
    scale, codes, warnings = encode_responses(columns, rules, responses)
    patterns = Patterns.build(
        scale,
        raters,
        codes,
        warnings=warnings,
        layout="array",
        subjects=lambda: (range(1, n + 1), codes),
    )
    return checked(patterns, None)


def _from_labelled_array(
    array: npt.NDArray[Any], request: Request, rules: Rules, names: list[str]
) -> Patterns:
    """Patterns of an array whose columns are categories: the declared ones, or numbers from 1."""
    if rules.categories is not None and len(rules.categories) == array.shape[1]:
        names = [show_label(label) for label in rules.categories]
    return from_frame(_as_frame(array, names), request, rules, False, source=None, first_row=1)
