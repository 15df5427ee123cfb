"""The likelihood of reliabilities, against a search over all components."""

import numpy as np
import pytest

from accord.statistics.restricted_fit import RestrictedModel
from accord.statistics.restricted_likelihood import RatingCells
from accord.statistics.restricted_profile import INTER, INTRA, Reliability, ReliabilityProfile
from helpers.measurements import ratings_of

CONSISTENCY = Reliability("random", (0,), (2,))
ONE_WAY = Reliability("none", (0,))
CASES = [
    ("iccdata1", INTER, True),
    ("iccdata1", INTRA, True),
    ("iccdata1", CONSISTENCY, True),
    ("gonio", INTRA, True),
    ("gaps", INTER, False),
    ("gaps", INTRA, False),
    ("gaps", CONSISTENCY, False),
    ("iccdata3", INTER, False),
    ("gaps", ONE_WAY, False),
]


def profile_of(name, reliability, interaction):
    model = RestrictedModel(
        RatingCells.of(*ratings_of(name)), reliability.raters, interaction=interaction
    )
    return model, ReliabilityProfile(model, model.fit(), reliability)


def share(ratios, reliability):
    signal = ratios[list(reliability.signal)].sum()
    return signal / (signal + ratios[list(reliability.noise)].sum() + 1)


@pytest.mark.parametrize(("name", "reliability", "interaction"), CASES)
def test_no_components_with_this_reliability_are_more_likely(name, reliability, interaction):
    model, profile = profile_of(name, reliability, interaction)
    rng = np.random.default_rng(1)
    assert profile.deviance(profile.value) == pytest.approx(0, abs=1e-9)
    for value in (1e-6, 0.15, 0.5, 0.7, 0.999):
        deviance = profile.deviance(value)
        lowest, best = np.inf, profile.fitted
        odds = value / (1 - value)
        signal, noise = list(reliability.signal), list(reliability.noise)
        free = np.isin(np.arange(3), model.places)
        for spread in (3.0, 1.0, 0.3, 0.1, 0.03, 0.01):  # a random search that closes in
            centre = best
            for _ in range(150):
                ratios = (centre + 1e-3) * rng.lognormal(0, spread, 3) * free
                ratios[signal] *= odds * (1 + ratios[noise].sum()) / ratios[signal].sum()
                assert share(ratios, reliability) == pytest.approx(value)
                found = model.at(ratios).value - profile.lowest
                assert found >= deviance - 1e-8
                if found < lowest:
                    lowest, best = found, ratios
        assert deviance == pytest.approx(lowest, abs=2e-2)


@pytest.mark.parametrize(("name", "reliability", "interaction"), CASES)
def test_a_reliability_of_0_is_the_limit_of_small_ones(name, reliability, interaction):
    profile = profile_of(name, reliability, interaction)[1]
    assert profile.deviance(0.0) == pytest.approx(profile.deviance(1e-9), abs=1e-5)


def test_means_follow_from_single_ratings():
    model, single = profile_of("gaps", INTER, False)
    mean = ReliabilityProfile(model, model.fit(), INTER, 4.0)
    for value in (single.value, 0.3, 0.8):
        of_mean = 4 * value / (1 + 3 * value)
        assert mean.deviance(of_mean) == pytest.approx(single.deviance(value), abs=1e-9)
    assert mean.value == pytest.approx(4 * single.value / (1 + 3 * single.value))


def test_a_table_is_read_as_single_ratings_are():
    subject, rater, y = ratings_of("gaps")
    table = np.full((subject.max() + 1, rater.max() + 1), np.nan)
    table[subject, rater] = y
    fits = [
        RestrictedModel(c).fit()
        for c in (RatingCells.of_table(table), RatingCells.of(subject, rater, y))
    ]
    assert fits[0].minus2_loglik == pytest.approx(fits[1].minus2_loglik, abs=1e-9)
    assert fits[0].components.subjects == pytest.approx(fits[1].components.subjects, rel=1e-9)
