"""Sparse designs: many raters with few ratings each, and files with more columns than rows."""

from __future__ import annotations

import json

import numpy as np
import pytest

import accord
from accord.data.patterns import Patterns
from accord.data.scale import Scale
from accord.inference.analytic import covariance
from accord.inference.choice import interval_method
from accord.inference.jackknife import jackknife
from accord.inference.pseudo import MAX_CODES, pseudo_observations
from accord.io.engines import columns as frame_columns
from accord.options import InferenceOptions
from accord.statistics import COEFFICIENTS, Evaluation, find
from accord.statistics.pairs import pair_steps, rating_pairs


def sparse_codes(rng, raters, subjects, each, q=3, accuracy=0.7):
    """Codes (subjects, raters), -1 where a rater did not rate, from a latent category model."""
    truth = rng.choice(q, subjects, p=np.arange(q, 0, -1) / np.arange(q, 0, -1).sum())
    codes = np.full((subjects, raters), -1)
    chosen = rng.random((subjects, raters)).argsort(axis=1)[:, :each]
    sure = rng.random((subjects, each)) < accuracy
    guesses = rng.integers(q, size=(subjects, each))
    codes[np.arange(subjects)[:, None], chosen] = np.where(sure, truth[:, None], guesses)
    return codes


def table_of(codes, q=3, **facts):
    names = [f"r{j}" for j in range(codes.shape[1])]
    return Patterns.build(Scale.observed(list(range(q))), names, codes, **facts)


def without(codes, row):
    return np.delete(codes, row, axis=0)


def rows_of(codes):
    return [[None if code < 0 else int(code) for code in row] for row in codes]


# --- standard errors ---


@pytest.mark.parametrize("name", ["light_kappa", "berry_mielke"])
def test_influence_values_are_those_of_the_jackknife(name):
    """u_i = (n - 1)(κ - κ_(i)), with κ_(i) computed on the data without the subject."""
    codes = sparse_codes(np.random.default_rng(2), 60, 50, 2)
    evaluation = Evaluation(find(name), table_of(codes))
    assert evaluation.not_smooth is not None
    n = len(codes)
    left_out = [Evaluation(find(name), table_of(without(codes, i))).value for i in range(n)]
    expected = (n - 1) * (evaluation.value - np.array(left_out))
    spread = np.repeat(evaluation.influence, evaluation.patterns.multiplicity)
    assert np.sort(spread) == pytest.approx(np.sort(expected), abs=1e-10)


@pytest.mark.parametrize(
    ("name", "design"),
    [
        ("light_kappa", (70, 300, 3)),
        ("light_kappa", (10, 60, 4)),
        ("conger_kappa", (30, 100, 2)),
        ("berry_mielke", (100, 60, 3)),
        ("fleiss_kappa", (100, 60, 3)),
    ],
)
def test_standard_errors_match_the_spread_of_estimates(name, design):
    """Linearised errors of Light's kappa in the first design were a quarter of the spread.

    The spread of 300 values is known to 4 %; errors vary little, so that a few are enough.
    """
    rng = np.random.default_rng(11)
    found = [Evaluation(find(name), table_of(sparse_codes(rng, *design))) for _ in range(300)]
    spread = np.std([e.value for e in found], ddof=1)
    errors = [covariance(e.influence[None], e.patterns)[0, 0] ** 0.5 for e in found[:15]]
    assert 0.85 < np.sqrt(np.mean(np.square(errors))) / spread < 1.25


def test_complete_data_and_two_raters_are_smooth():
    rng = np.random.default_rng(1)
    complete = table_of(rng.integers(0, 3, (12, 6)))
    pair = table_of(sparse_codes(rng, 3, 60, 2)[:, :2])
    for table in (complete, pair):
        for name in ("light_kappa", "berry_mielke", "conger_kappa"):
            assert Evaluation(find(name), table).not_smooth is None


def test_only_declared_coefficients_are_not_smooth():
    table = table_of(sparse_codes(np.random.default_rng(3), 200, 150, 2))
    rough = {
        name
        for name, entry in COEFFICIENTS.items()
        if entry.unsuited(table, plain=True) is None
        and Evaluation(entry, table).not_smooth is not None
    }
    assert rough == {"light_kappa", "berry_mielke"}


def test_clusters_are_left_out_whole():
    """A pair that rated within one cluster only is lost with the cluster."""
    rng = np.random.default_rng(5)
    cluster = np.repeat(np.arange(40), 5)
    codes = np.full((200, 30), -1)
    for c in range(40):
        team = rng.choice(30, 3, replace=False)
        truth = rng.integers(0, 3, 5)
        for rater in team:
            sure = rng.random(5) < 0.7
            codes[cluster == c, rater] = np.where(sure, truth, rng.integers(0, 3, 5))
    table = table_of(codes, cluster=cluster)
    evaluation = Evaluation(find("light_kappa"), table)
    assert "clusters in common" in evaluation.not_smooth
    values = []
    for c in range(40):
        kept = cluster != c
        values.append(Evaluation(find("light_kappa"), table_of(codes[kept])).value)
    expected = 39 / 40 * np.sum((evaluation.value - np.array(values)) ** 2)
    variance = covariance(evaluation.influence[None], table, table.clusters)[0, 0]
    assert variance == pytest.approx(expected, rel=1e-9)
    assert variance == pytest.approx(jackknife([evaluation])[0, 0], rel=0.05)
    assert variance > 3 * covariance(evaluation.linearised[None], table, table.clusters)[0, 0]


