"""Coefficients of one panel with the same weights: they share sums and are drawn together."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from accord.data.panel import Panel
from accord.data.scale import FloatArray
from accord.inference import PosteriorTails, batches, posterior_tails, side_draws
from accord.inference.choice import draw_count, draw_steps
from accord.options import InferenceOptions, resolve_seed
from accord.statistics import Evaluation, Statistic
from accord.statistics.weights import Scheme

__all__ = ["Family"]

Sides: TypeAlias = tuple[FloatArray, FloatArray]


class Family:
    """Coefficients on a panel of truth and judged.

    What was drawn is kept, so that the next member has it for nothing. Draws of one do not depend
    on which others there are.
    """

    def __init__(self, panel: Panel, scheme: Scheme) -> None:
        self._panel = panel
        self._scheme = scheme
        self._members: dict[str, Evaluation] = {}
        self._tails: dict[tuple[str, InferenceOptions], PosteriorTails] = {}
        self._sides: dict[tuple[str, int, int, int], Sides] = {}

    def member(self, coefficient: Statistic) -> Evaluation:
        """A coefficient, put to the panel."""
        if coefficient.name not in self._members:
            known = next(iter(self._members.values()), None)
            sums = None if known is None else known.sums
            self._members[coefficient.name] = Evaluation(
                coefficient, self._panel.patterns, self._scheme, sums=sums
            )
        return self._members[coefficient.name]

    @property
    def work(self) -> int:
        """Steps that one draw takes, about."""
        return max(e.work for e in self._members.values())

    def tails(self, evaluation: Evaluation, settings: InferenceOptions) -> PosteriorTails:
        """What draws tell about a member."""
        key = evaluation.coefficient.name, settings
        if key not in self._tails:
            members = list(self._members.values())
            drawn = posterior_tails(
                members,
                draw_count(settings),
                resolve_seed(settings.seed),
                steps=draw_steps(settings),
            )
            for e, tails in zip(members, drawn, strict=True):
                self._tails[e.coefficient.name, settings] = tails
        return self._tails[key]

    def side(
        self, evaluation: Evaluation, common: Panel, draws: int, seed: int, number: int
    ) -> Sides:
        """Draws of a member for low claims and for high ones, with weights that all sides share.

        ``common`` is the panel of all sides, of the same whole as that of the family.
        """
        key = evaluation.coefficient.name, draws, seed, number
        if key not in self._sides:
            members = [e for e in self._members.values() if np.isfinite(e.value)]
            panel = self._panel.within(common)
            spans = batches(draws, max(len(common.patterns), self.work))
            low, high = side_draws(members, panel, spans, draws, seed, number)
            for k, e in enumerate(members):
                self._sides[e.coefficient.name, draws, seed, number] = low[k], high[k]
        return self._sides[key]
