"""Tables of counts: ratings per category of each subject, or contingency tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import narwhals as nw
import numpy as np
import numpy.typing as npt

from accord.data.columns import CategoryCounts
from accord.data.patterns import Patterns
from accord.data.scale import EXACT, Scale, as_number, show_label
from accord.errors import EmptyInputError, InvalidCountError, LayoutError, TooFewRatersError
from accord.io.engines.cell_rules import CellRules
from accord.io.engines.cells import as_labels
from accord.io.engines.columns import Frame, eager_frame, python_values, subject_attributes
from accord.io.layouts import Contingency, Counts, are_proportions, join_names

__all__ = ["compress_contingency", "compress_counts"]

MOST_RATINGS = 2_000_000  # of a subject, whose raters have names, which take memory
PERCENT_ROUNDING = 0.5  # percentages with one decimal add up to 100 only roughly
TOTALS = ("total", "totals", "sum", "all", "σ", "summe", "gesamt")


def compress_counts(frame: Frame, layout: Counts, rules: CellRules) -> Patterns:
    """Compress a table with a row for each subject and a column for each category."""
    extras = layout.extras
    names = dict.fromkeys([*layout.categories, *extras.names])
    table = eager_frame(frame.select([*names, *([layout.item] if layout.item else [])]))
    if len(table) == 0:
        raise EmptyInputError("there are no rows.")
    if not layout.categories:
        raise LayoutError(
            "a table of counts has a column for each category, and there is none.",
            remedy="Check the delimiter, or state another layout.",
        )
    cells = np.column_stack([_numbers(table[name], rules) for name in layout.categories])
    if are_proportions(cells):
        raise InvalidCountError(
            "the cells are proportions of the ratings of each subject, not counts.",
            remedy="Multiply every row by the number of raters of the subject.",
        )
    counts = np.column_stack(
        [_numbers(table[name], rules, fractions=False) for name in layout.categories]
    )
    sizes = counts.sum(axis=1, dtype=np.float64)
    if sizes.max() > MOST_RATINGS:
        row = int(sizes.argmax())
        raise InvalidCountError(
            f"the cells of a row add up to {sizes[row]:,.0f}, and a subject can have up to "
            f"{MOST_RATINGS:,} ratings.",
            row=row,
            remedy="Cells are counts in this layout; if they are ratings, use the wide layout.",
        )
    scale = _labels_as_scale(layout.categories, rules)
    codes = scale.encode(layout.categories)
    if np.unique(codes).size < codes.size:
        raise LayoutError(
            f"two columns are the same category; the columns are {join_names(layout.categories)}.",
            remedy="Give every column a name of its own.",
        )
    rows = np.zeros((len(table), scale.size), dtype=np.int64)
    rows[:, codes] = counts
    raters = int(rows.sum(axis=1).max(initial=0))
    if raters < 2:
        raise TooFewRatersError(
            "no subject has two ratings: the cells of every row add up to 1 or less.",
            remedy="In the counts layout, a cell is the number of raters who chose the category.",
        )
    labels = (
        as_labels(python_values(table[layout.item])) if layout.item else range(1, len(table) + 1)
    )
    return Patterns.compress(
        scale,
        [f"rater {number}" for number in range(1, raters + 1)],
        CategoryCounts(rows, scale.size),
        layout="counts",
        subjects=lambda: (labels, rows),
        **subject_attributes(table, extras, np.arange(len(table))),
    )


def compress_contingency(frame: Frame, layout: Contingency, rules: CellRules) -> Patterns:
    """Compress a table with a row for each category of one rater and a column for the other's."""
    table = eager_frame(frame)
    if len(table) == 0:
        raise EmptyInputError("there are no rows.")
    if not layout.columns:
        raise LayoutError(
            "a contingency table has a column for each category, and there are only row labels.",
            remedy="Check the delimiter, or state another layout.",
        )
    cells = np.column_stack([_numbers(table[name], rules) for name in layout.columns])
    columns = [str(name) for name in layout.columns]
    if layout.label is not None:
        rows = list(as_labels(python_values(table[layout.label])))
    elif len(table) == len(columns):
        rows = columns
    else:
        raise LayoutError(
            f"the table has {len(table)} rows and {len(columns)} columns and no row labels.",
            remedy="Put the row labels in the first column.",
        )
    cells, rows, columns, notes = _drop_totals(cells, rows, columns)
    notes = (*notes, *_check_counts(cells))
    for name, times in Counter(rows).items():
        if times > 1:
            raise LayoutError(f"two rows are labelled {name!r}.", column=layout.label, value=name)
    raters = layout.raters or ("rows", "columns")
    if len(raters) != 2:
        raise TooFewRatersError(
            f"a contingency table has two raters, and {len(raters)} are named.",
            remedy="Name that of the rows and that of the columns.",
        )
    scale = _labels_as_scale(list(dict.fromkeys([*rows, *columns])), rules)
    first, second = scale.encode(rows), scale.encode(columns)
    codes = np.stack(np.broadcast_arrays(first[:, None], second[None, :]), axis=-1).reshape(-1, 2)
    used = cells.ravel() > 0
    if not used.any():
        raise EmptyInputError("every cell of the table is 0.")
    return Patterns.build(
        scale,
        raters,
        codes[used],
        multiplicity=cells.ravel()[used],
        layout="contingency",
        warnings=notes,
    )


