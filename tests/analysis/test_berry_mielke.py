"""Berry and Mielke's measure: its identities, its exact moments, its tests, its input."""

import itertools
import math

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from scipy.stats import pearson3

import accord
from accord.errors import ColumnNotFoundError, LayoutError, OptionError, UnsupportedError
from accord.inference.enumeration import enumerate_delta
from accord.inference.moments import permutation_moments
from accord.inference.pearson import type_three_cdf
from accord.statistics.weights import weights_for

RNG = np.random.default_rng(20261116)
ESSAYS = RNG.integers(1, 6, (3, 15, 2)) + RNG.integers(0, 3, (1, 15, 2))
LEVELS = ("nominal", "ordinal", "interval")


def distance(a, b, levels, power):
    """Distance of two vectors of responses, as the definition has it."""
    squared = sum(
        float(x != y) if level == "nominal" else (x - y) ** 2
        for x, y, level in zip(a, b, levels, strict=True)
    )
    return squared ** (power / 2)


def by_hand(cube, levels, power=1):
    """δ and μ by their definitions: sums over subjects, and over all pairs of subjects."""
    b, n, _ = cube.shape
    pairs = list(itertools.combinations(range(b), 2))
    delta = np.mean(
        [distance(cube[r, i], cube[s, i], levels, power) for r, s in pairs for i in range(n)]
    )
    mu = np.mean(
        [
            distance(cube[r, i], cube[s, j], levels, power)
            for r, s in pairs
            for i in range(n)
            for j in range(n)
        ]
    )
    return delta, mu


@pytest.mark.parametrize("power", [1, 2, 1.5])
@pytest.mark.parametrize("level", [*LEVELS, ("nominal", "interval")])
def test_the_definition(level, power):
    levels = (level, level) if isinstance(level, str) else level
    delta, mu = by_hand(ESSAYS, levels, power)
    found = accord.berry_mielke(ESSAYS, level=level, power=power)
    assert found.delta == pytest.approx(delta, abs=1e-12)
    assert found.mu == pytest.approx(mu, abs=1e-12)
    assert found.value == pytest.approx(1 - delta / mu, abs=1e-12)


@given(st.integers(0, 2**32 - 1), st.integers(2, 4), st.sampled_from(["linear", "quadratic"]))
def test_one_response_is_conger_and_cohen(seed, raters, weights):
    table = np.random.default_rng(seed).integers(1, 5, (12, raters))
    nominal = accord.berry_mielke(table, level="nominal")
    assert nominal.value == pytest.approx(accord.conger_kappa(table).value, abs=1e-10)
    power = {"linear": 1, "quadratic": 2}[weights]
    found = accord.berry_mielke(table, level="interval", power=power)
    conger = accord.conger_kappa(table, weights)
    assert found.value == pytest.approx(conger.value, abs=1e-10)
    assert found.se == pytest.approx(conger.se, abs=1e-10)
    if raters == 2:
        assert found.value == pytest.approx(accord.cohen_kappa(table, weights).value, abs=1e-10)


SMALL = {
    "multivariate, continuous": (RNG.random((3, 4, 2)), "linear"),
    "four raters": (RNG.random((4, 3, 2)), "linear"),
    "squared": (RNG.random((3, 4, 3)), "quadratic"),
    "two raters": (RNG.random((2, 7, 1)), "linear"),
    "ties": (RNG.integers(1, 4, (3, 6, 1)), "linear"),
    "nominal": (RNG.integers(1, 4, (3, 5, 2)), "identity"),
}


@pytest.mark.parametrize("case", SMALL)
def test_enumeration_equals_moments(case):
    cube, weights = SMALL[case]
    patterns = accord.load(cube)
    table = weights_for(weights, patterns.scale)
    moments = permutation_moments(patterns, table)
    every = enumerate_delta(patterns, table)
    centred = every - every.mean()
    assert moments.mu == pytest.approx(every.mean(), rel=1e-12)
    assert moments.variance == pytest.approx(np.mean(centred**2), rel=1e-12)
    skewness = np.mean(centred**3) / np.mean(centred**2) ** 1.5
    assert moments.skewness == pytest.approx(skewness, abs=1e-12)


