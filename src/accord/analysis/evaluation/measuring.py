"""Measures of several systems, with their joint covariance and their estimates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeGuard

import numpy as np

from accord.analysis.evaluation.estimates import MetricEstimate
from accord.analysis.evaluation.family import CoefficientQuantity
from accord.analysis.evaluation.score_panel import ScorePanel
from accord.analysis.evaluation.scores import Scores
from accord.data.patterns import Patterns
from accord.inference.choice import interval_method
from accord.inference.joint import JointTerms, Term
from accord.inference.quantities import (
    link_tails,
    quantity_tails,
    se_method,
    unit_count,
    unit_df,
)
from accord.inference.results import Interval, Tails
from accord.inference.tails import StudentTails
from accord.options import InferenceOptions
from accord.statistics import Measure
from accord.statistics.calculus import Quantity
from accord.statistics.links import LINKS, RATE, LinkName

__all__ = ["Measurement", "estimate_quantity", "is_drawn", "measure_panels", "measure_systems"]


@dataclass(frozen=True, eq=False)
class Measurement(JointTerms):
    """One measure of several contenders on one table, each of which is a term.

    A contender is a system, the baseline, or the people among themselves.

    Parameters
    ----------
    measure
        The measure.
    n
        Number of subjects of each contender.
    reasons
        Why a value is undefined; None where it is defined.
    """

    measure: Measure
    n: tuple[float, ...]
    reasons: tuple[str | None, ...]

    def best_first(self, count: int) -> list[int]:
        """Return those of the first ``count`` contenders that have a value, from the best."""
        defined = [k for k in range(count) if np.isfinite(self.values[k])]
        return sorted(defined, key=lambda k: self.measure.loss(float(self.values[k])))

    def estimate(
        self, k: int, settings: InferenceOptions, flag: str | None = None
    ) -> MetricEstimate:
        """Return the value of one contender with its interval."""
        quantity, value, n = self.terms[k].quantity, self.terms[k].value, self.n[k]
        df, units = unit_df(self.table, n), unit_count(self.table, n)
        se, link = self.standard_error(k), self.measure.link
        if is_drawn(quantity, settings):
            tails: Tails = quantity.family.tails(quantity.evaluation, settings)
        elif isinstance(quantity, CoefficientQuantity) and link.linear and link is not RATE:
            tails = StudentTails(value, se, df, link.method, link.range)  # as in `agreement`
        else:
            tails = link_tails(quantity, link, se, self.table, n=n, df=df, units=units)
        interval = tails.interval(settings.confidence)
        return MetricEstimate.of(
            self.measure.name,
            self.measure.title,
            value,
            se,
            interval,
            n,
            form=self.measure.form,
            reason=self.reasons[k] or no_interval(value, interval, df),
            flag=flag,
            se_method=se_method(quantity),
            df=df,
        )


def no_interval(value: float, interval: Interval, df: float) -> str | None:
    """Return why a defined value has no interval; None if it has one, or is undefined."""
    if not math.isfinite(value) or math.isfinite(interval.high):
        return None
    if df > 0:
        return "all subjects contribute the same, so the data show no sampling variation"
    return "a single subject shows no sampling variation"


def is_drawn(quantity: Quantity, settings: InferenceOptions) -> TypeGuard[CoefficientQuantity]:
    """Return whether interval and tests of a quantity are by posterior draws."""
    return (
        isinstance(quantity, CoefficientQuantity)
        and interval_method(settings, quantity.evaluation) == "dirichlet"
    )


def measure_panels(
    measure: Measure, contenders: Sequence[Sequence[ScorePanel]], table: Patterns
) -> Measurement:
    """Measure contenders; a contender with several panels has their mean, weighted by subjects."""
    terms, reasons = [], []
    for panels in contenders:
        quantity, reason = _mean(measure, panels)
        both = np.logical_or.reduce([panel.sums.both for panel in panels])
        terms.append(Term(quantity, both, both))
        reasons.append(reason)
    n = tuple(
        sum(panel.units(measure.statistic) for panel in panels) / len(panels)
        for panels in contenders
    )
    return Measurement(table, terms, measure, n, tuple(reasons))


def measure_systems(
    measure: Measure, scores: Scores, *others: ScorePanel, people: bool = True
) -> Measurement:
    """Measure the systems, other panels, and the people if the measure is one of two raters."""
    contenders: list[Sequence[ScorePanel]] = [[p] for p in (*scores.system_panels, *others)]
    if people and scores.human_panels and measure.statistic.people == 1:
        contenders.append(scores.human_panels)
    return measure_panels(measure, contenders, scores.table)


def estimate_quantity(
    name: str,
    title: str,
    quantity: Quantity,
    table: Patterns,
    *,
    link: LinkName,
    n: float,
    confidence: float,
    df: float | None = None,
    units: float | None = None,
    form: str = "rounded",
) -> MetricEstimate:
    """Return the estimate of a quantity that is not a measure of the registry.

    ``units`` is the number of subjects or clusters for the small-sample factor; all of the table if
    not given.
    """
    value = float(quantity.value[0])
    df = unit_df(table, n) if df is None else df
    if not math.isfinite(value):
        return MetricEstimate.undefined(name, title, n, form, "it is 0 divided by 0")
    se, tails = quantity_tails(quantity, LINKS[link], table, n=n, df=df, units=units)
    interval = tails.interval(confidence)
    return MetricEstimate.of(
        name,
        title,
        value,
        se,
        interval,
        n,
        form=form,
        reason=no_interval(value, interval, df),
        se_method="influence" if link == "rate" else se_method(quantity),
        df=df,
    )


def _mean(measure: Measure, panels: Sequence[ScorePanel]) -> tuple[Quantity, str | None]:
    """Return the measure, or its mean over several panels, and why it is undefined."""
    parts = []
    for panel in panels:
        reason = measure.unsuited(panel)
        if reason is None:
            quantity = measure.of(panel)
            if np.isfinite(quantity.value[0]):
                parts.append((quantity, panel.n))
                continue
            reason = measure.statistic.undefined if panel.spans else _degenerate(panel)
        if len(panels) == 1:
            return _undefined(panel), reason
    if not parts:
        return _undefined(panels[0]), "it is undefined for every pair of people"
    if len(parts) == 1:
        return parts[0][0], None
    total = sum(n for _, n in parts)
    return Quantity.total([quantity * (n / total) for quantity, n in parts]), None


def _undefined(panel: ScorePanel) -> Quantity:
    """Return a quantity without a value."""
    return Quantity(np.array([np.nan]), lambda: np.full(panel.m.size, np.nan))


def _degenerate(panel: ScorePanel) -> str:
    """Return why a measure is undefined."""
    if panel.numeric:
        constant = [float(np.ptp(v[panel.sums.both])) == 0 for v in (panel.sums.x, panel.sums.y)]
        if constant[0]:
            return "the truth is the same for all subjects"
        if constant[1]:
            return "the scores are the same for all subjects"
    return "it is 0 divided by 0"
