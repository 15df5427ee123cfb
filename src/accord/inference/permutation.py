"""Permutation test: how often raters agree as well when each one's ratings are shuffled."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import UnsupportedError
from accord.statistics import Evaluation

__all__ = ["permutation_p_value"]

MOST = 50_000_000


def permutation_p_value(
    evaluations: Sequence[Evaluation],
    permutations: int,
    seed: int,
    *,
    alternative: str = "two-sided",
    progress: Callable[[int, int], None] | None = None,
) -> FloatArray:
    """(K,) p-values of the hypothesis that raters rate without regard to the subject.

    Each rater's ratings are shuffled among the subjects that he rated (where raters are not kept
    apart, all ratings are shuffled over all places). The observed arrangement counts as one of
    the shuffles, so p is never 0: (1 + #{as extreme}) / (1 + permutations). Two-sided means as
    far from the mean of the shuffles.
    """
    patterns = evaluations[0].patterns
    if np.any(patterns.multiplicity % 1):
        raise UnsupportedError("a permutation test needs whole numbers of subjects.")
    if patterns.cluster is not None:
        raise UnsupportedError(
            "shuffling single subjects would break up their clusters; use p_method='t', which "
            "takes clusters into account."
        )
    rows = _expanded(patterns)
    rng = np.random.default_rng(seed)
    observed = np.array([e.value for e in evaluations])
    values = np.empty((len(evaluations), permutations))
    for b in range(permutations):
        shuffled = _shuffled(patterns, rows, rng)
        for k, evaluation in enumerate(evaluations):
            values[k, b] = evaluation.on(shuffled).value
        if progress is not None:
            progress(b + 1, permutations)
    slack = 1e-12
    if alternative == "greater":
        extreme = values >= observed[:, None] - slack
    elif alternative == "less":
        extreme = values <= observed[:, None] + slack
    else:
        defined = np.isfinite(values)
        total = np.where(defined, values, 0.0).sum(axis=1, keepdims=True)
        centre = total / np.maximum(defined.sum(axis=1, keepdims=True), 1)
        extreme = np.abs(values - centre) >= np.abs(observed[:, None] - centre) - slack
    p = (1 + extreme.sum(axis=1)) / (1 + np.isfinite(values).sum(axis=1))
    return np.where(np.isfinite(observed), p, np.nan)


def _expanded(patterns: Patterns) -> npt.NDArray[np.int64]:
    """One row per subject."""
    if patterns.n * max(1, patterns.r) > MOST:
        raise UnsupportedError(
            f"shuffling {patterns.n} subjects one by one is too much; the t test is exact enough "
            "at that size. Use p_method='t'."
        )
    table = patterns.codes if patterns.codes is not None else patterns.counts
    assert table is not None
    return np.repeat(table.astype(np.int64), patterns.multiplicity.astype(np.int64), axis=0)


def _shuffled(
    patterns: Patterns, rows: npt.NDArray[np.int64], rng: np.random.Generator
) -> Patterns:
    if patterns.codes is not None and patterns.identity:
        mixed = rows.copy()
        for j in range(rows.shape[1]):
            rated = rows[:, j] >= 0
            mixed[rated, j] = rng.permutation(rows[rated, j])
        return Patterns.build(patterns.scale, patterns.raters, mixed)
    if patterns.codes is not None:
        mixed = rows.copy()
        mixed[rows >= 0] = rng.permutation(rows[rows >= 0])
        return Patterns.build(patterns.scale, patterns.raters, mixed, identity=False)
    each = rows.sum(axis=1)
    flat = np.repeat(np.tile(np.arange(patterns.q), len(rows)), rows.ravel())
    subject = np.repeat(np.arange(len(rows)), each)
    counts = np.zeros_like(rows)
    np.add.at(counts, (subject, rng.permutation(flat)), 1)
    return Patterns.build(patterns.scale, patterns.raters, counts, counted=True)
