"""Sets of labels on the command line: report, preview, pattern files."""

import json

import pytest

import accord
from helpers.running import run

TEXT = """id,ann,bo,cy
1,a;b,a,a
2,b,b;c,b
3,c,c,c
4,;,;,a
5,a;c,a,a;c
6,b,b,b;c
7,a;b;c,a;b,a
8,c,,c
"""


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "ratings.csv"
    file.write_text(TEXT)
    return file


def report(path, *options):
    return json.loads(run("report", str(path), "--sets", ";", "--json", *options).stdout)


def test_a_report_leads_with_credit_for_common_labels(path):
    result = report(path)
    alpha = accord.krippendorff_alpha(path, weights="masi", sets=";")
    beside = {e["name"]: e for e in result["beside"]["coefficients"]}
    assert result["lead"] == {
        "agreement": "sets",
        "part": "beside",
        "follows": True,
        "coefficient": "krippendorff_alpha",
    }
    assert beside["krippendorff_alpha"]["value"] == pytest.approx(alpha.value)
    assert beside["krippendorff_alpha"]["lower"] == pytest.approx(alpha.lower)
    assert result["data"]["labels"] == ["a", "b", "c"]
    exact = {e["name"]: e["value"] for e in result["coefficients"]}
    assert exact["krippendorff_alpha"] == pytest.approx(
        accord.krippendorff_alpha(path, sets=";").value
    )


def test_a_report_has_a_section_on_each_label(path):
    result = report(path, "--ci", "t")
    labels = accord.by_label(path, sets=";", ci="t")
    section = result["sections"]["labels"]
    assert [row["label"] for row in section["labels"]] == ["a", "b", "c"]
    assert section["mean"]["value"] == pytest.approx(labels.mean.value)
    assert section["mean"]["se"] == pytest.approx(labels.mean.se)
    printed = run("report", str(path), "--sets", ";", "--ci", "t").stdout
    assert "Agreement on each label" in printed
    assert "Mean over labels" in printed


@pytest.mark.parametrize("weights", ["jaccard", "masi", "identity", "exact"])
def test_stated_weights(path, weights):
    result = report(path, "--weights", weights, "--ci", "t")
    values = {e["name"]: e for e in result["coefficients"]}
    value = accord.krippendorff_alpha(path, weights=weights, sets=";", ci="t").value
    assert values["krippendorff_alpha"]["value"] == pytest.approx(value)
    assert values["krippendorff_alpha"]["weights"] == weights.replace("exact", "identity")


def test_details_have_no_table_of_single_sets(path):
    details = report(path, "--details", "--ci", "t")["details"]
    assert details["categories"] == []
    assert details["pairs"] is not None


def test_preview_states_the_separator(path):
    printed = run("preview", str(path), "--sets", ";").stdout
    assert "--sets ';'" in printed
    assert "a + b" in printed


def test_the_reproduced_command_and_call_state_sets_and_weights(path):
    reproduced = report(path)["reproduce"]
    assert "sets=';'" in reproduced["python"]
    assert "masi" in reproduced["python"]


def test_patterns_keep_sets(path, tmp_path):
    table = tmp_path / "ratings.patterns"
    run("compress", str(path), "--out", str(table), "--sets", ";")
    result = json.loads(run("report", str(table), "--json", "--ci", "t").stdout)
    assert result["data"]["labels"] == ["a", "b", "c"]
