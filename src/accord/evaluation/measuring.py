"""Metrics of several systems at once: values, errors and covariances by the jackknife."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeGuard

import numpy as np

from accord.coefficients.calculus import Quantity
from accord.evaluation.intervals import METHODS, linked, metric_interval, steepness
from accord.evaluation.jackknife import jackknifed, moved
from accord.evaluation.match import Agreed, Match
from accord.evaluation.metrics import Link, Metric
from accord.evaluation.results import MetricValue
from accord.inference.analytic import DUST, covariance, degrees_of_freedom
from accord.inference.choice import interval_method
from accord.options import InferenceOptions
from accord.patterns import Patterns
from accord.scale import FloatArray

__all__ = [
    "Measured",
    "drawable",
    "estimated",
    "freedom",
    "measure_metric",
    "se_method",
    "spread_of",
]


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """One metric of several contenders on the same table.

    Parameters
    ----------
    values
        (K,) the metric of each, NaN if undefined.
    matrix
        (K, K) covariance of the values.
    errors
        (K,) standard error of each on the scale of its interval.
    n
        Subjects of each.
    reasons
        Why a value is undefined.
    quantities
        The values with their slopes.
    """

    metric: Metric
    values: FloatArray
    matrix: FloatArray
    errors: FloatArray
    n: tuple[float, ...]
    reasons: tuple[str | None, ...]
    quantities: tuple[Quantity, ...]

    def value(
        self, k: int, df: float, settings: InferenceOptions, flag: str | None = None
    ) -> MetricValue:
        """The metric of one contender, with its interval."""
        se = math.sqrt(max(self.matrix[k, k], 0.0)) if np.isfinite(self.matrix[k, k]) else math.nan
        value, n = float(self.values[k]), self.n[k]
        quantity = self.quantities[k]
        if drawable(quantity, settings):
            method = "dirichlet"
            tails = quantity.family.tails(quantity.evaluation, settings)
            low, high = tails.interval(settings.confidence)
        else:
            method = METHODS[self.metric.link]
            low, high = metric_interval(
                self.metric.link, value, float(self.errors[k]), df, n, settings.confidence
            )
            if not isinstance(quantity, Agreed) and _all_alike(value, se):
                low = high = math.nan
        reason = self.reasons[k]
        if reason is None and math.isfinite(value) and not math.isfinite(high):
            reason = _untold(df)
        return MetricValue(
            self.metric.name,
            self.metric.title,
            value,
            se,
            low,
            high,
            n,
            self.metric.form,
            reason,
            flag,
            method,
            se_method(quantity),
        )


def se_method(*quantities: Quantity) -> str:
    """Return the method of a standard error: the jackknife where all quantities have it."""
    return "jackknife" if all(map(jackknifed, quantities)) else "influence"


def _all_alike(value: float, se: float) -> bool:
    """Whether every subject tells the same, so that nothing tells how others would differ."""
    return se <= DUST * abs(value)


def _untold(df: float) -> str:
    """Why a value has no interval."""
    which = "every subject tells the same" if df > 0 else "a single subject tells of no other"
    return f"{which}, so its interval cannot be told"


def drawable(quantity: Quantity, settings: InferenceOptions) -> TypeGuard[Agreed]:
    """Whether what is known of a metric comes from draws."""
    return (
        isinstance(quantity, Agreed)
        and interval_method(settings, quantity.evaluation) == "dirichlet"
    )


def measure_metric(
    metric: Metric, contenders: Sequence[Sequence[Match]], whole: Patterns
) -> Measured:
    """Measure contenders by a metric; one with several matches by their mean over subjects."""
    found = [_mean(metric, matches) for matches in contenders]
    quantities = tuple(quantity for quantity, _ in found)
    values = np.array([float(q.value[0]) for q in quantities])
    n = [sum(float(t.n.value[0]) for t in matches) / len(matches) for matches in contenders]
    matrix = spread_of(quantities, n, whole)
    errors = np.sqrt(np.diag(matrix))
    scaled = [
        _scaled_error(metric.link, *each, whole) for each in zip(quantities, errors, n, strict=True)
    ]
    return Measured(
        metric,
        values,
        matrix,
        np.array(scaled),
        tuple(n),
        tuple(reason for _, reason in found),
        quantities,
    )


def _scaled_error(link: Link, quantity: Quantity, se: float, n: float, whole: Patterns) -> float:
    """Standard error on the scale of the interval."""
    scaled = linked(link, quantity)
    if scaled is not quantity and jackknifed(scaled):
        return math.sqrt(float(spread_of([scaled], [n], whole)[0, 0]))
    return se * steepness(link, float(quantity.value[0]))


def spread_of(quantities: Sequence[Quantity], n: Sequence[float], whole: Patterns) -> FloatArray:
    """(K, K) covariance of quantities on the same table; NaN for those that are undefined."""
    rows = [
        moved(q, own, whole) if np.isfinite(q.value[0]) else np.full(len(whole), np.nan)
        for q, own in zip(quantities, n, strict=True)
    ]
    units = n if whole.cluster is None else whole.clusters
    return covariance(float(whole.n) * np.stack(rows), whole, units)


def estimated(
    name: str,
    title: str,
    quantity: Quantity,
    whole: Patterns,
    *,
    link: Link,
    n: float,
    df: float,
    confidence: float,
    form: str = "rounded",
) -> MetricValue:
    """A quantity of its own, with its interval."""
    value = float(quantity.value[0])
    if not math.isfinite(value):
        nan = math.nan
        return MetricValue(
            name, title, nan, nan, nan, nan, n, form, "there is nothing to divide by"
        )
    if link == "rate":  # Wilson's interval knows of small numbers itself
        slope = quantity.slope
        quantity = Quantity(quantity.value[:1], lambda: slope)
    se = math.sqrt(float(spread_of([quantity], [whole.n], whole)[0, 0]))
    scaled = _scaled_error(link, quantity, se, whole.n, whole)
    low, high = metric_interval(link, value, scaled, df, n, confidence)
    if link != "rate" and _all_alike(value, se):
        low = high = math.nan
    reason = None if math.isfinite(high) else _untold(df)
    return MetricValue(
        name,
        title,
        value,
        se,
        low,
        high,
        n,
        form,
        reason,
        ci_method=METHODS[link],
        se_method=se_method(quantity),
    )


def _mean(metric: Metric, matches: Sequence[Match]) -> tuple[Quantity, str | None]:
    """The metric, or its mean over several matches, weighted by their subjects."""
    parts = []
    for t in matches:
        why = _undefined(metric, t)
        if why is None:
            with np.errstate(invalid="ignore", divide="ignore"):
                quantity = metric.formula(t)
            if np.isfinite(quantity.value[0]):
                parts.append((quantity, float(t.n.value[0])))
                continue
            why = _degenerate(t)
        if len(matches) == 1:
            return _nothing(t), why
    if not parts:
        return _nothing(matches[0]), "no two people have it"
    if len(parts) == 1:
        return parts[0][0], None
    total = sum(n for _, n in parts)
    mean = parts[0][0] * (parts[0][1] / total)
    for quantity, n in parts[1:]:
        mean = mean + quantity * (n / total)
    return mean, None


def _nothing(t: Match) -> Quantity:
    """A number that is not there."""
    return Quantity(np.array([np.nan]), lambda: np.full(t.m.size, np.nan))


def _undefined(metric: Metric, t: Match) -> str | None:
    """Why a metric cannot be had, before trying."""
    if t.m.sum() == 0:
        return "no subject has both scores"
    if metric.numbers and not t.numeric:
        return "the categories are words"
    if metric.marks and t.marks is None:
        return "people's marks lie on no scale of up to 10,000 equal steps"
    if metric.name == "prmse" and t.humans is None:
        return "it needs the ratings of two people or more"
    return None


def _degenerate(t: Match) -> str:
    """Why a metric came out undefined."""
    same = [float(np.ptp(v[t.both])) == 0 for v in (t.x, t.y)] if t.numeric else [False, False]
    if same[0]:
        return "the truth is the same for all subjects"
    return "the scores are the same for all subjects" if same[1] else "it is 0 divided by 0"


def freedom(whole: Patterns, n: float) -> float:
    """Degrees of freedom: subjects with both scores, or clusters, less one."""
    return degrees_of_freedom(whole) if whole.cluster is not None else n - 1
