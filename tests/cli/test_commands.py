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
