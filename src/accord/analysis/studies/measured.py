"""Values of all registered metrics on simulated or binned scores."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from accord.analysis.evaluation.score_panel import ScorePanel
from accord.analysis.studies.simulated import Case
from accord.base.serialise import Record
from accord.data.marks import Grid
from accord.data.panel import panel_of
from accord.data.patterns import Patterns
from accord.data.scale import Scale
from accord.statistics import COEFFICIENTS, MEASURES, Evaluation, ScoreSums
from accord.statistics.weights import SCHEMES

__all__ = ["Point", "evaluate_cases"]

WEIGHTS = ("identity", "linear", "quadratic")  # of each weighted coefficient


@dataclass(frozen=True, slots=True)
class Point(Record):
    """Value of one metric at one value of the property that is varied.

    Parameters
    ----------
    x
        Value of the property.
    metric
        Name of the metric.
    weights
        Name of the agreement weights; empty for metrics without weights.
    value
        Value of the metric.
    """

    x: float
    metric: str
    weights: str
    value: float


def evaluate_cases(cases: Iterable[Case]) -> list[Point]:
    """Compute the metrics of each case.

    They are the coefficients of two raters for categories, with each of their weights, and the
    metrics that are registered for studies.
    """
    return [point for case in cases for point in _evaluate(case)]


def _evaluate(case: Case) -> list[Point]:
    marks = Scale.declare(list(range(case.size)))
    rows = np.column_stack([case.gold, case.system])
    patterns = Patterns.build(marks, ["gold", "system"], rows)
    points = []
    for name, entry in COEFFICIENTS.items():
        if entry.numbers:  # weighted coefficients are the same on marks
            continue
        for weights in WEIGHTS if entry.weighted else WEIGHTS[:1]:
            if entry.unsuited(patterns, weights == "identity") is None:
                value = Evaluation(entry, patterns, SCHEMES[weights]).value
                points.append(Point(case.x, name, weights, float(value)))
    x, y = patterns.by_rater().rows.astype(np.float64).T
    m = patterns.multiplicity.astype(np.float64)[None]
    sums = ScoreSums(x, y, m, grid=Grid(0, case.size - 1, 1))
    panel = ScorePanel(sums, panel_of(patterns, patterns.raters))
    with np.errstate(invalid="ignore", divide="ignore"):
        for name, measure in MEASURES.items():
            if "study" not in measure.parts:
                continue
            value = float(measure.of(panel).value[0])
            points.append(Point(case.x, name, "", value if math.isfinite(value) else math.nan))
    return points
