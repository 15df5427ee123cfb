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
from accord.io.engines.cells import Rules, encode

__all__ = ["compress_array"]


def compress_array(
    array: npt.NDArray[Any],
    raters: Sequence[str],
    rules: Rules,
    *,
    multiplicity: npt.NDArray[Any] | None = None,
    cluster: IntArray | None = None,
    group: IntArray | None = None,
    groups: tuple[Label, ...] = (),
) -> Patterns:
    """Compress a (subjects, raters) array of numbers."""
    if array.dtype.kind == "b" and rules.categories is None:
        as_numbers = compress_array(
            array.view(np.int8),
            raters,
            rules,
            multiplicity=multiplicity,
            cluster=cluster,
            group=group,
            groups=groups,
        )
        truths = Scale.observed(
            [bool(label) for label in as_numbers.scale.labels], level=rules.level
        )
        return replace(as_numbers, scale=truths)
    if multiplicity is None and cluster is None and group is None:
        counted = _count(array, raters, rules)
        if counted is not None:
            return counted
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
        subjects=lambda: _index(codes),
    )


def _count(array: npt.NDArray[Any], raters: Sequence[str], rules: Rules) -> Patterns | None:
    """Count rows of whole numbers from a short range; None if they are not such.

    The range is taken from the first rows, and from all where others leave it.
    """
    tally = _Tally.of(array, array[:CHUNK]) or _Tally.of(array, array)
    if tally is None:
        return None
    present = np.flatnonzero(tally.totals)
    scale, codes, warnings = encode(list(tally.rows(present).T), rules)
    settled = replace(rules, categories=scale.labels)
    return Patterns.build(
        scale,
        raters,
        codes,
        multiplicity=tally.totals[present],
        warnings=warnings,
        subjects=lambda: _index(encode(list(array.T), settled)[1]),
    )


@dataclass(frozen=True, slots=True)
class _Tally:
    """Rows of whole numbers from ``low`` on, counted.

    A row is read as one number in mixed radix. Its product with the radix is formed in floating
    point, which is exact here and much faster than NumPy's integer product; chunks keep the copy
    small. NaN takes the digit after the last.
    """

    totals: IntArray
    steps: IntArray
    low: int
    span: int
    radix: int

    @classmethod
    def of(cls, array: npt.NDArray[Any], part: npt.NDArray[Any]) -> _Tally | None:
        """Count with the range of a part; None if that is too wide, or not that of all."""
        ends = _ends(part)
        if ends is None:
            return None
        low, high = ends
        gaps = array.dtype.kind == "f"
        r, span = array.shape[1], high - low + 1
        radix = span + gaps
        if r * math.log(radix) > math.log(min(DENSE_CELLS, 16 * len(array) + 1024)):
            return None
        exact = np.float32 if radix**r < 1 << 24 else np.float64
        small = max(abs(low), abs(high)) < 1 << 23  # exact in single precision
        wide = exact if small and not gaps else np.float64
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
        """Rows that are read as these numbers."""
        digits = keys[:, None] // self.steps % self.radix
        return np.where(digits == self.span, np.nan, digits + self.low)


def _ends(array: npt.NDArray[Any]) -> tuple[int, int] | None:
    """Least and greatest number, if they are whole and told apart exactly."""
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


def _index(codes: npt.NDArray[np.int64]) -> tuple[range, npt.NDArray[np.int64]]:
    """Subjects by row number from 1, and their codes."""
    return range(1, len(codes) + 1), codes
