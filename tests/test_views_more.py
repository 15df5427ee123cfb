"""Confusion, distributions, limits of agreement, missing ratings, prevalence."""

import json

import numpy as np
import pytest

import accord
from accord.errors import OptionError, UnsupportedError

MARKS = {"ann": [1, 2, 3, 3, 2, None], "bo": [1, 2, 2, 3, 3, 1], "cy": [1, 1, 3, 3, None, 1]}


def many(raters=200, subjects=60, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(1, 6, subjects)
    marks = np.clip(truth[:, None] + rng.integers(-1, 2, (subjects, raters)), 1, 5).astype(float)
    marks[rng.random(marks.shape) < 0.1] = np.nan
    return marks


def test_confusion_of_two_raters_and_of_a_named_pair():
    found = accord.confusion(MARKS, "ann", "cy")
    assert (found.rows, found.columns, found.pooled) == ("ann", "cy", False)
    assert found.counts.tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 2]]
    assert found.agreement == pytest.approx(3 / 4)
    table = [[40, 9], [6, 45]]
    assert accord.confusion(table, layout="contingency").counts.tolist() == table
    with pytest.raises(OptionError, match="name two"):
        accord.confusion(MARKS, "ann")
    json.dumps(found.to_dict(), allow_nan=False)


def test_confusion_of_many_counts_every_ordered_pair():
    found = accord.confusion(MARKS)
    expected = np.zeros((3, 3))
    for row in zip(*MARKS.values(), strict=True):
        for i, x in enumerate(row):
            for j, y in enumerate(row):
                if i != j and x is not None and y is not None:
                    expected[x - 1, y - 1] += 1
    assert found.counts.tolist() == expected.tolist()
    assert found.pooled
    assert "both orders" in found.title
    counts = accord.confusion({"k": [3, 1], "l": [0, 2]}, layout="counts")
    assert counts.counts.tolist() == [[6, 2], [2, 2]]


def test_confusion_of_large_data_is_symmetric():
    marks = many()
    found = accord.confusion(marks, layout="wide")
    each = np.isfinite(marks).sum(axis=1)
    assert found.counts.sum() == (each * (each - 1)).sum()
    assert np.array_equal(found.counts, found.counts.T)
    with pytest.raises(UnsupportedError, match="up to 1000"):
        accord.confusion(np.arange(2400.0).reshape(-1, 2))


def test_distributions():
    found = accord.distributions(MARKS)
    assert found.counts.tolist() == [[1, 2, 2], [2, 2, 2], [3, 0, 2]]
    assert found.missing.tolist() == [1, 0, 1]
    assert found.missing_shares == pytest.approx([1 / 6, 0, 1 / 6])
    assert found.shares[0] == pytest.approx([0.2, 0.4, 0.4])
    counts = accord.distributions({"k": [3, 1], "l": [0, 2]}, layout="counts")
    assert (counts.raters, counts.counts.tolist()) == (("all raters",), [[4, 2]])
    json.dumps(found.to_dict(), allow_nan=False)
    idle = accord.distributions({"a": [1, 2], "b": [1, 2], "c": [None, None]})
    json.dumps(idle.to_dict(), allow_nan=False)


def test_limits_of_agreement_by_hand():
    a, b = [10, 12, 15, 11, 18, 14, 20, 9], [11, 12, 13, 12, 17, 16, 18, 9]
    found = accord.limits_of_agreement({"a": a, "b": b})
    # differences -1 0 2 -1 1 -2 2 0: sum 1, squares 15, so s² = (15 - 1/8)/7
    mean, sd = 1 / 8, np.sqrt((15 - 1 / 8) / 7)
    t = 2.364624251592785  # t of 7 degrees of freedom at .975, from a table
    assert found.n == 8
    assert found.mean == pytest.approx(mean)
    assert found.sd == pytest.approx(sd)
    assert found.upper == pytest.approx(mean + 1.96 * sd)
    assert found.lower == pytest.approx(mean - 1.96 * sd)
    assert tuple(found.mean_interval) == pytest.approx(
        (mean - t * sd / np.sqrt(8), mean + t * sd / np.sqrt(8))
    )
    half = t * sd * np.sqrt(1 / 8 + 1.96**2 / 14)
    assert tuple(found.upper_interval) == pytest.approx((found.upper - half, found.upper + half))
    assert tuple(found.lower_interval) == pytest.approx((found.lower - half, found.lower + half))
    assert found.points[:, 2].sum() == 8
    json.dumps(found.to_dict(), allow_nan=False)


