"""The register of metrics: what each says of a system, and on which scale it is near normal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from accord.coefficients.calculus import Quantity
from accord.errors import UnknownNameError
from accord.evaluation.match import Match

__all__ = ["METRICS", "Better", "Metric", "find_metric", "metric"]

Better: TypeAlias = Literal["more", "less", "one", "zero"]
Link: TypeAlias = Literal["real", "unit", "rate", "fisher", "log"]
Kind: TypeAlias = Literal["agreement", "association", "error", "bias"]


@dataclass(frozen=True, slots=True)
class Metric:
    """A declared metric.

    Parameters
    ----------
    name, title
        Registry name, and what people call it.
    formula
        Match → Quantity.
    kind
        What it is about.
    better
        Which values are good: more, less, near one or near zero.
    link
        Scale on which its interval is made: as it is (``real``, or ``unit`` where it ends at 1),
        as a rate, by Fisher's z, or by the logarithm.
    marks
        Whether it takes marks (scores rounded to the scale) rather than scores as they are.
    numbers
        Whether it needs numbers.
    """

    name: str
    title: str
    formula: Callable[[Match], Quantity]
    kind: Kind
    better: Better
    link: Link
    marks: bool
    numbers: bool = True

    @property
    def form(self) -> str:
        """Which version of the scores it takes."""
        return "rounded" if self.marks else "continuous"

    def worse(self, one: float, other: float) -> bool:
        """Whether one value is worse than another."""
        return self.badness(one) > self.badness(other)

    @property
    def aim(self) -> float | None:
        """Value that is best, for a metric that is best at one and not at the end of its scale."""
        return {"one": 1.0, "zero": 0.0}.get(self.better)

    @property
    def direction(self) -> str:
        """Which values are better, in words.

        >>> [METRICS[name].direction for name in ("qwk", "mae", "smd", "sd_ratio")]
        ['higher is better', 'lower is better', 'closer to 0 is better', 'closer to 1 is better']
        """
        if self.aim is not None:
            return f"closer to {self.aim:.0f} is better"
        return "higher is better" if self.better == "more" else "lower is better"

    @property
    def contrast(self) -> str:
        """What a difference of two systems is taken of."""
        return self.title if self.aim is None else f"distance of {self.title} from {self.aim:.0f}"

    def badness(self, value: float) -> float:
        """How far a value is from what is good."""
        if self.aim is not None:
            return abs(value - self.aim)
        return -value if self.better == "more" else value


METRICS: dict[str, Metric] = {}


def metric(
    name: str,
    title: str,
    kind: Kind,
    *,
    better: Better = "more",
    link: Link = "real",
    marks: bool = False,
    numbers: bool = True,
) -> Callable[[Callable[[Match], Quantity]], Callable[[Match], Quantity]]:
    """Register a metric."""

    def add(formula: Callable[[Match], Quantity]) -> Callable[[Match], Quantity]:
        METRICS[name] = Metric(name, title, formula, kind, better, link, marks, numbers)
        return formula

    return add


def find_metric(name: str) -> Metric:
    """Metric by name."""
    if name not in METRICS:
        raise UnknownNameError("metric", name, METRICS, option="metric")
    return METRICS[name]