def test_enumeration_goes_through_every_shuffle_by_brute_force():
    cube = RNG.integers(1, 4, (3, 4, 1))
    deltas = []
    for second, third in itertools.product(itertools.permutations(range(4)), repeat=2):
        shuffled = np.stack([cube[0], cube[1, list(second)], cube[2, list(third)]])
        deltas.append(by_hand(shuffled, ("interval",))[0])
    patterns = accord.load(cube)
    every = enumerate_delta(patterns, weights_for("linear", patterns.scale))
    quantiles = np.linspace(0, 1, 13)
    assert np.allclose(np.mean(every), np.mean(deltas), atol=1e-12)
    assert np.allclose(
        np.quantile(every, quantiles, method="inverted_cdf"),
        np.quantile(deltas, quantiles, method="inverted_cdf"),
        atol=1e-12,
    )
    observed = by_hand(cube, ("interval",))[0]
    found = accord.berry_mielke(cube, level="interval", p_method="exact")
    assert found.p_value == pytest.approx(np.mean(np.array(deltas) <= observed + 1e-9), abs=1e-12)


def test_tiles_and_triples_do_not_depend_on_how_they_are_cut(monkeypatch):
    patterns = accord.load(RNG.random((4, 9, 2)))
    table = weights_for("linear", patterns.scale)
    whole = permutation_moments(patterns, table)
    monkeypatch.setattr("accord.inference.moments.MAX_MATRIX_SIDE", 0)
    monkeypatch.setattr("accord.inference.moments.CELLS", 20)
    cut = permutation_moments(patterns, table)
    assert cut.variance == pytest.approx(whole.variance, rel=1e-12)
    assert cut.skewness == pytest.approx(whole.skewness, rel=1e-10)


def test_merged_categories_cost_and_give_the_same_as_many_subjects():
    table = RNG.integers(1, 4, (30, 3))
    once = accord.berry_mielke(table, level="interval")
    doubled = accord.berry_mielke(np.repeat(table, 2, axis=0), level="interval")
    counted = accord.berry_mielke(
        {"a": table[:, 0], "b": table[:, 1], "c": table[:, 2], "n": [2] * 30},
        level="interval",
        count="n",
    )
    assert doubled.value == pytest.approx(once.value, abs=1e-12)
    for key in ("delta", "mu", "variance", "skewness", "t", "p_value"):
        assert getattr(counted, key) == pytest.approx(getattr(doubled, key), rel=1e-10)


@pytest.mark.parametrize("skewness", [-1.3, -0.5, -1e-4, 0.0, 1e-9, 0.4, 2.0])
@pytest.mark.parametrize("t", [-6.0, -2.0, -0.3, 0.0, 1.7])
def test_pearson_type_three(t, skewness):
    assert type_three_cdf(t, skewness) == pytest.approx(pearson3.cdf(t, skewness), abs=1e-9)


@pytest.mark.parametrize("level", ["nominal", "interval"])
def test_monte_carlo_agrees_with_pearson_three(level):
    rng = np.random.default_rng(7)
    cube = rng.random((3, 30, 2)) + 0.3 * rng.random((1, 30, 2))
    if level == "nominal":  # many subjects: the approximation is of a distribution with steps
        cube = np.where(rng.random((3, 300, 1)) < 0.05, 9, rng.integers(0, 2, (3, 300, 1)))
    drawn = accord.berry_mielke(cube, level=level, p_method="monte_carlo", seed=4)
    fitted = accord.berry_mielke(cube, level=level, p_method="moments")
    error = math.sqrt(fitted.p_value * (1 - fitted.p_value) / 10_000)
    assert drawn.p_value == pytest.approx(fitted.p_value, abs=5 * error + 0.005)
    again = accord.berry_mielke(cube, level=level, p_method="monte_carlo", seed=4)
    assert again.p_value == drawn.p_value
    assert (drawn.arrangements, drawn.seed) == (10_000, 4)


