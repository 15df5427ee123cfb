"""Permutation test: how often raters agree as well when each one's ratings are shuffled."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from accord.data.columns import Ratings
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import UnsupportedError
from accord.statistics import Evaluation

__all__ = ["permutation_p_values"]

MOST = 50_000_000


def permutation_p_values(
    evaluations: Sequence[Evaluation],
    permutations: int,
    seed: int,
    *,
    alternative: str = "two-sided",
    progress: Callable[[int, int], None] | None = None,
) -> FloatArray:
    """(K,) p-values of the hypothesis that raters rate without regard to the subject.

    Each rater's ratings are shuffled among the subjects that they rated (where raters are not kept
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
    ratings = _expanded(patterns)
    rng = np.random.default_rng(seed)
    observed = np.array([e.value for e in evaluations])
    values = np.empty((len(evaluations), permutations))
    for b in range(permutations):
        shuffled = Patterns.compress(patterns.scale, patterns.raters, ratings.shuffled(rng))
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


def _expanded(patterns: Patterns) -> Ratings:
    """Return the ratings of every subject."""
    if patterns.n * max(1, patterns.r) > MOST:
        raise UnsupportedError(
            f"shuffling {patterns.n} subjects one by one is too much; the t test is exact enough "
            "at that size. Use p_method='t'."
        )
    times = patterns.multiplicity.astype(np.int64)
    return patterns.columns.take(np.repeat(np.arange(len(patterns)), times))
