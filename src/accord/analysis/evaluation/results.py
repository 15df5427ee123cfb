"""Results of an evaluation."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from accord.base.forms import Count
from accord.base.serialise import Record, written
from accord.base.showing import Shown
from accord.data.scale import Label
from accord.errors import UnknownNameError
from accord.inference.results import Estimate, Interval
from accord.version import __version__

__all__ = [
    "AnnotatorComparison",
    "AnnotatorTest",
    "Association",
    "EvaluationData",
    "GroupFinding",
    "Judge",
    "Margin",
    "MetricEstimate",
    "PairedTest",
    "RankedSystem",
    "ScoreRow",
    "SystemComparison",
    "SystemReport",
    "SystemScores",
    "Verdict",
]


UNTESTED = ("p_method", "null", "alternative", "seed", "references", "notes")  # without a test


@dataclass(frozen=True, slots=True)
class MetricEstimate(Estimate):
    """A measure of a system with its uncertainty.

    The interval is by posterior draws (``dirichlet``), or by the t distribution of the measure or
    of a transformed measure (``wilson`` for rates, ``fisher_z``, ``log_t``). The standard error is
    by the ``jackknife`` or, with many subjects, by ``influence`` values.

    Parameters
    ----------
    value
        Value of the measure; NaN if undefined, with a ``reason``.
    form
        Scores that the measure uses: ``rounded`` to marks, or ``continuous``.
    flag
        Recommended threshold that the measure does not meet.
    """

    form: str = "rounded"
    flag: str | None = None

    _derived: ClassVar[Mapping[str, str]] = {}
    _fixed: ClassVar[Mapping[str, Any]] = {
        **dict.fromkeys(("symbol", "weights"), ""),
        **dict.fromkeys(("observed", "chance", "p_value"), math.nan),
        **{name: Estimate.__dataclass_fields__[name].default for name in UNTESTED},
    }

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
        """Return an undefined estimate, with the reason."""
        nan = math.nan
        return cls.of(name, title, nan, nan, Interval(nan, nan), n, form=form, reason=reason)

    @property
    def ci_method(self) -> str:
        """Method of the interval."""
        return self.interval.method


@dataclass(frozen=True, slots=True)
class Margin(Record):
    """Number of subjects with one difference between score and truth.

    Parameters
    ----------
    difference
        Score less truth.
    count
        Number of subjects with this difference.
    share
        Share of the subjects with this difference.
    """

    difference: float
    count: Count
    share: float


@dataclass(frozen=True, slots=True)
class ScoreRow(Record):
    """Precision and recall of one mark.

    Parameters
    ----------
    score
        The mark.
    given
        Number of subjects with this mark in the truth.
    predicted
        Number of subjects to which the system gives this mark.
    precision
        Share of the subjects with this predicted mark whose true mark it is.
    recall
        Share of the subjects with this true mark whose predicted mark it is.
    f
        Harmonic mean of precision and recall.
    """

    score: object
    given: Count
    predicted: Count
    precision: MetricEstimate
    recall: MetricEstimate
    f: MetricEstimate


@dataclass(frozen=True, slots=True)
class Association(Record):
    """A correlation as SPSS prints it.

    Parameters
    ----------
    name
        Name of the correlation.
    title
        Name in texts.
    value
        The correlation.
    ase
        Asymptotic standard error, not assuming the null hypothesis. The standard error of the same
        metric in ``metrics`` is by the jackknife or influence values, and differs.
    t
        Approximate t, by the standard error under the null hypothesis.
    p_value
        Significance of t.
    """

    name: str
    title: str
    value: float
    ase: float
    t: float
    p_value: float


@dataclass(frozen=True, slots=True)
class PairedTest(Record):
    """A test of the difference between scores and truth.

    Parameters
    ----------
    name
        Name of the test.
    title
        Name in texts.
    statistic
        Test statistic.
    p_value
        P-value of the hypothesis that there is no difference.
    caution
        What the test does not show.
    effect
        Effect size, if the test estimates one.
    lower
        Lower limit of the effect.
    upper
        Upper limit of the effect.
    """

    name: str
    title: str
    statistic: float
    p_value: float
    caution: str
    effect: float | None = None
    lower: float | None = None
    upper: float | None = None


@dataclass(frozen=True, slots=True)
class AnnotatorComparison(Record):
    """The system beside one person, on the subjects that this person and others rated.

    Parameters
    ----------
    person
        Name of the person.
    n
        Number of subjects.
    system_wins
        Share of the subjects on which the system is at least as close to the others.
    person_wins
        Share of the subjects on which the person is at least as close to the others.
    p_value
        P-value of the hypothesis that the person's share is higher by the margin or more.
    replaceable
        Whether the system may replace the person.
    """

    person: str
    n: Count
    system_wins: float
    person_wins: float
    p_value: float
    replaceable: bool = False


@dataclass(frozen=True, slots=True)
class AnnotatorTest(Record):
    """Result of the alternative annotator test for one system.

    Parameters
    ----------
    winning_rate
        Share of the people whom the system may replace.
    advantage
        Mean probability that the system is at least as close to the others as the person.
    epsilon
        Margin by which the system's share of wins may be lower.
    level
        False discovery rate.
    people
        The system beside each person.
    """

    winning_rate: float
    advantage: MetricEstimate
    epsilon: float
    level: float
    people: tuple[AnnotatorComparison, ...]

    _derived: ClassVar[Mapping[str, str]] = {"passed": "passed"}

    @property
    def passed(self) -> bool:
        """Whether half of the people or more may be replaced."""
        return self.winning_rate >= 0.5


@dataclass(frozen=True, slots=True)
class Judge(Record):
    """What is reported of a judge.

    Parameters
    ----------
    positive
        The positive category of a judge of two categories.
    rates
        Its error rates; the last one is the rate of positives corrected by them.
    alternative_annotator
        The alternative annotator test, with three or more people.
    """

    positive: Label | None = field(default=None, metadata=written(optional=True))
    rates: tuple[MetricEstimate, ...] = field(default=(), metadata=written(optional=True))
    alternative_annotator: AnnotatorTest | None = field(
        default=None, metadata=written(optional=True)
    )


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
class SystemReport(Record):
    """Result for one system.

    Parameters
    ----------
    name
        Name of the system.
    metrics
        Measures of the system against the truth.
    margins
        Distribution of score differences.
    scores
        Precision and recall of each mark.
    associations
        Correlations as SPSS prints them.
    tests
        Tests of the difference between scores and truth.
    degradation
        Difference from human-human agreement.
    judge
        Error rates of a judge of two categories, and the alternative annotator test.
    """

    name: str
    metrics: tuple[MetricEstimate, ...]
    margins: tuple[Margin, ...] = field(default=(), metadata=written(key="differences"))
    scores: tuple[ScoreRow, ...] = field(default=(), metadata=written(key="per_score"))
    associations: tuple[Association, ...] = field(default=(), metadata=written(key="association"))
    tests: tuple[PairedTest, ...] = ()
    degradation: tuple[MetricEstimate, ...] = ()
    judge: Judge = Judge()

    def __getitem__(self, name: str) -> MetricEstimate:
        for item in self.metrics:
            if item.name == name:
                return item
        raise UnknownNameError("metric", name, [item.name for item in self.metrics])


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
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    def __getitem__(self, name: str) -> SystemReport:
        for item in self.systems:
            if item.name == name:
                return item
        raise UnknownNameError("system", name, [item.name for item in self.systems])

    def __str__(self) -> str:
        return "\n".join(self.reading)
