"""Planning: populations, sizes, and figures of others."""

import json
import math

import numpy as np
import pytest
from scipy.special import ndtri
from typer.testing import CliRunner

import accord
from accord.analysis.planning import Design, Population
from accord.cli import app
from accord.errors import OptionError, UnsupportedError
from accord.statistics import COEFFICIENTS, Evaluation

KAPPAS = ["cohen_kappa", "conger_kappa", "scott_pi", "fleiss_kappa", "krippendorff_alpha"]


def donner_eliasziw(null, value, share, power=0.8, level=0.05):
    """Subjects by the goodness-of-fit test of the common correlation model, two raters."""

    def cells(kappa):
        both = share * (1 - share)
        return ((1 - share) ** 2 + kappa * both, 2 * (1 - kappa) * both, share**2 + kappa * both)

    pairs = zip(cells(value), cells(null), strict=True)
    unlike = sum((one - other) ** 2 / other for one, other in pairs)
    return (ndtri(1 - level / 2) + ndtri(power)) ** 2 / unlike


def fleiss_cohen_everitt(kappa, share):
    """n times the variance of Cohen's kappa of two raters with the same share (1969)."""
    p = np.array([[0.0, 0.0], [0.0, 0.0]])
    both = share * (1 - share)
    p[0, 0], p[1, 1] = share**2 + kappa * both, (1 - share) ** 2 + kappa * both
    p[0, 1] = p[1, 0] = (1 - kappa) * both
    rows, columns = p.sum(axis=1), p.sum(axis=0)
    po, pe = np.trace(p), rows @ columns
    a = sum(p[i, i] * (1 - (rows[i] + columns[i]) * (1 - kappa)) ** 2 for i in range(2))
    b = (1 - kappa) ** 2 * sum(
        p[i, j] * (columns[i] + rows[j]) ** 2 for i in range(2) for j in range(2) if i != j
    )
    c = (kappa - pe * (1 - kappa)) ** 2
    assert kappa == pytest.approx((po - pe) / (1 - pe))
    return (a + b - c) / (1 - pe) ** 2


@pytest.mark.parametrize("errors", ["guess", "hard", "adjacent"])
@pytest.mark.parametrize("raters", [2, 3])
def test_a_large_sample_is_like_its_population(errors, raters):
    people = Population((0.5, 0.3, 0.2), raters, 0.7, errors, missing=0.1)
    sample = people.draw(200_000, np.random.default_rng(1))
    for weights in ("identity", "quadratic"):
        for name in ("percent_agreement", "conger_kappa", "gwet_ac", "krippendorff_alpha"):
            found = Evaluation(COEFFICIENTS[name], sample, weights).value
            assert people.value(COEFFICIENTS[name], weights) == pytest.approx(found, abs=0.006)
    shares = sample.category_totals() / sample.ratings
    if errors != "adjacent":
        assert shares == pytest.approx([0.5, 0.3, 0.2], abs=0.005)


@pytest.mark.parametrize("errors", ["guess", "hard", "adjacent"])
def test_the_typical_table_is_what_samples_tend_to(errors):
    people = Population((0.6, 0.3, 0.1), 3, 0.8, errors)
    typical = people.typical()
    assert typical.n == pytest.approx(1)
    sample = people.draw(300_000, np.random.default_rng(2))
    seen = {
        tuple(row): m / sample.n
        for row, m in zip(sample.codes.tolist(), sample.multiplicity, strict=True)
    }
    for row, share in zip(typical.codes.tolist(), typical.multiplicity, strict=True):
        assert seen.get(tuple(row), 0) == pytest.approx(share, abs=0.004)


def test_guessing_gives_the_square_of_the_skill():
    for share in (0.5, 0.9):
        people = Population((share, 1 - share), skill=0.8)
        for name in KAPPAS:
            assert people.value(COEFFICIENTS[name]) == pytest.approx(0.64)


@pytest.mark.parametrize(
    "name", [n for n, e in COEFFICIENTS.items() if e.plannable and n != "percent_agreement"]
)
def test_a_population_has_the_value_it_is_asked_for(name):
    people = Population((0.7, 0.2, 0.1)).with_value(0.75, COEFFICIENTS[name])
    assert people.value(COEFFICIENTS[name]) == pytest.approx(0.75, abs=1e-9)


