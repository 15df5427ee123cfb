"""The table of all intraclass correlations, with errors of measurement."""

import json
import math

import pytest

import accord
from accord.analysis.views import IntraclassCorrelations
from accord.errors import OptionError, UnknownNameError, UnsupportedError
from helpers.measurements import DATA, close, rows, values
from helpers.running import run

FIVE = DATA["shrout_fleiss_1979"]["rows"]
ERRORS = {"SEM_agreement": "agreement", "SEM_consistency": "consistency", "SEM_oneway": "one_way"}


@pytest.mark.parametrize("entry", [case for name in ERRORS for case in values("icc", name)])
def test_errors_of_measurement(entry):
    name = ERRORS[entry["statistic"]]
    result = accord.icc(rows(entry))
    (error,) = (e for e in result.errors if e.name == name)
    assert close(error.sem, entry["value"])
    assert close(error.sdc, entry["sdc_196"])
    assert close(error.mean_sem, entry["value"] / math.sqrt(len(result.raters)))


@pytest.mark.parametrize("entry", values("icc", "rater_effect_F"))
def test_differences_between_raters(entry):
    test = accord.icc(rows(entry)).rater_test
    assert close(test.f, entry["value"])
    assert (test.df1, test.df2) == (entry["df1"], entry["df2"])
    assert close(test.p_value, entry["p"], 1e-7)


def test_estimates_are_those_of_the_single_functions():
    result = accord.icc(FIVE, ci="f", confidence=0.9)
    assert len(result) == 6
    for e in result:
        single = getattr(accord, e.name)(FIVE, ci="f", confidence=0.9)
        assert (e.value, e.interval, e.p_value) == (single.value, single.interval, single.p_value)
    with pytest.raises(UnknownNameError):
        result["icc_b1"]
    assert "icc_a1" in result


def test_the_result_survives_json():
    result = accord.icc(FIVE)
    again = IntraclassCorrelations.from_dict(json.loads(json.dumps(result.to_dict())))
    assert again.to_dict() == result.to_dict()
    assert "ICC(A,1)" in str(result)


REML = {
    (entry.values[0]["data"], len(entry.values[0]["components"])): entry.values[0]
    for entry in values("icc_unbalanced", "reml")
}


def test_restricted_maximum_likelihood():
    result = accord.icc(DATA["gaps"]["rows"], estimator="reml")
    one, two = REML["gaps", 2], REML["gaps", 3]
    assert result["icc_1"].value == pytest.approx(one["icc"], rel=1e-9)
    assert result["icc_a1"].value == pytest.approx(two["icc"], rel=1e-9)
    parts = result.components
    assert parts.subjects == pytest.approx(two["components"]["subject"], rel=1e-9)
    assert parts.raters == pytest.approx(two["components"]["rater"], rel=1e-9)
    assert parts.residual == pytest.approx(two["components"]["residual"], rel=1e-9)
    assert parts.within == pytest.approx(one["components"]["residual"], rel=1e-9)
    found = {fit.design: fit.minus2_reml_loglik for fit in result.restricted}
    assert found["one_way"] == pytest.approx(one["minus2_reml_loglik"], abs=1e-9)
    assert found["two_way"] == pytest.approx(two["minus2_reml_loglik"], abs=1e-9)
    again = IntraclassCorrelations.from_dict(json.loads(json.dumps(result.to_dict())))
    assert again.to_dict() == result.to_dict()


def test_both_estimators_agree_on_complete_ratings():
    moments, reml = accord.icc(FIVE), accord.icc(FIVE, estimator="reml")
    for e in reml:
        assert e.value == pytest.approx(moments[e.name].value, rel=1e-9)
        assert e.interval.method == e.p_method == "profile_likelihood"
        assert e.lower < e.value < e.upper
    assert "restricted" not in moments.to_dict()
    k, single, mean = 4, reml["icc_a1"].interval, reml["icc_ak"].interval
    for limit, of_mean in zip(single, mean, strict=True):
        assert of_mean == pytest.approx(k * limit / (1 + (k - 1) * limit), rel=1e-6)
    assert reml.errors[0].sem == pytest.approx(moments.errors[0].sem, rel=1e-9)


