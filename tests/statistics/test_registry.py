"""Properties that every registered coefficient has, and every entry's claims about itself."""

import json

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import optimize, stats

import accord
from accord.data.columns import Codes
from accord.data.patterns import Patterns
from accord.data.scale import Scale
from accord.errors import UnsupportedError
from accord.inference.results import Estimate
from accord.statistics import COEFFICIENTS, Evaluation
from accord.statistics.references import REFERENCES
from accord.statistics.weights import SCHEMES

NAMES = list(COEFFICIENTS)
CATEGORICAL = [name for name in NAMES if not COEFFICIENTS[name].numbers]


def cases(schemes):
    return [
        pytest.param(entry.name, weights, id=f"{entry.name}-{weights}")
        for entry in COEFFICIENTS.values()
        for weights in (schemes if entry.weighted else ["identity"])
    ]


EVERY = cases(SCHEMES)
SOME = cases(["identity", "quadratic", "krippendorff_ordinal"])

# One independent value each, worked out by hand (or, for Aickin's alpha, printed in the
# literature) for 100 subjects: rows add up to 67, 20, 13, columns to 63, 19, 18, and 65 agree.
CLINICIANS = [[55, 10, 2], [6, 4, 10], [2, 5, 6]]
COHEN = (0.65 - 0.4835) / (1 - 0.4835)
SCOTT = (0.65 - 0.48455) / (1 - 0.48455)


def anova(counts):
    """Mean squares of subjects, raters, residual and within subjects, from scratch."""
    cells = [(i, j) for i, row in enumerate(counts) for j, c in enumerate(row) for _ in range(c)]
    x = np.array(cells, dtype=float)
    n, k = x.shape
    rows, columns = x.mean(axis=1, keepdims=True), x.mean(axis=0, keepdims=True)
    residual = x - rows - columns + x.mean()
    return (
        k * ((rows - x.mean()) ** 2).sum() / (n - 1),
        n * ((columns - x.mean()) ** 2).sum() / (k - 1),
        (residual**2).sum() / ((n - 1) * (k - 1)),
        ((x - rows) ** 2).sum() / (n * (k - 1)),
    )


R, C, E, W = anova(CLINICIANS)
PAIRS = np.array(
    [(i, j) for i, row in enumerate(CLINICIANS) for j, c in enumerate(row) for _ in range(c)]
)
SQUARES = (np.subtract.outer(range(3), range(3)) ** 2 / 4).astype(float)
MARGINS = np.sum(CLINICIANS, axis=1) / 100, np.sum(CLINICIANS, axis=0) / 100
COHEN_QUADRATIC = 1 - np.sum(SQUARES * CLINICIANS) / 100 / (MARGINS[0] @ SQUARES @ MARGINS[1])
TIES = sum(t**3 - t for margin in MARGINS for t in 100 * margin)
TOTALS = stats.rankdata(PAIRS, axis=0).sum(axis=1)
KENDALL = 12 * np.sum((TOTALS - 101) ** 2) / (4 * (100**3 - 100) - 2 * TIES)
DIFFERENCES = PAIRS[:, 0] - PAIRS[:, 1]
NORMAL = DIFFERENCES.mean(), DIFFERENCES.std(ddof=1)
DEVIATION = optimize.brentq(
    lambda t: stats.norm.cdf(t, *NORMAL) - stats.norm.cdf(-t, *NORMAL) - 0.9, 0, 9, xtol=1e-13
)
OPTIONS = {"coverage_probability": {"delta": 1.0}}  # options that must be stated


def call(name, data, **options):
    """The function of a coefficient, with the options that must be stated."""
    return getattr(accord, name)(data, **OPTIONS.get(name, {}), **options)


def evaluated(name, patterns, weights="identity"):
    return Evaluation(COEFFICIENTS[name], patterns, weights, OPTIONS.get(name))


