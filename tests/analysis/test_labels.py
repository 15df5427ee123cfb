"""Agreement on single labels, and analyses of sets of labels."""

import math

import numpy as np
import pytest

import accord
from accord.statistics import evaluations_of, find
from accord.statistics.coefficients.labels import label_mean, pooled_decisions


def random_sets(seed=3, n=40, raters=3):
    rng = np.random.default_rng(seed)
    truth = rng.random((n, 1, 4)) < 0.35
    marks = truth ^ (rng.random((n, raters, 4)) < 0.12)
    return [[frozenset("wxyz"[k] for k in np.flatnonzero(r)) for r in row] for row in marks]


@pytest.mark.parametrize("factory", [label_mean, pooled_decisions])
@pytest.mark.parametrize("name", ["krippendorff_alpha", "conger_kappa", "gwet_ac"])
def test_influence_of_the_mean_is_its_derivative(factory, name):
    patterns = accord.load(random_sets())
    entry = factory(find(name), range(4))
    evaluation = evaluations_of([entry], patterns, "identity", {})[0]
    m = patterns.multiplicity.astype(float)
    step = 1e-5
    for p in range(0, len(patterns), 7):
        shift = np.zeros_like(m)
        shift[p] = step
        up, down = evaluation.at(np.stack([m + shift, m - shift]), functional=True)
        expected = patterns.n * (up - down) / (2 * step)
        assert evaluation.influence[p] == pytest.approx(expected, rel=1e-4, abs=1e-7)


def test_the_mean_includes_the_correlation_of_labels():
    result = accord.by_label(random_sets(), ci="t")
    values = [row.coefficient.value for row in result.labels]
    assert result.mean.value == pytest.approx(np.mean(values))
    independent = math.sqrt(sum(row.coefficient.se**2 for row in result.labels)) / 4
    assert 0.7 * independent < result.mean.se < 1.5 * independent
    assert result.mean.n == 40


def test_labels_without_a_coefficient_are_left_out():
    rows = [[{"a", "c"}, {"a", "c"}], [{"a", "b"}, {"a"}], [{"a"}, {"a", "b"}], [{"a", "b"}] * 2]
    result = accord.by_label(rows, categories=["a", "b", "c", "d"], ci="t")
    assert result.left_out == ("a", "d")
    values = {row.label: row.coefficient.value for row in result.labels}
    assert result.mean.value == pytest.approx((values["b"] + values["c"]) / 2)
    shares = {row.label: row.share for row in result.labels}
    assert shares == {"a": 1.0, "b": 0.5, "c": 0.25, "d": 0.0}


def test_gaps_and_clusters():
    rows = [[None if (i + j) % 7 == 0 else cell for j, cell in enumerate(row)]
            for i, row in enumerate(random_sets())]  # fmt: skip
    columns = {name: [row[j] for row in rows] for j, name in enumerate(("ann", "bo", "cy"))}
    columns["site"] = [k // 5 for k in range(len(rows))]
    options = {"raters": ["ann", "bo", "cy"], "cluster": "site", "ci": "t"}
    result = accord.by_label(columns, **options)
    assert result.mean.df == 7
    assert result.pooled.se > 0


def test_other_analyses_take_distances_of_sets():
    rows = random_sets()
    pair = accord.pairwise(rows, "cohen_kappa", weights="masi", ci="t")["1", "2"]
    single = accord.cohen_kappa([row[:2] for row in rows], weights="masi", ci="t")
    assert pair.value == pytest.approx(single.value)
    left = {r.rater: r.estimate for r in accord.leave_one_out(
        rows, "krippendorff_alpha", weights="masi", ci="t"
    )}  # fmt: skip
    without = accord.krippendorff_alpha([row[1:] for row in rows], weights="masi", ci="t")
    assert left["1"].value == pytest.approx(without.value)
    compared = accord.compare(rows, random_sets(5), weights="masi", method="influence")
    alpha = accord.krippendorff_alpha(rows, weights="masi", ci="t")
    assert compared.estimates["set 1"][0].value == pytest.approx(alpha.value)
    many = accord.agreement(rows, weights="jaccard", ci="t")
    assert many["conger_kappa"].weights == "jaccard"
    assert np.isfinite(many.covariance).all()


def test_resampling_and_permutation():
    rows = random_sets()
    drawn = accord.conger_kappa(rows, weights="masi", ci="bca", replicates=200)
    assert drawn.lower < drawn.value < drawn.upper
    assert (
        accord.conger_kappa(rows, weights="masi", p_method="permutation", replicates=99).p_value
        < 0.05
    )
