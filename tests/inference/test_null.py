"""Null-hypothesis standard errors, and percent agreement pooled over pairs."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import accord
from accord.errors import OptionError
from accord.inference.results import Estimate
from accord.present.sentences import equalities, merged, methods
from accord.statistics import COEFFICIENTS
from accord.statistics.references import REFERENCES
from helpers.paths import EXAMPLES, ORACLES
from helpers.running import run

# Stuart (1955), unaided vision: right eye by left eye
VISION = [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]]
SMALL = [[10, 4, 3, 0], [1, 12, 2, 2], [2, 3, 9, 1], [2, 0, 1, 8]]
TWO = [[20, 9], [3, 14]]
# (table, weights, kappa, ASE0, z): statsmodels 0.15, and exact arithmetic from the definition
COHEN = [
    (VISION, "identity", 0.5953888280894342, 0.007039275500765644, 84.58098110021055),
    (VISION, "linear", 0.652380429500598, 0.008140557723234573, 80.13952503998472),
    (VISION, "quadratic", 0.7023342524900977, 0.011559146801271146, 60.76004263678551),
    (TWO, "identity", 0.4782608695652174, 0.1423366393863879, 3.3600685784559485),
    (SMALL, "identity", 0.5291479820627802, 0.0751758499211508, 7.038802788632044),
    (SMALL, "linear", 0.5488721804511278, 0.09103338371110639, 6.029350531371751),
    (SMALL, "quadratic", 0.5714285714285714, 0.12899508053852948, 4.4298477821244635),
]
# R irr 0.84.1, kappam.fleiss(d, detail = TRUE): overall z, then z of each category
IRR_FLEISS = {
    "a": (5.06209938160853, [2.888254470937228, 4.106261411013813, 4.00524341785122]),
    "c": (
        11.160433541333838,
        [5.4379896024597345, 8.890171670627797, 5.398404221830442, 6.08889225140568],
    ),
    "j": (10.939310229045194, [7.745966692414835] * 3),
}
# Fleiss (1971), 30 patients and 6 raters: ratings per diagnosis
DIAGNOSES = [
    [0, 0, 0, 6, 0], [0, 3, 0, 0, 3], [0, 1, 4, 0, 1], [0, 0, 0, 0, 6], [0, 3, 0, 3, 0],
    [2, 0, 4, 0, 0], [0, 0, 4, 0, 2], [2, 0, 3, 1, 0], [2, 0, 0, 4, 0], [0, 0, 0, 0, 6],
    [1, 0, 0, 5, 0], [1, 1, 0, 4, 0], [0, 3, 3, 0, 0], [1, 0, 0, 5, 0], [0, 2, 0, 3, 1],
    [0, 0, 5, 0, 1], [3, 0, 0, 1, 2], [5, 1, 0, 0, 0], [0, 2, 0, 4, 0], [1, 0, 2, 0, 3],
    [0, 0, 0, 0, 6], [0, 1, 0, 5, 0], [0, 2, 0, 1, 3], [2, 0, 0, 4, 0], [1, 0, 0, 4, 1],
    [0, 5, 0, 1, 0], [4, 0, 0, 0, 2], [0, 2, 0, 4, 0], [1, 0, 5, 0, 0], [0, 0, 0, 0, 6],
]  # fmt: skip


@pytest.mark.parametrize(("table", "weights", "value", "se", "z"), COHEN)
def test_cohen_kappa_has_the_error_of_fleiss_cohen_and_everitt(table, weights, value, se, z):
    e = accord.cohen_kappa(table, weights, layout="contingency", se="null")
    assert e.value == pytest.approx(value, rel=1e-12)
    assert e.se == pytest.approx(se, rel=1e-11)
    assert e.statistic == pytest.approx(z, rel=1e-11)
    assert (e.se_method, e.p_method, e.null) == ("null", "normal", 0.0)
    assert e.p_value == pytest.approx(math.erfc(z / math.sqrt(2)), rel=1e-9, abs=1e-290)
    assert str(REFERENCES["fleiss1969"]) in e.references


def squared_ase0(table, weight):
    """Variance by the definition of Fleiss, Cohen and Everitt (1969), in rational arithmetic."""
    q = len(table)
    n = Fraction(sum(map(sum, table)))
    rows = [sum(row) / n for row in table]
    columns = [sum(column) / n for column in zip(*table, strict=True)]
    w = [[Fraction(weight(i, j, q)) for j in range(q)] for i in range(q)]
    row_means = [sum(w[i][j] * columns[j] for j in range(q)) for i in range(q)]
    column_means = [sum(w[i][j] * rows[i] for i in range(q)) for j in range(q)]
    cells = [(i, j) for i in range(q) for j in range(q)]
    pe = sum(rows[i] * columns[j] * w[i][j] for i, j in cells)
    spread = sum(
        rows[i] * columns[j] * (w[i][j] - row_means[i] - column_means[j]) ** 2 for i, j in cells
    )
    return (spread - pe**2) / (n * (1 - pe) ** 2)


WEIGHTS = {
    "identity": lambda i, j, _: int(i == j),
    "linear": lambda i, j, q: 1 - Fraction(abs(i - j), q - 1),
    "quadratic": lambda i, j, q: 1 - Fraction((i - j) ** 2, (q - 1) ** 2),
}


@pytest.mark.parametrize("weights", WEIGHTS)
@given(data=st.data())
def test_cohen_error_is_the_definition_in_exact_arithmetic(weights, data):
    q = data.draw(st.integers(2, 4))
    row = st.lists(st.integers(0, 9), min_size=q, max_size=q)
    table = data.draw(st.lists(row, min_size=q, max_size=q))
    assume(all(map(sum, table)) and all(sum(c) for c in zip(*table, strict=True)))
    categories = list(range(q))
    e = accord.cohen_kappa(
        table, weights, layout="contingency", categories=categories, se="null", ci="t"
    )
    variance = squared_ase0(table, WEIGHTS[weights])
    assert e.se == pytest.approx(math.sqrt(variance), rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic"])
def test_cohen_error_is_that_of_shuffled_ratings(weights):
    """The exact variance over all arrangements is n/(n - 1) times that of the formula."""
    shuffled = accord.berry_mielke(SMALL, weights, layout="contingency")
    n = shuffled.n
    e = accord.cohen_kappa(SMALL, weights, layout="contingency", se="null")
    assert e.se == pytest.approx(math.sqrt(shuffled.variance * (n - 1) / n) / shuffled.mu, rel=1e-9)


def test_cohen_error_of_many_values_needs_no_matrix():
    rng = np.random.default_rng(2)
    ids = rng.integers(0, 5_000, 4_000)
    other = np.where(rng.random(4_000) < 0.5, ids, rng.integers(0, 5_000, 4_000))
    e = accord.cohen_kappa({"a": ids, "b": other}, se="null", ci="t")
    used, codes = np.unique(np.concatenate([ids, other]), return_inverse=True)
    rows, columns = (np.bincount(c, minlength=used.size) / 4_000 for c in np.split(codes, 2))
    pe = rows @ columns
    variance = (pe + pe**2 - rows @ (columns * (rows + columns))) / (4_000 * (1 - pe) ** 2)
    assert e.se == pytest.approx(math.sqrt(variance), rel=1e-9)
    weighted = accord.cohen_kappa({"a": ids, "b": other}, "linear", se="null", ci="t")
    w = 1 - np.abs(used[:, None] - used) / np.ptp(used)
    means = w @ columns, w @ rows
    pe = rows @ w @ columns
    spread = rows @ (w - means[0][:, None] - means[1]) ** 2 @ columns - pe**2
    assert weighted.se == pytest.approx(math.sqrt(spread / 4_000) / (1 - pe), rel=1e-8)


def test_cohen_error_needs_both_ratings_of_every_subject():
    rows = [["a", "a"]] * 9 + [["b", "b"]] * 7 + [["a", "b"]] * 3 + [["b", "a"]] * 4
    gaps = [["a", None]] * 20 + [[None, "b"]] * 3
    assert accord.cohen_kappa(rows, se="null").se > 0
    with_gaps = accord.cohen_kappa(rows + gaps, se="null")  # kappa's margins are of all ratings
    assert math.isnan(with_gaps.se)
    assert any("both ratings" in note for note in with_gaps.notes)


@pytest.mark.parametrize("name", IRR_FLEISS)
def test_fleiss_kappa_has_the_z_of_irr(name):
    z, categories = IRR_FLEISS[name]
    e = accord.fleiss_kappa(ORACLES / f"{name}.csv", se="null")
    assert e.statistic == pytest.approx(z, rel=1e-12)
    assert e.p_method == "normal"
    assert str(REFERENCES["fleiss1979"]) in e.references
    rows = accord.by_category(ORACLES / f"{name}.csv", se="null")
    assert [row.kappa.statistic for row in rows] == pytest.approx(categories, rel=1e-12)


def test_fleiss_kappa_of_published_diagnoses():
    """Fleiss' example; the category values are those of irr, and of the 1979 formula exactly."""
    e = accord.fleiss_kappa(DIAGNOSES, layout="counts", se="null")
    assert e.value == pytest.approx(5437 / 12637, rel=1e-12)
    assert e.se == pytest.approx(0.024373932099411157, rel=1e-12)
    assert e.statistic == pytest.approx(17.651830582991366, rel=1e-12)
    rows = accord.by_category(DIAGNOSES, layout="counts", se="null")
    assert {round(row.kappa.se, 12) for row in rows} == {round(math.sqrt(2 / 900), 12)}
    expected = [5.19204279892, 5.19204279892, 11.0308657865, 9.99411868042, 12.0091722047]
    assert [row.kappa.statistic for row in rows] == pytest.approx(expected, rel=1e-10)


