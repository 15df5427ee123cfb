"""NumPy arrays of numbers: subjects in rows, raters in columns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.base.keys import CHUNK, DENSE_CELLS
from accord.data.patterns import Patterns
from accord.data.scale import EXACT, IntArray, Label, Scale
from accord.io.engines.cell_rules import CellRules
from accord.io.engines.cells import encode

__all__ = ["compress_array"]


def compress_array(
    array: npt.NDArray[Any],
    raters: Sequence[str],
    rules: CellRules,
    *,
    multiplicity: npt.NDArray[Any] | None = None,
    cluster: IntArray | None = None,
    group: IntArray | None = None,
    groups: tuple[Label, ...] = (),
) -> Patterns:
    """Compress an array of numbers.

    Parameters
    ----------
    array
        (subjects, raters) ratings; NaN is missing.
    raters
        Names of the raters.
    rules
        Meaning of the cells.
    multiplicity, cluster, group
        Number of subjects, cluster and group of each row.
    groups
        Names of the groups.
    """
    if array.dtype.kind == "b" and rules.categories is None and not rules.sets:
        as_numbers = compress_array(
            array.view(np.int8),
            raters,
            rules,
            multiplicity=multiplicity,
            cluster=cluster,
            group=group,
            groups=groups,
        )
        scale = Scale.observed(
            [bool(label) for label in as_numbers.scale.labels], level=rules.level
        )
        return replace(as_numbers, scale=scale)
    if multiplicity is None and cluster is None and group is None and not rules.recode:
        patterns = _count_rows(array, raters, rules)
        if patterns is not None:
            return patterns
    columns = [array[:, j] for j in range(array.shape[1])]
    scale, codes, warnings = encode(columns, rules)
    return Patterns.build(
        scale,
        raters,
        codes,
        multiplicity=multiplicity,
        cluster=cluster,
        group=group,
        groups=groups,
        warnings=warnings,
        subjects=lambda: (range(1, len(codes) + 1), codes),
    )


def _count_rows(
    array: npt.NDArray[Any], raters: Sequence[str], rules: CellRules
) -> Patterns | None:
    """Compress rows of whole numbers from a short range by counting them; None for others.

    The range is that of the first rows, or of all if others exceed it.
    """
    tally = _Tally.of(array, array[:CHUNK]) or _Tally.of(array, array)
    if tally is None:
        return None
    present = np.flatnonzero(tally.totals)
    scale, codes, warnings = encode(list(tally.rows(present).T), rules)

    def list_subjects() -> tuple[range, npt.NDArray[np.int64]]:
        declared = replace(rules, scale=scale)
        return range(1, len(array) + 1), encode(list(array.T), declared)[1]

    return Patterns.build(
        scale,
        raters,
        codes,
        multiplicity=tally.totals[present],
        warnings=warnings,
        subjects=list_subjects,
    )


@dataclass(frozen=True, slots=True)
class _Tally:
    """Counts of rows of whole numbers from ``low`` on.

    A row is read as one number in a positional system. The products of digits and place values are
    formed in floating point, which is exact here and much faster than NumPy's integer product;
    chunks keep the copy small. NaN is the digit after the last.

    Parameters
    ----------
    totals
        Number of rows with each key.
    steps
        Place value of each column.
    low, span
        Least number, and how many numbers there are from it to the greatest.
    radix
        Number of digits: the span, and one for NaN.
    """

    totals: IntArray
    steps: IntArray
    low: int
    span: int
    radix: int

    @classmethod
    def of(cls, array: npt.NDArray[Any], part: npt.NDArray[Any]) -> _Tally | None:
        """Count with the range of a part; None if it is too wide, or if other rows exceed it."""
        ends = _whole_range(part)
        if ends is None:
            return None
        low, high = ends
        gaps = array.dtype.kind == "f"
        r, span = array.shape[1], high - low + 1
        radix = span + gaps
        if r * math.log(radix) > math.log(min(DENSE_CELLS, 16 * len(array) + 1024)):
            return None
        exact = np.float32 if radix**r < 1 << 24 else np.float64  # for keys
        small = max(abs(low), abs(high)) < 1 << 23  # single precision is exact
        wide = exact if small and not gaps else np.float64  # for digits
        steps = radix ** np.arange(r - 1, -1, -1)
        totals = np.zeros(radix**r, dtype=np.int64)
        for start in range(0, len(array), CHUNK):
            digits = array[start : start + CHUNK].astype(wide)
            if low:
                np.subtract(digits, low, out=digits)
            if np.fmin.reduce(digits, axis=None) < 0 or np.fmax.reduce(digits, axis=None) >= span:
                return None
            if gaps:
                digits[np.isnan(digits)] = span
                if np.any(digits != np.floor(digits)):
                    return None
            key = digits.astype(exact, copy=False) @ steps.astype(exact)
            totals += np.bincount(key.astype(np.intp), minlength=totals.size)
        return cls(totals, steps, low, span, radix)

    def rows(self, keys: IntArray) -> npt.NDArray[np.float64]:
        """Return the rows with these keys."""
        digits = keys[:, None] // self.steps % self.radix
        return np.where(digits == self.span, np.nan, digits + self.low)


def _whole_range(array: npt.NDArray[Any]) -> tuple[int, int] | None:
    """Return the least and greatest number, if they are whole and floats represent them exactly."""
    if array.size == 0 or array.dtype.kind not in "iuf":
        return None
    if array.dtype.kind == "f":
        low, high = np.fmin.reduce(array, axis=None), np.fmax.reduce(array, axis=None)
        if not (np.isfinite(low) and np.isfinite(high) and low.is_integer()):
            return None
    else:
        low, high = array.min(), array.max()
    if max(abs(int(low)), abs(int(high))) >= EXACT:
        return None
    return int(low), int(high)
