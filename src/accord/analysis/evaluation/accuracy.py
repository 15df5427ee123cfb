"""Sensitivity and specificity of systems, against a gold standard of two categories."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.analysis.evaluation.judges import positive_code
from accord.analysis.evaluation.scores import Column, Scores
from accord.analysis.views import DiagnosticAccuracy
from accord.analysis.views.readings import Readings, Test
from accord.base.validation import ANY_NUMBER, SHARE, check_number
from accord.data.scale import Label, show_label
from accord.errors import OptionError

__all__ = ["system_accuracy"]


def system_accuracy(
    scores: Scores,
    positive: Any | None,
    threshold: float | None,
    prevalence: float | None,
    confidence: float,
) -> DiagnosticAccuracy | None:
    """Return the accuracy of each system; None unless the gold standard has two categories."""
    if threshold is not None:
        threshold = check_number("threshold", threshold, ANY_NUMBER)
        if scores.gold.values is None:
            raise OptionError(
                "a threshold needs scores, and the categories are words.", option="threshold"
            )
    if prevalence is not None:
        prevalence = check_number("prevalence", prevalence, SHARE)
    truth = _marks(scores, positive) or _numbers(scores, positive)
    if truth is None:
        if threshold is not None or prevalence is not None:
            raise OptionError(
                "sensitivity and specificity need a gold standard of two categories.",
                option="prevalence" if threshold is None else "threshold",
            )
        return None
    m = np.where(truth.known, scores.table.multiplicity, 0).astype(np.float64)
    readings = Readings(scores.table, truth.ill, m, confidence, prevalence)
    return DiagnosticAccuracy(
        tuple(readings.reader(truth.test(system, threshold)) for system in scores.systems),
        scores.gold.name,
        truth.positive,
        math.nan if threshold is None else threshold,
        readings.share,
        float(m.sum()),
    )


@dataclass(frozen=True, slots=True)
class _Truth:
    """A gold standard of two categories.

    Parameters
    ----------
    known, ill
        (P,) whether the truth is known, and whether it is positive.
    positive
        The positive category.
    code
        Its code, if systems give marks of the same two categories.
    ends
        The negative and the positive number, if the truth is one.
    """

    known: npt.NDArray[np.bool_]
    ill: npt.NDArray[np.bool_]
    positive: Label
    code: int | None = None
    ends: tuple[float, float] | None = None

    def test(self, system: Column, threshold: float | None) -> Test:
        """Return the readings of a system.

        Scores between the two numbers of the truth count as the nearer one.
        """
        if system.values is None:
            read, called = system.codes >= 0, system.codes == self.code
            return Test(system.name, read, called, np.where(read, called.astype(float), np.nan))
        read, values = ~np.isnan(system.values), system.values
        if threshold is not None:
            return Test(system.name, read, read & (np.nan_to_num(values) >= threshold), values)
        assert self.ends is not None
        low, high = self.ends
        line = (values - low) / (high - low)  # 0 is negative, 1 positive
        within = bool(np.all((line[read] >= 0) & (line[read] <= 1)))
        called = read & (np.nan_to_num(line) >= 0.5) if within else None
        return Test(system.name, read, called, values if high > low else -values)


def _marks(scores: Scores, positive: Any | None) -> _Truth | None:
    """Return the truth in categories, if there are two."""
    code, truth = positive_code(scores, positive), scores.gold.codes
    scale = scores.scale
    if code is None or scale is None or scale.size != 2 or np.unique(truth[truth >= 0]).size != 2:
        return None
    ends = None
    if scores.gold.values is not None:
        ends = float(scale.points[1 - code]), float(scale.points[code])
    return _Truth(truth >= 0, truth == code, scale.labels[code], code, ends)


def _numbers(scores: Scores, positive: Any | None) -> _Truth | None:
    """Return the truth in numbers, if there are two; the positive one is the higher."""
    truth = scores.gold.values
    if truth is None:
        return None
    distinct = np.unique(truth[~np.isnan(truth)])
    if distinct.size != 2:
        return None
    low, high = map(float, distinct)
    if positive is not None and show_label(positive) == show_label(low):
        low, high = high, low
    return _Truth(~np.isnan(truth), truth == high, high, None, (low, high))