def test_values_that_no_raters_have_are_refused():
    with pytest.raises(OptionError, match=r"between .* and 1"):
        Population((0.5, 0.5)).with_value(-0.5, COEFFICIENTS["cohen_kappa"])


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5])
@pytest.mark.parametrize("kappa", [0.4, 0.6, 0.8])
def test_errors_are_those_of_fleiss_cohen_and_everitt(kappa, share):
    people = Population((share, 1 - share)).with_value(kappa, COEFFICIENTS["cohen_kappa"])
    scheme = accord.statistics.weights.scheme_named("identity")
    design = Design(people, COEFFICIENTS["cohen_kappa"], scheme, ci="t")
    assert design.spread**2 == pytest.approx(fleiss_cohen_everitt(kappa, share), rel=1e-6)
    wide = accord.plan(kappa, "cohen_kappa", width=0.2, prevalence=share, ci="t").choices[0]
    by_formula = fleiss_cohen_everitt(kappa, share) * (2 * ndtri(0.975) / 0.2) ** 2
    assert wide.subjects == pytest.approx(by_formula, rel=0.03)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("null", "value", "share"), [(0.4, 0.6, 0.3), (0.4, 0.6, 0.5), (0.6, 0.8, 0.5), (0.2, 0.6, 0.5)]
)
def test_power_is_about_that_of_donner_and_eliasziw(null, value, share):
    """Another test of the same hypothesis, so not the same number; t asks for far too few."""
    theirs = donner_eliasziw(null, value, share)
    ours = accord.plan(value, "scott_pi", null=null, prevalence=share, samples=200)
    assert ours.choices[0].subjects == pytest.approx(theirs, rel=0.2)
    assert ours.choices[0].expected.power == pytest.approx(0.8, abs=0.08)
    quick = accord.plan(value, "scott_pi", null=null, prevalence=share, ci="t").choices[0]
    assert quick.subjects < 0.85 * theirs


def test_a_planned_study_has_the_width_it_was_planned_for():
    found = accord.plan(0.8, "gwet_ac", width=0.25, raters=3, prevalence=[0.6, 0.3, 0.1])
    choice = found.choices[0]
    rng = np.random.default_rng(77)
    people = Population((0.6, 0.3, 0.1), 3).with_value(0.8, COEFFICIENTS["gwet_ac"])
    widths = []
    for _ in range(60):
        e = accord.gwet_ac(people.draw(choice.subjects, rng), replicates=1000)
        widths.append(e.upper - e.lower)
    assert np.mean(widths) == pytest.approx(0.25, rel=0.08)


def test_goals_costs_and_what_is_given():
    found = accord.plan(
        0.7, "fleiss_kappa", lower=0.55, raters=[2, 3, 6], missing=0.2, cost_per_rating=2,
        cost_per_subject=5, samples=60,
    )  # fmt: skip
    sizes = [choice.subjects for choice in found.choices]
    assert sizes == sorted(sizes, reverse=True)
    for choice in found.choices:
        assert choice.expected.lower == pytest.approx(0.55, abs=0.035)
        assert choice.ratings == pytest.approx(choice.subjects * choice.raters * 0.8)
        assert choice.cost == pytest.approx(2 * choice.ratings + 5 * choice.subjects)
    assert found.cheapest.cost == min(choice.cost for choice in found.choices)
    given = accord.plan(0.7, "fleiss_kappa", subjects=40, raters=2, samples=60)
    assert given.choices[0].subjects == 40
    assert math.isnan(given.choices[0].expected.power)
    again = accord.plan(0.7, "fleiss_kappa", subjects=40, raters=2, samples=60)
    assert again.to_dict() == given.to_dict()


def test_graded_weights_and_adjacent_errors():
    near = accord.plan(
        0.85, "gwet_ac", width=0.2, categories=5, weights="quadratic", errors="adjacent",
        raters=2, ci="t",
    )  # fmt: skip
    far = accord.plan(
        0.85, "gwet_ac", width=0.2, categories=5, weights="quadratic", raters=2, ci="t"
    )
    assert near.choices[0].subjects < far.choices[0].subjects
    assert "AC2" in near.sentence


