"""Marginal homogeneity: whether raters use the categories equally often."""

import json
import math
from itertools import product

import numpy as np
import pytest

import accord
from accord.errors import UnknownNameError, UnsupportedError
from helpers.measurements import DATA, close, values
from helpers.running import run

CASES = values("marginal_homogeneity")


def result_of(name):
    data = DATA[name]
    if data["kind"] == "contingency":
        return accord.marginal_homogeneity(data["counts"], layout="contingency")
    return accord.marginal_homogeneity(data["rows"])


@pytest.mark.parametrize("entry", CASES)
def test_statistics_and_p_values(entry):
    name = entry["statistic"].removesuffix("_marginal_homogeneity")
    test = result_of(entry["data"])[name]
    assert close(test.statistic, entry["value"])
    assert test.df == entry["df"]
    assert close(test.p_value, entry["p"], 1e-7)
    if "value_continuity" in entry:
        assert (test.b, test.c) == (entry["b"], entry["c"])
        assert close(test.corrected_statistic, entry["value_continuity"])
        assert close(test.corrected_p_value, entry["p_continuity"], 1e-7)
        assert close(test.mid_p_value, entry["p_mid"], 1e-7)
    if "p_exact" in entry:
        assert close(test.exact_p_value, entry["p_exact"], 1e-7)


def test_exact_cochran_by_brute_force():
    rows = [[1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1], [1, 0, 0]]
    codes = np.array(rows)
    orders = [sorted(set(product((0, 1), repeat=3)) & _same_sum(row)) for row in rows]
    totals = [np.sum(chosen, axis=0) for chosen in product(*orders)]
    squares = np.array([total @ total for total in totals])
    observed = codes.sum(axis=0) @ codes.sum(axis=0)
    exact = accord.marginal_homogeneity(rows)["cochran_q"].exact_p_value
    assert exact == pytest.approx(np.mean(squares >= observed), abs=1e-12)


def test_the_exact_cochran_test_is_left_out_where_it_would_take_long():
    rows = np.arange(20 * 18).reshape(20, 18) * 7 % 11 < 5
    test = accord.marginal_homogeneity(rows.astype(int))["cochran_q"]
    assert np.isnan(test.exact_p_value)
    assert 0 < test.p_value < 1


def _same_sum(row):
    return {other for other in product((0, 1), repeat=3) if sum(other) == sum(row)}


def test_two_raters_of_the_wald_test_give_bhapkars():
    rng = np.random.default_rng(4)
    rows = np.column_stack([rng.integers(0, 3, 80), rng.integers(0, 4, 80) % 3])
    from accord.inference.marginal_tests import wald

    expected = accord.marginal_homogeneity(rows)["bhapkar"]
    found = wald(rows, 3, np.ones(80))
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-9)
    assert found.df == expected.df


def test_categories_without_disagreement_take_no_degree_of_freedom():
    table = [[10, 4, 0, 0], [1, 12, 0, 0], [0, 0, 9, 0], [0, 0, 0, 8]]
    small = accord.marginal_homogeneity([[10, 4], [1, 12]], layout="contingency")
    large = accord.marginal_homogeneity(table, layout="contingency")
    assert large["stuart_maxwell"].statistic == pytest.approx(small["mcnemar"].statistic)
    assert large["stuart_maxwell"].df == 1
    apart = [[10, 4, 0, 0], [1, 12, 0, 0], [0, 0, 9, 3], [0, 0, 1, 8]]
    assert accord.marginal_homogeneity(apart, layout="contingency")["bhapkar"].df == 2


def test_without_disagreement_there_is_no_test():
    for test in accord.marginal_homogeneity([[5, 0], [0, 7]], layout="contingency"):
        assert math.isnan(test.statistic)
        assert math.isnan(test.p_value)
    result = accord.marginal_homogeneity([[1, 1, 1], [0, 0, 0]], layout="wide")
    assert math.isnan(result["cochran_q"].p_value)
    assert "undefined" in str(result)


def test_incomplete_subjects_are_left_out_with_a_note():
    rows = [*DATA["binary_3"]["rows"], [1, None, 0], [None, 1, 1]]
    result = accord.marginal_homogeneity(rows)
    assert result.n == 16
    assert result["cochran_q"].statistic == pytest.approx(38 / 7)
    assert "left out: two subjects" in " ".join(result.warnings)
    with pytest.raises(UnsupportedError, match="rated by all"):
        accord.marginal_homogeneity([[1, None], [None, 2]])


def test_which_tests_apply():
    assert [test.name for test in result_of("mcnemar_small")] == [
        "mcnemar", "stuart_maxwell", "bhapkar",
    ]  # fmt: skip
    assert "rater_bias" in result_of("vision")
    words = accord.marginal_homogeneity([["ivory", "sand"], ["sand", "umber"], ["umber", "ivory"]])
    assert "rater_bias" not in words
    with pytest.raises(UnknownNameError):
        words["cochran_q"]


def test_clusters_widen_the_wald_test():
    rng = np.random.default_rng(2)
    base = rng.integers(0, 2, (30, 3))
    rows = np.repeat(base, 4, axis=0)
    frame = {f"r{j}": rows[:, j] for j in range(3)} | {"c": [f"c{i}" for i in range(120)]}
    by_subject = accord.marginal_homogeneity({k: v for k, v in frame.items() if k != "c"})
    frame["c"] = np.repeat([f"c{i}" for i in range(30)], 4)
    clustered = accord.marginal_homogeneity(frame, cluster="c")
    once = accord.marginal_homogeneity(base)
    assert clustered["wald"].statistic == pytest.approx(once["wald"].statistic, rel=1e-9)
    assert by_subject["wald"].statistic == pytest.approx(4 * once["wald"].statistic, rel=1e-9)
    assert "clusters" in " ".join(clustered.warnings)


def test_a_report_has_them(tmp_path):
    path = tmp_path / "biased.csv"
    rows = [("low", "high")] * 15 + [("low", "low")] * 20 + [("high", "high")] * 20
    path.write_text("ann,bo\n" + "\n".join(map(",".join, rows)) + "\n")
    printed = json.loads(run("report", path, "--json").stdout)
    tests = {t["name"]: t for t in printed["sections"]["marginal_homogeneity"]["tests"]}
    assert tests["mcnemar"]["statistic"] == 15
    assert tests["mcnemar"]["df"] == 1
    text = " ".join(run("report", path).stdout.split())
    assert "ann and bo do not use the categories equally often" in text
    assert "Exact p" not in text
    assert "Exact p" in run("report", path, "--details").stdout


def test_the_result_survives_json():
    result = result_of("vision")
    again = type(result).from_dict(json.loads(json.dumps(result.to_dict(), allow_nan=False)))
    assert again.to_dict() == result.to_dict()
