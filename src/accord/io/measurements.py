"""Large arrays of measurements, which statistics of numbers use without a table of categories.

Sorting millions of distinct numbers into categories takes seconds, and statistics of numbers need
only their sums.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.data.columns.numbers import Numbers
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, Scale
from accord.io.load import load
from accord.io.sequences import RaterColumns, takes_raters
from accord.options import Progress

__all__ = ["load_measurements"]

MANY = 5_000  # rows from which the table of categories is avoided
SAMPLE = 64  # rows among which some number has decimals if they are measurements


@takes_raters
def load_measurements(source: Any, *, progress: Progress | None = None, **options: Any) -> Patterns:
    """Read ratings for statistics of numbers.

    Parameters
    ----------
    source, progress, **options
        As in `load`.

    Returns
    -------
    Patterns
        A record per subject without categories, for a large array of decimal numbers that is read
        without options; else what `load` returns.
    """
    array, names = _array_of(source)
    if array is None or not _are_measurements(array) or any(_stated(options)):
        return load(source, progress=progress, **options)
    rated = ~np.isnan(array).all(axis=1) if np.isnan(array.sum()) else None
    unrated = 0
    if rated is not None:
        if np.isnan(array).all(axis=0).any():  # a rater without ratings, whom load leaves out
            return load(source, progress=progress, **options)
        unrated = int(len(array) - np.count_nonzero(rated))
        array = array[rated] if unrated else array
    low, high = float(np.nanmin(array)), float(np.nanmax(array))
    ends = Scale(np.array([low, high]), None, "interval", order="numeric", guessed=True)
    return Patterns(
        scale=ends,
        raters=names,
        multiplicity=np.ones(len(array), dtype=np.int64),
        columns=Numbers(array),  # type: ignore[arg-type]
        layout_reason="the usual form",
        unrated=unrated,
    )


def _stated(options: Mapping[str, Any]) -> list[str]:
    return [name for name, value in options.items() if value not in (None, False)]


def _array_of(source: Any) -> tuple[FloatArray | None, tuple[str, ...]]:
    """Return the numbers of an array, or of separate raters, and the names of the raters."""
    table: Any = source.table if isinstance(source, RaterColumns) else source
    if type(table) is not np.ndarray or table.ndim != 2 or table.dtype.kind != "f":
        return None, ()
    names = source.names if isinstance(source, RaterColumns) else range(1, table.shape[1] + 1)
    return table.astype(np.float64, copy=False), tuple(map(str, names))


def _are_measurements(array: npt.NDArray[Any]) -> bool:
    """Return whether an array has many subjects, two raters or more, and finite decimals."""
    rows, raters = array.shape
    if rows < MANY or raters < 2 or raters * 2 > rows:
        return False
    part = array[:: max(1, rows // SAMPLE)]
    if not np.any(part != np.floor(part)):
        return False
    total = float(np.nansum(array)) if np.isnan(part).any() else float(array.sum())
    return bool(np.isfinite(total)) or bool(np.isnan(total) and not np.isinf(array).any())
