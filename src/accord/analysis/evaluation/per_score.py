"""Precision and recall of each mark or label, and the distribution of score differences."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from accord.analysis.evaluation.measuring import estimate_quantity, measure_panels
from accord.analysis.evaluation.score_panel import ScorePanel
from accord.analysis.evaluation.system_results import Margin, ScoreRow
from accord.data.marks import DECIMALS
from accord.data.patterns import Patterns
from accord.data.scale import SetScale
from accord.data.spans import Spans
from accord.inference.quantities import unit_df, used_units
from accord.options import InferenceOptions
from accord.options.presets import LABEL_METRICS
from accord.statistics import MEASURES

__all__ = ["margins", "score_rows"]

MAX_MARKS = 60  # above which marks are not listed: the table would fill pages
Mark: TypeAlias = tuple[object, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]


def margins(panel: ScorePanel) -> tuple[Margin, ...]:
    """Return how many scores differ from the truth by each number of steps."""
    if panel.marks is None or not panel.numeric:
        return ()
    x, y = panel.marks.table.by_rater().rows.T
    grid, both = panel.sums.grid, panel.sums.both
    step = 1.0 if grid is None else grid.step
    distinct, place = np.unique((y - x)[both], return_inverse=True)
    count = np.bincount(place, weights=panel.m[both])
    total = count.sum()
    return tuple(
        Margin(round(float(d) * step, DECIMALS), float(c), float(c / total))
        for d, c in zip(distinct, count, strict=True)
    )


def score_rows(
    panel: ScorePanel, table: Patterns, settings: InferenceOptions
) -> tuple[ScoreRow, ...]:
    """Return precision, recall and F of every mark, or of every label of sets or spans."""
    if panel.marks is None:
        return ()
    if panel.spans is not None:
        return _span_rows(panel, panel.spans, table, settings)
    both = panel.sums.both
    units, rows = used_units(table, both), []
    for label, is_true, is_scored in _marks(panel.marks.table, both):
        true, scored = is_true.astype(np.float64), is_scored.astype(np.float64)
        given, predicted, hits = map(panel.sums.total, (true, scored, true * scored))
        values = []
        for name, quantity, base in (
            ("precision", hits / predicted, predicted),
            ("recall", hits / given, given),
            ("f", 2 * hits / (given + predicted), given + predicted - hits),
        ):
            n = float(base.value[0])
            values.append(
                estimate_quantity(
                    name,
                    name,
                    quantity,
                    table,
                    link="rate",
                    n=n,
                    df=unit_df(table, max(n, 2.0)),
                    units=units,
                    confidence=settings.confidence,
                )
            )
        rows.append(ScoreRow(label, float(given.value[0]), float(predicted.value[0]), *values))
    return tuple(rows)


def _marks(marks: Patterns, both: npt.NDArray[np.bool_]) -> list[Mark]:
    """Return each mark, or label of sets, with the records that truth and system give it to."""
    x, y = marks.by_rater().rows.T
    scale = marks.scale
    if isinstance(scale, SetScale):
        x_has, y_has = (scale.table[codes] & (codes >= 0)[:, None] for codes in (x, y))
        labels = scale.members[: MAX_MARKS + 1]
        rows: list[Mark] = [(s, x_has[:, k], y_has[:, k]) for k, s in enumerate(labels)]
    else:
        used = np.unique(np.concatenate([x[both], y[both]]))[: MAX_MARKS + 1]
        rows = [(scale.labels[code], x == code, y == code) for code in used]
    return rows if len(rows) <= MAX_MARKS else []


def _span_rows(
    panel: ScorePanel, spans: Spans, table: Patterns, settings: InferenceOptions
) -> tuple[ScoreRow, ...]:
    """Return precision, recall and F of the spans with each label."""
    if len(spans.labels) > MAX_MARKS or panel.marks is None:
        return ()
    common = spans.of_documents(np.flatnonzero(spans.annotated.all(axis=1)))
    rows = []
    for code, label in enumerate(spans.labels):
        single = panel.with_spans(spans.of_label(label))
        values = [
            measure_panels(MEASURES[name], [[single]], table).estimate(0, settings)
            for name in LABEL_METRICS
        ]
        raters = common.rater[common.label == code]
        rows.append(ScoreRow(label, int((raters == 0).sum()), int((raters == 1).sum()), *values))
    return tuple(rows)
