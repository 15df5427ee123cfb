"""How well each mark is found, and how far off the others are."""

from __future__ import annotations

import numpy as np

from accord.analysis.evaluation.measuring import estimate_quantity
from accord.analysis.evaluation.results import Margin, ScoreRow
from accord.analysis.evaluation.score_panel import ScorePanel
from accord.data.marks import DECIMALS
from accord.data.patterns import Patterns
from accord.inference.quantities import unit_df

__all__ = ["margins", "score_rows"]

MOST = 60  # marks that are listed


def margins(t: ScorePanel) -> tuple[Margin, ...]:
    """How many marks lie so many steps above or below the truth."""
    if t.marks is None or not t.numeric:
        return ()
    x, y = t.codes
    step = 1.0 if t.grid is None else t.grid.step
    distinct, place = np.unique((y - x)[t.both], return_inverse=True)
    count = np.bincount(place, weights=t.m[t.both])
    total = count.sum()
    return tuple(
        Margin(round(float(d) * step, DECIMALS), float(c), float(c / total))
        for d, c in zip(distinct, count, strict=True)
    )


def score_rows(t: ScorePanel, whole: Patterns, confidence: float) -> tuple[ScoreRow, ...]:
    """Precision, recall and F of every mark that was given or predicted."""
    if t.marks is None:
        return ()
    x, y = t.codes
    used = np.unique(np.concatenate([x[t.both], y[t.both]]))
    if used.size > MOST:
        return ()
    labels = t.marks.scale.labels
    rows = []
    for code in used:
        truth, said = (x == code).astype(np.float64), (y == code).astype(np.float64)
        given, predicted, hit = map(t.sums.total, (truth, said, truth * said))
        recall, precision = hit / given, hit / predicted
        f = 2 * hit / (given + predicted)
        values = []
        for name, quantity, among in (
            ("precision", precision, predicted),
            ("recall", recall, given),
            ("f", f, given + predicted - hit),
        ):
            n = float(among.value[0])
            df = unit_df(whole, max(n, 2.0))
            values.append(
                estimate_quantity(
                    name, name, quantity, whole, link="rate", n=n, df=df, confidence=confidence
                )
            )
        rows.append(
            ScoreRow(labels[code], float(given.value[0]), float(predicted.value[0]), *values)
        )
    return tuple(rows)