ORACLE = {
    "icc_1": (R - W) / (R + W),
    "icc_a1": (R - E) / (R + E + 2 / 100 * (C - E)),
    "icc_c1": (R - E) / (R + E),
    "icc_1k": (R - W) / R,
    "icc_ak": (R - E) / (R + (C - E) / 100),
    "icc_ck": (R - E) / R,
    "ccc": COHEN_QUADRATIC,
    "kendall_w": KENDALL,
    "tdi": DEVIATION,
    "coverage_probability": float(stats.norm.cdf(1, *NORMAL) - stats.norm.cdf(-1, *NORMAL)),
    "percent_agreement": 0.65,
    "percent_agreement_pooled": 0.65,
    "percent_agreement_ratings": 0.65,
    "cohen_kappa": COHEN,
    "conger_kappa": COHEN,
    "berry_mielke": COHEN,
    "light_kappa": COHEN,
    "scott_pi": SCOTT,
    "fleiss_kappa": SCOTT,
    "brennan_prediger": (0.65 - 1 / 3) / (1 - 1 / 3),
    "gwet_ac": (0.65 - 0.257725) / (1 - 0.257725),
    "krippendorff_alpha": (0.65 * (1 - 1 / 200) + 1 / 200 - 0.48455) / (1 - 0.48455),
    "aickin_alpha": 0.404659,
    "bangdiwala_b": (55**2 + 4**2 + 6**2) / (67 * 63 + 20 * 19 + 13 * 18),
}


@pytest.mark.parametrize("name", NAMES)
def test_every_entry_has_a_formula_references_and_an_oracle_value(name):
    entry = COEFFICIENTS[name]
    assert "=" in entry.doc or "Σ" in entry.doc
    assert entry.references
    assert all(key in REFERENCES for key in entry.references)
    assert entry.missing
    assert entry.reduces_to is None or COEFFICIENTS[entry.reduces_to].raters == 2
    first, summary, *_ = getattr(accord, name).__doc__.split("\n\n")
    assert first.startswith("Estimate ")
    if name == "berry_mielke":  # a function of its own, which permutes as well
        assert "Berry and Mielke's generalized measure" in first
    else:
        assert (first, summary) == (f"Estimate {entry.title}.", entry.summary)
    level = {"level": "nominal"} if name == "berry_mielke" else {}
    value = call(name, CLINICIANS, layout="contingency", **level).value
    digits = 1e-6 if name == "aickin_alpha" else 1e-12
    assert value == pytest.approx(ORACLE[name], abs=digits)


@st.composite
def ratings(draw, raters=None, least=3, most=14, missing=True, categories=None):
    """Codes (n, r) with -1 for missing; every subject is rated at least once."""
    r = raters or draw(st.integers(2, 4))
    n = draw(st.integers(least, most))
    q = categories or draw(st.integers(2, 4))
    cell = st.integers(-1 if missing else 0, q - 1)
    rows = draw(st.lists(st.lists(cell, min_size=r, max_size=r), min_size=n, max_size=n))
    table = np.array(rows)
    assume((table >= 0).any(axis=1).all())
    assume((table >= 0).any(axis=0).all())
    assume(np.unique(table[table >= 0]).size > 1)
    return table


def for_raters(name):
    return {"raters": 2} if COEFFICIENTS[name].raters == 2 else {}


def tabled(table, labels, raters="xyzw"):
    """Pattern table of codes, the categories being those that occur."""
    used = np.unique(table[table >= 0])
    scale = Scale.observed([labels[code] for code in used])
    codes = np.full(len(labels) + 1, -1)
    codes[used] = scale.encode([labels[code] for code in used])
    return Patterns.build(scale, tuple(raters[: table.shape[1]]), codes[table])


def value_of(name, patterns, weights="identity"):
    return evaluated(name, patterns, weights).value


def same(a, b, tolerance=1e-9):
    return (np.isnan(a) and np.isnan(b)) or abs(a - b) <= tolerance * max(1, abs(a))


NUMBERS = [1, 2, 4, 7]
WORDS = ["a", "b", "c", "d"]


