"""Kinds of storage of ratings: they answer alike, and only `data` knows which one it is."""

import ast
from pathlib import Path

import numpy as np
import pytest

import accord
from accord.data.columns import KINDS, Bag, CategoryCounts, Codes
from accord.data.joint import JointScale
from accord.data.patterns import Patterns
from accord.data.scale import Scale
from accord.errors import UnsupportedError
from accord.statistics.sums import Sums
from accord.statistics.weights import weights_for

SRC = Path(accord.__file__).parent
SIZE = 4
ROWS = np.random.default_rng(7).integers(-1, SIZE, (30, 3))
APART = Codes(ROWS, SIZE)
ALIKE = [APART, APART.as_bags(), APART.as_counts()]
BY_KIND = pytest.mark.parametrize("ratings", ALIKE, ids=lambda ratings: ratings.kind)


def test_every_kind_is_known_by_its_name():
    assert {ratings.kind: type(ratings) for ratings in ALIKE} == KINDS
    assert set(KINDS) == {"codes", "bags", "counts"}  # as pattern files name them


@BY_KIND
def test_ratings_are_counted_alike(ratings):
    counts = np.equal(ROWS[:, :, None], np.arange(SIZE)).sum(axis=1)
    m = np.random.default_rng(1).random(len(ROWS))
    assert np.array_equal(ratings.rating_counts, (ROWS >= 0).sum(axis=1))
    assert np.array_equal(ratings.present, (ROWS >= 0).any(axis=1))
    assert np.array_equal(ratings.category_counts(), counts)
    assert np.array_equal(ratings.sparse_counts().toarray(), counts)
    np.testing.assert_allclose(ratings.category_totals(m), m @ counts)
    assert np.array_equal(ratings.uses(2), counts[:, 2])


@BY_KIND
@pytest.mark.parametrize("size", [1, 3], ids=["one weighting", "several"])
def test_sums_are_alike(ratings, size):
    counts = APART.category_counts()
    rng = np.random.default_rng(2)
    m, factor, gradient = rng.random((size, len(ROWS))), rng.random(len(ROWS)), rng.random(SIZE)
    np.testing.assert_allclose(ratings.tally(m, factor), m @ (factor[:, None] * counts))
    np.testing.assert_allclose(ratings.gather(gradient), counts @ gradient)
    weights = weights_for("linear", Scale.declare(range(SIZE)))
    expected = [
        sum(
            weights.matrix[a, b]
            for i, a in enumerate(row)
            for j, b in enumerate(row)
            if i != j and min(a, b) >= 0
        )
        for row in ROWS.tolist()
    ]
    np.testing.assert_allclose(ratings.agreement_sums(weights), expected)


@BY_KIND
def test_pairings_have_every_disagreement(ratings):
    apart = np.zeros(len(ROWS))
    for records, times, a, b in ratings.pairings():
        apart[records] += times * np.abs(a - b)
    expected = [
        sum(abs(a - b) for i, a in enumerate(row) for b in row[:i] if min(a, b) >= 0)
        for row in ROWS.tolist()
    ]
    np.testing.assert_allclose(apart, expected)


def test_many_columns_are_paired_by_category():
    row = np.array([[0, 0, 0, 1, 1, -1]])
    ((records, times, a, b),) = Codes(row, 2).pairings()
    assert (np.arange(1)[records].tolist(), times.tolist(), a.tolist(), b.tolist()) == (
        [0],
        [6],
        [0],
        [1],
    )


@BY_KIND
def test_ratings_in_other_categories(ratings):
    merged = ratings.recoded(np.array([1, 0, 1, 2]), 3)
    counts = APART.category_counts()
    expected = np.stack([counts[:, 1], counts[:, 0] + counts[:, 2], counts[:, 3]], axis=1)
    assert type(merged) is type(ratings)
    assert np.array_equal(merged.category_counts(), expected)


@BY_KIND
def test_digits_lead_back(ratings):
    digits, radices = ratings.digits
    assert digits.min() >= 0
    assert np.all(digits.max(axis=0) < radices)
    assert np.array_equal(ratings.from_digits(digits).rows, ratings.rows)


def test_digits_of_narrow_codes_do_not_overflow():
    digits, _ = Codes(np.array([[126, -1]], dtype=np.int8), 127).digits
    assert digits.tolist() == [[127, 0]]


@BY_KIND
def test_shuffles_keep_the_ratings(ratings):
    shuffled = ratings.shuffled(np.random.default_rng(3))
    ones = np.ones(len(ROWS))
    assert np.array_equal(shuffled.category_totals(ones), ratings.category_totals(ones))
    assert np.array_equal(shuffled.rating_counts, ratings.rating_counts)
    assert not np.array_equal(shuffled.category_counts(), ratings.category_counts())


def test_shuffles_keep_raters_apart():
    shuffled = APART.shuffled(np.random.default_rng(4)).rows
    assert np.array_equal(np.sort(shuffled, axis=0), np.sort(ROWS, axis=0))
    assert np.array_equal(shuffled >= 0, ROWS >= 0)


@BY_KIND
def test_divided_panels(ratings):
    pairs = np.array([[0, 3], [2, 1]])
    divided = ratings.divided([0, 1, 2], [1], pairs)
    assert divided.category_counts().tolist() == [[2, 0, 0, 1], [0, 1, 2, 0]]


