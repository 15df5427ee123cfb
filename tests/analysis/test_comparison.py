"""Comparisons: every method against an independent value, every design against its twin."""

import itertools
import json
import math

import numpy as np
import pytest
from scipy import stats

import accord
from accord.analysis.comparison import METHODS
from accord.data.panel import UnmatchedSubjectsError
from accord.errors import OptionError, UnsupportedError
from accord.inference.homogeneity import holm, homogeneity
from accord.present import comparison_summary, evaluation_summary, rendered
from helpers.paths import ROOT

RNG = np.random.default_rng(31)


def rated(n, raters, skill, q=3, truth=None, rng=RNG):
    truth = rng.integers(0, q, n) if truth is None else truth
    right = rng.random((n, raters)) < skill
    return np.where(right, truth[:, None], rng.integers(0, q, (n, raters)))


A, B, C = rated(60, 2, 0.9), rated(45, 2, 0.6), rated(70, 2, 0.7)
TRUTH = RNG.integers(0, 3, 80)
PANELS = {
    "id": [f"s{i:02}" for i in range(80)],
    **{
        name: rated(80, 1, skill, truth=TRUTH)[:, 0]
        for name, skill in {"gold": 0.97, "m1": 0.9, "m2": 0.65, "m3": 0.7}.items()
    },
}


def only(*names):
    return {name: PANELS[name] for name in ("id", *names)}


# --- independent groups ---


@pytest.mark.parametrize("name", ["cohen_kappa", "gwet_ac", "krippendorff_alpha", "berry_mielke"])
def test_independent_groups_by_influence_values(name):
    found = accord.compare(A, B, coefficient=name, weights="linear", method="influence")
    one, other = (accord.agreement(x, name, "linear", categories=[0, 1, 2])[name] for x in (A, B))
    assert found.difference == pytest.approx(one.value - other.value, abs=1e-12)
    assert found.se == pytest.approx(math.hypot(one.se, other.se), rel=1e-10)
    df = found.se**4 / (one.se**4 / 59 + other.se**4 / 44)
    d = found.differences[0]
    assert d.df == pytest.approx(df, rel=1e-8)
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(d.statistic), df), rel=1e-8)
    reach = stats.t.ppf(0.975, df) * found.se
    assert found.interval.low == pytest.approx(found.difference - reach, rel=1e-8)


def test_categories_of_all_groups_count_in_all():
    few, more = [[1, 1], [1, 2], [2, 2], [2, 2]] * 5, [[1, 1], [3, 2], [2, 2], [3, 3]] * 5
    found = accord.compare(few, more, coefficient="brennan_prediger", method="influence")
    declared = accord.brennan_prediger(few, categories=[1, 2, 3])
    assert found.estimates["set 1"][0].value == declared.value


def test_groups_inside_a_file_are_groups_in_files():
    table = {
        "x": [*A[:, 0], *B[:, 0]],
        "y": [*A[:, 1], *B[:, 1]],
        "site": ["A"] * len(A) + ["B"] * len(B),
    }
    inside = accord.compare(table, by="site", seed=3)
    outside = accord.compare(A, B, labels=["A", "B"], seed=3)
    assert inside.to_dict()["comparisons"] == outside.to_dict()["comparisons"]


def fleiss_cohen_everitt(table):
    """Kappa and its large-sample variance, by the published formula."""
    p = np.asarray(table, dtype=float)
    n = p.sum()
    p /= n
    row, column = p.sum(axis=1), p.sum(axis=0)
    po, pe = np.trace(p), row @ column
    a = sum(p[i, i] * ((1 - pe) - (row[i] + column[i]) * (1 - po)) ** 2 for i in range(len(p)))
    b = (1 - po) ** 2 * sum(
        p[i, j] * (column[i] + row[j]) ** 2 for i in range(len(p)) for j in range(len(p)) if i != j
    )
    c = (po * pe - 2 * pe + po) ** 2
    return (po - pe) / (1 - pe), (a + b - c) / (n * (1 - pe) ** 4)


def test_cicchetti_and_heavens():
    first, second = [[45, 5, 2], [6, 40, 3], [1, 4, 30]], [[30, 12, 5], [9, 28, 8], [4, 7, 33]]
    found = accord.compare(
        first,
        second,
        layout="contingency",
        coefficient="cohen_kappa",
        method="cicchetti_heavens",
    )
    (k1, v1), (k2, v2) = fleiss_cohen_everitt(first), fleiss_cohen_everitt(second)
    z = (k1 - k2) / math.sqrt(v1 + v2)
    assert found.differences[0].statistic == pytest.approx(z, rel=1e-10)
    assert found.p_value == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-9)
    few = accord.compare(A[:20], B[:20], coefficient="cohen_kappa", method="cicchetti_heavens")
    assert any("3q² = 27 subjects; there are 20" in warning for warning in few.warnings)


