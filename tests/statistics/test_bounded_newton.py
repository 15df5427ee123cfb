"""Newton's method with parameters that are at least 0."""

import numpy as np
import pytest

from accord.statistics.bounded_newton import minimise

CEILING = 30.0


def quadratic(centre):
    """A bowl about a point, with unequal curvatures."""
    form = np.array([[2.0, 0.9], [0.9, 1.0]])

    def function(u):
        away = u - centre
        return float(away @ form @ away) / 2, form @ away

    return function


@pytest.mark.parametrize("start", [(0.0, 0.0), (0.1, 3.0), (20.0, 20.0)])
def test_a_minimum_inside_is_found(start):
    u, value = minimise(quadratic(np.array([1.0, 2.0])), np.array(start), CEILING)
    assert u == pytest.approx([1, 2], abs=1e-12)
    assert value == pytest.approx(0, abs=1e-20)


@pytest.mark.parametrize("start", [(0.0, 0.0), (0.1, 3.0), (20.0, 20.0)])
def test_a_parameter_that_would_fall_below_0_is_0(start):
    u, _ = minimise(quadratic(np.array([1.0, -2.0])), np.array(start), CEILING)
    # with the second parameter at 0: 2 (u - 1) + .9 (0 + 2) = 0
    assert u[0] == pytest.approx(0.1, abs=1e-12)
    assert u[1] == 0


def test_functions_that_are_not_convex():
    def function(u):
        return float(np.sum(np.log1p((u - 3) ** 2))), 2 * (u - 3) / (1 + (u - 3) ** 2)

    u, _ = minimise(function, np.array([0.5, 10.0]), CEILING)
    assert u == pytest.approx([3, 3], abs=1e-12)


def test_a_function_without_minimum_ends_at_the_ceiling():
    u, _ = minimise(lambda u: (-float(u.sum()), -np.ones_like(u)), np.array([1.0]), CEILING)
    assert u[0] == CEILING
