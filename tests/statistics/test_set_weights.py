"""Weights of sets of labels, and weights by a function, against values from the definitions."""

import json

import numpy as np
import pytest

import accord
from accord.data.scale import SetScale
from accord.data.scale.set_cells import set_cell
from accord.errors import UnsupportedError, WeightsError
from accord.statistics.weights import SET_SCHEMES, weights_for
from helpers.paths import ROOT

ORACLE = json.loads((ROOT / "tests" / "oracles" / "sets.json").read_text(encoding="utf-8"))
ROWS = {name: data["rows"] for name, data in ORACLE["datasets"].items()}
VALUES = [v for v in ORACLE["values"] if v["family"] == "sets"]
LABELS = [v for v in ORACLE["values"] if v["family"] == "sets_labels"]
SETS = [frozenset(text) for text in ("", "a", "b", "ab", "abc", "bc", "d")]


def named(value):
    return f"{value['data']}-{value['statistic']}-{value['options']['distance']}"


@pytest.mark.parametrize("value", VALUES, ids=named)
def test_coefficients_of_sets(value):
    function = getattr(accord, value["statistic"])
    weights = value["options"]["distance"]
    result = function(ROWS[value["data"]], weights=weights, ci="t")
    assert result.value == pytest.approx(value["value"], abs=1e-9)
    if value.get("se") is not None:
        assert result.se == pytest.approx(value["se"], abs=1e-9)


@pytest.mark.parametrize("data", ROWS)
@pytest.mark.parametrize(
    ("name", "key"),
    [("krippendorff_alpha", "alpha"), ("fleiss_kappa", "fleiss"), ("conger_kappa", "conger")],
)
def test_agreement_on_each_label(data, name, key):
    result = accord.by_label(ROWS[data], name, ci="t")
    rows = {row.label: row for row in result.labels}
    for value in LABELS:
        if value["data"] != data or value.get(key) is None:
            continue
        if value["statistic"] == "label":
            row = rows[value["options"]["label"]]
            assert row.coefficient.value == pytest.approx(value[key], abs=1e-9)
            assert row.share == pytest.approx(value["prevalence"], abs=1e-9)
            assert row.agreement.value == pytest.approx(value["percent_agreement"], abs=1e-9)
        elif value["statistic"] == "label_macro_average":
            assert result.mean.value == pytest.approx(value[key], abs=1e-9)
            assert len(rows) - len(result.left_out) == value["labels_defined"]
        else:
            assert result.pooled.value == pytest.approx(value[key], abs=1e-9)


def test_hamming_alpha_is_the_weighted_mean_over_labels():
    rows = ROWS["sets_2"]
    labels = [v for v in LABELS if v["data"] == "sets_2" and v["statistic"] == "label"]
    expected = sum(v["expected"] for v in labels)
    mean = sum(v["alpha"] * v["expected"] for v in labels) / expected
    assert accord.krippendorff_alpha(rows, weights="hamming", ci="t").value == pytest.approx(mean)


def direct(name, a, b, labels):
    """The distance of two sets by its definition."""
    if a == b:
        return 0.0
    common, union = len(a & b), len(a | b)
    jaccard = 1 - common / union
    if name == "jaccard":
        return jaccard
    if name == "masi":
        monotone = 2 / 3 if a <= b or b <= a else 1 / 3 if common else 0
        return 1 - (1 - jaccard) * monotone
    if name == "dice":
        return 1 - 2 * common / (len(a) + len(b))
    if name == "overlap":
        return 1 - common / min(len(a), len(b)) if a and b else 1.0
    return len(a ^ b) / labels


@pytest.mark.parametrize("name", SET_SCHEMES)
@pytest.mark.parametrize("dense", [True, False])
def test_weights_of_sets_are_one_minus_the_distance(name, dense, monkeypatch):
    if not dense:
        monkeypatch.setattr("accord.statistics.weights.matrices.SET_DENSE", 1)
    scale = SetScale.of_cells([set_cell(each) for each in SETS])
    weights = weights_for(name, scale)
    assert weights.dense is dense
    sets = scale.elements
    matrix = np.array([[1 - direct(name, a, b, 4) for b in sets] for a in sets])
    codes = np.arange(len(sets))
    assert weights.apply(np.eye(len(sets))) == pytest.approx(matrix)
    assert weights.between(codes, codes[::-1]) == pytest.approx(matrix[codes, codes[::-1]])


