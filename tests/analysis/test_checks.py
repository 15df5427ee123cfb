"""Thresholds: what holds, what does not, and what cannot be known."""

import json
import math

import pytest

import accord
from accord.errors import InputError, OptionError, UnknownNameError

ESSAYS = "examples/essays.csv"
T = {"ci": "t"}
TONE = accord.load({"ann": ["a", "b", "a", "b"] * 8, "bo": ["a", "b", "b", "b"] * 8})
TOPIC = accord.load({"ann": ["x", "y", "x", "y"] * 8, "bo": ["x", "y", "x", "y"] * 8})
ALIKE = accord.load({"ann": ["a"] * 9, "bo": ["a"] * 9})


def limits(data, *args, **options):
    return accord.check(data, *args, **{**T, **options}).limits


def test_numbers_are_those_of_the_function_of_the_coefficient():
    estimate = accord.gwet_ac(ESSAYS, weights="quadratic")
    (least, lower) = accord.check(
        ESSAYS, {"gwet_ac": 0.8}, {"gwet_ac": 0.7}, weights="quadratic"
    ).limits
    assert (least.value, least.lower) == (estimate.value, pytest.approx(estimate.lower))
    assert (least.checked, lower.checked) == (least.value, least.lower)
    assert (least.weights, least.title) == (estimate.weights, estimate.title)


def test_unrounded_numbers_are_compared():
    value = accord.gwet_ac(TONE, **T).value
    above = math.nextafter(value, 1)
    (equal,) = limits(TONE, {"gwet_ac": value})
    (tiny,) = limits(TONE, {"gwet_ac": above})
    assert (equal.passed, tiny.passed) == (True, False)
    assert f"{value:.3f}"[1:] != f"{value + 4e-7:.7f}"[1:]
    (close,) = limits(TONE, {"gwet_ac": value + 4e-7})
    shown = str(close).split("value ")[1].split(", threshold ")
    assert shown[0] != shown[1].split(":")[0]  # rounding does not hide the difference


def test_an_undefined_number_does_not_hold_and_says_why():
    check = accord.check(ALIKE, "cohen_kappa=-1", "cohen_kappa=-1", **T)
    assert not check
    for limit in check:
        assert not limit.passed
        assert "undefined" in limit.reason
    assert "undefined" in str(check)


def test_every_variable_and_subgroup_must_hold():
    found = accord.check({"tone": TONE, "topic": TOPIC}, "gwet_ac=.9", **T)
    assert [(limit.variable, limit.passed) for limit in found] == [("tone", False), ("topic", True)]
    assert found.failures == found.limits[:1]
    groups = limits(ESSAYS, "gwet_ac=.3", by="class")
    assert [limit.group for limit in groups] == [None, "A", "B"]


def test_a_threshold_of_one_variable_precedes():
    for stated in ("gwet_ac=.9,tone.gwet_ac=.4", {"gwet_ac": 0.9, "tone": {"gwet_ac": 0.4}}):
        found = accord.check({"tone": TONE, "topic": TOPIC}, stated, **T)
        assert [limit.threshold for limit in found] == [0.4, 0.9]
        assert found.passed


def test_no_worse_than_an_earlier_result(tmp_path):
    value = accord.gwet_ac(TONE, **T).value
    path = tmp_path / "last.json"
    check = accord.check(TONE, {"gwet_ac": 0.1}, **T)
    earlier = accord.agreement(TOPIC, ["gwet_ac"], **T)
    path.write_text(json.dumps(earlier.to_dict()))
    for last in (earlier, path, str(path), accord.agreement_table(TOPIC, "gwet_ac", **T)):
        (limit,) = limits(TONE, no_worse_than=last, margin=0.02)[:1]
        assert (limit.requirement, limit.passed) == ("no_worse_than", False)
        assert limit.threshold == pytest.approx(1 - 0.02)
    (limit,) = limits(TONE, no_worse_than=earlier, margin=1 - value)[:1]
    assert limit.passed
    path.write_text(json.dumps(check.to_dict()))
    (_, same) = limits(TONE, {"gwet_ac": 0.1}, no_worse_than=path)
    assert same.passed
    assert same.threshold == value


def test_without_thresholds_the_coefficients_of_the_earlier_result_count():
    for names in (["gwet_ac"], ["fleiss_kappa"], ["gwet_ac", "krippendorff_alpha"]):
        earlier = accord.agreement(TONE, ["percent_agreement", *names], **T)
        found = [limit.name for limit in limits(TONE, no_worse_than=earlier)]
        assert found == (names if "gwet_ac" in names else ["percent_agreement", *names])


def test_what_cannot_be_compared_with_before_does_not_hold():
    earlier = accord.agreement(TONE, ["gwet_ac"], weights="linear", **T)
    (weights, absent) = [
        limit
        for limit in limits(TONE, "gwet_ac=0,fleiss_kappa=0", no_worse_than=earlier)
        if limit.requirement == "no_worse_than"
    ]
    assert "other weights (linear)" in weights.reason
    assert "does not contain" in absent.reason
    assert not weights.passed
    assert not absent.passed


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({}, "min"),
        ({"min": "gwet_ac"}, "min"),
        ({"min": "gwet_ac=high"}, "min"),
        ({"min": {"gwet_ac": math.nan}}, "min"),
        ({"min_lower": "gwet=.5"}, "min_lower"),
        ({"min": "tone.gwet_ac=.5"}, "min"),
        ({"min": "gwet_ac=.5", "margin": -1}, "margin"),
        ({"no_worse_than": "absent.json"}, "no_worse_than"),
    ],
)
def test_mistakes_name_the_option(options, option):
    with pytest.raises((OptionError, InputError)) as caught:
        accord.check(TONE, **options)
    assert caught.value.option == option


def test_unknown_coefficients_have_a_suggestion():
    with pytest.raises(UnknownNameError, match=r"Did you mean fleiss_kappa\?"):
        accord.check(TONE, "fleis_kappa=.5")


@pytest.mark.parametrize("content", ["no JSON", "[]", "{}", '{"kind": "plan"}'])
def test_a_file_that_is_no_result_is_refused(tmp_path, content):
    path = tmp_path / "last.json"
    path.write_text(content)
    with pytest.raises(InputError) as caught:
        accord.check(TONE, no_worse_than=path)
    assert caught.value.file == str(path)
