"""The stub of the package: it is up to date, and mypy sees the types of a user's script."""

import runpy
import subprocess
import sys

import pytest

from helpers.paths import ROOT

SCRIPT = """\
import accord

ratings = {"ann": [1, 2, 3], "bo": [1, 2, 2]}
estimate: accord.Estimate = accord.gwet_ac(
    ratings, weights="quadratic", level="ordinal", confidence=0.9, ci="t", seed=1
)
value: float = estimate.value
raters: accord.Estimate = accord.cohen_kappa([1, 2, 1], [1, 2, 2], weights="linear")
three: accord.Estimate = accord.fleiss_kappa([1, 2, 1], [1, 2, 2], [2, 2, 1], replicates=500)
aickin: accord.Estimate = accord.aickin_alpha(ratings, pseudo_count=1.0)
report: accord.Agreement = accord.agreement(ratings, ["gwet_ac", "cohen_kappa"], confidence=0.9)
found: accord.Comparison = accord.compare(ratings, ratings, paired=True, method="bootstrap")
verdict: accord.Verdict = accord.evaluate(ratings, "ann", ["bo"], range=(1, 3), ci="t")
lower: float = accord.pairwise(ratings, "cohen_kappa", replicates=500)["ann", "bo"].lower
subjects: int = accord.plan(0.6, null=0.4, raters=[2, 3], ci="t").cheapest.subjects
table: accord.Patterns = accord.load("ratings.csv", layout="long", item="text")
"""
WRONG = {
    "accord.gwet_ac(ratings, confidense=0.9)": 'did you mean "confidence"',
    "accord.agreement(ratings, replicate=10)": 'did you mean "replicates"',
    'accord.gwet_ac(ratings, ci="bootstrap")': "No overload variant",
    "accord.plan(0.6, widht=0.2)": 'did you mean "width"',
    'accord.plan(0.6, null=0.4, ci="bca")': "incompatible type",
    "number: int = accord.gwet_ac(ratings)": "Incompatible types in assignment",
}


def test_the_stub_is_up_to_date():
    made = runpy.run_path(str(ROOT / "tools" / "stub.py"))["stub"]()
    written = (ROOT / "src" / "accord" / "__init__.pyi").read_text(encoding="utf-8")
    assert made == written, "run: python tools/stub.py"


MYPY = pytest.mark.xdist_group("mypy")  # it runs once


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """What mypy says of a script, with mistakes in its last lines."""
    path = tmp_path_factory.mktemp("user") / "script.py"
    path.write_text(SCRIPT + "\n".join(WRONG), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--hide-error-context", str(path)],
        cwd=ROOT, env={"MYPYPATH": str(ROOT / "src"), "PATH": ""},
        capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 1, run.stdout + run.stderr
    return [line for line in run.stdout.splitlines() if " error: " in line]


@MYPY
def test_mypy_accepts_a_script_with_options(checked):
    right = SCRIPT.count("\n")
    assert [line for line in checked if int(line.split(":")[1]) <= right] == []


@MYPY
@pytest.mark.parametrize("statement", WRONG)
def test_mypy_refuses_mistakes(checked, statement):
    number = SCRIPT.count("\n") + 1 + list(WRONG).index(statement)
    own = [line for line in checked if f"script.py:{number}: " in line]
    assert any(WRONG[statement] in line for line in own)
