"""One body of tests for every engine: the same ratings give the same patterns everywhere."""

import numpy as np
import polars as pl
import pytest

import accord
from accord.errors import AccordError, DuplicateRatingError
from helpers.sparks import needs_spark, session

RNG = np.random.default_rng(12)
N, NAMES = 60, ("ann", "bo", "cy", "di")
TRUTH = RNG.integers(0, 3, N)
WORDS = np.array(["calm", "tense", "open conflict"])


def wide_table():
    columns = {"id": [f"s{i}" for i in range(N)]}
    for name in NAMES:
        codes = np.where(RNG.random(N) < 0.8, TRUTH, RNG.integers(0, 3, N))
        columns[name] = [None if RNG.random() < 0.1 else str(WORDS[k]) for k in codes]
    columns["class"] = [f"c{i % 6}" for i in range(N)]
    columns["site"] = ["north" if i % 3 else "south" for i in range(N)]
    return pl.DataFrame(columns)


WIDE = wide_table()
LONG = (
    WIDE.unpivot(
        on=list(NAMES), index=["id", "class", "site"], variable_name="rater", value_name="score"
    )
    .filter(pl.col("score").is_not_null())
    .sample(fraction=1.0, shuffle=True, seed=1)
)


def in_pandas(frame):
    return frame.to_pandas()


def in_duckdb(frame):
    import duckdb

    return duckdb.connect().from_arrow(frame.to_arrow())


def in_dask(frame):
    import dask.dataframe as dd

    return dd.from_pandas(frame.to_pandas(), npartitions=3)


def in_ibis(frame):
    import ibis

    return ibis.memtable(frame)


def in_spark(frame):
    return session().createDataFrame(frame.to_arrow())


ENGINES = {
    "polars": lambda frame: frame,
    "polars lazy": pl.DataFrame.lazy,
    "pandas": in_pandas,
    "pyarrow": pl.DataFrame.to_arrow,
    "duckdb": in_duckdb,
    "dask": in_dask,
    "ibis": in_ibis,
    "pyspark": in_spark,
}
engine = pytest.mark.parametrize(
    "engine",
    [pytest.param(name, marks=needs_spark if name == "pyspark" else ()) for name in ENGINES],
)


@pytest.fixture(autouse=True)
def _never_collected(monkeypatch):
    """Small tables go the way of large ones."""
    monkeypatch.setattr("accord.io.engines.lazy.LEAST_ROWS", 0)


def same(one, other):
    one, other = (accord.agreement(p).to_dict() for p in (one, other))
    for first, second in zip(one["coefficients"], other["coefficients"], strict=True):
        assert first["name"] == second["name"]
        for key in ("value", "se", "lower", "upper"):
            assert second[key] == pytest.approx(first[key], abs=1e-12)
    for first, second in zip(one.get("groups", []), other.get("groups", []), strict=True):
        assert first["group"] == second["group"]
        assert first["coefficients"][0]["value"] == pytest.approx(
            second["coefficients"][0]["value"], abs=1e-12
        )


@engine
@pytest.mark.parametrize("extra", [{}, {"cluster": "class"}, {"by": "site"}])
def test_wide(engine, extra):
    options = {"raters": list(NAMES), "item": "id", **extra}
    found = accord.load(ENGINES[engine](WIDE), **options)
    same(accord.load(WIDE, **options), found)
    assert found.missing == accord.load(WIDE, **options).missing


@engine
@pytest.mark.parametrize("extra", [{}, {"cluster": "class"}, {"by": "site"}])
def test_long(engine, extra):
    options = {"item": "id", "rater": "rater", "score": "score", **extra}
    found = accord.load(ENGINES[engine](LONG), **options)
    reference = accord.load(WIDE, raters=list(NAMES), item="id", **extra)
    same(reference, found)
    assert (found.raters, found.layout) == (NAMES, "long")


@engine
def test_frequency_weights(engine):
    frame = WIDE.select(*NAMES).with_columns(n=pl.int_range(pl.len()) % 4)
    options = {"raters": list(NAMES), "count": "n"}
    same(accord.load(frame, **options), accord.load(ENGINES[engine](frame), **options))


@engine
def test_duplicates_are_refused_with_their_keys(engine):
    again = pl.concat([LONG, LONG.head(1)])
    options = {"item": "id", "rater": "rater", "score": "score"}
    with pytest.raises(DuplicateRatingError) as caught:
        accord.load(ENGINES[engine](again), **options)
    assert caught.value.keys == ((LONG["id"][0], LONG["rater"][0]),)
    assert caught.value.total == 1


@engine
def test_raters_are_chosen_and_missed(engine):
    options = {"item": "id", "rater": "rater", "score": "score"}
    pair = accord.load(ENGINES[engine](LONG), raters=["di", "ann"], **options)
    reference = accord.load(WIDE, raters=["di", "ann"])
    assert pair.raters == ("di", "ann")
    assert accord.cohen_kappa(pair).value == pytest.approx(accord.cohen_kappa(reference).value)
    with pytest.raises(AccordError, match="no rater 'eve'"):
        accord.load(ENGINES[engine](LONG), raters=["ann", "eve"], **options)


@engine
def test_unlike_clusters_within_an_item_are_refused(engine):
    torn = LONG.with_columns(
        pl.when((pl.col("id") == "s3") & (pl.col("rater") == "ann"))
        .then(pl.lit("c9"))
        .otherwise(pl.col("class"))
        .alias("class")
    )
    assert torn.filter(pl.col("id") == "s3")["class"].n_unique() == 2
    options = {"item": "id", "rater": "rater", "score": "score", "cluster": "class"}
    with pytest.raises(AccordError, match="two different values"):
        accord.load(ENGINES[engine](torn), **options)


@engine
def test_ratings_without_a_rater_are_refused(engine):
    torn = LONG.with_columns(
        pl.when(pl.col("id") == "s3").then(None).otherwise(pl.col("rater")).alias("rater")
    )
    with pytest.raises(AccordError, match="no rater"):
        accord.load(ENGINES[engine](torn), item="id", rater="rater", score="score")


@engine
def test_many_raters_become_counts_not_columns(engine, monkeypatch):
    monkeypatch.setattr("accord.io.engines.lazy.MAX_RATERS", 3)
    options = {"item": "id", "rater": "rater", "score": "score", "cluster": "class"}
    found = accord.load(ENGINES[engine](LONG), **options)
    whole = accord.load(WIDE, raters=list(NAMES), cluster="class")
    for name in ("fleiss_kappa", "gwet_ac", "krippendorff_alpha"):
        one, other = (getattr(accord, name)(p) for p in (whole, found))
        assert other.value == pytest.approx(one.value, abs=1e-12)
        assert other.se == pytest.approx(one.se, abs=1e-12)


def test_subjects_are_still_known_by_name():
    options = {"item": "id", "rater": "rater", "score": "score"}
    found = accord.disagreements(LONG.lazy(), top=3, **options)
    expected = accord.disagreements(LONG, top=3, **options)
    assert sorted(row.disagreement for row in found) == sorted(r.disagreement for r in expected)
    every = {row.subject: row for row in accord.disagreements(LONG, top=60, **options)}
    assert all(every[row.subject].ratings == row.ratings for row in found)