def test_panels_are_the_sets_of_raters():
    codes = Codes(np.array([[0, 1, -1], [1, 1, -1], [0, 1, 2]]), 3)
    assert list(codes.panels(np.array([1, 2, 1]), 20)) == [([0, 1], 3.0), ([0, 1, 2], 1.0)]
    assert list(codes.panels(np.array([1, 2, 1]), 1)) == [([0, 1], 3.0)]
    for ratings in (codes.as_bags(), codes.as_counts()):
        assert list(ratings.panels(np.array([1, 2, 5]), 20)) == [([0, 1, 2], 1.0)]


@pytest.mark.parametrize("ratings", ALIKE[1:], ids=lambda ratings: ratings.kind)
def test_who_gave_which_is_refused_where_it_is_not_known(ratings):
    with pytest.raises(UnsupportedError, match="do not say which rater gave which rating"):
        ratings.by_rater()
    table = Patterns(Scale.declare(range(SIZE)), ("a", "b", "c"), np.ones(len(ROWS)), ratings)
    sums = Sums(table, weights_for("identity", table.scale))
    for ask in (lambda: sums.marginals, lambda: sums.both(0, 1), lambda: table.select(["a"])):
        with pytest.raises(UnsupportedError, match="do not say which rater gave which rating"):
            ask()


def test_properties_of_the_table_tell_the_storage():
    apart, bag, counts = (
        Patterns(Scale.declare(range(SIZE)), ("a", "b", "c"), np.ones(len(ROWS)), ratings)
        for ratings in ALIKE
    )
    assert (apart.identity, bag.identity, counts.identity) == (True, False, False)
    assert apart.codes is not None
    assert apart.counts is None
    assert bag.codes is not None
    assert bag.counts is None
    assert counts.codes is None
    assert counts.counts is not None


@pytest.mark.parametrize(
    ("ratings", "what"),
    [
        (Codes(np.array([[0, 9]]), 3), "not among the categories"),
        (Codes(np.array([[0, -2]]), 3), "not among the categories"),
        (Codes(np.array([[0, 1, 2]]), 3), "3 columns of ratings instead of 2"),
        (CategoryCounts(np.array([[0, 1, -1]]), 3), "negative"),
        (CategoryCounts(np.array([[0, 1]]), 3), "2 columns of ratings instead of 3"),
    ],
)
def test_impossible_ratings_are_refused(ratings, what):
    with pytest.raises(ValueError, match=what):
        ratings.check(raters=2)
    Bag(np.array([[0, 1, 2, -1]]), 3).check(raters=2)  # may have any number of cells


def test_a_scale_of_single_ratings_is_that_of_one_response():
    words = Scale.declare(["low", "mid", "high"])
    joint = JointScale.of(["clarity"], words.parts, words.rows)
    assert (words.several, words.responses, joint.several) == (False, (), True)
    assert joint.points.tolist() == [[1.0], [2.0], [3.0]]
    assert (words.positions.tolist(), joint.positions.tolist()) == ([1, 2, 3], [1, 2, 3])
    unordered = Scale.observed(["blue", "green", "red"])
    assert unordered.unordered == (unordered,)
    # a response of words without an order is only equal or different: it needs none
    assert JointScale.of(["colour"], [unordered], unordered.rows).unordered == ()
    with pytest.raises(TypeError):  # fields have no defaults
        JointScale(values=None, texts=None, level="nominal")


def modules():
    return [path for path in sorted(SRC.rglob("*.py")) if SRC / "data" not in path.parents]


def is_none(node):
    return isinstance(node, ast.Constant) and node.value is None


def storage_is_asked(node):
    """Whether a comparison asks whether the codes or counts of something are None."""
    if not isinstance(node, ast.Compare):
        return False
    sides = [node.left, *node.comparators]
    names = {side.attr for side in sides if isinstance(side, ast.Attribute)}
    return any(map(is_none, sides)) and bool(names & {"codes", "counts"})


def kind_is_asked(node):
    """Whether a call asks for the kind of a scale or of ratings by its class."""
    if not (isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance"):
        return False
    kinds = {"JointScale", "Codes", "Bag", "CategoryCounts", "Listed"}
    names = {getattr(part, "id", getattr(part, "attr", None)) for part in ast.walk(node.args[1])}
    return bool(names & kinds)


@pytest.mark.parametrize("rule", [storage_is_asked, kind_is_asked])
def test_only_data_know_how_ratings_are_stored(rule):
    found = [
        f"{path.relative_to(SRC)}:{node.lineno}"
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text()))
        if rule(node)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (storage_is_asked, "patterns.codes is None"),
        (storage_is_asked, "None is not self.patterns.counts"),
        (storage_is_asked, "x.codes == None"),
        (kind_is_asked, "isinstance(scale, JointScale)"),
        (kind_is_asked, "isinstance(x, (int, joint.JointScale))"),
        (kind_is_asked, "isinstance(x, Codes | Bag)"),
    ],
)
def test_the_rules_see_what_they_forbid(rule, text):
    assert any(map(rule, ast.walk(ast.parse(text))))
