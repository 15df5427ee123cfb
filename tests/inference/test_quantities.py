"""Degrees of freedom of intervals on a transformed scale."""

import numpy as np
import pytest
from scipy.stats import kurtosis, t

import accord
from accord.data.patterns import Patterns
from accord.data.scale import Scale
from accord.inference.quantities import effective_df


def test_degrees_of_freedom_follow_the_kurtosis():
    """Var(s²)/σ⁴ = 2/(n - 1) + κ/n, of which the degrees of freedom are 2 over it."""
    u = np.array([0.1, -0.4, 0.3, 2.5, -0.2, 0.6, -3.0, 0.4, 0.0, -0.3])
    n = u.size
    table = Patterns.build(Scale.declare(range(n)), ["a", "b"], np.tile(np.arange(n)[:, None], 2))
    excess = kurtosis(u, bias=False)
    assert excess > 1
    assert effective_df(u, table, n - 1, n) == pytest.approx(2 / (2 / (n - 1) + excess / n))
    assert effective_df(np.linspace(-1, 1, n), table, n - 1, n) == n - 1  # light tails
    assert effective_df(np.ones(n), table, n - 1, n) == n - 1
    assert effective_df(np.eye(n)[0] - 1 / n, table, n - 1, n) == 2  # one subject decides


def test_degrees_of_freedom_do_not_count_subjects_that_are_not_used():
    u = np.array([0.5, -0.9, 0.3, 2.6, -2.5, 0.0, 0.0, 0.0])
    table = Patterns.build(Scale.declare(range(8)), ["a", "b"], np.tile(np.arange(8)[:, None], 2))
    used = Patterns.build(Scale.declare(range(5)), ["a", "b"], np.tile(np.arange(5)[:, None], 2))
    assert effective_df(u, table, 4, 5) == effective_df(u[:5], used, 4, 5) < 4


def test_degrees_of_freedom_count_repeated_subjects_and_clusters():
    u = np.array([0.1, -0.4, 0.3, 2.5, -0.2])
    codes = np.tile(np.arange(5)[:, None], 2)
    scale = Scale.declare(range(5))
    twice = Patterns.build(scale, ["a", "b"], np.repeat(codes, 2, axis=0))
    apart = Patterns.build(Scale.declare(range(10)), ["a", "b"], np.tile(np.arange(10)[:, None], 2))
    expected = effective_df(np.repeat(u, 2), apart, 9, 10)
    assert effective_df(u, twice, 9, 10) == pytest.approx(expected)
    clusters = Patterns.build(scale, ["a", "b"], codes, cluster=np.array([0, 0, 1, 2, 3]))
    sums = np.array([u[0] + u[1], *u[2:]])
    alone = Patterns.build(Scale.declare(range(4)), ["a", "b"], np.tile(np.arange(4)[:, None], 2))
    assert effective_df(u, clusters, 3, 4) == pytest.approx(effective_df(sums, alone, 3, 4))


def test_the_interval_of_a_statistic_of_numbers_has_these_degrees_of_freedom():
    y = np.array([[1.0, 1.2], [2.0, 2.4], [3.1, 3.0], [4.0, 4.1], [5.5, 9.0], [2.2, 2.0]])
    e = accord.ccc(y)
    assert 2 <= e.df < 5
    z, half = np.arctanh(e.value), np.diff(np.arctanh(tuple(e.interval)))[0] / 2
    without = np.array([np.arctanh(accord.ccc(np.delete(y, i, 0)).value) for i in range(6)])
    se = np.sqrt(5 / 6 * np.sum((z - without) ** 2))
    assert half == pytest.approx(t.ppf(0.975, e.df) * se)
