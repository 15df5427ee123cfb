"""Delete-one jackknife: over subjects, or over clusters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from accord.data.scale import FloatArray
from accord.errors import UnsupportedError
from accord.inference.analytic import finite_share
from accord.statistics import Evaluation
from accord.statistics.leave_one_out import leave_one_out, unit_counts

__all__ = ["jackknife"]

MOST = 100_000  # more distinct patterns than this would take their square in steps


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
    share = unit_counts(patterns)
    size = share.size
    if size > MOST:
        raise UnsupportedError(
            f"the jackknife over {size} distinct subjects would take {size}² steps. "
            "Use se='influence', which is its limit."
        )
    values = np.empty((len(evaluations), size))
    done = 0
    for block in leave_one_out(patterns):
        for k, evaluation in enumerate(evaluations):
            values[k, done : done + len(block)] = evaluation.at(block, functional=True)
        done += len(block)
        if progress is not None:
            progress(done, size)
    n = share.sum()
    deviation = values - (values @ share / n)[:, None]
    matrix = (deviation * share) @ deviation.T * (n - 1) / n
    return np.asarray(matrix * finite_share(patterns.n, population))
