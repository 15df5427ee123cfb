"""Frames of any library, through Narwhals: rows are grouped in the library, then encoded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import narwhals as nw
import numpy as np
import numpy.typing as npt

from accord.data.columns import Bag, CategoryCounts
from accord.data.patterns import Patterns
from accord.data.scale import IntArray, Scale
from accord.errors import EmptyInputError
from accord.io.engines.arrays import compress_array
from accord.io.engines.cell_rules import CellRules
from accord.io.engines.cells import as_labels, encode, encode_responses
from accord.io.engines.columns import (
    COUNT,
    Frame,
    cells_of,
    cells_of_all,
    check_raters,
    complete_column,
    eager_frame,
    frequencies,
    order_raters,
    python_values,
    several_values,
    subject_attributes,
    with_order,
)
from accord.io.engines.duplicates import LongRatings, distinct_pairs
from accord.io.engines.factorize import factorize
from accord.io.engines.lazy import can_compress_lazily, compress_lazily
from accord.io.engines.tables import compress_contingency, compress_counts
from accord.io.layouts import Counts, Extras, Layout, Long, Wide, looks_long, profiles_of

__all__ = ["compress_frame", "sample_rows"]

SAMPLE = 1000  # rows by which the layout is guessed
LONG_SAMPLE = 30_000  # of a table with a row for each rating
MATRIX_CELLS = 200_000_000  # largest matrix of subjects × raters that is formed
MAX_LISTED = 64  # up to so many ratings of a subject are listed; more are counted


def sample_rows(frame: Frame, rules: CellRules, rows: int = SAMPLE) -> dict[str, list[Any]]:
    """Return the labels in the first rows of each column, None if missing.

    More rows are taken of a table with a row for each rating, in which those of a subject may be
    anywhere.
    """
    head, rules = eager_frame(frame.head(rows)), rules.without_sets
    sample = {}
    schema = head.collect_schema()
    for name, cells in zip(head.columns, cells_of_all(head, head.columns), strict=True):
        values = cells.tolist() if isinstance(cells, np.ndarray) else cells
        if schema[name] == nw.String:
            labels = {cell: rules.label(cell) for cell in set(values)}
            sample[name] = [labels[cell] for cell in values]
        else:
            sample[name] = [rules.label(cell) for cell in values]
    if rows == len(head) == SAMPLE and looks_long(sample, profiles_of(list(sample), sample)):
        return sample_rows(frame, rules, LONG_SAMPLE)
    return sample


def compress_frame(frame: Frame, layout: Layout, rules: CellRules) -> Patterns:
    """Compress a frame of the given layout."""
    if isinstance(layout, Wide):
        return _compress_wide(frame, layout, rules)
    if isinstance(layout, Long):
        patterns = None
        if can_compress_lazily(frame, layout):
            patterns = compress_lazily(frame, layout, rules)
        return _compress_long(frame, layout, rules) if patterns is None else patterns
    if isinstance(layout, Counts):
        return compress_counts(frame, layout, rules)
    return compress_contingency(frame, layout, rules)


# --- wide -------------------------------------------------------------------------------------


def _compress_wide(frame: Frame, layout: Wide, rules: CellRules) -> Patterns:
    """Compress a table with a column for each rater, or for each rater and response."""
    rules = with_order(frame, layout.columns, rules)
    table = _group_rows(frame, _unique_names(layout.columns), layout.extras)
    if len(table) == 0:
        raise EmptyInputError("there are no rows.")
    attributes = subject_attributes(table, layout.extras, np.arange(len(table)))
    if not layout.responses:
        columns = cells_of_all(table, layout.columns[0])
        if all(isinstance(c, np.ndarray) and c.dtype.kind in "iufb" for c in columns) and (
            len({c.dtype for c in columns if isinstance(c, np.ndarray)}) == 1
        ):
            patterns = compress_array(np.column_stack(columns), layout.raters, rules, **attributes)
            declared = replace(rules, scale=patterns.scale)
            return replace(
                patterns, layout="wide", subjects=lambda: _list_subjects(frame, layout, declared)
            )
        scale, codes, warnings = encode(columns, rules)
        rules = replace(rules, scale=scale)
    else:
        scale, codes, warnings = _encode_table(table, layout, rules)
    return Patterns.build(
        scale,
        layout.raters,
        codes,
        warnings=warnings,
        layout="wide",
        subjects=lambda: _list_subjects(frame, layout, rules),
        **attributes,
    )


def _list_subjects(
    frame: Frame, layout: Wide, rules: CellRules
) -> tuple[Sequence[object], npt.NDArray[np.int64]]:
    """Return the subjects of a wide table, and their codes by rules that define the scale."""
    extra = [name for name in (layout.item, layout.extras.count) if name]
    table = eager_frame(frame.select(_unique_names([*layout.columns, extra])))
    subjects: Sequence[object] = range(1, len(table) + 1)
    if layout.extras.count:
        kept = frequencies(table[layout.extras.count]) > 0
        table, subjects = _keep_rows(table, kept), (np.flatnonzero(kept) + 1).tolist()
    _, codes, _ = _encode_table(table, layout, rules)
    return as_labels(python_values(table[layout.item])) if layout.item else subjects, codes


def _keep_rows(table: nw.DataFrame[Any], kept: npt.NDArray[np.bool_]) -> nw.DataFrame[Any]:
    """Return some rows of a table; an empty list would be no filter of an empty table."""
    return table if kept.all() else table.filter(kept.tolist())


def _unique_names(groups: Iterable[Sequence[str]]) -> list[str]:
    return list(dict.fromkeys(name for group in groups for name in group))


def _encode_table(
    table: nw.DataFrame[Any], layout: Wide, rules: CellRules
) -> tuple[Scale, npt.NDArray[np.int64], tuple[str, ...]]:
    """Encode the ratings of a wide table."""
    columns = [cells_of_all(table, group) for group in layout.columns]
    return encode_responses(columns, rules, layout.responses)


def _group_rows(frame: Frame, raters: Sequence[str], extras: Extras) -> nw.DataFrame[Any]:
    """Group rows by their ratings, with the number of subjects of each group in `COUNT`.

    Rows of numbers in memory are not grouped, because NumPy groups them faster.
    """
    keys = _unique_names([raters, [name for name in (extras.cluster, extras.by) if name]])
    if extras.count is not None:
        table = eager_frame(frame.select(_unique_names([keys, [extras.count]])))
        return _keep_rows(table, frequencies(table[extras.count]) > 0)
    if isinstance(frame, nw.DataFrame) and all(frame[n].dtype.is_numeric() for n in raters):
        return frame.select(keys)
    grouped = frame.group_by(keys, drop_null_keys=False).agg(nw.len().alias(COUNT))
    return eager_frame(grouped)


# --- long -------------------------------------------------------------------------------------


def _compress_long(frame: Frame, layout: Long, rules: CellRules) -> Patterns:
    """Compress a table with a row for each rating, in memory."""
    rules = with_order(frame, [[name] for name in layout.scores], rules)
    table = _read_long(frame, layout)
    subjects, subject = factorize(complete_column(table, layout.item, "subject"))
    raters, rater = factorize(complete_column(table, layout.rater, "rater"))
    columns = [[cells_of(table[name])] for name in layout.scores]
    scale, codes, warnings = encode_responses(columns, rules, layout.scores)
    code = codes[:, 0]
    first = np.unique(subject, return_index=True)[1]
    _check_constant(table, subject, first, layout.extras)
    labels = as_labels(raters)
    order = order_raters(labels, layout)
    rater, names = np.argsort(order)[rater], tuple(labels[j] for j in order)
    pairs = distinct_pairs(
        LongRatings(subject, rater, code, scale, subjects, names), layout.duplicates
    )
    subject, rater, code = pairs.subject, pairs.rater, pairs.code
    scale, names, warnings = pairs.scale, pairs.raters, (*warnings, *pairs.notes)
    rated = code >= 0
    options: dict[str, Any] = {
        "layout": "long",
        **subject_attributes(table, layout.extras, first),
    }
    if len(subjects) * len(names) > MATRIX_CELLS:
        warning = (
            f"{len(names):,} raters and {len(subjects):,} subjects are too many to keep raters "
            "apart; coefficients that need to know who gave which rating are left out."
        )
        options["warnings"] = (*warnings, warning)
        return _compress_anonymous(
            scale, names, subject[rated], code[rated], len(subjects), options
        )
    rows = np.full((len(subjects), len(names)), -1, dtype=_code_type(scale.size))
    rows[subject[rated], rater[rated]] = code[rated]
    return Patterns.build(
        scale,
        names,
        rows,
        warnings=warnings,
        subjects=lambda: (as_labels(subjects), rows.astype(np.int64)),
        **options,
    )


def _read_long(frame: Frame, layout: Long) -> nw.DataFrame[Any]:
    """Return the columns of a long table that are used, and the rows of the chosen raters."""
    extras = layout.extras
    names = _unique_names([[layout.item, layout.rater], layout.scores, extras.names])
    table = eager_frame(frame.select(names))
    if extras.count is not None:
        table = _keep_rows(table, frequencies(table[extras.count]) > 0)
    if layout.raters is not None:
        raters = as_labels(python_values(table[layout.rater]))
        check_raters(layout.raters, raters, layout.rater)
        chosen = set(layout.raters)
        table = table.filter([name in chosen for name in raters])
    if len(table) == 0:
        raise EmptyInputError("there are no rows.")
    return table


def _compress_anonymous(
    scale: Scale,
    raters: tuple[str, ...],
    subject: IntArray,
    code: IntArray,
    size: int,
    options: dict[str, Any],
) -> Patterns:
    """Compress ratings of too many raters for a column each: they are listed, or counted.

    Parameters
    ----------
    scale, raters
        Scale and names of the raters.
    subject, code
        Subject and category of each rating.
    size
        Number of subjects.
    options
        Further arguments of `Patterns.build`.
    """
    each = np.bincount(subject, minlength=size)
    if each.max(initial=0) > MAX_LISTED and size * scale.size <= MATRIX_CELLS:
        counts = np.bincount(subject * scale.size + code, minlength=size * scale.size)
        columns = CategoryCounts(counts.reshape(size, scale.size), scale.size)
        return Patterns.compress(scale, raters, columns, **options)
    order = np.lexsort((code, subject))
    start = np.cumsum(each) - each
    position = np.arange(subject.size) - np.repeat(start, each)
    rows = np.full((size, int(each.max(initial=1))), -1, dtype=_code_type(scale.size))
    rows[subject[order], position] = code[order]
    return Patterns.compress(scale, raters, Bag(rows, scale.size), **options)


def _code_type(size: int) -> type[np.signedinteger[Any]]:
    """Return a narrow type for the codes of a scale of the given size."""
    return np.int8 if size < 126 else np.int32


def _check_constant(
    table: nw.DataFrame[Any], subject: IntArray, first: IntArray, extras: Extras
) -> None:
    """Refuse a subject whose rows differ in count, cluster or group."""
    for name in extras.names:
        _, codes = factorize(cells_of(table[name]))
        different = np.flatnonzero(codes != codes[first][subject])
        if different.size:
            raise several_values(name, int(different[0]))
