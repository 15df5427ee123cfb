"""Figures printed in the five source documents, or recomputed from their examples."""

import numpy as np
import pytest

import accord


def table(cells, **options):
    return accord.load(cells, layout="contingency", **options)


def test_haley_balanced_and_skewed_tables():
    balanced, skewed = table([[45, 5], [5, 45]]), table([[90, 5], [5, 0]])
    assert accord.cohen_kappa(balanced).value == pytest.approx(0.8)
    assert accord.gwet_ac(balanced).value == pytest.approx(0.8)
    assert accord.cohen_kappa(skewed).value == pytest.approx(-0.0526, abs=5e-5)
    assert accord.gwet_ac(skewed).value == pytest.approx(0.8895, abs=5e-5)


def test_haley_identical_marks_and_marks_within_one_point():
    """Table 1-1: differences 0..4 in per cent for two systems."""
    for shares, exact, near in (([80, 0, 0, 5, 15], 0.80, 0.80), ([75, 25, 0, 0, 0], 0.75, 1.0)):
        pairs = [[0, d] for d, share in enumerate(shares) for _ in range(share)]
        assert accord.percent_agreement(pairs).value == pytest.approx(exact)
        assert accord.within(pairs, points=1).value == pytest.approx(near)


def test_gwet_clinicians():
    names = ["derangement", "dysfunctional", "postural"]
    data = table([[55, 10, 2], [6, 4, 10], [2, 5, 6]], categories=names)
    kappa, ac1, alpha = (f(data) for f in (accord.cohen_kappa, accord.gwet_ac, accord.aickin_alpha))
    assert kappa.observed == pytest.approx(0.65)
    assert kappa.chance == pytest.approx(0.4835)
    assert kappa.value == pytest.approx(0.3224, abs=5e-5)
    assert ac1.chance == pytest.approx(0.257725)
    assert ac1.value == pytest.approx(0.5285, abs=5e-5)
    assert alpha.chance == pytest.approx(0.4121, abs=5e-5)
    assert alpha.value == pytest.approx(0.404659, abs=5e-7)
    assert accord.aickin_alpha(data, pseudo_count=1).value == pytest.approx(0.400606, abs=5e-7)


def test_aickin_distributions_over_hard_subjects():
    from accord.statistics.coefficients.aickin import hard_marginals

    A, B = np.array([[0.67, 0.20, 0.13]]), np.array([[0.63, 0.19, 0.18]])
    _, a, b = hard_marginals(np.array([0.65]), A, B, 1e-13, np.array([False]))
    assert a[0] == pytest.approx([0.5993437, 0.2442839, 0.1563717], abs=2e-5)
    assert b[0] == pytest.approx([0.5321665, 0.2274873, 0.2403553], abs=2e-5)


def test_yannakoudakis_tables_1_and_2():
    for cells, expected in (
        ([[40, 10], [10, 40]], {"cohen_kappa": 0.60, "gwet_ac": 0.60, "brennan_prediger": 0.60}),
        ([[64, 4], [16, 16]], {"cohen_kappa": 0.49, "gwet_ac": 0.6749, "brennan_prediger": 0.60}),
        ([[20, 0], [60, 20]], {"percent_agreement": 0.40, "cohen_kappa": 0.12, "gwet_ac": -0.20}),
        ([[60, 15], [20, 5]], {"percent_agreement": 0.65, "cohen_kappa": 0.0, "gwet_ac": 0.46}),
    ):
        for name, value in expected.items():
            digits = 5e-5 if value == 0.6749 else 5e-3
            assert getattr(accord, name)(table(cells)).value == pytest.approx(value, abs=digits)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.9])
def test_yannakoudakis_quadratic_bp_does_not_feel_prevalence(share):
    """Section 4.1: a quarter of the scores moved by two points on a five-point scale."""
    rng = np.random.default_rng(7)
    gold = np.where(rng.random(4000) < share, rng.integers(1, 3, 4000), rng.integers(3, 6, 4000))
    system = gold.copy()
    moved = rng.permutation(4000)[:1000]
    system[moved] += np.where(gold[moved] <= 3, 2, -2)
    data = np.column_stack([gold, system])
    assert accord.percent_agreement(data).value == pytest.approx(0.75)
    bp = accord.brennan_prediger(data, weights="quadratic", categories=[1, 2, 3, 4, 5])
    assert bp.value == pytest.approx(0.75, abs=1e-12)


JOHN = [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
MARY = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0]


@pytest.mark.parametrize(
    ("john", "chance", "kappa"),
    [
        (JOHN, 0.56, 1 / 11),
        ([0, 1, 2, 0, 0, 1, 0, 2, 0, 0], 0.52, 1 / 6),
        ([0, 1, 3, 0, 0, 1, 0, 4, 0, 0], 0.52, 1 / 6),
    ],
)
def test_komen_types(john, chance, kappa):
    found = accord.cohen_kappa({"john": john, "mary": MARY})
    assert found.observed == pytest.approx(0.6)
    assert found.chance == pytest.approx(chance)
    assert found.value == pytest.approx(kappa)


def test_komen_antecedents_from_a_file_with_chosen_columns(tmp_path):
    path = tmp_path / "coreference.csv"
    ids = [21, 23, 27, 34, 50, 62, 78, 82, 84, 90]
    john = [0, 13, 23, 0, 0, 13, 0, 62, 0, 0]
    mary = [0, 13, 0, 0, 0, 0, 0, 0, 13, 0]
    rows = zip(ids, "abcdefghij", john, mary, strict=True)
    path.write_text("".join(";".join(map(str, row)) + "\n" for row in rows))
    found = accord.cohen_kappa(path, raters=[3, 4])
    assert found.chance == pytest.approx(0.52)
    assert found.value == pytest.approx(1 / 6)


def test_a_million_ids_need_no_table():
    rng = np.random.default_rng(3)
    first = rng.permutation(1_000_000)
    second = np.where(rng.random(1_000_000) < 0.7, first, rng.integers(0, 10**6, 1_000_000))
    found = accord.cohen_kappa(np.column_stack([first, second]))
    assert found.observed == pytest.approx(np.mean(first == second))
    share = np.bincount(second, minlength=10**6) / 10**6
    assert found.chance == pytest.approx(np.sum(share * 1e-6), rel=1e-9)
    assert found.se == pytest.approx(np.sqrt(0.21 / 1e6), rel=0.01)