def test_rare_categories_are_warned_about():
    found = accord.plan(0.8, "cohen_kappa", subjects=20, prevalence=0.99, samples=60)
    assert "the coefficient is undefined in up to" in found.warnings[0]


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({}, "one goal, and none is given"),
        ({"width": 0.1, "lower": 0.5}, "width and lower"),
        ({"width": 3}, "between 0 and 2"),
        ({"lower": 0.9}, "below the value"),
        ({"null": 0.8}, "must differ from the value"),
        ({"null": 0.5, "power": 1}, "between 0 and 1"),
        ({"subjects": 1}, "2 or more"),
        ({"width": 0.1, "raters": 1}, "from 2"),
        ({"width": 0.1, "coefficient": "cohen_kappa", "raters": 3}, "exactly two raters"),
        ({"width": 0.1, "prevalence": [0.5, 0.6]}, "add up to 1"),
        ({"width": 0.1, "prevalence": [0.5, 0.5], "categories": 3}, "has 2 shares"),
        ({"width": 0.1, "missing": 1}, "0 or more and below 1"),
        ({"width": 0.1, "errors": "wild"}, "guess, adjacent, hard"),
        ({"width": 0.1, "ci": "bca"}, "dirichlet, t"),
        ({"width": 1e-5, "ci": "t"}, "more than"),
        ({"width": 0.1, "samples": 2}, "20 or more"),
    ],
)
def test_what_cannot_be_planned_is_said(options, what):
    with pytest.raises(OptionError, match=what):
        accord.plan(0.8, **options)


def test_the_command(tmp_path):
    run = CliRunner().invoke
    words = ["plan", "--value", ".8", "--null", ".6", "--coefficient", "cohen_kappa"]
    drawn, table = tmp_path / "plan.svg", tmp_path / "plan.csv"
    shown = run(app, [*words, "--samples", "40", "--plot", str(drawn), "--out", str(table)])
    assert shown.exit_code == 0, shown.output
    assert drawn.read_text().startswith("<?xml")
    rows = table.read_text().splitlines()
    assert rows[0].startswith("raters,subjects,ratings,cost")
    assert len(rows) == 6
    as_json = json.loads(run(app, [*words, "--ci", "t", "--json"]).stdout)
    assert as_json["choices"][0]["power"] == pytest.approx(0.8, abs=0.01)
    shown = " ".join(run(app, [*words, "--ci", "t"]).stdout.split())
    assert "the power to reject .60 is" in shown
    bad = run(app, ["plan", "--value", ".8", "--width", ".2", "--raters", "2,x"])
    assert isinstance(bad.exception, OptionError)
    assert "'x'" in str(bad.exception)


@pytest.mark.parametrize(
    ("value", "goal", "fewest", "most"),
    [
        (1.0, {"width": 0.2}, 20, 40),
        (1.0, {"null": 0.8}, 25, 45),
        (0.97, {"width": 0.3}, 16, 30),
    ],
)
def test_near_perfect_agreement_sizes_are_bracketed(value, goal, fewest, most):
    """Width falls with n there, not with its root: proposals alone go back and forth."""
    choice = accord.plan(value, "cohen_kappa", samples=60, **goal).choices[0]
    assert fewest <= choice.subjects <= most


def test_missing_ratings_cost_subjects_by_formula_too():
    """Of two ratings that are each missing half the time, a quarter of the subjects has both."""
    whole, half = (
        accord.plan(0.6, "fleiss_kappa", width=0.2, raters=2, ci="t", missing=missing)
        for missing in (0, 0.5)
    )
    assert half.choices[0].subjects == pytest.approx(4 * whole.choices[0].subjects, rel=0.05)


def test_raters_who_all_err_alike_agree_too():
    people = Population((0.5, 0.5), errors="adjacent").with_value(0.6, COEFFICIENTS["cohen_kappa"])
    assert people.skill > 0.5
    assert people.value(COEFFICIENTS["cohen_kappa"]) == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"null": 0.2, "alternative": "less"}, "use the opposite alternative"),
        ({"null": 0.9, "alternative": "greater"}, "use the opposite alternative"),
        ({"null": math.nan}, "from -1 to 1"),
        ({"null": 5}, "from -1 to 1"),
        ({"lower": -math.inf}, "from -1 to 1"),
        ({"width": 0.1, "power": 0.9}, "the goal null only"),
        ({"subjects": 40, "null": 0.6, "power": 0.9}, "given number of subjects"),
        ({"width": 0.1, "alternative": "greater"}, "there is no test"),
        ({"width": 0.1, "raters": 2.5}, "whole number"),
        ({"width": 0.1, "raters": "35"}, "whole number"),
        ({"width": 0.1, "raters": 100_000}, "to 1000"),
        ({"width": 0.1, "categories": 2.5}, "whole number"),
        ({"width": 0.1, "seed": 1.5}, "whole number"),
        ({"width": 0.1, "cost_per_rating": math.nan}, "0 or more"),
        ({"width": 0.1, "null": 0.2}, "width and null are given"),
        ({"width": 0.1, "seed": -5}, "whole number"),
        ({"subjects": 30.5}, "whole number"),
        ({"width": 0.1, "raters": []}, "no number"),
        ({"width": 0.1, "prevalence": []}, "no share"),
        ({"width": 0.1, "cost_per_rating": -1}, "0 or more"),
    ],
)
def test_what_makes_no_sense_is_said(options, what):
    with pytest.raises(OptionError, match=what):
        accord.plan(0.8, **options)