def test_few_subjects_get_the_exact_test_and_a_warning():
    found = accord.berry_mielke(RNG.random((2, 7, 1)), level="interval")
    assert found.p_method == "exact"
    assert found.arrangements == math.factorial(7)
    assert any("fewer than 10" in warning for warning in found.warnings)
    poor = accord.berry_mielke(RNG.random((2, 7, 1)), level="interval", p_method="moments")
    assert poor.p_method == "moments"
    assert any("is poor" in warning for warning in poor.warnings)
    beyond = accord.berry_mielke(RNG.random((8, 9, 1)), level="interval")
    assert beyond.p_method == "moments"
    with pytest.raises(UnsupportedError, match="permutations of these ratings"):
        accord.berry_mielke(RNG.random((8, 9, 1)), level="interval", p_method="exact")


def test_missing_ratings_are_shuffled_among_the_subjects_that_were_rated():
    table = np.array([[np.nan, 2, 1], [3, 3, 3], [1, np.nan, 1], [2, 2, np.nan]])
    rated = [np.flatnonzero(~np.isnan(column)) for column in table.T]
    deltas = []
    for orders in itertools.product(*(itertools.permutations(rows) for rows in rated)):
        shuffled = table.copy()
        for g, order in enumerate(orders):
            shuffled[rated[g], g] = table[list(order), g]
        gaps = [np.abs(shuffled[:, r] - shuffled[:, s]) for r, s in ((0, 1), (0, 2), (1, 2))]
        deltas.append(np.nanmean(np.concatenate(gaps)))
    found = accord.berry_mielke(table, level="interval")
    assert (found.p_method, found.exact_moments) == ("exact", True)
    assert found.mu == pytest.approx(np.mean(deltas), abs=1e-12)
    assert found.value == pytest.approx(1 - found.delta / found.mu, abs=1e-12)
    assert found.variance == pytest.approx(np.var(deltas), abs=1e-12)
    smaller = np.array(deltas) <= found.delta + 1e-9
    assert found.p_value == pytest.approx(smaller.mean(), abs=1e-12)
    drawn = accord.berry_mielke(table, level="interval", p_method="monte_carlo", seed=1)
    assert not drawn.exact_moments
    assert drawn.mu == pytest.approx(found.mu, abs=0.01)
    assert drawn.p_value == pytest.approx(found.p_value, abs=0.02)
    more = np.tile(table, (3, 1))
    assert accord.berry_mielke(more, level="interval").p_method == "monte_carlo"


def test_iota_is_the_squared_distance():
    """Janson and Olsson: 1 - mean squared distance observed over expected, response by response."""
    found = accord.berry_mielke(ESSAYS.astype(float), level="interval", power=2)
    observed, expected = 0.0, 0.0
    for k in range(ESSAYS.shape[2]):
        for r, s in itertools.combinations(range(3), 2):
            a, b = ESSAYS[r, :, k].astype(float), ESSAYS[s, :, k].astype(float)
            observed += np.mean((a - b) ** 2)
            expected += a.var() + b.var() + (a.mean() - b.mean()) ** 2
    assert found.value == pytest.approx(1 - observed / expected, abs=1e-12)


# --- input ---


def as_long(cube):
    return [
        {"essay": i, "marker": f"m{g}", "clarity": cube[g, i, 0], "grammar": cube[g, i, 1]}
        for g in range(cube.shape[0])
        for i in range(cube.shape[1])
    ]


def as_wide(cube, name="{rater}_{response}"):
    columns = {"essay": [f"e{i}" for i in range(cube.shape[1])]}
    for g in range(cube.shape[0]):
        for k, response in enumerate(("clarity", "grammar")):
            columns[name.format(rater=f"m{g}", response=response)] = cube[g, :, k]
    return columns


