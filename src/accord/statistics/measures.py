"""Measures of systems: a statistic with its weights and the form of the scores it uses.

``qwk`` is Cohen's kappa with quadratic weights of scores rounded to marks, declared beside Cohen's
kappa; ``pearson`` is a statistic of scores and their truth, and a measure by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import numpy as np

from accord.base.plugins import Registered
from accord.base.wording import counted
from accord.data.panel import Panel
from accord.data.spans import Spans
from accord.errors import UnknownNameError
from accord.statistics.calculus import Quantity
from accord.statistics.links import Link
from accord.statistics.references import Reference, keys_of
from accord.statistics.registry import Better, Kind, Statistic, Terms, register
from accord.statistics.score_sums import ScoreSums
from accord.statistics.weights import Scheme, within

__all__ = [
    "MEASURES",
    "Measure",
    "TruthAndScores",
    "find_measure",
    "measure_of_marks",
    "measure_of_spans",
    "metric",
    "one_step",
]

Part: TypeAlias = Literal["summary", "people", "subgroups", "runs", "study"]


class TruthAndScores(Protocol):
    """The scores of a system and their truth, as measures use them."""

    @property
    def sums(self) -> ScoreSums:
        """Sums of the scores as they are."""

    @property
    def marks(self) -> Panel | None:
        """The scores as marks, where they are marks."""

    @property
    def numeric(self) -> bool:
        """Whether the scores are numbers."""

    @property
    def without_lengths(self) -> str | None:
        """Reason why marks of characters cannot be counted; None if they can."""

    @property
    def spans(self) -> Spans | None:
        """Spans of the truth and the score; None if one of them is no rater's."""

    def coefficient(
        self, statistic: Statistic, weights: Scheme | str, options: Mapping[str, Any]
    ) -> Quantity:
        """Return the agreement of the marks, or of spans, by a statistic."""


class Weighted(NamedTuple):
    """A coefficient with its weights and options, and whether scores are rounded to marks."""

    coefficient: str
    weights: str
    marks: bool
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Measure:
    """A statistic of the scores of a system, with its weights and form of the scores.

    Parameters
    ----------
    name, title
        Key and title in results.
    statistic
        The statistic of the registry.
    order
        Position in lists of measures; smaller numbers come first.
    weights
        Agreement weights, or a function of truth and scores that returns them.
    marks
        Whether it uses marks (scores rounded to the scale) rather than scores as they are.
    numbers
        Whether it needs numbers.
    sets
        Whether it is of sets of labels.
    short
        Title in narrow columns, if it has one.
    parts
        Parts of results that show it, beside the list of all metrics: ``summary``, difference
        from ``people``, ``subgroups``, ``runs`` of a system, ``study`` of metrics.
    at_least
        Recommended threshold.
    at_most
        Recommended limit of the absolute value.
    of_ratings
        Coefficient and weights that give the same value for ratings, if a measure uses scores.
    options
        Options of the statistic.
    """

    name: str
    title: str
    statistic: Statistic
    order: int
    weights: str | Callable[[TruthAndScores], Scheme] = "identity"
    marks: bool = False
    numbers: bool = True
    sets: bool = False
    short: str = ""
    parts: tuple[Part, ...] = ()
    at_least: float | None = None
    at_most: float | None = None
    of_ratings: tuple[str, str] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def as_coefficient(self) -> Weighted | None:
        """The coefficient of ratings, with its weights, that equals the measure; else None."""
        if self.of_ratings is not None:
            return Weighted(*self.of_ratings, marks=False, options=self.options)
        if (self.marks or self.statistic.spans) and isinstance(self.weights, str):
            return Weighted(self.statistic.name, self.weights, marks=True, options=self.options)
        return None

    @property
    def kind(self) -> Kind:
        """Kind of statistic."""
        return self.statistic.kind

    @property
    def better(self) -> Better:
        """Which values are better."""
        return self.statistic.better

    @property
    def link(self) -> Link:
        """Scale of intervals by a standard error."""
        return self.statistic.link_on(None)

    @property
    def form(self) -> str:
        """Form of the scores that it uses."""
        return "rounded" if self.marks else "continuous"

    @property
    def target(self) -> float | None:
        """Best value, 0 or 1, of a measure that can be above and below it; else None."""
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
        """Name of the quantity of which differences between systems are formed."""
        if self.target is None:
            return self.title
        return f"distance of {self.title} from {self.target:.0f}"

    def loss(self, value: float) -> float:
        """Return a number for a value that is smaller the better the value is."""
        if self.target is not None:
            return abs(value - self.target)
        return -value if self.better == "more" else value

    def worse(self, one: float, other: float) -> bool:
        """Return whether one value is worse than another."""
        return self.loss(one) > self.loss(other)

    def of(self, panel: TruthAndScores) -> Quantity:
        """Return the measure of truth and scores, with its derivative by the weights of records."""
        if not self.statistic.truth:
            weights = self.weights(panel) if callable(self.weights) else self.weights
            return panel.coefficient(self.statistic, weights, self.options)
        with np.errstate(invalid="ignore", divide="ignore"):
            return self.statistic.formula(panel.sums).value

    def unsuited(self, panel: TruthAndScores) -> str | None:
        """Return the reason why the measure is not defined for such scores; None if it is."""
        if panel.sums.subjects.sum() == 0:
            return "no subject has both scores"
        if self.statistic.spans:
            return None if panel.spans else "it compares the spans of two raters"
        if panel.without_lengths is not None:
            return panel.without_lengths
        if self.numbers and not panel.numeric:
            return "the categories are words"
        if self.marks and panel.marks is None:
            return "people's marks are not on a scale of at most 10,000 equal steps"
        if self.marks and panel.marks is not None:
            patterns = panel.marks.patterns
            if self.sets and not patterns.scale.holds_sets:
                return "the ratings are no sets of labels"
            reason = self.statistic.unsuited(patterns, self.weights == "identity")
            if reason is not None:
                return reason
        if self.statistic.people > 1 and panel.sums.people is None:
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
    """Register a coefficient of the marks of a system and their truth, and return its measure."""
    numbers = weights != "identity" and not facts.get("sets", False)
    return _register_measure(
        Measure(name, title, statistic, order, weights, marks=True, numbers=numbers, **facts)
    )


def measure_of_spans(
    name: str, title: str, statistic: Statistic, *, order: int, **facts: Any
) -> Measure:
    """Register a statistic of the spans of a system and their truth, and return its measure."""
    return _register_measure(Measure(name, title, statistic, order, numbers=False, **facts))


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

    The named parameters are those of `Measure`, all others those of `Statistic`.
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
        _register_measure(
            Measure(
                name, title, register(entry), order, short=short, parts=parts,
                at_least=at_least, at_most=at_most, of_ratings=of_ratings,
            )
        )  # fmt: skip
        return entry

    return add


def _register_measure(measure: Measure) -> Measure:
    if measure.name in DECLARED:
        raise ValueError(f"there is a metric {measure.name!r} already")
    DECLARED[measure.name] = measure
    return measure


def find_measure(name: str) -> Measure:
    """Return the measure of a name."""
    if name not in MEASURES:
        raise UnknownNameError("metric", name, MEASURES, option="metric")
    return MEASURES[name]


def one_step(panel: TruthAndScores) -> Scheme:
    """Return weights that count marks at most one step apart as equal."""
    assert panel.sums.grid is not None
    return within(1.5 * panel.sums.grid.step)  # between one step and two, whatever the rounding
