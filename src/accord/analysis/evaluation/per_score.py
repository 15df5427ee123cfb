"""Precision and recall of each mark, and the distribution of score differences."""

from __future__ import annotations

import numpy as np

from accord.analysis.evaluation.measuring import estimate_quantity
from accord.analysis.evaluation.score_panel import ScorePanel
from accord.analysis.evaluation.system_results import Margin, ScoreRow
from accord.data.marks import DECIMALS
from accord.data.patterns import Patterns
from accord.inference.quantities import unit_df, used_units

__all__ = ["margins", "score_rows"]

MAX_MARKS = 60  # above which marks are not listed: the table would fill pages


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


def score_rows(panel: ScorePanel, table: Patterns, confidence: float) -> tuple[ScoreRow, ...]:
    """Return precision, recall and F of every mark in the truth or in the scores."""
    if panel.marks is None:
        return ()
    x, y = panel.marks.table.by_rater().rows.T
    both = panel.sums.both
    used = np.unique(np.concatenate([x[both], y[both]]))
    if used.size > MAX_MARKS:
        return ()
    labels = panel.marks.table.scale.labels
    rows, units = [], used_units(table, both)
    for code in used:
        true, scored = (x == code).astype(np.float64), (y == code).astype(np.float64)
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
                    confidence=confidence,
                )
            )
        rows.append(
            ScoreRow(labels[code], float(given.value[0]), float(predicted.value[0]), *values)
        )
    return tuple(rows)
