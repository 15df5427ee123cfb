"""Coefficients of one panel with the same weights, which share sums and draws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

from accord.data.panel import Panel
from accord.inference.batches import batches
from accord.inference.choice import draw_limits
from accord.inference.contrast import Draws
from accord.inference.dirichlet import posterior_tails
from accord.inference.joint import panel_quantity
from accord.inference.paired import side_draws
from accord.inference.tails import PosteriorTails
from accord.options import InferenceOptions, resolve_seed
from accord.statistics import Evaluation, Statistic
from accord.statistics.calculus import Quantity
from accord.statistics.weights import Scheme

__all__ = ["CoefficientQuantity", "Family"]


class CoefficientQuantity(Quantity):
    """A coefficient on the marks of a panel, which has posterior draws."""

    __slots__ = ("evaluation", "family")

    def __init__(self, evaluation: Evaluation, family: Family) -> None:
        quantity = panel_quantity(evaluation, family.panel)
        super().__init__(quantity.value, lambda: quantity.slope)
        self.evaluation = evaluation
        self.family = family


Key: TypeAlias = tuple[Any, ...]  # name and options of a coefficient


class Family:
    """Coefficients on a panel of truth and scores.

    Draws are cached, so that they are made once for all members. The draws of a member do not
    depend on the other members.
    """

    def __init__(self, panel: Panel, scheme: Scheme) -> None:
        self.panel = panel
        self._scheme = scheme
        self._members: dict[Key, Evaluation] = {}
        self._tails: dict[tuple[Key, InferenceOptions], PosteriorTails] = {}
        self._sides: dict[tuple[Key, int, int, int], Draws] = {}

    def quantity(self, coefficient: Statistic, options: Mapping[str, Any]) -> CoefficientQuantity:
        """Return a coefficient with its options, which becomes a member of the family."""
        other = next(iter(self._members.values()), None)
        sums = None if other is None else other.sums
        evaluation = Evaluation(coefficient, self.panel.patterns, self._scheme, options, sums)
        return CoefficientQuantity(self._members.setdefault(_key(evaluation), evaluation), self)

    def tails(self, evaluation: Evaluation, settings: InferenceOptions) -> PosteriorTails:
        """Return the tails of a member by posterior draws."""
        key = _key(evaluation), settings
        if key not in self._tails:
            members = list(self._members.values())
            draws, steps = draw_limits(settings)
            drawn = posterior_tails(members, draws, resolve_seed(settings.seed), steps=steps)
            for e, tails in zip(members, drawn, strict=True):
                self._tails[_key(e), settings] = tails
        return self._tails[key]

    def side(
        self, evaluation: Evaluation, common: Panel, draws: int, seed: int, number: int
    ) -> Draws:
        """Return the draws of a member for the lower limit and for the upper.

        Parameters
        ----------
        common
            Panel of all sides that are compared, of the same table as the panel of the family.
            All sides have the same weights of its subjects.
        draws, seed, number
            Number of draws, seed of all sides, and number of this side.
        """
        key = _key(evaluation), draws, seed, number
        if key not in self._sides:
            members = [e for e in self._members.values() if np.isfinite(e.value)]
            panel = self.panel.within(common)
            work = max(e.work for e in self._members.values())
            spans = batches(draws, max(len(common.patterns), work))
            low, high = side_draws(members, panel, spans, draws, seed, number)
            for k, e in enumerate(members):
                self._sides[_key(e), draws, seed, number] = low[k], high[k]
        return self._sides[key]


def _key(evaluation: Evaluation) -> Key:
    return evaluation.coefficient.name, *sorted(evaluation.options.items())
