"""Results of inference: frozen records with unrounded values."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Protocol

from accord.base.forms import Count, Matrix
from accord.base.lookup import named
from accord.base.serialise import Record, written
from accord.base.showing import Shown
from accord.base.wording import percent
from accord.data.scale import Label

__all__ = ["ENDS", "Agreement", "Data", "Estimate", "Interval", "Tails"]

SHOWN_CATEGORIES = 1000
WORDS = ("group", "name", "symbol", "weights", "reason")  # columns of text in frames
INNER = ("accord", "groups")  # keys in JSON that subgroups do not have
ENDS = {"low": "lower", "high": "upper", "method": "ci_method"}  # of an interval, in JSON


@dataclass(frozen=True, slots=True)
class Interval(Record):
    """A confidence interval and its method.

    Parameters
    ----------
    low, high
        Lower and upper limit.
    confidence
        Confidence level of the interval.
    method
        Method of the interval: ``dirichlet``, ``t``, …
    """

    low: float
    high: float
    confidence: float = 0.95
    method: str = "t"

    def __iter__(self) -> Iterator[float]:
        return iter((self.low, self.high))

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


class Tails(Protocol):
    """One-sided p-values of a quantity, and the interval that corresponds to them."""

    def at_most(self, value: float) -> float:
        """Return the p-value of the hypothesis that the quantity is at most ``value``."""
        ...

    def at_least(self, value: float) -> float:
        """Return the p-value of the hypothesis that the quantity is at least ``value``."""
        ...

    def interval(self, confidence: float) -> Interval:
        """Return the values that neither hypothesis rejects."""
        ...


@dataclass(frozen=True, slots=True)
class Estimate(Shown):
    """A coefficient with its uncertainty.

    Parameters
    ----------
    name
        Name in the registry.
    symbol
        Symbol in the literature.
    title
        Name in texts.
    weights
        Name of the agreement weights.
    value
        The coefficient; undefined if there is a ``reason``.
    observed
        Observed agreement.
    chance
        Agreement expected by chance.
    se
        Standard error.
    interval
        Confidence interval.
    p_value
        P-value of the hypothesis that the coefficient is ``null``.
    n
        Number of subjects that the coefficient uses.
    reason
        Why the value, or its interval, is undefined.
    se_method
        Method of the standard error.
    p_method
        Method of the p-value.
    null
        Value of the coefficient under the null hypothesis.
    alternative
        Alternative hypothesis.
    df
        Degrees of freedom of t.
    seed
        Seed of the random draws; None if there were none.
    references
        Publications that define the method.
    notes
        Remarks on this value.
    tails
        One-sided p-values and intervals by posterior draws, or by a method that the coefficient
        declares, where there are any; not in JSON.
    details
        Further numbers of a test that the coefficient declares; not in JSON.
    """

    name: str
    symbol: str
    title: str
    weights: str
    value: float
    observed: float
    chance: float
    se: float
    interval: Interval = field(metadata=written(inline=True, names=ENDS))
    p_value: float
    n: Count
    reason: str | None = None
    se_method: str = "influence"
    p_method: str = "t"
    null: float = 0.0
    alternative: str = "two-sided"
    df: float = math.nan
    seed: int | None = None
    references: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    tails: Tails | None = field(
        default=None, repr=False, compare=False, metadata=written(omitted=True)
    )
    details: object = field(default=None, repr=False, compare=False, metadata=written(omitted=True))

    _derived: ClassVar[Mapping[str, str]] = {"statistic": "statistic"}

    @property
    def lower(self) -> float:
        """Lower limit of the interval."""
        return self.interval.low

    @property
    def statistic(self) -> float:
        """Test statistic (value - null)/se of a normal (z) or t test; NaN for other tests."""
        if self.p_method not in ("normal", "t") or not self.se > 0:
            return math.nan
        return (self.value - self.null) / self.se

    @property
    def upper(self) -> float:
        """Upper limit of the interval."""
        return self.interval.high

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        if self.reason and math.isnan(self.value):
            return f"{self.title}: undefined ({self.reason})"
        low, high = self.interval.low, self.interval.high
        level = percent(self.interval.confidence)
        limits = "no interval" if math.isnan(low) else f"{level} CI [{low:.4f}, {high:.4f}]"
        error = "" if math.isnan(self.se) else f", SE {self.se:.4f}"
        return f"{self.title} = {self.value:.4f}, {limits}{error}, n = {self.n}"


@dataclass(frozen=True, slots=True)
class Data(Record):
    """The ratings that were measured.

    Parameters
    ----------
    subjects
        Number of rated subjects.
    raters
        Names of the raters.
    categories
        Categories of the scale, at most 1000 of them.
    category_count
        Number of categories.
    ratings
        Number of ratings.
    missing
        Number of missing ratings.
    layout
        Layout of the data.
    level
        Level of measurement.
    layout_reason
        Why the data were read in this layout.
    level_guessed
        Whether the level was inferred from the ratings.
    unrated
        Number of subjects without any rating.
    clusters
        Number of clusters; 0 if subjects are independent.
    responses
        Names of the responses, where a rating has several.
    roles
        Roles of raters that the names of their columns declare.
    labels
        Labels that ratings consist of, where they are sets.
    """

    subjects: Count
    raters: tuple[str, ...]
    categories: tuple[Label, ...]
    category_count: int
    ratings: Count
    missing: Count
    layout: str
    level: str
    layout_reason: str = "as stated"
    level_guessed: bool = False
    unrated: Count = 0
    clusters: int = 0
    responses: tuple[str, ...] = ()
    roles: Mapping[str, str] = field(default_factory=dict)
    labels: tuple[str, ...] = field(default=(), metadata=written(optional=True))


@dataclass(frozen=True, slots=True, eq=False)
class Agreement(Shown):
    """Several coefficients on one data set.

    Parameters
    ----------
    estimates
        One per coefficient.
    data
        The ratings that were measured.
    covariance
        Joint covariance matrix of the estimates, in their order.
    groups
        The same for each subgroup, by name.
    warnings
        Remarks on assumptions, excluded data and undefined values.
    version
        Version of accord; empty for subgroups.
    """

    estimates: tuple[Estimate, ...] = field(metadata=written(key="coefficients"))
    data: Data
    covariance: Matrix = field(repr=False)
    groups: Mapping[Label, Agreement] = field(
        default_factory=dict,
        metadata=written(table="groups", index="group", optional=True, without=INNER),
    )
    warnings: tuple[str, ...] = ()
    version: str = field(default="", metadata=written(key="accord"))

    def __getitem__(self, name: str) -> Estimate:
        return named("estimate", name, self.estimates)

    def __iter__(self) -> Iterator[Estimate]:
        return iter(self.estimates)

    def __len__(self) -> int:
        return len(self.estimates)

    def __contains__(self, name: object) -> bool:
        return any(estimate.name == name for estimate in self.estimates)

    def to_frame(self, backend: Literal["polars", "pandas", "pyarrow"] = "polars") -> Any:
        """Return a frame of polars, pandas or pyarrow with a row per coefficient."""
        import narwhals as nw

        keep = [
            "name", "symbol", "weights", "value", "observed", "chance", "se", "lower", "upper",
            "p_value", "n", "reason",
        ]  # fmt: skip
        rows: list[tuple[Label | None, Estimate]] = [(None, e) for e in self.estimates]
        for label, group in self.groups.items():
            rows += [(label, estimate) for estimate in group.estimates]
        columns: dict[str, list[Any]] = {}
        if self.groups:
            columns["group"] = [None if label is None else str(label) for label, _ in rows]
        for key in keep:
            columns[key] = [_frame_value(estimate, key) for _, estimate in rows]
        return nw.from_dict(columns, schema=_schema(columns), backend=backend).to_native()

    def __str__(self) -> str:
        lines = [str(estimate) for estimate in self.estimates]
        for label, group in self.groups.items():
            lines += [f"-- {label}", str(group)]
        return "\n".join(lines)

    def replace(self, **changes: Any) -> Agreement:
        """Return a copy with some fields changed."""
        return replace(self, **changes)


def _frame_value(estimate: Estimate, key: str) -> Any:
    value = getattr(estimate, key)
    return value if key in WORDS else float(value)


def _schema(columns: Mapping[str, Any]) -> dict[str, Any]:
    import narwhals as nw

    return {key: nw.String() if key in WORDS else nw.Float64() for key in columns}
