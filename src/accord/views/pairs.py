"""Pairs of raters: a coefficient for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from accord.coefficients import find
from accord.errors import OptionError, UnknownNameError
from accord.estimation import measure
from accord.loading import takes_raters
from accord.options import InferenceOptions, ReadOptions, with_options
from accord.results import Estimate
from accord.scale import FloatArray
from accord.showing import Shown
from accord.views.draws import loaded
from accord.weights import WeightsLike

__all__ = ["RaterMatrix", "pairwise"]


@dataclass(frozen=True, slots=True)
class RaterMatrix(Shown):
    """A coefficient for every pair of raters."""

    coefficient: str
    raters: tuple[str, ...]
    estimates: tuple[Estimate, ...]

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
    def values(self) -> FloatArray:
        """(r, r) matrix of values, NaN on the diagonal."""
        r = len(self.raters)
        matrix = np.full((r, r), np.nan)
        matrix[np.triu_indices(r, 1)] = [estimate.value for estimate in self.estimates]
        lower = np.tril_indices(r, -1)
        matrix[lower] = matrix.T[lower]
        return matrix

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        pairs = [(g, h) for g in range(len(self.raters)) for h in range(g + 1, len(self.raters))]
        return {
            "coefficient": self.coefficient,
            "raters": list(self.raters),
            "pairs": [
                {"a": self.raters[g], "b": self.raters[h], **estimate.to_dict()}
                for (g, h), estimate in zip(pairs, self.estimates, strict=True)
            ],
        }


@takes_raters
@with_options(InferenceOptions, ReadOptions)
def pairwise(
    data: Any,
    coefficient: str = "cohen_kappa",
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
    entry = find(coefficient)
    estimates = []
    pairs = list(_pairs(patterns.raters))
    for number, (a, b) in enumerate(pairs, start=1):
        pair = replace(patterns.select([a, b]), warnings=())
        estimates.append(measure(pair, [entry], weights, settings, {})[coefficient])
        if settings.progress is not None:
            settings.progress("pairs of raters", number, len(pairs))
    return RaterMatrix(coefficient, patterns.raters, tuple(estimates))


def _pairs(raters: Sequence[str]) -> Iterator[tuple[str, str]]:
    for g, first in enumerate(raters):
        for second in raters[g + 1 :]:
            yield first, second
