"""``accord check`` on the command line: exit codes, JUnit XML, annotations."""

import json
from xml.etree import ElementTree

import jsonschema
import pytest

from accord.present import schema_of
from helpers.paths import EXAMPLES
from helpers.running import run

ESSAYS = EXAMPLES / "essays.csv"
QUICK = ("--ci", "t")


def test_the_exit_code_is_the_verdict(tmp_path):
    assert run("check", ESSAYS, "--min", "gwet_ac=.3", *QUICK).returncode == 0
    assert run("check", ESSAYS, "--min", "gwet_ac=.31", *QUICK).returncode == 1
    assert run("check", ESSAYS, "--min", "cohen_kappa=-1", *QUICK).returncode == 1  # undefined
    assert run("check", tmp_path / "absent.csv", "--min", "gwet_ac=.3").returncode == 2
    assert run("check", ESSAYS, "--min", "gwet=.3").returncode == 2
    assert run("check", ESSAYS).returncode == 2
    assert run("check", "--min", "gwet_ac=.3").returncode == 2


def test_a_bug_has_an_exit_code_of_its_own(monkeypatch):
    def broken(*args, **options):
        raise RuntimeError("broken")

    monkeypatch.delenv("ACCORD_DEBUG", raising=False)
    monkeypatch.setattr("accord.analysis.checks.check", broken)
    done = run("check", ESSAYS, "--min", "gwet_ac=.3")
    assert done.returncode == 70
    assert "This is a bug in accord" in done.stderr


def test_the_table_shows_value_limit_threshold_and_verdict():
    done = run("check", ESSAYS, "--min", "gwet_ac=.3", "--min-lower", "gwet_ac=.3", *QUICK)
    assert "Two requirements checked: 1 fails." in done.stdout
    lines = [line.split() for line in done.stdout.splitlines() if line.startswith("Gwet's AC1")]
    assert [line[-1] for line in lines] == ["holds", "fails"]
    assert [line[-2] for line in lines] == [".300", ".300"]


def test_json_keeps_to_its_schema_and_is_a_result_to_compare_with(tmp_path):
    done = run("check", ESSAYS, "--min", "gwet_ac=.3", "--by", "class", "--json", *QUICK)
    plain = json.loads(done.stdout)
    jsonschema.validate(plain, json.loads(schema_of("check")))
    assert plain["passed"] is (done.returncode == 0)
    last = tmp_path / "last.json"
    last.write_text(done.stdout)
    options = ("--min", "gwet_ac=.1", "--by", "class", "--no-worse-than", last, *QUICK)
    assert run("check", ESSAYS, *options).returncode == 0
    plain["limits"][0]["value"] += 0.05
    last.write_text(json.dumps(plain))
    assert run("check", ESSAYS, *options).returncode == 1
    assert run("check", ESSAYS, *options, "--margin", ".051").returncode == 0


def test_a_report_is_a_result_to_compare_with(tmp_path):
    last = tmp_path / "last.json"
    run("report", ESSAYS, "--out", last, *QUICK)
    done = run("check", ESSAYS, "--no-worse-than", last, *QUICK)
    assert done.returncode == 0, done.stdout
    assert run("check", ESSAYS, "--no-worse-than", last, "--level", "ordinal").returncode == 1


def test_junit_has_a_case_for_each_requirement(tmp_path):
    path = tmp_path / "junit.xml"
    run("check", ESSAYS, "--min", "gwet_ac=.31,fleiss_kappa=.2", "--junit", path, *QUICK)
    suite = ElementTree.parse(path).getroot().find("testsuite")
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    failed = [case.get("name") for case in suite if case.find("failure") is not None]
    assert failed == ["gwet_ac: value at least 0.31"]


def test_annotations_are_lines_that_github_reads():
    done = run("check", ESSAYS, "--min", "gwet_ac=.31", "--by", "class", "--github", *QUICK)
    lines = [line for line in done.stdout.splitlines() if line.startswith("::")]
    assert lines[0].startswith("::error title=accord check::Gwet's AC1, value .308, threshold .310")
    assert lines[-1].startswith("::error title=accord check::")
    mixed = run("check", ESSAYS, "--min", "gwet_ac=.1", "--github", "--json", *QUICK)
    json.loads(mixed.stdout)
    assert mixed.stderr.startswith("::notice")


@pytest.mark.parametrize("form", ["html", "md", "tex", "xlsx", "csv", "json", "txt"])
def test_every_form_is_written(tmp_path, form):
    path = tmp_path / f"check.{form}"
    assert run("check", ESSAYS, "--min", "gwet_ac=.3", "--out", path, *QUICK).returncode == 0
    assert path.stat().st_size > 50