@pytest.mark.parametrize(
    ("data", "options"),
    [
        (as_long(ESSAYS), {"score": "clarity,grammar"}),
        (as_long(ESSAYS), {"score": ["clarity", "grammar"], "rater": "marker", "item": "essay"}),
        (as_wide(ESSAYS), {"score": "clarity,grammar"}),
        (as_wide(ESSAYS, "{response}.{rater}"), {"score": "clarity,grammar"}),
        (
            as_wide(ESSAYS),
            {"raters": {f"m{g}": [f"m{g}_clarity", f"m{g}_grammar"] for g in range(3)}},
        ),
        (ESSAYS.tolist(), {}),
    ],
)
def test_several_responses_in_every_shape(data, options):
    expected = accord.berry_mielke(ESSAYS, level="interval")
    found = accord.berry_mielke(data, level="interval", **options)
    for key in ("value", "delta", "mu", "variance", "skewness", "t", "p_value", "se"):
        assert getattr(found, key) == pytest.approx(getattr(expected, key), abs=1e-12)
    assert len(found.raters) == 3


def test_a_rating_that_lacks_a_response_is_missing_and_said_so():
    cube = ESSAYS.astype(float)
    cube[1, 4, 0] = np.nan
    found = accord.berry_mielke(cube, level="interval", seed=1)
    assert any("lacks some of its responses" in warning for warning in found.warnings)
    gone = cube.copy()
    gone[1, 4] = np.nan
    assert found.value == accord.berry_mielke(gone, level="interval", seed=1).value


def test_scaling_gives_each_response_its_unit():
    cube = ESSAYS.astype(float)
    stretched = cube * np.array([1.0, 100.0])
    assert accord.berry_mielke(stretched, level="interval").value != pytest.approx(
        accord.berry_mielke(cube, level="interval").value, abs=1e-3
    )
    for scaling in ("range", "sd"):
        one, other = (
            accord.berry_mielke(x, level="interval", scaling=scaling) for x in (cube, stretched)
        )
        assert one.value == pytest.approx(other.value, abs=1e-12)
        assert one.delta == pytest.approx(other.delta, abs=1e-12)
    by_unit = accord.berry_mielke(stretched, level="interval", scaling=[1, 100])
    assert by_unit.delta == pytest.approx(
        accord.berry_mielke(cube, level="interval").delta, abs=1e-12
    )


@pytest.mark.parametrize(
    ("data", "options", "error", "what"),
    [
        (ESSAYS, {"power": 0}, OptionError, "power"),
        (ESSAYS, {"p_method": "magic"}, OptionError, "p_method"),
        (ESSAYS, {"scaling": "none"}, OptionError, "scaling"),
        (ESSAYS, {"scaling": [1, -1]}, OptionError, "positive number"),
        (ESSAYS, {"level": "nominal,ordinal,interval"}, OptionError, "3 levels"),
        (ESSAYS, {"weights": "circular"}, OptionError, "single ratings"),
        (as_wide(ESSAYS), {"score": "clarity,style"}, ColumnNotFoundError, "style"),
        (as_long(ESSAYS), {"score": "clarity,clarity"}, OptionError, "twice"),
        (ESSAYS[:, :, :, None], {}, accord.AccordError, "this one has 4"),
    ],
)
def test_what_cannot_be_is_refused_in_words(data, options, error, what):
    with pytest.raises(error, match=what):
        accord.berry_mielke(data, **options)


def test_coefficients_that_count_categories_do_not_take_several_responses():
    found = accord.agreement(ESSAYS, ["gwet_ac", "fleiss_kappa"], "linear")
    assert "number of possible categories" in found["gwet_ac"].reason
    assert found["fleiss_kappa"].reason is None


def test_constant_ratings_are_undefined_with_a_reason():
    found = accord.berry_mielke(np.ones((3, 12, 2)), level="interval")
    assert math.isnan(found.value)
    assert math.isnan(found.p_value)
    assert found.reason
    assert found.to_dict()["value"] is None


