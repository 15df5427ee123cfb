"""Results of an evaluation for one system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from accord.analysis.evaluation.estimates import MetricEstimate
from accord.base.forms import Count
from accord.base.lookup import named
from accord.base.serialise import Record, written
from accord.data.scale import Label

__all__ = [
    "AnnotatorComparison",
    "AnnotatorTest",
    "Association",
    "Judge",
    "Margin",
    "PairedTest",
    "ScoreRow",
    "SystemReport",
]


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
    """Precision and recall of one mark, or of one label of sets or spans.

    Parameters
    ----------
    score
        The mark or label.
    given
        Number of subjects with this mark in the truth; of spans with this label.
    predicted
        Number of subjects to which the system gives this mark; of its spans with this label.
    precision
        Share of the subjects with this predicted mark whose true mark it is. Spans are correct if
        the truth has an equal one.
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
        return named("metric", name, self.metrics)
