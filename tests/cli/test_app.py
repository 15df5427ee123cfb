"""The command line as a user meets it: what it prints, where, and with which exit status."""

import json

import pytest

import accord
from helpers.paths import EXAMPLES
from helpers.running import run, run_process


def test_report_is_readable():
    done = run_process("report", EXAMPLES / "essays.csv", "--weights", "quadratic")
    assert done.returncode == 0
    assert done.stderr == ""
    text = " ".join(done.stdout.split())
    assert "they agreed exactly on 41.8% of the pairs of ratings. Gwet's AC2, quadratic" in text
    assert "Gwet's AC2" in done.stdout
    assert "almost perfect" in done.stdout
    assert "Missing 17 (9.4%)" in done.stdout
    assert "Not read as raters: class (an attribute, by its name)." in " ".join(done.stdout.split())


def test_details():
    done = run("report", EXAMPLES / "essays.csv", "--details")
    for title in (
        "Specific agreement", "Distribution of the categories", "each pair in both orders",
        "Each pair of raters: Cohen's kappa", "Each rater left out: ", "Missing ratings",
        "most disagreement",
    ):  # fmt: skip
        assert title in done.stdout
    found = json.loads(run("report", EXAMPLES / "essays.csv", "--details", "--json").stdout)
    assert found["details"]["left_out"][0]["rater"] == "chen"
    assert len(found["details"]["pairs"]["pairs"]) == 3
    assert found["details"]["disagreements"][0]["ratings"].keys() == {"adams", "brown", "chen"}
    two = json.loads(run("report", EXAMPLES / "news.csv", "--details", "--json").stdout)
    assert two["details"]["pairs"] is None
    options = ["--details", "--confidence", "0.8", "--weights", "power:1.5", "--json"]
    found = json.loads(run("report", EXAMPLES / "essays.csv", *options).stdout)
    assert found["details"]["left_out"][0]["confidence"] == 0.8
    assert found["diagnosis"]["pabak"]["confidence"] == 0.8
    assert found["coefficients"][0]["weights"] == "power:1.5"


def test_json_is_one_object_and_nothing_else():
    done = run("report", EXAMPLES / "news.csv", "--json", "--ci", "dirichlet")
    found = json.loads(done.stdout)
    assert found["accord"] == accord.__version__
    data = found["data"]
    assert (data["subjects"], data["ratings"], data["missing"]) == (150, 300, 0)
    assert data["raters"] == ["coder1", "coder2"]
    assert data["categories"] == ["blame", "neutral", "praise", "threat"]
    assert (data["layout"], data["level"]) == ("wide", "nominal")
    assert isinstance(found["warnings"], list)
    keys = {
        "name", "symbol", "weights", "value", "observed", "chance", "se", "lower", "upper",
        "p_value", "n", "reason", "references",
    }  # fmt: skip
    assert all(keys <= set(row) for row in found["coefficients"])
    rows = {row["name"]: row for row in found["coefficients"]}
    expected = accord.agreement(EXAMPLES / "news.csv", ci="dirichlet")
    assert set(rows) == {estimate.name for estimate in expected}
    for estimate in expected:
        assert rows[estimate.name]["value"] == estimate.value
        assert rows[estimate.name]["upper"] == estimate.interval.high


def test_undefined_is_null_in_json(tmp_path):
    path = tmp_path / "same.csv"
    path.write_text("x,y\n1,1\n1,1\n")
    rows = json.loads(run("report", path, "--json").stdout)["coefficients"]
    kappa = next(row for row in rows if row["name"] == "cohen_kappa")
    assert kappa["value"] is None
    assert "every rating is '1'" in kappa["reason"]


def test_long_table_with_clusters_groups_and_chosen_coefficients():
    done = run(
        "report", EXAMPLES / "crowd.csv", "--item", "image", "--rater", "worker", "--score",
        "label", "--cluster", "batch", "--coefficients", "gwet_ac,krippendorff_alpha,cohen_kappa",
        "--json",
    )  # fmt: skip
    found = json.loads(done.stdout)
    assert found["data"]["clusters"] == 20
    names = [row["name"] for row in found["coefficients"]]
    assert names == ["gwet_ac", "krippendorff_alpha", "cohen_kappa"]
    assert "needs exactly 2 raters; the data have 45" in found["coefficients"][2]["reason"]
    grouped = run("report", EXAMPLES / "essays.csv", "--by", "class", "--json")
    assert [group["group"] for group in json.loads(grouped.stdout)["groups"]] == ["A", "B"]


