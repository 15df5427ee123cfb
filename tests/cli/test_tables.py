"""``accord report`` on many variables: one table in every form, and details on demand."""

import csv
import io
import json

import jsonschema
import pytest

import accord
from accord.present import schema_of
from helpers.paths import EXAMPLES
from helpers.running import run

ARTICLES = EXAMPLES / "articles.csv"
CODEBOOK = EXAMPLES / "codebook.csv"
QUICK = ("--ci", "t", "--replicates", "200")


@pytest.fixture(scope="module")
def plain():
    """What --json prints of the articles."""
    done = run("report", ARTICLES, "--json", *QUICK)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_json_has_the_table_and_a_report_for_each_variable(plain):
    jsonschema.validate(plain, json.loads(schema_of("report")))
    assert list(plain)[-4:] == ["accord", "source", "table", "questions"]
    names = [part["question"] for part in plain["questions"]]
    assert names == ["topic", "tone", "threat", "paragraphs"]
    for part in plain["questions"]:
        alone = json.loads(
            run("report", ARTICLES, "--variables", part["question"], "--json", *QUICK).stdout
        )
        for key in ("coefficients", "beside", "lead", "diagnosis", "data"):
            assert part[key] == alone[key], key
        assert {"kind", *part} == {*alone, "question"}


def test_the_table_quotes_the_reports(plain):
    for row, part in zip(plain["table"]["rows"], plain["questions"], strict=True):
        leading = part if part["lead"]["part"] == "coefficients" else part["beside"]
        values = {e["name"]: e["value"] for e in leading["coefficients"]}
        assert {e["name"]: e["value"] for e in row["coefficients"]}.items() <= values.items()
        assert row["subjects"] == part["data"]["subjects"]


def test_the_terminal_shows_one_table_in_80_columns(monkeypatch):
    monkeypatch.setattr("helpers.running.ENVIRONMENT", {"COLUMNS": "80"})
    done = run("report", ARTICLES)
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("accord ") for line in lines) == 1
    assert [line.split()[0] for line in lines if line.startswith(("topic", "tone"))][:2] == [
        "topic",
        "tone",
    ]
    assert lines[-1] == "More tables and metrics: --details."


def test_the_short_table_has_the_numbers_of_the_complete_one():
    def values(*words):
        out = run("report", ARTICLES, *words)
        return json.loads(out.stdout)

    table = accord.agreement_table(ARTICLES)
    complete = values("--json")["table"]["rows"]
    for row, other in zip(table, complete, strict=True):
        for e, quoted in zip(row.coefficients, other["coefficients"], strict=True):
            assert e.value == pytest.approx(quoted["value"], abs=1e-12)
            assert e.lower == pytest.approx(quoted["lower"], abs=1e-9)
            assert e.upper == pytest.approx(quoted["upper"], abs=1e-9)
        assert [flag.name for flag in row.flags] == [flag["name"] for flag in other["flags"]]


def test_details_add_the_report_on_each_variable():
    done = run("report", ARTICLES, "--details", *QUICK)
    starts = [line for line in done.stdout.splitlines() if line.startswith("accord 0")]
    assert len(starts) == 5
    assert starts[1].endswith("articles.csv, topic")


def test_csv_has_a_row_per_variable_with_full_numbers(plain, tmp_path):
    path = tmp_path / "table.csv"
    run("report", ARTICLES, "--out", path, *QUICK)
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    assert [row["variable"] for row in rows] == ["topic", "tone", "threat", "paragraphs"]
    for row, quoted in zip(rows, plain["table"]["rows"], strict=True):
        e = quoted["coefficients"][0]
        assert float(row[e["name"]]) == e["value"]
        assert float(row[f"{e['name']}_lower"]) == e["lower"]


def test_html_folds_the_reports_and_draws_the_variables(tmp_path):
    path = tmp_path / "table.html"
    run("report", ARTICLES, "--out", path, *QUICK)
    page = path.read_text()
    assert page.count('<details class="ac-part">') == 4
    assert page.count("<img") == 1
    first = page.index('<details class="ac-part">')
    assert page.index("Agreement by variable") < page.index("<img") < first


@pytest.mark.parametrize("form", ["md", "tex", "xlsx", "txt"])
def test_every_form_is_written(tmp_path, form):
    path = tmp_path / f"table.{form}"
    done = run("report", ARTICLES, "--variables", "topic,tone", "--out", path, *QUICK)
    assert done.returncode == 0, done.stderr
    assert path.stat().st_size > 500


def test_a_codebook_and_flags_are_the_same():
    stated = json.loads(run("report", ARTICLES, "--codebook", CODEBOOK, "--json", *QUICK).stdout)
    flags = (
        "--levels", "topic=nominal,tone=ordinal,threat=nominal,paragraphs=ratio",
        "--weights", "tone=linear", "--variables", "topic,tone,threat,paragraphs",
    )  # fmt: skip
    by_flags = json.loads(run("report", ARTICLES, *flags, "--json", *QUICK).stdout)
    assert [row["label"] for row in stated["table"]["rows"]][:2] == ["Topic", "Tone"]
    for one, other in zip(stated["table"]["rows"], by_flags["table"]["rows"], strict=True):
        assert one["level"] == other["level"]
        assert [e["weights"] for e in one["coefficients"]] == [
            e["weights"] for e in other["coefficients"]
        ]
        assert [e["value"] for e in one["coefficients"]] == pytest.approx(
            [e["value"] for e in other["coefficients"]]
        )
    assert [row["level_guessed"] for row in stated["table"]["rows"]] == [False] * 4


def test_groups_are_rows(tmp_path):
    path = tmp_path / "articles.csv"
    lines = ARTICLES.read_text().splitlines()
    rows = [f"{line},{'ab'[int(line.split(',')[0]) % 2]}" for line in lines[1:]]
    path.write_text("\n".join([f"{lines[0]},paper", *rows]))
    done = run("report", path, "--by", "paper", "--variables", "topic,tone", "--json", *QUICK)
    assert done.returncode == 0, done.stderr
    places = [(r["variable"], r["group"]) for r in json.loads(done.stdout)["table"]["rows"]]
    assert places == [
        ("topic", None), ("topic", "a"), ("topic", "b"),
        ("tone", None), ("tone", "a"), ("tone", "b"),
    ]  # fmt: skip


def test_mistakes_are_refused():
    for words in (
        ("--variables", "tonne"),
        ("--levels", "tonne=ordinal"),
        ("--levels", "tone=ordnal"),
        ("--weights", "tone=liner"),
        ("--codebook", "absent.csv"),
    ):
        done = run("report", ARTICLES, *words)
        assert done.returncode == 2, words
        assert "Traceback" not in done.stderr
