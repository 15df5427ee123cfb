"""Variance components of subjects × raters by restricted maximum likelihood (REML)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal, TypeAlias

import numpy as np

from accord.data.scale import FloatArray
from accord.statistics.bounded_newton import minimise
from accord.statistics.crossed_components import RepeatedComponents
from accord.statistics.restricted_likelihood import (
    LikelihoodPoint,
    RatingCells,
    RestrictedLikelihood,
    too_many,
)

__all__ = ["CEILING", "RaterEffects", "RestrictedFit", "RestrictedModel", "ratios_of"]

RaterEffects: TypeAlias = Literal["none", "random", "fixed"]

STARTS = (0.1, 3.0)  # of the search: log(1 + size × ratio) of each component
START = 0.7  # of the only search, where there are many raters
FEW_RATERS = 50
CEILING = 30.0  # of the same: the error is then a rounding error of the other components
ROUNDING = 1e-24  # smaller shares of a sum of squares are rounding errors
MOST_RATERS = 500  # or subjects, if there are fewer of these
PLACES = {"none": [0], "random": [0, 1], "fixed": [0]}
INTERACTION = 2


@dataclass(frozen=True, slots=True)
class RestrictedFit:
    """Variance components with the highest restricted likelihood.

    Parameters
    ----------
    components
        The components; NaN if there is a ``reason``.
    minus2_loglik
        -2 log restricted likelihood, with all constants.
    reason
        Why the components are undefined.
    """

    components: RepeatedComponents
    minus2_loglik: float
    reason: str | None = None


class RestrictedModel:
    """Variance components of subjects, raters and their interaction, and their likelihood.

    Parameters
    ----------
    cells
        The ratings.
    raters
        ``none`` for subjects and error only; ``random``, or ``fixed`` raters.
    interaction
        Whether subjects × raters have a component besides the error, which needs replicates.
    """

    def __init__(
        self, cells: RatingCells, raters: RaterEffects = "random", *, interaction: bool = False
    ) -> None:
        if raters == "none":
            cells = cells.pooled
        n, k = cells.counts.shape
        if min(n, k) > MOST_RATERS:
            raise too_many(n, k)
        self.reason = _undefined(cells, raters, interaction)
        turned = raters == "random" and k > n  # raters make a dense matrix, so they are the fewer
        self._order = [1, 0, 2] if turned else [0, 1, 2]
        self._likelihood = RestrictedLikelihood(
            cells.transposed if turned else cells, raters == "fixed"
        )
        self.places = PLACES[raters] + [INTERACTION] * interaction
        """Components of the model: 0 of subjects, 1 of raters, 2 of their interaction."""
        self.scale = self._likelihood.scale[self._order]
        """Ratings of a subject, of a rater and of a cell, on average."""

    def at(self, ratios: FloatArray) -> LikelihoodPoint:
        """Return the likelihood at ratios of the components and the error variance."""
        point = self._likelihood.at(ratios[self._order])
        return replace(point, gradient=point.gradient[self._order])

    def fit(self, near: RepeatedComponents | None = None) -> RestrictedFit:
        """Return the components with the highest likelihood, none of them below 0.

        Parameters
        ----------
        near
            Components of almost the same ratings, from which the search starts. Otherwise it
            starts from several places, because the likelihood of small samples can have several
            maxima.
        """
        if self.reason is not None:
            return _undefined_fit(self.reason)
        places, scale = self.places, self.scale[self.places]

        def ratios(u: FloatArray) -> FloatArray:
            result = np.zeros(3)
            result[places] = np.expm1(u) / scale
            return result

        def function(u: FloatArray) -> tuple[float, FloatArray]:
            point = self.at(ratios(u))
            return point.value, point.gradient[places] * np.exp(u) / scale

        starts = [np.array(start) for start in product(STARTS, repeat=len(places))]
        if min(self._likelihood.shape) > FEW_RATERS:  # the likelihood then has one maximum
            starts = [np.full(len(places), START)]
        if near is not None and near.error > 0:
            starts = [np.log1p(self.scale * ratios_of(near))[places]]
        found = [minimise(function, start, CEILING) for start in starts]
        u = min(found, key=lambda end: end[1])[0]
        if u.max() >= CEILING:
            return _undefined_fit("the residual variance is 0, so the likelihood has no maximum")
        point = self.at(ratios(u))
        s, r, i = (float(part) for part in ratios(u) * point.error)
        return RestrictedFit(RepeatedComponents(s, r, i, point.error), point.value)


def ratios_of(parts: RepeatedComponents) -> FloatArray:
    """Return the ratios of the components and the error variance."""
    return np.array([parts.subjects, parts.raters, parts.interaction]) / parts.error


def _undefined_fit(reason: str) -> RestrictedFit:
    return RestrictedFit(RepeatedComponents(*[math.nan] * 4), math.nan, reason)


def _undefined(cells: RatingCells, raters: RaterEffects, interaction: bool) -> str | None:
    """Return why the components cannot be estimated; None if they can."""
    filled = cells.counts > 0
    n, k = filled.shape
    number, cell_count = float(cells.counts.sum()), int(filled.sum())
    if n < 2:
        return "there is a single subject"
    if not cells.total > ROUNDING * number * cells.centre**2:
        return "the ratings do not vary"
    rank = n if raters == "none" else n + k - _parts(filled[cells.starts])  # of subjects and raters
    if interaction and number == cell_count:
        return "no rater rated a subject twice"
    if (cell_count if interaction else number) <= rank:
        return "there are no degrees of freedom for the residual"
    if raters == "fixed" and rank == k:
        return "no two subjects have a rater in common"
    if raters == "random" and not (
        (filled.sum(axis=0) > 1).any() and (filled.sum(axis=1) > 1).any()
    ):
        return "subjects and raters cannot be separated"
    if interaction and not cells.within.sum() > ROUNDING * cells.total:
        return "the replicates do not vary, so the likelihood has no maximum"
    return None


def _parts(filled: np.ndarray) -> int:
    """Return the number of groups of raters that no subject connects."""
    last = filled.shape[1]
    label = np.arange(last)
    while True:
        of_subject = np.where(filled, label, last).min(axis=1)
        joined = np.where(filled, of_subject[:, None], last).min(axis=0)
        if (joined == label).all():
            return int(np.unique(label).size)
        label = joined