# --- intervals and tests ---


def sparse_rows(seed=7, raters=40, subjects=120, each=3):
    return rows_of(sparse_codes(np.random.default_rng(seed), raters, subjects, each))


@pytest.mark.parametrize("how", [{}, {"ci": "dirichlet"}, {"p_method": "dirichlet"}])
def test_no_draws_where_a_coefficient_is_not_smooth(how):
    single = accord.light_kappa(sparse_rows(), **how)
    assert (single.interval.method, single.p_method, single.se_method) == ("t", "t", "jackknife")
    assert any("in common on average" in note for note in single.notes)
    assert bool(how) == any("not valid" in note for note in single.notes)
    together = accord.agreement(sparse_rows(), ["gwet_ac", "light_kappa"], **how)
    assert together["light_kappa"].se == pytest.approx(single.se, rel=1e-12)
    assert together["light_kappa"].lower == pytest.approx(single.lower, rel=1e-12)
    assert together["gwet_ac"].se_method == "influence"
    other = accord.light_kappa(sparse_rows(), se="jackknife")
    assert single.se == pytest.approx(other.se, rel=0.02)


@pytest.mark.parametrize("method", [None, "dirichlet"])
def test_comparisons_use_jackknife_influence_values(method):
    found = accord.compare(
        sparse_rows(1), sparse_rows(2), coefficient="light_kappa", method=method
    ).differences[0]
    first, second = (accord.light_kappa(sparse_rows(seed)) for seed in (1, 2))
    assert found.method == "influence"
    assert found.se == pytest.approx(np.hypot(first.se, second.se), rel=1e-9)
    assert bool(method) == any(
        "too few ratings for posterior draws" in note for note in found.notes
    )


def test_perfect_agreement_of_sparse_raters_has_no_interval():
    codes = sparse_codes(np.random.default_rng(7), 40, 120, 3, accuracy=1.0)
    e = accord.light_kappa(rows_of(codes))
    assert e.value == pytest.approx(1)
    assert np.isnan([e.se, e.lower, e.upper]).all()
    assert any("does not change" in note for note in e.notes)


def test_a_jackknife_out_of_proportion_is_left_out_with_a_reason(monkeypatch):
    monkeypatch.setattr("accord.statistics.evaluation.MAX_LEFT_OUT", 1000)
    found = accord.agreement(sparse_rows(), ["light_kappa"])
    e = found["light_kappa"]
    assert np.isfinite(e.value)
    assert np.isnan([e.se, e.lower, e.p_value]).all()
    assert any("takes long" in note for note in found.warnings)
    assert not any("fewer than two subjects" in note for note in found.warnings)
    assert np.isfinite(accord.light_kappa(sparse_rows(), se="jackknife").se)


def test_berry_mielke_says_that_it_is_biased():
    """With two ratings of each rater chance agreement contains much of the observed one."""
    codes = sparse_codes(np.random.default_rng(8), 200, 200, 2)
    found = accord.agreement(rows_of(codes), ["berry_mielke", "conger_kappa"])
    assert any("biased towards 0" in note for note in found["berry_mielke"].notes)
    assert found["berry_mielke"].value < found["conger_kappa"].value
    assert not found["conger_kappa"].notes


def test_sums_over_sparse_panels_equal_dense_ones(monkeypatch):
    table = table_of(sparse_codes(np.random.default_rng(9), 40, 80, 3))
    sparse = Evaluation(find("berry_mielke"), table)
    value, slopes = sparse.value, sparse.linearised
    monkeypatch.setattr("accord.statistics.coefficients.berry_mielke.SPARSE", 1e9)
    dense = Evaluation(find("berry_mielke"), table)
    assert value == pytest.approx(dense.value, abs=1e-12)
    assert slopes == pytest.approx(dense.linearised, abs=1e-10)


# --- more columns than rows ---


def wide_table(raters, subjects=2, seed=0):
    return np.random.default_rng(seed).integers(1, 6, (subjects, raters))


def test_pairs_of_many_raters_are_computed_only_if_named():
    many = accord.load(wide_table(2_000), layout="wide")
    found = accord.agreement(many, ci="t")
    assert "light_kappa" not in found
    assert any("name it in coefficients" in note for note in found.warnings)
    assert pair_steps(many) == 60 * rating_pairs(many)
    few = accord.load(wide_table(200), layout="wide")
    assert "light_kappa" in accord.agreement(few, ci="t")
    named = accord.light_kappa(few, ci="t").value
    assert named == pytest.approx(accord.conger_kappa(few).value, abs=0.05)