def test_se_interval_cluster_and_bootstrap_work_as_on_any_coefficient():
    cube = RNG.integers(1, 6, (3, 60, 2)) + RNG.integers(0, 3, (1, 60, 2))
    by_influence = accord.berry_mielke(cube, level="interval")
    jackknife = accord.berry_mielke(cube, level="interval", se="jackknife")
    drawn = accord.berry_mielke(cube, level="interval", se="bootstrap", seed=1)
    assert jackknife.se == pytest.approx(by_influence.se, rel=0.1)
    assert drawn.se == pytest.approx(by_influence.se, rel=0.15)
    assert by_influence.value in by_influence.interval
    clustered = accord.berry_mielke(
        {**as_wide(cube), "class": [i // 5 for i in range(60)]},
        score="clarity,grammar",
        level="interval",
        cluster="class",
    )
    rows = np.array([(g, i) for g in range(12) for i in range(5 * g, 5 * g + 5)])
    left_out = [
        accord.berry_mielke(cube[:, rows[rows[:, 0] != g, 1]], level="interval").value
        for g in range(12)
    ]
    jackknifed = math.sqrt(11 / 12 * np.sum((left_out - np.mean(left_out)) ** 2))
    assert clustered.se == pytest.approx(jackknifed, rel=0.15)
    assert any("clusters" in warning for warning in clustered.warnings)


def test_to_dict_has_the_programs_numbers():
    found = accord.berry_mielke(ESSAYS, level="interval").to_dict()
    assert {"value", "delta", "mu", "variance", "skewness", "t", "p_value"} <= set(found)
    assert found["responses"] == ["1", "2"]


def test_a_joint_table_merges_and_selects():
    first = accord.load(as_wide(ESSAYS[:, :8]), score="clarity,grammar")
    second = accord.load(as_wide(ESSAYS[:, 8:]), score="clarity,grammar")
    merged = first.merge(second)
    whole = accord.berry_mielke(ESSAYS, level="interval")
    assert accord.berry_mielke(merged, level="interval").value == pytest.approx(whole.value)
    pair = accord.berry_mielke(merged.select(["m0", "m2"]), level="interval")
    assert pair.value == pytest.approx(
        accord.berry_mielke(ESSAYS[[0, 2]], level="interval").value, abs=1e-12
    )


# --- found by review ---


def test_a_constant_rater_leaves_nothing_to_test():
    rng = np.random.default_rng(1)
    for _ in range(20):
        table = np.column_stack([np.full(20, 3), rng.integers(1, 6, 20)])
        found = accord.berry_mielke(table, level="interval")
        assert found.p_value == 1
        assert math.isnan(found.t)
        assert any("nothing to test" in warning for warning in found.warnings)


def test_two_subjects():
    cube = np.array([[[1.0], [4.0]], [[2.0], [3.0]]])
    found = accord.berry_mielke(cube, level="interval", p_method="moments")
    assert found.skewness == pytest.approx(0, abs=1e-12)
    assert accord.berry_mielke(cube, level="interval").p_value == 0.5


def test_labels_with_separators_are_different_categories():
    first = {
        "a_x": ["p / q", "p"],
        "a_y": ["r", "q / r"],
        "b_x": ["p", "p / q"],
        "b_y": ["q / r", "r"],
    }
    data = accord.load(first, score="x,y")
    assert data.q == 2
    assert accord.percent_agreement(data.on(data.scale), "identity").value == 0


def test_levels_of_a_loaded_table():
    loaded = accord.load(ESSAYS)
    mixed = accord.berry_mielke(loaded, level="nominal,interval")
    assert mixed.value == pytest.approx(
        accord.berry_mielke(ESSAYS, level="nominal,interval").value, abs=1e-12
    )
    assert mixed.levels == ("nominal", "interval")
    with pytest.raises(OptionError, match="3 levels"):
        accord.berry_mielke(loaded, level="nominal,interval,ordinal")


def test_the_seed_reproduces_everything_that_was_drawn():
    found = accord.berry_mielke(
        ESSAYS, level="interval", p_method="monte_carlo", se="bootstrap", replicates=300
    )
    again = accord.berry_mielke(
        ESSAYS,
        level="interval",
        p_method="monte_carlo",
        se="bootstrap",
        replicates=300,
        seed=found.seed,
    )
    assert (again.se, again.p_value) == (found.se, found.p_value)


@pytest.mark.parametrize("option", [{"alternative": "less"}, {"null": 0.2}])
def test_options_that_do_not_apply_are_refused(option):
    with pytest.raises(OptionError, match="does not apply"):
        accord.berry_mielke(ESSAYS, **option)


def test_response_names_that_overlap():
    columns = {}
    for g, rater in enumerate(("ann", "bo")):
        columns[f"{rater}_clarity"] = ESSAYS[g, :, 0]
        columns[f"{rater}_overall_clarity"] = ESSAYS[g, :, 1]
    found = accord.berry_mielke(columns, score="clarity,overall_clarity", level="interval")
    assert found.raters == ("ann", "bo")
    assert found.value == pytest.approx(
        accord.berry_mielke(ESSAYS[:2], level="interval").value, abs=1e-12
    )


def test_a_misspelt_response_is_named():
    with pytest.raises(ColumnNotFoundError, match="Did you mean 'clarity'"):
        accord.berry_mielke(as_long(ESSAYS), score="clarty,grammar")


def test_several_variables_are_not_taken_for_responses():
    rows = [
        {"essay": r["essay"], "grader": r["marker"], **{k: r[k] for k in ("clarity", "grammar")}}
        for r in as_long(ESSAYS)
    ]
    with pytest.raises(LayoutError, match="2 variables") as caught:
        accord.load(rows)
    assert caught.value.value == ("clarity", "grammar")
    both = accord.load(rows, score="clarity,grammar")
    assert both.scale.responses == ("clarity", "grammar")


def test_many_raters_and_costly_moments(monkeypatch):
    rng = np.random.default_rng(3)
    many = accord.berry_mielke(rng.integers(1, 4, (30, 90)), level="interval", layout="wide")
    assert many.exact_moments
    monkeypatch.setattr("accord.inference.delta.MAX_SECONDS", 0.0)
    cube = rng.random((3, 40, 2))
    drawn = accord.berry_mielke(cube, level="interval", seed=1)
    assert (drawn.p_method, drawn.exact_moments) == ("monte_carlo", False)
    exact = accord.berry_mielke(cube, level="interval", p_method="moments")
    assert exact.exact_moments
    assert drawn.variance == pytest.approx(exact.variance, rel=0.1)
    assert drawn.mu == pytest.approx(exact.mu, abs=1e-12)


def test_a_complete_rater_is_shuffled_where_others_have_gaps():
    found = accord.berry_mielke([[1, 1], [3, 2], [5, np.nan]], level="interval")
    assert (found.p_method, found.arrangements) == ("exact", 12)
    assert found.p_value == pytest.approx(1 / 6)
    assert found.mu == pytest.approx(11 / 6)


def test_any_power_to_every_digit():
    table = np.array([[1, 1], [2, 3], [4, 4], [5, 3], [2, 2], [1, 2]])
    power = 1.23456789
    found = accord.berry_mielke(table, level="interval", power=power)
    assert found.delta == pytest.approx(
        np.mean(np.abs(table[:, 0] - table[:, 1]) ** power), abs=1e-12
    )


def test_several_responses_have_the_same_weights_everywhere():
    for options in ({}, {"level": "ordinal"}, {"level": "nominal,interval"}):
        alone = accord.krippendorff_alpha(ESSAYS, **options)
        among = accord.agreement(ESSAYS, ["krippendorff_alpha"], **options)["krippendorff_alpha"]
        assert (alone.weights, alone.value) == ("linear", among.value)
