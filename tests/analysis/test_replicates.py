"""Ratings with replicates, generalizability and decision studies."""

import json
import math

import numpy as np
import pytest

import accord
from accord.errors import ColumnNotFoundError, OptionError, UnsupportedError
from accord.statistics.crossed_components import CellSums, fixed_raters, one_factor, random_raters
from helpers.measurements import DATA, close, ratings_of, rows, values
from helpers.paths import EXAMPLES
from helpers.running import run

GONIO = DATA["gonio"]["values"]
RATINGS = DATA["shrout_fleiss_1979"]["rows"]
CATEGORIES = DATA["category_replicates"]["values"]
LONG = [
    dict(zip(DATA["iccdata1"]["columns"], row, strict=True)) for row in DATA["iccdata1"]["rows"]
]


@pytest.fixture
def table(tmp_path):
    """A row per rating, with a column of the trials."""
    y = np.array(GONIO, dtype=float)
    lines = [f"{i + 1},{'ab'[g]},{t + 1},{y[i, g, t]}" for i, g, t in np.ndindex(y.shape)]
    path = tmp_path / "trials.csv"
    path.write_text("\n".join(["subject,rater,trial,score", *lines]))
    return path


def cells_of(name):
    return CellSums(*ratings_of(name))


MODELS = {
    "ICC(1A)": one_factor,
    "ICC(1B)": lambda c: one_factor(c, raters=True),
    "ICC(2,nointer)": lambda c: random_raters(c, interaction=False),
    "ICC(2,inter)": random_raters,
    "ICC(3,nointer)": lambda c: fixed_raters(c, interaction=False),
    "ICC(3,inter)": fixed_raters,
}


@pytest.mark.parametrize("entry", [c for name in MODELS for c in values("icc_unbalanced", name)])
def test_components_of_unbalanced_designs(entry):
    parts = MODELS[entry["statistic"]](cells_of(entry["data"]))
    if "value" in entry:
        value = parts.intra if entry["statistic"] == "ICC(1B)" else parts.inter
        assert close(value, entry["value"])
        return
    assert close(parts.inter, entry["inter"])
    if entry["intra"] is not None:
        assert close(parts.intra, entry["intra"])
    assert close(parts.error, entry["error"])
    if "rater" in entry:
        assert close(parts.subjects, entry["subject"])
        assert close(parts.raters, entry["rater"])


def test_intra_and_inter_rater_reliability_of_measurements():
    (case,) = values("replicates", "eliasziw")
    expected = case.values[0]
    study = accord.replicates(GONIO)
    for name in ("inter_random", "inter_fixed", "intra_random", "intra_fixed"):
        found = study[name]
        assert close(found.value, expected[name])
        assert found.interval.low < found.value < found.interval.high
    for kind in ("random", "fixed"):
        assert close(study[f"inter_{kind}"].lower_bound, expected[f"lower_inter_{kind}"], 1e-7)
    assert close(study.sem, expected["sem_intra"])
    for rater, intra, sem in zip(
        study.raters,
        expected["intra_random_by_rater"],
        expected["sem_intra_by_rater"],
        strict=True,
    ):
        assert close(rater.intra, intra)
        assert close(rater.sem, sem)


def test_intra_and_inter_rater_reliability_of_categories():
    expected = values("replicates", "replicates")[0].values[0]
    study = accord.replicates(CATEGORIES)
    assert close(study.intra_agreement, expected["intra_agreement"])
    assert close(study.inter_agreement, expected["inter_agreement"])
    assert close(study.chance, expected["chance"])
    assert close(study["intra"].value, expected["kappa_intra"])
    assert close(study["inter"].value, expected["kappa_inter"])
    for case in values("replicates", "intra_rater"):
        entry = case.values[0]
        rater = study.raters[entry["options"]["rater"] - 1]
        assert close(rater.agreement, entry["agreement"])
        assert close(rater.intra, entry["kappa"])
        table = [of_subject[entry["options"]["rater"] - 1] for of_subject in CATEGORIES]
        e = accord.fleiss_kappa(table, layout="wide")
        assert close(e.value, entry["kappa"])
        assert close(e.se, entry["se"])


def test_rows_of_ratings_are_read():
    study = accord.replicates(LONG)
    entry = values("icc_unbalanced", "ICC(2,inter)")[0].values[0]
    assert close(study["inter_random"].value, entry["inter"])
    assert (study.n, study.ratings) == (5, 40)
    assert [rater.rater for rater in study.raters] == ["J1", "J2", "J3", "J4"]
    assert math.isnan(study["inter_random"].lower_bound)
    renamed = [{"who": row["subject"], "by": row["rater"], "y": row["rating"]} for row in LONG]
    again = accord.replicates(renamed, item="who", rater="by", score="y")
    assert again["intra_fixed"].value == study["intra_fixed"].value
    with pytest.raises(ColumnNotFoundError, match="'none'"):
        accord.replicates(renamed, item="none", rater="by", score="y")
    with pytest.raises(UnsupportedError, match="twice"):
        accord.replicates([[[1], [2]], [[2], [3]]])
    with pytest.raises(UnsupportedError, match="twice"):
        accord.replicates(RATINGS)