@pytest.mark.parametrize("raters", [300, 3_000])
def test_pseudo_observations_of_many_raters_are_bounded(raters):
    codes = wide_table(raters) - 1
    evaluation = Evaluation(find("conger_kappa"), table_of(codes, q=5))
    pseudo = pseudo_observations(evaluation, np.random.default_rng(1))
    assert len(pseudo.dissents) * raters <= MAX_CODES
    assert len(pseudo.dissents) == len(pseudo.dissent_panel) == len(pseudo.splits)


def test_draws_of_many_raters_are_replaced_or_left_out():
    few, more = (accord.load(wide_table(1_000, subjects), layout="wide") for subjects in (3, 30))
    assert interval_method(InferenceOptions(), Evaluation(find("conger_kappa"), more)) == "t"
    e = accord.conger_kappa(few)
    assert np.isnan([e.lower, e.p_value]).all()
    assert any("ci='dirichlet'" in note for note in e.notes)
    assert np.isfinite(accord.conger_kappa(more).lower)
    narrow = accord.load(wide_table(100, 3), layout="wide")
    assert accord.conger_kappa(narrow).interval.method == "dirichlet"


@pytest.mark.parametrize("raters", [7, 150])
def test_tables_wider_than_long_give_the_same_sums(raters):
    codes = wide_table(raters, 5) - 1
    codes[2, ::3] = -1
    table, tall = table_of(codes, q=5), table_of(np.repeat(codes, 2, axis=0), q=5)
    counts = np.stack([(table.codes == k).sum(axis=1) for k in range(5)], axis=1)
    assert np.array_equal(table.category_counts(), counts)
    assert table.category_totals() == pytest.approx(table.multiplicity @ counts)
    wide = Evaluation(find("conger_kappa"), table)
    m = table.multiplicity + 1e-6 * np.eye(len(table))
    slope = (wide.at(m) - wide.value) / 1e-6 * table.n
    assert wide.linearised == pytest.approx(slope, abs=1e-4)
    assert Evaluation(find("conger_kappa"), tall).value == pytest.approx(wide.value)


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_cells_of_many_columns_are_taken_out_together(kind, tmp_path, monkeypatch):
    table = wide_table(400, 4)
    names = [f"r{j}" for j in range(400)]
    path = tmp_path / f"wide.{kind}"
    if kind == "csv":
        lines = [",".join(names), *(",".join(map(str, row)) for row in table)]
    else:
        lines = [json.dumps(dict(zip(names, map(int, row), strict=True))) for row in table]
    path.write_text("\n".join(lines) + "\n")
    one_by_one = []
    cells_of = frame_columns.cells_of

    def counting(series):
        one_by_one.append(series.name)
        return cells_of(series)

    monkeypatch.setattr(frame_columns, "cells_of", counting)
    patterns = accord.load(path)
    assert patterns.r == 400
    assert len(one_by_one) < 10
    assert patterns.category_totals().sum() == 1_600


def test_cells_of_all_equal_those_of_each(monkeypatch):
    import narwhals as nw
    import polars as pl

    frame = nw.from_native(
        pl.DataFrame(
            {
                "whole": [1, 2, 3],
                "null": [1, None, 3],
                "half": [0.5, 1.0, float("nan")],
                "text": ["a", None, "c"],
                "yes": [True, False, True],
                "kind": pl.Series(["x", "y", "x"], dtype=pl.Categorical),
                "small": pl.Series([1, 2, 3], dtype=pl.Int8),
            }
        )
    )
    each = [frame_columns.cells_of(frame[name]) for name in frame.columns]
    monkeypatch.setattr(frame_columns, "FEW_COLUMNS", 0)
    for one, other in zip(each, frame_columns.cells_of_all(frame, frame.columns), strict=True):
        assert type(one) is type(other)
        np.testing.assert_array_equal(one, other)
        if isinstance(one, np.ndarray):
            assert one.dtype == other.dtype


# --- details ---


def test_agreement_on_single_values_of_measurements_is_left_out(monkeypatch):
    from accord.analysis.views import compute_details

    rng = np.random.default_rng(3)
    values = np.round(rng.normal(20, 3, (40, 1)) + rng.normal(0, 1, (40, 3)), 1)
    details = compute_details(values, ci="t")
    assert details.categories == ()
    assert any("by_category()" in note for note in details.notes)
    codes = compute_details(rng.integers(0, 80, (40, 3)), level="nominal", ci="t")
    assert codes.categories
    assert not codes.notes


def test_agreement_on_categories_shares_its_draws(monkeypatch):
    """One table of draws for all categories, and the same numbers as one by one."""
    from accord.analysis.views import categories

    rows = [["a", "a", "b"], ["c", "b", "b"], ["a", "c", "c"], ["b", "b", "b"], ["a", "a", "c"]]
    calls = []
    measure = categories.measure
    monkeypatch.setattr(
        categories, "measure", lambda *args: (calls.append(args[1]), measure(*args))[1]
    )
    found = accord.by_category(rows, replicates=500)
    assert len(calls) == 1 + len(found)
    patterns = accord.load(rows)
    for entry, row in zip(calls[0], found, strict=True):
        settings = InferenceOptions(replicates=500)
        alone = measure(patterns, [entry], categories.scheme_named("identity"), settings, {})
        assert list(alone.estimates[0].interval) == list(row.specific.interval)
