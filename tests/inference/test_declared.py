"""Inference methods that a statistic declares for itself: intervals and tests."""

import dataclasses
import json
import math

import numpy as np
import pytest
from scipy import stats

import accord
from accord.errors import OptionError, UnsupportedError
from accord.inference.declared import Inference
from accord.inference.tails import StudentTails
from accord.statistics import REGISTRY, find
from accord.statistics.registry import register
from helpers.running import run

RATINGS = np.random.default_rng(3).integers(1, 5, (14, 3))
RATINGS[:, 1:] = np.where(np.random.default_rng(4).random((14, 2)) < 0.6, RATINGS[:, :1], 3)
HOLES = RATINGS.astype(float)
HOLES[[0, 4], [1, 2]] = np.nan
DATA = {"complete": RATINGS, "missing": HOLES, "few": RATINGS[:6]}
METHODS = ("exact", "moments", "monte_carlo")


def normal_interval(evaluation, method, settings):
    """Normal tails with a standard error of 1/√n, which can be computed by hand."""
    assert method == "f"
    if evaluation.patterns.missing:
        raise UnsupportedError("the F interval needs complete ratings.")
    n = evaluation.subjects
    note = f"F of {n} subjects at {settings.confidence}"
    return Inference(StudentTails(evaluation.value, 1 / math.sqrt(n)), notes=(note,), details=n)


@pytest.fixture
def toy():
    """A kappa of its own name that declares an F interval."""
    entry = dataclasses.replace(
        find("fleiss_kappa"),
        name="toy",
        title="Toy",
        reduces_to=None,
        methods={"f": f"{__name__}:normal_interval"},
    )
    register(entry)
    yield entry
    del REGISTRY["toy"]


def test_a_declared_interval_is_used_with_its_test(toy):
    e = accord.agreement(RATINGS, [toy.name], ci="f", confidence=0.9, null=0.2)["toy"]
    value, se = accord.fleiss_kappa(RATINGS, ci="t").value, 1 / math.sqrt(14)
    assert e.value == pytest.approx(value, abs=1e-12)
    expected = stats.norm.interval(0.9, value, se)
    assert tuple(e.interval) == pytest.approx(
        (max(expected[0], -1), min(expected[1], 1)), abs=1e-12
    )
    assert e.p_value == pytest.approx(2 * stats.norm.sf(abs(value - 0.2) / se), rel=1e-12)
    assert (e.interval.method, e.p_method, e.seed) == ("f", "f", None)
    assert e.interval.confidence == 0.9
    assert "F of 14 subjects at 0.9" in e.notes
    assert e.tails.at_most(0) == pytest.approx(stats.norm.sf(value / se), rel=1e-12)


def test_limits_lie_within_the_range(toy):
    agreed = [[1, 1], [2, 2], [1, 1]]
    e = accord.agreement(agreed, [toy.name], ci="f")["toy"]
    assert (e.value, e.upper) == (1, 1)


def test_interval_and_test_can_be_of_different_methods(toy):
    by_t = accord.agreement(RATINGS, [toy.name], ci="f", p_method="t")["toy"]
    usual = accord.fleiss_kappa(RATINGS, ci="t")
    assert by_t.interval.method == "f"
    assert by_t.p_value == pytest.approx(usual.p_value, rel=1e-12)
    by_f = accord.agreement(RATINGS, [toy.name], ci="t", p_method="f")["toy"]
    assert tuple(by_f.interval) == pytest.approx(tuple(usual.interval), abs=1e-12)
    assert by_f.p_value == pytest.approx(2 * stats.norm.sf(by_f.value * math.sqrt(14)), rel=1e-12)


def test_a_method_can_refuse_the_data(toy):
    with pytest.raises(UnsupportedError, match="needs complete ratings"):
        accord.agreement(HOLES, [toy.name], ci="f")


def test_a_finite_population_has_no_declared_interval(toy):
    with pytest.raises(OptionError, match="ci='f' is not available for finite populations"):
        accord.agreement(RATINGS, [toy.name], ci="f", population=100)


@pytest.mark.parametrize("option", ["ci", "p_method"])
def test_other_statistics_are_refused_by_name(toy, option):
    with pytest.raises(OptionError) as caught:
        accord.agreement(RATINGS, ["toy", "gwet_ac"], **{option: "f"})
    error = caught.value
    assert (error.option, error.value) == (option, "f")
    assert "not defined for Gwet's AC." in str(error)
    assert "Toy" not in str(error).split(".")[0]
    assert "toy" in error.remedy


def test_without_any_declaration_the_error_names_none():
    with pytest.raises(OptionError, match="not defined for Fleiss' kappa") as caught:
        accord.fleiss_kappa(RATINGS, p_method="exact")
    assert "berry_mielke" in caught.value.remedy


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("level", [None, "nominal", "interval"])
def test_the_permutation_test_is_the_same_through_every_function(data, method, level):
    ratings = DATA[data]
    if method == "exact" and data != "few":
        for call in (
            accord.berry_mielke,
            lambda *a, **k: accord.agreement(*a, "berry_mielke", **k),
        ):
            with pytest.raises(UnsupportedError):
                call(ratings, p_method=method)
        return
    one = accord.berry_mielke(ratings, p_method=method, level=level).estimate
    other = accord.agreement(ratings, ["berry_mielke"], p_method=method, level=level)
    assert other["berry_mielke"] == one
    assert other["berry_mielke"].p_method == method
    assert other["berry_mielke"].alternative == "greater"


def test_the_same_on_the_command_line(tmp_path):
    file = tmp_path / "ratings.csv"
    accord_rows = "\n".join(",".join(map(str, row)) for row in RATINGS[:6].tolist())
    file.write_text(f"ann,bo,cy\n{accord_rows}\n")
    report = json.loads(
        run("report", file, "--coefficients", "berry_mielke", "--p", "exact", "--json").stdout
    )
    agree = json.loads(run("agree", file, "--p", "exact", "--json").stdout)
    assert report["coefficients"][0]["p_value"] == agree["p_value"]
    assert report["coefficients"][0]["p_method"] == "exact"


def test_the_default_of_agreement_is_the_test_of_its_interval():
    e = accord.agreement(RATINGS, "berry_mielke", ci="t")["berry_mielke"]
    assert (e.p_method, e.alternative) == ("t", "two-sided")


def test_permutation_tests_are_of_better_agreement_than_by_chance():
    with pytest.raises(OptionError, match="alternative is 'less'"):
        accord.agreement(RATINGS, "berry_mielke", p_method="moments", alternative="less")
    with pytest.raises(OptionError, match=r"null is 0\.5"):
        accord.agreement(RATINGS, "berry_mielke", p_method="moments", null=0.5)


def test_an_undefined_value_has_no_p_value():
    same = [[1, 1], [1, 1], [1, 1]]
    assert math.isnan(accord.berry_mielke(same).p_value)
