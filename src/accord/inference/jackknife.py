"""Delete-one jackknife: over subjects, or over clusters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from accord.coefficients import Evaluation
from accord.errors import UnsupportedError
from accord.inference.analytic import finite_share
from accord.patterns import Patterns
from accord.scale import FloatArray

__all__ = ["jackknife"]

MOST = 100_000  # more distinct patterns than this would take their square in steps
CELLS = 4_000_000


def jackknife(
    evaluations: Sequence[Evaluation],
    *,
    population: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> FloatArray:
    """(K, K) covariance of K estimates by leaving out one subject (or cluster) at a time.

    Equal subjects are left out once and weighted by how many they are:
    (n-1)/n Σ_p m_p (κ_(p) - κ̄)².
    """
    patterns = evaluations[0].patterns
    if patterns.multiplicity.dtype.kind == "f" and np.any(patterns.multiplicity % 1):
        raise UnsupportedError(
            "the jackknife leaves out one subject at a time, and the counts are not whole "
            "numbers. Use se='influence'."
        )
    share, size = _leave_out_weights(patterns)
    if size > MOST:
        raise UnsupportedError(
            f"the jackknife over {size} distinct subjects would take {size}² steps. "
            "Use se='influence', which is its limit."
        )
    values = np.empty((len(evaluations), size))
    done = 0
    for block in _leave_one_out(patterns):
        for k, evaluation in enumerate(evaluations):
            values[k, done : done + len(block)] = evaluation.at(block, functional=True)
        done += len(block)
        if progress is not None:
            progress(done, size)
    n = share.sum()
    deviation = values - (values @ share / n)[:, None]
    matrix = (deviation * share) @ deviation.T * (n - 1) / n
    return np.asarray(matrix * finite_share(patterns.n, population))


def _leave_out_weights(patterns: Patterns) -> tuple[FloatArray, int]:
    if patterns.cluster is None:
        return patterns.multiplicity.astype(np.float64), len(patterns)
    return np.ones(patterns.clusters), patterns.clusters


def _leave_one_out(patterns: Patterns) -> Iterator[FloatArray]:
    """Blocks of weightings, each without one subject or cluster."""
    m = patterns.multiplicity.astype(np.float64)
    _, size = _leave_out_weights(patterns)
    rows = max(1, CELLS // len(patterns))
    for start in range(0, size, rows):
        index = np.arange(start, min(start + rows, size))
        block = np.tile(m, (index.size, 1))
        if patterns.cluster is None:
            block[np.arange(index.size), index] -= 1
        else:
            block[index[:, None] == patterns.cluster[None, :]] = 0
        yield block
