"""Shuffles that leave a difference of two groups, or of two panels, to chance.

Independent groups: the subjects are dealt out anew to the groups. Paired panels: for each subject a
coin decides which panel gave which ratings. Subjects with the same pattern are alike, so a shuffle
is a draw of how many of each pattern go where.
"""

from __future__ import annotations

import numpy as np

from accord.base.keys import distinct_rows
from accord.data.columns import Codes
from accord.data.panel import Panel
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import UnsupportedError
from accord.inference.batches import Progress, batches
from accord.statistics import Evaluation

__all__ = ["dealt_differences", "shuffle_p_value", "swapped_differences"]


def shuffle_p_value(observed: float, shuffled: FloatArray) -> float:
    """Share of shuffles, the observed one among them, with a difference as far from 0.

    Shuffles in which a coefficient is undefined do not count.
    """
    defined = shuffled[np.isfinite(shuffled)]
    return (1 + int(np.sum(np.abs(defined) >= abs(observed) - 1e-12))) / (1 + defined.size)


def dealt_differences(
    first: Evaluation, second: Evaluation, replicates: int, seed: int, progress: Progress = None
) -> FloatArray:
    """(B,) differences when all subjects are dealt out anew to two groups of the same sizes."""
    one, other = first.patterns, second.patterns
    _check_whole(one, other)
    if first.coefficient.needs_identity and set(one.raters) != set(other.raters):
        raise UnsupportedError(
            f"{first.coefficient.title} keeps raters apart, and the groups have different ones "
            f"({', '.join(one.raters[:5])}; {', '.join(other.raters[:5])}), so their subjects "
            "cannot change groups. Use another method."
        )
    pool = one.merge(other)
    if not first.coefficient.needs_identity:
        pool = pool.anonymous()
    evaluation = first.on(pool)
    whole = pool.multiplicity.astype(np.int64)
    rng = np.random.default_rng(seed)
    values = []
    for span in batches(replicates, evaluation.width, progress):
        size = span.stop - span.start
        here = rng.multivariate_hypergeometric(whole, int(one.n), size, method="marginals")
        values.append(
            evaluation.at(here.astype(np.float64)) - evaluation.at((whole - here).astype(float))
        )
    return np.concatenate(values)


def swapped_differences(
    evaluation: Evaluation,
    one: Panel,
    other: Panel,
    replicates: int,
    seed: int,
    progress: Progress = None,
) -> FloatArray:
    """(B,) differences when a coin decides for each subject which panel gave which ratings."""
    _check_whole(one.table, other.table)
    if one.patterns.r != other.patterns.r:
        raise UnsupportedError(
            f"panels of {one.patterns.r} and of {other.patterns.r} raters cannot change places. "
            "Use another method."
        )
    here, there = _in_one_table(one, other)
    again = evaluation.on(here.patterns)
    m = one.table.multiplicity.astype(np.int64)
    rng = np.random.default_rng(seed)
    values = []
    for span in batches(replicates, max(again.width, 2 * m.size), progress):
        swapped = rng.binomial(m, 0.5, (span.stop - span.start, m.size)).astype(np.float64)
        kept = m - swapped
        values.append(
            again.at(here.gather(kept) + there.gather(swapped))
            - again.at(there.gather(kept) + here.gather(swapped))
        )
    return np.concatenate(values)


def _in_one_table(one: Panel, other: Panel) -> tuple[Panel, Panel]:
    """Both panels on a table of the patterns that either has."""
    rows = []
    for panel in (one, other):
        codes = panel.patterns.by_rater().rows
        blank = np.full((1, panel.patterns.r), -1)
        rows.append(np.concatenate([codes, blank])[panel.index])
    both = np.concatenate(rows)
    rated = (both >= 0).any(axis=1)
    first, kind = distinct_rows(both[rated] + 1, [one.patterns.q + 1] * both.shape[1])
    place = np.full(len(both), -1, dtype=np.intp)
    place[rated] = kind
    columns = Codes(both[rated][first], one.patterns.q)
    table = Patterns(one.patterns.scale, one.patterns.raters, np.ones(len(columns), int), columns)
    here, there = np.split(place, 2)
    return Panel(one.table, table, here), Panel(other.table, table, there)


def _check_whole(*tables: Patterns) -> None:
    if any(np.any(table.multiplicity % 1) for table in tables):
        raise UnsupportedError("a permutation test needs whole numbers of subjects.")
    if any(table.cluster is not None for table in tables):
        raise UnsupportedError(
            "moving single subjects would break up their clusters; use another method."
        )
