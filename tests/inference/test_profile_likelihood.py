"""Intervals and tests by a profile likelihood."""

import math

import pytest

from accord.inference.profile_likelihood import ProfileTails
from accord.inference.tails import p_value


def normal(centre, spread):
    """Deviance of a normal likelihood of the logit."""

    def deviance(value):
        if value == 0:
            return math.inf
        return ((math.log(value / (1 - value)) - centre) / spread) ** 2

    return ProfileTails(1 / (1 + math.exp(-centre)), deviance)


def expit(x):
    return 1 / (1 + math.exp(-x))


def test_limits_and_p_values_of_a_normal_likelihood():
    tails = normal(1.0, 0.5)
    low, high = tails.interval(0.95)
    assert low == pytest.approx(expit(1 - 0.5 * 1.959963984540054), rel=1e-8)
    assert high == pytest.approx(expit(1 + 0.5 * 1.959963984540054), rel=1e-8)
    assert p_value(tails, low) == pytest.approx(0.05, rel=1e-6)
    assert p_value(tails, high) == pytest.approx(0.05, rel=1e-6)
    assert tails.at_most(low) == pytest.approx(0.025, rel=1e-6)
    assert tails.at_least(low) == pytest.approx(0.975, rel=1e-6)
    assert p_value(tails, tails.estimate) == pytest.approx(1)


def test_values_beyond_the_range_are_refuted():
    tails = normal(1.0, 0.5)
    assert (tails.at_most(-0.1), tails.at_least(-0.1)) == (0, 1)
    assert (tails.at_most(1.0), tails.at_least(1.0)) == (1, 0)


def test_limits_at_the_ends_of_the_range():
    flat = ProfileTails(0.5, lambda value: abs(value - 0.5))
    assert tuple(flat.interval(0.95)) == (0, 1)
    at_zero = ProfileTails(0.0, lambda value: 40 * value)
    low, high = at_zero.interval(0.95)
    assert low == 0
    assert 40 * high == pytest.approx(1.959963984540054**2, rel=1e-6)
    assert p_value(at_zero) == 1


def test_an_undefined_estimate_has_no_interval():
    assert all(math.isnan(end) for end in ProfileTails(math.nan, lambda _: 0.0).interval(0.95))
