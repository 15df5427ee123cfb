"""Calibration sweeps: leaderboards, runs like the best, folders with manifests, pictures."""

import json

import numpy as np
import pytest

import accord
from accord.analysis.evaluation import evaluate
from accord.analysis.sweeps import sweep
from accord.errors import AccordError
from helpers.paths import EXAMPLES
from helpers.running import run

RNG = np.random.default_rng(11)
N = 150
GOLD = RNG.integers(0, 5, N)
SECOND = np.clip(GOLD + RNG.integers(-1, 2, N), 0, 4)


def scored(noise, seed):
    rng = np.random.default_rng(seed)
    return np.clip(np.round(GOLD + rng.normal(0, noise, N)), 0, 4).astype(int)


NOISE = {10: 1.4, 50: 0.55, 60: 0.56, 200: 1.0}
TABLE = {"gold": GOLD} | {f"train{k}": scored(s, k) for k, s in NOISE.items()}


def test_a_leaderboard_is_that_of_evaluate():
    found = sweep(TABLE, "gold", range=(0, 4))
    verdict = evaluate(TABLE, gold="gold", range=(0, 4))
    assert [r.name for r in found.runs] == [row.system for row in verdict.ranking]
    for item in found.runs:
        own = verdict[item.name]["ac2_quadratic"]
        assert item["ac2_quadratic"].value == pytest.approx(own.value)
        assert (item["ac2_quadratic"].lower, item["ac2_quadratic"].upper) == pytest.approx(
            (own.lower, own.upper)
        )
    best, worst = found.runs[0], found.runs[-1]
    row = next(
        c for c in verdict.comparisons
        if c.metric == "ac2_quadratic" and {c.a, c.b} == {best.name, worst.name}
    )  # fmt: skip
    assert abs(worst.difference) == pytest.approx(abs(row.difference))
    assert {r.name for r in found.runs if r.like_best} == {"train50", "train60"}
    assert worst.name == "train10"
    assert worst.p_adjusted < 0.001
    assert worst.upper < 0
    assert "not significantly different from it: train60" in found.sentence


def test_parameters_by_name_by_hand_and_by_manifest(tmp_path):
    found = sweep(TABLE, "gold", range=(0, 4))
    assert {r.name: r.parameters for r in found.runs}["train50"] == {"train": 50.0}
    given = {name: {"k": j} for j, name in enumerate(TABLE) if name != "gold"}
    assert sweep(TABLE, "gold", range=(0, 4), parameters=given).parameters == ("k",)
    folder = tmp_path / "runs"
    folder.mkdir()
    lines = ["file,k,weighting"]
    for name, values in TABLE.items():
        if name != "gold":
            rows = "\n".join(f"s{i},{v}" for i, v in enumerate(values))
            (folder / f"{name}.csv").write_text(f"item,score\n{rows}\n")
            lines.append(f"{name}.csv,{name[5:]},{'raw' if name == 'train10' else 'log'}")
    (folder / "manifest.csv").write_text("\n".join(lines) + "\n")
    truth = tmp_path / "gold.csv"
    truth.write_text("item,gold\n" + "\n".join(f"s{i},{v}" for i, v in enumerate(GOLD)) + "\n")
    other = sweep(folder, "gold", truth=truth, range=(0, 4))
    assert [r.name for r in other.runs] == [r.name for r in found.runs]
    assert other.runs[0]["l2"].value == pytest.approx(found.runs[0]["l2"].value)
    assert {r.name: r.parameters for r in other.runs}["train10"] == {"k": 10.0, "weighting": "raw"}
    with pytest.raises(AccordError, match="no column 'gold'"):
        sweep(folder, "gold")
    (folder / "manifest.csv").write_text("file,k\nnone.csv,3\n")
    with pytest.raises(AccordError, match="no run 'none"):
        sweep(folder, "gold", truth=truth)
    (folder / "manifest.csv").write_text("file,k\n../gold.csv,3\n")
    with pytest.raises(AccordError, match="no run"):
        sweep(folder, "gold", truth=truth)


@pytest.mark.parametrize(("metric", "best"), [("l2", min), ("exact", max), ("sd_ratio", None)])
def test_any_metric_ranks(metric, best):
    found = sweep(TABLE, "gold", metric=metric, range=(0, 4))
    values = [r[metric].value for r in found.runs]
    if best is None:
        assert values == sorted(values, key=lambda v: abs(v - 1))
    else:
        assert values[0] == best(values)


def test_people_are_the_ceiling():
    found = sweep({**TABLE, "human2": SECOND}, "gold", second="human2", range=(0, 4))
    both = np.column_stack([GOLD, SECOND])
    own = accord.gwet_ac(both, weights="quadratic", categories=list(range(5)))
    assert found.ceiling.value == pytest.approx(own.value)
    assert {r.name for r in found.runs} == set(TABLE) - {"gold"}


def test_the_command(tmp_path):
    path = tmp_path / "runs.csv"
    columns = {**TABLE, "human2": SECOND}
    rows = "\n".join(",".join(map(str, row)) for row in zip(*columns.values(), strict=True))
    path.write_text(",".join(columns) + "\n" + rows + "\n")
    options = ("--gold", "gold", "--second", "human2", "--range", "0,4")
    picture = tmp_path / "sweep.png"
    done = run("sweep", path, *options, "--json", "--plot", picture)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["runs"][0]["rank"] == 1
    assert found["ceiling"]["value"] is not None
    assert picture.read_bytes().startswith(b"\x89PNG")
    text = run("sweep", path, *options).stdout
    assert "Run − best" in text
    assert "Distribution of score differences" in text
    out = tmp_path / "board.csv"
    assert run("sweep", path, *options, "--out", out).returncode == 0
    assert out.read_text().startswith("rank,run,train,like_best")
    assert run("sweep", path, "--gold", "nobody").returncode == 2