def test_z_has_unit_variance_where_raters_guess():
    rng = np.random.default_rng(11)
    p = [0.6, 0.3, 0.1]
    pairs = [rng.choice(3, (60, 2), p=p) for _ in range(300)]
    panels = [rng.choice(3, (40, 4), p=p) for _ in range(300)]
    cohen = [accord.cohen_kappa(x, se="null", ci="t").statistic for x in pairs]
    fleiss = [accord.fleiss_kappa(x, se="null", ci="t").statistic for x in panels]
    assert np.std(cohen) == pytest.approx(1, abs=0.1)
    assert np.std(fleiss) == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize("ci", [None, "t", "normal", "percentile"])
def test_the_interval_is_the_one_without_the_null_error(ci):
    options = {"layout": "contingency", "ci": ci, "seed": 3, "replicates": 500}
    plain = accord.cohen_kappa(SMALL, **options)
    null = accord.cohen_kappa(SMALL, se="null", **options)
    assert null.interval == plain.interval
    assert null.se != pytest.approx(plain.se, rel=0.01)
    assert accord.benchmark(null).secured == accord.benchmark(plain).secured


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_one_sided_tests(alternative):
    e = accord.cohen_kappa(TWO, layout="contingency", se="null", alternative=alternative)
    tail = math.erfc(3.3600685784559485 / math.sqrt(2)) / 2
    assert e.p_value == pytest.approx(tail if alternative == "greater" else 1 - tail, rel=1e-9)


