"""Batches that fit into memory, with progress after each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

__all__ = ["Progress", "batches"]

Progress = Callable[[int, int], None] | None

CELLS = 4_000_000  # numbers in a batch, 32 MB


def batches(
    total: int, width: int, progress: Progress = None, cells: int = CELLS
) -> Iterator[slice]:
    """Yield slices of ``total`` rows, each of ``width`` numbers, with about ``cells`` in all.

    >>> list(batches(5, CELLS // 2))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    step = max(1, cells // max(1, width))
    for start in range(0, total, step):
        stop = min(start + step, total)
        yield slice(start, stop)
        if progress is not None:
            progress(stop, total)
