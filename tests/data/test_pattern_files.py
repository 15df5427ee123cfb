"""Pattern files: what is written is read, and damaged files are refused."""

import json

import numpy as np
import polars as pl
import pytest

import accord
from accord.data.pattern_files import is_pattern_file, write_patterns
from accord.errors import NotATableError, OptionError
from helpers.paths import EXAMPLES
from helpers.running import run

CANONS = "clarity,grammar"
TABLES = {
    "wide, gaps, groups": lambda: accord.load(EXAMPLES / "essays.csv", by="class"),
    "long, clusters": lambda: accord.load(EXAMPLES / "crowd.csv", cluster="batch"),
    "words": lambda: accord.load(EXAMPLES / "news.csv"),
    "several responses": lambda: accord.load(EXAMPLES / "faculty.csv", score=CANONS),
    "counts": lambda: accord.load({"yes": [3, 1, 0], "no": [0, 2, 3]}, layout="counts"),
    "bags": lambda: accord.load(EXAMPLES / "essays.csv").anonymous(),
    "declared": lambda: accord.load([["lo", "hi"], ["hi", "hi"]], categories=["lo", "mid", "hi"]),
    "truths": lambda: accord.load([[True, False], [True, True]]),
    "fractions": lambda: accord.load({"a": [1, 2], "b": [1, 1], "w": [0.5, 2.25]}, count="w"),
}


@pytest.mark.parametrize("name", TABLES)
def test_what_is_written_is_read(name, tmp_path):
    patterns = TABLES[name]()
    path = tmp_path / "x.patterns"
    write_patterns(patterns, path)
    assert is_pattern_file(path)
    again = accord.load(path)
    assert again.scale.labels == patterns.scale.labels
    assert (again.n, again.raters, again.groups, again.clusters) == (
        patterns.n,
        patterns.raters,
        patterns.groups,
        patterns.clusters,
    )
    one, other = (accord.agreement(p).to_dict() for p in (patterns, again))
    for key in ("coefficients", "covariance", "warnings", "groups"):
        assert one.get(key) == other.get(key)
    assert [item.name for item in tmp_path.iterdir()] == ["x.patterns"]


def test_sites_together_are_the_whole(tmp_path):
    whole = accord.load(EXAMPLES / "essays.csv")
    lines = (EXAMPLES / "essays.csv").read_text().splitlines()
    files = []
    for site, own in (("north", lines[1:25]), ("south", lines[25:])):
        raw = tmp_path / f"{site}.csv"
        raw.write_text("\n".join([lines[0], *own]) + "\n")
        done = run("compress", raw, "-o", tmp_path / f"{site}.patterns")
        assert done.returncode == 0
        assert "patterns of" in done.stderr
        files.append(tmp_path / f"{site}.patterns")
    found = json.loads(run("report", *files, "--json").stdout)
    expected = accord.agreement(whole)
    for item in found["coefficients"]:
        assert item["value"] == pytest.approx(expected[item["name"]].value, abs=1e-12)
        assert item["se"] == pytest.approx(expected[item["name"]].se, abs=1e-12)
    compared = json.loads(run("compare", *files, "--json", "--method", "influence").stdout)
    assert compared["comparisons"][0]["a"] == "north"


def test_options_go_with_a_file_of_patterns_as_with_a_loaded_table(tmp_path):
    path = tmp_path / "x.patterns"
    write_patterns(accord.load(EXAMPLES / "essays.csv"), path)
    pair = accord.load(path, raters=["adams", "chen"])
    assert pair.raters == ("adams", "chen")
    with pytest.raises(OptionError, match="pattern table already"):
        accord.load(path, delimiter=";")


def damaged(tmp_path, change):
    path = tmp_path / "x.patterns"
    write_patterns(accord.load(EXAMPLES / "essays.csv", by="class"), path)
    about = json.loads(pl.read_parquet_metadata(path)["accord"])
    frame = change(about, pl.read_parquet(path))
    frame.write_parquet(path, metadata={"accord": json.dumps(about)})
    return path


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda a, f: (a.update(version=9), f)[1], "version 9"),
        (lambda a, f: (a.pop("scale"), f)[1], "damaged"),
        (lambda a, f: (a.update(kind="magic"), f)[1], "damaged"),
        (lambda a, f: (a["scale"].update(level="royal"), f)[1], "damaged"),
        (lambda a, f: (a.update(groups=[]), f)[1], "damaged"),
        (lambda a, f: (a.update(raters=["x"]), f)[1], "damaged"),
        (lambda _, f: f.with_columns(r1=pl.lit(99)), "not among the categories"),
        (lambda _, f: f.with_columns(count=pl.lit(-1)), "damaged"),
        (lambda _, f: f.with_columns(count=pl.lit("x")), "damaged"),
        (lambda _, f: f.with_columns(group=pl.lit(-3)), "negative"),
        (lambda _, f: f.drop("r3"), "damaged"),
    ],
)
def test_damaged_files_are_refused_in_words(tmp_path, change, what):
    with pytest.raises(NotATableError, match=what):
        accord.load(damaged(tmp_path, change))


def test_other_parquet_files_are_tables(tmp_path):
    path = tmp_path / "t.parquet"
    pl.DataFrame({"a": [1, 2, 1], "b": [1, 2, 2]}).write_parquet(path, metadata={"accord": "{"})
    assert not is_pattern_file(path)
    assert accord.load(path).n == 3


def test_merging_nothing_is_refused():
    with pytest.raises(OptionError, match="no ratings to merge"):
        accord.merge()
    table = np.array([[1, 1], [2, 1]])
    assert accord.merge(table, table, layout="wide").n == 4