@pytest.mark.parametrize(("name", "weights"), SOME)
@given(data=st.data())
def test_order_of_subjects_and_of_raters_does_not_matter(name, weights, data):
    table = data.draw(ratings(**for_raters(name)))
    order = data.draw(st.permutations(range(len(table))))
    columns = data.draw(st.permutations(range(table.shape[1])))
    value = value_of(name, tabled(table, NUMBERS), weights)
    assert same(value, value_of(name, tabled(table[order], NUMBERS), weights))
    assert same(value, value_of(name, tabled(table[:, columns], NUMBERS), weights))


@pytest.mark.parametrize("name", CATEGORICAL)
@given(data=st.data())
def test_renaming_categories_does_not_matter_for_nominal(name, data):
    table = data.draw(ratings(**for_raters(name)))
    names = data.draw(st.permutations(WORDS))
    value = value_of(name, tabled(table, WORDS))
    assert same(value, value_of(name, tabled(table, names)))
    assert same(value, value_of(name, tabled(table, NUMBERS)))


@pytest.mark.parametrize("weights", ["ordinal", "krippendorff_ordinal"])
@pytest.mark.parametrize("name", [n for n in NAMES if COEFFICIENTS[n].weighted])
@given(data=st.data())
def test_monotone_renaming_does_not_matter_for_ordinal(name, weights, data):
    table = data.draw(ratings(**for_raters(name)))
    value = value_of(name, tabled(table, [1, 2, 3, 4]), weights)
    assert same(value, value_of(name, tabled(table, [-3, 0.5, 10, 1000]), weights))
    words = tabled(table, WORDS)
    words = words.on(Scale.declare(words.scale.labels))  # letters have no order of their own
    assert same(value, value_of(name, words, weights))


def functional(patterns, name, weights):
    evaluation = evaluated(name, patterns, weights)
    return evaluation.at(patterns.multiplicity[None].astype(float), functional=True)[0]


@pytest.mark.parametrize(("name", "weights"), SOME)
@given(data=st.data())
def test_doubling_every_subject_keeps_the_value(name, weights, data):
    table = data.draw(ratings(**for_raters(name)))
    once, twice = tabled(table, NUMBERS), tabled(np.vstack([table, table]), NUMBERS)
    assert np.array_equal(once.codes, twice.codes)
    assert np.array_equal(2 * once.multiplicity, twice.multiplicity)
    assert same(functional(once, name, weights), functional(twice, name, weights))


@pytest.mark.parametrize(("name", "weights"), SOME)
@given(data=st.data())
def test_merged_parts_equal_the_whole(name, weights, data):
    table = data.draw(ratings(least=4, **for_raters(name)))
    cut = data.draw(st.integers(1, len(table) - 1))
    parts = [table[:cut], table[cut:]]
    first, second, whole = (tabled(part, NUMBERS) for part in (*parts, table))
    merged = first.merge(second)
    assert merged.n == whole.n
    assert merged.scale.labels == whole.scale.labels
    assert np.array_equal(merged.codes, whole.codes)
    assert np.array_equal(merged.multiplicity, whole.multiplicity)
    assert same(value_of(name, merged, weights), value_of(name, whole, weights))
    bags = first.anonymous().merge(second.anonymous())
    if not COEFFICIENTS[name].needs_identity and COEFFICIENTS[name].raters is None:
        assert same(value_of(name, bags, weights), value_of(name, whole, weights))


@pytest.mark.parametrize(("name", "weights"), SOME)
@given(data=st.data())
def test_compressed_equals_uncompressed(name, weights, data):
    table = data.draw(ratings(categories=4, **for_raters(name)))
    scale = Scale.declare(NUMBERS)
    raters = tuple(map(str, range(table.shape[1])))
    loose = Patterns(scale, raters, np.ones(len(table)), Codes(table, scale.size))
    tight = Patterns.build(scale, raters, table)
    for patterns in (tight, tight.anonymous()):
        if COEFFICIENTS[name].needs_identity and not patterns.identity:
            continue
        a, b = (evaluated(name, p, weights) for p in (loose, patterns))
        assert same(a.value, b.value)
        if np.isfinite(a.value):
            assert np.sum(a.influence**2) == pytest.approx(
                np.sum(patterns.multiplicity * b.influence**2), rel=1e-6, abs=1e-9, nan_ok=True
            )


