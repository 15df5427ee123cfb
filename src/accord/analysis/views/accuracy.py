"""Diagnostic accuracy of raters or tests against a reference of two categories."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.base.forms import Count
from accord.base.serialise import Record, written
from accord.base.showing import Displayed
from accord.base.validation import CONFIDENCE, Number, check_number
from accord.base.wording import joined, with_limits
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, Label, show_label
from accord.errors import OptionError, UnknownNameError
from accord.inference.quantities import quantity_tails, unit_df
from accord.inference.results import ENDS, Interval
from accord.io import load
from accord.options import ReadOptions, with_options
from accord.statistics.calculus import Quantity
from accord.statistics.diagnostic import (
    Classified,
    area_under_curve,
    likelihood_ratio,
    predictive_value,
)
from accord.statistics.links import LOG, RATE, Link
from accord.version import __version__

__all__ = ["AccuracyRate", "DiagnosticAccuracy", "ReaderAccuracy", "diagnostic_accuracy"]

ROUNDING = 1e-12  # smaller influence values are rounding errors
SHARE = Number(least=0, most=1)
ALL = "all readings"
POSITIVE = frozenset(
    ["yes", "y", "true", "t", "1", "positive", "pos", "+", "present", "abnormal", "diseased", "ill",
     "case", "malignant", "pass", "correct"]
)  # fmt: skip
RATES = ("sensitivity", "specificity", "ppv", "npv", "lr_positive", "lr_negative", "auc")


@dataclass(frozen=True, slots=True)
class AccuracyRate(Record):
    """A measure of accuracy with its confidence interval.

    Parameters
    ----------
    name
        ``sensitivity``, ``specificity``, ``ppv``, ``npv``, ``lr_positive``, ``lr_negative`` or
        ``auc``.
    value
        The estimate.
    se
        Standard error.
    interval
        Confidence interval: Wilson's with the effective number of readings, of likelihood ratios on
        the scale of the logarithm.
    n
        Number of readings that it is based on.
    reason
        Why the value is undefined.
    """

    name: str
    value: float
    se: float
    interval: Interval = field(metadata=written(inline=True, names=ENDS))
    n: Count
    reason: str | None = None

    def __float__(self) -> float:
        return float(self.value)


@dataclass(frozen=True, slots=True)
class ReaderAccuracy(Record):
    """Accuracy of one rater or test, or of all their readings.

    Parameters
    ----------
    name
        Name of the rater; ``all readings`` for all.
    tp
        Number of true positives.
    fp
        Number of false positives.
    fn
        Number of false negatives.
    tn
        Number of true negatives.
    rates
        The measures.
    """

    name: str
    tp: Count
    fp: Count
    fn: Count
    tn: Count
    rates: tuple[AccuracyRate, ...]

    def __getitem__(self, name: str) -> AccuracyRate:
        for rate in self.rates:
            if rate.name == name:
                return rate
        raise UnknownNameError("measure", name, RATES)


@dataclass(frozen=True, slots=True, eq=False)
class DiagnosticAccuracy(Displayed):
    """Accuracy of raters or tests against a reference, by name.

    Parameters
    ----------
    readers
        One for each rater, and one for all readings if there are several raters.
    reference
        Name of the reference.
    positive
        The positive category of the reference.
    threshold
        Smallest value that counts as a positive test; undefined for tests of two categories.
    prevalence
        Share of positives by the reference, or the stated one.
    n
        Number of subjects with a reference.
    warnings
        Remarks on the data.
    version
        Version of accord.
    """

    readers: tuple[ReaderAccuracy, ...]
    reference: str
    positive: Label
    threshold: float
    prevalence: float
    n: Count
    warnings: tuple[str, ...] = ()
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    def __getitem__(self, name: str) -> Any:
        """Return a reader by name, or a measure of the only reader."""
        for reader in self.readers:
            if reader.name == name:
                return reader
        if name in RATES and len(self.readers) == 1:
            return self.readers[0][name]
        raise UnknownNameError("reader", name, [reader.name for reader in self.readers])

    def __iter__(self) -> Iterator[ReaderAccuracy]:
        return iter(self.readers)

    def __str__(self) -> str:
        return "\n".join(
            f"{reader.name}: "
            + ", ".join(
                f"{rate.name} {with_limits(rate.value, *rate.interval)}"
                for rate in reader.rates
                if math.isfinite(rate.value)
            )
            for reader in self.readers
        )


@with_options(ReadOptions)
def diagnostic_accuracy(
    data: Any,
    reference: str,
    tests: str | Sequence[str] | None = None,
    *,
    positive: Any = None,
    threshold: float | None = None,
    prevalence: float | None = None,
    confidence: float = 0.95,
    **loading: Any,
) -> DiagnosticAccuracy:
    """Estimate the accuracy of raters or tests against a reference of two categories.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned.
    reference
        Name of the rater that is the reference.
    tests
        Names of the raters or tests; all others if not given.
    positive
        Positive category of the reference. If not given, it is the one with a usual name, such as
        ``yes`` or ``positive``, otherwise the last.
    threshold
        Smallest value that counts as positive, for tests of more than two values.
    prevalence
        Prevalence for the predictive values; that in the data if not given.
    confidence
        Confidence level.
    **loading
        Options of reading. Clusters of subjects are allowed for.

    Returns
    -------
    DiagnosticAccuracy
        Sensitivity, specificity, predictive values, likelihood ratios and the area under the ROC
        curve of each test, with intervals. Over all readings, those of a subject are a cluster.

    Examples
    --------
    >>> scans = {"biopsy": ["yes"] * 4 + ["no"] * 6,
    ...          "ann": ["yes", "yes", "yes", "no", "no", "no", "no", "no", "yes", "no"]}
    >>> ann = diagnostic_accuracy(scans, "biopsy")["ann"]
    >>> round(ann["sensitivity"].value, 2), round(ann["specificity"].value, 2)
    (0.75, 0.83)
    """
    confidence = check_number("confidence", confidence, CONFIDENCE)
    if prevalence is not None:
        prevalence = check_number("prevalence", prevalence, SHARE)
    names = [tests] if isinstance(tests, str) else tests
    patterns = _with_reference(data, reference, names, loading)
    if names is None:
        names = [name for name in patterns.raters if name != reference]
    table = patterns.select([reference, *names])
    study = _Study(table, positive, threshold, prevalence, confidence)
    readers = [study.reader(g + 1, name) for g, name in enumerate(names)]
    if len(names) > 1:
        readers.append(study.together(names))
    return DiagnosticAccuracy(
        tuple(readers),
        reference,
        table.scale.first(study.positive + 1)[-1],
        math.nan if threshold is None else float(threshold),
        float(study.m @ study.ill / study.m.sum()) if prevalence is None else prevalence,
        float(study.m.sum()),
        patterns.warnings,
    )


def _with_reference(
    data: Any, reference: str, names: Sequence[str] | None, loading: Mapping[str, Any]
) -> Patterns:
    """Read the tests with the reference, which is no rater if its column is named like one."""
    patterns = load(data, **loading)
    if reference in patterns.raters or isinstance(data, Patterns) or loading.get("raters"):
        return patterns
    others = patterns.raters if names is None else names
    return load(data, **{**loading, "raters": [reference, *others]})


class _Study:
    """The readings of a table whose first rater is the reference."""

    def __init__(
        self,
        table: Patterns,
        positive: Any,
        threshold: float | None,
        prevalence: float | None,
        confidence: float,
    ) -> None:
        self.table, self.confidence = table, confidence
        self.prevalence, self.threshold = prevalence, threshold
        self.codes = table.by_rater().rows
        truth = self.codes[:, 0]
        self.pair = _two_categories(table, truth)
        self.positive = _positive_code(table, self.pair, positive)
        self.ill: npt.NDArray[np.bool_] = truth == self.positive
        self.m: FloatArray = np.where(truth >= 0, table.multiplicity, 0).astype(np.float64)

    def reader(self, g: int, name: str) -> ReaderAccuracy:
        """Return the accuracy of one test."""
        return self._accuracy(name, self._counts([g]), [g])

    def together(self, names: Sequence[str]) -> ReaderAccuracy:
        """Return the accuracy of all readings; the area is the mean of the tests'."""
        tests = list(range(1, len(names) + 1))
        return self._accuracy(ALL, self._counts(tests), tests)

    def _counts(self, tests: Sequence[int]) -> Classified | None:
        """Return the classified readings; None if a test has many values and no threshold."""
        size = len(self.codes)
        tp, fp, fn, tn = (np.zeros(size) for _ in range(4))
        for g in tests:
            called = self._called(g)
            if called is None:
                return None
            read, ill = self.codes[:, g] >= 0, self.ill
            tp += read & called & ill
            fp += read & called & ~ill
            fn += read & ~called & ill
            tn += read & ~called & ~ill
        return Classified(tp, fp, fn, tn, self.m)

    def _called(self, g: int) -> npt.NDArray[np.bool_] | None:
        codes = self.codes[:, g]
        if self.threshold is not None:
            points = self.table.scale.points
            return np.asarray(points[codes] >= self.threshold)
        if set(np.unique(codes[codes >= 0]).tolist()) <= set(self.pair):
            return np.asarray(codes == self.positive)
        return None

    def _accuracy(
        self, name: str, counts: Classified | None, tests: Sequence[int]
    ) -> ReaderAccuracy:
        undefined = "a test has more than two values, and no threshold is stated"
        area = self._area(tests)
        if counts is None:
            nan = math.nan
            none = Interval(nan, nan, self.confidence)
            rates = [AccuracyRate(rate, nan, nan, none, 0, undefined) for rate in RATES[:-1]]
            return ReaderAccuracy(name, nan, nan, nan, nan, (*rates, area))
        parts = (counts.tp, counts.fp, counts.fn, counts.tn)
        tp, fp, fn, tn = (float(self.m @ part) for part in parts)
        return ReaderAccuracy(name, tp, fp, fn, tn, (*self._rates(counts, tp, fp, fn, tn), area))

    def _rates(
        self, counts: Classified, tp: float, fp: float, fn: float, tn: float
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
        return [self._rate(name, *facts) for name, facts in quantities.items()]

    def _area(self, tests: Sequence[int]) -> AccuracyRate:
        scale = self.table.scale
        if not scale.ordered and scale.size > 2:
            none = Interval(math.nan, math.nan, self.confidence)
            reason = "the order of the categories is not known"
            return AccuracyRate("auc", math.nan, math.nan, none, 0, reason)
        line = scale.positions if scale.size > 2 else np.arange(scale.size) == self.positive
        values = np.append(line.astype(np.float64), math.nan)
        areas = [area_under_curve(values[self.codes[:, g]], self.ill, self.m) for g in tests]
        mean = sum(areas[1:], areas[0]) / float(len(areas))
        groups = float(self.m @ self.ill), float(self.m @ ~self.ill)
        varies = bool(np.any(np.abs(mean.slope) > ROUNDING))  # else the smaller group limits it
        n = sum(groups) if varies else min(groups)
        return self._rate("auc", mean, RATE, n, "the reference has one category only")

    def _rate(
        self, name: str, quantity: Quantity, link: Link, n: float, reason: str
    ) -> AccuracyRate:
        value = float(quantity.value[0])
        if not math.isfinite(value):
            none = Interval(math.nan, math.nan, self.confidence)
            return AccuracyRate(name, math.nan, math.nan, none, n, reason)
        df = unit_df(self.table, float(self.m.sum()))
        with np.errstate(invalid="ignore", divide="ignore"):
            se, tails = quantity_tails(quantity, link, self.table, n=n, df=df)
            interval = tails.interval(self.confidence)
        return AccuracyRate(name, value, se, interval, n)


def _two_categories(table: Patterns, truth: npt.NDArray[Any]) -> tuple[int, int]:
    """Return the codes of the two categories of the reference."""
    used = np.unique(truth[truth >= 0]).tolist()
    if len(used) != 2:
        labels = table.scale.first(max(used, default=0) + 1)
        listed = joined([show_label(labels[code]) for code in used[:8]])
        raise OptionError(
            f"the reference {table.raters[0]!r} needs two categories; it has {listed or 'none'}.",
            option="reference",
            value=table.raters[0],
        )
    return used[0], used[1]


def _positive_code(table: Patterns, pair: tuple[int, int], positive: Any) -> int:
    labels = {code: show_label(table.scale.first(code + 1)[-1]) for code in pair}
    if positive is not None:
        for code, text in labels.items():
            if text == show_label(positive):
                return code
        raise OptionError(
            f"positive is {positive!r}; the categories of the reference are "
            f"{joined(list(labels.values()))}.",
            option="positive",
            value=positive,
        )
    usual = [code for code, text in labels.items() if text.casefold() in POSITIVE]
    return usual[0] if len(usual) == 1 else pair[1]
