"""Results of an evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from accord.analysis.evaluation.system_results import SystemReport
from accord.analysis.evaluation.thresholds import RatingKind
from accord.analysis.views import DiagnosticAccuracy
from accord.base.forms import Count
from accord.base.lookup import named
from accord.base.serialise import Record, written
from accord.base.showing import Shown
from accord.data.scale import Label
from accord.version import __version__

__all__ = [
    "EvaluationData",
    "GroupFinding",
    "RankedSystem",
    "SystemComparison",
    "SystemScores",
    "Verdict",
]


@dataclass(frozen=True, slots=True)
class SystemScores(Record):
    """The scores of a system.

    Parameters
    ----------
    name
        Name of the system.
    continuous
        Whether some scores lie between marks.
    n
        Number of subjects with a score and a truth.
    """

    name: str
    continuous: bool
    n: Count


@dataclass(frozen=True, slots=True)
class EvaluationData(Record):
    """Facts about subjects, people, systems and scale.

    Parameters
    ----------
    subjects
        Number of subjects.
    scored
        Number of subjects that some system scored and whose truth is known.
    gold
        Description of the gold standard.
    people
        Names of the people.
    systems
        The systems.
    range
        Lowest and highest mark.
    step
        Distance of two marks.
    categories
        The marks or categories, at most 100 of them.
    groups
        The subgroups.
    confidence
        Confidence level of the intervals.
    runs
        Agreement between runs of the same judge.
    ratings
        What the ratings are: ``scores``, ``words``, ``sets`` of labels, or ``spans``.
    """

    subjects: Count
    scored: Count
    gold: str
    people: tuple[str, ...]
    systems: tuple[SystemScores, ...]
    range: tuple[float, float] | None
    step: float | None
    categories: tuple[Label, ...] | None
    groups: tuple[Label, ...]
    confidence: float
    runs: tuple[Mapping[str, Any], ...] = ()
    ratings: RatingKind = "scores"


@dataclass(frozen=True, slots=True)
class RankedSystem(Record):
    """A place in the ranking.

    Parameters
    ----------
    rank
        Rank by the headline metric, from 1.
    system
        Name of the system.
    value
        Value of the headline metric.
    sets
        Letters; systems that share one are not significantly different.
    like_best
        Whether the system is not significantly different from the best.
    """

    rank: int
    system: str
    value: float
    sets: str
    like_best: bool


@dataclass(frozen=True, slots=True)
class SystemComparison(Record):
    """The difference of two systems in one metric, on the same subjects.

    Parameters
    ----------
    a
        First system.
    b
        Second system.
    metric
        Name of the metric.
    difference
        First less second. For a metric that is best at 0 or at 1, it is the difference of the
        distances from there.
    se
        Standard error.
    lower
        Lower limit of the confidence interval.
    upper
        Upper limit of the confidence interval.
    p_value
        P-value of the hypothesis that there is no difference.
    p_adjusted
        P-value, adjusted by Holm's method over the pairs of systems.
    method
        Method of the interval and the p-value: ``dirichlet`` (posterior draws), ``jackknife`` or
        ``influence``.
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


@dataclass(frozen=True, slots=True)
class GroupFinding(Record):
    """A metric of one system in one subgroup.

    Parameters
    ----------
    group
        The subgroup.
    system
        Name of the system.
    metric
        Name of the metric.
    value
        Value of the metric in the subgroup.
    lower
        Lower limit of the confidence interval.
    upper
        Upper limit of the confidence interval.
    n
        Number of subjects in the subgroup.
    p_value
        P-value of the hypothesis that the metric is 0; NaN for agreement.
    p_adjusted
        P-value, adjusted by Holm's method over the subgroups.
    flag
        Recommended threshold that the metric does not meet.
    """

    group: object
    system: str
    metric: str
    value: float
    lower: float
    upper: float
    n: Count
    p_value: float
    p_adjusted: float
    flag: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Verdict(Shown):
    """Result of `evaluate`.

    Parameters
    ----------
    data
        Subjects, people, systems and scale.
    systems
        Each system, in the order given.
    ceiling
        Human-human agreement.
    baseline
        The system that always gives the most frequent mark.
    comparisons
        Differences of every pair of systems in every metric.
    ranking
        Systems from the best by the headline metric, with letters. Systems that share a letter are
        not significantly different.
    groups
        Metrics in subgroups.
    reading
        Interpretation, in sentences.
    warnings
        What was assumed, left out or undefined.
    accuracy
        Sensitivity, specificity, predictive values, likelihood ratios and areas under the ROC curve
        of the systems, against a gold standard of two categories.
    headline
        Metric that ranks the systems.
    version
        Version of accord.
    """

    data: EvaluationData
    systems: tuple[SystemReport, ...]
    ceiling: SystemReport | None
    baseline: SystemReport
    comparisons: tuple[SystemComparison, ...]
    ranking: tuple[RankedSystem, ...]
    groups: tuple[GroupFinding, ...]
    reading: tuple[str, ...]
    warnings: tuple[str, ...]
    headline: str
    accuracy: DiagnosticAccuracy | None = field(default=None, metadata=written(optional=True))
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    def __getitem__(self, name: str) -> SystemReport:
        return named("system", name, self.systems)

    def __str__(self) -> str:
        return "\n".join(self.reading)