def test_columns_that_tell_repeated_ratings_apart_are_no_part_of_the_subject(table):
    study, expected = accord.replicates(table), accord.replicates(GONIO)
    assert study.n == expected.n
    assert study["inter_random"].value == pytest.approx(expected["inter_random"].value)
    assert study.components == pytest.approx(expected.components)


def test_readings_may_be_columns():
    y = np.array(GONIO, dtype=float)
    wide = {f"{'ab'[g]}{t + 1}": y[:, g, t] for g, t in np.ndindex(y.shape[1:])}
    readings = {name: [column for column in wide if column[0] == name] for name in "ab"}
    study = accord.replicates(wide, readings=readings)
    assert study["inter_fixed"].value == pytest.approx(
        accord.replicates(GONIO)["inter_fixed"].value
    )
    assert [rater.rater for rater in study.raters] == ["a", "b"]
    with pytest.raises(ColumnNotFoundError):
        accord.replicates(wide, readings={"a": ["a1", "a9"]})


def test_numbers_that_are_codes_are_categories():
    codes = [[[{"p": 1, "q": 2, "r": 3}[c] for c in cell] for cell in row] for row in CATEGORIES]
    expected = accord.replicates(CATEGORIES)
    assert accord.replicates(codes, level="nominal")["intra"].value == expected["intra"].value


def test_a_report_and_the_command_have_the_same_numbers(table, tmp_path):
    expected = accord.replicates(GONIO)["intra_random"].value
    report = json.loads(run("report", table, "--duplicates", "replicates", "--json").stdout)
    found = {e["name"]: e["value"] for e in report["sections"]["replicates"]["reliabilities"]}
    assert found["intra_random"] == pytest.approx(expected)
    printed = json.loads(run("replicates", table, "--json").stdout)
    alone = {e["name"]: e["value"] for e in printed["reliabilities"]}
    assert alone == pytest.approx(found)
    page = tmp_path / "page.html"
    done = run("replicates", table, "--out", page)
    assert done.returncode == 0, done.stderr
    assert "Standard error of measurement of a repeated rating" in page.read_text()
    plain = json.loads(run("report", EXAMPLES / "essays.csv", "--ci", "t", "--json").stdout)
    assert plain["sections"]["replicates"] is None if "replicates" in plain["sections"] else True


@pytest.mark.parametrize("name", ["iccdata1", "gonio"])
def test_reliabilities_by_restricted_maximum_likelihood(name):
    (entry,) = (
        e.values[0]
        for e in values("icc_unbalanced", "reml")
        if e.values[0]["data"] == name and len(e.values[0]["components"]) == 4
    )
    study = accord.replicates(LONG if name == "iccdata1" else GONIO, estimator="reml")
    expected = entry["components"]
    assert study.components == pytest.approx(
        {
            "subjects": expected["subject"],
            "raters": expected["rater"],
            "interaction": expected["cell"],
            "error": expected["residual"],
        },
        rel=1e-9,
    )
    assert study["inter_random"].value == pytest.approx(entry["icc"], rel=1e-9)
    assert study["intra_random"].value == pytest.approx(entry["intra"], rel=1e-9)
    assert study.minus2_reml_loglik == pytest.approx(entry["minus2_reml_loglik"], abs=1e-9)
    for each in study.reliabilities:
        assert each.interval.low < each.value < each.interval.high
    again = type(study).from_dict(json.loads(json.dumps(study.to_dict())))
    assert again.to_dict() == study.to_dict()


def test_both_estimators_agree_on_balanced_ratings():
    """All components of these ratings are positive; only the intervals of random raters differ."""
    moments, reml = (accord.replicates(GONIO, estimator=name) for name in ("moments", "reml"))
    assert reml.components == pytest.approx(moments.components, rel=1e-9)
    assert reml.sem == pytest.approx(moments.sem, rel=1e-9)
    for first, second in zip(moments.reliabilities, reml.reliabilities, strict=True):
        assert second.value == pytest.approx(first.value, rel=1e-9)
        same = second.interval.method == "fisher_z"
        assert same == first.name.endswith("fixed")
        if same:
            assert tuple(second.interval) == pytest.approx(tuple(first.interval), rel=1e-6)
    low = reml["inter_random"].interval.low  # two raters say little of others
    assert low < 0.5 < moments["inter_random"].interval.low
    assert "minus2_reml_loglik" not in moments.to_dict()


def test_a_single_rater_by_restricted_maximum_likelihood():
    y = np.array(GONIO, dtype=float)[:, :1]
    moments, reml = (accord.replicates(y, estimator=name) for name in ("moments", "reml"))
    assert reml["intra_fixed"].value == pytest.approx(moments["intra_fixed"].value, rel=1e-9)
    assert reml.components == pytest.approx(moments.components, rel=1e-9)


