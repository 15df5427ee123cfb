"""Bootstrap: coefficients at resampled counts of the patterns.

Subjects with the same pattern are identical, so a resample is a multinomial draw of how often each
pattern occurs; its cost does not depend on the number of subjects. Clusters are resampled whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import UnsupportedError
from accord.inference.batches import Progress, batches
from accord.statistics import Evaluation

__all__ = ["bootstrap", "resamples"]


def bootstrap(
    evaluations: Sequence[Evaluation], replicates: int, seed: int, *, progress: Progress = None
) -> FloatArray:
    """Return (K, B) values of K coefficients on the same B resamples of subjects."""
    values = np.empty((len(evaluations), replicates))
    start = 0
    rng = np.random.default_rng(seed)
    for block in resamples(evaluations[0].patterns, replicates, rng, progress):
        stop = start + len(block)
        for k, evaluation in enumerate(evaluations):
            values[k, start:stop] = evaluation.at(block)
        start = stop
    return values


def resamples(
    patterns: Patterns, replicates: int, rng: np.random.Generator, progress: Progress = None
) -> Iterator[FloatArray]:
    """Yield blocks (b, P) of counts of the patterns in resamples of the subjects."""
    m = patterns.multiplicity
    if np.any(m % 1):
        raise UnsupportedError(
            "the bootstrap resamples whole subjects, but the counts are not whole numbers. "
            "Use se='influence'."
        )
    order = np.argsort(-m, kind="stable")  # frequent patterns first make a draw short
    share = m[order] / m.sum()
    for span in batches(replicates, len(patterns), progress):
        size = span.stop - span.start
        if patterns.cluster is None:
            block: FloatArray = np.empty((size, len(patterns)))
            block[:, order] = rng.multinomial(int(m.sum()), share, size=size)
        else:
            even = np.full(patterns.clusters, 1 / patterns.clusters)
            drawn = rng.multinomial(patterns.clusters, even, size=size)
            block = np.asarray(drawn[:, patterns.cluster] * m, dtype=np.float64)
        yield block
