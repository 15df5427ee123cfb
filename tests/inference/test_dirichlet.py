"""Intervals by draws: against distributions that are known, and as promises to be kept."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import ndtr, stdtrit
from scipy.stats import beta

import accord
from accord.analysis.planning import Population
from accord.errors import OptionError
from accord.inference.dirichlet import (
    PosteriorSampler,
)
from accord.inference.stick_breaking import StickBreaking
from accord.inference.subject_weights import SubjectWeights, WeightStream
from accord.statistics import COEFFICIENTS, MEASURES, Evaluation, functional_values


def pairs(agree, differ):
    """Ratings of two raters, half of each category."""
    rows = [["y", "y"], ["n", "n"]] * (agree // 2) + [["y", "n"], ["n", "y"]] * (differ // 2)
    return np.array(rows)


@pytest.mark.parametrize(("agree", "differ"), [(20, 0), (18, 2), (10, 10), (90, 10)])
@pytest.mark.parametrize("confidence", [0.9, 0.95])
def test_percent_agreement_of_two_raters_is_a_beta_variable(agree, differ, confidence):
    """Half a pseudo-subject of each kind below; above a whole one that agrees.

    Less of what is assumed as dissents are seen, and counts that add up to one subject less.
    """
    e = accord.percent_agreement(pairs(agree, differ), replicates=200_000, ci="dirichlet",
                                 confidence=confidence)  # fmt: skip
    tail = ndtr(stdtrit(agree + differ - 1, (1 - confidence) / 2))
    need, less = 5 / (5 + differ), 1 - 1 / (agree + differ)
    by_category = 5 / (5 + differ / 2)
    low = beta.ppf(tail, less * agree + need * 0.5, less * differ + 0.5)
    above = beta.ppf(1 - tail, less * agree + by_category, less * differ + need * 0.5)
    high = above if differ else 1.0
    assert e.lower == pytest.approx(low, abs=0.003)
    assert e.upper == pytest.approx(high, abs=0.003)
    bp = accord.brennan_prediger(pairs(agree, differ), replicates=200_000, ci="dirichlet",
                                 confidence=confidence)  # fmt: skip
    assert bp.lower == pytest.approx(2 * low - 1, abs=0.006)


def test_perfect_agreement_is_not_certainty():
    widths = []
    for n in (10, 20, 50, 200):
        for e in accord.agreement(pairs(n, 0)):
            assert e.value == pytest.approx(1)
            assert e.upper == 1
            assert e.lower < 1 - 1 / n
            assert e.interval.method == "dirichlet"
        widths.append(1 - accord.cohen_kappa(pairs(n, 0)).lower)
    assert widths == sorted(widths, reverse=True)
    assert accord.cohen_kappa(pairs(20, 0), ci="t").lower == 1  # what others print


@pytest.mark.parametrize("name", [n for n, e in COEFFICIENTS.items() if e.plannable])
def test_every_coefficient_has_an_interval_that_holds_it(name):
    rng = np.random.default_rng(3)
    raters = 2 if COEFFICIENTS[name].raters == 2 else 4
    for missing in (0, 0.3):
        truth = rng.integers(0, 3, (30, 1))
        codes = np.where(rng.random((30, raters)) < 0.8, truth, rng.integers(0, 3, (30, raters)))
        data = codes.astype(float)
        data[rng.random(data.shape) < missing] = np.nan
        for weights in ("identity", "quadratic", "ordinal"):
            if weights != "identity" and not COEFFICIENTS[name].weighted:
                continue
            e = getattr(accord, name)(data, weights, replicates=500, categories=[0, 1, 2, 3])
            low, high = e.interval if name != "berry_mielke" else e.estimate.interval
            assert low < e.value < high <= 1


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from([None, 1, 2, 3]), min_size=3, max_size=3), min_size=3,
             max_size=25),
    st.integers(0, 5),
)  # fmt: skip
def test_limits_hold_the_estimate_and_are_the_same_for_a_seed(rows, seed):
    rows = [[1, 1, 2], *rows]
    found = accord.agreement(rows, ci="dirichlet", replicates=200, seed=seed)
    again = accord.agreement(rows[::-1], ci="dirichlet", replicates=200, seed=seed)
    for e, other in zip(found, again, strict=True):
        if np.isnan(e.value):
            assert np.isnan(e.lower)
        elif not np.isnan(e.lower):
            assert e.lower <= e.value + 1e-12
            assert e.value - 1e-12 <= e.upper <= COEFFICIENTS[e.name].ceiling + 1e-12
            assert tuple(e.interval) == tuple(other.interval)  # whatever the order of subjects


def test_what_is_told_of_one_does_not_depend_on_the_others():
    rows = np.random.default_rng(1).integers(0, 3, (30, 3))
    together = accord.agreement(rows)
    for name in ("fleiss_kappa", "conger_kappa", "gwet_ac"):
        assert getattr(accord, name)(rows).interval == together[name].interval
    swapped = rows[:, [2, 0, 1]]
    assert accord.fleiss_kappa(swapped).interval == together["fleiss_kappa"].interval
    assert list(accord.conger_kappa(swapped).interval) == pytest.approx(
        list(together["conger_kappa"].interval), abs=0.01
    )


def test_counts_are_as_good_as_rows():
    rows = pairs(16, 4)
    few = {"a": ["y", "n", "y", "n"], "b": ["y", "n", "n", "y"], "times": [8, 8, 2, 2]}
    counted = accord.gwet_ac(few, count="times")
    assert counted.interval == accord.gwet_ac(rows).interval


def test_clusters_count_as_one():
    rows = np.repeat(pairs(16, 4), 5, axis=0)
    pupils = np.repeat(np.arange(20), 5)
    frame = {"a": rows[:, 0], "b": rows[:, 1], "pupil": pupils}
    clustered = accord.gwet_ac(frame, cluster="pupil")
    plain, single = accord.gwet_ac(rows), accord.gwet_ac(pairs(16, 4))
    assert clustered.value == pytest.approx(plain.value)
    width = clustered.upper - clustered.lower
    assert width == pytest.approx(single.upper - single.lower, rel=0.08)
    assert width > 1.7 * (plain.upper - plain.lower)


def test_single_ratings_do_not_make_an_interval_surer():
    rows = pairs(16, 4).tolist()
    more = rows + [["y", None], [None, "n"]] * 30
    alone, with_singles = (accord.percent_agreement(x).interval for x in (rows, more))
    assert list(with_singles) == pytest.approx(list(alone), abs=0.02)


def test_near_errors_are_not_feared_like_far_ones():
    """Forty errors by a step: the next will hardly be by four. Against half the width before."""
    rng = np.random.default_rng(5)
    truth = rng.integers(1, 5, (100, 1))
    near = truth + (rng.random((100, 2)) < 0.25)
    e = accord.gwet_ac(near, "quadratic", categories=[1, 2, 3, 4, 5])
    t = accord.gwet_ac(near, "quadratic", categories=[1, 2, 3, 4, 5], ci="t")
    assert e.upper - e.lower < 1.35 * (t.upper - t.lower)


def test_a_few_near_errors_do_not_rule_out_far_ones():
    """Four errors by a step in a hundred: were a third by two steps, one sample in five has none.

    Such raters differ by .033 on average, and the interval must not exclude that.
    """
    rows = [[1 + k % 3] * 2 for k in range(96)] + [[1, 2], [2, 1], [2, 3], [3, 2]]
    e = accord.percent_agreement(rows, "quadratic")
    assert e.value == pytest.approx(0.99)
    assert e.lower < 1 - 0.033
    assert e.lower > accord.percent_agreement(rows).lower


def test_near_errors_on_a_long_scale_are_not_feared_like_far_ones():
    rng = np.random.default_rng(1)
    truth = rng.normal(60, 18, (200, 1))
    marks = np.clip(np.rint(truth + rng.normal(0, 3, (200, 2))), 0, 100)
    scale = {"weights": "quadratic", "categories": list(range(101))}
    e, t = (accord.gwet_ac(marks, **scale, ci=ci) for ci in ("dirichlet", "t"))
    assert e.upper - e.lower < 1.3 * (t.upper - t.lower)


def test_a_p_value_below_five_percent_is_a_null_outside_the_interval():
    rng = np.random.default_rng(8)
    for _ in range(8):
        truth = rng.integers(0, 2, (25, 1))
        data = np.where(rng.random((25, 2)) < 0.8, truth, rng.integers(0, 2, (25, 2)))
        for null in (0.0, 0.2, 0.4, 0.6, 0.8, 0.95):
            e = accord.gwet_ac(data, null=null)
            assert e.p_method == "dirichlet"
            if min(abs(e.lower - null), abs(e.upper - null)) > 0.01:
                assert (e.p_value < 0.05) == (null not in e.interval)
            greater = accord.gwet_ac(data, null=null, alternative="greater").p_value
            less = accord.gwet_ac(data, null=null, alternative="less").p_value
            assert e.p_value == pytest.approx(min(1, 2 * min(greater, less)))


def test_p_values_at_perfect_agreement_are_there():
    e = accord.cohen_kappa(pairs(20, 0), null=0.7, alternative="greater")
    assert 0 < e.p_value < 0.05
    few = accord.cohen_kappa(pairs(6, 0), null=0.7, alternative="greater")
    assert few.p_value > 0.05


def test_the_interval_that_is_chosen():
    small = pairs(30, 6)
    assert accord.gwet_ac(small).interval.method == "dirichlet"
    assert accord.gwet_ac(small).seed is not None
    assert accord.gwet_ac(small, ci="t").seed is None
    for options in ({"se": "gwet"}, {"se": "jackknife"}, {"population": 1000}):
        assert accord.gwet_ac(small, **options).interval.method == "t"
    with pytest.raises(OptionError, match="finite populations"):
        accord.gwet_ac(small, ci="dirichlet", population=1000)
    large = {"a": ["y", "n", "y", "n"], "b": ["y", "n", "n", "y"], "times": [2000, 2000, 400, 400]}
    e = accord.gwet_ac(large, count="times")
    assert e.interval.method == "t"
    drawn = accord.gwet_ac(large, count="times", ci="dirichlet")
    width = e.upper - e.lower
    assert list(drawn.interval) == pytest.approx(list(e.interval), abs=0.04 * width)
    rare = {**large, "times": [4000, 4000, 1, 1]}  # many subjects, and hardly a disagreement
    assert accord.gwet_ac(rare, count="times").interval.method == "dirichlet"


@pytest.mark.parametrize(("share", "skill"), [(0.5, 0.98), (0.9, 0.9), (0.5, 0.5)])
def test_intervals_keep_their_promise_in_small_samples(share, skill):
    """Nominal 95 %; the whole grid is in studies/coverage.md."""
    people = Population((share, 1 - share), 2, skill)
    rng = np.random.default_rng(11)
    names = ("cohen_kappa", "gwet_ac")
    truths = {name: people.value(COEFFICIENTS[name]) for name in names}
    held = {"dirichlet": [], "t": []}
    for _ in range(200):
        sample = people.draw(20, rng)
        for method, found in held.items():
            for e in accord.agreement(sample, names, ci=method, replicates=400):
                if np.isfinite(e.value):
                    found.append(e.lower - 1e-9 <= truths[e.name] <= e.upper + 1e-9)
    assert np.mean(held["dirichlet"]) > 0.93
    if skill == 0.98:
        assert np.mean(held["t"]) < 0.8


def test_banding_knows_how_little_a_small_sample_tells():
    e = accord.gwet_ac(pairs(8, 0))
    by_draws = accord.benchmark(e)
    assert by_draws.band == "almost perfect"
    assert by_draws.secured != "almost perfect"
    assert accord.benchmark(e.value, e.se).secured == "almost perfect"  # by a standard error of 0
    assert list(by_draws.probabilities) == sorted(by_draws.probabilities)


def test_an_evaluation_without_errors_has_honest_intervals():
    marks = [0, 1, 2, 3] * 8
    verdict = accord.evaluate({"gold": marks, "engine": marks}, "gold")
    for name in ("qwk", "ac1", "ac2_quadratic", "cohen_kappa"):
        found = verdict.systems[0][name]
        assert found.value == pytest.approx(1)
        assert found.upper == 1
        assert 0.6 < found.lower < 0.97


def test_what_the_interval_holds_is_not_ruled_out():
    """Without any disagreement perfect agreement is possible, whatever the draws."""
    for null in (0.99, 1.0):
        assert accord.cohen_kappa(pairs(30, 0), null=null).p_value == 1
        assert accord.cohen_kappa(pairs(30, 0), null=null, alternative="less").p_value >= 0.5


def test_few_replicates_are_for_permutations():
    e = accord.cohen_kappa(pairs(20, 4), replicates=1)
    assert e.lower < e.value < e.upper


def test_draws_know_no_finite_population():
    with pytest.raises(OptionError, match="finite populations"):
        accord.gwet_ac(pairs(20, 4), population=50, p_method="dirichlet")


def test_one_pair_of_ratings_gives_no_interval_and_no_band():
    found = accord.agreement({"a": ["x", None, "y", None], "b": ["x", "y", None, "x"]})
    assert any("fewer than two subjects" in warning for warning in found.warnings)
    assert np.isnan(found["gwet_ac"].lower)
    assert accord.benchmark(found["gwet_ac"]).secured == "poor"


def test_weights_that_follow_the_data_are_drawn_fast_and_well():
    """To first order, against weights made anew for every draw."""
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 5, (40, 1))
    rows = np.where(rng.random((40, 3)) < 0.7, truth, rng.integers(0, 5, (40, 3)))
    patterns = accord.load(rows, level="ordinal")
    e = Evaluation(COEFFICIENTS["krippendorff_alpha"], patterns, "krippendorff_ordinal")
    m = patterns.multiplicity.astype(float)
    (seen,) = functional_values([e], m[None])
    assert seen == pytest.approx(e.at(m[None], functional=True), abs=1e-9)
    drawn = rng.standard_gamma(m, (300, m.size))
    (near,), exact = functional_values([e], drawn), e.at(drawn, functional=True)
    assert np.corrcoef(near, exact)[0, 1] > 0.98
    assert np.quantile(near, [0.05, 0.95]) == pytest.approx(
        np.quantile(exact, [0.05, 0.95]), abs=0.02
    )


def test_coefficients_worked_out_together_are_what_they_are_alone():
    rng = np.random.default_rng(5)
    patterns = accord.load(rng.integers(0, 3, (60, 4)))
    entries = [entry for entry in COEFFICIENTS.values() if entry.unsuited(patterns, True) is None]
    assert len(entries) > 5
    first = Evaluation(entries[0], patterns)
    together = [first] + [Evaluation(e, patterns, sums=first.sums) for e in entries[1:]]
    m = rng.standard_gamma(patterns.multiplicity, (50, len(patterns)))
    for e, values in zip(entries, functional_values(together, m), strict=True):
        alone = [Evaluation(e, patterns).at(row[None], functional=True)[0] for row in m]
        assert values == pytest.approx(alone, abs=1e-12, nan_ok=True), e.name


@pytest.mark.slow
@pytest.mark.parametrize("mass", [[0.25, 0.0, 0.75], [0.5, *[0.5 / 60] * 60], [1.0, *[0.02] * 25]])
def test_stick_breaking_gives_gamma_variables(mass):
    """Moments of the weights, of their sum and of their products are those of gamma variables."""
    mass = np.array(mass)
    drawn = StickBreaking(mass, np.random.default_rng(3).spawn(3)).draw(400_000)
    near = {"rel": 0.02, "abs": 0.003}
    assert drawn.mean(axis=0) == pytest.approx(mass, **near)
    assert drawn.sum(axis=1).var() == pytest.approx(mass.sum(), **near)
    assert (drawn**2).mean(axis=0) == pytest.approx(mass * (1 + mass), **near)
    products = drawn.T @ drawn / len(drawn)
    off = ~np.eye(mass.size, dtype=bool)
    assert products[off] == pytest.approx(np.outer(mass, mass)[off], **near)
    assert (drawn[:, mass == 0] == 0).all()


@pytest.mark.parametrize("mass", [[0.5, 0.2, 0.8], [0.5, *[0.01] * 50]])
def test_stick_breaking_does_not_depend_on_the_size_of_batches(mass):
    at_once, in_parts = (
        StickBreaking(np.array(mass), np.random.default_rng(3).spawn(3)) for _ in range(2)
    )
    parts = np.concatenate([in_parts.draw(size) for size in (3, 10, 7)])
    assert at_once.draw(20) == pytest.approx(parts)


def test_an_evaluation_and_a_comparison_say_the_same_of_two_systems():
    verdict = accord.evaluate("examples/machines.csv", gold="teacher", ci="dirichlet")
    (row,) = [c for c in verdict.comparisons if c.metric == "ac2_quadratic"]
    compared = accord.compare("examples/machines.csv", gold="teacher", weights="quadratic")
    (gap,) = compared.differences
    assert row.method == "dirichlet"
    assert (row.difference, row.p_value) == pytest.approx((gap.value, gap.p_value))
    assert (row.lower, row.upper) == pytest.approx(tuple(gap.interval))


def test_an_evaluation_by_standard_errors_on_request():
    how = {"gold": "teacher", "ci": "t"}
    verdict = accord.evaluate("examples/machines.csv", **how)
    assert {item.ci_method for item in verdict.systems[0].metrics if item.name == "ac1"} == {"t"}
    defined = [c for c in verdict.comparisons if np.isfinite(c.difference)]
    for c in defined:
        assert c.method == ("influence" if MEASURES[c.metric].marks else "jackknife"), c.metric
    assert len(defined) > 15
    ac2 = verdict.systems[0]["ac2_quadratic"]
    assert ac2.upper - ac2.value == pytest.approx(ac2.value - ac2.lower)
    assert ac2.upper - ac2.value == pytest.approx(stdtrit(119, 0.975) * ac2.se)
    with pytest.raises(OptionError, match="dirichlet or t"):
        accord.evaluate("examples/machines.csv", gold="teacher", ci="bca")


def test_draws_of_an_evaluation_go_with_the_seed():
    ends = [
        accord.evaluate("examples/machines.csv", gold="teacher", seed=seed).systems[0]["qwk"].lower
        for seed in (None, 1, 2)
    ]
    assert ends[0] == ends[1]
    assert ends[1] != ends[2]
    assert ends[1] == pytest.approx(ends[2], abs=0.01)


def test_systems_without_a_fault_are_not_shown_to_be_the_same():
    """Both are right in all of 20 essays: no difference is seen, and one of .1 is not ruled out."""
    gold = [0, 1, 2, 3] * 5
    verdict = accord.evaluate({"gold": gold, "one": gold, "two": gold}, gold="gold")
    (row,) = [c for c in verdict.comparisons if c.metric == "qwk"]
    assert row.difference == 0
    assert row.p_value == 1
    assert row.lower < -0.1
    assert row.upper > 0.1


def test_dissent_of_two_raters_goes_either_way():
    """Were all of it of one kind, none could be chance, and Aickin's alpha would be too sure."""
    table = np.array([[25, 0], [0, 25]])
    alpha = accord.aickin_alpha(table, layout="contingency", ci="dirichlet")
    kappa = accord.cohen_kappa(table, layout="contingency", ci="dirichlet")
    assert alpha.lower == pytest.approx(kappa.lower, abs=0.005)


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"null": np.nan}, "null"),
        ({"null": np.inf}, "null"),
        ({"ci": "t", "population": np.nan}, "population"),
        ({"seed": 1.5}, "seed"),
        ({"replicates": np.nan}, "replicates"),
        ({"replicates": np.inf}, "replicates"),
    ],
)
def test_what_is_no_number_is_refused(options, what):
    with pytest.raises(OptionError, match=what):
        accord.gwet_ac(pairs(20, 4), **options)


