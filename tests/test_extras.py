"""Each extra alone, installed from the wheel in a clean environment, does the job it is for.

Without it, the message names it. Packages come from where pip is configured to find them. Where pip
finds none the tests are skipped, unless ACCORD_REQUIRE_EXTRAS is set, as for a change that is to
land.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from helpers.paths import EXAMPLES, ROOT
from helpers.sparks import REQUIRED, THERE

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("extras")]
NEWS = EXAMPLES / "news.csv"
ANSWERS = EXAMPLES / "answers.csv"
CLEAN = {"PATH": os.environ["PATH"], "COLUMNS": "200"}  # no PYTHONPATH
if "JAVA_HOME" in os.environ:
    CLEAN["JAVA_HOME"] = os.environ["JAVA_HOME"]


class Environment:
    """A virtual environment with accord and some of its extras."""

    def __init__(self, folder):
        self.python = folder / "bin" / "python"

    def install(self, what):
        words = [
            self.python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            what,
        ]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode and "ACCORD_REQUIRE_EXTRAS" not in os.environ:
            pytest.skip(f"pip cannot install {what}: {done.stderr[-200:]}")
        assert done.returncode == 0, done.stderr

    def run(self, *words, cwd):
        return subprocess.run(
            [self.python, "-P", "-m", "accord", *map(str, words)],
            capture_output=True, text=True, check=False, cwd=cwd, env=CLEAN,
        )  # fmt: skip


@pytest.fixture(scope="module", name="wheel")
def built_wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, ROOT],
        check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module", name="core")
def core_environment(wheel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("core") / "environment"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    environment = Environment(folder)
    environment.install(str(wheel))
    return environment


@pytest.fixture(name="extended")
def extended_environment(core, wheel, tmp_path):
    """The core with one extra: its files are linked, not copied, so that this takes a second."""

    def extended(extra):
        folder = tmp_path / "environment"
        shutil.copytree(core.python.parents[1], folder, symlinks=True, copy_function=os.link)
        environment = Environment(folder)
        environment.install(f"{wheel}[{extra}]")
        return environment

    return extended


@pytest.fixture(scope="module", name="files")
def files_of_other_formats(tmp_path_factory):
    import pandas as pd
    import pyreadstat

    folder = tmp_path_factory.mktemp("files")
    frame = pd.DataFrame({"ann": [1, 2, 2, 3], "bo": [1, 2, 3, 3]})
    frame.to_excel(folder / "grades.xlsx", index=False, engine="xlsxwriter")
    pyreadstat.write_sav(frame, folder / "grades.sav")
    pyreadstat.write_dta(frame, folder / "grades.dta")
    return folder


def ends_well(done):
    assert done.returncode == 0, done.stderr
    return done


def names_the_extra(done, extra):
    assert done.returncode == 2, done
    assert f"pip install 'accord[{extra}]'" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_core_reports(core, tmp_path):
    for words in (["--json"], ["--out", "a.html"], ["--out", "a.tex"], ["--out", "a.csv"]):
        done = ends_well(core.run("report", NEWS, "--ci", "t", *words, cwd=tmp_path))
    assert (tmp_path / "a.html").read_text().lower().startswith("<!doctype html>")
    core.run("compress", NEWS, "--out", "a.patterns", cwd=tmp_path)
    done = ends_well(core.run("report", "a.patterns", "--ci", "t", "--json", cwd=tmp_path))
    assert json.loads(done.stdout)["kind"] == "report"


def test_excel(core, extended, files, tmp_path):
    words = ("report", files / "grades.xlsx", "--ci", "t", "--out", "a.xlsx")
    names_the_extra(core.run(*words, cwd=tmp_path), "excel")
    names_the_extra(core.run("report", NEWS, "--out", "a.xlsx", cwd=tmp_path), "excel")
    environment = extended("excel")
    ends_well(environment.run(*words, cwd=tmp_path))
    assert (tmp_path / "a.xlsx").read_bytes().startswith(b"PK")


def test_stats_files(core, extended, files, tmp_path):
    environment = extended("stats-files")
    for name in ("grades.sav", "grades.dta"):
        words = ("report", files / name, "--ci", "t", "--json")
        names_the_extra(core.run(*words, cwd=tmp_path), "stats-files")
        done = ends_well(environment.run(*words, cwd=tmp_path))
        assert json.loads(done.stdout)["data"]["subjects"] == 4


def test_plot(core, extended, tmp_path):
    words = ("report", NEWS, "--ci", "t", "--plots", "figures")
    names_the_extra(core.run(*words, cwd=tmp_path), "plot")
    ends_well(extended("plot").run(*words, cwd=tmp_path))
    assert list((tmp_path / "figures").glob("*.svg"))


def test_marking(core, extended, tmp_path):
    words = ("mark", "train", ANSWERS, "--out", "lsa.npz")
    names_the_extra(core.run(*words, cwd=tmp_path), "marking")
    ends_well(extended("marking").run(*words, cwd=tmp_path))
    assert (tmp_path / "lsa.npz").is_file()


def test_web(core, extended, files, tmp_path):
    names_the_extra(core.run("serve", "--no-browser", "--port=0", cwd=tmp_path), "web")
    environment = extended("web")
    with subprocess.Popen(
        [environment.python, "-P", "-m", "accord", "serve", "--no-browser", "--port=0"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=tmp_path, env=CLEAN,
    ) as process:  # fmt: skip
        try:
            address, token = re.match(
                r"accord is at (http://.*)/\?token=(\S+)", process.stdout.readline()
            ).groups()
            request = urllib.request.Request(
                f"{address}/api/preview",
                (b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n'
                 + (files / "grades.xlsx").read_bytes() + b"\r\n--x--\r\n"),
                {"Authorization": f"Bearer {token}",
                 "Content-Type": "multipart/form-data; boundary=x"},
            )  # fmt: skip
            with urllib.request.urlopen(request, timeout=60) as response:
                assert json.load(response)["subjects"] == 4
        finally:
            process.terminate()


@pytest.mark.skipif(not (THERE or REQUIRED), reason="needs Java")
def test_spark(core, extended, tmp_path):
    words = ("report", NEWS, "--ci", "t", "--engine", "spark", "--json")
    names_the_extra(core.run(*words, cwd=tmp_path), "spark")
    done = ends_well(extended("spark").run(*words, cwd=tmp_path))
    assert json.loads(done.stdout)["kind"] == "report"


def test_all_has_what_every_extra_has():
    text = (ROOT / "pyproject.toml").read_text()
    (everything,) = re.findall(r'^all = \["accord\[(.*)\]"\]$', text, re.MULTILINE)
    assert set(everything.split(",")) == {"excel", "stats-files", "plot", "web", "spark", "marking"}
    assert Path(ROOT / ".ci" / "run").read_text().count("ACCORD_REQUIRE_EXTRAS") == 1