def test_differ_from_data_is_differ_from_its_numbers():
    found = accord.compare(A, B, coefficient="berry_mielke", weights="linear", method="differ")
    numbers = []
    for part in (A, B):
        r = accord.berry_mielke(part, "linear", p_method="moments")
        numbers += [r.value, r.mu, r.variance, r.skewness]
    expected = accord.differ(*numbers)
    assert found.p_value == pytest.approx(expected.p_value, rel=1e-10)
    assert found.differences[0].statistic == pytest.approx(expected.t, rel=1e-10)
    literal = accord.compare(
        A, B, coefficient="berry_mielke", weights="linear", method="differ", reading="literal"
    )
    assert literal.p_value == pytest.approx(expected.p_literal, rel=1e-10)


def test_dealing_subjects_out_anew_by_brute_force():
    few, more = rated(5, 2, 0.9, q=2), rated(5, 2, 0.2, q=2)
    pool = np.concatenate([few, more])
    observed = (
        accord.gwet_ac(few, categories=[0, 1]).value - accord.gwet_ac(more, categories=[0, 1]).value
    )
    extreme = []
    for chosen in itertools.combinations(range(10), 5):
        rest = [i for i in range(10) if i not in chosen]
        d = (
            accord.gwet_ac(pool[list(chosen)], categories=[0, 1]).value
            - accord.gwet_ac(pool[rest], categories=[0, 1]).value
        )
        extreme.append(abs(d) >= abs(observed) - 1e-12)
    found = accord.compare(few, more, method="permutation", seed=1, categories=[0, 1])
    assert found.p_value == pytest.approx(np.mean(extreme), abs=0.02)


def test_several_groups():
    found = accord.compare(A, B, C, method="influence", labels=["a", "b", "c"])
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    assert [(d.a, d.b) for d in found] == pairs
    values = np.array([found.estimates[label][0].value for label in "abc"])
    errors = np.array([found.estimates[label][0].se for label in "abc"])
    w = 1 / errors**2
    pooled = w @ values / w.sum()
    q = w @ (values - pooled) ** 2
    together = found.homogeneity[0]
    assert together.chi_square == pytest.approx(q, rel=1e-9)
    assert together.pooled == pytest.approx(pooled, rel=1e-10)
    assert together.p_value == pytest.approx(stats.chi2.sf(q, 2), rel=1e-8)
    raw = sorted(d.p_value for d in found)
    steps = np.minimum(np.maximum.accumulate([raw[0] * 3, raw[1] * 2, raw[2]]), 1)
    assert sorted(d.p_adjusted for d in found) == pytest.approx(list(steps), rel=1e-9)
    assert "3 groups" in found.sentence


def test_holm_and_homogeneity_leave_out_what_is_unknown():
    assert np.isnan(holm(np.array([0.01, np.nan]))[1])
    assert holm(np.array([0.01, np.nan]))[0] == 0.01
    chi, p, pooled, _ = homogeneity(np.array([0.4, 0.4, 0.4]), np.array([0.01, 0.02, 0.03]))
    assert (chi, p, pooled) == (pytest.approx(0), pytest.approx(1), pytest.approx(0.4))


# --- the same subjects ---


@pytest.mark.parametrize("name", ["cohen_kappa", "gwet_ac", "krippendorff_alpha"])
def test_paired_error_is_the_jackknife_of_the_difference(name):
    panels = {"one": ["gold", "m1"], "two": ["gold", "m2"]}
    found = accord.compare(PANELS, panels=panels, coefficient=name, method="influence")
    columns = {key: np.asarray(PANELS[key]) for key in ("gold", "m1", "m2")}
    options = {"categories": [0, 1, 2]}

    def value(keep, *names):
        table = np.column_stack([columns[n][keep] for n in names])
        return getattr(accord, name)(table, **options).value

    every = np.arange(80)
    gaps = np.array(
        [value(every != i, "gold", "m1") - value(every != i, "gold", "m2") for i in range(80)]
    )
    jackknife = math.sqrt(79 / 80 * np.sum((gaps - gaps.mean()) ** 2))
    assert found.difference == pytest.approx(
        value(every >= 0, "gold", "m1") - value(every >= 0, "gold", "m2"), abs=1e-12
    )
    assert found.se == pytest.approx(jackknife, rel=0.04)
    unpaired = math.hypot(*(found.estimates[label][0].se for label in panels))
    assert found.se < unpaired


def test_gold_is_short_for_panels_and_paired_files_for_both():
    systems = accord.compare(PANELS, gold="gold", systems="m1,m2", method="influence")
    panels = {"m1": ["gold", "m1"], "m2": ["gold", "m2"]}
    named = accord.compare(PANELS, panels=panels, method="influence")
    assert systems.to_dict()["comparisons"] == named.to_dict()["comparisons"]
    order = RNG.permutation(80)
    shuffled = {key: np.asarray(column)[order] for key, column in only("gold", "m2").items()}
    files = accord.compare(
        only("gold", "m1"), shuffled, paired=True, labels=["m1", "m2"], method="influence"
    )
    assert files.difference == pytest.approx(systems.difference, abs=1e-12)
    assert files.se == pytest.approx(systems.se, rel=1e-10)
    everyone = accord.compare(PANELS, gold="gold", method="influence")
    assert [(d.a, d.b) for d in everyone] == [("m1", "m2"), ("m1", "m3"), ("m2", "m3")]


