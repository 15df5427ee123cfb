"""A coefficient for every pair of raters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from accord.analysis.views.draws import load_for_many
from accord.analysis.views.panels import PanelEstimator
from accord.analysis.views.sections import SectionRequest, few_raters, many_raters_note, section
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

MOST_PATTERNS = 4_096  # possible patterns of two raters, up to which pairs share a table of them
BATCH = 1_000  # pairs of raters that are evaluated at once


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
        Estimates of the pairs, in the order of `itertools.combinations`.
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
            raise OptionError("a pair must be two different raters.", option="pair")
        g, h = sorted(self.raters.index(name) for name in pair)
        preceding = g * len(self.raters) - g * (g + 1) // 2  # pairs with an earlier first rater
        return self.estimates[preceding + h - g - 1]

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
    patterns, settings = load_for_many(data, options, lambda p: p.r * (p.r - 1) // 2, weights)
    patterns = replace(patterns, warnings=())
    estimator = PanelEstimator(patterns, find(coefficient), weights, settings)
    number = patterns.r * (patterns.r - 1) // 2
    estimates = []
    for estimate in _estimate_pairs(patterns, estimator):
        estimates.append(estimate)
        if settings.progress is not None:
            settings.progress("pairs of raters", len(estimates), number)
    return RaterMatrix(coefficient, patterns.raters, tuple(estimates))


def _estimate_pairs(patterns: Patterns, estimator: PanelEstimator) -> Iterator[Estimate]:
    """Yield the estimates of all pairs of raters, in order."""
    raters = patterns.raters
    for (g, h), estimate in _batches(patterns, estimator):
        yield estimate or estimator.single(patterns.select([raters[g], raters[h]]))


def _batches(
    patterns: Patterns, estimator: PanelEstimator
) -> Iterator[tuple[tuple[int, int], Estimate | None]]:
    """Yield pairs of columns with their estimates; None where a batch cannot give one."""
    simple = patterns.identity and patterns.cluster is None
    small = (patterns.q + 1) ** 2 <= MOST_PATTERNS
    table = pair_patterns(patterns) if simple and small else None
    if table is None or not estimator.suits(table):
        yield from ((pair, None) for pair in combinations(range(patterns.r), 2))
        return
    for pairs, counts in pair_counts(patterns, BATCH):
        sums = WeightedSums(table, estimator.weights, counts)
        yield from zip(pairs, estimator.estimates(sums), strict=True)


@section(
    "pairs",
    "Pairs of raters",
    order=40,
    part="raters",
    suits=few_raters,
    note=many_raters_note,
    text="A coefficient for every pair of raters.",
    figure="raters",
    always_written=True,
)
def pairs_section(request: SectionRequest) -> RaterMatrix | None:
    """Estimate a coefficient for every pair of raters; without draws if only values are shown."""
    options = dict(request.options)
    if not request.pair_intervals and options.get("ci") is None:
        options["ci"] = "t"
    return pairwise(request.patterns, weights=request.weights, **options)