@pytest.mark.parametrize("name", SET_SCHEMES)
def test_a_function_of_two_sets_gives_the_named_weights(name):
    rows = ROWS["sets_3"]
    for coefficient in (accord.krippendorff_alpha, accord.conger_kappa, accord.percent_agreement):
        by_function = coefficient(
            rows, weights=lambda a, b: direct(name, a, b, 4), sets=True, ci="t"
        )
        by_name = coefficient(rows, weights=name, ci="t")
        assert by_function.value == pytest.approx(by_name.value)
        assert by_function.se == pytest.approx(by_name.se)
        assert by_function.weights == "function"


def test_a_function_of_two_labels():
    rows = [["a", "b"], ["b", "b"], ["c", "a"], ["c", "c"]]
    near = {frozenset("ab"): 0.5}
    result = accord.fleiss_kappa(
        rows, weights=lambda a, b: float(a == b) or near.get(frozenset((a, b)), 0), ci="t"
    )
    matrix = {"a": {"a": 1, "b": 0.5, "c": 0}, "b": {"a": 0.5, "b": 1, "c": 0}}
    matrix["c"] = {"a": 0, "b": 0, "c": 1}
    assert result.value == pytest.approx(accord.fleiss_kappa(rows, weights=matrix, ci="t").value)
    long = accord.fleiss_kappa(rows, weights=lambda a, b: 3.0 * abs(ord(a) - ord(b)), ci="t")
    linear = accord.fleiss_kappa(rows, weights="linear", categories=["a", "b", "c"], ci="t")
    assert long.value == pytest.approx(linear.value)
    assert any("1 - d/6" in note for note in long.notes)


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (lambda a, b: ord(a) - ord(b), "from 0 up"),
        (lambda a, b: float(a < b), "not symmetric"),
        (lambda a, b: "near", "from 0 up"),
        (lambda a, b: float("nan"), "from 0 up"),
        (lambda a, b: 0.5, "itself"),
        (lambda a, b: 1.0 if a == b else 2.0, "more than agreement"),
        (lambda a, b: 0.0, "0 for all"),
    ],
)
def test_functions_that_are_no_weights_are_refused(function, what):
    with pytest.raises(WeightsError, match=what):
        accord.fleiss_kappa([["a", "b"], ["b", "b"], ["c", "a"]], weights=function)


def test_exact_is_a_name_of_identity():
    rows = ROWS["sets_2"]
    exact = accord.conger_kappa(rows, weights="exact", sets=True, ci="t")
    assert exact.weights == "identity"
    assert exact.value == accord.conger_kappa(rows, sets=True, ci="t").value


def test_weights_and_ratings_of_different_kinds_are_refused():
    with pytest.raises(WeightsError, match=r"compare sets .* sets=';'"):
        accord.krippendorff_alpha([["a;b", "a"], ["b", "b"]], weights="masi")
    with pytest.raises(WeightsError, match="sets of labels, which take identity, jaccard"):
        accord.krippendorff_alpha(ROWS["sets_2"], weights="quadratic", sets=True)


@pytest.mark.parametrize("name", ["gwet_ac", "brennan_prediger"])
def test_coefficients_that_need_the_number_of_possible_sets_are_refused(name):
    with pytest.raises(UnsupportedError, match=r"number of possible .* all combinations"):
        getattr(accord, name)(ROWS["sets_2"], weights="masi")
    table = accord.agreement(ROWS["sets_2"], weights="masi", ci="t")
    assert name not in table


def test_the_default_interval_is_by_draws_and_contains_the_value():
    result = accord.krippendorff_alpha(ROWS["sets_3"], weights="masi")
    assert result.interval.method == "dirichlet"
    assert result.lower < result.value < result.upper
    same = accord.percent_agreement([[{"a"}, {"a"}], [{"a"}, {"a"}]], weights="masi")
    assert same.value == 1
    assert same.lower < 1


def test_empty_sets_alone_agree():
    rows = [[set(), set()], [set(), set()], [set(), None]]
    assert accord.percent_agreement(rows, weights="masi").value == 1
    assert accord.percent_agreement(rows, sets=True).value == 1
