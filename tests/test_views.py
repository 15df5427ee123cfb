"""Pairs of raters, raters left out, categories, subjects, diagnosis."""

import json
from pathlib import Path

import numpy as np
import pytest

import accord
from accord.errors import UnsupportedError

DATA = Path(__file__).parent / "data"
REFERENCE = json.loads((DATA / "reference.json").read_text())


@pytest.mark.parametrize("name", ["a", "c", "g", "g2"])
def test_kappa_per_category_of_irr(name):
    rows = accord.by_category(DATA / f"{name}.csv")
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
    assert unused.specific.reason == "nobody used this category"


def test_pairwise_matrix():
    matrix = accord.pairwise(DATA / "c.csv", weights="linear")
    patterns = accord.load(DATA / "c.csv")
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
    assert "Read .89 (AC1)" in sentence
    constant = accord.diagnose([["a", "a"], ["a", "a"]], categories=["a", "b"])
    assert "kappa is undefined" in constant.sentence
    assert "kappa is undefined" in accord.diagnose([["a", "a"], ["a", "a"]]).sentence
    many = accord.diagnose([["y"] * 4] * 40 + [["y", "y", "y", "n"]] * 3)
    assert "Fleiss' kappa is only" in many.sentence


def test_results_show_themselves():
    found = accord.agreement(DATA / "c.csv")
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
