"""Markers: the LSA marker, the ranking scorer, scorers for scikit-learn, and the command."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score

import accord
from accord import scorers
from accord.errors import AccordError, NotATableError, OptionError
from accord.marking import LSAMarker, RankingScorer, cross_validated
from accord.marking.weighting import global_weights, weighted
from helpers.running import run

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def corpus():
    with Path("examples/answers.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    return [row["answer"] for row in rows], np.array([int(row["mark"]) for row in rows])


def test_log_entropy_by_its_formula():
    counts = np.array([[2, 1, 0], [2, 0, 1], [2, 0, 3]])
    got = global_weights(counts, "log-entropy")
    expected = []
    for column in counts.T:
        p = column[column > 0] / column.sum()
        expected.append(1 + (p * np.log(p)).sum() / np.log(3))
    assert got == pytest.approx(expected)
    assert got[0] == pytest.approx(0)
    assert got[1] == 1
    table = weighted(counts, got, "log-entropy").toarray()
    assert table == pytest.approx(np.log1p(counts) * got)
    with pytest.raises(OptionError, match="log-entropy"):
        global_weights(counts, "entropy")


@pytest.mark.parametrize("folding", ["project", "classical"])
def test_the_marker_by_hand(folding):
    """All singular values kept: cosines in the reduced space are those of the whole table."""
    rng = np.random.default_rng(1)
    vocabulary = [f"w{k}" for k in range(12)]
    texts = [" ".join(rng.choice(vocabulary, 6)) for _ in range(9)]
    marks = rng.integers(0, 5, 9)
    marker = LSAMarker(dimensions=100, neighbours=3, weighting="raw", folding=folding)
    got = marker.fit(texts, marks).predict(texts[:4])
    table = np.array([[text.split().count(w) for w in vocabulary] for text in texts], dtype=float)
    _, s, v = np.linalg.svd(table, full_matrices=False)
    place = table @ v[: marker.singular_.size].T
    if folding == "classical":
        place /= s[: marker.singular_.size]
    unit = place / np.linalg.norm(place, axis=1, keepdims=True)
    cosine = unit[:4] @ unit.T
    for row, value in zip(cosine, got, strict=True):
        nearest = np.argsort(-row)[:3]
        like = np.maximum(row[nearest], 0)
        assert value == pytest.approx((like * marks[nearest]).sum() / like.sum(), abs=1e-6)


@pytest.mark.parametrize("make", [LSAMarker, RankingScorer])
def test_estimators_of_scikit_learn(corpus, tmp_path, make):
    texts, marks = corpus
    model = make().fit(texts[:200], marks[:200])
    again = clone(model).fit(texts[:200], marks[:200])
    predicted = model.predict(texts[200:])
    assert predicted == pytest.approx(again.predict(texts[200:]))
    assert predicted.min() >= marks.min() - 1e-9
    assert predicted.max() <= marks.max() + 1e-9
    path = tmp_path / "model.npz"
    model.save(path)
    assert make.load(path).predict(texts[200:]) == pytest.approx(predicted)
    assert np.isfinite(model.predict(["", "zzz qqq"])).all()
    other = RankingScorer if make is LSAMarker else LSAMarker
    with pytest.raises(NotATableError, match="kind"):
        other.load(path)
    path.write_bytes(b"not a marker")
    with pytest.raises(NotATableError):
        make.load(path)


def test_files_of_markers_do_not_run(tmp_path):
    path = tmp_path / "evil.npz"
    np.savez(path, about=np.array([{"format": "accord marker"}], dtype=object))
    with pytest.raises(NotATableError, match="not a marker"):
        LSAMarker.load(path)


def test_models_are_chosen_by_the_recommended_metric(corpus):
    texts, marks = corpus
    search = GridSearchCV(
        LSAMarker(), {"dimensions": [5, 60]}, scoring=scorers.scorer("ac2_quadratic", (0, 4)), cv=3
    )
    search.fit(texts, marks)
    assert search.best_params_ == {"dimensions": 60}
    for name, own in (("qwk", scorers.qwk), ("alpha_interval", scorers.alpha)):
        values = cross_val_score(LSAMarker(60), texts, marks, scoring=own, cv=3)
        assert np.all(np.isfinite(values)), name
    y, z = np.array([0, 1, 2, 3, 3]), np.array([0, 2, 2, 3, 1])
    both = np.column_stack([y, z])
    for metric, function, weights in (
        ("ac2_quadratic", accord.gwet_ac, "quadratic"),
        ("bp_quadratic", accord.brennan_prediger, "quadratic"),
        ("qwk", accord.cohen_kappa, "quadratic"),
    ):
        own = function(both, weights=weights, categories=[0, 1, 2, 3]).value
        assert scorers.metric_value(y, z, metric=metric) == pytest.approx(own)


def test_the_ranking_scorer_learns(corpus):
    texts, marks = corpus
    for method in ("ranking", "regression"):
        found = cross_val_predict(RankingScorer(method), texts, marks, cv=3)
        assert np.corrcoef(found, marks)[0, 1] > 0.6, method


def test_the_shape_of_the_study(corpus):
    """More training data help, and the leaderboard says which runs are alike."""
    texts, marks = corpus
    found, about = cross_validated(texts, marks, {"dimensions": [60], "train": [10, 40, 200]})
    assert [own["train"] for own in about.values()] == [10, 40, 200]
    table = {"mark": marks, **found}
    board = accord.sweep(table, "mark", range=(0, 4), parameters=about)
    assert board.runs[0].parameters["train"] == 200
    assert board.runs[-1].parameters["train"] == 10
    assert board.runs[0]["kendall_tau_b"].value > 0.4
    ratio = accord.evaluate(table, "mark", range=(0, 4))[board.runs[0].name]["sd_ratio"]
    assert ratio.upper < 1  # neighbours' means are shrunk


@pytest.mark.parametrize(
    ("texts", "marks", "options", "words"),
    [
        (["a"], [1], {}, "needs two answers"),
        (["a", "b"], [1, np.nan], {}, "not a number"),
        (["", ""], [1, 2], {}, "contain no words"),
        (["a", "b"], [1, 2], {"folding": "x"}, "folding"),
        (["a", "b"], [1, 2], {"neighbours": 0}, "neighbours is 0"),
    ],
)
def test_what_a_marker_cannot_learn(texts, marks, options, words):
    with pytest.raises(AccordError, match=words):
        LSAMarker(**options).fit(texts, marks)


def test_the_command(tmp_path):
    marker, scored, table = tmp_path / "m.npz", tmp_path / "scored.csv", tmp_path / "runs.csv"
    assert run("mark", "train", "examples/answers.csv", "-o", marker).returncode == 0
    done = run("mark", "score", "examples/answers.csv", "--model", marker, "-o", scored)
    assert done.returncode == 0, done.stderr
    with scored.open() as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 300
    assert 0 <= float(rows[0]["machine"]) <= 4
    done = run("evaluate", scored, "--gold", "mark", "--systems", "machine", "--second", "mark2",
               "--range", "0,4", "--json")  # fmt: skip
    found = json.loads(done.stdout)
    assert found["data"]["systems"] == [{"name": "machine", "continuous": True, "n": 300}]
    options = ("--dimensions", "10,60", "--train", "40,200", "-o", table)
    assert run("mark", "runs", "examples/answers.csv", *options).returncode == 0
    options = ("--gold", "mark", "--second", "mark2", "--range", "0,4", "--json")
    board = json.loads(run("sweep", table, *options).stdout)
    assert board["ceiling"]["value"] > 0.9
    assert board["parameters"] == ["dimensions", "train"]
    assert len(board["runs"]) == 4
    bad = run("mark", "train", "examples/answers.csv", "-o", marker, "--text", "essay")
    assert bad.returncode == 2
    assert "no column 'essay'" in bad.stderr
    bad = run("mark", "runs", "examples/answers.csv", "--train", "ten")
    assert bad.returncode == 2
