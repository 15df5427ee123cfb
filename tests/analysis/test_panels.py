"""Many panels of raters at once: pairs and raters left out equal the plain way, at less work."""

from itertools import combinations
from math import isnan

import numpy as np
import pytest

import accord
from accord.analysis.views import panels
from accord.analysis.views.draws import load_for_many
from accord.base.keys import distinct_rows
from accord.data.panel import pair_counts, pair_patterns
from accord.inference.estimate import measure
from accord.statistics import COEFFICIENTS, REGISTRY, Evaluation, Statistic, find
from accord.statistics.batched import LeftOutSums, WeightedSums
from accord.statistics.calculus import Quantity
from accord.statistics.registry import Terms, formula_of

FIELDS = (
    *("name", "title", "symbol", "weights", "value", "observed", "chance", "se", "df", "n"),
    *("lower", "upper", "p_value", "p_method", "se_method", "null", "alternative", "seed"),
    *("reason", "notes", "references"),
)


def ratings(n, r, q=4, *, gaps=0.0, seed=1, right=0.6):
    rng = np.random.default_rng(seed)
    truth = rng.integers(1, q + 1, n)
    guessed = rng.integers(1, q + 1, (n, r))
    table = np.where(rng.random((n, r)) < right, truth[:, None], guessed).astype(float)
    table[rng.random((n, r)) < gaps] = np.nan
    return table


def same(ours, theirs):
    assert ours.interval.method == theirs.interval.method
    for name in FIELDS:
        a, b = getattr(ours, name), getattr(theirs, name)
        if isinstance(a, float) or isinstance(b, float):
            assert (isnan(a) and isnan(b)) or a == pytest.approx(b, abs=1e-10, rel=1e-10), name
        else:
            assert a == b, name


