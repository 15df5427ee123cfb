"""Standard errors, intervals, tests and covariances, checked by other means."""

import numpy as np
import pytest

import accord
from accord.errors import OptionError, UnsupportedError


def simulated(n=120, r=3, q=3, missing=0.15, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, q, n)
    table = np.where(rng.random((n, r)) < 0.7, truth[:, None], rng.integers(0, q, (n, r)))
    table = table.astype(float)
    table[rng.random((n, r)) < missing] = np.nan
    return table


def t_quantile(df, p):
    from scipy.special import stdtrit

    return stdtrit(df, p)


def test_t_and_normal_intervals_and_p_values():
    data = simulated()
    e = accord.fleiss_kappa(data, ci="t")
    assert e.df == accord.percent_agreement(data).n - 1  # subjects with two ratings or more
    assert e.interval.low == pytest.approx(e.value - t_quantile(e.df, 0.975) * e.se)
    assert accord.fleiss_kappa(data, ci="normal").interval.high == pytest.approx(
        e.value + 1.959963984540054 * e.se
    )
    two = accord.fleiss_kappa(data, null=0.5, ci="t")
    greater = accord.fleiss_kappa(data, null=0.5, alternative="greater", ci="t")
    less = accord.fleiss_kappa(data, null=0.5, alternative="less", ci="t")
    assert greater.p_value + less.p_value == pytest.approx(1)
    assert two.p_value == pytest.approx(2 * min(greater.p_value, less.p_value))
    wide, narrow = (accord.fleiss_kappa(data, confidence=c).interval for c in (0.99, 0.8))
    assert wide.low < narrow.low < e.value < narrow.high < wide.high
    assert e.value in e.interval


def test_intervals_stop_at_one():
    data = np.array([[1, 1]] * 8 + [[2, 2]] * 8 + [[1, 2]])
    assert accord.cohen_kappa(data, ci="t").interval.high == 1.0


def test_bootstrap_intervals_are_quantiles_of_resampled_subjects():
    """Against a plain bootstrap that resamples rows one by one."""
    data = simulated(n=60, missing=0.1)
    rng = np.random.default_rng(3)
    values = [accord.gwet_ac(data[rng.integers(0, 60, 60)], ci="t").value for _ in range(1500)]
    e = accord.gwet_ac(data, se="bootstrap", ci="percentile", replicates=20_000, seed=1)
    assert e.se == pytest.approx(np.std(values), rel=0.07)
    assert e.interval.low == pytest.approx(np.quantile(values, 0.025), abs=0.02)
    assert e.interval.high == pytest.approx(np.quantile(values, 0.975), abs=0.02)
    basic = accord.gwet_ac(data, ci="basic", replicates=20_000, seed=1).interval
    assert basic.low == pytest.approx(2 * e.value - e.interval.high)
    assert basic.high == pytest.approx(2 * e.value - e.interval.low)


def test_bca_agrees_with_scipy():
    from scipy.stats import bootstrap

    pairs = simulated(n=80, r=2, missing=0)
    agreed = (pairs[:, 0] == pairs[:, 1]).astype(float)
    peer = bootstrap((agreed,), np.mean, n_resamples=20_000, method="BCa", rng=1)
    ours = accord.percent_agreement(pairs, ci="bca", replicates=20_000, seed=1).interval
    assert ours.low == pytest.approx(peer.confidence_interval.low, abs=0.013)
    assert ours.high == pytest.approx(peer.confidence_interval.high, abs=0.013)


def test_clusters_by_the_jackknife_over_clusters():
    rng = np.random.default_rng(6)
    cluster = np.repeat(np.arange(30), 6)
    truth = np.repeat(rng.integers(0, 3, 30), 6)
    table = np.where(rng.random((180, 2)) < 0.7, truth[:, None], rng.integers(0, 3, (180, 2)))
    data = {"x": table[:, 0], "y": table[:, 1], "school": cluster}
    clustered = accord.cohen_kappa(data, cluster="school")
    plain = accord.cohen_kappa(data, raters=["x", "y"])
    assert clustered.value == plain.value
    assert clustered.df == 29
    jackknife = accord.cohen_kappa(data, cluster="school", se="jackknife")
    drawn = accord.cohen_kappa(data, cluster="school", se="bootstrap", seed=1)
    assert clustered.se == pytest.approx(jackknife.se, rel=0.1)
    assert clustered.se == pytest.approx(drawn.se, rel=0.1)
    by_hand = [accord.cohen_kappa(table[cluster != c]).value for c in range(30)]
    spread = np.sqrt(29 / 30 * np.sum((by_hand - np.mean(by_hand)) ** 2))
    assert jackknife.se == pytest.approx(spread, rel=1e-9)


def test_clusters_of_one_are_no_clusters():
    data = simulated(r=2, missing=0)
    single = {"x": data[:, 0], "y": data[:, 1], "c": np.arange(len(data))}
    a = accord.gwet_ac(single, cluster="c")
    b = accord.gwet_ac(data)
    assert a.se == pytest.approx(b.se, rel=1e-10)
    assert a.df == b.df


