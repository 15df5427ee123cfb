"""Measures of systems: a statistic with its weights and the version of the scores it takes.

``qwk`` is Cohen's kappa with quadratic weights of scores rounded to marks, declared beside Cohen's
kappa; ``pearson`` is a statistic of scores and their truth, and a measure by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import numpy as np

from accord.base.plugins import Registered
from accord.base.wording import counted
from accord.data.marks import Grid
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import UnknownNameError
from accord.statistics.calculus import Quantity
from accord.statistics.references import Reference, keys_of
from accord.statistics.registry import Better, Kind, Link, Statistic, Terms, register
from accord.statistics.score_sums import ScoreSums
from accord.statistics.weights import Scheme, within

__all__ = [
    "MEASURES",
    "Measure",
    "TruthAndScores",
    "find_measure",
    "measure_of_marks",
    "metric",
    "one_step",
]

Part: TypeAlias = Literal["summary", "people", "subgroups", "runs", "study"]


class TruthAndScores(Protocol):
    """What a measure needs to know of the scores of a system and their truth."""

    sums: ScoreSums
    marks: Patterns | None
    grid: Grid | None
    people: FloatArray | None
    numeric: bool

    @property
    def m(self) -> FloatArray:
        """(P,) subjects of each record that have both a truth and a score."""

    def coefficient(self, statistic: Statistic, weights: Scheme | str) -> Quantity:
        """Return the agreement of the marks by a coefficient."""


class Weighted(NamedTuple):
    """A coefficient with its weights, and whether scores are rounded to marks for it."""

    coefficient: str
    weights: str
    marks: bool


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
        Agreement weights, or a function of truth and scores that makes them.
    marks
        Whether it takes marks (scores rounded to the scale) rather than scores as they are.
    numbers
        Whether it needs numbers.
    short
        Title of a narrow column, where it has one.
    parts
        Parts of results that show it, beside the list of all metrics: the ``summary``, the
        difference from ``people``, ``subgroups``, ``runs`` of a system, ``study`` of metrics.
    at_least
        Recommended threshold.
    at_most
        Recommended limit of the absolute value.
    of_ratings
        Coefficient and weights that give the same of ratings, where a measure takes scores.
    """

    name: str
    title: str
    statistic: Statistic
    order: int
    weights: str | Callable[[TruthAndScores], Scheme] = "identity"
    marks: bool = False
    numbers: bool = True
    short: str = ""
    parts: tuple[Part, ...] = ()
    at_least: float | None = None
    at_most: float | None = None
    of_ratings: tuple[str, str] | None = None

    @property
    def as_coefficient(self) -> Weighted | None:
        """The coefficient of ratings, with its weights, that the measure is; None if it is none."""
        if self.of_ratings is not None:
            return Weighted(*self.of_ratings, marks=False)
        if self.marks and isinstance(self.weights, str):
            return Weighted(self.statistic.name, self.weights, marks=True)
        return None

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

    def loss(self, value: float) -> float:
        """Return how far a value is from a good one; smaller is better."""
        if self.target is not None:
            return abs(value - self.target)
        return -value if self.better == "more" else value

    def worse(self, one: float, other: float) -> bool:
        """Whether one value is worse than another."""
        return self.loss(one) > self.loss(other)

    def of(self, panel: TruthAndScores) -> Quantity:
        """Return the measure of truth and scores, with its slope in each record."""
        if not self.statistic.truth:
            weights = self.weights(panel) if callable(self.weights) else self.weights
            return panel.coefficient(self.statistic, weights)
        with np.errstate(invalid="ignore", divide="ignore"):
            return self.statistic.formula(panel.sums).value

    def unsuited(self, panel: TruthAndScores) -> str | None:
        """Return why the measure is not defined for truth and scores; None if it is."""
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


DECLARED: dict[str, Measure] = {}
MEASURES = Registered(DECLARED, "accord.metrics")
"""Measures of marks, and the statistics of scores and their truth."""


def measure_of_marks(
    name: str,
    title: str,
    statistic: Statistic,
    *,
    order: int,
    weights: str | Callable[[TruthAndScores], Scheme] = "identity",
    **facts: Any,
) -> Measure:
    """Register a coefficient of the marks of a system and their truth, with its weights."""
    numbers = weights != "identity"
    return _added(
        Measure(name, title, statistic, order, weights, marks=True, numbers=numbers, **facts)
    )


def metric(
    name: str,
    title: str,
    kind: Kind,
    *,
    order: int,
    short: str = "",
    parts: tuple[Part, ...] = (),
    at_least: float | None = None,
    at_most: float | None = None,
    of_ratings: tuple[str, str] | None = None,
    references: Sequence[str | Reference] = (),
    **facts: Any,
) -> Callable[[Callable[[Any], Quantity]], Statistic]:
    """Register a formula over the scores of a system and their truth (`ScoreSums`).

    The first facts are those of `Measure`, the others those of `Statistic`.
    """

    def add(formula: Callable[[Any], Quantity]) -> Statistic:
        def terms(sums: Any) -> Terms:
            return Terms(formula(sums))

        terms.__doc__ = formula.__doc__
        missing = "subjects without a score or without a truth are left out"
        entry = Statistic(
            name, "", title, terms, keys_of(references), missing, kind=kind, order=order,
            truth=True, raters=2, weighted=False, corrected=False, **facts,
        )  # fmt: skip
        _added(
            Measure(
                name, title, register(entry), order, short=short, parts=parts,
                at_least=at_least, at_most=at_most, of_ratings=of_ratings,
            )
        )  # fmt: skip
        return entry

    return add


def _added(measure: Measure) -> Measure:
    if measure.name in DECLARED:
        raise ValueError(f"there is a metric {measure.name!r} already")
    DECLARED[measure.name] = measure
    return measure


def find_measure(name: str) -> Measure:
    """Return the measure of that name."""
    if name not in MEASURES:
        raise UnknownNameError("metric", name, MEASURES, option="metric")
    return MEASURES[name]


def one_step(panel: TruthAndScores) -> Scheme:
    """Weights that credit marks at most one step apart."""
    assert panel.grid is not None
    return within(1.5 * panel.grid.step)  # one step and not two, however marks are rounded