def test_the_statistic_belongs_to_normal_and_t_tests():
    options = {"layout": "contingency"}
    t = accord.cohen_kappa(TWO, ci="t", null=0.1, **options)
    assert t.statistic == pytest.approx((t.value - 0.1) / t.se, rel=1e-12)
    assert t.to_dict()["statistic"] == t.statistic
    normal = accord.cohen_kappa(TWO, p_method="normal", **options)
    assert normal.p_value == pytest.approx(math.erfc(normal.statistic / math.sqrt(2)), rel=1e-9)
    drawn = accord.cohen_kappa(TWO, **options)
    assert math.isnan(drawn.statistic)
    assert drawn.to_dict()["statistic"] is None
    again = Estimate.from_dict(json.loads(json.dumps(t.to_dict())))
    assert again.statistic == t.statistic


def test_two_rater_forms_share_the_error_of_what_they_reduce_to():
    found = accord.agreement(SMALL, layout="contingency", level="nominal", se="null", ci="t")
    for entry in COEFFICIENTS.values():
        if entry.reduces_to is not None:
            assert found[entry.name].se == pytest.approx(found[entry.reduces_to].se, rel=1e-12)


@pytest.mark.parametrize(
    ("name", "data", "options", "reason"),
    [
        ("gwet_ac", SMALL, {"layout": "contingency"}, "no formula"),
        ("krippendorff_alpha", SMALL, {"layout": "contingency"}, "no formula"),
        ("percent_agreement", SMALL, {"layout": "contingency"}, "not corrected for chance"),
        ("conger_kappa", [[1, 1, 2], [2, 2, 2], [1, 1, 1], [2, 1, 2]], {}, "no formula"),
        ("fleiss_kappa", [[1, 1, 2], [2, 2, None], [1, 1, 1]], {}, "these have 2 to 3"),
        ("fleiss_kappa", [[1, 1], [2, 3], [3, 3]], {"weights": "linear"}, "identity weights"),
        (
            "cohen_kappa",
            {"a": [1, 2, 1, 2], "b": [1, 2, 2, 2], "ward": [1, 1, 2, 2]},
            {"raters": ["a", "b"], "cluster": "ward"},
            "clusters",
        ),
    ],
)
def test_without_a_null_error_there_is_a_reason(name, data, options, reason):
    e = getattr(accord, name)(data, se="null", **options)
    assert math.isfinite(e.value)
    assert e.reason is None
    assert math.isnan(e.se)
    assert math.isnan(e.p_value)
    assert math.isnan(e.statistic)
    (note,) = e.notes
    assert note.startswith(f"{e.title}: no null-hypothesis standard error (")
    assert reason in note


