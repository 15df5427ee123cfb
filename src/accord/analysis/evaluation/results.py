"""What an evaluation finds: frozen, never rounded, as plain values on request."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from accord.base.plain import plain
from accord.base.showing import Shown
from accord.errors import UnknownNameError
from accord.inference.results import Estimate, Interval
from accord.version import __version__

__all__ = [
    "Association",
    "GroupFinding",
    "Margin",
    "MetricEstimate",
    "PairedTest",
    "ScoreRow",
    "SystemComparison",
    "SystemReport",
    "Verdict",
]


COUNTS = ("n", "count", "given", "predicted")


def _plain(pairs: Mapping[str, Any]) -> dict[str, Any]:
    """Plain values; numbers of subjects as whole numbers, where they are."""
    return {
        key: int(value) if key in COUNTS and float(value).is_integer() else plain(value)
        for key, value in pairs.items()
    }


@dataclass(frozen=True, slots=True)
class MetricEstimate(Estimate):
    """A measure of a system with its uncertainty.

    ``form`` is the version of the scores it is computed from, and ``flag`` the recommended
    threshold that it does not meet. The method of the interval is posterior draws
    (``dirichlet``), or the t distribution of the measure or of a transformed measure (``wilson``
    for rates, ``fisher_z``, ``log_t``); that of the standard error is the ``jackknife`` or, with
    many subjects, ``influence`` values.
    """

    form: str = "rounded"
    flag: str | None = None

    @classmethod
    def of(
        cls,
        name: str,
        title: str,
        value: float,
        se: float,
        interval: Interval,
        n: float,
        **facts: Any,
    ) -> MetricEstimate:
        """Return an estimate without observed and chance agreement, and without a test."""
        nan = math.nan
        return cls(name, "", title, "", value, nan, nan, se, interval, nan, n, **facts)

    @classmethod
    def undefined(cls, name: str, title: str, n: float, form: str, reason: str) -> MetricEstimate:
        """Return an estimate of what is undefined, with the reason."""
        nan = math.nan
        return cls.of(name, title, nan, nan, Interval(nan, nan), n, form=form, reason=reason)

    @property
    def ci_method(self) -> str:
        """Method of the interval."""
        return self.interval.method

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return _plain(
            {
                "name": self.name,
                "value": self.value,
                "lower": self.lower,
                "upper": self.upper,
                "ci_method": self.ci_method,
                "se": self.se,
                "se_method": self.se_method,
                "n": self.n,
                "form": self.form,
                "reason": self.reason,
                "flag": self.flag,
                "title": self.title,
            }
        )


@dataclass(frozen=True, slots=True)
class Margin:
    """So many steps between score and truth, and how often."""

    difference: float
    count: float
    share: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return _plain({"difference": self.difference, "count": self.count, "share": self.share})


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """How well one mark is found."""

    score: Any
    given: float
    predicted: float
    precision: MetricEstimate
    recall: MetricEstimate
    f: MetricEstimate

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        rates = {m.name: m.to_dict() for m in (self.precision, self.recall, self.f)}
        return (
            _plain({"score": self.score, "given": self.given, "predicted": self.predicted}) | rates
        )


@dataclass(frozen=True, slots=True)
class Association:
    """A correlation as SPSS prints it.

    ``ase`` is the asymptotic standard error, not assuming the null hypothesis. It differs from the
    standard error of the same metric in `SystemReport.metrics`, which is by the jackknife or
    influence values. ``t`` is approximate, by the standard error under the null hypothesis, and
    ``p_value`` its significance.
    """

    name: str
    title: str
    value: float
    ase: float
    t: float
    p_value: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return _plain(
            {
                "name": self.name,
                "value": self.value,
                "ase": self.ase,
                "t": self.t,
                "p_value": self.p_value,
                "title": self.title,
            }
        )


@dataclass(frozen=True, slots=True)
class PairedTest:
    """A test of the difference between scores and truth, with what it does not tell."""

    name: str
    title: str
    statistic: float
    p_value: float
    caution: str
    effect: float | None = None
    lower: float | None = None
    upper: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return _plain(
            {
                "name": self.name,
                "statistic": self.statistic,
                "p_value": self.p_value,
                "effect": self.effect,
                "lower": self.lower,
                "upper": self.upper,
                "caution": self.caution,
                "title": self.title,
            }
        )


@dataclass(frozen=True, slots=True)
class SystemReport:
    """All about one system."""

    name: str
    metrics: tuple[MetricEstimate, ...]
    margins: tuple[Margin, ...] = ()
    scores: tuple[ScoreRow, ...] = ()
    associations: tuple[Association, ...] = ()
    tests: tuple[PairedTest, ...] = ()
    degradation: tuple[MetricEstimate, ...] = ()
    judge: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> MetricEstimate:
        for item in self.metrics:
            if item.name == name:
                return item
        raise UnknownNameError("metric", name, [item.name for item in self.metrics])

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "name": self.name,
            "metrics": [item.to_dict() for item in self.metrics],
            "differences": [item.to_dict() for item in self.margins],
            "per_score": [item.to_dict() for item in self.scores],
            "association": [item.to_dict() for item in self.associations],
            "tests": [item.to_dict() for item in self.tests],
            "degradation": [item.to_dict() for item in self.degradation],
            "judge": dict(self.judge),
        }


@dataclass(frozen=True, slots=True)
class SystemComparison:
    """The difference of two systems in one metric, on the same subjects.

    ``method`` says whether limits and p-values are by draws (``dirichlet``), the ``jackknife`` or
    ``influence`` values. Of metrics that are best at 0 or at 1 the difference is that of their
    distances from there.
    """

    a: str
    b: str
    metric: str
    difference: float
    se: float
    lower: float
    upper: float
    p_value: float
    p_adjusted: float
    method: str = "influence"

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return _plain(
            {
                "a": self.a,
                "b": self.b,
                "metric": self.metric,
                "difference": self.difference,
                "lower": self.lower,
                "upper": self.upper,
                "se": self.se,
                "p_value": self.p_value,
                "p_adjusted": self.p_adjusted,
                "method": self.method,
            }
        )


@dataclass(frozen=True, slots=True)
class GroupFinding:
    """A metric of one system in one subgroup; tests are of what ought to be zero."""

    group: Any
    system: str
    metric: str
    value: float
    lower: float
    upper: float
    n: float
    p_value: float
    p_adjusted: float
    flag: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return _plain(
            {
                "group": self.group,
                "system": self.system,
                "metric": self.metric,
                "value": self.value,
                "lower": self.lower,
                "upper": self.upper,
                "n": self.n,
                "p_value": self.p_value,
                "p_adjusted": self.p_adjusted,
                "flag": self.flag,
            }
        )


@dataclass(frozen=True, slots=True, eq=False)
class Verdict(Shown):
    """Systems evaluated against people.

    Parameters
    ----------
    data
        What was measured.
    systems
        Each system, in the order given.
    ceiling, baseline
        Human-human agreement, and the system that always gives the most frequent mark.
    comparisons
        Every pair of systems in every metric.
    ranking
        Systems from the best by the headline metric, with letters: those that share one are not
        significantly different.
    groups
        Subgroups.
    reading
        What it means, in sentences.
    """

    data: Mapping[str, Any]
    systems: tuple[SystemReport, ...]
    ceiling: SystemReport | None
    baseline: SystemReport
    comparisons: tuple[SystemComparison, ...]
    ranking: tuple[Mapping[str, Any], ...]
    groups: tuple[GroupFinding, ...]
    reading: tuple[str, ...]
    warnings: tuple[str, ...]
    headline: str

    def __getitem__(self, name: str) -> SystemReport:
        for item in self.systems:
            if item.name == name:
                return item
        raise UnknownNameError("system", name, [item.name for item in self.systems])

    def __str__(self) -> str:
        return "\n".join(self.reading)

    def to_dict(self) -> dict[str, Any]:
        """Plain values: what ``--json`` prints."""
        return {
            "accord": __version__,
            "data": dict(self.data),
            "headline": self.headline,
            "systems": [item.to_dict() for item in self.systems],
            "ceiling": None if self.ceiling is None else self.ceiling.to_dict(),
            "baseline": self.baseline.to_dict(),
            "comparisons": [item.to_dict() for item in self.comparisons],
            "ranking": [dict(row) for row in self.ranking],
            "groups": [item.to_dict() for item in self.groups],
            "reading": list(self.reading),
            "warnings": list(self.warnings),
        }
