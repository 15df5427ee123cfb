"""Kendall's W, with ties, and its tests."""

import math
from itertools import permutations, product

import numpy as np
import pytest
from scipy import stats

import accord
from accord.errors import OptionError, UnsupportedError
from helpers.measurements import close, rows, values

CASES = values("kendall")


@pytest.mark.parametrize("entry", CASES)
def test_values_and_tests(entry):
    e = accord.kendall_w(rows(entry))
    assert close(e.value, entry["value"])
    assert (e.p_method, e.alternative) == ("f", "greater")
    assert close(e.p_value, entry["p_F"], 1e-7)
    test = e.details
    assert close(test.chi2, entry["chi2"])
    assert close(test.f, entry["F"])
    assert (test.df, test.df1, test.df2) == pytest.approx(
        (entry["df"], entry["df1"], entry["df2"]), abs=1e-12
    )
    assert close(accord.kendall_w(rows(entry), p_method="chi2").p_value, entry["p"], 1e-7)
    if "p_exact" in entry:
        exact = accord.kendall_w(rows(entry), p_method="exact")
        assert close(exact.p_value, entry["p_exact"])
        drawn = accord.kendall_w(rows(entry), p_method="monte_carlo", seed=3)
        assert drawn.p_value == pytest.approx(entry["p_exact"], abs=0.01)
        assert drawn.seed == 3


def test_exact_test_by_brute_force():
    table = np.array([[1, 2, 2], [2, 2, 3], [2, 4, 1], [4, 5, 4]])
    ranks = stats.rankdata(table, axis=0)
    totals = [
        np.sum([ranks[list(order), g] for g, order in enumerate(orders)], axis=0)
        for orders in product(permutations(range(4)), repeat=3)
    ]
    squares = np.array([np.sum((total - 7.5) ** 2) for total in totals])
    observed = np.sum((ranks.sum(axis=1) - 7.5) ** 2)
    p = np.mean(squares >= observed - 1e-9)
    assert accord.kendall_w(table, p_method="exact").p_value == pytest.approx(p, abs=1e-12)


@pytest.mark.parametrize(
    "table", [[[1, 2], [2, 3], [5, 4]], [[1, 1, 2]] * 2 + [[2, 2, 3], [3, 4, 7]]]
)
def test_raters_who_rank_alike_have_the_exact_p_value(table):
    e = accord.kendall_w(table)
    assert e.value == pytest.approx(1, abs=1e-12)
    assert e.p_value == pytest.approx(accord.kendall_w(table, p_method="exact").p_value, abs=1e-12)
    assert "F is infinite and the p-value is exact" in " ".join(e.notes)


def test_without_complete_subjects_there_is_no_test():
    e = accord.kendall_w([[1, None], [None, 2], [3, None]])
    assert math.isnan(e.value)
    assert math.isnan(e.p_value)


def test_a_constant_rater_adds_nothing():
    varied = [[1, 2], [2, 3], [3, 1], [4, 4], [5, 5]]
    constant = [[*row, 7] for row in varied]
    assert accord.kendall_w(constant).value == pytest.approx(
        np.sum((stats.rankdata(varied, axis=0).sum(axis=1) - 6) ** 2) / (3 * 2 * 10), abs=1e-12
    )
    none = accord.kendall_w([[1, 7], [1, 7], [1, 7]])
    assert math.isnan(none.value)
    assert "no rater distinguishes" in none.reason


def test_ordered_words_have_ranks_and_others_have_none():
    words = [["mild", "none"], ["none", "none"], ["severe", "mild"], ["mild", "severe"]]
    codes = [[2, 1], [1, 1], [3, 2], [2, 3]]
    assert accord.kendall_w(words).value == accord.kendall_w(codes).value
    with pytest.raises(UnsupportedError, match="ordered categories"):
        accord.kendall_w([["ivory", "sand"], ["sand", "umber"], ["ivory", "ivory"]])


def test_incomplete_subjects_are_left_out():
    complete = [[1, 2, 1], [2, 1, 3], [3, 4, 2], [4, 3, 4]]
    e = accord.kendall_w([*complete, [None, 5, 2], [7, None, None]])
    whole = accord.kendall_w(complete)
    assert (e.value, e.p_value, e.n) == pytest.approx((whole.value, whole.p_value, 4))


def test_weights_of_subjects_count_as_subjects():
    table = [[1, 2, 1], [2, 1, 3], [3, 4, 2], [4, 3, 4]]
    twice = accord.load([*table, *table])
    assert len(twice) == 4
    ranks = stats.rankdata(np.vstack([table, table]), axis=0)
    s = np.sum((ranks.sum(axis=1) - 13.5) ** 2)
    ties = 3 * 4 * (2**3 - 2)
    w = 12 * s / (9 * (8**3 - 8) - 3 * ties)
    assert accord.kendall_w(twice).value == pytest.approx(w, abs=1e-12)
    assert accord.kendall_w(twice, p_method="chi2").details.df == 7


def test_options_that_have_no_meaning():
    table = [[1, 2, 1], [2, 1, 3], [3, 4, 2], [4, 3, 4]]
    for method in ("f",):
        with pytest.raises(OptionError, match="no interval"):
            accord.kendall_w(table, ci=method)
    with pytest.raises(OptionError, match="rank independently"):
        accord.kendall_w(table, null=0.5, p_method="f")
    unstated = accord.agreement(table, ["kendall_w", "icc_a1"], null=0.5)
    assert unstated["kendall_w"].p_value == accord.kendall_w(table).p_value
    with pytest.raises(UnsupportedError, match="enumerate"):
        accord.kendall_w(np.random.default_rng(1).normal(size=(9, 3)), p_method="exact")
