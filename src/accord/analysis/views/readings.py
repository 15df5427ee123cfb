"""Readings of tests against a reference of two categories, and their accuracy."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from accord.analysis.views.accuracy_results import RATES, AccuracyRate, ReaderAccuracy, RocPoint
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.inference.analytic import covariance, small_sample, square_root
from accord.inference.quantities import link_tails, standard_error, used_units
from accord.inference.results import Interval
from accord.statistics.calculus import Quantity
from accord.statistics.diagnostic import (
    Classified,
    area_under_curve,
    likelihood_ratio,
    predictive_value,
    roc_points,
)
from accord.statistics.links import LOG, RATE, Link

__all__ = ["ALL", "Readings", "Test"]

ALL = "all readings"
MOST_POINTS = 200  # of a curve
NO_THRESHOLD = "a test has more than two values, and no threshold is stated"
NO_ORDER = "the order of the categories is not known"


@dataclass(frozen=True, slots=True)
class Test:
    """Readings of one rater or test.

    Parameters
    ----------
    name
        Name of the test.
    read
        (P,) whether there is a reading.
    called
        (P,) whether it is positive; None if a test of more values has no threshold.
    values
        (P,) its values, NaN where there is none; None if their order is not known.
    """

    name: str
    read: npt.NDArray[np.bool_]
    called: npt.NDArray[np.bool_] | None
    values: FloatArray | None


@dataclass(frozen=True, slots=True)
class Readings:
    """Readings of subjects whose condition is known.

    Parameters
    ----------
    table
        Table whose records the arrays are of; its clusters are allowed for.
    ill
        (P,) whether the reference is positive.
    m
        (P,) number of subjects; 0 for those without a reference.
    confidence
        Confidence level.
    prevalence
        Prevalence for the predictive values; None for that in the data.
    """

    table: Patterns
    ill: npt.NDArray[np.bool_]
    m: FloatArray
    confidence: float
    prevalence: float | None = None

    def readers(self, tests: Sequence[Test]) -> tuple[ReaderAccuracy, ...]:
        """Return the accuracy of each test, and of all readings if there are several tests."""
        single = [self.reader(test) for test in tests]
        return (*single, self._accuracy(ALL, tests)) if len(tests) > 1 else tuple(single)

    def reader(self, test: Test) -> ReaderAccuracy:
        """Return the accuracy of one test."""
        return self._accuracy(test.name, [test])

    @property
    def well(self) -> npt.NDArray[np.bool_]:
        """(P,) whether the reference is negative; not so where it is unknown."""
        return np.asarray(~self.ill & (self.m > 0))

    @property
    def share(self) -> float:
        """Share of positives by the reference, or the stated one."""
        if self.prevalence is not None:
            return self.prevalence
        return float(self.m @ self.ill / self.m.sum())

    def _counts(self, tests: Sequence[Test]) -> Classified | None:
        """Return the classified readings; None if a test has many values and no threshold."""
        tp, fp, fn, tn = (np.zeros(self.m.size) for _ in range(4))
        for test in tests:
            if test.called is None:
                return None
            tp += test.read & test.called & self.ill
            fp += test.read & test.called & self.well
            fn += test.read & ~test.called & self.ill
            tn += test.read & ~test.called & self.well
        return Classified(tp, fp, fn, tn, self.m)

    def _accuracy(self, name: str, tests: Sequence[Test]) -> ReaderAccuracy:
        counts, area, curve = self._counts(tests), self._area(tests), self._curve(tests)
        if counts is None:
            nan = math.nan
            none = Interval(nan, nan, self.confidence)
            rates = [AccuracyRate(rate, nan, nan, none, 0, NO_THRESHOLD) for rate in RATES[:-1]]
            return ReaderAccuracy(name, nan, nan, nan, nan, (*rates, area), curve)
        parts = (counts.tp, counts.fp, counts.fn, counts.tn)
        tp, fp, fn, tn = (float(self.m @ part) for part in parts)
        units = self._units(np.logical_or.reduce([test.read for test in tests]))
        rates = self._rates(counts, units, tp, fp, fn, tn)
        return ReaderAccuracy(name, tp, fp, fn, tn, (*rates, area), curve)

    def _rates(
        self, counts: Classified, units: float, tp: float, fp: float, fn: float, tn: float
    ) -> list[AccuracyRate]:
        ppv, npv = (
            predictive_value(counts, positive=sign, prevalence=self.prevalence)
            for sign in (True, False)
        )
        both = tp + fp + fn + tn
        quantities: Mapping[str, tuple[Quantity, Link, float, str]] = {
            "sensitivity": (counts.sensitivity, RATE, tp + fn, "no positives"),
            "specificity": (counts.specificity, RATE, tn + fp, "no negatives"),
            "ppv": (ppv, RATE, tp + fp, "no positive tests"),
            "npv": (npv, RATE, tn + fn, "no negative tests"),
            "lr_positive": (
                likelihood_ratio(counts, positive=True), LOG, both, "no false positives",
            ),
            "lr_negative": (
                likelihood_ratio(counts, positive=False), LOG, both, "no true negatives",
            ),
        }  # fmt: skip
        rates = []
        for name, (quantity, link, n, reason) in quantities.items():
            se = standard_error(quantity, self.table, units)
            rates.append(self._rate(name, quantity, se, link, n, units, reason))
        return rates

    def _area(self, tests: Sequence[Test]) -> AccuracyRate:
        known = [test.values for test in tests if test.values is not None]
        if len(known) < len(tests):
            none = Interval(math.nan, math.nan, self.confidence)
            return AccuracyRate("auc", math.nan, math.nan, none, 0, NO_ORDER)
        areas = [area_under_curve(values, self.ill, self.m) for values in known]
        mean = Quantity.total(areas) / float(len(areas))
        read = np.logical_or.reduce([~np.isnan(values) for values in known])
        groups = self._units(read & self.ill), self._units(read & self.well)
        units = self._units(read)
        se = self._area_error(mean, *groups, units)
        n = float(self.m @ read) if se > 0 else min(groups)  # the smaller group limits it
        return self._rate("auc", mean, se, RATE, n, units, "the reference has one category only")

    def _area_error(self, area: Quantity, ill: float, well: float, units: float) -> float:
        """Return the standard error of an area; NaN if one group has a single subject or cluster.

        The part of the variance among the cases has the factor of the subjects or clusters with a
        case, the other part that of those with a non-case (DeLong, DeLong and Clarke-Pearson 1988;
        Obuchowski 1997).
        """
        slope = float(self.table.n) * area.slope
        parts = covariance(np.stack([slope * self.ill, slope * self.well]), self.table)
        cases, others, both = map(small_sample, (ill, well, units))
        return square_root(float(np.sum(parts * [[cases, both], [both, others]])))

    def _units(self, used: npt.NDArray[np.bool_]) -> float:
        """Return the number of used subjects with a reference, or of clusters that have one."""
        return used_units(self.table, used & (self.m > 0))

    def _curve(self, tests: Sequence[Test]) -> tuple[RocPoint, ...]:
        """Return the empirical curve of a single test of more than two values."""
        if len(tests) > 1 or tests[0].values is None:
            return ()
        points = roc_points(tests[0].values, self.ill, self.m)
        if len(points) <= 3:
            return ()
        chosen = np.unique(np.linspace(0, len(points) - 1, MOST_POINTS).round().astype(int))
        return tuple(RocPoint(*map(float, points[k])) for k in chosen)

    def _rate(
        self,
        name: str,
        quantity: Quantity,
        se: float,
        link: Link,
        n: float,
        units: float,
        reason: str,
    ) -> AccuracyRate:
        value = float(quantity.value[0])
        if not math.isfinite(value):
            none = Interval(math.nan, math.nan, self.confidence)
            return AccuracyRate(name, math.nan, math.nan, none, n, reason)
        with np.errstate(invalid="ignore", divide="ignore"):
            tails = link_tails(quantity, link, se, self.table, n=n, df=units - 1)
            interval = tails.interval(self.confidence)
        return AccuracyRate(name, value, se, interval, n)
