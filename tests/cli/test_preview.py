"""``accord preview``: what is shown is what is used, and the flags say the same."""

import json
import shlex

import polars as pl
import pytest

import accord
from helpers.exports import label_studio
from helpers.paths import EXAMPLES
from helpers.running import ENVIRONMENT, run

SHAPES = {
    "semicolons.csv": "id;ann;bo\ne1;1,5;2,5\ne2;2,5;2,5\ne3;3;3\n",
    "tabs.tsv": "ann\tbo\nyes\tno\nno\tno\nyes\tyes\n",
    "counts.csv": "item,yes,no\n1,3,0\n2,1,2\n3,0,3\n4,2,1\n",
    "square.csv": "x,yes,no\nyes,40,3\nno,2,30\n",
    "bare.csv": "1,2\n2,2\n1,1\n",
    "commas.csv": 'ann,bo\n"a, b","a, b"\nc,"a, b"\n',
}


def same_numbers(path, *options):
    quick = ("--ci", "t", "--json")
    shown = json.loads(run("preview", path, *options, "--json").stdout)
    plain = json.loads(run("report", path, *options, *quick).stdout)
    words = shlex.split(shown["command"])
    assert words[:2] == ["accord", "report"]
    done = run(*words[1:], *quick)
    assert done.returncode == 0, done.stderr
    explicit = json.loads(done.stdout)
    part = plain["questions"][0] if "questions" in plain else plain
    assert explicit["coefficients"] == part["coefficients"]
    assert explicit["data"]["layout_reason"] == "as stated"
    return shown


@pytest.mark.parametrize(
    ("file", "options"),
    [
        ("essays.csv", ()),
        ("essays.csv", ("--by", "class")),
        ("crowd.csv", ("--cluster", "batch")),
        ("faculty.csv", ("--score", "clarity,grammar")),
    ],
)
def test_the_flags_say_what_was_guessed(file, options):
    shown = same_numbers(EXAMPLES / file, *options)
    assert shown["reader"] == "delimited"
    assert len(shown["rows"]) == 5


@pytest.mark.parametrize("name", SHAPES)
def test_flags_for_every_shape(name, tmp_path):
    path = tmp_path / name
    path.write_text(SHAPES[name])
    same_numbers(path)


def test_flags_for_a_workbook_and_for_questions(tmp_path):
    book = tmp_path / "marks.xlsx"
    pl.DataFrame({"ann": [1, 2, 2], "bo": [1, 2, 1]}).write_excel(book, worksheet="marks")
    assert same_numbers(book)["reader"] == "excel"
    shown = same_numbers(label_studio(tmp_path))
    assert (shown["questions"], shown["question"]) == (["tone", "stars"], "tone")


def test_preview_is_readable():
    done = run("preview", EXAMPLES / "essays.csv")
    assert done.returncode == 0
    text = done.stdout
    for part in ("Reader      delimited", "Layout      wide", "First rows", "Notes", "E01"):
        assert part in text
    assert any(
        line.startswith("accord report") and "--layout" in line for line in text.splitlines()
    )


def test_preview_of_patterns(tmp_path):
    path = tmp_path / "x.patterns"
    run("compress", EXAMPLES / "news.csv", "-o", path)
    shown = accord.preview(path)
    assert (shown.reader, shown.patterns.n) == ("patterns", 150)
    assert run("preview", path).returncode == 0


def test_mistakes_are_explained(tmp_path):
    done = run("preview", tmp_path / "nowhere.csv")
    assert done.returncode == 2
    assert "no such file" in done.stderr


FOLDER = EXAMPLES / "shapes"
STUDIES = [
    ["grid.csv"], ["long.csv"], ["coders/anna.csv", "coders/ben.csv", "coders/carla.csv"],
    ["recal.csv"], ["coding.xlsx"], ["annotations.jsonl"], ["asap.tsv"], ["battles.csv"],
    ["diagnoses.csv"], ["repeated.csv"],
]  # fmt: skip


@pytest.mark.parametrize("files", STUDIES, ids=lambda files: files[0])
def test_a_compact_picture_of_any_shape(files, monkeypatch):
    monkeypatch.setitem(ENVIRONMENT, "COLUMNS", "80")
    if files[0].endswith(".xlsx"):
        pytest.importorskip("fastexcel")
    paths = [FOLDER / name for name in files]
    done = run("preview", *paths)
    assert done.returncode == 0, done.stderr
    shown, _, command = done.stdout.partition("Command with every option stated")
    lines = [line for line in shown.splitlines() if str(paths[0]) not in line]
    assert all(len(line) <= 80 for line in lines)
    assert len(lines) < 60
    assert "Other readings" in shown
    assert "--" in shown.partition("Other readings")[2]
    assert command.strip().startswith("accord report")


@pytest.mark.parametrize("files", STUDIES[:-1], ids=lambda files: files[0])
def test_the_command_states_the_same_reading(files):
    """Options in the command that is shown give the same variables, raters and ratings."""
    if files[0].endswith(".xlsx"):
        pytest.importorskip("fastexcel")
    shown = accord.preview(*(FOLDER / name for name in files))
    words = shlex.split(shown.command)[2:]
    again = json.loads(run("preview", *words, "--json").stdout)
    facts = ("subjects", "ratings", "missing", "layout")
    assert [again[name] for name in facts] == [getattr(shown, name) for name in facts]
    assert set(again["raters"]) == set(shown.raters)
    names = [variable["name"] for variable in again["variables"]]
    assert names == [variable.name for variable in shown.variables]
    if len(files) == 1:
        assert again["layout_reason"] == "as stated"


def test_a_preview_says_that_ratings_are_repeated():
    found = json.loads(run("preview", FOLDER / "repeated.csv", "--json").stdout)
    assert "14 pairs of subject and rater" in found["doubts"][0]
    assert "--duplicates" in found["doubts"][0]
