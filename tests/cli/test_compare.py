"""``accord agree``, ``compare`` and ``differ`` as a user meets them."""

import csv
import json

import pytest

import accord
from helpers.paths import EXAMPLES
from helpers.running import run

CANONS = "clarity,organization,accuracy,spelling,grammar,punctuation"
DOCUMENT = (
    "--r1", ".1158", "--mu1", "1.2705", "--var1", ".4678e-3", "--skew1", "-.3415",
    "--r2", ".1978", "--mu2", "1.6024", "--var2", ".1010e-2", "--skew2", "-.2843",
)  # fmt: skip


def test_agree_prints_the_programs_numbers():
    options = ("--score", CANONS, "--level", "interval")
    done = run("agree", EXAMPLES / "faculty.csv", *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Responses  6: clarity, organization" in done.stdout
    assert "agreement is significantly better than expected of ratings" in " ".join(
        done.stdout.split()
    )
    found = json.loads(run("agree", EXAMPLES / "faculty.csv", *options, "--json").stdout)
    r = accord.berry_mielke(EXAMPLES / "faculty.csv", score=CANONS, level="interval")
    assert {key: found[key] for key in ("value", "delta", "mu", "variance", "t")} == {
        key: getattr(r, key) for key in ("value", "delta", "mu", "variance", "t")
    }
    scaled = run("agree", EXAMPLES / "faculty.csv", *options, "--scaling", "2,2,2,2,2,2", "--json")
    assert json.loads(scaled.stdout)["delta"] == pytest.approx(found["delta"] / 2)


def test_report_takes_several_responses():
    done = run("report", EXAMPLES / "faculty.csv", "--score", CANONS, "--details")
    assert done.returncode == 0
    text = " ".join(done.stdout.split())
    assert "compared by their Euclidean distance" in text
    assert "Berry-Mielke's ℜ, Euclidean distance equals Conger's kappa, Euclidean distance" in text
    assert "Each rater left out: Berry-Mielke's ℜ, Euclidean distance" in text
    found = json.loads(run("report", EXAMPLES / "faculty.csv", "--score", CANONS, "--json").stdout)
    assert found["data"]["responses"] == CANONS.split(",")
    assert {item["weights"] for item in found["coefficients"]} == {"linear"}


def test_differ():
    found = json.loads(run("differ", *DOCUMENT, "--json").stdout)
    assert set(found) >= {"difference", "variance", "t", "skewness", "p_value"}
    assert found["p_value"] == pytest.approx(0.001966, abs=1e-5)
    literal = json.loads(run("differ", *DOCUMENT, "--json", "--reading", "literal").stdout)
    assert literal["p_value"] == pytest.approx(0.00171, abs=1e-5)
    shown = run("differ", *DOCUMENT).stdout
    assert "0.00197" in shown
    assert "are twice the tail beyond D (printed reading)" in " ".join(shown.split())
    wrong = run("differ", *DOCUMENT[:2], "--mu1", "0", *DOCUMENT[4:])
    assert wrong.returncode == 2
    assert "mu1" in wrong.stderr
    assert run("differ", *DOCUMENT[2:]).returncode == 2


def test_compare_paired_files():
    files = (EXAMPLES / "before.csv", EXAMPLES / "after.csv")
    done = run("compare", *files, "--paired", "--seed", 1, "--margin", 0.1)
    assert (done.returncode, done.stderr) == (0, "")
    text = " ".join(done.stdout.split())
    assert "Gwet's AC1 is higher for after (.76) than for before (.39) by .37" in text
    assert "With a margin of .10, before is not higher than after" in text
    assert "before 90 subjects, two raters, 180 ratings; raters dana, eli" in text
    found = json.loads(run("compare", *files, "--paired", "--seed", 1, "--json").stdout)
    same = accord.compare(*files, paired=True, seed=1).to_dict()
    assert {key: found[key] for key in same} == json.loads(json.dumps(same))
    assert found["paired"] is True


def test_compare_groups_systems_panels_and_coefficients(tmp_path):
    groups = run("compare", EXAMPLES / "essays.csv", "--by", "class", "--json", "--seed", 1)
    assert [g["group"] for g in json.loads(groups.stdout)["groups"]] == ["A", "B"]
    machines = EXAMPLES / "machines.csv"
    systems = run("compare", machines, "--gold", "teacher", "--json", "--seed", 1)
    panels = run(
        "compare", machines, "--panel", "engine1=teacher,engine1",
        "--panel", "engine2=teacher,engine2", "--json", "--seed", 1,
    )  # fmt: skip
    systems, panels = json.loads(systems.stdout), json.loads(panels.stdout)
    assert systems["comparisons"] == panels["comparisons"]
    two = run(
        "compare", EXAMPLES / "news.csv", "--coefficient", "cohen_kappa,gwet_ac", "--seed", 1,
        "--out", tmp_path / "two.csv",
    )  # fmt: skip
    assert "written to" in two.stderr
    with (tmp_path / "two.csv").open() as stream:
        row = next(csv.DictReader(stream))
    assert (row["a"], row["b"]) == ("Cohen's kappa", "Gwet's AC1")
    assert float(row["difference"]) == pytest.approx(
        accord.cohen_kappa(EXAMPLES / "news.csv").value
        - accord.gwet_ac(EXAMPLES / "news.csv").value
    )


def test_compare_independent_files_of_several_responses():
    found = run(
        "compare", EXAMPLES / "faculty.csv", EXAMPLES / "students.csv", "--score", CANONS,
        "--level", "interval", "--method", "influence", "--json",
    )  # fmt: skip
    d = json.loads(found.stdout)["comparisons"][0]
    assert (d["coefficient"], d["a"], d["b"]) == ("berry_mielke", "faculty", "students")
    assert d["difference"] > 0


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["compare", "before.csv"], "nothing to compare"),
        (["compare", "before.csv", "machines.csv", "--paired"], "no category in common"),
        (["compare", "essays.csv", "machines.csv", "--paired"], "some have no partner"),
        (["compare", "before.csv", "nowhere.csv"], "nowhere.csv"),
        (["compare", "machines.csv", "--gold", "teacherr"], "teacherr"),
        (["compare", "machines.csv", "--panel", "a=teacher"], "--panel a=teacher"),
        (["compare", "before.csv", "after.csv", "--method", "magic"], "magic"),
        (["compare", "before.csv", "after.csv", "--coefficient", "kohen_kappa"], "cohen_kappa"),
        (["agree", "faculty.csv", "--score", "clarity,style"], "style"),
        (["agree", "faculty.csv", "--score", CANONS, "--scaling", "huge"], "huge"),
    ],
)
def test_mistakes_are_explained(arguments, what):
    command, *rest = arguments
    done = run(command, *rest, cwd=EXAMPLES)
    assert done.returncode == 2
    assert done.stdout == ""
    assert what in done.stderr
    assert "Traceback" not in done.stderr


def test_results_do_not_overwrite_data(tmp_path):
    copy = tmp_path / "before.csv"
    copy.write_text((EXAMPLES / "before.csv").read_text())
    done = run("compare", copy, EXAMPLES / "after.csv", "--out", copy)
    assert done.returncode == 2
    assert copy.read_text() == (EXAMPLES / "before.csv").read_text()
