"""Exit statuses and last lines of commands."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from accord.cli import app, ending
from accord.errors import InputError
from helpers.paths import EXAMPLES
from helpers.running import ENVIRONMENT, run, run_process

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
NEWS = str(EXAMPLES / "news.csv")


def end(error, *, debug=False, capsys=None):
    def command():
        raise error

    status = ending.run_to_end(command, debug=debug)
    return status, capsys.readouterr().err


class PanicException(BaseException):
    """As the libraries in Rust raise it."""


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (InputError("it is wrong.", file="x.csv"), 2, "accord: x.csv: it is wrong."),
        (MemoryError(), 2, "accord: the data do not fit into memory."),
        (OSError(28, "No space left on device"), 2, "No space left on device."),
        (PermissionError(13, "Permission denied", "x"), 2, "accord: x: Permission denied."),
        (KeyError("a\nb"), 70, "This is a bug in accord"),
        (RecursionError("deep"), 70, "--debug"),
        (PanicException("index out of bounds"), 70, "index out of bounds"),
        (UnicodeEncodeError("utf-8", "\ud800", 0, 1, "x"), 70, "This is a bug in accord"),
        (KeyboardInterrupt(), 130, "accord: interrupted."),
    ],
)
def test_every_exception_ends_in_one_line(error, status, message, capsys):
    found, printed = end(error, capsys=capsys)
    assert found == status
    assert message in printed
    assert printed.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("redirection", "words", "status", "message"),
    [
        (">&-", f"agree {NEWS}", 2, "accord: the output cannot be written: Bad file descriptor.\n"),
        ("2>&-", f"agree {NEWS}", 0, ""),
        ("2>&-", "agree nothing.csv", 2, ""),
        ("<&- >&- 2>&-", f"agree {NEWS}", 2, ""),
        (">&- 2>&-", f"agree {NEWS} --out '{{folder}}/x.html'", 0, ""),
    ],
)
def test_closed_streams(redirection, words, status, message, tmp_path):
    words = words.format(folder=tmp_path)
    done = subprocess.run(
        ["sh", "-c", f"'{sys.executable}' -m accord {words} {redirection}"],
        capture_output=True, text=True, check=False, env=ENVIRONMENT,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (status, message)


def test_an_interruption_that_typer_has_caught(capsys):
    assert end(SystemExit(130), capsys=capsys) == (130, "accord: interrupted.\n")
    assert ending.run_to_end(lambda: 130, debug=False) == 130
    assert capsys.readouterr().err == "accord: interrupted.\n"


def test_debug_shows_the_traceback(capsys):
    assert "Traceback" not in end(KeyError("x"), capsys=capsys)[1]
    assert "Traceback" in end(KeyError("x"), debug=True, capsys=capsys)[1]
    for words in (("--debug", "report", "nothing.csv"), ("report", "nothing.csv", "--debug")):
        done = run(*words)
        assert done.returncode == 2
        assert "Traceback" in done.stderr
    assert "Traceback" not in run("report", "--", "--debug").stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("repot", "x"), "Did you mean 'report'?"),
        (("compress",), "Missing argument 'FILE'. Help: accord compress --help."),
        (("report", NEWS, "--nix"), "No such option: --nix"),
        (("report", NEWS, "--confidence", "x"), "--confidence"),
    ],
)
def test_usage_errors_are_one_line(words, message):
    done = run(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("accord: ")


def test_commands_alone_show_their_help():
    for words in ((), ("mark",)):
        done = run(*words)
        assert done.returncode == 2
        assert "Usage: accord" in done.stdout + done.stderr


@needs_full
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "words", [("report", NEWS, "--json", "--ci", "t"), ("list", "weights"), ("--help",)]
)
def test_output_on_a_full_disk_is_an_error(words, unbuffered):
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "accord.cli", *words],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
            env={**os.environ, **ENVIRONMENT, "PYTHONUNBUFFERED": unbuffered},
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "accord: the output cannot be written: No space left on device.\n"


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_on_a_disk_that_fills_up_is_an_error(tmp_path, unbuffered):
    """The disk takes the first kilobytes; unbuffered streams drop the rest silently."""
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)); "
        "from accord.cli import main; sys.argv[0] = 'accord'; main()"
    )
    with (tmp_path / "out.json").open("w") as file:
        done = subprocess.run(
            [sys.executable, "-c", code, "report", NEWS, "--json", "--ci", "t"],
            stdout=file, stderr=subprocess.PIPE, text=True, check=False,
            env={**os.environ, **ENVIRONMENT, "PYTHONUNBUFFERED": unbuffered},
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "accord: the output cannot be written: File too large.\n"


@needs_full
@pytest.mark.parametrize("form", ["patterns", "json", "html", "xlsx", "csv", "txt"])
def test_files_on_a_full_disk_are_errors(form, tmp_path):
    link = tmp_path / f"out.{form}"
    link.symlink_to(FULL)
    command = "compress" if form == "patterns" else "report"
    done = run(command, NEWS, "--out", link)
    assert done.returncode == 2
    assert done.stderr == f"accord: {link}: No space left on device.\n"


def test_panics_of_libraries_print_nothing_themselves(tmp_path):
    """What a library in Rust writes to the standard error is held back, and other text is not."""
    code = (
        "import os, sys; from accord.cli.ending import run_to_end\n"
        "class PanicException(BaseException): pass\n"
        "def command():\n"
        "    os.write(2, sys.argv[1].encode())\n"
        "    sys.stderr.write('progress ')\n"
        "    if 'panicked' in sys.argv[1]: raise PanicException('index')\n"
        "sys.exit(run_to_end(command, debug=False))"
    )
    for noise, shown in (("thread 'x' panicked at a.rs:\nindex\n", ""), ("note\n", "note\n")):
        done = subprocess.run(
            [sys.executable, "-c", code, noise], capture_output=True, text=True, check=False
        )
        if shown:
            assert (done.returncode, done.stderr) == (0, f"progress {shown}")
        else:
            assert done.returncode == 70
            assert done.stderr.startswith("progress accord: unexpected error")
            assert done.stderr.count("\n") == 1


def test_letters_that_the_terminal_lacks_are_escaped():
    done = subprocess.run(
        [sys.executable, "-m", "accord.cli", "report", NEWS, "--ci", "t"],
        capture_output=True, text=True, check=False,
        env={**os.environ, **ENVIRONMENT, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_no_temporary_folder_is_needed_for_messages(tmp_path):
    done = run_process("list", "weights", cwd=tmp_path)
    assert done.returncode == 0
    assert app is not None


@pytest.mark.parametrize("columns", ["0", "-5"])
def test_odd_widths_of_the_terminal(columns):
    done = subprocess.run(
        [sys.executable, "-m", "accord", "agree", NEWS, "--ci", "t"],
        capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": columns},
    )  # fmt: skip
    assert done.returncode == 0
    assert "95% CI" in done.stdout
