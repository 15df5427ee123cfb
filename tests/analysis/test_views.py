"""Views: one data set from other sides."""

import json

import numpy as np
import pytest

import accord
from accord.errors import OptionError, UnsupportedError
from helpers.paths import ORACLES

REFERENCE = json.loads((ORACLES / "reference.json").read_text())


@pytest.mark.parametrize("name", ["a", "c", "g", "g2"])
def test_kappa_per_category_of_irr(name):
    rows = accord.by_category(ORACLES / f"{name}.csv")
    expected = REFERENCE[name]["irr"]["by_category"]
    for row in rows:
        assert row.kappa.value == pytest.approx(expected[str(row.category)], abs=1e-10)
        assert row.kappa.interval.low < row.kappa.value


def test_specific_agreement_of_two_raters():
    rows = accord.by_category([[40, 9, 1], [6, 4, 0], [2, 0, 8]], layout="contingency")
    assert rows[0].specific.value == pytest.approx(2 * 40 / (50 + 48))
    assert rows[1].specific.value == pytest.approx(2 * 4 / (10 + 13))
    assert rows[2].specific.value == pytest.approx(2 * 8 / (10 + 9))
    assert sum(row.share for row in rows) == pytest.approx(1)
    assert all(row.specific.se > 0 for row in rows)
    unused = accord.by_category([[1, 1], [2, 1]], categories=[1, 2, 3])[2]
    assert np.isnan(unused.specific.value)
    assert unused.specific.reason == "no rater used this category"


def test_pairwise_matrix():
    matrix = accord.pairwise(ORACLES / "c.csv", weights="linear")
    patterns = accord.load(ORACLES / "c.csv")
    for g, a in enumerate(patterns.raters):
        for h, b in enumerate(patterns.raters):
            if g == h:
                assert np.isnan(matrix.values[g, h])
                continue
            alone = accord.cohen_kappa(patterns, weights="linear", raters=[a, b])
            assert matrix[a, b].value == pytest.approx(alone.value, abs=1e-12)
            assert matrix[a, b].se == pytest.approx(alone.se, rel=1e-9)
            assert matrix.values[g, h] == matrix[a, b].value
    light = accord.light_kappa(patterns, weights="linear").value
    assert np.nanmean(matrix.values) == pytest.approx(light)
    json.dumps(matrix.to_dict(), allow_nan=False)


def test_leave_one_out_finds_the_odd_one():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 100)
    good = [np.where(rng.random(100) < 0.9, truth, rng.integers(0, 3, 100)) for _ in range(3)]
    data = {"p": good[0], "odd": rng.integers(0, 3, 100), "q": good[1], "r": good[2]}
    found = accord.leave_one_out(data, "fleiss_kappa")
    assert found[0].rater == "odd"
    assert found[0].change > 0.2
    rest = {name: data[name] for name in "pqr"}
    assert found[0].estimate.value == pytest.approx(accord.fleiss_kappa(rest).value)
    with pytest.raises(UnsupportedError, match="three or more"):
        accord.leave_one_out([[1, 1], [2, 2]], layout="wide")


def test_disagreements_are_ranked_and_named():
    frame = {"id": list("pqrs"), "x": [1, 1, 5, 2], "y": [1, 2, 1, 2], "z": [1, 3, 5, None]}
    found = accord.disagreements(frame, weights="quadratic")
    assert [item.subject for item in found] == ["r", "q"]
    assert found[0].disagreement == pytest.approx(2 / 3)
    assert found[0].ratings == {"x": 5, "y": 1, "z": 5}
    assert accord.disagreements(frame, top=1, weights="quadratic")[0].subject == "r"
    array = np.array([[1, 1], [1, 2], [2, 2]])
    assert [item.subject for item in accord.disagreements(array)] == [2]
    long = {
        "item": ["a", "a", "b", "b"],
        "rater": ["u", "v", "u", "v"],
        "score": ["x", "y", "x", "x"],
    }
    assert accord.disagreements(long)[0].ratings == {"u": "x", "v": "y"}
    counts = accord.disagreements({"k": [3, 1], "l": [0, 2]}, layout="counts")
    assert counts[0].ratings == {"k": 1, "l": 2}
    table = accord.disagreements([[5, 2], [0, 3]], layout="contingency")
    assert table[0].subject == "2 subjects"