def test_reasons_of_several_coefficients_are_one_note():
    found = accord.agreement(SMALL, layout="contingency", se="null")
    notes = [text for text in found.warnings if "no formula" in text]
    assert len(notes) == 1
    assert "Gwet's AC1; Krippendorff's alpha" in notes[0]


@pytest.mark.parametrize(
    "options",
    [
        {"null": 0.4},
        {"p_method": "t"},
        {"p_method": "dirichlet"},
        {"population": 100},
        {"sample_raters": True},
    ],
)
def test_options_that_contradict_a_null_error_are_refused(options):
    with pytest.raises(OptionError, match="null"):
        accord.cohen_kappa(SMALL, layout="contingency", se="null", **options)


def test_a_rater_without_variation_has_no_test():
    e = accord.cohen_kappa([["a", "a"], ["a", "b"], ["a", "a"]], se="null")
    assert e.value == pytest.approx(0, abs=1e-12)
    assert e.se == pytest.approx(0, abs=1e-9)
    assert e.p_value == 1
    assert math.isnan(e.statistic)


def test_the_command_line_prints_z():
    done = run("report", EXAMPLES / "news.csv", "--se", "null")
    assert done.returncode == 0
    assert done.stderr == ""
    e = accord.cohen_kappa(EXAMPLES / "news.csv", se="null")
    row = next(line for line in done.stdout.splitlines() if line.startswith("Cohen's kappa"))
    assert f"{e.statistic:.2f}" in row
    assert f"{e.se:.3f}".lstrip("0") in row
    assert "…" not in done.stdout.partition("Please note")[0]
    words = " ".join(done.stdout.split())
    assert "under the null hypothesis of chance agreement; intervals do not use them" in words
    found = json.loads(run("report", EXAMPLES / "news.csv", "--se", "null", "--json").stdout)
    (kappa,) = [c for c in found["coefficients"] if c["name"] == "cohen_kappa"]
    assert kappa["statistic"] == pytest.approx(e.statistic)