def test_two_telling_subjects_are_not_many():
    """Of 5,008 subjects two tell something about kappa, one each way: no t interval of that."""
    found = accord.cohen_kappa(np.array([[5006, 1], [0, 1]]), layout="contingency")
    assert found.interval.method == "dirichlet"


def test_exchanged_raters_add_no_weight():
    """Also where the same pattern occurs in many clusters."""
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 2, (60, 2))
    clusters = [f"c{k % 9}" for k in range(60)]
    table = {"a": rows[:, 0].tolist(), "b": rows[:, 1].tolist(), "where": clusters}
    patterns = accord.load(table, cluster="where")
    sampler = PosteriorSampler([Evaluation(COEFFICIENTS["cohen_kappa"], patterns)], rng)
    for mass, limit in zip((sampler.low, sampler.high), sampler._limits, strict=True):
        sums = limit.pseudo_weights.draw(100_000).sum(axis=1)
        assert sums.mean() == pytest.approx(mass.sum(), rel=0.02)


@pytest.mark.parametrize("clustered", [False, True])
def test_weights_that_are_kept_for_another_reading_are_those_of_the_stream(clustered):
    rng = np.random.default_rng(5)
    table = {name: rng.integers(0, 3, 40).tolist() for name in ("a", "b", "c")}
    if clustered:
        table["where"] = [f"c{k % 7}" for k in range(40)]
    patterns = accord.load(table, cluster="where" if clustered else None)
    drawn = WeightStream(SubjectWeights(patterns), 3).take(1_800)
    for _ in range(2):
        assert np.array_equal(SubjectWeights(patterns).first(1_800, 3), drawn)
    assert not np.array_equal(SubjectWeights(patterns).first(1_800, 4), drawn)


@pytest.mark.parametrize("raters", [2, 5])
@pytest.mark.parametrize("name", ["cohen_kappa", "conger_kappa", "light_kappa", "gwet_ac"])
def test_patterns_without_mass_are_left_out(name, raters):
    """Limits do not depend on patterns whose weights are all 0."""
    entry = COEFFICIENTS[name]
    if entry.raters == 2 and raters != 2:
        pytest.skip("for two raters only")
    rng = np.random.default_rng(6)
    ratings = np.where(rng.random((30, raters)) < 0.7, 1, rng.integers(0, 3, (30, raters)))
    patterns = accord.load(ratings)
    evaluation = Evaluation(entry, patterns if entry.needs_identity else patterns.anonymous())
    sampler = PosteriorSampler([evaluation], np.random.default_rng(7))
    for mass, limit in zip((sampler.low, sampler.high), sampler._limits, strict=True):
        table = limit._evaluations[0].patterns
        assert np.count_nonzero(mass) <= len(table) <= len(mass)
        assert limit.pseudo_weights._total == pytest.approx(mass.sum())
        if raters == 5:
            assert len(table) < len(mass)
