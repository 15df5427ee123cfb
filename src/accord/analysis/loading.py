"""Reading of ratings for an analysis with weights, which may say that ratings are sets."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from accord.data.patterns import Patterns
from accord.data.scale import SetScale
from accord.errors import LayoutError
from accord.io import load
from accord.options import Progress
from accord.statistics.weights import WeightsLike, compares_sets

__all__ = ["load_weighted"]


def load_weighted(
    data: Any,
    loading: Mapping[str, Any],
    weights: WeightsLike | None,
    progress: Progress | None = None,
) -> Patterns:
    """Return the ratings, whose lists of labels are sets if the weights compare sets.

    In a file, labels may be separated in ways that only the option ``sets`` states.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned.
    loading
        Options of reading.
    weights
        Agreement weights as stated.
    progress
        As in `load`.
    """
    in_memory = not isinstance(data, (str, os.PathLike, Patterns))
    if not in_memory or not compares_sets(weights) or loading.get("sets") is not None:
        return load(data, progress=progress, **loading)
    patterns = load(data, progress=progress, **{**loading, "sets": True})
    if isinstance(patterns.scale, SetScale) and patterns.scale.sizes.max(initial=0) == 1:
        with suppress(LayoutError):  # of lists with one text each
            return load(data, **loading)  # texts, perhaps with a separator that is not stated
    return patterns