def test_options_reach_the_statistics(tmp_path):
    path = EXAMPLES / "essays.csv"
    done = run(
        "report", path, "--raters", "adams,brown", "--se", "bootstrap", "--ci", "bca", "--seed", 7,
        "--replicates", 500, "--confidence", 0.9, "--null", 0.4, "--alternative", "greater",
        "--categories", "0,1,2,3,4,5", "--level", "ordinal", "--weights", "linear", "--json",
    )  # fmt: skip
    rows = {row["name"]: row for row in json.loads(done.stdout)["coefficients"]}
    expected = accord.gwet_ac(
        path, raters="adams,brown", se="bootstrap", ci="bca", seed=7, replicates=500,
        confidence=0.9, null=0.4, alternative="greater", categories=range(6), weights="linear",
    )  # fmt: skip
    assert rows["gwet_ac"]["lower"] == pytest.approx(expected.interval.low, abs=0.05)
    assert rows["gwet_ac"]["confidence"] == 0.9
    assert rows["gwet_ac"]["seed"] == 7
    again = run(*["report", path, "--se", "bootstrap", "--seed", 7, "--replicates", 200, "--json"])
    twice = run(*["report", path, "--se", "bootstrap", "--seed", 7, "--replicates", 200, "--json"])
    assert again.stdout == twice.stdout
    matrix = tmp_path / "w.csv"
    matrix.write_text("1,.5,0,0\n.5,1,.5,0\n0,.5,1,.5\n0,0,.5,1\n")
    order = ["--categories", "blame,neutral,praise,threat"]  # words that have no order of their own
    own = run("report", EXAMPLES / "news.csv", "--weights", matrix, *order, "--json")
    assert json.loads(own.stdout)["coefficients"][0]["weights"] == "matrix"


def test_categories_with_values(tmp_path):
    path = tmp_path / "words.csv"
    path.write_text("x,y\nlow,low\nlow,high\nmid,mid\nhigh,mid\n")
    options = ["--weights", "quadratic", "--json"]
    done = run("report", path, "--categories", "low=0,mid=1,high=10", *options)
    rows = {row["name"]: row["value"] for row in json.loads(done.stdout)["coefficients"]}
    expected = accord.cohen_kappa(
        [[0, 0], [0, 10], [1, 1], [10, 1]], weights="quadratic", categories=[0, 1, 10]
    )
    assert rows["cohen_kappa"] == pytest.approx(expected.value)


@pytest.mark.parametrize("suffix", [".json", ".csv", ".txt"])
def test_out_writes_whole_files(tmp_path, suffix):
    out = tmp_path / f"report{suffix}"
    done = run("report", EXAMPLES / "news.csv", "--out", out)
    assert done.returncode == 0
    assert done.stdout == ""
    text = out.read_text()
    assert "gwet_ac" in text or "Gwet's AC1" in text
    assert list(tmp_path.iterdir()) == [out]
    failed = run("report", EXAMPLES / "news.csv", "--out", tmp_path / "no" / "x.json")
    assert failed.returncode == 2
    assert "no folder" in failed.stderr


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["report", "nowhere.csv"], "nowhere.csv: there is no such file"),
        (["report", EXAMPLES / "news.csv", "--weights", "cubic"], "no weight scheme 'cubic'"),
        (["report", EXAMPLES / "news.csv", "--coefficients", "kappa"], "no coefficient 'kappa'"),
        (["report", EXAMPLES / "news.csv", "--se", "magic"], "influence, gwet"),
        (["report", EXAMPLES / "news.csv", "--ci", "magic"], "percentile"),
        (["report", EXAMPLES / "news.csv", "--confidence", "95"], "between 0 and 1"),
        (["report", EXAMPLES / "news.csv", "--scale", "mine"], "landis_koch"),
        (["report", EXAMPLES / "news.csv", "--by", "nothing"], "no column 'nothing'"),
        (["report", EXAMPLES / "news.csv", "--level", "high"], "nominal, ordinal"),
        (["report", EXAMPLES / "news.csv", "--layout", "tall"], "wide, long"),
        (["report", EXAMPLES / "news.csv", "--categories", "neutral,praise"], "row"),
        (["report", EXAMPLES / "news.csv", "--population", "10"], "fewer than"),
        (["report", EXAMPLES / "news.csv", "--sample-raters"], "three or more"),
        (["report", EXAMPLES / "news.csv", "--encoding", "klingon"], "klingon"),
        (["report"], "FILE"),
        (["list", "wishes"], "coefficients"),
    ],
)
def test_bad_input_is_status_2_with_a_message_and_no_traceback(arguments, what):
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert what in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_lists_and_version():
    assert "gwet_ac" in run("list", "coefficients").stdout
    assert "krippendorff_ordinal" in run("list", "weights").stdout
    assert "landis_koch" in run("list", "scales").stdout
    assert run("--version").stdout == f"accord {accord.__version__}\n"
    assert "report" in run("--help").stdout


def test_labels_are_not_markup(tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text("x,y\n[bold]a,[bold]a\n=1+1,[bold]a\n[/],=1+1\n")
    done = run("report", path)
    assert done.returncode == 0
    assert "[bold]a" in done.stdout
    out = tmp_path / "o.csv"
    run("report", path, "--out", out)
    assert "\n=" not in out.read_text()
