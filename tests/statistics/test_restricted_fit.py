"""Variance components by restricted maximum likelihood."""

import math

import numpy as np
import pytest

from accord.errors import UnsupportedError
from accord.statistics import restricted_fit
from accord.statistics.crossed_components import (
    CellSums,
    RepeatedComponents,
    fixed_raters,
    one_factor,
    random_raters,
)
from accord.statistics.restricted_fit import RestrictedModel
from accord.statistics.restricted_likelihood import RatingCells, RestrictedLikelihood
from helpers.measurements import ratings_of, values

PARTS = ("subjects", "raters", "interaction", "error")
NAMES = {"subject": "subjects", "rater": "raters", "cell": "interaction", "residual": "error"}
MODELS = [(raters, cell) for raters in ("random", "fixed") for cell in (False, True)]


def fitted(subject, rater, y, raters="random", interaction=False):
    return RestrictedModel(RatingCells.of(subject, rater, y), raters, interaction=interaction).fit()


def parts_of(fit):
    return np.array([getattr(fit.components, name) for name in PARTS])


def balanced(rng, n=8, k=3, times=3, spread=(2.0, 1.0, 0.7, 0.5)):
    """Codes and ratings of a complete design."""
    subject, rater, _ = (each.ravel() for each in np.indices((n, k, times)))
    s, r, i = (rng.normal(0, sd, size) for sd, size in zip(spread, (n, k, (n, k)), strict=False))
    y = 5 + s[subject] + r[rater] + i[subject, rater]
    return subject, rater, y + rng.normal(0, spread[3], y.size)


def with_gaps(rng, share=0.6, **design):
    subject, rater, y = balanced(rng, **design)
    kept = rng.random(y.size) < share
    codes = (np.unique(each[kept], return_inverse=True)[1] for each in (subject, rater))
    return (*codes, y[kept])


def dense(parts, subject, rater, y, fixed=False):
    """-2 log restricted likelihood, from the covariance matrix of the ratings."""
    same_subject, same_rater = subject[:, None] == subject, rater[:, None] == rater
    s, r, i, e = parts
    v = s * same_subject + r * same_rater + i * (same_subject & same_rater) + e * np.eye(y.size)
    x = (rater[:, None] == np.unique(rater)).astype(float) if fixed else np.ones((y.size, 1))
    inverse = np.linalg.inv(v)
    inner = x.T @ inverse @ x
    p = inverse - inverse @ x @ np.linalg.solve(inner, x.T @ inverse)
    determinants = np.linalg.slogdet(v)[1] + np.linalg.slogdet(inner)[1]
    return determinants + y @ p @ y + (y.size - x.shape[1]) * math.log(2 * math.pi)


@pytest.mark.parametrize("entry", values("icc_unbalanced", "reml"))
def test_reference_values(entry):
    effects = entry["options"]["effects"]
    raters = "none" if len(effects) == 1 else "random"
    fit = fitted(*ratings_of(entry["data"]), raters, "cell" in effects)
    for name, expected in entry["components"].items():
        found = getattr(fit.components, NAMES[name])
        assert found == pytest.approx(expected, rel=1e-9)
        assert (found == 0) == (expected == 0)
    assert fit.components.inter == pytest.approx(entry["icc"], rel=1e-9)
    assert fit.components.intra == pytest.approx(entry["intra"], rel=1e-9)
    assert fit.minus2_loglik == pytest.approx(entry["minus2_reml_loglik"], abs=1e-9)


