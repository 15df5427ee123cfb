"""``accord evaluate`` and ``accord compare`` by prompt."""

import json

import jsonschema
import pytest

import accord
from accord.present import schema_of
from helpers.paths import EXAMPLES
from helpers.printed import GRID
from helpers.running import run

ESSAYS = EXAMPLES / "essays.csv"
HOW = ("--gold", "adams", "--by", "class")


def values(plain):
    """The values of all metrics."""
    reports = plain if isinstance(plain, list) else [plain]
    return [pytest.approx(item["value"]) for report in reports for item in report["metrics"]]


def test_an_evaluation_by_prompt_has_the_table_beside_what_it_had(tmp_path):
    words = ("evaluate", ESSAYS, *HOW, "--systems", "chen", "--range", "0,5", "--ci", "t")
    plain = json.loads(run(*words, "--json").stdout)
    jsonschema.validate(plain, json.loads(schema_of("evaluation")))
    table = accord.evaluate_prompts(
        ESSAYS, "adams", systems="chen", by="class", range=(0, 5), ci="t"
    )
    assert plain["by_prompt"] == table.to_dict()
    assert [row["prompt"] for row in plain["by_prompt"]["rows"]] == ["A", "B"]
    text = run(*words).stdout
    assert "Mean by Fisher's z" in text
    without = json.loads(run("evaluate", ESSAYS, "--gold", "adams", "--systems", "chen", "--json",
                             "--ci", "t", "--range", "0,5").stdout)  # fmt: skip
    assert "by_prompt" not in without
    for key in ("systems", "baseline"):
        assert values(without[key]) == values(plain[key])


def test_variables_with_a_gold_standard_each_are_a_table(tmp_path):
    path = tmp_path / "grid.csv"
    path.write_text(GRID)
    done = run("evaluate", path, "--gold", "teacher", "--ci", "t", "--json")
    assert done.returncode == 0, done.stderr
    plain = json.loads(done.stdout)
    jsonschema.validate(plain, json.loads(schema_of("prompts")))
    assert plain["prompts"] == ["clarity", "depth"]
    assert plain["systems"] == ["m1", "m2"]
    out = tmp_path / "page.html"
    assert run("evaluate", path, "--gold", "teacher", "--ci", "t", "--out", out).returncode == 0
    assert "<img" in out.read_text()


def test_a_comparison_by_prompt_has_a_row_for_each_and_the_means():
    words = ("compare", ESSAYS, *HOW, "--coefficient", "qwk", "--method", "influence")
    plain = json.loads(run(*words, "--json").stdout)
    jsonschema.validate(plain, json.loads(schema_of("prompt_comparison")))
    assert [(d["prompt"], d["mean"]) for d in plain["differences"]] == [
        ("A", None), ("B", None), (None, "plain"), (None, "fisher_z"),
    ]  # fmt: skip
    assert "on average over prompts" in run(*words).stdout
