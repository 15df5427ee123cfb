"""Commands are found by name, and imported when they are used."""

import subprocess
import sys
from pathlib import Path

import pytest

import accord.cli
from accord.__main__ import app
from accord.cli.commands import COMMANDS, registered_commands
from helpers.paths import EXAMPLES
from helpers.running import run


def test_every_module_that_declares_a_command_is_listed():
    modules = Path(accord.cli.__file__).parent.glob("*.py")
    declaring = {
        f"accord.cli.{path.stem}"
        for path in modules
        if any(
            call in path.read_text(encoding="utf-8") for call in ("\n@app.command(", "add_typer(")
        )
    }
    assert declaring | {"accord.web.serve"} == set(COMMANDS.values())
    assert registered_commands().keys() == COMMANDS.keys() - {"mark"}  # a group of commands


def test_help_lists_every_command(capsys):
    app(["--help"], standalone_mode=False)
    lines = capsys.readouterr().out.splitlines()
    listed = [line.split()[1] for line in lines if line.startswith("│ ") and line[2] != " "]
    assert [name for name in listed if name in COMMANDS] == list(COMMANDS)


def test_a_name_that_is_almost_right_is_suggested():
    done = run("reprt", EXAMPLES / "essays.csv")
    assert done.returncode == 2
    assert "Did you mean 'report'?" in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("option", "text"),
    [("--confidence", "high"), ("--replicates", "2.5"), ("--seed", "one")],
)
def test_values_are_converted_to_the_types_of_their_options(option, text):
    done = run("report", EXAMPLES / "essays.csv", option, text)
    assert done.returncode == 2
    assert f"Invalid value for '{option}'" in " ".join(done.stderr.split())


@pytest.mark.parametrize("name", [*COMMANDS, "mark train", "mark score", "mark runs"])
def test_help_shows_no_types_of_python(name, capsys):
    app([*name.split(), "--help"], standalone_mode=False)
    shown = capsys.readouterr().out
    assert "--help" in shown
    assert "<" not in shown.replace("low < mid < high", "")


def test_a_flag_takes_no_value_and_an_option_shows_what_it_takes(capsys):
    app(["report", "--help"], standalone_mode=False)
    rows = [line.split()[1:3] for line in capsys.readouterr().out.splitlines() if "--" in line]
    shown = {row[0]: row[1] for row in rows}
    assert (shown["--json"], shown["--seed"], shown["--codebook"]) == ("Print", "INTEGER", "PATH")


@pytest.mark.parametrize(
    ("option", "problem"),
    [("--seed", "'x' is not an integer."), ("--confidence", "'x' is not a number.")],
)
def test_a_text_that_is_no_number_is_named(option, problem):
    done = run("report", EXAMPLES / "essays.csv", option, "x")
    assert done.returncode == 2
    assert f"Invalid value for '{option}': {problem}" in done.stderr


@pytest.mark.parametrize(("command", "known"), [("list", "coefficients"), ("schema", "report")])
def test_a_list_or_schema_that_does_not_exist(command, known):
    done = run(command, known[:-1])
    assert done.returncode == 2
    assert f"Did you mean {known}?" in done.stderr


def test_a_missing_argument_is_an_error():
    done = run("preview")
    assert done.returncode == 2
    assert "Missing argument 'FILE'" in " ".join(done.stderr.split())


def test_a_report_imports_nothing_of_other_commands():
    code = (
        "import sys; from accord.__main__ import app; "
        "app(['report', sys.argv[1]], standalone_mode=False); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, EXAMPLES / "essays.csv"],
        capture_output=True,
        text=True,
        check=True,
    )
    imported = set(done.stdout.splitlines()[-1].split())
    assert "accord.present.documents.report" in imported
    needless = {
        "accord.analysis.comparison", "accord.analysis.evaluation", "accord.analysis.planning",
        "accord.cli.compare", "accord.present.documents.evaluation",
        "accord.present.renderers.html", "jinja2", "matplotlib", "pandas", "pydantic",
        "scipy.stats",
    }  # fmt: skip
    assert needless & imported == set()


@pytest.mark.parametrize(
    "words",
    [["report", ""], ["compare", "a.csv", ""], ["report", "essays.csv", "--out", ""],
     ["report", "essays.csv", "--plots", ""], ["evaluate", "machines.csv", "--gold", "teacher",
                                               "--gold-file", ""]],
)  # fmt: skip
def test_an_empty_name_is_not_the_current_folder(words, tmp_path):
    located = [str(EXAMPLES / word) if word.endswith(".csv") else word for word in words]
    done = run(*located, cwd=tmp_path)
    assert done.returncode == 2
    assert "is empty" in done.stderr
    assert not list(tmp_path.iterdir())