def test_joint_covariance_gives_the_error_of_a_difference():
    data = np.minimum(simulated(missing=0, q=6), 1)
    found = accord.agreement(data, ["gwet_ac", "fleiss_kappa"])
    cov = found.covariance
    assert np.sqrt(np.diag(cov)) == pytest.approx([e.se for e in found])
    drawn = accord.agreement(data, ["gwet_ac", "fleiss_kappa"], se="bootstrap", seed=2)
    contrast = np.array([1, -1])
    assert contrast @ cov @ contrast == pytest.approx(
        contrast @ drawn.covariance @ contrast, rel=0.15
    )
    same = accord.agreement(data[:, :2], ["cohen_kappa", "conger_kappa"]).covariance
    assert same[0, 1] == pytest.approx(same[0, 0])


def test_finite_populations():
    data = simulated()
    free = accord.gwet_ac(data)
    assert accord.gwet_ac(data, population=len(data)).se == 0
    half = accord.gwet_ac(data, population=2 * free.n)
    assert half.se == pytest.approx(free.se * np.sqrt(0.5))
    with pytest.raises(OptionError, match="fewer than"):
        accord.gwet_ac(data, population=3)


def test_raters_as_a_sample_add_variance():
    data = simulated(r=5)
    fixed = accord.gwet_ac(data)
    sampled = accord.gwet_ac(data, sample_raters=True)
    others = [accord.gwet_ac(np.delete(data, g, axis=1)).value for g in range(5)]
    extra = 4 / 5 * np.sum((others - np.mean(others)) ** 2)
    assert sampled.se == pytest.approx(np.sqrt(fixed.se**2 + extra), rel=1e-6)
    assert sampled.df < fixed.df
    few = accord.gwet_ac(data, rater_population=10)
    assert few.se == pytest.approx(np.sqrt(fixed.se**2 + extra / 2), rel=1e-6)
    with pytest.raises(UnsupportedError, match="three or more"):
        accord.gwet_ac(data[:, :2], sample_raters=True)


def test_permutation_p_value_for_two_raters_by_enumeration():
    from itertools import permutations

    x, y = [1, 1, 2, 2, 3, 3], [1, 1, 2, 3, 3, 2]
    values = np.array([np.mean(np.array(x) == np.array(p)) for p in permutations(y)])
    exact = np.mean(values >= np.mean(np.array(x) == np.array(y)) - 1e-12)
    found = accord.percent_agreement(
        {"x": x, "y": y},
        p_method="permutation",
        replicates=20_000,
        alternative="greater",
        seed=1,
    )
    assert found.p_value == pytest.approx(exact, abs=0.01)
    assert found.seed == 1


@pytest.mark.parametrize("layout", ["wide", "counts"])
def test_permutation_p_value_is_even_under_chance(layout):
    rng = np.random.default_rng(8)
    ps = []
    for seed in range(60):
        table = rng.integers(0, 3, (20, 3))
        if layout == "counts":
            table = np.stack([(table == k).sum(axis=1) for k in range(3)], axis=1)
        found = accord.fleiss_kappa(
            table, layout=layout, p_method="permutation", replicates=99, seed=seed
        )
        ps.append(found.p_value)
    assert 0.35 < np.mean(ps) < 0.68
    assert min(ps) >= 0.01


def test_no_standard_error_from_one_subject():
    e = accord.percent_agreement([[1, 1]])
    assert e.value == 1
    assert np.isnan(e.se)
    assert np.isnan(e.interval.low)


def test_an_estimate_without_an_interval_says_so():
    e = accord.gwet_ac([["x", "y"]])
    assert str(e) == "Gwet's AC1 = -1.0000, no interval, n = 1"
    assert "[nan" not in str(accord.agreement([["x", "y"]]))


def test_fractional_counts_have_influence_errors_only():
    table = np.array([[4.5, 1.0], [2.0, 10.5]])
    e = accord.cohen_kappa(table, layout="contingency")
    assert e.se > 0
    for method in ("jackknife", "bootstrap"):
        with pytest.raises(UnsupportedError, match="whole"):
            accord.cohen_kappa(table, layout="contingency", se=method)


def test_a_bootstrap_is_over_patterns_however_many_subjects():
    small = accord.load(np.random.default_rng(0).integers(0, 3, (500, 3)))
    large = accord.load(np.random.default_rng(0).integers(0, 3, (200_000, 3)))
    assert len(large) == 27
    assert len(small) <= 27
    e = accord.fleiss_kappa(large, se="bootstrap", seed=0, replicates=2000)
    assert e.se == pytest.approx(accord.fleiss_kappa(large).se, rel=0.05)


def test_probabilistic_banding_of_every_scale():
    from accord.analysis.interpretation import SCALES, benchmark

    for name in SCALES:
        found = benchmark(0.7, 0.1, name)
        assert list(found.probabilities) == sorted(found.probabilities)
        assert found.probabilities[-1] == pytest.approx(1)
        sure = benchmark(0.7, 0.0, name)
        assert sure.band == sure.secured == found.band
    assert benchmark(float("nan"), 0.1) is None
    assert benchmark(-0.2, 0.01).band == "poor"
    assert benchmark(0.667, 0.0, "krippendorff").band == "tentative conclusions only"
