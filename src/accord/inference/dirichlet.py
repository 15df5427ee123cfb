"""Dirichlet draws: the same function at random weights of the patterns, seen and unseen.

A resample of subjects who all agree agrees again, so neither a bootstrap nor a standard error can
tell how little a small sample without disagreement knows. Here each pattern's weight is drawn from
a gamma distribution around its count (a Bayesian bootstrap), and a little weight goes to patterns
that might have been seen: a panel in full agreement, and a panel with one dissenter. How the
little is divided is chosen against the claim: towards dissent where a low value is in question,
towards agreement where a high one is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import numpy.typing as npt

from accord.coefficients import Evaluation
from accord.inference.analytic import degrees_of_freedom
from accord.patterns import Patterns
from accord.scale import FloatArray

__all__ = ["Dirichlet", "gamma_weights"]

LOW = (0.5, 0.5)  # pseudo-subjects in agreement and in dissent, where low values are in question
HIGH = (1.0, 0.5)  # where high ones are
MOST = 400  # pseudo-patterns of dissent; of more, some are taken at random


class Dirichlet:
    """Coefficients at weights that are drawn.

    Parameters
    ----------
    evaluations
        One or more coefficients on the same pattern table, with the same weights.
    seed
        Of the choice among too many pseudo-patterns.

    Attributes
    ----------
    df
        Degrees of freedom of the t distribution that the tails are widened to.
    """

    def __init__(self, evaluations: Sequence[Evaluation], seed: int = 0) -> None:
        patterns = evaluations[0].patterns
        self.seen = len(patterns)
        self.df = degrees_of_freedom(patterns)
        agreeing, dissenting, apart = _pseudo(evaluations[0], np.random.default_rng(seed))
        rows = np.concatenate([agreeing, dissenting])
        observed = patterns.codes if patterns.codes is not None else patterns.counts
        assert observed is not None
        places, unseen = _places(observed, rows)
        extended = np.concatenate([observed, unseen])
        size = len(extended)
        even = np.full(len(agreeing), 1 / len(agreeing))
        mild = (apart <= apart.min(initial=np.inf) * (1 + 1e-9)).astype(np.float64)
        one = _subjects_each(patterns)
        self.low, self.high = (
            one * np.bincount(places, np.concatenate([a * even, b * share / share.sum()]), size)
            for (a, b), share in ((LOW, apart), (HIGH, mild))
        )
        table = _with_rows(patterns, extended)
        self._evaluations = [
            Evaluation(e.coefficient, table, e.scheme, e.options) for e in evaluations
        ]

    def at(self, weights: FloatArray, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
        """(K, B) values for low claims and for high ones, at weights (B, P) of the patterns."""
        seen = np.zeros((len(weights), self.low.size))
        seen[:, : self.seen] = weights
        low, high = (
            np.stack([e.at(drawn, functional=True) for e in self._evaluations])
            for drawn in (seen + rng.standard_gamma(p, seen.shape) for p in (self.low, self.high))
        )
        return low, high


def gamma_weights(patterns: Patterns, size: int, rng: np.random.Generator) -> FloatArray:
    """(B, P) weights of the patterns: a gamma variable for each subject, or for each cluster."""
    m = patterns.multiplicity.astype(np.float64)
    if patterns.cluster is None:
        return rng.standard_gamma(m, (size, m.size))
    return np.asarray(rng.standard_gamma(1.0, (size, patterns.clusters))[:, patterns.cluster] * m)


def _subjects_each(patterns: Patterns) -> float:
    """Subjects that a pseudo-subject stands for: one, or a cluster's worth."""
    return 1.0 if patterns.cluster is None else patterns.n / patterns.clusters


def _pseudo(
    evaluation: Evaluation, rng: np.random.Generator
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], FloatArray]:
    """Patterns of agreement, of dissent, and how far apart the dissent is.

    A panel has as many raters as rate a subject on average; each rater in turn is the first of
    it, and the dissenter.
    """
    patterns = evaluation.patterns
    q = patterns.q
    each = patterns.ratings_each
    paired = each >= 2
    mean = np.average(each[paired], weights=patterns.multiplicity[paired])
    size = int(np.rint(mean))
    keep_apart = patterns.codes is not None and patterns.identity
    starts = range(patterns.r) if keep_apart else (0,)
    first, second = (axis.ravel() for axis in np.divmod(np.arange(q * q), q))
    unlike = first != second
    pairs = np.column_stack([first, second])[unlike]
    if len(pairs) * len(starts) > MOST:
        pairs = pairs[rng.choice(len(pairs), MOST // len(starts) or 1, replace=False)]
    some = np.unique(pairs) if len(pairs) < q * (q - 1) else np.arange(q)
    agreeing = [_panel(patterns, start, size, int(k), int(k)) for start, k in product(starts, some)]
    dissenting = [
        _panel(patterns, start, size, int(k), int(other))
        for start, (k, other) in product(starts, pairs)
    ]
    apart = 1 - evaluation.table.weights.between(pairs[:, 0], pairs[:, 1])
    apart = np.where(apart > 0, apart, 0.0) + (not np.any(apart > 0))
    return np.array(agreeing), np.array(dissenting), np.tile(apart, len(starts))


def _panel(patterns: Patterns, start: int, size: int, k: int, other: int) -> list[int]:
    """Pattern in which the first of a panel says one thing and the rest another."""
    if patterns.codes is None:
        counts = [0] * patterns.q
        counts[k] += size - 1
        counts[other] += 1
        return counts
    width = patterns.codes.shape[1]
    row = [-1] * width
    for step in range(min(size, width)):
        row[(start + step) % width] = other if step == 0 else k
    return row if patterns.identity else sorted(row, reverse=True)


def _places(
    table: npt.NDArray[np.integer], rows: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int64]]:
    """Place of each row in the table and what is appended to it, and what that is."""
    index = {tuple(row): place for place, row in reversed(list(enumerate(table.tolist())))}
    unseen: list[tuple[int, ...]] = []
    places = []
    for row in map(tuple, rows.tolist()):
        if row not in index:
            index[row] = len(table) + len(unseen)
            unseen.append(row)
        places.append(index[row])
    added = np.array(unseen, dtype=np.int64).reshape(len(unseen), table.shape[1])
    return np.array(places, dtype=np.intp), added


def _with_rows(patterns: Patterns, rows: npt.NDArray[np.int64]) -> Patterns:
    """Table with further patterns, of which there are none yet."""
    extra = len(rows) - len(patterns)
    return replace(
        patterns,
        codes=rows if patterns.codes is not None else None,
        counts=rows if patterns.codes is None else None,
        multiplicity=np.concatenate([patterns.multiplicity, np.zeros(extra, dtype=np.int64)]),
        cluster=None,
        clusters=0,
        group=None,
        groups=(),
        subjects=None,
    )
