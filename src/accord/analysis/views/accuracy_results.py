"""Results of diagnostic accuracy."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from accord.base.forms import Count
from accord.base.serialise import Record, written
from accord.base.showing import Shown
from accord.base.wording import with_limits
from accord.data.scale import Label
from accord.errors import UnknownNameError
from accord.inference.results import ENDS, Interval
from accord.version import __version__

__all__ = ["RATES", "AccuracyRate", "DiagnosticAccuracy", "ReaderAccuracy", "RocPoint"]

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
class RocPoint(Record):
    """A point of an empirical ROC curve.

    Parameters
    ----------
    threshold
        Smallest value that counts as positive; undefined at the origin.
    sensitivity
        Share of the positives with this value or a higher one.
    false_positives
        Share of the negatives with this value or a higher one: 1 - specificity.
    """

    threshold: float
    sensitivity: float
    false_positives: float


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
    curve
        Empirical ROC curve, of single tests of more than two values.
    """

    name: str
    tp: Count
    fp: Count
    fn: Count
    tn: Count
    rates: tuple[AccuracyRate, ...]
    curve: tuple[RocPoint, ...] = ()

    def __getitem__(self, name: str) -> AccuracyRate:
        for rate in self.rates:
            if rate.name == name:
                return rate
        raise UnknownNameError("measure", name, RATES)


@dataclass(frozen=True, slots=True, eq=False)
class DiagnosticAccuracy(Shown):
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

    _derived: ClassVar[Mapping[str, str]] = {"confidence": "confidence"}

    @property
    def confidence(self) -> float:
        """Confidence level of the intervals."""
        return self.readers[0].rates[0].interval.confidence

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
