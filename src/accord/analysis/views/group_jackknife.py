"""Reliabilities with jackknife intervals over groups of subjects."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from accord.analysis.views.replicate_results import RepeatReliability
from accord.inference.results import Interval
from accord.inference.tails import LinkTails
from accord.statistics.links import FISHER

__all__ = ["BoolArray", "jackknifed"]

GROUPS = 200  # of subjects, of which the jackknife leaves out one at a time

BoolArray: TypeAlias = npt.NDArray[np.bool_]


def jackknifed(
    names: Sequence[str],
    values_of: Callable[[BoolArray], Sequence[float]],
    subjects: int,
    confidence: float,
) -> tuple[RepeatReliability, ...]:
    """Return reliabilities with jackknife intervals on the scale of Fisher's z.

    Parameters
    ----------
    names
        Names of the reliabilities.
    values_of
        (n,) which subjects are used → values.
    subjects
        Number of subjects, n.
    confidence
        Confidence level.
    """
    values = values_of(np.ones(subjects, dtype=np.bool_))
    groups = np.arange(subjects) % min(subjects, GROUPS)
    count = int(groups.max()) + 1
    with np.errstate(invalid="ignore", divide="ignore"):
        z = np.arctanh(np.array([values_of(groups != g) for g in range(count)]))
        spread = np.sum((z - z.mean(axis=0)) ** 2, axis=0) * (count - 1) / count
    results = []
    for name, value, variance in zip(names, values, spread, strict=True):
        interval = Interval(math.nan, math.nan, confidence, "fisher_z")
        if count >= 3 and math.isfinite(variance) and abs(value) < 1:
            tails = LinkTails(value, math.sqrt(variance), count - 1, FISHER)
            interval = tails.interval(confidence)
        results.append(RepeatReliability(name, value, interval))
    return tuple(results)
