"""Simulated scores whose errors are known: one property of a metric is moved, the rest is held.

The settings are those of Yannakoudakis and Cummins (2015), sections 4.1 to 4.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from accord.data.scale import IntArray

__all__ = ["Case", "magnitude", "marginals", "move", "prevalence", "scale"]

TEXTS = 5000
DEVIATIONS = (0.5, 0.6, 0.7, 0.8, 1.0, 1.25, 1.5, 2.0, 3.0, 6.0, 20.0)
SIZES = (1, 2, 3, 4, 5, 6)
POINTS = (40, 30, 20, 15, 10, 8, 6, 5, 4, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """Gold scores and a system's, from 0 to ``size - 1``, at one value of what is moved."""

    x: float
    gold: IntArray
    system: IntArray
    size: int


def _gaussian(
    rng: np.random.Generator, n: int, size: int, mean: float, deviation: float
) -> IntArray:
    """Scores from 0 to size - 1 with probabilities in proportion to a normal density."""
    marks = np.arange(size)
    density = np.exp(-((marks - mean) ** 2) / (2 * deviation**2))
    return rng.choice(marks, n, p=density / density.sum())


def move(rng: np.random.Generator, gold: IntArray, size: int, number: int, step: int) -> IntArray:
    """Scores of which so many are moved by a step, up or down, wherever that is possible."""
    system = gold.copy()
    order = rng.permutation(gold.size)
    moved = gold[order] + step * rng.choice([-1, 1], gold.size)
    possible = np.flatnonzero((moved >= 0) & (moved < size))[:number]
    if possible.size < number:  # the other direction, then
        left = np.setdiff1d(np.arange(gold.size), possible, assume_unique=True)
        other = 2 * gold[order[left]] - moved[left]
        fits = (other >= 0) & (other < size)
        more = left[fits][: number - possible.size]
        moved[more] = other[fits][: more.size]
        possible = np.concatenate([possible, more])
    system[order[possible]] = moved[possible]
    return system


def prevalence(rng: np.random.Generator) -> Iterator[Case]:
    """A 5-point scale, more or less peaked; a quarter of the scores is moved by two points.

    x is the share of the middle score.
    """
    size = 5
    for deviation in DEVIATIONS:
        gold = _gaussian(rng, TEXTS, size, 2, deviation)
        yield Case(float((gold == 2).mean()), gold, move(rng, gold, size, TEXTS // 4, 2), size)


def marginals(rng: np.random.Generator) -> Iterator[Case]:
    """A 10-point scale; wrong scores come from another place, with a mean absolute error of 1.

    x is the place where the wrong scores come from; the gold scores lie around 4.5.
    """
    size = 10
    gold = _gaussian(rng, TEXTS, size, 4.5, 1.0)
    for centre in range(size):
        yield Case(float(centre), gold, _astray(rng, gold, size, centre), size)


def _astray(rng: np.random.Generator, gold: IntArray, size: int, centre: int) -> IntArray:
    """Scores drawn around a centre until the errors add up to one point per text, exactly."""
    order = rng.permutation(gold.size)
    drawn = _gaussian(rng, gold.size, size, centre, 1.0)
    far = np.abs(drawn - gold)[order]
    total = np.cumsum(far)
    taken = int(np.searchsorted(total, gold.size, side="right"))
    system = gold.copy()
    system[order[:taken]] = drawn[order[:taken]]
    rest = gold.size - int(total[taken - 1] if taken else 0)
    for i in order[taken:]:  # what is left is made up by one score
        for mark in (gold[i] + rest, gold[i] - rest):
            if rest and 0 <= mark < size:
                system[i] = mark
                return system
    return system


def magnitude(rng: np.random.Generator) -> Iterator[Case]:
    """A 10-point scale; fewer and larger errors, with the same mean absolute error (.6).

    x is the size of an error.
    """
    size, total = 10, TEXTS * 6 // 10
    gold = _gaussian(rng, TEXTS, size, 4.5, 2.0)
    for step in SIZES:
        yield Case(float(step), gold, move(rng, gold, size, total // step, step), size)


def scale(rng: np.random.Generator) -> Iterator[Case]:
    """A 40-point scale and a system with normal errors, put into fewer and fewer classes.

    x is the number of points of the scale.
    """
    gold = _gaussian(rng, TEXTS, 40, 19.5, 7.0)
    system = np.clip(np.round(gold + rng.normal(0, 5, TEXTS)), 0, 39).astype(np.int64)
    yield from binned(gold, system, 40)


def binned(gold: IntArray, system: IntArray, size: int) -> Iterator[Case]:
    """The same scores in fewer and fewer classes, of equal width as far as that goes."""
    for points in sorted({*POINTS, size}, reverse=True):
        if points <= size and points > 2:
            yield Case(float(points), gold * points // size, system * points // size, points)


def thresholds(gold: IntArray, system: IntArray, size: int) -> Iterator[Case]:
    """Pass and fail by every threshold; x is the threshold."""
    for cut in range(1, size):
        passed = (gold >= cut).astype(np.int64), (system >= cut).astype(np.int64)
        yield Case(float(cut), *passed, 2)
