"""Weights: matrices, linear-time sums against matrices, and refusals."""

import numpy as np
import pytest

import accord
from accord.data.scale import Scale
from accord.errors import OptionError, UnknownNameError, UnsupportedError
from accord.statistics.weights import SCHEMES, Weights, scheme_named, weights_for
from accord.statistics.weights.matrices import DENSE


@pytest.mark.parametrize("name", SCHEMES)
def test_weights_are_one_on_the_diagonal_and_fall_to_zero(name):
    scale = Scale.declare([0.5, 1, 2, 4, 8])
    matrix = weights_for(name, scale, np.array([3.0, 1, 4, 1, 5])).matrix
    assert np.diag(matrix) == pytest.approx(1)
    assert matrix == pytest.approx(matrix.T)
    assert matrix.min() == pytest.approx(0)


@pytest.mark.parametrize("name", [*SCHEMES, "power:1.5"])
@pytest.mark.parametrize("zero", [False, True])
def test_sums_without_a_matrix_equal_the_matrix(name, zero):
    rng = np.random.default_rng(1)
    q = DENSE + 100
    points = np.sort(rng.lognormal(0, 2, q))
    if zero:
        points[0] = 0.0
    if SCHEMES[name.partition(":")[0]].by_rank:
        points = np.arange(1.0, q + 1)
    weights = Weights(scheme_named(name), points)
    assert not weights.dense
    x = rng.random((3, q))
    assert weights.apply(x) == pytest.approx(x @ weights.matrix.T, rel=1e-10)
    codes = rng.integers(0, q, (2, 50))
    assert weights.between(*codes) == pytest.approx(weights.matrix[codes[0], codes[1]])
    assert weights.total == pytest.approx(weights.matrix.sum(), rel=1e-10)


@pytest.mark.parametrize(
    "name", ["identity", "linear", "quadratic", "ordinal", "ratio", "circular"]
)
def test_many_categories_give_the_value_and_error_of_few(name, monkeypatch):
    rng = np.random.default_rng(2)
    data = rng.integers(1, 12, (60, 3)).astype(float)
    data[rng.random((60, 3)) < 0.15] = np.nan
    entries = ("fleiss_kappa", "conger_kappa", "gwet_ac", "krippendorff_alpha")
    few = [getattr(accord, entry)(data, weights=name) for entry in entries]
    monkeypatch.setattr("accord.statistics.weights.matrices.DENSE", 2)
    monkeypatch.setattr("accord.statistics.sums.DENSE_CELLS", 1)
    many = [getattr(accord, entry)(data, weights=name) for entry in entries]
    for a, b in zip(few, many, strict=True):
        assert b.value == pytest.approx(a.value, abs=1e-12)
        assert b.se == pytest.approx(a.se, rel=1e-9)


def test_weights_by_value_or_by_rank():
    rows = [[0, 0], [1, 1], [10, 10], [0, 1], [1, 0], [10, 1]] * 3
    value = accord.cohen_kappa(rows, weights="quadratic").value
    words = [["abc"[{0: 0, 1: 1, 10: 2}[x]] for x in row] for row in rows]
    rank = accord.cohen_kappa(words, weights="quadratic", categories=["a", "b", "c"]).value
    given = accord.cohen_kappa(
        words, weights="quadratic", categories={"a": 0, "b": 1, "c": 10}
    ).value
    assert given == pytest.approx(value)
    assert abs(rank - value) > 0.03


def test_own_matrix():
    rows = [[1, 2], [2, 2], [3, 1], [1, 1], [3, 3]]
    matrix = weights_for("quadratic", Scale.declare([1, 2, 3])).matrix
    own = accord.gwet_ac(rows, weights=matrix)
    assert own.value == pytest.approx(accord.gwet_ac(rows, weights="quadratic").value)
    assert own.weights == "matrix"