def plain_pairs(data, coefficient, weights, options):
    patterns, settings = load_for_many(data, options, lambda p: p.r * (p.r - 1) // 2)
    for pair in combinations(patterns.raters, 2):
        table = patterns.select(pair)
        yield pair, measure(table, [find(coefficient)], weights, settings, {})[coefficient]


def plain_left_out(data, coefficient, weights, options):
    patterns, settings = load_for_many(data, options, lambda p: p.r)
    for name in patterns.raters:
        table = patterns.without(name)
        yield name, measure(table, [find(coefficient)], weights, settings, {})[coefficient]


def compare(data, coefficient, weights=None, **options):
    matrix = accord.pairwise(data, coefficient, weights, **options)
    for pair, estimate in plain_pairs(data, coefficient, weights, options):
        same(matrix[pair], estimate)
    left_out = accord.leave_one_out(data, coefficient, weights, **options)
    by_rater = {item.rater: item.estimate for item in left_out}
    for name, estimate in plain_left_out(data, coefficient, weights, options):
        same(by_rater[name], estimate)


@pytest.fixture
def measured(monkeypatch):
    """Tables that were measured one at a time."""
    tables = []

    def counted(patterns, *rest):
        tables.append(patterns)
        return measure(patterns, *rest)

    monkeypatch.setattr(panels, "measure", counted)
    return tables


@pytest.mark.parametrize("weights", [None, "quadratic"])
@pytest.mark.parametrize("gaps", [0.0, 0.4])
@pytest.mark.parametrize(
    "coefficient", [n for n, e in COEFFICIENTS.items() if None not in e.options.values()]
)
def test_batches_equal_single_panels(coefficient, gaps, weights):
    weights = weights if find(coefficient).weighted else None
    compare(ratings(80, 4, gaps=gaps), coefficient, weights, ci="t")


@pytest.mark.parametrize("coefficient", ["cohen_kappa", "gwet_ac", "conger_kappa"])
def test_large_samples_have_t_intervals_and_small_ones_draws(coefficient):
    compare(ratings(2_600, 4, gaps=0.05), coefficient)
    compare(ratings(40, 4, gaps=0.1), coefficient)


@pytest.mark.parametrize(
    "options",
    [
        {"ci": "normal", "p_method": "normal", "confidence": 0.9},
        {"ci": "t", "null": 0.3, "alternative": "greater"},
        {"ci": "t", "se": "gwet"},
        {"ci": "t", "se": "jackknife"},
        {"ci": "t", "population": 500},
        {"ci": "percentile", "replicates": 200},
        {"ci": "t", "level": "ordinal"},
    ],
    ids=str,
)
@pytest.mark.parametrize("coefficient", ["cohen_kappa", "krippendorff_alpha", "berry_mielke"])
def test_options_are_those_of_single_panels(coefficient, options):
    compare(ratings(60, 4, gaps=0.2), coefficient, **options)


@pytest.mark.parametrize("coefficient", ["gwet_ac", "cohen_kappa", "conger_kappa", "berry_mielke"])
def test_clusters_and_counts(coefficient):
    table = ratings(90, 4, gaps=0.3)
    rng = np.random.default_rng(3)
    columns = {f"rater{j}": [None if isnan(x) else int(x) for x in table[:, j]] for j in range(4)}
    columns["ward"] = rng.integers(0, 12, 90).tolist()
    compare(columns, coefficient, cluster="ward", ci="t")
    del columns["ward"]
    columns["times"] = rng.integers(1, 5, 90).tolist()
    compare(columns, coefficient, count="times", ci="t")


def test_raters_without_a_common_subject_are_left_to_single_panels():
    table = ratings(60, 4, gaps=0.1)
    table[:30, 0], table[30:, 1] = np.nan, np.nan
    table[5:, 2] = np.nan  # subjects 5 to 29 have few raters left, and some none
    compare(table, "gwet_ac", ci="t")
    assert isnan(accord.pairwise(table, ci="t")["1", "2"].value)


@pytest.mark.parametrize("coefficient", [n for n, e in COEFFICIENTS.items() if not e.numbers])
def test_slopes_at_each_weighting_equal_those_at_one(coefficient):
    patterns = accord.load(ratings(70, 3, gaps=0.3))
    both = pair_patterns(patterns)
    ((_, m),) = pair_counts(patterns, 10)
    entry = find(coefficient)
    weights = Evaluation(entry, both).sums.weights
    slopes = formula_of(entry, WeightedSums(both, weights, m), {}).limit.slope
    assert slopes.shape == m.shape
    for row, slope in zip(m, slopes, strict=True):
        alone = formula_of(entry, Evaluation(entry, both).sums.at(row[None]), {}).limit.slope
        np.testing.assert_allclose(slope, alone, rtol=1e-9, atol=1e-13)


def test_pair_counts_are_the_patterns_of_each_pair():
    patterns = accord.load(ratings(50, 4, gaps=0.3))
    both = pair_patterns(patterns)
    seen = 0
    for pairs, m in pair_counts(patterns, 4):
        for row, pair in enumerate(pairs):
            ours = WeightedSums(both, None, m).panel(row)
            theirs = patterns.select([patterns.raters[g] for g in pair])
            np.testing.assert_array_equal(ours.codes, theirs.codes)
            np.testing.assert_array_equal(ours.multiplicity, theirs.multiplicity)
            seen += 1
    assert seen == 6


@pytest.mark.parametrize("coefficient", ["cohen_kappa", "gwet_ac", "light_kappa"])
def test_pairs_of_many_raters_are_not_measured_one_by_one(coefficient, measured):
    matrix = accord.pairwise(ratings(2_600, 40), coefficient)
    assert len(matrix.estimates) == 780
    assert len(measured) == 1
    assert {e.interval.method for e in matrix.estimates} == {"t"}


@pytest.mark.parametrize("coefficient", ["gwet_ac", "krippendorff_alpha", "conger_kappa"])
def test_many_raters_are_not_left_out_one_by_one(coefficient, measured):
    assert len(accord.leave_one_out(ratings(2_600, 40, gaps=0.1), coefficient)) == 40
    assert len(measured) == 2  # all raters, and the panel that batches are checked with


def test_a_formula_with_slopes_at_the_first_weighting_only_is_not_used_in_batches(
    monkeypatch, measured
):
    def formula(t):
        pa = t.pa
        value = Quantity(pa.value**2, lambda: 2 * pa.value[0] * pa.slope)
        return Terms(value, value, 0.0 * value)

    entry = Statistic("squared", "s", "Squared", formula, ("gwet2014",), "none")
    monkeypatch.setitem(REGISTRY, "squared", entry)
    data = ratings(2_600, 4, gaps=0.02)
    matrix = accord.pairwise(data, "squared")
    assert len(measured) == 7
    for pair, estimate in plain_pairs(data, "squared", None, {}):
        same(matrix[pair], estimate)


def test_progress_counts_up_to_all():
    calls = []
    data = ratings(2_600, 4)
    accord.pairwise(data, progress=lambda *call: calls.append(call))
    assert calls == [("pairs of raters", k, 6) for k in range(1, 7)]
    calls.clear()
    accord.leave_one_out(data, progress=lambda *call: calls.append(call))
    assert calls == [("raters left out", k, 4) for k in range(1, 5)]


@pytest.mark.parametrize("alike", [0, 10, 60])
def test_wide_rows_are_told_apart_in_their_last_columns(alike):
    rng = np.random.default_rng(4)
    rows = rng.integers(0, 6, (200, 80))
    rows[:, :alike] = rows[0, :alike]
    rows[100:] = rows[:100]
    rows[150:, -1] = (rows[150:, -1] + 1) % 6
    first, kind = distinct_rows(rows, [6] * 80)
    distinct, inverse = np.unique(rows, axis=0, return_inverse=True)
    np.testing.assert_array_equal(rows[first], distinct)
    np.testing.assert_array_equal(kind, inverse.ravel())


def test_left_out_sums_are_those_of_the_rest():
    patterns = accord.load(ratings(60, 5, gaps=0.4))
    weights = Evaluation(find("gwet_ac"), patterns).sums.weights
    counts = patterns.category_counts().astype(float)
    table = LeftOutSums(patterns, weights, np.arange(5), counts)
    for row, name in enumerate(patterns.raters):
        rest = patterns.without(name)
        assert table.subjects[row] == rest.n
        assert table.paired_subjects[row] == rest.n_paired
        alone = Evaluation(find("gwet_ac"), rest).sums
        for ours, theirs in ((table.pa, alone.pa), (table.n, alone.n)):
            assert ours.value[row] == pytest.approx(theirs.value[0], abs=1e-12)
        np.testing.assert_allclose(table.prevalence.value[row], alone.prevalence.value[0])
