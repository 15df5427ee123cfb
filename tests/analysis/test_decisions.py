"""Decision studies: how many raters and occasions a reliability needs."""

import json
import math

import numpy as np
import pytest
from scipy import stats

import accord
from accord.errors import OptionError
from accord.statistics.crossed_components import two_facets, two_facets_without_each
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
    assert [each.raters for each in stated.required] == [each.raters for each in own.required]
    assert all(math.isnan(each.least) for each in stated.required)
    assert [e.dependability for e in stated.decisions if e.occasions == 2] == pytest.approx(
        [study.decide(g, 2).dependability for g in (1, 2, 3, 5, 10)]
    )


def crossed(seed, n, **parts):
    """Scores of persons by three raters on two occasions, with the variances of the sources."""
    rng, shape = np.random.default_rng(seed), {"p": n, "r": 3, "o": 2}
    y = np.zeros(tuple(shape.values()))
    for source, variance in parts.items():
        size = tuple(shape[facet] if facet in source else 1 for facet in shape)
        y = y + rng.normal(0, math.sqrt(variance), size)
    return y


PARTS = {"p": 1, "r": 0.1, "o": 0.05, "pr": 0.2, "po": 0.15, "ro": 0.05, "pro": 0.3}


def test_components_without_each_person_are_those_of_the_others():
    y = crossed(1, 7, **PARTS) + 1000
    without = two_facets_without_each(y)
    for k in range(len(y)):
        for source, value in two_facets(np.delete(y, k, axis=0)).items():
            assert without[source][k] == pytest.approx(value, abs=1e-9)


def mean_squares(y):
    """Mean squares of persons, and of their interactions with raters, occasions and both."""
    n, r, o = y.shape
    p, pr, po = y.mean(axis=(1, 2)), y.mean(axis=2), y.mean(axis=1)
    grand = y.mean()
    of_r, of_o, of_ro = y.mean(axis=(0, 2)), y.mean(axis=(0, 1)), y.mean(axis=0)
    two = pr - p[:, None] - of_r + grand
    other = po - p[:, None] - of_o + grand
    rest = (
        y - pr[:, :, None] - po[:, None, :] - of_ro
        + p[:, None, None] + of_r[:, None] + of_o - grand
    )  # fmt: skip
    return (
        r * o * ((p - grand) ** 2).sum() / (n - 1),
        o * (two**2).sum() / ((n - 1) * (r - 1)),
        r * (other**2).sum() / ((n - 1) * (o - 1)),
        (rest**2).sum() / ((n - 1) * (r - 1) * (o - 1)),
    )


def test_the_interval_of_two_facets_is_the_jackknife_over_persons():
    """With the raters and occasions of the study, 1 - Eρ² is (MSpr + MSpo - MSpro)/MSp."""
    y, n = crossed(2, 20, **PARTS), 20

    def z(cube):
        p, pr, po, pro = mean_squares(cube)
        return -math.log((pr + po - pro) / p) / 2

    values = np.array([z(np.delete(y, k, axis=0)) for k in range(n)])
    se = math.sqrt((n - 1) / n * ((values - values.mean()) ** 2).sum())
    study = accord.g_study(y)
    assert all(study.components[source] > 0 for source in ("pr", "po", "pro"))
    low, high = study.decide().generalizability_interval
    ends = -np.log(1 - np.array([low, high])) / 2
    assert ends.mean() == pytest.approx(z(y))
    excess = max(stats.kurtosis(values, bias=False), 0)
    df = (n - 1) / (1 + excess * (n - 1) / (2 * n))
    assert (ends[1] - ends[0]) / 2 == pytest.approx(stats.t.ppf(0.975, df) * se)


@pytest.mark.parametrize("fixed", [None, "r", "o"])
def test_limits_of_two_facets_enclose_the_coefficients_and_grow_with_the_raters(fixed):
    study = accord.g_study(crossed(3, 25, **PARTS))
    before = (0.0, 0.0)
    for raters in (1, 2, 5, 20):
        found = study.decide(raters, 2, fixed=fixed)
        for value, interval in (
            (found.generalizability, found.generalizability_interval),
            (found.dependability, found.dependability_interval),
        ):
            assert 0 <= interval.low < value < interval.high <= 1
        if fixed is None:
            assert before < tuple(found.generalizability_interval)
            before = tuple(found.generalizability_interval)


def test_the_raters_at_the_limits_reach_the_goal_there():
    result = accord.decision_study(crossed(4, 60, **PARTS), reliability=0.85, fixed="o")
    for each in result.required:
        assert each.least <= each.raters <= each.most
        for end, number in (("upper", each.least), ("lower", each.most)):
            decide = result.study.decide
            found = decide(int(number), int(each.occasions), fixed="o")
            assert found.of(absolute=True, limit=end) >= 0.85
            if number > 1:
                fewer = decide(int(number) - 1, int(each.occasions), fixed="o")
                assert fewer.of(absolute=True, limit=end) < 0.85
    assert "95% CI" in result.sentence


@pytest.mark.parametrize("fixed", [None, "o"])
def test_intervals_of_two_facets_cover(fixed):
    inside = 0
    true = (1 + (0.15 / 2 if fixed else 0)) / (1 + 0.2 / 3 + 0.15 / 2 + 0.3 / 6)
    for seed in range(100):
        study = accord.g_study(crossed([9, seed], 25, **PARTS))
        low, high = study.decide(fixed=fixed).generalizability_interval
        inside += low <= true <= high
    assert inside >= 88  # of 95 expected


def test_two_persons_have_no_interval():
    study = accord.g_study(crossed(5, 2, **PARTS))
    assert math.isnan(study.decide().generalizability_interval.low)
    assert math.isnan(accord.decision_study(study, reliability=0.9).required[0].least)


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