@pytest.mark.parametrize(("name", "weights"), EVERY)
@given(data=st.data())
def test_value_is_at_most_one_and_perfect_agreement_gives_it(name, weights, data):
    table = data.draw(ratings(**for_raters(name)))
    if COEFFICIENTS[name].better != "more" or name in OPTIONS:
        return
    value = value_of(name, tabled(table, NUMBERS), weights)
    if COEFFICIENTS[name].numbers and value > 1 + 1e-9:  # means of raters, without any variance
        assert value_of("icc_a1", tabled(table, NUMBERS)) < 0
    else:
        assert np.isnan(value) or value <= 1 + 1e-9
    perfect = np.repeat(table.max(axis=1, keepdims=True), table.shape[1], axis=1)
    assume(np.unique(perfect).size > 1)
    assert value_of(name, tabled(perfect, NUMBERS), weights) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "weights"), [case for case in SOME if COEFFICIENTS[case.values[0]].reduces_to]
)
@given(data=st.data())
def test_reductions_to_two_raters_hold(name, weights, data):
    table = tabled(data.draw(ratings(raters=2)), NUMBERS)
    many, two = (
        Evaluation(COEFFICIENTS[which], table, weights)
        for which in (name, COEFFICIENTS[name].reduces_to)
    )
    assert same(many.value, two.value)
    if np.isfinite(many.value):
        assert many.influence == pytest.approx(two.influence, rel=1e-6, abs=1e-8)


@pytest.mark.parametrize(("name", "weights"), EVERY)
@given(data=st.data())
def test_influence_values_are_the_derivative(name, weights, data):
    table = data.draw(ratings(least=6, categories=3, **for_raters(name)))
    patterns = tabled(table, NUMBERS)
    evaluation = evaluated(name, patterns, weights)
    assume(np.isfinite(evaluation.value))
    m = patterns.multiplicity.astype(float)
    assert m @ evaluation.linearised == pytest.approx(0, abs=1e-6)
    step = 1e-6
    shifted = m + step * np.eye(len(m))
    back = m - step * np.eye(len(m))
    slope = evaluation.at(shifted, functional=True) - evaluation.at(back, functional=True)
    assume(np.isfinite(slope).all())
    numeric = patterns.n * slope / (2 * step)
    assert evaluation.linearised == pytest.approx(numeric, rel=1e-4, abs=1e-4)
    if evaluation.not_smooth is None:
        assert evaluation.influence is evaluation.linearised


@pytest.mark.slow
@given(table=ratings(categories=3))
def test_every_layout_gives_the_same_estimates(table):
    rows, words = range(len(table)), ["p", "q", "s"]
    names = "wxyz"[: table.shape[1]]
    cells = [[None if code < 0 else words[code] for code in row] for row in table]
    wide = {name: [row[j] for row in cells] for j, name in enumerate(names)}
    long = [
        {"item": i, "rater": name, "score": cells[i][j]}
        for i in rows
        for j, name in enumerate(names)
        if cells[i][j] is not None
    ]
    counts = {word: [row.count(word) for row in cells] for word in words}
    options = {"categories": words, "replicates": 100}
    found = [accord.agreement(wide, layout="wide", raters=list(names), **options)]
    found.append(accord.agreement(long, layout="long", **options))
    found.append(accord.agreement(cells, raters=list(names), **options))
    for other in found[1:]:
        assert other.to_dict()["coefficients"] == found[0].to_dict()["coefficients"]
    if max(sum(column) for column in zip(*counts.values(), strict=True)) < 2:
        return
    for e in accord.agreement(counts, layout="counts", **options):
        if e.name not in found[0]:  # three raters, and never more than two ratings
            continue
        assert same(e.value, found[0][e.name].value)
        assert same(e.se, found[0][e.name].se, 1e-7)
    if table.shape[1] == 2 and (table >= 0).all():
        square = np.zeros((3, 3), dtype=int)
        np.add.at(square, tuple(table.T), 1)
        for e in accord.agreement(square, layout="contingency", **options):
            assert same(e.value, found[0][e.name].value)
            assert same(e.se, found[0][e.name].se, 1e-7)


