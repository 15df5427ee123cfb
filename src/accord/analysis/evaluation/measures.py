"""Measures of systems: a statistic with its weights and the version of the scores it takes.

``qwk`` is Cohen's kappa with quadratic weights of scores rounded to marks; ``pearson`` is the
statistic of that name on the scores as they are. Statistics of the registry that compare scores
with a truth are measures of their own; those of ratings are listed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from accord.analysis.evaluation.score_panel import ScorePanel
from accord.base.wording import counted
from accord.errors import UnknownNameError
from accord.statistics import REGISTRY, Statistic
from accord.statistics.calculus import Quantity
from accord.statistics.registry import Better, Kind, Link
from accord.statistics.weights import Scheme, within

__all__ = ["MEASURES", "Measure", "find_measure"]


@dataclass(frozen=True, slots=True)
class Measure:
    """A statistic, read in a certain way.

    Parameters
    ----------
    name, title
        Key in results, and what people call it.
    statistic
        The statistic of the registry.
    order
        Place in lists of measures; smaller numbers come first.
    weights
        Agreement weights, or a function of the panel that makes them.
    marks
        Whether it takes marks (scores rounded to the scale) rather than scores as they are.
    numbers
        Whether it needs numbers.
    """

    name: str
    title: str
    statistic: Statistic
    order: int
    weights: str | Callable[[ScorePanel], Scheme] = "identity"
    marks: bool = False
    numbers: bool = True

    @property
    def kind(self) -> Kind:
        """What it is about."""
        return self.statistic.kind

    @property
    def better(self) -> Better:
        """Which values are good."""
        return self.statistic.better

    @property
    def link(self) -> Link:
        """Scale on which intervals by a standard error are formed."""
        return self.statistic.link

    @property
    def form(self) -> str:
        """Which version of the scores it takes."""
        return "rounded" if self.marks else "continuous"

    @property
    def target(self) -> float | None:
        """Best value of a measure that is best at 0 or 1 and can miss it on both sides."""
        return {"one": 1.0, "zero": 0.0}.get(self.better)

    @property
    def direction(self) -> str:
        """Which values are better, in words.

        >>> [MEASURES[name].direction for name in ("qwk", "mae", "smd", "sd_ratio")]
        ['higher is better', 'lower is better', 'closer to 0 is better', 'closer to 1 is better']
        """
        if self.target is not None:
            return f"closer to {self.target:.0f} is better"
        return "higher is better" if self.better == "more" else "lower is better"

    @property
    def contrast(self) -> str:
        """What the difference of two systems is a difference of."""
        if self.target is None:
            return self.title
        return f"distance of {self.title} from {self.target:.0f}"

    def badness(self, value: float) -> float:
        """Return how far a value is from a good one; smaller is better."""
        if self.target is not None:
            return abs(value - self.target)
        return -value if self.better == "more" else value

    def worse(self, one: float, other: float) -> bool:
        """Whether one value is worse than another."""
        return self.badness(one) > self.badness(other)

    def of(self, panel: ScorePanel) -> Quantity:
        """Return the measure on a panel of truth and scores, with its slope in each record."""
        if not self.statistic.truth:
            weights = self.weights(panel) if callable(self.weights) else self.weights
            return panel.coefficient(self.statistic, weights)
        with np.errstate(invalid="ignore", divide="ignore"):
            return self.statistic.formula(panel.sums).value

    def unsuited(self, panel: ScorePanel) -> str | None:
        """Return why the measure is not defined for a panel; None if it is."""
        if panel.m.sum() == 0:
            return "no subject has both scores"
        if self.numbers and not panel.numeric:
            return "the categories are words"
        if self.marks and panel.marks is None:
            return "people's marks lie on no scale of up to 10,000 equal steps"
        if self.statistic.people > 1 and panel.people is None:
            people = counted(self.statistic.people, "person", "people")
            return f"it needs the ratings of {people} or more"
        return None


def _one_step(panel: ScorePanel) -> Scheme:
    """Weights that credit marks at most one step apart."""
    assert panel.grid is not None
    return within(1.5 * panel.grid.step)  # one step and not two, however marks are rounded


def _of_marks(
    name: str,
    title: str,
    statistic: str,
    order: int,
    weights: str | Callable[[ScorePanel], Scheme] = "identity",
) -> Measure:
    numbers = weights != "identity"
    return Measure(name, title, REGISTRY[statistic], order, weights, marks=True, numbers=numbers)


OF_MARKS = (
    _of_marks("exact", "identical marks", "percent_agreement", 500),
    _of_marks("adjacent", "adjacent marks", "percent_agreement", 510, _one_step),
    _of_marks("cohen_kappa", "Cohen's kappa", "cohen_kappa", 520),
    _of_marks("qwk", "quadratic weighted kappa of marks", "cohen_kappa", 530, "quadratic"),
    _of_marks("ac1", "Gwet's AC1", "gwet_ac", 560),
    _of_marks("ac2_quadratic", "AC2, quadratic", "gwet_ac", 570, "quadratic"),
    _of_marks("bp_quadratic", "Brennan-Prediger, quadratic", "brennan_prediger", 580, "quadratic"),
)


class _Measures(Mapping[str, Measure]):
    """Measures of marks, and the statistics of scores, in the order of presentation."""

    def _all(self) -> list[Measure]:
        own = [
            Measure(entry.name, entry.title, entry, entry.order)
            for entry in REGISTRY.values()
            if entry.truth
        ]
        return sorted((*OF_MARKS, *own), key=lambda measure: measure.order)

    def __getitem__(self, name: str) -> Measure:
        for measure in self._all():
            if measure.name == name:
                return measure
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter([measure.name for measure in self._all()])

    def __len__(self) -> int:
        return len(self._all())


MEASURES = _Measures()


def find_measure(name: str) -> Measure:
    """Return the measure of that name."""
    if name not in MEASURES:
        raise UnknownNameError("metric", name, MEASURES, option="metric")
    return MEASURES[name]
