"""Cells become codes on a scale, which has the declared or the observed categories."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.data.joint import join
from accord.data.scale import EXACT, FloatArray, Scale, SetScale, as_number, show_label
from accord.data.scale.set_cells import EMPTY_SET, is_set_cell
from accord.errors import NotNumericError, OptionError
from accord.io.engines.cell_rules import CellRules
from accord.io.engines.cell_warnings import label_warnings

__all__ = ["Column", "as_labels", "encode", "encode_responses"]

COUNTED_RANGE = 10_000  # whole numbers within such a range are counted instead of sorted

Column: TypeAlias = "npt.NDArray[Any] | list[Any]"


def encode(
    columns: Sequence[Column], rules: CellRules
) -> tuple[Scale, npt.NDArray[np.int64], tuple[str, ...]]:
    """Encode the cells of c columns on one scale.

    Returns
    -------
    tuple
        The scale, the (n, c) codes with -1 for missing, and warnings.
    """
    arrays = [c for c in columns if isinstance(c, np.ndarray) and c.dtype.kind in "iuf"]
    numeric = len(arrays) == len(columns) and not rules.sets and not rules.recode
    if numeric and not any(map(_exceeds_floats, arrays)):
        return _encode_numbers(arrays, rules)
    cells = [c.tolist() if isinstance(c, np.ndarray) else c for c in columns]
    return _encode_labels(cells, rules)


def encode_responses(
    columns: Sequence[Sequence[Column]], rules: CellRules, responses: Sequence[str]
) -> tuple[Scale, npt.NDArray[np.int64], tuple[str, ...]]:
    """Encode ratings with several responses, each on a scale of its own, on their joint scale.

    Parameters
    ----------
    columns
        For each response, the columns of the raters.
    rules
        Meaning of the cells.
    responses
        Names of the responses.
    """
    if len(columns) == 1:
        return encode(columns[0], rules)
    parts = [encode(group, rules.of(k)) for k, group in enumerate(columns)]
    codes = [code for _, code, _ in parts]
    if any(part.holds_sets for part, _, _ in parts):
        raise OptionError(
            "ratings with several responses cannot be sets of labels.",
            option="sets",
            remedy="Read one response at a time with score (--score).",
        )
    scale, joint = join(responses, [scale for scale, _, _ in parts], codes)
    warnings = [
        f"{name}: {warning}"
        for name, (_, _, part) in zip(responses, parts, strict=True)
        for warning in part
    ]
    partial = int(((joint < 0) & (np.max(codes, axis=0) >= 0)).sum())
    if partial:
        warnings.append(
            f"{partial:,} ratings lack some of their responses and count as missing."
            if partial > 1
            else "1 rating lacks some of its responses and counts as missing."
        )
    return scale, joint, tuple(warnings)


def _exceeds_floats(array: npt.NDArray[Any]) -> bool:
    """Return whether an array has integers that a float does not represent exactly."""
    if array.dtype.kind not in "iu" or array.dtype.itemsize < 8 or array.size == 0:
        return False
    return int(array.max()) > EXACT or int(array.min()) < -EXACT


def _encode_numbers(
    columns: Sequence[npt.NDArray[Any]], rules: CellRules
) -> tuple[Scale, npt.NDArray[np.int64], tuple[str, ...]]:
    """Encode columns of numbers."""
    table = np.column_stack([c.astype(np.float64) for c in columns])
    infinite = np.isinf(table)
    if infinite.any():
        raise NotNumericError(
            "a rating is infinite.",
            value=float(table[infinite][0]),
            remedy="Ratings must be finite; leave the cell blank if there is no rating.",
        )
    absent = np.isnan(table)
    for number in rules.missing_numbers:
        absent |= table == number
    distinct, inverse = _distinct(table[~absent])
    scale = _scale(distinct, rules)
    codes = np.full(table.shape, -1, dtype=np.int64)
    if distinct.size:
        codes[~absent] = scale.encode(distinct)[inverse]
    return scale, codes, label_warnings((), scale, rules)


def _distinct(values: FloatArray) -> tuple[FloatArray, npt.NDArray[np.intp]]:
    """Return the distinct numbers in order, and the index of each number among them.

    Whole numbers from a short range are counted, which is much faster than sorting them.
    """
    low, high = (float(values.min()), float(values.max())) if values.size else (0.0, np.inf)
    if low.is_integer() and high - low < COUNTED_RANGE:
        shifted = values - low
        digits = shifted.astype(np.intp)
        if np.array_equal(digits, shifted):
            used = np.bincount(digits) > 0
            distinct = np.asarray(np.flatnonzero(used) + low, dtype=np.float64)
            return distinct, np.asarray((np.cumsum(used) - 1)[digits], dtype=np.intp)
    return np.unique(values, return_inverse=True)


def _encode_labels(
    columns: Sequence[list[Any]], rules: CellRules
) -> tuple[Scale, npt.NDArray[np.int64], tuple[str, ...]]:
    """Encode columns of cells of any type; each distinct cell is examined once."""
    cells: dict[Any, None] = {}
    for column in columns:
        cells.update(dict.fromkeys(column))
    labels = {cell: rules.label(cell) for cell in cells}
    if not rules.sets and not _any_sets(labels.values()):
        labels = {cell: None if is_set_cell(cell) else label for cell, label in labels.items()}
    distinct = [label for label in dict.fromkeys(labels.values()) if label is not None]
    scale = _scale(distinct, rules)
    code_of_label = (
        dict(zip(distinct, scale.encode(distinct).tolist(), strict=True)) if distinct else {}
    )
    code = {cell: -1 if label is None else code_of_label[label] for cell, label in labels.items()}
    codes = np.empty((len(columns[0]), len(columns)), dtype=np.int64)
    for j, column in enumerate(columns):
        codes[:, j] = [code[cell] for cell in column]
    return scale, codes, label_warnings(list(cells), scale, rules)


def _any_sets(labels: Iterable[Any]) -> bool:
    """Return whether cells are sets: some are lists or sets, and not all of these are empty.

    Where all others are single labels, an empty list is the lack of an answer.
    """
    sets = {label for label in labels if is_set_cell(label)}
    return bool(sets - {EMPTY_SET})


def _scale(distinct: Sequence[Any] | npt.NDArray[Any], rules: CellRules) -> Scale:
    """Return the scale of the distinct labels: the declared or the observed categories."""
    if rules.scale is not None:
        return rules.scale
    if rules.sets or any(map(is_set_cell, distinct)):
        return SetScale.of_cells(distinct, members=rules.categories, level=rules.level)
    if rules.categories is not None:
        return Scale.declare(rules.categories, level=rules.level)
    codes = None if isinstance(distinct, np.ndarray) else _codes_of(distinct, rules)
    scale = Scale.observed(distinct, level=rules.level, ordered=rules.order, codes=codes)
    return replace(scale, measure=rules.measure) if scale.guessed else scale


def _codes_of(labels: Sequence[Any], rules: CellRules) -> dict[str, float] | None:
    """Return the code of each label; None if one has no code, or if columns contradict each other.

    A number among the labels is a code without a label.
    """
    if not rules.codes:
        return None
    codes: dict[str, float] = {}
    for label in labels:
        known = rules.codes.get(show_label(label), frozenset())
        number = next(iter(known)) if len(known) == 1 else None if known else as_number(label)
        if number is None:
            return None
        codes[show_label(label)] = number
    return codes if len(set(codes.values())) == len(codes) else None


def as_labels(values: Iterable[Any]) -> tuple[str, ...]:
    """Return values as text."""
    return tuple(show_label(value) for value in values)