def test_two_coefficients_on_the_same_subjects():
    found = accord.compare(
        only("gold", "m1"), coefficient="cohen_kappa,gwet_ac", method="influence"
    )
    both = accord.agreement(only("gold", "m1"), ["cohen_kappa", "gwet_ac"])
    v = both.covariance
    assert found.difference == pytest.approx(both["cohen_kappa"].value - both["gwet_ac"].value)
    assert found.se == pytest.approx(math.sqrt(v[0, 0] + v[1, 1] - 2 * v[0, 1]), rel=1e-9)
    assert found.paired


def test_panels_of_unlike_size_and_with_gaps():
    gaps = {**PANELS, "m3": [None if i % 7 == 0 else x for i, x in enumerate(PANELS["m3"])]}
    panels = {"three": ["gold", "m1", "m2"], "two": ["m2", "m3"]}
    for method in ("influence", "bootstrap", "dirichlet"):
        found = accord.compare(
            gaps, panels=panels, coefficient="fleiss_kappa", method=method, seed=1, replicates=2000
        )
        three, two = (accord.fleiss_kappa(gaps, raters=panels[k]).value for k in ("three", "two"))
        assert found.difference == pytest.approx(three - two, abs=1e-12)
        assert abs(found.difference) / found.se == pytest.approx(
            abs(found.differences[0].statistic)
        )
        plain = accord.compare(
            gaps, panels=panels, coefficient="fleiss_kappa", method="influence"
        ).interval
        assert list(found.interval) == pytest.approx(list(plain), abs=0.06)
    with pytest.raises(UnsupportedError, match="cannot be exchanged"):
        accord.compare(gaps, panels=panels, coefficient="fleiss_kappa", method="permutation")


def test_swapping_panels_by_brute_force():
    few = {key: list(column[:9]) for key, column in only("gold", "m1", "m2").items()}
    columns = {key: np.asarray(few[key]) for key in ("gold", "m1", "m2")}

    def agreement(system):
        table = np.column_stack([columns["gold"], system])
        return accord.gwet_ac(table, categories=[0, 1, 2], ci="t").value

    def gap(first, second):
        return agreement(first) - agreement(second)

    observed = gap(columns["m1"], columns["m2"])
    extreme = []
    for coins in itertools.product([False, True], repeat=9):
        first = np.where(coins, columns["m2"], columns["m1"])
        second = np.where(coins, columns["m1"], columns["m2"])
        extreme.append(abs(gap(first, second)) >= abs(observed) - 1e-12)
    found = accord.compare(
        few, gold="gold", systems=["m1", "m2"], method="permutation", seed=1, categories=[0, 1, 2]
    )
    assert found.p_value == pytest.approx(np.mean(extreme), abs=0.02)


def test_clusters_widen_a_paired_difference_as_one_unit():
    doubled = {key: np.repeat(np.asarray(column), 2) for key, column in PANELS.items()}
    doubled["id"] = [f"t{i}" for i in range(160)]
    doubled["pair"] = [f"c{i // 2}" for i in range(160)]
    clustered = accord.compare(
        doubled, gold="gold", systems="m1,m2", cluster="pair", method="influence"
    )
    single = accord.compare(PANELS, gold="gold", systems="m1,m2", method="influence")
    assert clustered.se == pytest.approx(single.se, rel=1e-9)
    drawn = accord.compare(doubled, gold="gold", systems="m1,m2", cluster="pair", seed=1)
    alone = accord.compare(PANELS, gold="gold", systems="m1,m2", seed=1)
    assert drawn.p_value == pytest.approx(alone.p_value, abs=0.02)
    assert drawn.p_value == pytest.approx(single.p_value, abs=0.05)
    with pytest.raises(UnsupportedError, match="break up their clusters"):
        accord.compare(doubled, gold="gold", systems="m1,m2", cluster="pair", method="permutation")


def test_subjects_without_a_partner_are_counted_and_listed_never_dropped_silently():
    first = {key: list(column)[:-2] for key, column in only("gold", "m1").items()}
    second = {key: list(column)[3:] for key, column in only("gold", "m2").items()}
    with pytest.raises(UnmatchedSubjectsError) as caught:
        accord.compare(first, second, paired=True, labels=["before", "after"])
    assert caught.value.only == (("s00", "s01", "s02"), ("s78", "s79"))
    assert "3 only in before (s00, s01, s02)" in str(caught.value)
    assert "2 only in after (s78, s79)" in str(caught.value)
    found = accord.compare(first, second, paired=True, unmatched="drop", seed=1)
    assert found.data["set 1"].subjects == 75
    assert any("3 only in set 1 (s00, s01, s02); 2 only in" in w for w in found.warnings)
    twice = {**second, "id": ["s10", *second["id"][1:]]}
    with pytest.raises(accord.AccordError, match="more than once"):
        accord.compare(first, twice, paired=True)


# --- methods agree where they should ---