@pytest.mark.parametrize(("raters", "interaction"), [("none", False), *MODELS])
@pytest.mark.parametrize("seed", range(4))
def test_the_likelihood_and_its_slopes_are_those_of_the_dense_matrix(raters, interaction, seed):
    rng = np.random.default_rng(seed)
    subject, rater, y = with_gaps(rng)
    cells = RatingCells.of(subject, rater, y)
    likelihood = RestrictedLikelihood(
        cells.pooled if raters == "none" else cells, raters == "fixed"
    )
    ratios = rng.gamma(1.0, 1.0, 3) * [1, raters == "random", interaction]
    point = likelihood.at(ratios)
    parts = np.append(ratios, 1.0) * point.error
    assert point.value == pytest.approx(
        dense(parts, subject, rater, y, raters == "fixed"), abs=1e-9
    )
    places = [0] + [1] * (raters == "random") + [2] * interaction
    for place in places:
        beside = np.eye(3)[place] * 1e-5
        slope = (likelihood.at(ratios + beside).value - likelihood.at(ratios - beside).value) / 2e-5
        assert point.gradient[place] == pytest.approx(slope, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize(("raters", "interaction"), MODELS)
@pytest.mark.parametrize("seed", range(4))
def test_no_other_components_are_more_likely(raters, interaction, seed):
    rng = np.random.default_rng(seed)
    subject, rater, y = with_gaps(rng, n=6, times=2, spread=(rng.choice([0.2, 2]), 1, 0.4, 0.5))
    fit = fitted(subject, rater, y, raters, interaction)
    assert fit.reason is None
    best, parts = fit.minus2_loglik, parts_of(fit)
    fixed = raters == "fixed"
    assert best == pytest.approx(dense(parts, subject, rater, y, fixed), abs=1e-9)
    free = np.array([True, not fixed, interaction, True])
    others = [parts * rng.lognormal(0, 0.05, 4) for _ in range(50)]
    others += [rng.gamma(0.5, 2.0, 4) * free + [0, 0, 0, 1e-3] for _ in range(200)]
    others += [parts + free * (np.arange(4) == j) * 1e-4 for j in range(4)]
    for other in others:
        assert dense(other, subject, rater, y, fixed) >= best - 1e-9


def test_complete_ratings_have_the_components_of_the_analysis_of_variance():
    subject, rater, y = balanced(np.random.default_rng(3))
    sums = CellSums(subject, rater, y)
    expected = {
        ("none", False): one_factor(sums),
        ("random", False): random_raters(sums, interaction=False),
        ("random", True): random_raters(sums),
        ("fixed", False): fixed_raters(sums, interaction=False),
        ("fixed", True): fixed_raters(sums),
    }
    for model, parts in expected.items():
        assert parts.subjects > 0 <= min(parts.raters, parts.interaction)
        found = fitted(subject, rater, y, *model).components
        for name in PARTS:
            assert getattr(found, name) == pytest.approx(getattr(parts, name), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(("raters", "interaction"), MODELS)
def test_order_shift_and_unit_do_not_matter(raters, interaction):
    rng = np.random.default_rng(5)
    subject, rater, y = with_gaps(rng)
    fit = fitted(subject, rater, y, raters, interaction)
    order = rng.permutation(y.size)
    names = rng.permutation(8), rng.permutation(3)
    again = fitted(names[0][subject][order], names[1][rater][order], y[order], raters, interaction)
    assert parts_of(again) == pytest.approx(parts_of(fit), rel=1e-9)
    assert again.minus2_loglik == pytest.approx(fit.minus2_loglik, abs=1e-9)
    moved = fitted(subject, rater, 1000 + 4 * y, raters, interaction)
    assert parts_of(moved) == pytest.approx(16 * parts_of(fit), rel=1e-9)
    df = y.size - (3 if raters == "fixed" else 1)
    assert moved.minus2_loglik == pytest.approx(fit.minus2_loglik + df * math.log(16), abs=1e-8)


def test_subjects_and_raters_change_places():
    subject, rater, y = with_gaps(np.random.default_rng(6))
    fit, turned = (
        fitted(*codes, y, interaction=True) for codes in ((subject, rater), (rater, subject))
    )
    assert parts_of(turned)[[1, 0, 2, 3]] == pytest.approx(parts_of(fit), rel=1e-9)
    assert turned.minus2_loglik == pytest.approx(fit.minus2_loglik, abs=1e-9)


def test_components_below_0_are_exactly_0():
    subject, rater, _ = balanced(np.random.default_rng(0), n=4, k=3, times=1)
    y = np.array([1.0, 2, 3, 2, 3, 1, 3, 1, 2, 1, 3, 2.5])  # subjects differ less than by chance
    assert random_raters(CellSums(subject, rater, y), interaction=False).subjects < 0
    fit = fitted(subject, rater, y)
    assert fit.components.subjects == 0
    assert fit.components.raters == 0
    assert fit.components.error == pytest.approx(y.var(ddof=1), rel=1e-12)
    assert fit.components.inter == 0


def test_the_highest_of_several_maxima_counts():
    """Ten ratings, whose likelihood has a second maximum without a component of the subjects."""
    subject = np.array([0, 0, 1, 1, 1, 2, 2, 2, 2, 2])
    rater = np.array([2, 2, 0, 1, 2, 0, 0, 1, 1, 2])
    y = np.array([-1.63, -3.18, 1.21, -3.3, 3.53, 2.62, 1.09, -1.07, 0.16, 4.09])
    fit = fitted(subject, rater, y, interaction=True)
    assert fit.components.interaction == 0
    lower = RepeatedComponents(0.0, 0.18, 6.86, 1.07)
    second = RestrictedModel(RatingCells.of(subject, rater, y), interaction=True).fit(lower)
    assert second.components.subjects == 0
    assert second.minus2_loglik > fit.minus2_loglik + 0.5


def test_a_search_from_nearby_ends_at_the_same_place():
    subject, rater, y = with_gaps(np.random.default_rng(8), n=30)
    cells = RatingCells.of(subject, rater, y)
    fit = RestrictedModel(cells, interaction=True).fit()
    chosen = np.arange(cells.counts.shape[0]) != 4
    part = cells.select(chosen)
    model = RestrictedModel(part, interaction=True)
    assert parts_of(model.fit(fit.components)) == pytest.approx(parts_of(model.fit()), rel=1e-9)


def test_many_subjects_are_as_exact_as_few():
    rng = np.random.default_rng(9)
    subject, rater, y = balanced(rng, n=3000, k=4, times=2)
    found = parts_of(fitted(subject, rater, y, interaction=True))
    expected = random_raters(CellSums(subject, rater, y))
    assert found == pytest.approx([getattr(expected, name) for name in PARTS], rel=1e-9)


@pytest.mark.parametrize(
    ("ratings", "model", "reason"),
    [
        ([(0, 0, 1), (0, 1, 2), (0, 1, 4)], ("none", False), "a single subject"),
        ([(0, 0, 7), (0, 1, 7), (1, 0, 7), (1, 1, 7)], ("random", False), "do not vary"),
        ([(0, 0, 1), (1, 0, 2), (2, 1, 4)], ("random", False), "degrees of freedom"),
        ([(0, 0, 1), (1, 0, 2), (2, 0, 4), (2, 0, 3)], ("random", False), "be separated"),
        ([(0, 0, 1), (0, 1, 2), (1, 0, 2), (1, 1, 4)], ("random", True), "subject twice"),
        ([(0, 0, 1), (0, 0, 2), (1, 1, 2), (1, 1, 4)], ("fixed", False), "in common"),
        ([(0, 0, 1), (0, 0, 2), (0, 1, 2), (1, 1, 4)], ("random", True), "degrees of freedom"),
        (
            [(i, j, i * j) for i in range(3) for j in range(3) for _ in range(2)],
            ("random", True),
            "replicates do not vary",
        ),
        ([(i, j, i + 2 * j) for i in range(4) for j in range(3)], ("random", False), "is 0"),
        ([(i, j, i) for i in range(4) for j in range(3)], ("none", False), "is 0"),
    ],
)
def test_undefined_components_have_a_reason(ratings, model, reason):
    subject, rater, y = (np.array(column) for column in zip(*ratings, strict=True))
    fit = fitted(subject, rater, y.astype(float), *model)
    assert reason in fit.reason
    assert np.isnan(parts_of(fit)).all()
    assert math.isnan(fit.minus2_loglik)


def test_too_many_subjects_and_raters_are_refused(monkeypatch):
    monkeypatch.setattr(restricted_fit, "MOST_RATERS", 2)
    with pytest.raises(UnsupportedError, match="too many of both"):
        fitted(*balanced(np.random.default_rng(1)))
    with pytest.raises(UnsupportedError, match=r"30,001 subjects × 1,001 raters"):
        fitted(np.array([0, 30_000]), np.array([1_000, 0]), np.array([1.0, 2.0]))
