"""Permutation tests: of agreement, and of a difference between two groups or two panels.

For agreement, each rater's ratings are permuted among the subjects. For independent groups, the
subjects are assigned to the groups at random. For panels of the same subjects, the panels are
exchanged within each subject at random. Subjects with the same pattern are identical, so the last
two are random numbers of subjects by pattern.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.base.keys import distinct_rows
from accord.data.columns import Codes, Ratings
from accord.data.panel import Panel
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import UnsupportedError
from accord.inference.batches import Progress, batches
from accord.statistics import Evaluation

__all__ = [
    "difference_p_value",
    "permutation_p_values",
    "permuted_group_differences",
    "permuted_panel_differences",
]

MAX_RATINGS = 50_000_000  # to permute; more do not fit into memory
SLACK = 1e-12  # values that differ by rounding count as equal


def permutation_p_values(
    evaluations: Sequence[Evaluation],
    permutations: int,
    seed: int,
    *,
    alternative: str = "two-sided",
    progress: Progress = None,
) -> FloatArray:
    """Return (K,) p-values of the hypothesis that ratings do not depend on the subject.

    Each rater's ratings are permuted among the subjects that they rated; without rater identity,
    all ratings among all places. The data count as one of the permutations, so p is never 0:
    (1 + #{as extreme}) / (1 + permutations). Two-sided, a value is extreme by its distance from
    the mean of the permutations.
    """
    patterns = evaluations[0].patterns
    _check_permutable("permuting", "use p_method='t', which includes clusters", patterns)
    ratings = _expanded(patterns)
    rng = np.random.default_rng(seed)
    observed = np.array([e.value for e in evaluations])
    values = np.empty((len(evaluations), permutations))
    for b in range(permutations):
        permuted = Patterns.compress(patterns.scale, patterns.raters, ratings.shuffled(rng))
        for k, evaluation in enumerate(evaluations):
            values[k, b] = evaluation.on(permuted).value
        if progress is not None:
            progress(b + 1, permutations)
    if alternative == "greater":
        extreme = values >= observed[:, None] - SLACK
    elif alternative == "less":
        extreme = values <= observed[:, None] + SLACK
    else:
        defined = np.isfinite(values)
        total = np.where(defined, values, 0.0).sum(axis=1, keepdims=True)
        centre = total / np.maximum(defined.sum(axis=1, keepdims=True), 1)
        extreme = np.abs(values - centre) >= np.abs(observed[:, None] - centre) - SLACK
    p = (1 + extreme.sum(axis=1)) / (1 + np.isfinite(values).sum(axis=1))
    return np.where(np.isfinite(observed), p, np.nan)


def difference_p_value(observed: float, permuted: FloatArray) -> float:
    """Return the share of permutations, the data included, with a difference as far from 0.

    Permutations in which a coefficient is undefined do not count.
    """
    defined = permuted[np.isfinite(permuted)]
    return (1 + int(np.sum(np.abs(defined) >= abs(observed) - SLACK))) / (1 + defined.size)


def permuted_group_differences(
    first: Evaluation, second: Evaluation, replicates: int, seed: int, progress: Progress = None
) -> FloatArray:
    """Return (B,) differences with subjects assigned at random to two groups of the same sizes."""
    one, other = first.patterns, second.patterns
    _check_permutable("moving", "use another method", one, other)
    if first.coefficient.needs_identity and set(one.raters) != set(other.raters):
        raise UnsupportedError(
            f"{first.coefficient.title} distinguishes raters, and the groups have different ones "
            f"({', '.join(one.raters[:5])}; {', '.join(other.raters[:5])}), so subjects cannot be "
            "moved between groups. Use another method."
        )
    pool = one.merge(other)
    if not first.coefficient.needs_identity:
        pool = pool.anonymous()
    evaluation = first.on(pool)
    m = pool.multiplicity.astype(np.int64)
    rng = np.random.default_rng(seed)
    values = []
    for span in batches(replicates, evaluation.width, progress):
        size = span.stop - span.start
        group = rng.multivariate_hypergeometric(m, int(one.n), size, method="marginals")
        values.append(
            evaluation.at(group.astype(np.float64)) - evaluation.at((m - group).astype(float))
        )
    return np.concatenate(values)


def permuted_panel_differences(
    evaluation: Evaluation,
    one: Panel,
    other: Panel,
    replicates: int,
    seed: int,
    progress: Progress = None,
) -> FloatArray:
    """Return (B,) differences with the panels exchanged at random within each subject."""
    _check_permutable("moving", "use another method", one.table, other.table)
    if one.patterns.r != other.patterns.r:
        raise UnsupportedError(
            f"panels of {one.patterns.r} and {other.patterns.r} raters cannot be exchanged. "
            "Use another method."
        )
    first, second = _in_one_table(one, other)
    on_table = evaluation.on(first.patterns)
    m = one.table.multiplicity.astype(np.int64)
    rng = np.random.default_rng(seed)
    values = []
    for span in batches(replicates, max(on_table.width, 2 * m.size), progress):
        exchanged = rng.binomial(m, 0.5, (span.stop - span.start, m.size)).astype(np.float64)
        kept = m - exchanged
        values.append(
            on_table.at(first.gather(kept) + second.gather(exchanged))
            - on_table.at(second.gather(kept) + first.gather(exchanged))
        )
    return np.concatenate(values)


def _in_one_table(one: Panel, other: Panel) -> tuple[Panel, Panel]:
    """Return both panels on a table of the patterns that occur in either."""
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
    one_place, other_place = np.split(place, 2)
    return Panel(one.table, table, one_place), Panel(other.table, table, other_place)


def _check_permutable(action: str, remedy: str, *tables: Patterns) -> None:
    """Raise an error for counts that are not whole numbers, and for clusters."""
    if any(table.spans is not None for table in tables):
        raise UnsupportedError(
            "statistics of spans have no permutation test; use draws, influence values or the "
            "bootstrap."
        )
    if any(np.any(table.multiplicity % 1) for table in tables):
        raise UnsupportedError("a permutation test needs whole numbers of subjects.")
    if any(table.cluster is not None for table in tables):
        raise UnsupportedError(f"{action} single subjects would break up their clusters; {remedy}.")


def _expanded(patterns: Patterns) -> Ratings:
    """Return the ratings of every subject."""
    if patterns.n * max(1, patterns.r) > MAX_RATINGS:
        raise UnsupportedError(
            f"permuting the ratings of {patterns.n:,} subjects takes too long; the t test is "
            "accurate for a sample of this size. Use p_method='t'."
        )
    times = patterns.multiplicity.astype(np.int64)
    return patterns.columns.take(np.repeat(np.arange(len(patterns)), times))