def test_methods_agree_on_large_regular_samples():
    rng = np.random.default_rng(8)
    first, second = rated(800, 3, 0.8, rng=rng), rated(700, 3, 0.75, rng=rng)
    found = {
        method: accord.compare(
            first, second, coefficient="fleiss_kappa", method=method, seed=1, replicates=4000
        )
        for method in ("dirichlet", "influence", "bootstrap", "permutation")
    }
    p = found["influence"].p_value
    assert 0.01 < p < 0.8
    for other in found.values():
        assert other.p_value == pytest.approx(p, abs=0.03)
        assert other.interval.low == pytest.approx(found["influence"].interval.low, abs=0.006)
    assert found["bootstrap"].se == pytest.approx(found["influence"].se, rel=0.05)


def test_draws_do_not_claim_certainty_where_nobody_disagrees():
    perfect = [[0, 0], [1, 1]] * 10
    nearly = [[0, 0], [1, 1]] * 9 + [[0, 1], [1, 1]]
    sure = accord.compare(perfect, nearly, coefficient="cohen_kappa", method="influence")
    drawn = accord.compare(perfect, nearly, coefficient="cohen_kappa", seed=1)
    assert drawn.differences[0].method == "dirichlet"
    assert drawn.p_value > 0.3
    assert drawn.interval.low < 0 < drawn.interval.high
    same = accord.compare(perfect, perfect, coefficient="cohen_kappa", seed=1)
    assert same.p_value > 0.9
    assert same.interval.high - same.interval.low > 0.2
    assert sure.se < drawn.interval.high - drawn.interval.low


def test_large_samples_go_by_influence_values():
    found = accord.compare(rated(2500, 2, 0.8), rated(2500, 2, 0.8))
    assert found.differences[0].method == "influence"
    assert found.seed is None


@pytest.mark.parametrize("method", ["dirichlet", "bootstrap", "permutation"])
def test_draws_follow_their_seed(method):
    runs = [accord.compare(A, B, method=method, seed=s, replicates=500).to_dict() for s in (5, 5)]
    assert runs[0] == runs[1]
    unseeded = accord.compare(A, B, method=method, replicates=500)
    again = accord.compare(A, B, method=method, replicates=500, seed=unseeded.seed)
    assert again.p_value == unseeded.p_value


# --- margins ---


def test_equivalence_is_two_one_sided_tests():
    found = accord.compare(A, C, method="influence", margin=0.5).differences[0]
    e = found.equivalence
    worse = stats.t.sf((found.value + 0.5) / found.se, found.df)
    better = stats.t.sf((0.5 - found.value) / found.se, found.df)
    assert e.p_not_worse == pytest.approx(worse, rel=1e-8)
    assert e.p_not_better == pytest.approx(better, rel=1e-8)
    assert e.p_equivalent == max(e.p_not_worse, e.p_not_better)
    big = rated(3000, 2, 0.8)
    close = accord.compare(big, big[::-1], margin=0.05)
    assert close.differences[0].equivalence.p_equivalent < 0.05
    assert "equivalent within ±.05" in close.sentence


# --- words and plain values ---


@pytest.mark.parametrize("method", METHODS)
def test_every_result_survives_json_and_has_words(method):
    name = {"differ": "berry_mielke", "cicchetti_heavens": "cohen_kappa"}.get(method, "gwet_ac")
    found = accord.compare(
        A, B, coefficient=name, method=method, seed=1, margin=0.1, replicates=300
    )
    plain = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert plain["difference"] == found.difference
    assert plain["comparisons"][0]["sentence"] == found.differences[0].sentence
    assert "set 1" in found.sentence
    assert "CI [" in str(found)


def test_an_undefined_side_leaves_the_difference_undefined_with_a_reason():
    found = accord.compare(A, [[1, 1]] * 9, coefficient="cohen_kappa", seed=1)
    assert math.isnan(found.difference)
    assert "every rating is '1'" in found.differences[0].reason
    assert "cannot be compared" in found.sentence
    assert json.dumps(found.to_dict(), allow_nan=False)


