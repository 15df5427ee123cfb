"""NumPy arrays of numbers: subjects in rows, raters in columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.backends.cells import Rules, encode
from accord.patterns import CHUNK, DENSE_CELLS, Patterns
from accord.scale import IntArray, Label, Scale

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
    if array.dtype.kind == "b":
        counted = compress_array(
            array.view(np.int8),
            raters,
            rules,
            multiplicity=multiplicity,
            cluster=cluster,
            group=group,
            groups=groups,
        )
        truths = Scale.observed([bool(label) for label in counted.scale.labels], level=rules.level)
        return counted if rules.categories is not None else replace(counted, scale=truths)
    plain = multiplicity is None and cluster is None and group is None
    if plain and array.dtype.kind in "iu" and array.size:
        low, high = int(array.min()), int(array.max())
        span = high - low + 1
        if float(span) ** array.shape[1] <= min(DENSE_CELLS, 16 * len(array) + 1024):
            return _count(array, low, high, raters, rules)
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


def _count(
    array: npt.NDArray[Any], low: int, high: int, raters: Sequence[str], rules: Rules
) -> Patterns:
    """Count rows of small whole numbers, each read as one number in radix ``span``.

    The product with the radix is done in floating point, which is exact here and much faster than
    NumPy's integer product; chunks keep the copy small.
    """
    r, span = array.shape[1], high - low + 1
    steps = float(span) ** np.arange(r - 1, -1, -1)
    exact = np.float32 if span**r < 1 << 24 else np.float64
    small = max(abs(low), abs(high)) < 1 << 23  # exact in single precision
    totals = np.zeros(span**r, dtype=np.int64)
    for start in range(0, len(array), CHUNK):
        chunk = array[start : start + CHUNK].astype(exact if small else np.int64) - low
        key = chunk.astype(exact, copy=False) @ steps.astype(exact)
        totals += np.bincount(key.astype(np.intp), minlength=totals.size)
    present = np.flatnonzero(totals)
    distinct = present[:, None] // (span ** np.arange(r - 1, -1, -1)) % span + low
    columns = [distinct[:, j] for j in range(r)]
    scale, codes, _ = encode(columns, rules)
    return Patterns.build(
        scale,
        raters,
        codes,
        multiplicity=totals[present],
        subjects=lambda: _index(encode(list(array.T), rules)[1]),
    )


def _index(codes: npt.NDArray[np.int64]) -> tuple[range, npt.NDArray[np.int64]]:
    """Subjects by row number from 1, and their codes."""
    return range(1, len(codes) + 1), codes
