"""Raters left out, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import Any

import numpy as np

from accord.analysis.views.draws import loaded
from accord.analysis.views.panels import PanelEstimator
from accord.base.serialise import Record, written
from accord.data.patterns import Patterns
from accord.errors import UnsupportedError
from accord.inference.results import Estimate
from accord.io import takes_raters
from accord.options import InferenceOptions, ReadOptions, with_options
from accord.options.presets import HEADLINE
from accord.statistics import find
from accord.statistics.batched import LeftOutSums
from accord.statistics.weights import WeightsLike

__all__ = ["RaterLeftOut", "leave_one_out"]

MOST_CELLS = 20_000_000  # ratings per category and pattern, or per category and rater, in a table
BATCH_CELLS = 4_000_000  # cells of a (raters, patterns) table that are evaluated together


@dataclass(frozen=True, slots=True)
class RaterLeftOut(Record):
    """A coefficient without one of the raters, and how much it changes.

    Parameters
    ----------
    rater
        The rater who is left out.
    estimate
        The coefficient of the others.
    change
        Change of the coefficient when the rater is left out.
    """

    rater: str
    estimate: Estimate = field(metadata=written(inline=True))
    change: float


@takes_raters
@with_options(InferenceOptions, ReadOptions)
def leave_one_out(
    data: Any, coefficient: str = HEADLINE, weights: WeightsLike | None = None, **options: Any
) -> tuple[RaterLeftOut, ...]:
    """Estimate a coefficient without each rater in turn.

    A value that rises without a rater shows that they agree less with the others than these do with
    each other.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned.
    coefficient
        Name of the coefficient.
    weights
        Agreement weights, as in `agreement`.
    **options
        Options of inference and of reading.

    Returns
    -------
    tuple of RaterLeftOut
        Estimates and changes; the rater without whom the value rises most is first.

    Examples
    --------
    >>> marks = {"ann": [1, 2, 3, 3], "bo": [1, 2, 3, 2], "cy": [2, 1, 1, 3]}
    >>> leave_one_out(marks)[0].rater
    'cy'
    """
    patterns, settings = loaded(data, options, lambda p: p.r)
    if patterns.r < 3 or not patterns.identity:
        raise UnsupportedError(
            f"leaving one rater out needs three or more whose ratings are kept apart; here there "
            f"are {patterns.r}."
        )
    entry = find(coefficient)
    estimator = PanelEstimator(patterns, entry, weights, settings)
    no_draws = InferenceOptions(ci="t")  # of all raters, only the value is needed
    whole = PanelEstimator(patterns, entry, weights, no_draws).single(patterns).value
    results = []
    for name, estimate in zip(patterns.raters, _batches(patterns, estimator), strict=True):
        rest = estimate or estimator.single(patterns.without(name))
        results.append(RaterLeftOut(name, rest, rest.value - whole))
        if settings.progress is not None:
            settings.progress("raters left out", len(results), patterns.r)
    return tuple(sorted(results, key=lambda item: -np.nan_to_num(item.change, nan=-2.0)))


def _without(patterns: Patterns, column: int) -> Patterns:
    """Return the table without the name of a rater, whose ratings stay: not for estimation."""
    raters = patterns.raters
    return replace(patterns, raters=(*raters[:column], *raters[column + 1 :]))


def _batches(patterns: Patterns, estimator: PanelEstimator) -> Iterator[Estimate | None]:
    """Estimates without each rater, or None where a batch does not give one."""
    rest = _without(patterns, 0)
    plain = estimator.scheme.name == "identity"
    if estimator.entry.unsuited(rest, plain) and patterns.rating_counts.min() > 1:
        model = estimator.single(rest)  # undefined; only the reason names the raters
        for k in range(patterns.r):
            yield replace(model, reason=estimator.entry.unsuited(_without(patterns, k), plain))
        return
    large = max(len(patterns), patterns.r) * patterns.q > MOST_CELLS
    if large or estimator.entry.by_pairs or rest.r == 2 or not estimator.suits(rest):
        yield from repeat(None, patterns.r)
        return
    counts = patterns.category_counts().astype(np.float64)
    step = max(2, BATCH_CELLS // len(patterns))
    for start in range(0, patterns.r, step):
        some = np.arange(start, min(start + step, patterns.r))
        sums = LeftOutSums(patterns, estimator.weights, some, counts)
        yield from estimator.estimates(sums)
