"""Agreement within a number of points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from accord.base.validation import Number, check_number
from accord.data.scale import order_remedy
from accord.errors import UnsupportedError
from accord.inference.estimate import measure
from accord.inference.results import Estimate
from accord.io import load, takes_raters
from accord.options import InferenceOptions, ReadOptions, split_options, with_options
from accord.options.presets import EXACT_AGREEMENT
from accord.statistics import find
from accord.statistics.weights import within as within_scheme

__all__ = ["within"]


@takes_raters
@with_options(InferenceOptions, ReadOptions)
def within(data: Any, points: float = 1, **options: Any) -> Estimate:
    """Estimate the share of pairs of ratings that differ by at most a number of points.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned.
    points
        Largest difference that counts as agreement.
    **options
        Options of inference and of reading.

    Returns
    -------
    Estimate
        Value, standard error, confidence interval, p-value, n and notes.

    Examples
    --------
    >>> round(within([[1, 2], [3, 3], [1, 4]], points=1).value, 4)
    0.6667
    """
    points = check_number("points", points, Number(least=0))
    settings, loading = split_options(options)
    patterns = load(data, **loading)
    if not patterns.scale.ordered:
        raise UnsupportedError(
            "agreement within a number of points needs numbers or ordered categories. "
            f"{order_remedy()}"
        )
    entry = find(EXACT_AGREEMENT)
    result = measure(patterns, [entry], within_scheme(points), settings, {})[entry.name]
    notes = (*patterns.warnings, *result.notes)
    return replace(result, title=f"Agreement within {points:g}", notes=notes)
