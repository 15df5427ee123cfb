"""F intervals and tests of intraclass correlations."""

import math

import numpy as np
import pytest

import accord
from helpers.measurements import DATA, close, rows, values

NAMES = {
    "ICC(1)": "icc_1",
    "ICC(k)": "icc_1k",
    "ICC(C,1)": "icc_c1",
    "ICC(C,k)": "icc_ck",
    "ICC(A,1)": "icc_a1",
    "ICC(A,k)": "icc_ak",
}
KINDS = [case for name in NAMES for case in values("icc", name)]
FIVE = DATA["shrout_fleiss_1979"]["rows"]


@pytest.mark.parametrize("entry", KINDS)
def test_limits_and_tests(entry):
    e = getattr(accord, NAMES[entry["statistic"]])(rows(entry), ci="f")
    assert close(e.interval.low, entry["lower"], 1e-7)
    assert close(e.interval.high, entry["upper"], 1e-7)
    assert close(e.p_value, entry["p"], 1e-7)
    assert (e.p_method, e.alternative, e.interval.method) == ("f", "greater", "f")


@pytest.mark.parametrize("entry", values("icc", "test_r0"))
def test_against_other_values_than_0(entry):
    name, null = NAMES[entry["options"]["icc"]], entry["options"]["r0"]
    e = getattr(accord, name)(rows(entry), ci="f", null=null)
    assert close(e.p_value, entry["p"], 1e-7)
    less = getattr(accord, name)(rows(entry), ci="f", null=null, alternative="less")
    assert less.p_value == pytest.approx(1 - e.p_value, abs=1e-12)


@pytest.mark.parametrize("name", NAMES.values())
def test_the_interval_of_a_mean_is_that_of_single_ratings_stepped_up(name):
    single = {"icc_1k": "icc_1"}.get(name, name.replace("k", "1"))
    low, high = getattr(accord, single)(FIVE, ci="f").interval
    k = 4 if name.endswith("k") else 1
    stepped = [k * rho / (1 + (k - 1) * rho) for rho in (low, high)]
    assert tuple(getattr(accord, name)(FIVE, ci="f").interval) == pytest.approx(stepped, rel=1e-9)


@pytest.mark.parametrize("name", ["icc_1", "icc_c1", "icc_1k", "icc_ck"])
def test_limits_are_the_values_that_the_test_rejects_at_that_level(name):
    e = getattr(accord, name)(FIVE, ci="f", confidence=0.9)
    assert e.tails.at_most(e.lower) == pytest.approx(0.05, rel=1e-9)
    assert e.tails.at_least(e.upper) == pytest.approx(0.05, rel=1e-9)


def test_two_way_designs_with_gaps_have_no_f_interval():
    table = [[1.5, 2, None], [3, 3.5, 4], [2, 2, 1], [4.5, 3, 5]]
    result = accord.icc(table, ci="f")
    for name in ("icc_a1", "icc_c1", "icc_ak", "icc_ck"):
        e = result[name]
        assert math.isfinite(e.value)
        assert math.isnan(e.lower)
        assert math.isnan(e.p_value)
        assert "no F interval" in " ".join(e.notes)
    assert math.isfinite(result["icc_1"].lower)
    assert "approximate" in " ".join(result["icc_1"].notes)


def test_notes_say_whether_raters_are_a_sample():
    result = accord.icc(FIVE, ci="f")
    assert "random sample" in " ".join(result["icc_a1"].notes)
    assert "these raters" in " ".join(result["icc_c1"].notes)
    clusters = accord.load(
        {"a": [1.5, 2, 3, 5], "b": [1, 2, 4, 5.5], "c": [0, 0, 1, 1]}, cluster="c"
    )
    assert "ignores the clusters" in " ".join(accord.icc_c1(clusters, ci="f").notes)


def test_the_interval_covers_with_few_random_raters():
    """Of raters drawn at random, F intervals of ICC(A,1) contain the value of the population."""
    rng = np.random.default_rng(2)
    inside = 0
    for _ in range(300):
        x = rng.normal(size=(20, 1)) + 0.7 * rng.normal(size=(1, 3)) + rng.normal(size=(20, 3))
        inside += 1 / 2.49 in accord.icc_a1(x, ci="f").interval
    assert 0.92 < inside / 300 <= 0.98