def test_undefined_restricted_components_have_a_reason():
    study = accord.replicates(
        [[[1, 1], [2, 2]], [[2, 2], [4, 4]], [[5, 5], [3, 3]]], estimator="reml"
    )
    assert math.isnan(study["inter_random"].value)
    assert math.isnan(study["inter_random"].interval.low)
    assert any("replicates do not vary" in text for text in study.warnings)
    with pytest.raises(OptionError, match="moments, reml"):
        accord.replicates(GONIO, estimator="ml")


def test_the_estimator_on_the_command_line(table, tmp_path):
    expected = accord.replicates(GONIO, estimator="reml")
    chosen = ("--estimator", "reml", "--json")
    alone = json.loads(run("replicates", table, *chosen).stdout)
    report = json.loads(run("report", table, "--duplicates", "replicates", *chosen).stdout)
    for found in (alone, report["sections"]["replicates"]):
        assert found["estimator"] == "reml"
        assert found["minus2_reml_loglik"] == pytest.approx(expected.minus2_reml_loglik)
        assert found["components"] == pytest.approx(expected.components)
    page = tmp_path / "page.html"
    assert run("replicates", table, "--estimator", "reml", "--out", page).returncode == 0
    assert "-2 log likelihood 685.5" in page.read_text()


def test_a_single_rater_has_an_intra_rater_reliability():
    y = np.array(GONIO, dtype=float)[:, :1]
    study = accord.replicates(y)
    (intra,) = study.reliabilities
    alone = accord.icc_1(y[:, 0])
    assert intra.name == "intra_fixed"
    assert intra.value == pytest.approx(alone.value)
    assert intra.interval.low < intra.value < intra.interval.high
    assert study.raters[0].intra == pytest.approx(intra.value)
    assert study.sem == pytest.approx(math.sqrt(y[:, 0].var(axis=1, ddof=1).mean()))


def test_constant_ratings_and_wrong_input_are_no_bugs(tmp_path):
    same = accord.replicates([[[1, 1], [1, 1]], [[1, 1], [1, 1]]])
    assert math.isnan(same["intra_random"].value)
    once = tmp_path / "once.csv"
    once.write_text("subject,rater,score\n1,a,2\n1,b,3\n2,a,4\n2,b,5\n")
    for words, what in (
        ([once], "rated a subject twice"),
        ([once, "--readings", "a"], "judge=run1,run2"),
        ([tmp_path / "none.csv"], "none.csv"),
    ):
        refused = run("replicates", *words)
        assert refused.returncode == 2
        assert what in refused.stderr


def test_the_jackknife_covers_with_many_subjects():
    rng = np.random.default_rng(1)
    inside = 0
    for _ in range(60):
        subject = rng.normal(0, 2, (40, 1, 1))
        y = subject + rng.normal(0, 1, (40, 3, 1)) + rng.normal(0, 0.5, (40, 3, 2))
        inside += 4 / 5.25 in accord.replicates(y)["inter_fixed"].interval
    assert inside >= 52


@pytest.mark.parametrize("entry", values("icc", "d_study_one_facet"))
def test_decisions_of_one_facet(entry):
    decision = accord.g_study(rows(entry)).decide(entry["options"]["n_r"])
    assert close(decision.generalizability, entry["g"])
    assert close(decision.dependability, entry["phi"])


def test_components_of_two_facets():
    entry = values("generalizability", "variance_components")[0].values[0]
    study = accord.g_study(np.array(DATA["g_study"]["values"]))
    for source, value in study.components.items():
        assert close(value, entry[f"var_{source}"])
    assert (study.n, study.raters, study.occasions) == (8, 3, 2)


@pytest.mark.parametrize("entry", values("generalizability", "d_study"))
def test_decisions_of_two_facets(entry):
    study = accord.g_study(DATA["g_study"]["values"])
    decision = study.decide(entry["options"]["n_r"], entry["options"]["n_o"])
    for ours, theirs in (
        ("generalizability", "g"),
        ("dependability", "phi"),
        ("relative_error", "relative_error"),
        ("absolute_error", "absolute_error"),
        ("relative_sem", "sem_relative"),
        ("absolute_sem", "sem_absolute"),
    ):
        assert close(getattr(decision, ours), entry[theirs])


def test_how_many_raters_a_reliability_needs():
    study = accord.g_study(DATA["shrout_fleiss_1979"]["rows"])
    k = study.raters_for(0.9)
    assert study.decide(k).dependability >= 0.9 > study.decide(k - 1).dependability
    assert study.raters_for(0.9, absolute=False) < k
    with pytest.raises(OptionError, match="between 0 and 1"):
        study.raters_for(1)
    with pytest.raises(UnsupportedError, match="do not reach"):
        accord.g_study(DATA["negative"]["rows"]).raters_for(0.9)


def test_a_fixed_facet_is_part_of_what_is_measured():
    study = accord.g_study(DATA["g_study"]["values"])
    parts = study.components
    decision = study.decide(3, 2, fixed="o")
    person = parts["p"] + parts["po"] / 2
    relative = parts["pr"] / 3 + parts["pro"] / 6
    assert decision.generalizability == pytest.approx(person / (person + relative))
    with pytest.raises(OptionError):
        study.decide(fixed="p")
