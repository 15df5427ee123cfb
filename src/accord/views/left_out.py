"""Raters left out, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.coefficients import find
from accord.errors import UnsupportedError
from accord.estimation import measure
from accord.loading import takes_raters
from accord.options import InferenceOptions, ReadOptions, with_options
from accord.results import Estimate, plain
from accord.views.draws import loaded
from accord.weights import WeightsLike

__all__ = ["RaterLeftOut", "leave_one_out"]


@dataclass(frozen=True, slots=True)
class RaterLeftOut:
    """A coefficient without one of the raters, and how much it changes."""

    rater: str
    estimate: Estimate
    change: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"rater": self.rater, "change": plain(self.change), **self.estimate.to_dict()}


@takes_raters
@with_options(InferenceOptions, ReadOptions)
def leave_one_out(
    data: Any, coefficient: str = "gwet_ac", weights: WeightsLike | None = None, **options: Any
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
    whole = measure(patterns, [entry], weights, settings, {})[coefficient].value
    found = []
    for name in patterns.raters:
        rest = measure(patterns.without(name), [entry], weights, settings, {})[coefficient]
        found.append(RaterLeftOut(name, rest, rest.value - whole))
    return tuple(sorted(found, key=lambda item: -np.nan_to_num(item.change, nan=-2.0)))