def folder_of(tmp_path, files):
    folder = tmp_path / "folder"
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_text(content)
    return folder


RUN = "item,gold,score\n1,0,0\n2,1,1\n3,2,1\n4,3,3\n"


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"k1.csv": RUN, "k2.csv": RUN + "4,3,0\n"}, "has two scores"),
        ({"k1.csv": RUN, "k1.tsv": RUN.replace(",", "\t")}, "two runs have the name"),
        (
            {"k1.csv": RUN, "k2.csv": RUN, "manifest.csv": "file,k\nk1.csv,1\nk1.csv,9\n"},
            "two runs",
        ),
        ({"k1.csv": RUN, "k2.csv": RUN.replace("1,0,0", "1,2,0")}, "in another file"),
        ({"k1.csv": RUN}, "fewer than two files"),
    ],
)
def test_folders_that_mislead(tmp_path, files, words):
    with pytest.raises(AccordError, match=words):
        sweep(folder_of(tmp_path, files), "gold", range=(0, 3))


def test_folders_as_they_are(tmp_path):
    files = {
        "k1.csv": RUN,
        "k2.csv": RUN.replace("2,1,1", "2,1.0,3").replace("3,2,1", "3,,2"),
        "README.md": "# runs",
    }
    found = sweep(folder_of(tmp_path, files), "gold", range=(0, 3))
    assert {r.name for r in found.runs} == {"k1", "k2"}
    folder = tmp_path / "folder"
    done = run("sweep", folder / "k1.csv", folder / "k2.csv", "--gold", "gold", "--json")
    assert [r["name"] for r in json.loads(done.stdout)["runs"]] == [r.name for r in found.runs]
    odd = tmp_path / "odd"
    odd.mkdir()
    for name in ("k1", "k2"):
        text = RUN.replace(",", ";").replace("item", "essay number")
        (odd / f"{name}.csv").write_text(text)
    truth = odd / "truth.csv"
    truth.write_text("essay number;gold\n1;0\n2;1\n3;2\n4;3\n")
    for name in ("k1", "k2"):
        (odd / f"{name}.csv").write_text("essay number;score\n1;0\n2;1\n3;2\n4;3\n")
    same = sweep(odd, "gold", truth=truth, item="essay number", delimiter=";", range=(0, 3))
    assert [r["exact"].value for r in same.runs] == [1, 1]
    with pytest.raises(AccordError, match="confidence"):
        sweep(TABLE, "gold", confidence=7)
    assert sweep(TABLE, "gold", "train50", range=(0, 4)).sentence.startswith("There is one run")


def test_gaps_do_not_undo_that_systems_scored_the_same_subjects():
    """Draws of a subject are common to all systems, whatever each of them left out."""
    rng = np.random.default_rng(4)
    gold = rng.integers(0, 5, 120)
    old = np.clip(gold + rng.integers(-1, 2, 120), 0, 4)
    new = np.where(rng.random(120) < 0.2, gold, old)
    blank = [None if k % 12 == 0 else int(v) for k, v in enumerate(new)]
    table = {"gold": gold.tolist(), "old": old.tolist(), "new": blank}
    by_draws, by_errors = (
        next(c for c in accord.evaluate(table, "gold", ci=ci).comparisons if c.metric == "qwk")
        for ci in ("dirichlet", "t")
    )
    assert by_draws.method == "dirichlet"
    length = by_errors.upper - by_errors.lower
    assert by_draws.upper - by_draws.lower == pytest.approx(length, rel=0.4)
    found = accord.sweep(table, "gold", metric="qwk")
    assert found.subjects == 120
    assert any("did not score the same subjects" in warning for warning in found.warnings)
    assert found.runs[1].method == "dirichlet"
    assert found.to_dict()["confidence"] == 0.95


def test_a_bias_to_either_side_is_as_bad():
    gold = [2] * 40 + [3] * 40
    up = [v + 1 for v in gold]
    down = [v - 1 for v in gold[:-1]] + [gold[-1] - 2]
    verdict = accord.evaluate({"gold": gold, "up": up, "down": down}, "gold", headline="smd")
    (row,) = [c for c in verdict.comparisons if c.metric == "smd"]
    assert abs(row.difference) < 0.1
    assert row.p_adjusted > 0.05
    assert {place.sets for place in verdict.ranking} == {"a"}


def test_a_sweep_of_words_and_of_sets_ranks_as_evaluate_does():
    words = {"gold": list("aabbcab"), "one": list("aabbcaa"), "two": list("abbbcac")}
    assert accord.sweep(words, "gold").metric == "ac1"
    sets = accord.sweep(EXAMPLES / "emotions.csv", "ann", sets=";")
    verdict = accord.evaluate(EXAMPLES / "emotions.csv", "ann", sets=";")
    assert sets.metric == verdict.headline == "alpha_masi"
    assert [run.name for run in sets.runs] == [row.system for row in verdict.ranking]
