"""Newton's method for a smooth function of a few parameters that are at least 0.

The Hessian is the difference quotient of an exact gradient, so that the last steps gain five digits
each, and the minimum is as exact as the gradient. The method draws no random numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from accord.data.scale import FloatArray

__all__ = ["Gradient", "minimise"]

Gradient: TypeAlias = Callable[[FloatArray], tuple[float, FloatArray]]
"""Function of the parameters that returns the value and the gradient."""

MOST_STEPS = 200
DIFFERENCE = 1e-6  # of the gradient: balances its rounding and the curvature of the Hessian
LONGEST = 2.0  # step, in any parameter
CLOSE = 1e-12  # steps that are shorter end the search
POLISH = 1e-5  # of shorter steps, changes of the value are rounding errors
DECREASE = 1e-4  # share of the expected decrease that a step has to reach (Armijo)
FLATTEST = 1e-10  # smallest eigenvalue of the Hessian in use, relative to the steepest slope
HALVINGS = 40


def minimise(function: Gradient, start: FloatArray, ceiling: float) -> tuple[FloatArray, float]:
    """Return the minimum over parameters between 0 and a ceiling, and the value there.

    Parameters that lie at 0 and would fall are exactly 0. The search ends at the ceiling, because
    the function then has no minimum.
    """
    u = np.clip(np.asarray(start, dtype=np.float64), 0.0, ceiling)
    value, gradient = function(u)
    for _ in range(MOST_STEPS):
        free = (u > 0) | (gradient < 0)
        if not free.any() or u.max() >= ceiling:
            break
        step = np.zeros_like(u)
        step[free] = _newton_step(function, u, gradient, free)
        step *= min(1.0, LONGEST / float(np.abs(step).max(initial=CLOSE)))
        if float(np.abs(np.clip(u + step, 0.0, ceiling) - u).max()) < CLOSE:
            break
        found = _search(function, u, value, gradient, step, ceiling)
        if found is None:  # the projected step does not descend
            found = _search(function, u, value, gradient, np.where(free, -gradient, 0.0), ceiling)
        if found is None:
            break
        u, value, gradient = found
    return u, value


def _newton_step(
    function: Gradient, u: FloatArray, gradient: FloatArray, free: np.ndarray
) -> FloatArray:
    """Return the step of the free parameters, downhill also where the function is not convex."""
    places = np.flatnonzero(free)
    hessian = np.empty((places.size, places.size))
    for column, place in enumerate(places):
        beside = u.copy()
        beside[place] += DIFFERENCE
        hessian[:, column] = (function(beside)[1] - gradient)[places] / DIFFERENCE
    values, vectors = np.linalg.eigh((hessian + hessian.T) / 2)
    sizes = np.abs(values)
    steepest = max(float(sizes.max()), float(np.abs(gradient[places]).max()))
    sizes = np.maximum(sizes, FLATTEST * steepest)
    return np.asarray(-vectors @ ((vectors.T @ gradient[places]) / sizes))


def _search(
    function: Gradient,
    u: FloatArray,
    value: float,
    gradient: FloatArray,
    step: FloatArray,
    ceiling: float,
) -> tuple[FloatArray, float, FloatArray] | None:
    """Return the next point, its value and gradient: the step is halved until the value falls."""
    size = 1.0
    for _ in range(HALVINGS):
        there = np.clip(u + size * step, 0.0, ceiling)
        moved = there - u
        reached, slope = function(there)
        short = bool(np.abs(moved).max() < POLISH and np.isfinite(reached))
        expected = min(float(gradient @ moved), 0.0)
        if reached <= value + DECREASE * expected or (short and size == 1):
            return there, reached, slope
        size /= 2
    return None
