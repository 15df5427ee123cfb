"""Arrays: subjects × raters, or raters × subjects × responses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy.typing as npt

from accord.backends import Rules, compress_array, encode_responses
from accord.backends.objects import columns_as_frame
from accord.errors import (
    EmptyInputError,
    InputError,
    LayoutError,
    NotATableError,
    OptionError,
    TooFewRatersError,
)
from accord.layouts import Request
from accord.loading.frames import check_levels, checked, from_frame, placed
from accord.patterns import Patterns
from accord.scale import show_label

__all__ = ["from_array"]


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
            return checked(compress_array(table, chosen, rules), None)
        except InputError as error:
            frame = columns_as_frame({n: array[:, j] for j, n in enumerate(names)})
            raise placed(
                error, frame, replace(request, raters=None), rules, None, (1).__add__
            ) from None
    frame = columns_as_frame({name: array[:, j] for j, name in enumerate(names)})
    stated = replace(
        request,
        layout=request.layout or "wide",
        raters=chosen if request.layout in (None, "wide") and plain else request.raters,
    )
    return from_frame(frame, stated, rules, False, source=None, first_row=1)


def _from_cube(
    array: npt.NDArray[Any], request: Request, rules: Rules, transpose: bool
) -> Patterns:
    """Patterns of an array raters × subjects × responses."""
    if transpose or request != Request(raters=request.raters, score=request.score):
        raise OptionError(
            "an array raters × subjects × responses takes raters= and score= (names of the "
            "responses) only."
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
    frame = columns_as_frame({name: array[:, j] for j, name in enumerate(names)})
    return from_frame(frame, request, rules, False, source=None, first_row=1)
