"""Results of systems on several prompts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from accord.analysis.evaluation.estimates import MetricEstimate
from accord.base.forms import Count
from accord.base.lookup import named
from accord.base.serialise import Record, written
from accord.base.showing import Displayed, Shown
from accord.base.wording import with_limits
from accord.errors import UnknownNameError
from accord.version import __version__

__all__ = [
    "MeanMethod",
    "PromptComparison",
    "PromptDifference",
    "PromptMean",
    "PromptRow",
    "PromptTable",
]

MeanMethod: TypeAlias = Literal["plain", "fisher_z"]


@dataclass(frozen=True, slots=True)
class PromptRow(Record):
    """Metrics of one system on one prompt.

    Parameters
    ----------
    prompt
        Name of the prompt or of the variable.
    system
        Name of the system.
    n
        Number of subjects with a truth and a score.
    metrics
        The metrics, in the order of the columns.
    """

    prompt: str
    system: str
    n: Count
    metrics: tuple[MetricEstimate, ...]

    def __getitem__(self, name: str) -> MetricEstimate:
        return named("metric", name, self.metrics)


@dataclass(frozen=True, slots=True)
class PromptMean(Record):
    """Mean of a metric over prompts, each prompt counting the same.

    Parameters
    ----------
    system
        Name of the system.
    name
        Name of the metric.
    method
        ``plain``, or ``fisher_z``: the mean of Fisher's z of the values, clipped to ±.999, and
        transformed back.
    value
        The mean; NaN if the metric is undefined on a prompt.
    se
        Standard error, by those of the prompts.
    lower
        Lower limit of the confidence interval.
    upper
        Upper limit of the confidence interval.
    df
        Degrees of freedom of t, by Satterthwaite's formula.
    reason
        Why the value, or its interval, is undefined.
    """

    system: str
    name: str
    method: MeanMethod
    value: float
    se: float
    lower: float
    upper: float
    df: float
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class PromptDifference(Record):
    """Difference of two systems on one prompt, or its mean over prompts.

    Parameters
    ----------
    prompt
        Name of the prompt; null for a mean over prompts.
    mean
        How the mean is taken; null on a prompt.
    a
        First system.
    b
        Second system.
    name
        Name of the metric or of the coefficient.
    title
        Its title.
    value_a
        Value of the first system.
    value_b
        Value of the second system.
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
        P-value, adjusted by Holm's method: on prompts over the prompts of the pair of systems, of
        means over the pairs of systems.
    n
        Number of subjects.
    reason
        Why the difference, or its interval, is undefined.
    """

    prompt: str | None
    mean: MeanMethod | None
    a: str
    b: str
    name: str
    title: str
    value_a: float
    value_b: float
    difference: float
    se: float
    lower: float
    upper: float
    p_value: float
    p_adjusted: float
    n: Count
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class PromptTable(Shown):
    """Systems against people on several prompts or variables.

    Parameters
    ----------
    prompts
        Names of the prompts or of the variables.
    systems
        Names of the systems.
    metrics
        Names of the metrics, in the order of the columns.
    headline
        Metric in which systems are compared.
    rows
        Metrics of each system on each prompt.
    means
        Means over prompts, plain and by Fisher's z where values are correlations or coefficients.
    differences
        Differences of the pairs of systems in the headline metric, by prompt and on average.
    confidence
        Confidence level of the intervals.
    warnings
        What was assumed, left out or undefined.
    version
        Version of accord.
    """

    prompts: tuple[str, ...]
    systems: tuple[str, ...]
    metrics: tuple[str, ...]
    headline: str
    rows: tuple[PromptRow, ...]
    means: tuple[PromptMean, ...]
    differences: tuple[PromptDifference, ...]
    confidence: float
    warnings: tuple[str, ...] = ()
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    def __getitem__(self, place: tuple[str, str]) -> PromptRow:
        prompt, system = place
        for row in self.rows:
            if (row.prompt, row.system) == place:
                return row
        names = [row.prompt for row in self.rows if row.system == system]
        raise UnknownNameError("prompt", prompt, names, option=None)

    def mean(self, system: str, name: str, method: MeanMethod = "plain") -> PromptMean:
        """Return the mean of a metric over prompts."""
        for item in self.means:
            if (item.system, item.name, item.method) == (system, name, method):
                return item
        known = [item.name for item in self.means if item.method == method]
        raise UnknownNameError("mean", name, known)

    def __iter__(self) -> Iterator[PromptRow]:
        return iter(self.rows)

    def __str__(self) -> str:
        lines = []
        for row in self.rows:
            item = row[self.headline]
            lines.append(
                f"{row.prompt}, {row.system}: {item.title} "
                f"{with_limits(item.value, item.lower, item.upper)}, n = {row.n:,g}"
            )
        for mean in self.means:
            if mean.name == self.headline:
                value = with_limits(mean.value, mean.lower, mean.upper)
                lines.append(f"mean ({mean.method}), {mean.system}: {value}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class PromptComparison(Displayed):
    """Differences of systems against one gold standard, by prompt and on average.

    Parameters
    ----------
    prompts
        Names of the prompts or of the variables.
    gold
        The gold standard.
    differences
        Differences of the pairs of systems, by prompt and on average.
    confidence
        Confidence level of the intervals.
    warnings
        What was assumed, left out or undefined.
    version
        Version of accord.
    """

    prompts: tuple[str, ...]
    gold: str
    differences: tuple[PromptDifference, ...]
    confidence: float
    warnings: tuple[str, ...] = ()
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    def __iter__(self) -> Iterator[PromptDifference]:
        return iter(self.differences)

    def __str__(self) -> str:
        return "\n".join(
            f"{d.prompt or f'mean ({d.mean})'}, {d.a} − {d.b}: {d.title} "
            f"{with_limits(d.difference, d.lower, d.upper)}"
            for d in self.differences
        )