@pytest.mark.parametrize("name", NAMES)
def test_bootstrap_is_centred_and_as_wide_as_the_standard_error(name):
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 3, 400)
    r = 2 if COEFFICIENTS[name].raters == 2 else 3
    table = np.where(rng.random((400, r)) < 0.75, truth[:, None], rng.integers(0, 3, (400, r)))
    drawing = {"se": "bootstrap", "ci": "percentile", "seed": 1, "replicates": 4000}
    plain, drawn = call(name, table), call(name, table, **drawing)
    assert drawn.se == pytest.approx(plain.se, rel=0.06)
    assert sum(drawn.interval) / 2 == pytest.approx(plain.value, abs=0.3 * plain.se)
    assert call(name, table, **drawing) == drawn


@pytest.mark.parametrize("name", NAMES)
def test_every_result_survives_json(name):
    for table in ([[1, 2], [2, 2], [1, 1], [3, 3]], [[1, 1], [1, 1]]):
        found = call(name, table, layout="wide")
        estimate = getattr(found, "estimate", found)  # of a result that holds more
        again = Estimate.from_dict(json.loads(json.dumps(estimate.to_dict(), allow_nan=False)))
        assert repr(again) == repr(estimate)


@pytest.mark.parametrize("name", NAMES)
def test_degenerate_data_are_undefined_with_a_reason_or_defined(name):
    for table in (
        [[1, 1], [1, 1], [1, 1]],
        [[1, None], [None, 2], [1, None]],
        [[1, 2]],
        [["a", "b"], ["b", "a"], ["a", "b"]],
        [["a", "a"], ["a", "b"], [None, None]],
    ):
        if COEFFICIENTS[name].numbers and table[0][0] == "a":
            with pytest.raises(UnsupportedError, match="needs numbers"):
                call(name, table, layout="wide")
            continue
        found = call(name, table, layout="wide")
        estimate = getattr(found, "estimate", found)  # of a result that holds more
        assert np.isfinite(estimate.value) == (estimate.reason is None)
        entry = COEFFICIENTS[name]
        least = 2 if entry.pairable_only or entry.complete_only else 1
        assert estimate.n == sum(sum(cell is not None for cell in row) >= least for row in table)


@pytest.mark.parametrize("name", ["gwet_ac", "brennan_prediger"])
def test_declared_categories_define_agreement_of_constant_ratings(name):
    assert getattr(accord, name)([[1, 1], [1, 1]], categories=[1, 2]).value == 1
    assert np.isnan(accord.cohen_kappa([[1, 1], [1, 1]], categories=[1, 2]).value)


def test_aickin_alpha_is_of_the_subjects_that_both_rated():
    """With the marginals of all ratings the equations would contradict each other."""
    both = [["a", "a"]] * 20 + [["b", "b"]] * 15 + [["a", "b"]] * 3 + [["b", "a"]] * 2
    alone = [["a", None]] * 30 + [[None, "b"]] * 25
    whole, pairs = accord.aickin_alpha(both + alone), accord.aickin_alpha(both)
    assert whole.value == pytest.approx(pairs.value, abs=1e-12)
    mixed = accord.aickin_alpha(both + alone, pseudo_count=1)
    assert mixed.value == pytest.approx(accord.aickin_alpha(both, pseudo_count=1).value, abs=1e-12)
    jackknife = accord.aickin_alpha(both + alone, se="jackknife")
    assert whole.se == pytest.approx(jackknife.se, rel=0.1)
