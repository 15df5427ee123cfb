"""Results: frozen, never rounded, and able to show themselves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from accord.base.plain import plain, plain_dict
from accord.base.showing import Shown
from accord.base.wording import percent
from accord.data.scale import Label
from accord.errors import UnknownNameError

__all__ = ["Agreement", "Data", "Estimate", "Interval", "Tails"]

SHOWN_CATEGORIES = 1000


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval and how it was made."""

    low: float
    high: float
    confidence: float = 0.95
    method: str = "t"

    def __iter__(self) -> Iterator[float]:
        return iter((self.low, self.high))

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


class Tails(Protocol):
    """What is known about a quantity: one-sided p-values and the interval that goes with them."""

    def at_most(self, value: float) -> float:
        """P-value of the hypothesis that the quantity is at most this."""
        ...

    def at_least(self, value: float) -> float:
        """P-value of the hypothesis that the quantity is at least this."""
        ...

    def interval(self, confidence: float) -> Interval:
        """Values that neither hypothesis rules out."""
        ...


@dataclass(frozen=True, slots=True)
class Estimate(Shown):
    """A coefficient with its uncertainty.

    Parameters
    ----------
    name, symbol, title
        Registry name, the literature's sign, what people call it.
    weights
        Name of the agreement weights.
    value
        The coefficient; NaN if undefined, and then ``reason`` says why.
    observed, chance
        Observed agreement and agreement expected by chance.
    se
        Standard error, by ``se_method``.
    interval
        Confidence interval.
    p_value
        Of the hypothesis that the coefficient is ``null``, against ``alternative``.
    n
        Number of rated subjects.
    df
        Degrees of freedom of t.
    seed
        Seed of whatever was drawn at random; None if nothing was.
    references
        Publications that define the method.
    notes
        What a reader should know about this value.
    tails
        What draws tell about the value, where there are any.
    """

    name: str
    symbol: str
    title: str
    weights: str
    value: float
    observed: float
    chance: float
    se: float
    interval: Interval
    p_value: float
    n: float
    reason: str | None = None
    se_method: str = "influence"
    p_method: str = "t"
    null: float = 0.0
    alternative: str = "two-sided"
    df: float = math.nan
    seed: int | None = None
    references: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    tails: Tails | None = field(default=None, repr=False, compare=False)

    @property
    def lower(self) -> float:
        """Lower end of the interval."""
        return self.interval.low

    @property
    def statistic(self) -> float:
        """Test statistic (value - null)/se of a normal (z) or t test; NaN for other tests."""
        if self.p_method not in ("normal", "t") or not self.se > 0:
            return math.nan
        return (self.value - self.null) / self.se

    @property
    def upper(self) -> float:
        """Upper end of the interval."""
        return self.interval.high

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        if self.reason and math.isnan(self.value):
            return f"{self.title}: undefined ({self.reason})"
        return (
            f"{self.title} = {self.value:.4f}, {percent(self.interval.confidence)} CI "
            f"[{self.interval.low:.4f}, {self.interval.high:.4f}], SE {self.se:.4f}, n = {self.n}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values, NaN as None."""
        return plain_dict(
            {
                "name": self.name,
                "symbol": self.symbol,
                "title": self.title,
                "weights": self.weights,
                "value": self.value,
                "observed": self.observed,
                "chance": self.chance,
                "se": self.se,
                "se_method": self.se_method,
                "lower": self.interval.low,
                "upper": self.interval.high,
                "confidence": self.interval.confidence,
                "ci_method": self.interval.method,
                "statistic": self.statistic,
                "p_value": self.p_value,
                "p_method": self.p_method,
                "null": self.null,
                "alternative": self.alternative,
                "df": self.df,
                "n": self.n,
                "seed": self.seed,
                "reason": self.reason,
                "references": list(self.references),
                "notes": list(self.notes),
            }
        )

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Estimate:
        """Undo `to_dict`."""
        facts: dict[str, Any] = {key: _number(data[key]) for key in _NUMBERS}
        interval = Interval(
            _number(data["lower"]), _number(data["upper"]), data["confidence"], data["ci_method"]
        )
        words = {
            key: data[key]
            for key in (
                "name",
                "symbol",
                "title",
                "weights",
                "reason",
                "se_method",
                "p_method",
                "alternative",
                "seed",
            )
        }
        return cls(
            **facts,
            **words,
            interval=interval,
            references=tuple(data["references"]),
            notes=tuple(data["notes"]),
        )


_NUMBERS = ("value", "observed", "chance", "se", "p_value", "null", "df", "n")


@dataclass(frozen=True, slots=True)
class Data:
    """What was measured."""

    subjects: float
    raters: tuple[str, ...]
    categories: tuple[Label, ...]
    category_count: int
    ratings: float
    missing: float
    layout: str
    level: str
    layout_reason: str = "as stated"
    level_guessed: bool = False
    unrated: float = 0
    clusters: int = 0
    responses: tuple[str, ...] = ()
    roles: Mapping[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return plain_dict(
            {
                "subjects": self.subjects,
                "raters": list(self.raters),
                "categories": list(self.categories),
                "category_count": self.category_count,
                "ratings": self.ratings,
                "missing": self.missing,
                "layout": self.layout,
                "layout_reason": self.layout_reason,
                "level": self.level,
                "level_guessed": self.level_guessed,
                "unrated": self.unrated,
                "clusters": self.clusters,
                "responses": list(self.responses),
                "roles": dict(self.roles),
            }
        )


@dataclass(frozen=True, slots=True, eq=False)
class Agreement(Shown):
    """Several coefficients on one data set.

    Parameters
    ----------
    estimates
        One per coefficient.
    data
        What was measured.
    covariance
        Joint covariance matrix of the estimates, in their order.
    groups
        The same for each subgroup, by name.
    warnings
        What was assumed, dropped or undefined.
    """

    estimates: tuple[Estimate, ...]
    data: Data
    covariance: npt.NDArray[np.float64] = field(repr=False)
    groups: Mapping[Label, Agreement] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    version: str = ""

    def __getitem__(self, name: str) -> Estimate:
        for estimate in self.estimates:
            if estimate.name == name:
                return estimate
        raise UnknownNameError("estimate", name, [estimate.name for estimate in self.estimates])

    def __iter__(self) -> Iterator[Estimate]:
        return iter(self.estimates)

    def __len__(self) -> int:
        return len(self.estimates)

    def __contains__(self, name: object) -> bool:
        return any(estimate.name == name for estimate in self.estimates)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, as ``accord report --json`` prints them."""
        result = {
            "accord": self.version,
            "data": self.data.to_dict(),
            "coefficients": [estimate.to_dict() for estimate in self.estimates],
            "covariance": plain(self.covariance.tolist()),
            "warnings": list(self.warnings),
        }
        if self.groups:
            result["groups"] = [
                {"group": plain(label), **_without(group.to_dict(), "accord")}
                for label, group in self.groups.items()
            ]
        return result

    def to_frame(self, backend: Literal["polars", "pandas", "pyarrow"] = "polars") -> Any:
        """Table with a row per coefficient: a polars frame, or "pandas" or "pyarrow"."""
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
        """Copy with some fields changed."""
        return replace(self, **changes)


def _number(value: float | None) -> float:
    return math.nan if value is None else value


def _without(mapping: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in mapping.items() if name != key}


def _frame_value(estimate: Estimate, key: str) -> Any:
    value = getattr(estimate, key)
    return float(value) if key in ("n", *_NUMBERS, "lower", "upper") else value


def _schema(columns: Mapping[str, Any]) -> dict[str, Any]:
    import narwhals as nw

    words = {"group", "name", "symbol", "weights", "reason"}
    return {key: nw.String() if key in words else nw.Float64() for key in columns}
