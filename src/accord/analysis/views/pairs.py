"""Pairs of raters: a coefficient for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from accord.analysis.views.draws import loaded
from accord.analysis.views.panels import PanelEstimator
from accord.base.serialise import written
from accord.base.showing import Shown
from accord.data.panel import pair_counts, pair_patterns
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import OptionError, UnknownNameError
from accord.inference.results import Estimate
from accord.io import takes_raters
from accord.options import InferenceOptions, ReadOptions, with_options
from accord.options.presets import PAIR_COEFFICIENT
from accord.statistics import find
from accord.statistics.batched import WeightedSums
from accord.statistics.weights import WeightsLike

__all__ = ["RaterMatrix", "pairwise"]

MOST_CELLS = 4_096  # patterns of two raters up to which all of them are a table
BATCH = 1_000  # pairs of raters that are evaluated together


@dataclass(frozen=True, slots=True)
class RaterMatrix(Shown):
    """A coefficient for every pair of raters.

    Parameters
    ----------
    coefficient
        Name of the coefficient in the registry.
    raters
        Names of the raters.
    estimates
        Estimates of the pairs: first and second rater, first and third, ….
    """

    coefficient: str
    raters: tuple[str, ...]
    estimates: tuple[Estimate, ...] = field(metadata=written(table="pairs"))

    _derived: ClassVar[Mapping[str, str]] = {"pairs/a": "first_raters", "pairs/b": "second_raters"}

    def __getitem__(self, pair: tuple[str, str]) -> Estimate:
        for name in pair:
            if name not in self.raters:
                raise UnknownNameError("rater", name, self.raters)
        if pair[0] == pair[1]:
            raise OptionError("a pair is two different raters.", option="pair")
        g, h = sorted(self.raters.index(name) for name in pair)
        return self.estimates[self._place(g, h)]

    def _place(self, g: int, h: int) -> int:
        r = len(self.raters)
        return g * r - g * (g + 1) // 2 + h - g - 1

    @property
    def first_raters(self) -> tuple[str, ...]:
        """First rater of each pair."""
        return tuple(first for first, _ in combinations(self.raters, 2))

    @property
    def second_raters(self) -> tuple[str, ...]:
        """Second rater of each pair."""
        return tuple(second for _, second in combinations(self.raters, 2))

    @property
    def values(self) -> FloatArray:
        """(r, r) matrix of values, NaN on the diagonal."""
        r = len(self.raters)
        matrix = np.full((r, r), np.nan)
        matrix[np.triu_indices(r, 1)] = [estimate.value for estimate in self.estimates]
        lower = np.tril_indices(r, -1)
        matrix[lower] = matrix.T[lower]
        return matrix


@takes_raters
@with_options(InferenceOptions, ReadOptions)
def pairwise(
    data: Any,
    coefficient: str = PAIR_COEFFICIENT,
    weights: WeightsLike | None = None,
    **options: Any,
) -> RaterMatrix:
    """Estimate a coefficient for every pair of raters.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned.
    coefficient
        Name of the coefficient.
    weights
        Agreement weights, as in `agreement`.
    **options
        Options of inference and of reading.

    Returns
    -------
    RaterMatrix
        The estimate of each pair.

    Examples
    --------
    >>> marks = {"ann": [1, 2, 3, 3, 2, 1], "bo": [1, 2, 3, 2, 2, 1], "cy": [2, 2, 3, 3, 1, 1]}
    >>> round(pairwise(marks)["ann", "bo"].value, 4)
    0.75
    """
    patterns, settings = loaded(data, options, lambda p: p.r * (p.r - 1) // 2)
    patterns = replace(patterns, warnings=())
    estimator = PanelEstimator(patterns, find(coefficient), weights, settings)
    number = patterns.r * (patterns.r - 1) // 2
    estimates = []
    for estimate in _estimates(patterns, estimator):
        estimates.append(estimate)
        if settings.progress is not None:
            settings.progress("pairs of raters", len(estimates), number)
    return RaterMatrix(coefficient, patterns.raters, tuple(estimates))


def _estimates(patterns: Patterns, estimator: PanelEstimator) -> Iterator[Estimate]:
    """Estimates of all pairs of raters, in order."""
    raters = patterns.raters
    for (g, h), estimate in _batches(patterns, estimator):
        yield estimate or estimator.single(patterns.select([raters[g], raters[h]]))


def _batches(
    patterns: Patterns, estimator: PanelEstimator
) -> Iterator[tuple[tuple[int, int], Estimate | None]]:
    """Pairs of columns with their estimates, or None where a batch does not give one."""
    apart = patterns.identity and patterns.cluster is None
    small = (patterns.q + 1) ** 2 <= MOST_CELLS
    both = pair_patterns(patterns) if apart and small else None
    if both is None or not estimator.suits(both):
        yield from ((pair, None) for pair in combinations(range(patterns.r), 2))
        return
    for pairs, m in pair_counts(patterns, BATCH):
        sums = WeightedSums(both, estimator.weights, m)
        yield from zip(pairs, estimator.estimates(sums), strict=True)
