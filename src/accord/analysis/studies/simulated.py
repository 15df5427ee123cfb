"""Simulated scores with known errors: one property varies, the others are held constant.

The settings are those of Yannakoudakis and Cummins (2015), sections 4.1 to 4.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from accord.data.scale import IntArray

__all__ = ["Case", "magnitude", "marginals", "move", "prevalence", "scale"]

TEXTS = 5000
DEVIATIONS = (0.5, 0.6, 0.7, 0.8, 1.0, 1.25, 1.5, 2.0, 3.0, 6.0, 20.0)  # of gold scores, in points
SIZES = (1, 2, 3, 4, 5, 6)  # of an error, in points
POINTS = (40, 30, 20, 15, 10, 8, 6, 5, 4, 3)  # of a scale


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """Gold scores and scores of a system at one value of the property that is varied.

    Parameters
    ----------
    x
        Value of the property.
    gold, system
        Scores from 0 to ``size - 1``.
    size
        Number of points of the scale.
    """

    x: float
    gold: IntArray
    system: IntArray
    size: int


def _gaussian(
    rng: np.random.Generator, n: int, size: int, mean: float, deviation: float
) -> IntArray:
    """Draw scores from 0 to size - 1 with probabilities proportional to a normal density."""
    marks = np.arange(size)
    density = np.exp(-((marks - mean) ** 2) / (2 * deviation**2))
    return rng.choice(marks, n, p=density / density.sum())


def move(rng: np.random.Generator, gold: IntArray, size: int, number: int, step: int) -> IntArray:
    """Move a number of scores by a step up or down, as far as the scale allows."""
    system = gold.copy()
    order = rng.permutation(gold.size)
    moved = gold[order] + step * rng.choice([-1, 1], gold.size)
    possible = np.flatnonzero((moved >= 0) & (moved < size))[:number]
    if possible.size < number:  # move others in the opposite direction
        others = np.setdiff1d(np.arange(gold.size), possible, assume_unique=True)
        opposite = 2 * gold[order[others]] - moved[others]
        inside = (opposite >= 0) & (opposite < size)
        added = others[inside][: number - possible.size]
        moved[added] = opposite[inside][: added.size]
        possible = np.concatenate([possible, added])
    system[order[possible]] = moved[possible]
    return system


def prevalence(rng: np.random.Generator) -> Iterator[Case]:
    """Vary the spread of gold scores on a 5-point scale; a quarter is moved by two points.

    x is the share of the middle score.
    """
    size = 5
    for deviation in DEVIATIONS:
        gold = _gaussian(rng, TEXTS, size, 2, deviation)
        yield Case(float((gold == 2).mean()), gold, move(rng, gold, size, TEXTS // 4, 2), size)


def marginals(rng: np.random.Generator) -> Iterator[Case]:
    """Vary the centre of wrong scores on a 10-point scale; the mean absolute error is 1.

    x is the mode of the distribution of wrong scores; the gold scores are centred at 4.5.
    """
    size = 10
    gold = _gaussian(rng, TEXTS, size, 4.5, 1.0)
    for centre in range(size):
        yield Case(float(centre), gold, _draw_errors(rng, gold, size, centre), size)


def _draw_errors(rng: np.random.Generator, gold: IntArray, size: int, centre: int) -> IntArray:
    """Replace scores by draws around a centre until errors add up to one point per text."""
    order = rng.permutation(gold.size)
    drawn = _gaussian(rng, gold.size, size, centre, 1.0)
    total = np.cumsum(np.abs(drawn - gold)[order])
    replaced = int(np.searchsorted(total, gold.size, side="right"))
    system = gold.copy()
    system[order[:replaced]] = drawn[order[:replaced]]
    rest = gold.size - int(total[replaced - 1] if replaced else 0)
    for i in order[replaced:]:  # one score takes the remaining error
        for mark in (gold[i] + rest, gold[i] - rest):
            if rest and 0 <= mark < size:
                system[i] = mark
                return system
    return system


def magnitude(rng: np.random.Generator) -> Iterator[Case]:
    """Vary the size of errors on a 10-point scale; the mean absolute error is .6.

    x is the size of an error.
    """
    size, total = 10, TEXTS * 6 // 10
    gold = _gaussian(rng, TEXTS, size, 4.5, 2.0)
    for step in SIZES:
        yield Case(float(step), gold, move(rng, gold, size, total // step, step), size)


def scale(rng: np.random.Generator) -> Iterator[Case]:
    """Vary the number of classes of a 40-point scale, with normal errors of the system.

    x is the number of points of the scale.
    """
    gold = _gaussian(rng, TEXTS, 40, 19.5, 7.0)
    system = np.clip(np.round(gold + rng.normal(0, 5, TEXTS)), 0, 39).astype(np.int64)
    yield from binned(gold, system, 40)


def binned(gold: IntArray, system: IntArray, size: int) -> Iterator[Case]:
    """Yield the same scores in fewer and fewer classes, of widths as equal as possible."""
    for points in sorted({*POINTS, size}, reverse=True):
        if points <= size and points > 2:
            yield Case(float(points), gold * points // size, system * points // size, points)


def thresholds(gold: IntArray, system: IntArray, size: int) -> Iterator[Case]:
    """Yield pass and fail for every threshold; x is the threshold."""
    for cut in range(1, size):
        passed = (gold >= cut).astype(np.int64), (system >= cut).astype(np.int64)
        yield Case(float(cut), *passed, 2)
