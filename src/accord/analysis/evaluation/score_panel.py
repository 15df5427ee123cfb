"""Truth and scores of one table, which measures compare."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from accord.analysis.evaluation.family import Family
from accord.data.documents import document_panel
from accord.data.marks import Grid
from accord.data.panel import Panel, panel_of
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, IntArray
from accord.data.spans import Spans
from accord.inference.joint import panel_quantity
from accord.statistics import Evaluation, Statistic
from accord.statistics.calculus import Quantity
from accord.statistics.score_sums import ScoreSums
from accord.statistics.weights import Scheme, scheme_named

__all__ = ["CoefficientQuantity", "ScorePanel"]


class CoefficientQuantity(Quantity):
    """A coefficient on the marks of a panel, which has posterior draws."""

    __slots__ = ("evaluation", "family")

    def __init__(self, evaluation: Evaluation, panel: Panel, family: Family) -> None:
        quantity = panel_quantity(evaluation, panel)
        super().__init__(quantity.value, lambda: quantity.slope)
        self.evaluation = evaluation
        self.family = family


class ScorePanel:
    """Truth and score of every record of a table.

    Parameters
    ----------
    marks
        Table of the same records. Its first two raters are truth and score, on the scale of marks;
        None where there are no marks.
    x, y
        (P,) truth and score before rounding to marks, NaN where missing; None for words.
    multiplicity
        (P,) subjects of each record.
    grid
        The grid of marks; None where there is none.
    people
        (P, h) scores of each person, where the truth is made of several.
    left_out
        (U, P) subjects of each record without each unit in turn, for the jackknife. Quantities
        then have U + 1 values, of which the first is that of the data.
    without_lengths
        Reason why marks of characters cannot be counted; None if they can.
    """

    def __init__(
        self,
        marks: Patterns | None,
        x: FloatArray | None,
        y: FloatArray | None,
        multiplicity: FloatArray,
        grid: Grid | None,
        people: FloatArray | None = None,
        left_out: FloatArray | None = None,
        without_lengths: str | None = None,
    ) -> None:
        self.without_lengths = without_lengths
        self.marks = marks
        self.grid = grid
        self.people = people
        self.numeric = x is not None and y is not None
        self.multiplicity = multiplicity.astype(np.float64)
        observed = self.multiplicity[None]
        weightings = observed if left_out is None else np.vstack([observed, left_out])
        if x is None or y is None:
            x = y = np.where((self._mark_codes >= 0).all(axis=1), 0.0, np.nan)
        reach = None if grid is None else grid.high - grid.low
        self.sums = ScoreSums(x, y, weightings, people, reach)

    @property
    def both(self) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """(P,) whether a record has a truth and a score."""
        return self.sums.both

    @property
    def m(self) -> FloatArray:
        """(P,) subjects of each record that have both."""
        return np.asarray(self.sums.m[0])

    @property
    def n(self) -> float:
        """Number of subjects with both."""
        return float(self.sums.n.value[0])

    @property
    def spans(self) -> Spans | None:
        """Spans of the truth and the score; None if one of them is no rater's."""
        return None if self.marks is None else self.marks.spans

    def units(self, statistic: Statistic) -> float:
        """Number of subjects with both that a statistic counts: documents, if it is of spans."""
        if not statistic.spans or self.spans is None:
            return self.n
        return float(self.spans.annotated.all(axis=1).sum())

    @property
    def _mark_codes(self) -> IntArray:
        assert self.marks is not None
        return np.asarray(self.marks.by_rater().rows)

    @cached_property
    def codes(self) -> tuple[IntArray, IntArray]:
        """(P,) marks of truth and score, as places on the grid."""
        return self._mark_codes[:, 0], self._mark_codes[:, 1]

    @cached_property
    def _panel(self) -> Panel:
        assert self.marks is not None
        return panel_of(self.marks, self.marks.raters[:2])

    @cached_property
    def _families(self) -> dict[tuple[str, bool], Family]:
        return {}

    def coefficient(
        self,
        statistic: Statistic,
        weights: Scheme | str = "identity",
        options: Mapping[str, Any] | None = None,
    ) -> Quantity:
        """Return the agreement of the marks, or of spans, by a statistic of the registry."""
        scheme = scheme_named(weights)
        key = scheme.name, statistic.spans
        if key not in self._families:
            panel = document_panel(self._panel) if statistic.spans else self._panel
            self._families[key] = Family(panel, scheme)
        family = self._families[key]
        return CoefficientQuantity(family.member(statistic, options or {}), family.panel, family)