def _drop_totals(
    cells: npt.NDArray[Any], rows: list[str], columns: list[str]
) -> tuple[npt.NDArray[Any], list[str], list[str], tuple[str, ...]]:
    """Return the table without a last row and column of totals."""
    notes = []
    if rows[-1].casefold() in TOTALS and np.allclose(cells[-1], cells[:-1].sum(axis=0)):
        notes.append(f"row {rows[-1]!r} has the totals of the others and is left out.")
        cells, rows = cells[:-1], rows[:-1]
    if columns[-1].casefold() in TOTALS and np.allclose(cells[:, -1], cells[:, :-1].sum(axis=1)):
        notes.append(f"column {columns[-1]!r} has the totals of the others and is left out.")
        cells, columns = cells[:, :-1], columns[:-1]
    return cells, rows, columns, tuple(notes)


def _labels_as_scale(labels: Sequence[str], rules: CellRules) -> Scale:
    """Return the scale of categories that a header lists, which count as declared."""
    if rules.categories is not None:
        return Scale.declare(rules.categories, level=rules.level)
    observed = Scale.observed(labels)
    if observed.order == "none":  # their order in the header counts
        texts = tuple(dict.fromkeys(map(str, labels)))
        observed = replace(observed, texts=texts, order="declared")
    scale = replace(observed, declared=True)
    return scale if rules.level is None else scale.at_level(rules.level)


def _check_counts(cells: npt.NDArray[Any]) -> tuple[str, ...]:
    """Refuse a contingency table of proportions, and return a note on one of percentages."""
    if are_proportions(cells):
        raise InvalidCountError(
            "the cells of the contingency table are proportions, and standard errors depend on the "
            "number of subjects.",
            remedy="Multiply the cells by the number of subjects.",
        )
    total = float(cells.sum())
    if np.all(cells == np.floor(cells)) or abs(total - 100) > PERCENT_ROUNDING:
        return ()
    return (
        f"the cells add up to {total:.4g}, as percentages do, and n is taken as {total:.4g}. If "
        "they are percentages, multiply them by the number of subjects and divide by 100.",
    )


def _numbers(
    series: nw.Series[Any], rules: CellRules, *, fractions: bool = True
) -> npt.NDArray[Any]:
    """Return a column of numbers from 0 up, whole unless fractions are allowed; 0 if missing."""
    numbers = []
    for row, cell in enumerate(python_values(series)):
        label = rules.label(cell)
        number = 0.0 if label is None else as_number(label)
        if number is None or not 0 <= number < EXACT or not (fractions or number.is_integer()):
            raise InvalidCountError(
                f"the cell {show_label(cell)!r} is not a "
                f"{'number' if fractions else 'whole number'} from 0 up.",
                row=row,
                column=series.name,
                value=cell,
                remedy="Cells are counts in this layout; if they are ratings, use the wide layout.",
            )
        numbers.append(number)
    array = np.array(numbers)
    whole = bool(np.all(array == np.floor(array)))
    return array.astype(np.int64) if whole else array
