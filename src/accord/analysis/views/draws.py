"""Number of draws where many estimates are computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from accord.analysis.loading import load_weighted
from accord.data.patterns import Patterns
from accord.options import InferenceOptions, split_options
from accord.statistics.weights import WeightsLike

__all__ = ["load_for_many"]

MOST_DRAWS, LEAST_DRAWS = 2_000, 500  # per estimate
TOTAL_DRAWS = 100_000  # of all estimates together: seconds


def load_for_many(
    data: Any,
    options: Mapping[str, Any],
    number: Callable[[Patterns], int],
    weights: WeightsLike | None = None,
) -> tuple[Patterns, InferenceOptions]:
    """Load ratings, and limit the draws of each estimate by the number of estimates.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned.
    options
        Options of inference and of reading; stated ``replicates`` are kept.
    number
        Function from the ratings to the number of estimates.
    weights
        Agreement weights as stated.

    Returns
    -------
    tuple of Patterns and InferenceOptions
        The ratings, and the options of inference.
    """
    patterns = load_weighted(data, split_options(options)[1], weights)
    replicates = TOTAL_DRAWS // max(number(patterns), 1)
    replicates = max(LEAST_DRAWS, min(MOST_DRAWS, replicates))
    return patterns, split_options({"replicates": replicates, **options})[0]
