"""Systems by prompt: the numbers of single evaluations, and means with checked intervals."""

import math

import numpy as np
import pytest

import accord
from accord.analysis.prompts.pooling import CLIP, Part, pooled, pooled_difference
from accord.errors import OptionError

RNG = np.random.default_rng(8)


def scored(n, top, noise):
    """Marks from 0 to top, and those of two systems with errors."""
    gold = RNG.integers(0, top + 1, n)
    scores = [np.clip(gold + RNG.integers(-k, k + 1, n), 0, top) for k in noise]
    return np.column_stack([gold, *scores])


@pytest.fixture(scope="module")
def essays(tmp_path_factory):
    """A file of three prompts, each with a scale of its own."""
    path = tmp_path_factory.mktemp("prompts") / "essays.csv"
    rows = ["essay,prompt,gold,old,new"]
    for prompt, (n, top) in {"p1": (60, 4), "p2": (40, 10), "p3": (50, 3)}.items():
        marks = scored(n, top, (2, 1))
        rows += [f"{prompt}-{k},{prompt},{','.join(map(str, row))}" for k, row in enumerate(marks)]
    path.write_text("\n".join(rows) + "\n")
    return path


def part_of(path, prompt):
    """The rows of one prompt, as columns."""
    lines = [line.split(",") for line in path.read_text().splitlines()]
    rows = [line for line in lines[1:] if line[1] == prompt]
    return {name: [int(row[k]) for row in rows] for k, name in enumerate(lines[0]) if k > 1}


@pytest.fixture(scope="module")
def table(essays):
    return accord.evaluate_prompts(essays, "gold", by="prompt", headline="qwk", ci="t")


def test_a_row_is_the_evaluation_of_its_prompt_on_its_own_scale(essays, table):
    for prompt in ("p1", "p2", "p3"):
        alone = accord.evaluate(part_of(essays, prompt), gold="gold", headline="qwk", ci="t")
        for system in ("old", "new"):
            row = table[prompt, system]
            assert row.n == alone[system]["qwk"].n
            for name in table.metrics:
                expected = alone[system][name]
                assert row[name].value == pytest.approx(expected.value, abs=1e-12)
                assert row[name].lower == pytest.approx(expected.lower, abs=1e-9)


def test_means_count_each_prompt_the_same(table):
    for system in table.systems:
        for name in table.metrics:
            values = [table[prompt, system][name].value for prompt in table.prompts]
            assert table.mean(system, name).value == pytest.approx(np.mean(values))
        kappas = np.array([table[prompt, system]["qwk"].value for prompt in table.prompts])
        by_z = np.tanh(np.arctanh(np.clip(kappas, -0.999, 0.999)).mean())  # as Kaggle's metric
        assert table.mean(system, "qwk", "fisher_z").value == pytest.approx(by_z)


def test_shares_and_errors_have_no_mean_by_z(table):
    by_z = {mean.name for mean in table.means if mean.method == "fisher_z"}
    assert "qwk" in by_z
    assert "pearson" in by_z
    assert not by_z & {"exact", "rmse"}


def test_differences_are_those_of_compare_and_of_the_means(essays, table):
    on_prompts = [d for d in table.differences if d.mean is None]
    assert [d.prompt for d in on_prompts] == list(table.prompts)
    for d in on_prompts:
        rows = [table[d.prompt, system]["qwk"].value for system in (d.a, d.b)]
        assert d.difference == pytest.approx(rows[0] - rows[1])
    compared = accord.compare_prompts(
        essays, "gold", by="prompt", coefficient="qwk", method="influence"
    )
    for one, other in zip(table.differences, compared.differences, strict=True):
        assert (one.prompt, one.mean) == (other.prompt, other.mean)
        assert {one.a, one.b} == {other.a, other.b}
        sign = 1 if one.a == other.a else -1
        assert one.difference == pytest.approx(sign * other.difference, abs=1e-9)
    plain = next(d for d in table.differences if d.mean == "plain")
    assert plain.difference == pytest.approx(plain.value_a - plain.value_b)
    assert plain.lower < plain.difference < plain.upper
    assert (plain.p_value < 0.05) == (plain.lower > 0 or plain.upper < 0)


def test_p_values_are_adjusted_within_their_families(table):
    p_values = sorted(d.p_value for d in table.differences if d.mean is None)
    adjusted = sorted(d.p_adjusted for d in table.differences if d.mean is None)
    assert adjusted[0] == pytest.approx(min(1.0, 3 * p_values[0]))
    for d in table.differences:
        if d.mean is not None:
            assert d.p_adjusted == d.p_value


def parts(values, half, df=30.0):
    return [Part(f"p{k}", v, half / 2, v - half, v + half, df) for k, v in enumerate(values)]