def test_components_below_0_are_0():
    result = accord.icc(DATA["negative"]["rows"], estimator="reml")
    assert result["icc_a1"].value == 0 == result["icc_a1"].lower
    assert result["icc_a1"].p_value == 1
    assert accord.icc(DATA["negative"]["rows"])["icc_a1"].value < 0


def test_unknown_raters_have_the_one_way_design():
    counts = [[row.count(value) for value in range(1, 11)] for row in FIVE]
    table = {str(value): [row[value - 1] for row in counts] for value in range(1, 11)}
    result = accord.icc(table, layout="counts", estimator="reml")
    assert [fit.design for fit in result.restricted] == ["one_way"]
    assert result["icc_1"].value == pytest.approx(accord.icc_1(FIVE).value, rel=1e-9)


def test_other_methods_are_refused_with_restricted_maximum_likelihood():
    with pytest.raises(OptionError, match="profile likelihood"):
        accord.icc(FIVE, ci="f", estimator="reml")
    with pytest.raises(OptionError, match="moments, reml"):
        accord.icc(FIVE, estimator="ml")
    table = {"a": [1, 2, 4, 5], "b": [1, 3, 4, 4], "school": ["x", "x", "y", "y"]}
    with pytest.raises(UnsupportedError, match="clusters"):
        accord.icc(table, cluster="school", estimator="reml")


def test_undefined_components_have_a_reason():
    result = accord.icc([[1, 2], [2, 3], [4, 5]], estimator="reml")
    assert math.isnan(result["icc_a1"].value)
    assert "residual variance is 0" in result["icc_a1"].reason
    assert any("residual variance is 0" in text for text in result.warnings)
    assert result["icc_1"].value > 0.8


def test_words_are_refused():
    with pytest.raises(UnsupportedError, match="words"):
        accord.icc([["a", "b"], ["b", "b"]])


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "lengths.csv"
    lines = [",".join(f"{cell + 0.25:g}" for cell in row) for row in FIVE]
    path.write_text("\n".join(["ann,bo,cy,di", *lines]) + "\n")
    return path


def test_a_report_has_them(file):
    printed = json.loads(run("report", file, "--json").stdout)
    section = printed["sections"]["reliability"]
    assert [e["name"] for e in section["coefficients"]] == [e.name for e in accord.icc(FIVE)]
    by_name = {e["name"]: e for e in printed["coefficients"]}
    assert by_name["icc_a1"]["value"] == pytest.approx(0.2897637795275591, abs=1e-9)
    text = " ".join(run("report", file).stdout.split())
    assert "ICC(A,1), absolute agreement = .29" in text
    assert "Errors of measurement" in text


def test_f_intervals_on_the_command_line(file):
    chosen = ("--coefficients", "icc_a1,icc_c1", "--ci", "f", "--json")
    printed = json.loads(run("report", file, *chosen).stdout)
    section = {e["name"]: e for e in printed["sections"]["reliability"]["coefficients"]}
    assert section["icc_ak"]["lower"] == pytest.approx(0.07113681530250326, abs=1e-7)
    low = {e["name"]: e["lower"] for e in printed["coefficients"]}
    assert low["icc_a1"] == pytest.approx(0.01878651337471199, abs=1e-7)
    assert "take the raters as a random sample" in " ".join(
        run("report", file, *chosen[:-1]).stdout.split()
    )


def test_the_estimator_on_the_command_line(file):
    expected = accord.icc(FIVE, estimator="reml")
    printed = json.loads(run("report", file, "--estimator", "reml", "--json").stdout)
    section = printed["sections"]["reliability"]
    for e, found in zip(expected, section["coefficients"], strict=True):
        assert found["value"] == pytest.approx(e.value, rel=1e-9)
        assert found["lower"] == pytest.approx(e.lower, rel=1e-6, abs=1e-9)
    assert section["restricted"][1]["minus2_reml_loglik"] == pytest.approx(
        expected.restricted[1].minus2_reml_loglik, abs=1e-6
    )
    chosen = run("report", file, "--estimator", "reml", "--ci", "t", "--confidence", ".9")
    text = " ".join(chosen.stdout.split())
    assert "90% CI" in text
    assert "restricted maximum likelihood (REML)" in text