def test_no_standard_error_at_one():
    with pytest.raises(OptionError, match="dirichlet"):
        accord.plan(1.0, "cohen_kappa", width=0.2, ci="t")


def test_the_formula_keeps_its_own_goal_with_the_fewest_subjects():
    for goal in ({"width": 0.4}, {"width": 0.2}, {"lower": 0.7}, {"null": 0.6, "power": 0.999}):
        (found,) = accord.plan(0.8, "cohen_kappa", **goal, ci="t").choices
        less = {"null": goal["null"]} if "null" in goal else {}
        (fewer,) = accord.plan(
            0.8, "cohen_kappa", subjects=found.subjects - 1, ci="t", **less
        ).choices
        if "width" in goal:
            assert found.expected.width <= goal["width"] < fewer.expected.width
        elif "lower" in goal:
            assert fewer.expected.lower < goal["lower"] <= found.expected.lower
        else:
            assert fewer.expected.power < goal["power"] <= found.expected.power


def test_power_by_formula_is_that_of_the_t_test():
    """A t statistic around δ/se with n - 1 degrees of freedom rules out the null value."""
    from scipy.stats import nct
    from scipy.stats import t as student

    (found,) = accord.plan(
        0.6, "cohen_kappa", null=0.0, prevalence=0.3, subjects=17, ci="t"
    ).choices
    edge = student.ppf(0.975, 16)
    far = 0.6 / ((0.6 - found.expected.lower) / edge)
    power = nct.sf(edge, 16, far) + nct.cdf(-edge, 16, far)
    assert found.expected.power == pytest.approx(power, abs=1e-6)


def test_rare_categories_are_tried_out_however_many_subjects_it_takes():
    """Standard errors promise that 5,000 subjects do; of a category of .001 that is five."""
    options = {"prevalence": 0.999, "samples": 60}
    found = accord.plan(0.99, "cohen_kappa", null=0.9, **options).choices[0]
    assert found.expected.ci_method == "dirichlet"
    assert 12_000 < found.subjects < 40_000
    even = accord.plan(0.8, "fleiss_kappa", width=0.02, raters=2)
    assert even.choices[0].expected.ci_method == "t"
    assert any("formula" in warning for warning in even.warnings)


def test_perfect_agreement_is_never_known_from_a_standard_error():
    found = accord.plan(1.0, width=0.002, raters=2, samples=20).choices[0].expected
    assert found.subjects == pytest.approx(2_430, rel=0.05)
    assert found.lower == pytest.approx(0.998, abs=0.0001)


def test_much_missing_is_worked_out_and_not_sampled():
    full = accord.plan(0.8, width=0.2, raters=2, ci="t").choices[0].subjects
    much = accord.plan(0.8, width=0.2, raters=2, ci="t", missing=0.99).choices[0].subjects
    assert much == pytest.approx(full / 0.01**2, rel=0.03)


def test_a_table_of_possible_patterns_is_what_samples_tend_to_with_missing_ratings():
    people = Population((0.6, 0.4), raters=3, skill=0.8, missing=0.25)
    exact = people.typical()
    sample = people.table(people.ratings(200_000, np.random.default_rng(3)))
    assert exact.n + exact.unrated == pytest.approx(1)
    shares = dict(zip(map(tuple, exact.codes.tolist()), exact.multiplicity, strict=True))
    for row, times in zip(sample.codes.tolist(), sample.multiplicity, strict=True):
        assert times / 200_000 == pytest.approx(shares[tuple(row)], abs=0.003)


def test_coefficients_without_weights_are_not_planned_with_weights():
    with pytest.raises(UnsupportedError, match="identity weights only"):
        accord.plan(0.8, "aickin_alpha", width=0.2, weights="quadratic", categories=4)


def test_a_plan_of_measurements_says_that_it_is_of_marks():
    plan = accord.plan(0.8, "icc_c1", width=0.3, ci="t", raters=[2])
    assert "two marks" in " ".join(plan.warnings)
    with pytest.raises(OptionError, match="1 for perfect agreement"):
        accord.plan(0.8, "tdi", width=0.3)