def test_the_interval_of_a_mean_is_by_variance_recovery():
    # Zou and Donner (2008): squared distances of limits add, by hand for two prompts.
    mean = pooled([Part("a", 0.8, 0.05, 0.6, 0.9, 20), Part("b", 0.6, 0.05, 0.3, 0.7, 20)], 0.95)
    assert mean.value == pytest.approx(0.7)
    assert mean.lower == pytest.approx(0.7 - math.hypot(0.2, 0.3) / 2)
    assert mean.upper == pytest.approx(0.7 + math.hypot(0.1, 0.1) / 2)
    assert mean.se == pytest.approx(math.hypot(0.05, 0.05) / 2)
    assert mean.df == pytest.approx(40)


def test_equal_prompts_narrow_the_interval_by_the_root_of_their_number():
    single, nine = pooled(parts([0.5], 0.2), 0.95), pooled(parts([0.5] * 9, 0.2), 0.95)
    assert nine.upper - nine.lower == pytest.approx((single.upper - single.lower) / 3)
    assert (single.lower, single.upper) == (0.3, 0.7)


def test_limits_of_means_by_z_lie_within_the_range():
    mean = pooled(parts([0.97, 1.0, 0.99], 0.2), 0.95, fisher=True)
    assert -1 < mean.lower < mean.value < mean.upper < 1
    assert mean.value < CLIP


def test_the_coverage_of_the_interval_of_a_mean():
    """Of correlations of four prompts of 40 subjects, whose intervals are by Fisher's z."""
    rng = np.random.default_rng(5)
    rho, n, covered = np.array([0.5, 0.6, 0.7, 0.8]), 40, {False: 0, True: 0}
    truth = {False: rho.mean(), True: np.tanh(np.arctanh(rho).mean())}
    trials = 1500
    for _ in range(trials):
        z = np.arctanh(rho) + rng.normal(0, 1 / math.sqrt(n - 3), 4)
        low, high = np.tanh(z - 1.96 / math.sqrt(n - 3)), np.tanh(z + 1.96 / math.sqrt(n - 3))
        r = np.tanh(z)
        se = (1 - r**2) / math.sqrt(n - 3)
        each = [Part(str(k), r[k], se[k], low[k], high[k], n - 1) for k in range(4)]
        for fisher in (False, True):
            mean = pooled(each, 0.95, fisher=fisher)
            covered[fisher] += mean.lower <= truth[fisher] <= mean.upper
    for count in covered.values():
        assert abs(count / trials - 0.95) < 0.02


def test_a_difference_by_z_of_equal_systems_is_zero():
    side = parts([0.5, 0.7], 0.1)
    none = [Part("p0", 0.0, 0.02, -0.04, 0.04, 30), Part("p1", 0.0, 0.02, -0.04, 0.04, 30)]
    mean = pooled_difference(side, side, none, 0.95, fisher=True)
    assert mean.value == 0
    assert mean.lower == pytest.approx(-mean.upper)
    assert mean.p_value == pytest.approx(1)


def test_an_undefined_prompt_leaves_the_mean_undefined_with_a_reason(tmp_path):
    rows = ["essay,prompt,gold,m1,m2"]
    marks = scored(30, 4, (1, 2))
    rows += [f"{k},{'ab'[k % 2]},{','.join(map(str, row))}" for k, row in enumerate(marks)]
    rows += [f"c{k},c,3,3,3" for k in range(5)]
    path = tmp_path / "essays.csv"
    path.write_text("\n".join(rows) + "\n")
    table = accord.evaluate_prompts(path, "gold", by="prompt", headline="qwk", ci="t")
    assert math.isnan(table["c", "m1"]["qwk"].value)
    mean = table.mean("m1", "qwk")
    assert math.isnan(mean.value)
    assert mean.reason == "undefined on c"
    assert table.mean("m1", "exact").value > 0


def test_variables_of_the_same_subjects_have_means_without_intervals():
    study = {
        name: accord.load(scored(40, top, (1, 2)), raters=["gold", "m1", "m2"])
        for name, top in (("clarity", 4), ("depth", 10))
    }
    table = accord.evaluate_prompts(study, "gold", ci="t")
    mean = table.mean("m1", table.headline)
    assert math.isfinite(mean.value)
    assert math.isnan(mean.lower)
    assert "same subjects" in mean.reason
    compared = accord.compare_prompts(study, "gold", coefficient="qwk")
    assert compared.prompts == ("clarity", "depth")


def test_mistakes_are_errors(essays):
    with pytest.raises(OptionError, match="one prompt only") as caught:
        accord.evaluate_prompts(essays, "gold", raters="gold,old,new")
    assert caught.value.option == "by"
    with pytest.raises(OptionError, match="no rater 'god'"):
        accord.evaluate_prompts(essays, "god", by="prompt")
    with pytest.raises(OptionError) as caught:
        accord.evaluate_prompts(essays, "gold", by="prompt", headline="qkw")
    assert caught.value.option is not None
    with pytest.raises(OptionError, match="fleiss_kappa"):
        accord.compare_prompts(essays, "gold", by="prompt", coefficient="fleis_kappa")
