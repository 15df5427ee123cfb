"""Study files: what they state is what flags state, and mistakes in them are errors."""

import json
import tomllib

import pytest

from accord.errors import InputError, OptionError
from accord.io.study_file import read_study_file, toml_value
from helpers.paths import EXAMPLES
from helpers.printed import GRID, STUDIO
from helpers.running import run

ESSAYS = EXAMPLES / "essays.csv"


def written(folder, text, name="accord.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def result(*words, code=0):
    done = run(*words, "--json")
    assert done.returncode == code, done.stderr
    plain = json.loads(done.stdout)
    plain.pop("reproduce", None)
    return plain


def test_a_study_file_states_what_flags_state(tmp_path):
    path = written(
        tmp_path,
        f"""
        [data]
        files = [{toml_value(str(ESSAYS))}]
        raters = ["adams", "brown"]
        by = "class"
        weights = "linear"
        [inference]
        ci = "t"
        confidence = 0.9
        [report]
        coefficients = ["gwet_ac", "fleiss_kappa"]
        scale = "altman"
        """,
    )
    flags = (
        "--raters", "adams,brown", "--by", "class", "--weights", "linear", "--ci", "t",
        "--confidence", ".9", "--coefficients", "gwet_ac,fleiss_kappa", "--scale", "altman",
    )  # fmt: skip
    assert result("report", "--config", path) == result("report", ESSAYS, *flags)


def test_flags_precede_the_study_file(tmp_path):
    path = written(
        tmp_path, f"[data]\nfiles = {toml_value(str(ESSAYS))}\n[inference]\nconfidence = 0.9\n"
    )
    plain = result("report", "--config", path, "--confidence", ".8", "--ci", "t")
    assert plain["coefficients"][0]["confidence"] == 0.8
    other = result("report", EXAMPLES / "news.csv", "--config", path, "--ci", "t")
    assert other["data"]["subjects"] == 150


def test_variables_have_their_level_order_weights_and_label(tmp_path):
    (tmp_path / "studio.json").write_text(json.dumps(STUDIO))
    path = written(
        tmp_path,
        """
        [data]
        files = ["studio.json"]
        [variables.topic]
        label = "Topic of the article"
        order = ["x", "y"]
        level = "ordinal"
        weights = "linear"
        [inference]
        ci = "t"
        """,
    )
    plain = result("report", "--config", path)
    assert plain["question"] if "question" in plain else plain["coefficients"]
    assert plain["data"]["level"] == "ordinal"
    assert {e["weights"] for e in plain["coefficients"]} >= {"linear"}


def test_paths_are_relative_to_the_folder_of_the_file(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "news.csv").write_bytes((EXAMPLES / "news.csv").read_bytes())
    path = written(tmp_path, '[data]\nfiles = "data/news.csv"\n[output]\nreport = ["out/r.html"]\n')
    (tmp_path / "out").mkdir()
    study = read_study_file(path)
    assert study.files == (str(tmp_path / "data" / "news.csv"),)
    assert run("run", "--config", path).returncode == 0
    assert (tmp_path / "out" / "r.html").exists()


@pytest.mark.parametrize(
    ("text", "option", "suggestion"),
    [
        ("[dat]\nfiles = 'x.csv'\n", "dat", "data"),
        ("[data]\nfile = 'x.csv'\n", "data.file", "files"),
        ("[variables.tone]\nlevels = 'ordinal'\n", "variables.tone.levels", "level"),
        ("[check]\nminimum = {}\n", "check.minimum", "min"),
        ("[variables.tone]\nlevel = 'ordnal'\n", "variables.tone.level", "ordinal"),
        ("[inference]\nconfidence = 95\n", "inference.confidence", ""),
        ("[inference]\nci = 'dirichle'\n", "inference.ci", "dirichlet"),
        ("[inference]\nconfidence = '0.95'\n", "inference.confidence", ""),
        ("[report]\ndetails = 'yes'\n", "report.details", "true or false"),
        ("[data]\nby = 1.5\nheader = 'yes'\n", "data.header", "true or false"),
        ("data = 'x.csv'\n", "data", "[data]"),
        ("[output]\nreprot = 'r.html'\n", "output.reprot", "report"),
    ],
)
def test_mistakes_name_the_file_the_key_and_a_remedy(tmp_path, text, option, suggestion):
    path = written(tmp_path, text)
    with pytest.raises(OptionError) as caught:
        read_study_file(path)
    assert (caught.value.option, caught.value.file) == (option, str(path))
    assert str(path) in str(caught.value)
    assert suggestion in str(caught.value)


def test_bad_toml_has_a_line(tmp_path):
    path = written(tmp_path, "[data]\nfiles = [\n")
    with pytest.raises(InputError, match="not TOML") as caught:
        read_study_file(path)
    assert caught.value.file == str(path)
    assert run("run", "--config", tmp_path / "absent.toml").returncode == 2
    assert run("report", "--config", path).returncode == 2


def test_an_unknown_variable_is_an_error(tmp_path):
    (tmp_path / "studio.json").write_text(json.dumps(STUDIO))
    path = written(tmp_path, '[data]\nfiles = "studio.json"\n[variables.tonne]\n')
    done = run("report", "--config", path)
    assert done.returncode == 2
    assert "Did you mean tone?" in done.stderr


@pytest.mark.parametrize("name", ["essays.csv", "news.csv", "crowd.csv", "verdicts.csv"])
def test_what_init_writes_gives_the_same_report(tmp_path, name):
    path = tmp_path / "accord.toml"
    assert run("init", EXAMPLES / name, "--out", path).returncode == 0
    tomllib.loads(path.read_text())
    quick = ("--ci", "t")
    stated = result("report", "--config", path, *quick)
    plain = result("report", EXAMPLES / name, *quick)
    for key in ("coefficients", "beside", "lead", "headline"):
        assert stated[key] == plain[key]
    assert {**stated["data"], "layout_reason": ""} == {**plain["data"], "layout_reason": ""}


def test_init_of_many_variables_gives_the_same_table(tmp_path):
    path = tmp_path / "accord.toml"
    assert run("init", EXAMPLES / "articles.csv", "--out", path).returncode == 0
    study = read_study_file(path)
    assert list(study.variables) == ["topic", "tone", "threat", "paragraphs"]
    assert (study.stated("data")["item"], study.stated("data")["rater"]) == ("article", "coder")
    quick = ("--ci", "t")
    stated = result("report", "--config", path, *quick)
    plain = result("report", EXAMPLES / "articles.csv", *quick)
    assert stated["table"]["rows"] == plain["table"]["rows"]


def test_a_deleted_section_leaves_a_variable_out(tmp_path):
    data, path = tmp_path / "grid.csv", tmp_path / "accord.toml"
    data.write_text(GRID)
    assert run("init", data, "--out", path).returncode == 0
    quick = ("--ci", "t")
    whole = result("report", "--config", path, *quick)
    assert [row["variable"] for row in whole["table"]["rows"]] == ["clarity", "depth"]
    text = path.read_text()
    start, end = text.index("[variables.clarity]"), text.index("[variables.depth]")
    path.write_text(text[:start] + text[end:])
    assert result("report", "--config", path, *quick)["data"]["category_count"] == 6


def test_variables_are_chosen_from_those_of_the_study_file(tmp_path):
    path = tmp_path / "accord.toml"
    assert run("init", EXAMPLES / "articles.csv", "--out", path).returncode == 0
    quick = ("--ci", "t")
    plain = result("report", "--config", path, "--variables", "tone,topic", *quick)
    assert [row["variable"] for row in plain["table"]["rows"]] == ["tone", "topic"]
    text = path.read_text().replace("[variables.topic]", "[variables.toppic]")
    path.write_text(text)
    done = run("report", "--config", path)
    assert "toppic" in done.stderr or "'topic'" in done.stdout


def test_init_states_every_variable_and_keeps_a_file_that_is_there(tmp_path):
    data = tmp_path / "studio.json"
    data.write_text(json.dumps(STUDIO))
    path = tmp_path / "accord.toml"
    assert run("init", data, "--out", path).returncode == 0
    assert list(read_study_file(path).variables) == ["tone", "topic"]
    assert run("init", data, "--out", path).returncode == 2
    assert run("init", data, "--out", path, "--force").returncode == 0
    stated, plain = result("report", "--config", path), result("report", data)
    assert stated["table"]["rows"] == plain["table"]["rows"]


def test_run_writes_every_file_and_ends_as_the_check_does(tmp_path):
    text = f"""
        [data]
        files = [{toml_value(str(EXAMPLES / "machines.csv"))}]
        [inference]
        ci = "t"
        [evaluate]
        gold = "teacher"
        range = "0,4"
        [check]
        min = {{ gwet_ac = 0.1 }}
        [output]
        report = ["report.md", "report.csv"]
        evaluation = "systems.md"
        check = "check.json"
        junit = "junit.xml"
        plots = "figures"
        """
    path = written(tmp_path, text)
    done = run("run", "--config", path)
    assert done.returncode == 0, done.stderr
    names = ("report.md", "report.csv", "systems.md", "check.json", "junit.xml")
    assert all((tmp_path / name).exists() for name in names)
    assert (tmp_path / "figures" / "index.json").exists()
    assert "accord run --config" in (tmp_path / "report.md").read_text()
    strict = written(tmp_path, text.replace("gwet_ac = 0.1", "gwet_ac = 0.99"))
    assert run("run", "--config", strict).returncode == 1


def test_toml_values_are_read_back():
    values = [
        "a",
        'say "b"',
        "tab\tnew\nline\x7f",
        [1, 2.5],
        True,
        {"low": 1.0, "a b": 2},
        "ä\u2028",
    ]
    for value in values:
        assert tomllib.loads(f"x = {toml_value(value)}")["x"] == value
