"""The table of all intraclass correlations, with errors of measurement."""

import json
import math

import pytest

import accord
from accord.analysis.views import IntraclassCorrelations
from accord.errors import UnknownNameError, UnsupportedError
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