@pytest.mark.parametrize(
    ("data", "options", "what"),
    [
        ((), {}, "nothing to compare"),
        ((A,), {}, "nothing to compare"),
        ((A,), {"paired": True}, "needs panels or gold"),
        ((A, B, C), {"paired": True}, "two sets"),
        ((A, B), {"gold": "1"}, "one set of ratings"),
        ((A, B), {"method": "magic"}, "must be one of"),
        ((A, B), {"margin": -1}, "between 0 and 1"),
        ((A, B), {"margin": 5}, "between 0 and 1"),
        ((A, B), {"reading": "other"}, "reading"),
        ((A, B), {"unmatched": "drop"}, "paired comparison"),
        ((A, B), {"options": {"typo": 1}}, "typo"),
        ((PANELS,), {"gold": "gold", "labels": ["x"]}, "labels"),
        ((A, B), {"replicates": 5}, "100 or more"),
        ((A, B), {"labels": ["x"]}, "labels"),
        ((A, B), {"confidence": 2}, "between 0 and 1"),
        ((PANELS,), {"systems": "m1"}, "gold"),
        ((PANELS,), {"gold": "gold", "systems": "gold"}, "cannot be a system"),
        ((PANELS,), {"panels": {"x": ["m1", "m2"]}}, "'x' is the only panel"),
        ((A, B), {"coefficient": "gwet_ac", "method": "differ"}, "for berry_mielke only"),
        ((PANELS,), {"gold": "gold", "coefficient": "cohen_kappa", "method": "cicchetti_heavens"},
         "independent groups only"),
        ((A, rated(20, 3, 0.5)), {"coefficient": "cohen_kappa"}, "exactly 2 raters"),
        ((A, rated(20, 3, 0.5)), {"coefficient": "conger_kappa", "method": "permutation"},
         "different ones"),
        ((only("gold", "m1"),), {"coefficient": "gwet_ac,cohen_kappa", "method": "permutation"},
         "two different coefficients"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_words(data, options, what):
    with pytest.raises((OptionError, UnsupportedError), match=what):
        accord.compare(*data, **options)


def test_several_responses_are_compared_by_the_generalized_measure():
    cube = RNG.integers(1, 6, (3, 30, 2)) + RNG.integers(0, 3, (1, 30, 2))
    found = accord.compare(cube, cube[:2], level="interval", seed=1, replicates=500)
    assert found.differences[0].coefficient == "berry_mielke"
    assert found.difference == pytest.approx(
        accord.berry_mielke(cube, level="interval").value
        - accord.berry_mielke(cube[:2], level="interval").value,
        abs=1e-12,
    )


def test_the_documents_example_of_differ():
    """Document 001: printed digits, from inputs that are themselves printed to four."""
    d = accord.differ(0.1158, 1.2705, 0.4678e-3, -0.3415, 0.1978, 1.6024, 0.1010e-2, -0.2843)
    assert round(d.difference, 4) == -0.0820
    assert round(d.variance * 1e3, 4) == 0.6832
    assert round(d.skewness * 10, 4) == -0.2985
    assert d.t == pytest.approx(-3.1380, abs=0.0025)  # D is known to within .0001, so T to .004
    from accord.inference.pearson import type_three_cdf

    assert round(2 * type_three_cdf(-3.1380, d.skewness) * 100, 4) == 0.1966
    assert d.p_value == pytest.approx(0.001966, abs=1e-5)
    literal = type_three_cdf(-3.1380, d.skewness) + 1 - type_three_cdf(3.1380, d.skewness)
    assert round(literal, 5) == 0.00171
    assert d.p_literal == pytest.approx(0.00171, abs=1e-5)
    with pytest.raises(OptionError, match="mu1"):
        accord.differ(0.1, 0, 1, 0, 0.1, 1, 1, 0)
    with pytest.raises(OptionError, match="reading"):
        accord.differ(0.1, 1, 1, 0, 0.1, 1, 1, 0, reading="other")


# --- found by review and by newcomers ---


def test_no_spread_and_a_difference_is_unknown_not_unshown():
    found = accord.compare(
        [[1, 1]] * 9, [[1, 2]] * 9, coefficient="percent_agreement", method="influence", margin=0.1
    )
    assert found.difference == 1
    assert math.isnan(found.p_value)
    assert math.isnan(found.differences[0].equivalence.p_equivalent)
    assert "p unknown" in found.sentence


@pytest.mark.parametrize("method", ["dirichlet", "influence", "bootstrap", "permutation"])
def test_a_group_of_one_subject_is_left_out_and_said_so(method):
    found = accord.compare(
        A, B, [[0, 1]], method=method, labels=["a", "b", "c"], seed=1, replicates=300
    )
    alone = accord.compare(A, B, method=method, labels=["a", "b"], seed=1, replicates=300)
    assert "one subject gives no standard error" in found.differences[1].reason
    assert math.isnan(found.differences[1].p_value)
    together = found.homogeneity[0]
    assert (together.groups, together.left_out) == (2, ("c",))
    assert together.chi_square == pytest.approx(alone.homogeneity[0].chi_square, rel=0.2)
    assert found.differences[0].p_value == pytest.approx(alone.p_value, abs=0.01)


def test_an_undefined_group_does_not_stop_the_others():
    gaps = [[1, None], [None, 2], [1, None]]
    found = accord.compare(A, B, gaps, seed=1, replicates=300)
    assert found.differences[0].reason is None
    assert "two or more ratings" in found.differences[1].reason


def test_one_category_and_percent_agreement():
    found = accord.compare([[1, 1]] * 9, [[1, 1]] * 5, coefficient="percent_agreement", seed=1)
    assert found.difference == 0


def test_counts_do_not_go_with_two_paired_files():
    data = {"id": ["p", "q"], "a": [1, 2], "b": [1, 1], "n": [3, 4]}
    with pytest.raises(UnsupportedError, match="counts"):
        accord.compare(data, data, paired=True, count="n")


def test_paired_goes_with_panels_and_gold_too():
    plain = accord.compare(PANELS, gold="gold", systems="m1,m2", method="influence")
    said = accord.compare(PANELS, gold="gold", systems="m1,m2", paired=True, method="influence")
    assert said.difference == plain.difference


def test_the_generalized_measure_is_the_same_everywhere():
    """Weights that a guessed level stands for are those of berry_mielke itself."""
    one, other = (accord.berry_mielke(x).value for x in (A, B))
    found = accord.compare(A, B, coefficient="berry_mielke", method="differ")
    assert found.difference == pytest.approx(one - other, abs=1e-12)


def test_differ_with_gaps_draws_and_tells_its_seed():
    gaps = A.astype(float)
    gaps[3, 1] = np.nan
    runs = [
        accord.compare(
            gaps, B, coefficient="berry_mielke", method="differ", replicates=200, seed=seed
        )
        for seed in (None, 7, 7)
    ]
    assert runs[0].seed is not None
    assert runs[1].p_value == runs[2].p_value
    again = accord.compare(
        gaps, B, coefficient="berry_mielke", method="differ", replicates=200, seed=runs[0].seed
    )
    assert again.p_value == runs[0].p_value


def test_raters_in_another_order_are_the_same_raters():
    one = {"ann": A[:, 0], "bo": A[:, 1]}
    other = {"bo": B[:, 1], "ann": B[:, 0]}
    found = accord.compare(
        one, other, coefficient="cohen_kappa", method="permutation", seed=1, replicates=200
    )
    assert 0 < found.p_value <= 1


def test_categories_that_differ_between_files_are_named():
    words = {"id": list("pqrs"), "x": ["low", "low", "high", "high"], "y": ["low", "high"] * 2}
    capitals = {**words, "y": ["Low", "high"] * 2}
    found = accord.compare(words, capitals, paired=True, seed=1, replicates=200)
    text = " ".join(found.warnings)
    assert "only in set 2: 'Low'; counted as a category everywhere" in text
    assert "different categories: 'low' and 'Low'" in text
    with pytest.raises(accord.AccordError, match="no category in common"):
        accord.compare(words, {"id": list("pqrs"), "x": [1, 1, 2, 2], "y": [1, 2, 1, 2]})


def test_subjects_without_names_are_matched_by_place_and_said_so():
    first, second = ({"x": x[:40, 0], "y": x[:40, 1]} for x in (A, C))
    found = accord.compare(first, second, paired=True, seed=1, replicates=200)
    assert any("matched by their place" in warning for warning in found.warnings)
    named = {"id": [f"s{i}" for i in range(40)], **second}
    with pytest.raises(accord.AccordError, match="names in set 2 and none in set 1"):
        accord.compare(first, named, paired=True)


def test_names_that_nearly_match_get_a_hint():
    first = {"id": ["001", "002", "003"], "x": [1, 2, 1], "y": [1, 2, 2]}
    second = {**first, "id": ["1", "2", "3 "]}
    with pytest.raises(UnmatchedSubjectsError, match="3 of them would match"):
        accord.compare(first, second, paired=True, unmatched="drop")


def test_the_same_subjects_in_two_files_get_a_hint_at_pairing():
    found = accord.compare(only("gold", "m1"), only("gold", "m2"), seed=1, replicates=200)
    assert any("compare them paired" in warning for warning in found.warnings)


def test_clusters_that_reach_over_groups_are_noted():
    data = {
        "x": A[:, 0],
        "y": A[:, 1],
        "site": [i % 2 for i in range(60)],
        "class": [i // 6 for i in range(60)],
    }
    found = accord.compare(data, by="site", cluster="class", seed=1, replicates=200)
    assert any("reach over several groups" in warning for warning in found.warnings)


def test_graded_draws_follow_the_disagreements_that_were_seen():
    """Many small disagreements make a large one unlikely; none leave it open."""
    rng = np.random.default_rng(2)
    truth = rng.integers(1, 6, 120)
    small = [
        np.column_stack([truth, np.clip(truth + rng.integers(-1, 2, 120), 1, 5)]) for _ in range(2)
    ]
    drawn = accord.compare(*small, coefficient="gwet_ac", weights="quadratic", seed=1)
    plain = accord.compare(*small, coefficient="gwet_ac", weights="quadratic", method="influence")
    width = drawn.interval.high - drawn.interval.low
    assert width < 1.3 * (plain.interval.high - plain.interval.low)
    same = np.column_stack([truth, truth])[:20]
    open_end = accord.compare(same, same, weights="quadratic", seed=1, categories=[1, 2, 3, 4, 5])
    assert open_end.interval.high - open_end.interval.low > 0.1


# --- found by a hunt for wrong numbers ---


def test_panels_that_never_met_are_not_made_up():
    """Pseudo-subjects have panels that rated subjects: Light's kappa has no other pairs."""
    rng = np.random.default_rng(4)
    tables = []
    for _ in range(2):
        rows = rated(300, 4, 0.8, rng=rng).astype(float)
        rows[::2, 2:] = np.nan
        rows[1::2, :2] = np.nan
        tables.append(rows)
    drawn = accord.compare(*tables, coefficient="light_kappa", seed=1, replicates=2000)
    plain = accord.compare(*tables, coefficient="light_kappa", method="influence")
    assert drawn.differences[0].method == "dirichlet"
    assert list(drawn.interval) == pytest.approx(list(plain.interval), abs=0.02)


def test_groups_with_raters_of_their_own():
    long = [
        {"item": f"{site}{i}", "rater": name, "score": int(score), "site": site}
        for site, table, names in (("x", A, "pq"), ("y", B, "rs"))
        for i, row in enumerate(table)
        for name, score in zip(names, row, strict=True)
    ]
    inside = accord.compare(long, by="site", coefficient="cohen_kappa", seed=1, replicates=300)
    outside = accord.compare(
        A, B, labels=["x", "y"], coefficient="cohen_kappa", seed=1, replicates=300
    )
    assert inside.difference == pytest.approx(outside.difference, abs=1e-12)
    assert inside.p_value == outside.p_value
    assert inside.data["x"].raters == ("p", "q")


def test_coefficients_of_one_table_go_by_influence_values():
    found = accord.compare(A, coefficient="gwet_ac,fleiss_kappa")
    assert found.differences[0].method == "influence"


def test_subjects_of_neither_panel_do_not_count():
    extra = {key: [*column, *([None] * 400)] for key, column in PANELS.items() if key != "id"}
    extra["other"] = [*([None] * 80), *([1] * 400)]
    panels = {"one": ["gold", "m1"], "two": ["gold", "m2"]}
    found = accord.compare(extra, panels=panels, method="influence", categories=[0, 1, 2])
    plain = accord.compare(PANELS, panels=panels, method="influence", categories=[0, 1, 2])
    assert (found.se, found.differences[0].df) == (plain.se, 79)
    wider = {**panels, "three": ["m3", "other"]}
    again = accord.compare(extra, panels=wider, method="influence", categories=[0, 1, 2])
    assert again.se == pytest.approx(plain.se, rel=1e-12)
    assert again.differences[0].df == 79


def test_levels_are_guessed_from_all_groups():
    narrow = np.array([[[1, 2], [5, 2], [5, 1], [1, 1]] * 5, [[1, 2], [5, 1], [1, 1], [1, 2]] * 5])
    wide = RNG.integers(1, 6, (2, 20, 2))
    found = accord.compare(narrow, wide, seed=1, replicates=200)
    assert found.estimates["set 2"][0].value == pytest.approx(
        accord.berry_mielke(wide, level="ordinal").value, abs=1e-12
    )


def test_all_groups_together_are_judged_by_their_pairs_where_draws_decide():
    rng = np.random.default_rng(9)
    groups = [rated(15, 2, 0.8, rng=rng) for _ in range(5)]
    found = accord.compare(*groups, coefficient="cohen_kappa", seed=1, replicates=1000)
    together = found.homogeneity[0]
    assert together.p_method == "pairs"
    assert together.p_value == min(d.p_adjusted for d in found)


def test_a_standard_error_that_is_only_rounding_is_none():
    found = accord.compare(
        {"a": [0.1] * 5, "b": [0.1, 0.3, 0.2, 0.1, 0.7]},
        {"a": [1, 2, 3, 2], "b": [1, 3, 3, 2]},
        coefficient="berry_mielke",
        weights="linear",
        method="influence",
    )
    assert "standard error of 0" in found.homogeneity[0].reason


def test_far_tails_have_their_digits():
    first, second = rated(1500, 2, 0.9), rated(1500, 2, 0.4)
    drawn = accord.compare(first, second, seed=1)
    assert drawn.differences[0].method == "dirichlet"
    assert drawn.p_value < 1e-10


def test_orders_of_categories_are_merged():
    import polars as pl

    def marks(order, one, other):
        kind = pl.Enum(order)
        return pl.DataFrame({"x": pl.Series(one, dtype=kind), "y": pl.Series(other, dtype=kind)})

    first = marks(["mid", "high"], ["mid", "high", "mid"], ["mid", "high", "high"])
    second = marks(["low", "mid"], ["low", "mid", "mid"], ["low", "mid", "low"])
    found = accord.compare(first, second, weights="linear", seed=1, replicates=200)
    assert found.data["set 1"].categories == ("low", "mid", "high")


def test_differ_without_a_distribution_is_unknown():
    constant = np.column_stack([np.ones(12), RNG.integers(0, 2, 12)])
    found = accord.compare(
        constant, A[:, :2] % 2, coefficient="berry_mielke", weights="linear", method="differ"
    )
    assert math.isnan(found.p_value)
    assert any("DIFFER is undefined" in warning for warning in found.warnings)


def test_the_table_in_the_docs_is_the_output_of_the_study():
    table = (ROOT / "studies" / "type_one.md").read_text().strip()
    assert table in (ROOT / "docs" / "comparing.md").read_text()


def test_scores_with_decimals_are_pointed_out():
    rng = np.random.default_rng(1)
    gold = rng.integers(0, 6, 300)
    table = {"g": gold, "old": gold, "new": gold + rng.normal(0, 0.3, 300)}
    found = accord.compare(table, gold="g", weights="quadratic", seed=1, replicates=200)
    assert any("rounded to the nearest mark" in warning for warning in found.warnings)


SAME_QUESTION = {
    "exact": ("percent_agreement", None),
    "qwk": ("cohen_kappa", "quadratic"),
    "ac1": ("gwet_ac", None),
}


def scored(order, *, words=False):
    """Marks of a person, and of three systems of which one gives fractions."""
    rng = np.random.default_rng(5)
    truth = rng.integers(1, 6, 60)
    table = {"truth": truth.astype(float)}
    for name, spread in (("alpha", 0.6), ("beta", 0.9), ("gamma", 1.2)):
        moved = np.clip(truth + rng.normal(0, spread, 60), 1, 5)
        table[name] = np.round(moved, 2 if name == "beta" and not words else 0)
    cells = {
        name: ["abcdef"[int(v)] if words else v for v in own.tolist()]
        for name, own in table.items()
    }
    return {name: cells[name] for name in order}


@pytest.mark.parametrize("metric", SAME_QUESTION)
@pytest.mark.parametrize(
    ("data", "gold"),
    [
        ("examples/drift.csv", "human"),
        ("examples/machines.csv", "teacher"),
        (scored(["truth", "alpha", "beta", "gamma"]), "truth"),
        (scored(["gamma", "alpha", "truth", "beta"]), "truth"),
    ],
)
def test_compare_and_evaluate_give_one_p_value(metric, data, gold):
    check_one_p_value(metric, data, gold)


@pytest.mark.parametrize("metric", ["exact", "ac1"])
def test_compare_and_evaluate_give_one_p_value_of_words(metric):
    check_one_p_value(metric, scored(["beta", "truth", "gamma", "alpha"], words=True), "truth")


def check_one_p_value(metric, data, gold):
    name, weights = SAME_QUESTION[metric]
    source = str(ROOT / data) if isinstance(data, str) else data
    rows = [c for c in accord.evaluate(source, gold=gold).comparisons if c.metric == metric]
    found = accord.compare(source, gold=gold, coefficient=name, weights=weights).differences
    assert len(rows) == len(found) > 0
    for row, item in zip(rows, found, strict=True):
        assert (row.a, row.b, row.method) == (item.a, item.b, item.method)
        assert row.difference == pytest.approx(item.value, abs=1e-12)
        assert row.p_value == pytest.approx(item.p_value, rel=1e-9)
        limits = (item.interval.low, item.interval.high)
        assert (row.lower, row.upper) == pytest.approx(limits, abs=1e-12)


@pytest.fixture
def millions():
    """Measurements of some millions by two instruments that hardly err, and a reference."""
    rng = np.random.default_rng(2)
    truth = 3_000_000 + rng.normal(0, 0.04, 60)
    table = {
        "truth": truth,
        "one": truth + rng.normal(0.001, 0.004, 60),
        "two": truth + rng.normal(0, 0.002, 60),
    }
    return {name: np.round(own, 4).tolist() for name, own in table.items()}


def test_small_differences_have_two_significant_digits_in_every_form(millions):
    found = accord.compare(millions, gold="truth")
    assert found.difference == pytest.approx(-0.004, abs=2e-4)
    summary = comparison_summary(found)
    for form in ("txt", "md", "html"):
        text = " ".join(rendered(summary, form).decode().replace("\\", "").split())
        assert "(.9990) than for one (.9950) by .0040, 95% CI [.0014, .0080]" in text
        assert "[-.0080, -.0014]" in text
    verdict = accord.evaluate(millions, gold="truth")
    text = " ".join(rendered(evaluation_summary(verdict), "txt").decode().split())
    assert "mean absolute error .0031 [.0025, .0038]" in text
    assert "two is better than one by .0040 [.0015, .0066]" in text


def test_alpha_of_values_in_the_millions_is_that_of_their_differences(millions):
    lower = {name: [v - 3_000_000 for v in own] for name, own in millions.items()}
    one, other = (
        [s["alpha_interval"].value for s in accord.evaluate(table, gold="truth").systems]
        for table in (millions, lower)
    )
    assert one == pytest.approx(other, abs=1e-6)


def test_systems_with_missing_scores_are_compared_as_evaluate_does():
    """Cohen's kappa, AC1 and AC2 of the subjects that both rated, with the same intervals."""
    rng = np.random.default_rng(5)
    scores = {name: np.asarray(PANELS[name], dtype=float) for name in ("gold", "m1", "m2")}
    for column in scores.values():
        column[rng.random(column.size) < 0.2] = np.nan
    for measure in ("qwk", "cohen_kappa", "ac1", "ac2_quadratic", "bp_quadratic"):
        compared = accord.compare(scores, gold="gold", coefficient=measure, seed=1)
        assert sum("as in evaluate" in note for note in compared.warnings) == 2
        evaluated = accord.evaluate(scores, gold="gold", seed=1)
        for name in ("m1", "m2"):
            (one,) = compared.estimates[name]
            other = evaluated[name][measure]
            assert compared.data[name].subjects == other.n
            assert one.value == pytest.approx(other.value, abs=1e-12)
            assert one.se == pytest.approx(other.se, abs=1e-12)
            assert [one.lower, one.upper] == pytest.approx([other.lower, other.upper], abs=1e-12)
