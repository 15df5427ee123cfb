"""Decision studies: how many raters and occasions a reliability needs."""

import json
import math

import numpy as np
import pytest

import accord
from accord.errors import OptionError
from helpers.measurements import DATA
from helpers.running import run

RATINGS = DATA["shrout_fleiss_1979"]["rows"]
CUBE = np.array(DATA["g_study"]["values"], dtype=float)


@pytest.fixture
def occasions(tmp_path):
    """A table with a row per rating, in an order that mixes persons, raters and occasions."""
    lines = [f"{p + 1},{'abc'[r]},day{o + 1},{CUBE[p, r, o]}" for p, r, o in np.ndindex(CUBE.shape)]
    np.random.default_rng(1).shuffle(lines)
    path = tmp_path / "occasions.csv"
    path.write_text("\n".join(["person,rater,day,score", *lines]), encoding="utf-8")
    return path


def test_the_required_raters_are_the_fewest_that_reach_the_goal():
    result = accord.decision_study(RATINGS, reliability=0.9)
    (required,) = result.required
    study = accord.g_study(RATINGS)
    assert study.decide(int(required.raters)).dependability >= 0.9
    assert study.decide(int(required.raters) - 1).dependability < 0.9
    assert required.raters in [each.raters for each in result.decisions]
    relative = accord.decision_study(RATINGS, reliability=0.9, decisions="relative").required[0]
    assert relative.raters == study.raters_for(0.9, absolute=False)


def test_the_limits_are_those_of_the_coefficients():
    result, correlations = accord.decision_study(RATINGS, reliability=0.9), accord.icc(RATINGS)
    own = next(each for each in result.decisions if each.raters == 4)
    for name, interval in (
        ("icc_ak", own.dependability_interval),
        ("icc_ck", own.generalizability_interval),
    ):
        assert tuple(interval) == pytest.approx(tuple(correlations[name].interval))
    single, (required,) = correlations["icc_a1"].interval, result.required

    def mean_of(k, value):
        return k * value / (1 + (k - 1) * value)

    assert mean_of(required.least, single.high) >= 0.9 > mean_of(required.least - 1, single.high)
    assert mean_of(required.most, single.low) >= 0.9 > mean_of(required.most - 1, single.low)
    assert required.least < required.raters < required.most


def test_stated_components_give_the_numbers_of_the_study_they_come_from():
    study = accord.g_study(CUBE)
    stated = accord.decision_study(components=study.components, reliability=0.9)
    own = accord.decision_study(study, reliability=0.9)
    assert stated.required == own.required
    assert [e.dependability for e in stated.decisions if e.occasions == 2] == pytest.approx(
        [study.decide(g, 2).dependability for g in (1, 2, 3, 5, 10)]
    )


def test_a_table_with_occasions_is_the_array_of_them(occasions):
    expected = accord.g_study(CUBE)
    for options in ({}, {"item": "person"}):
        study = accord.g_study(occasions, occasion="day", **options)
        assert study.components == pytest.approx(expected.components)
        assert (study.n, study.raters, study.occasions) == CUBE.shape


def test_a_goal_that_no_number_of_raters_reaches_is_undefined():
    parts = {"p": 2, "pr": 1, "po": 0.5, "pro": 1}
    result = accord.decision_study(components=parts, reliability=0.8, decisions="relative")
    assert [each.raters for each in result.required[1:]] == [6, 4]
    assert math.isnan(result.required[0].raters)
    assert "no number of raters is enough on one occasion" in result.sentence
    fixed = accord.decision_study(components=parts, reliability=0.8, fixed="o", occasions=[1])
    assert fixed.required[0].raters == 4  # (2 + .5)/(2 + .5 + 2/k) reaches .8 only from k = 3.2


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({}, "either the data"),
        ({"data": RATINGS, "components": {"p": 1}}, "either the data"),
        ({"components": {"r": 1}}, "component p is missing"),
        ({"components": {"p": 1, "x": 1}}, "'x' is no component"),
        ({"components": {"p": -1}}, "above 0"),
        ({"components": {"p": 1, "pr": "many"}}, "components pr"),
        ({"data": RATINGS, "occasions": 2}, "no occasions"),
        ({"data": RATINGS, "fixed": "o"}, "no occasions"),
        ({"data": RATINGS, "reliability": 90}, "reliability"),
        ({"data": RATINGS, "panels": 0}, "panels"),
        ({"data": RATINGS, "decisions": "any"}, "decisions"),
    ],
)
def test_wrong_input_is_refused(options, what):
    with pytest.raises(OptionError, match=what):
        accord.decision_study(**options)


def test_the_command_line_answers_how_many_raters(occasions, tmp_path):
    pilot = tmp_path / "pilot.csv"
    rows = [",".join(map(str, [k, *row])) for k, row in enumerate(RATINGS)]
    pilot.write_text("\n".join(["person,ann,bo,cy,di", *rows]), encoding="utf-8")
    printed = run("plan", "--reliability", ".9", "--pilot", pilot)
    assert "mean of 23 raters" in " ".join(printed.stdout.split())
    found = json.loads(run("plan", "--reliability", ".9", "--pilot", pilot, "--json").stdout)
    again = json.loads(run("g-study", pilot, "--reliability", ".9", "--json").stdout)
    assert found["required"] == again["required"]
    assert found["kind"] == "decision"
    stated = ("plan", "--reliability", ".8", "--components", "p=2,r=.5,pr=1", "--json")
    assert json.loads(run(*stated).stdout)["required"][0]["raters"] == 3
    two = json.loads(run("g-study", occasions, "--occasion", "day", "--json").stdout)
    assert two["study"]["components"] == pytest.approx(dict(accord.g_study(CUBE).components))
    page = tmp_path / "decisions.html"
    done = run("g-study", occasions, "--occasion", "day", "--reliability", ".8", "--out", page)
    assert done.returncode == 0, done.stderr
    assert "data:image/svg" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ([], "nothing to plan for"),
        (["--components", "p=1"], "State --reliability"),
        (["--reliability", ".9"], "either the data"),
        (["--reliability", ".9", "--value", ".8"], "value is for a plan of subjects"),
        (["--reliability", ".9", "--components", "p=1", "--width", ".2"], "width is for a plan"),
        (["--reliability", ".9", "--components", "1,2"], "p=2.6,r=5.2,pr=1"),
        (["--reliability", ".9", "--components", "p=1", "--raters", "2.5"], "whole numbers"),
    ],
)
def test_wrong_options_of_a_plan_are_refused(words, what):
    done = run("plan", *words)
    assert done.returncode == 2
    assert what in done.stderr