@pytest.mark.parametrize(
    ("matrix", "what"),
    [
        ([[1, 0, 0], [0, 1, 0]], "square"),
        ([[1, 2], [2, 1]], "more than agreement"),
        ([[0.5, 0], [0, 1]], "diagonal"),
        ([[1, np.nan], [np.nan, 1]], "number"),
        (np.eye(3), "3 rows and the data have 2"),
    ],
)
def test_bad_matrices_are_refused(matrix, what):
    with pytest.raises(OptionError, match=what):
        accord.gwet_ac([[1, 2], [2, 2], [1, 1]], weights=matrix)


def test_unknown_and_unfit_weights():
    with pytest.raises(UnknownNameError, match="Did you mean quadratic"):
        accord.gwet_ac([[1, 2], [2, 2], [1, 1]], weights="quadratc")
    with pytest.raises(OptionError, match="positive"):
        accord.gwet_ac([[1, 2], [2, 2], [1, 1]], weights="power:-1")
    with pytest.raises(OptionError, match="from 0 up"):
        accord.gwet_ac([[-1, 2], [2, 2]], weights="ratio")
    with pytest.raises(UnsupportedError, match="identity weights only"):
        accord.aickin_alpha([[1, 2], [2, 2], [1, 1]], weights="linear")


def test_radical_weights_over_too_many_values_are_refused():
    scores = np.random.default_rng(1).normal(size=(20_000, 2))
    with pytest.raises(UnsupportedError, match="would take"):
        accord.krippendorff_alpha(scores, weights="radical")


@pytest.mark.parametrize("weights", ["quadratic", "linear", "ratio", "krippendorff_ordinal"])
def test_continuous_alpha_by_definition(weights):
    """1 - Do/De over all pairs, written out."""
    rng = np.random.default_rng(4)
    scores = np.exp(rng.normal(size=(400, 1)) + rng.normal(0, 0.4, (400, 3)))
    scores[rng.random((400, 3)) < 0.2] = np.nan
    units = [row[~np.isnan(row)] for row in scores]
    units = [unit for unit in units if unit.size >= 2]
    flat = np.concatenate(units)

    def delta(a, b):
        if weights == "quadratic":
            return (a - b) ** 2
        if weights == "linear":
            return np.abs(a - b)
        if weights == "ratio":
            return ((a - b) / (a + b)) ** 2
        ranks = {value: rank for rank, value in enumerate(np.sort(flat))}
        look = np.vectorize(ranks.get)
        return (look(a) - look(b)) ** 2.0

    observed = sum(delta(u[:, None], u[None, :]).sum() / (u.size - 1) for u in units) / flat.size
    expected = delta(flat[:, None], flat[None, :]).sum() / (flat.size * (flat.size - 1))
    alpha = accord.krippendorff_alpha(scores, weights=weights)
    assert alpha.value == pytest.approx(1 - observed / expected, abs=1e-10)


def test_identity_weights_need_no_matrix():
    weights = weights_for("identity", Scale.observed(np.arange(400.0)))
    x = np.random.default_rng(3).random((2, 3, 400))
    assert np.array_equal(weights.apply(x), x)
    assert "matrix" not in vars(weights)  # it is made when it is first used


@pytest.mark.parametrize("shape", [(4,), (3, 4), (2, 3, 4), (0, 3, 4)])
def test_weights_apply_to_rows_in_any_number_of_dimensions(shape):
    matrix = np.array([[1, 0.5, 0.2, 0], [0.4, 1, 0.5, 0.1], [0, 0.3, 1, 0.5], [0, 0, 0.6, 1]])
    weights = weights_for(matrix, Scale.declare([1, 2, 3, 4]))
    x = np.random.default_rng(3).random(shape)
    assert weights.apply(x) == pytest.approx(np.einsum("kl,...l->...k", matrix, x))
    assert weights.apply_transposed(x) == pytest.approx(np.einsum("kl,...k->...l", matrix, x))
