"""All metrics of the registry on simulated or binned scores."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from accord.analysis.evaluation.score_panel import ScorePanel
from accord.analysis.studies.simulated import Case
from accord.base.serialise import Record
from accord.data.marks import Grid
from accord.data.patterns import Patterns
from accord.data.scale import Scale
from accord.statistics import COEFFICIENTS, MEASURES, Evaluation
from accord.statistics.weights import SCHEMES

__all__ = ["Point", "measured"]

WEIGHTS = ("identity", "linear", "quadratic")


@dataclass(frozen=True, slots=True)
class Point(Record):
    """One metric at one value of the property that is moved.

    Parameters
    ----------
    x
        Value of the property.
    metric
        Name of the metric.
    weights
        Name of the agreement weights; empty for metrics without.
    value
        Value of the metric.
    """

    x: float
    metric: str
    weights: str
    value: float


def measured(cases: Iterable[Case]) -> list[Point]:
    """Every coefficient that suits two raters, with each of its weights; correlations; errors."""
    return [point for case in cases for point in _of(case)]


def _of(case: Case) -> list[Point]:
    marks = Scale.declare(list(range(case.size)))
    rows = np.column_stack([case.gold, case.system])
    patterns = Patterns.build(marks, ["gold", "system"], rows)
    found = []
    for name, entry in COEFFICIENTS.items():
        for weights in WEIGHTS if entry.weighted else WEIGHTS[:1]:
            if entry.unsuited(patterns, weights == "identity") is None:
                value = Evaluation(entry, patterns, SCHEMES[weights]).value
                found.append(Point(case.x, name, weights, float(value)))
    x, y = patterns.by_rater().rows.astype(np.float64).T
    panel = ScorePanel(patterns, x, y, patterns.multiplicity, Grid(0, case.size - 1, 1))
    with np.errstate(invalid="ignore", divide="ignore"):
        for name, measure in MEASURES.items():
            if "study" not in measure.parts:
                continue
            value = float(measure.of(panel).value[0])
            found.append(Point(case.x, name, "", value if math.isfinite(value) else math.nan))
    return found
