"""Arrays of ratings: subjects × raters, or raters × subjects × responses."""

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
from accord.io.ambiguity import SAMPLE, is_numeric, suggest_other_reading, warn
from accord.io.engines import CellRules, compress_array, encode_responses
from accord.io.engines.objects import columns_as_frame
from accord.io.frames import drop_silent_raters, from_frame
from accord.io.layouts import LayoutOptions, guess_layout
from accord.io.locating import IN_MEMORY, locate_error

if TYPE_CHECKING:
    import narwhals as nw

__all__ = ["array_as_frame", "from_array", "name_columns"]


def from_array(
    array: npt.NDArray[Any], options: LayoutOptions, rules: CellRules, transpose: bool
) -> Patterns:
    """Read ratings from an array, or from the rows of a list as an array of objects."""
    if array.ndim == 3:
        return _from_cube(array, options, rules, transpose)
    rules.check_levels(1)
    if array.ndim != 2:
        raise NotATableError(
            "an array of ratings has two dimensions (subjects × raters) or three (raters × "
            f"subjects × responses); this one has {array.ndim}.",
            remedy="The arrays of two raters are two arguments, agreement(a, b), or columns of "
            "one array: numpy.column_stack([a, b]).",
        )
    if array.size == 0:
        raise EmptyInputError("the array is empty.")
    if transpose:
        array = array.T
    if options != LayoutOptions():
        return _from_table(array, options, rules)
    rows, columns = array.shape
    if columns == 3 and array.dtype.kind not in "iufb" and _are_triples(array, rules):
        return from_frame(array_as_frame(array), options, rules)
    patterns = replace(_from_table(array, options, rules), layout_reason="the usual form")
    if transpose and rows != columns:
        return patterns
    message = suggest_other_reading(
        rows, columns, lambda: _cells(array, rules), declared=rules.categories is not None
    )
    if message is None:
        return patterns
    return replace(patterns, warnings=(warn(message), *patterns.warnings))


def _from_table(array: npt.NDArray[Any], options: LayoutOptions, rules: CellRules) -> Patterns:
    """Read a two-dimensional array in the layout that the options state; else as wide."""
    names = _numbers_of_columns(array)
    if options.layout in ("counts", "contingency"):
        if rules.categories is not None and len(rules.categories) == array.shape[1]:
            names = [show_label(label) for label in rules.categories]
        return from_frame(array_as_frame(array, names), options, rules)
    names, chosen = name_columns(names, options)
    wide = options.layout in (None, "wide")
    only_raters = wide and options == LayoutOptions(layout=options.layout, raters=options.raters)
    if only_raters and array.dtype.kind in "iufb":
        return _from_numbers(array, names, chosen, rules)
    long = options.rater is not None or options.score is not None
    stated = replace(
        options,
        layout=options.layout or (None if long else "wide"),
        raters=chosen if only_raters else options.raters,
    )
    return from_frame(array_as_frame(array, names), stated, rules)


def _from_numbers(
    array: npt.NDArray[Any], names: list[str], chosen: list[str], rules: CellRules
) -> Patterns:
    """Read a wide array of numbers, of which some columns are chosen."""
    if len(chosen) < 2:
        raise TooFewRatersError(
            f"agreement needs two raters or more; the array has {len(chosen)} column.",
            remedy="Put subjects in rows and raters in columns, or use transpose.",
        )
    place = {name: j for j, name in enumerate(names)}
    table = array if chosen == names else array[:, [place[name] for name in chosen]]
    try:
        return drop_silent_raters(compress_array(table, chosen, rules), None)
    except InputError as error:
        frame = array_as_frame(array, names)
        raise locate_error(error, frame, LayoutOptions(), rules, IN_MEMORY) from None


def name_columns(names: Sequence[str], options: LayoutOptions) -> tuple[list[str], list[str]]:
    """Return the names of unnamed columns, and the names of the chosen ones.

    The option ``raters`` chooses among the given names, or replaces all of them.
    """
    chosen = [str(name) for name in options.raters or names]
    if set(chosen) <= set(names):
        return list(names), chosen
    if len(chosen) != len(names):
        raise LayoutError(
            f"raters lists {len(chosen)} names, and there are {len(names)} columns.",
            remedy="Name every column, or choose columns by their numbers from 1.",
        )
    return chosen, chosen


def _numbers_of_columns(array: npt.NDArray[Any]) -> list[str]:
    return [str(number) for number in range(1, array.shape[1] + 1)]


def array_as_frame(array: npt.NDArray[Any], names: Sequence[str] = ()) -> nw.DataFrame[Any]:
    """Return a frame of the columns of an array, named or numbered from 1."""
    names = names or _numbers_of_columns(array)
    return columns_as_frame({name: array[:, j] for j, name in enumerate(names)})


def _are_triples(array: npt.NDArray[Any], rules: CellRules) -> bool:
    """Return whether rows are single ratings: rater, subject and score, with words among them."""
    cells = dict(zip("123", _cells(array, rules), strict=True))
    layout, _ = guess_layout(LayoutOptions(), list(cells), cells)
    return layout == "long" and not all(is_numeric(column) for column in cells.values())


def _cells(array: npt.NDArray[Any], rules: CellRules) -> list[Any]:
    """Return the cells of each column: numbers as they are, or labels of the first rows."""
    if array.dtype.kind in "iuf" and not rules.missing_numbers:
        return list(array.T)
    return [[rules.label(cell) for cell in column] for column in array[:SAMPLE].T]


def _from_cube(
    array: npt.NDArray[Any], options: LayoutOptions, rules: CellRules, transpose: bool
) -> Patterns:
    """Read an array of raters × subjects × responses."""
    if transpose or options != LayoutOptions(raters=options.raters, score=options.score):
        raise OptionError(
            "the only options for the layout of an array of raters × subjects × responses are "
            "raters and score (names of the responses).",
            option="data",
        )
    b, n, c = array.shape
    if array.size == 0 or b < 2:
        raise TooFewRatersError(
            f"agreement needs two raters or more and some subjects; the array has shape {b} "
            f"(raters) × {n} (subjects) × {c} (responses)."
        )
    raters = [str(name) for name in options.raters or range(1, b + 1)]
    responses = [str(name) for name in options.scores([]) or range(1, c + 1)]
    if (len(raters), len(responses)) != (b, c):
        raise LayoutError(
            f"{len(raters)} raters and {len(responses)} responses are named, and the array has "
            f"{b} raters and {c} responses."
        )
    rules.check_levels(c)
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
    return drop_silent_raters(patterns, None)