def test_documents_have_a_column_for_z(tmp_path):
    out = tmp_path / "report.md"
    done = run("report", EXAMPLES / "news.csv", "--se", "null", "--out", out)
    assert done.returncode == 0
    header = next(line for line in out.read_text().splitlines() if line.startswith("| Coefficient"))
    assert [cell.strip() for cell in header.split("|")][4:7] == ["SE", "z", "p"]
    plain = tmp_path / "plain.md"
    run("report", EXAMPLES / "news.csv", "--out", plain)
    assert "| z |" not in plain.read_text()


def test_the_page_offers_null_errors():
    pytest.importorskip("fastapi")
    from accord.web.fields import find_command

    fields = find_command("report").fields
    assert "null" in fields["se"].to_dict()["choices"]
    assert "normal" in fields["p"].to_dict()["choices"]


# --- percent agreement, pooled over pairs ---

GAPS = [
    ["a", "a", "a"],
    ["b", "b", None],
    ["a", "b", "a"],
    ["b", None, "b"],
    [None, "c", None],
    ["c", "c", "b"],
    ["c", None, "a"],
]


def counted_pairs(rows):
    """Agreeing pairs and pairs of each subject with two or more ratings."""
    pairs = []
    for row in rows:
        given = [x for x in row if x is not None]
        both = [(x, y) for i, x in enumerate(given) for y in given[i + 1 :]]
        if both:
            pairs.append((sum(x == y for x, y in both), len(both)))
    return pairs


def test_pooled_agreement_counts_pairs_and_the_other_averages_subjects():
    pairs = counted_pairs(GAPS)
    pooled = Fraction(sum(a for a, _ in pairs), sum(b for _, b in pairs))
    averaged = sum(Fraction(a, b) for a, b in pairs) / len(pairs)
    assert pooled != averaged
    assert accord.percent_agreement_pooled(GAPS).value == pytest.approx(float(pooled), rel=1e-12)
    assert accord.percent_agreement(GAPS).value == pytest.approx(float(averaged), rel=1e-12)


def test_pooled_agreement_of_gwets_twelve_subjects():
    """43 of 55 pairs agree; the mean over the 11 subjects with a pair is 9/11."""
    _ = None
    twelve = [
        [1, 1, _, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4],
        [4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [_, 5, 5, 5], [_, _, 1, 1], [_, _, 3, _],
    ]  # fmt: skip
    assert accord.percent_agreement_pooled(twelve).value == pytest.approx(43 / 55, rel=1e-12)
    assert accord.percent_agreement(twelve).value == pytest.approx(9 / 11, rel=1e-12)


def test_pooled_agreement_is_shown_only_where_it_differs():
    complete = accord.agreement([row for row in GAPS if None not in row])
    assert "percent_agreement_pooled" not in [e.name for e in merged(complete)[0]]
    assert any("Exact agreement, pooled over pairs" in t for t in equalities(complete))
    two = accord.agreement([row[:2] for row in GAPS if row[:2] != [None, None]])
    assert "percent_agreement_pooled" not in [e.name for e in merged(two)[0]]
    gaps = accord.agreement(GAPS)
    assert "percent_agreement_pooled" in [e.name for e in merged(gaps)[0]]


def test_shares_are_neither_tested_nor_put_on_a_benchmark_scale():
    done = json.loads(run("report", EXAMPLES / "essays.csv", "--json").stdout)
    bands = {c["name"]: c["benchmark"] for c in done["coefficients"]}
    assert bands["percent_agreement"] is bands["percent_agreement_pooled"] is None
    assert bands["gwet_ac"] is not None
    names = "percent_agreement_pooled,gwet_ac"
    rows = run("report", EXAMPLES / "essays.csv", "--coefficients", names).stdout.splitlines()
    pooled = next(line for line in rows if line.startswith("Exact agreement, pooled over pairs"))
    assert "fair" not in pooled


def test_the_method_line_names_null_errors():
    found = accord.agreement(SMALL, layout="contingency", se="null")
    assert "p-values: normal distribution, two-sided tests against 0" in methods(found)
    assert "Standard errors: influence values." in methods(
        accord.agreement(SMALL, layout="contingency")
    )