def test_limits_of_agreement_leave_out_what_one_did_not_rate():
    found = accord.limits_of_agreement(MARKS, "ann", "cy")
    assert (found.n, found.mean) == (4, pytest.approx(0.25))
    swapped = accord.limits_of_agreement(MARKS, "cy", "ann")
    assert swapped.mean == pytest.approx(-0.25)
    assert swapped.upper == pytest.approx(-found.lower)
    single = accord.limits_of_agreement({"a": [1, None], "b": [2, 3]})
    assert np.isnan(single.sd)
    json.dumps(single.to_dict(), allow_nan=False)
    with pytest.raises(UnsupportedError, match="numbers"):
        accord.limits_of_agreement([["x", "y"], ["y", "y"]])
    with pytest.raises(OptionError, match="name two of the 3"):
        accord.limits_of_agreement(MARKS)


def test_missingness():
    found = accord.missingness({**MARKS, "dee": [None, None, None, 1, None, None]})
    assert found.present.tolist()[0] == [True, True, True, False]
    assert found.counts.tolist() == [3, 1, 1, 1]
    assert found.missing == pytest.approx([1 / 6, 0, 1 / 6, 5 / 6])
    assert found.by_number == {2: 2, 3: 3, 4: 1}
    assert found.share == pytest.approx(7 / 24)
    json.dumps(found.to_dict(), allow_nan=False)
    large = many()
    found = accord.missingness(large, layout="wide")
    assert found.missing == pytest.approx(np.isnan(large).mean(axis=0))
    assert sum(found.by_number.values()) == found.subjects == 60
    with pytest.raises(UnsupportedError, match="which rater"):
        accord.missingness({"k": [3, 1], "l": [0, 2]}, layout="counts")


@pytest.mark.parametrize("weights", ["identity", "quadratic"])
@pytest.mark.parametrize("data", [MARKS, many(5), [[1, 1], [1, 1], [1, 3], [2, 2]]])
def test_prevalence_curve_passes_through_the_estimates(data, weights):
    found = accord.prevalence_curve(data, weights)
    names = [curve.name for curve in found.curves]
    estimates = accord.agreement(data, names, weights, ci="t")
    for curve in found.curves:
        assert curve.observed == pytest.approx(estimates[curve.name].value, abs=1e-12)
        near = np.interp(found.share, found.shares, curve.values)
        assert near == pytest.approx(curve.observed, abs=5e-3)
    assert found.agreement == pytest.approx(estimates["gwet_ac"].observed)
    assert found.shares[0] <= found.share <= found.shares[-1]
    json.dumps(found.to_dict(), allow_nan=False)


def test_prevalence_curve_by_the_formula_of_two_categories():
    found = accord.prevalence_curve([[80, 5], [7, 8]], layout="contingency")
    pa = 0.88
    assert found.shares[0] == pytest.approx((1 - pa) / 2)
    assert found.shares[-1] == pytest.approx(1 - (1 - pa) / 2)
    x = found.shares
    expected = (pa - (x**2 + (1 - x) ** 2)) / (1 - (x**2 + (1 - x) ** 2))
    values = {curve.name: curve.values for curve in found.curves}
    assert values["fleiss_kappa"] == pytest.approx(expected)
    assert np.allclose(values["brennan_prediger"], 2 * pa - 1)
    with pytest.raises(UnsupportedError, match="one category"):
        accord.prevalence_curve([["x", "x"], ["x", "x"]])
    constant = accord.prevalence_curve([["x", "x"], ["x", "x"]], categories=["x", "y", "z"])
    assert np.isnan(constant.curves[0].observed)
    assert constant.share == 1


def test_what_a_disagreement_tallies():
    rows = accord.disagreements({"x": ["p", "p"], "y": ["q", "p"], "z": ["q", "p"]})
    assert dict(rows[0].tally) == {"p": 1, "q": 2}
    counted = accord.disagreements({"k": [3, 1], "l": [0, 2]}, layout="counts")
    assert dict(counted[0].tally) == {"k": 1, "l": 2}
