"""Files that end the process that reads them: each becomes one clear error."""

import json
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from functools import partial

import pytest

import accord
from accord.errors import InputError, NotATableError
from accord.native import process
from accord.native.limits import Limits
from accord.native.messages import Message
from accord.native.process import exit_error, read_natively, within_bounded_process
from accord.native.watching import watching
from helpers.running import run, run_process

GRADES = {"ann": [1.0, 2, 2, 3], "bo": [1.0, 2, 3, 3]}
LABELS = {1: "low", 2: "mid", 3: "high"}
CRASH = 180  # a byte of the type of the first variable, which makes labels those of another type


@pytest.fixture(name="good")
def good_file(tmp_path):
    import pandas as pd
    import pyreadstat

    path = tmp_path / "good.sav"
    labels = {"ann": LABELS, "bo": LABELS}
    pyreadstat.write_sav(pd.DataFrame(GRADES), path, variable_value_labels=labels)
    return path


@pytest.fixture(name="crashing")
def crashing_file(good, tmp_path):
    content = bytearray(good.read_bytes())
    content[CRASH] = 1
    path = tmp_path / "crashing.sav"
    path.write_bytes(content)
    return path


def in_a_process(path, code="import pyreadstat, sys; pyreadstat.read_sav(sys.argv[1])"):
    return subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, check=False)


def test_the_library_does_crash_on_the_file(crashing):
    assert in_a_process(crashing).returncode < 0


def test_a_crash_is_an_error_in_the_library(crashing, good):
    with pytest.raises(NotATableError, match=r"crashing\.sav: the file is damaged.*crashed"):
        accord.load(crashing)
    assert accord.load(good).n == 4


def test_a_crash_is_one_line_on_the_command_line(crashing):
    done = run_process("report", crashing)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"accord: {crashing}: the file is damaged")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_bytes_all_over_an_spss_file(good, tmp_path):
    content = good.read_bytes()
    path = tmp_path / "changed.sav"
    for place in sorted({*range(0, len(content), 7), *range(176, 208)}):  # header of a variable
        changed = bytearray(content)
        changed[place] = 2
        path.write_bytes(changed)
        with suppress(InputError):  # anything else is a failure
            accord.load(path)


@contextmanager
def task(monkeypatch, tmp_path, body):
    """A task of the child whose function has a given body."""
    (tmp_path / "hostile_task.py").write_text(f"def run(**_):\n    {body}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    code = (
        "from accord.native import child; child.TASKS['hostile'] = ('hostile_task', 'run'); "
        "child.main()"
    )
    starts = process.subprocess.Popen

    def start(words, **options):
        return starts([words[0], "-P", "-c", code], **options)

    monkeypatch.setattr(process.subprocess, "Popen", start)
    path = tmp_path / "any.sav"
    path.write_bytes(b"$FL2")
    yield path


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("import os; os.abort()", "more memory"),
        ("import os; os.kill(os.getpid(), 11)", "signal 11"),
        ("raise SystemExit(9)", "exit status 9"),
        ("raise MemoryError", "more memory"),
        ("bytearray(1 << 40)", "more memory"),
        ("raise ValueError('first line\\nand another')", "first line."),
        ("class PanicException(BaseException): pass\n    raise PanicException('index')", "index"),
        ("print('to the output'); raise ValueError('told')", "told"),
        ("import os; os.write(1, b'x' * 100000); os._exit(0)", "exit status 0"),
    ],
)
def test_ends_of_the_child(monkeypatch, tmp_path, body, problem):
    with task(monkeypatch, tmp_path, body) as path:
        with pytest.raises(NotATableError, match=problem) as caught:
            read_natively("hostile", [path])
        assert caught.value.file == str(path)


@pytest.mark.parametrize("body", ["import time; time.sleep(60)", "while True: pass"])
def test_a_child_that_takes_too_long_is_ended(monkeypatch, tmp_path, body):
    monkeypatch.setattr(process, "limits_for", lambda _: Limits(1.5, 10**9))
    with task(monkeypatch, tmp_path, body) as path:
        start = time.monotonic()
        with pytest.raises(NotATableError, match="longer than"):
            read_natively("hostile", [path])
        assert time.monotonic() - start < 20


def test_a_child_that_cannot_end_itself_is_killed(monkeypatch, tmp_path):
    monkeypatch.setattr(process, "limits_for", lambda _: Limits(1.0, 10**9))
    monkeypatch.setattr("accord.native.watching.GRACE", 0.5)
    body = "import signal, time; signal.setitimer(signal.ITIMER_REAL, 0); time.sleep(60)"
    with task(monkeypatch, tmp_path, body) as path, pytest.raises(NotATableError, match="longer"):
        read_natively("hostile", [path])


def test_too_much_memory_is_named_where_the_parent_watches_it(monkeypatch, tmp_path):
    """As on macOS and Windows, whose systems do not limit it."""
    monkeypatch.setattr(process, "watching", partial(watching, memory=lambda _: 10**13))
    body = "import time; time.sleep(60)"
    expected = pytest.raises(NotATableError, match=r"any\.sav: .* more memory")
    with task(monkeypatch, tmp_path, body) as path, expected:
        read_natively("hostile", [path])


def test_within_a_bounded_process_no_child_is_started(good, monkeypatch):
    monkeypatch.setattr(process.subprocess, "Popen", None)
    announced = []
    with within_bounded_process(lambda path, seconds: announced.append((path, seconds > 0))):
        assert accord.load(good).n == 4
    assert announced == [(str(good), True), ("", False)]


def test_ends_of_bounded_processes():
    assert "longer than 8 seconds" in str(exit_error("x.dta", -14, 8.0))
    assert "more memory" in str(exit_error("x.dta", -6, 8.0))
    assert str(exit_error("x.dta", -11, 8.0)).startswith("x.dta: the file is damaged")


def test_modules_are_found_where_the_parent_finds_them(good, tmp_path):
    """A program with a path of its own, and without a main guard."""
    script = tmp_path / "script.py"
    script.write_text(
        f"import sys\nsys.path[:0] = {sys.path!r}\nimport accord\n"
        f"print(accord.load({str(good)!r}).n)\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=True, env={}
    )
    assert done.stdout == "4\n"


def test_nothing_in_the_folder_is_imported(good, tmp_path, monkeypatch):
    (tmp_path / "json.py").write_text("raise SystemExit('imported from the folder of the data')")
    monkeypatch.chdir(tmp_path)
    assert accord.load(good.name).n == 4


def test_stata_keeps_its_kinds_of_cells(tmp_path):
    import pandas as pd
    import pyreadstat

    frame = pd.DataFrame({
        "ann": [1, 2, 3], "bo": ["x", "", "ß"],
        "day": pd.to_datetime(["2020-01-01", "2020-02-29", None]), "none": [float("nan")] * 3,
    })  # fmt: skip
    path = tmp_path / "kinds.dta"
    pyreadstat.write_dta(frame, path)
    shown = json.loads(run("preview", path, "--raters", "ann,bo", "--json").stdout)
    assert shown["columns"] == ["ann", "bo", "day", "none"]
    assert [row[:2] for row in shown["rows"]] == [[1.0, "x"], [2.0, ""], [3.0, "ß"]]
    assert shown["rows"][1][2].startswith("2020-02-29")


@pytest.mark.parametrize(
    "data", [b"", b"\0" * 8, b"\0" * 7 + b"\x02[]", b"\0" * 7 + b"\x02{}", b"\xff" * 40]
)
def test_incomplete_messages_are_refused(data):
    with pytest.raises(ValueError, match=r"message|header"):
        Message.decode(data)
