"""Bootstrap: the same function at multinomial counts.

Subjects with the same pattern are the same, so a resample is a draw of how often each pattern
occurs, and its cost does not depend on the number of subjects. Clusters are drawn whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import UnsupportedError
from accord.statistics import Evaluation

__all__ = ["bootstrap", "resamples"]

CELLS = 4_000_000


def bootstrap(
    evaluations: Sequence[Evaluation],
    replicates: int,
    seed: int,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> FloatArray:
    """(K, B) values of K coefficients on the same B resamples of subjects."""
    patterns = evaluations[0].patterns
    values = np.empty((len(evaluations), replicates))
    done = 0
    for block in resamples(patterns, replicates, np.random.default_rng(seed)):
        for k, evaluation in enumerate(evaluations):
            values[k, done : done + len(block)] = evaluation.at(block)
        done += len(block)
        if progress is not None:
            progress(done, replicates)
    return values


def resamples(
    patterns: Patterns, replicates: int, rng: np.random.Generator
) -> Iterator[FloatArray]:
    """Blocks (b, P) of counts of the patterns in resamples of the subjects."""
    m = patterns.multiplicity
    if np.any(m % 1):
        raise UnsupportedError(
            "the bootstrap draws whole subjects, and the counts are not whole numbers. "
            "Use se='influence'."
        )
    rows = max(1, CELLS // len(patterns))
    order = np.argsort(-m, kind="stable")  # the frequent first: draws stop when all are placed
    share = m[order] / m.sum()
    for start in range(0, replicates, rows):
        size = min(rows, replicates - start)
        if patterns.cluster is None:
            block: FloatArray = np.empty((size, len(patterns)))
            block[:, order] = rng.multinomial(int(m.sum()), share, size=size)
        else:
            even = np.full(patterns.clusters, 1 / patterns.clusters)
            drawn = rng.multinomial(patterns.clusters, even, size=size)
            block = np.asarray(drawn[:, patterns.cluster] * m, dtype=np.float64)
        yield block
