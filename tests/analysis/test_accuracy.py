"""Diagnostic accuracy against a reference: rates, likelihood ratios and ROC areas."""

import json
import math

import numpy as np
import pytest
from scipy import stats

import accord
from accord.errors import OptionError

RNG = np.random.default_rng(11)
TRUTH = RNG.integers(0, 2, 150)
READERS = {
    name: np.where(RNG.random(150) < skill, TRUTH, 1 - TRUTH)
    for name, skill in (("ann", 0.85), ("bo", 0.75))
}
DATA = {"biopsy": TRUTH, **READERS}
MARKER = {"biopsy": TRUTH, "marker": np.round(RNG.normal(TRUTH * 1.1, 1), 1)}


def cells(test, truth=TRUTH):
    return [int(np.sum((test == t) & (truth == r))) for t, r in ((1, 1), (1, 0), (0, 1), (0, 0))]


@pytest.mark.parametrize("name", READERS)
def test_rates_are_those_of_the_table(name):
    tp, fp, fn, tn = cells(READERS[name])
    reader = accord.diagnostic_accuracy(DATA, "biopsy")[name]
    assert (reader.tp, reader.fp, reader.fn, reader.tn) == (tp, fp, fn, tn)
    expected = {
        "sensitivity": tp / (tp + fn),
        "specificity": tn / (tn + fp),
        "ppv": tp / (tp + fp),
        "npv": tn / (tn + fn),
        "lr_positive": tp / (tp + fn) / (fp / (fp + tn)),
        "lr_negative": fn / (tp + fn) / (tn / (fp + tn)),
        "auc": (tp / (tp + fn) + tn / (tn + fp)) / 2,
    }
    for key, value in expected.items():
        rate = reader[key]
        assert rate.value == pytest.approx(value, abs=1e-12)
        assert rate.interval.low < value < rate.interval.high
    share = tp / (tp + fn)
    se = math.sqrt(share * (1 - share) / (tp + fn) * 150 / 149)
    assert reader["sensitivity"].se == pytest.approx(se, rel=1e-9)
    log_se = math.sqrt(1 / tp - 1 / (tp + fn) + 1 / fp - 1 / (fp + tn))
    assert reader["lr_positive"].se / reader["lr_positive"].value == pytest.approx(log_se, rel=0.01)


def test_wilson_interval_of_a_rate_in_large_samples():
    tp, _, fn, _ = cells(READERS["ann"])
    many = {key: np.tile(values, 40) for key, values in DATA.items()}
    rate = accord.diagnostic_accuracy(many, "biopsy", "ann")["sensitivity"]
    low, high = stats.binomtest(40 * tp, 40 * (tp + fn)).proportion_ci(method="wilson")
    assert tuple(rate.interval) == pytest.approx((low, high), abs=2e-4)


def test_area_under_the_curve_is_that_of_all_pairs():
    result = accord.diagnostic_accuracy(MARKER, "biopsy")
    x, y = (MARKER["marker"][k == TRUTH] for k in (1, 0))
    wins = (x[:, None] > y).mean(axis=1) + (x[:, None] == y).mean(axis=1) / 2
    losses = (x[:, None] > y).mean(axis=0) + (x[:, None] == y).mean(axis=0) / 2
    assert result["auc"].value == pytest.approx(wins.mean(), abs=1e-12)
    delong = math.sqrt(wins.var(ddof=1) / len(x) + losses.var(ddof=1) / len(y))
    assert result["auc"].se == pytest.approx(delong, rel=0.02)
    assert math.isnan(result["sensitivity"].value)
    assert "no threshold" in result["sensitivity"].reason
    cut = accord.diagnostic_accuracy(MARKER, "biopsy", threshold=0.5)
    tp, fp, fn, tn = cells((MARKER["marker"] >= 0.5).astype(int))
    assert cut["sensitivity"].value == pytest.approx(tp / (tp + fn))
    assert cut["specificity"].value == pytest.approx(tn / (tn + fp))


def test_clusters_and_all_readings():
    both = accord.diagnostic_accuracy(DATA, "biopsy")
    pooled = both["all readings"]
    assert pooled.tp == both["ann"].tp + both["bo"].tp
    mean = np.mean([both[name]["auc"].value for name in READERS])
    assert pooled["auc"].value == pytest.approx(mean, abs=1e-12)
    # each subject four times in a cluster: no more information than once
    four = {key: np.repeat(values, 4) for key, values in DATA.items()}
    four["site"] = np.repeat([f"s{k}" for k in range(150)], 4)
    clustered = accord.diagnostic_accuracy(four, "biopsy", "ann", cluster="site")
    for key in ("sensitivity", "npv", "lr_negative", "auc"):
        assert clustered[key].se == pytest.approx(both["ann"][key].se, rel=1e-9)
    # two equal readers of each subject are as informative as one
    twin = {"biopsy": TRUTH, "a": READERS["ann"], "b": READERS["ann"]}
    same = accord.diagnostic_accuracy(twin, "biopsy")
    ratio = same["all readings"]["sensitivity"].se / same["a"]["sensitivity"].se
    assert ratio == pytest.approx(1, rel=1e-9)


def test_predictive_values_at_a_stated_prevalence():
    reader = accord.diagnostic_accuracy(DATA, "biopsy", "ann", prevalence=0.02)
    se, sp = reader["sensitivity"].value, reader["specificity"].value
    expected = 0.02 * se / (0.02 * se + 0.98 * (1 - sp))
    assert reader["ppv"].value == pytest.approx(expected, abs=1e-12)
    assert reader.prevalence == 0.02


def test_a_perfect_test_has_intervals_and_no_positive_likelihood_ratio():
    perfect = accord.diagnostic_accuracy({"biopsy": TRUTH, "t": TRUTH}, "biopsy")
    for key in ("sensitivity", "specificity", "auc"):
        assert perfect[key].value == 1
        assert 0.9 < perfect[key].interval.low < 1
        assert perfect[key].interval.high == pytest.approx(1, abs=1e-12)
    assert math.isnan(perfect["lr_positive"].value)
    assert perfect["lr_positive"].reason == "no false positives"


def test_which_category_is_positive():
    words = {"biopsy": ["yes", "no", "yes", "no"], "a": ["yes", "no", "no", "no"]}
    assert accord.diagnostic_accuracy(words, "biopsy").positive == "yes"
    other = accord.diagnostic_accuracy(words, "biopsy", positive="no")
    assert other["specificity"].value == 0.5
    with pytest.raises(OptionError, match="positive is 'maybe'"):
        accord.diagnostic_accuracy(words, "biopsy", positive="maybe")
    with pytest.raises(OptionError, match="needs two categories"):
        accord.diagnostic_accuracy({"biopsy": [1, 2, 3], "a": [1, 2, 3]}, "biopsy")


def test_the_result_survives_json():
    result = accord.diagnostic_accuracy(DATA, "biopsy")
    again = type(result).from_dict(json.loads(json.dumps(result.to_dict(), allow_nan=False)))
    assert again.to_dict() == result.to_dict()
    assert "sensitivity" in str(result)
