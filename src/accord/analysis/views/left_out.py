"""A coefficient without each of the raters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import Any

import numpy as np

from accord.analysis.views.draws import load_for_many
from accord.analysis.views.panels import PanelEstimator
from accord.analysis.views.sections import SectionRequest, few_raters, many_raters_note, section
from accord.base.serialise import Record, written
from accord.data.patterns import Patterns
from accord.errors import UnsupportedError
from accord.inference.results import Estimate
from accord.io import takes_raters
from accord.options import InferenceOptions, ReadOptions, with_options
from accord.options.presets import HEADLINE
from accord.statistics import default_coefficient, find
from accord.statistics.batched import LeftOutSums
from accord.statistics.weights import WeightsLike

__all__ = ["RaterLeftOut", "leave_one_out"]

MOST_CELLS = 20_000_000  # of a (patterns or raters, categories) table: 160 MB
BATCH_CELLS = 4_000_000  # of a (raters, patterns) table that is evaluated at once: 32 MB


@dataclass(frozen=True, slots=True)
class RaterLeftOut(Record):
    """A coefficient without one of the raters, and how much it changes.

    Parameters
    ----------
    rater
        The rater who is left out.
    estimate
        The coefficient of the other raters.
    change
        Value without the rater, less the value of all raters.
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

    If the value rises without a rater, this rater agrees less with the others than the others agree
    with each other.

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
        Estimates and changes, the largest rise first.

    Examples
    --------
    >>> marks = {"ann": [1, 2, 3, 3], "bo": [1, 2, 3, 2], "cy": [2, 1, 1, 3]}
    >>> leave_one_out(marks)[0].rater
    'cy'
    """
    patterns, settings = load_for_many(data, options, lambda p: p.r, weights)
    if not patterns.identity:
        raise UnsupportedError("leaving out raters needs data that identify the raters.")
    if patterns.r < 3:
        raise UnsupportedError(
            f"leaving out raters needs three or more raters; the data have {patterns.r}."
        )
    entry = find(coefficient)
    estimator = PanelEstimator(patterns, entry, weights, settings)
    no_draws = InferenceOptions(ci="t")  # of all raters, only the value is needed
    overall = PanelEstimator(patterns, entry, weights, no_draws).single(patterns).value
    rows = []
    for name, estimate in zip(patterns.raters, _batches(patterns, estimator), strict=True):
        others = estimate or estimator.single(patterns.without(name))
        rows.append(RaterLeftOut(name, others, others.value - overall))
        if settings.progress is not None:
            settings.progress("raters left out", len(rows), patterns.r)
    # Undefined changes come last.
    return tuple(sorted(rows, key=lambda row: -np.nan_to_num(row.change, nan=-2.0)))


def _without(patterns: Patterns, column: int) -> Patterns:
    """Return the table without the name of a rater.

    The ratings stay, so the table serves to check which coefficients are defined, not to estimate.
    """
    raters = patterns.raters
    return replace(patterns, raters=(*raters[:column], *raters[column + 1 :]))


def _batches(patterns: Patterns, estimator: PanelEstimator) -> Iterator[Estimate | None]:
    """Yield the estimate without each rater; None where a batch cannot give it."""
    others = _without(patterns, 0)
    identity = estimator.scheme.name == "identity"
    if estimator.entry.unsuited(others, identity) and patterns.rating_counts.min() > 1:
        undefined = estimator.single(others)  # for each rater; only the reason differs
        for k in range(patterns.r):
            reason = estimator.entry.unsuited(_without(patterns, k), identity)
            yield replace(undefined, reason=reason)
        return
    large = max(len(patterns), patterns.r) * patterns.q > MOST_CELLS
    if large or estimator.entry.by_pairs or others.r == 2 or not estimator.suits(others):
        yield from repeat(None, patterns.r)
        return
    counts = patterns.category_counts().astype(np.float64)
    step = max(2, BATCH_CELLS // len(patterns))
    for start in range(0, patterns.r, step):
        raters = np.arange(start, min(start + step, patterns.r))
        sums = LeftOutSums(patterns, estimator.weights, raters, counts)
        yield from estimator.estimates(sums)


@section(
    "left_out",
    "Raters left out",
    order=50,
    part="raters",
    suits=few_raters,
    note=many_raters_note,
    text="A coefficient without each of the raters.",
    always_written=True,
)
def left_out_section(request: SectionRequest) -> tuple[RaterLeftOut, ...]:
    """Estimate a coefficient without each of the raters."""
    coefficient = default_coefficient(request.patterns.scale, request.measured)
    return leave_one_out(request.patterns, coefficient, request.weights, **request.options)