def test_within():
    data = [[1, 1], [1, 2], [2, 5], [3, 1]]
    assert accord.within(data).value == pytest.approx(0.5)
    assert accord.within(data, points=2).value == pytest.approx(0.75)
    tenths = [[0.1, 0.2], [0.3, 0.7]]
    assert accord.within(tenths, points=0.1).value == pytest.approx(0.5)
    with pytest.raises(UnsupportedError, match="order"):
        accord.within([["a", "b"], ["b", "b"]])


def test_indices_of_a_two_by_two_table():
    a, b, c, d = 40, 9, 6, 45
    found = accord.diagnose([[a, b], [c, d]], layout="contingency")
    n = a + b + c + d
    assert found.prevalence_index.value == pytest.approx(abs(a - d) / n)
    assert found.bias_index.value == pytest.approx(abs(b - c) / n)
    assert found.pabak.value == pytest.approx(2 * (a + d) / n - 1)
    p, q = (a + b) / n, (a + c) / n
    chance = p * q + (1 - p) * (1 - q)
    most = min(p, q) + min(1 - p, 1 - q)
    assert found.kappa_maximum.value == pytest.approx((most - chance) / (1 - chance))
    assert found.sentence is None
    for e in (found.prevalence_index, found.bias_index, found.pabak, found.kappa_maximum):
        assert e.se > 0
        assert e.interval.low < e.value


def test_errors_of_the_indices_by_bootstrap():
    table = [[60, 12], [5, 23]]
    plain = accord.diagnose(table, layout="contingency")
    drawn = accord.diagnose(table, layout="contingency", se="bootstrap", seed=1)
    for name in ("prevalence_index", "bias_index", "kappa_maximum"):
        assert getattr(plain, name).se == pytest.approx(getattr(drawn, name).se, rel=0.12)


def test_the_paradox_is_explained():
    sentence = accord.diagnose([[90, 5], [5, 0]], layout="contingency").sentence
    assert "agree on 90.0%" in sentence
    assert "is only -.05" in sentence
    assert "Report AC1 (.89)" in sentence
    constant = accord.diagnose([["a", "a"], ["a", "a"]], categories=["a", "b"])
    assert "kappa is undefined" in constant.sentence
    assert "kappa is undefined" in accord.diagnose([["a", "a"], ["a", "a"]]).sentence
    many = accord.diagnose([["y"] * 4] * 40 + [["y", "y", "y", "n"]] * 3)
    assert "Fleiss' kappa is only" in many.sentence


def test_results_show_themselves():
    found = accord.agreement(ORACLES / "c.csv")
    frame = found.to_frame()
    assert frame["name"].to_list() == [e.name for e in found]
    assert found.to_frame("pandas")["value"].tolist() == [e.value for e in found]
    assert "<table>" in found._repr_html_()
    assert "Gwet's AC1 = 0.3500" in str(found)
    assert float(found["gwet_ac"]) == found["gwet_ac"].value
    assert "gwet_ac" in found
    with pytest.raises(KeyError, match="no estimate"):
        found["nothing"]
    grouped = accord.agreement({"x": [1, 2, 1], "y": [1, 2, 2], "g": ["a", "b", "a"]}, by="g")
    assert set(grouped.to_frame()["group"].drop_nulls()) == {"a", "b"}


# --- confusion, distributions, limits of agreement, missing ratings, prevalence ---

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
    found = accord.limits_of_agreement({"a": a, "b": b}, interval="approximate")
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
    with pytest.raises(UnsupportedError, match="numeric ratings"):
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
