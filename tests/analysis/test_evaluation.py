"""Systems against people: figures of the documents, independent formulas, and properties."""

import csv
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import accord
from accord.analysis.evaluation import evaluate
from accord.analysis.evaluation.score_panel import ScorePanel
from accord.errors import OptionError
from accord.statistics import MEASURES, ScoreSums
from accord.statistics.dominance import _by_sorting, concordance
from helpers.paths import EXAMPLES
from helpers.running import run

RNG = np.random.default_rng(5)
N = 80
GOLD = RNG.integers(0, 6, N)
NEAR = np.clip(GOLD + RNG.integers(-1, 2, N), 0, 5)
HIGH = np.clip(GOLD + RNG.normal(1.2, 0.4, N), 0, 5.4)
TABLE = {"human": GOLD, "near": NEAR, "high": HIGH}
SCORES = {**TABLE, "group": np.where(np.arange(N) % 3 == 0, "A", "B")}


def metrics(found, system):
    return {item.name: item for item in found[system].metrics}


# --- the documents ---


def test_document_000_table_1_3():
    """48 × (4, 4), (2, 4), (4, 2): the correlations that SPSS prints."""
    rows = [(4, 4)] * 48 + [(2, 4), (4, 2)]
    found = evaluate(np.array(rows), gold="1", systems="2", range=(0, 4))
    got = {a.name: a for a in found["2"].associations}
    assert got["kendall_tau_b"].value == pytest.approx(-0.020, abs=5e-4)
    assert got["kendall_tau_b"].ase == pytest.approx(0.01443, abs=5e-6)
    assert got["kendall_tau_b"].t == pytest.approx(-0.72169, abs=5e-6)
    assert got["kendall_tau_b"].p_value == pytest.approx(0.47049, abs=5e-6)
    assert got["kendall_tau_c"].value == pytest.approx(-0.0016, abs=5e-6)
    assert got["kendall_tau_c"].ase == pytest.approx(0.00222, abs=5e-6)
    assert got["kendall_tau_c"].t == pytest.approx(-0.72169, abs=5e-6)
    for name in ("spearman", "pearson"):
        assert got[name].value == pytest.approx(-0.020, abs=5e-4)
        assert got[name].ase == pytest.approx(0.014, abs=5e-4)
        assert got[name].t == pytest.approx(-0.141, abs=5e-4)
        assert got[name].p_value == pytest.approx(0.888, abs=5e-4)
    exact = metrics(found, "2")["exact"]
    assert exact.value == 0.96
    assert 0.85 < exact.lower < 0.96 < exact.upper < 1


def test_document_000_table_1_1():
    """Identical marks prefer A, the difference table shows that B is never far off."""
    gold = np.full(100, 4)
    a = np.repeat([4, 1, 0], [80, 5, 15])
    b = np.repeat([4, 3], [75, 25])
    found = evaluate({"gold": gold, "A": a, "B": b}, gold="gold", range=(0, 4))
    assert metrics(found, "A")["exact"].value == 0.80
    assert metrics(found, "B")["exact"].value == 0.75
    assert metrics(found, "A")["adjacent"].value == 0.80
    assert metrics(found, "B")["adjacent"].value == 1.0
    assert {m.difference: m.share for m in found["A"].margins} == {0: 0.8, -3: 0.05, -4: 0.15}
    assert {m.difference: m.share for m in found["B"].margins} == {0: 0.75, -1: 0.25}
    assert metrics(found, "A")["l1"].value == 5 * 3 + 15 * 4
    assert metrics(found, "A")["l2"].value == pytest.approx(np.sqrt(5 * 9 + 15 * 16))
    assert metrics(found, "A")["l1_normalised"].value == pytest.approx(75 / 100 / 4)


@pytest.mark.parametrize(
    ("table", "pa", "kappa", "ac", "bp"),
    [
        ([[40, 10], [10, 40]], 0.8, 0.60, 0.60, 0.60),
        ([[64, 4], [16, 16]], 0.8, 0.4898, 0.6749, 0.60),
        ([[20, 0], [60, 20]], 0.4, 0.1176, -0.20, -0.20),
        ([[60, 15], [20, 5]], 0.65, 0.0, 0.4626, 0.30),
    ],
)
def test_document_003_tables_1_and_2(table, pa, kappa, ac, bp):
    cells = [(i, j) for i in range(2) for j in range(2) for _ in range(table[i][j])]
    system, gold = np.array(cells).T
    found = metrics(evaluate({"gold": gold, "ats": system}, gold="gold"), "ats")
    assert found["exact"].value == pytest.approx(pa)
    assert found["cohen_kappa"].value == pytest.approx(kappa, abs=5e-5)
    assert found["ac1"].value == pytest.approx(ac, abs=5e-5)
    assert found["bp_quadratic"].value == pytest.approx(bp, abs=5e-5)


# --- independent formulas ---


def test_metrics_by_their_formulas():
    found = metrics(evaluate(SCORES, gold="human", systems="near,high", range=(0, 5)), "high")
    x, y = GOLD.astype(float), HIGH
    d = y - x
    expected = {
        "qwk_continuous": 2 * np.cov(x, y, ddof=0)[0, 1]
        / (x.var() + y.var() + (x.mean() - y.mean()) ** 2),
        "pearson": stats.pearsonr(x, y).statistic,
        "spearman": stats.spearmanr(x, y).statistic,
        "kendall_tau_b": stats.kendalltau(x, y).statistic,
        "kendall_tau_c": stats.kendalltau(x, y, variant="c").statistic,
        "mae": np.abs(d).mean(),
        "rmse": np.sqrt((d**2).mean()),
        "macro_rmse": np.mean([np.sqrt((d[x == k] ** 2).mean()) for k in np.unique(x)]),
        "l1": np.abs(d).sum(),
        "l2": np.sqrt((d**2).sum()),
        "l2_normalised": np.sqrt((d**2).mean()) / 5,
        "smd": (y.mean() - x.mean()) / x.std(ddof=1),
        "sd_ratio": y.std() / x.std(),
        "r_squared": 1 - (d**2).sum() / ((x - x.mean()) ** 2).sum(),
        "bias": d.mean(),
        "alpha_interval": accord.krippendorff_alpha(
            np.column_stack([x, y]), level="interval"
        ).value,
    }  # fmt: skip
    for name, value in expected.items():
        assert found[name].value == pytest.approx(value, abs=1e-12), name
        assert found[name].lower < value < found[name].upper, name
    marks = np.clip(np.floor(y + 0.5), 0, 5).astype(int)
    both = np.column_stack([GOLD, marks])
    declared = {"categories": list(range(6))}
    for name, coefficient, weights in (
        ("cohen_kappa", "cohen_kappa", "identity"),
        ("qwk", "cohen_kappa", "quadratic"),
        ("ac1", "gwet_ac", "identity"),
        ("ac2_quadratic", "gwet_ac", "quadratic"),
        ("bp_quadratic", "brennan_prediger", "quadratic"),
    ):
        own = getattr(accord, coefficient)(both, weights=weights, **declared)
        assert found[name].value == pytest.approx(own.value, abs=1e-12)
        assert found[name].se == pytest.approx(own.se, rel=1e-9)
        assert found[name].lower == pytest.approx(own.lower, abs=1e-9)
    assert found["exact"].value == (marks == GOLD).mean()
    assert found["mae_rounded"].value == pytest.approx(np.abs(marks - GOLD).mean())
    assert found["pearson_rounded"].form == "rounded"
    assert found["pearson"].form == "continuous"


def test_discrete_and_continuous_kappa_are_one_on_marks():
    found = metrics(evaluate(TABLE, gold="human", systems="near", range=(0, 5)), "near")
    assert found["qwk"].value == pytest.approx(found["qwk_continuous"].value, abs=1e-12)
    t = ScorePanel(ScoreSums(TABLE["human"], TABLE["near"], np.ones((1, N))))
    slope = MEASURES["qwk_continuous"].of(t).slope
    assert found["qwk"].se == pytest.approx(np.sqrt(N / (N - 1) * (slope**2).sum()), rel=1e-9)
    assert "mae_rounded" not in found


UNLINK = {"fisher_z": np.arctanh, "log_t": np.log}


def assert_jackknifed(whole, left, units, *, near):
    """Errors and limits of metrics are those of leaving each unit out in turn; of marks nearly."""

    def error(each, middle):
        return np.sqrt((units - 1) / units * ((np.array(each) - middle) ** 2).sum())

    for name, metric in MEASURES.items():
        if metric.statistic.spans or metric.sets:  # of such ratings only
            continue
        found = whole[name]
        if name in {"l1", "l2"} or not np.isfinite(found.value):
            continue
        each = [one[name].value for one in left]
        if metric.marks:
            assert found.se == pytest.approx(error(each, np.mean(each)), rel=near), name
            continue
        assert found.se == pytest.approx(error(each, found.value), rel=1e-7), name
        if metric.link.method in UNLINK:
            scale = UNLINK[metric.link.method]
            reach = stats.t.ppf(0.975, units - 1) * error(scale(each), scale(found.value))
            assert scale(found.upper) - scale(found.value) == pytest.approx(reach, rel=1e-7), name


def test_standard_errors_by_the_jackknife():
    def values(keep):
        table = {key: column[keep] for key, column in TABLE.items()}
        return metrics(evaluate(table, "human", "high", range=(0, 5), ci="t"), "high")

    left = [values(np.delete(np.arange(N), i)) for i in range(N)]
    assert_jackknifed(values(np.arange(N)), left, N, near=0.12)


def test_standard_errors_by_the_jackknife_of_clusters():
    school = np.repeat(np.arange(12), N // 12)

    def values(keep):
        table = {key: column[: school.size][keep] for key, column in TABLE.items()}
        table["school"] = school[keep]
        found = evaluate(table, "human", "high", range=(0, 5), cluster="school", ci="t")
        return metrics(found, "high")

    left = [values(school != own) for own in range(12)]
    assert_jackknifed(values(school >= 0), left, 12, near=0.25)


def test_recall_is_a_rate_of_those_subjects():
    """Wilson's interval, whatever others there are."""
    gold = np.array([0] * 10 + [1] * 30)
    said = np.array([0] * 7 + [1] * 33)
    found = evaluate({"gold": gold, "s": said}, gold="gold")
    (row,) = (row for row in found["s"].scores if row.score == 0)
    p, n, z2 = 0.7, 10, stats.t.ppf(0.975, 9) ** 2
    half = np.sqrt(z2 * p * (1 - p) / n + z2**2 / (4 * n**2)) / (1 + z2 / n)
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    worth = row.recall.se**2 / (p * (1 - p) / n)
    assert worth == pytest.approx(40 / 39)
    assert row.recall.lower == pytest.approx(middle - half, abs=0.01)
    assert row.recall.upper == pytest.approx(middle + half, abs=0.01)


def test_macro_rmse_of_true_scores_that_come_once():
    """Its slope is what a subject takes along, as leaving it out tells."""
    rng = np.random.default_rng(3)
    x = np.append(rng.normal(size=20), [5.0, 5.0, 5.0])
    y = x + rng.normal(size=x.size)
    macro = MEASURES["macro_rmse"].of
    whole = macro(ScorePanel(ScoreSums(x, y, np.ones((1, x.size)))))
    for i, slope in enumerate(whole.slope):
        keep = np.arange(x.size) != i
        rest = macro(ScorePanel(ScoreSums(x[keep], y[keep], np.ones((1, x.size - 1)))))
        assert slope == pytest.approx(whole.value[0] - rest.value[0], abs=1e-12)
    found = evaluate({"gold": x, "a": y, "b": x + rng.normal(size=x.size)}, gold="gold")
    a = metrics(found, "a")["macro_rmse"]
    assert a.lower < 0.8 * a.value < 1.2 * a.value < a.upper
    (pair,) = (c for c in found.comparisons if c.metric == "macro_rmse")
    assert pair.p_value > 0.05


def test_no_interval_without_sampling_variation():
    """A system that is always a point too high is not known to be so for ever."""
    gold = np.arange(12) % 4
    found = metrics(evaluate({"gold": gold, "s": gold + 1}, gold="gold", range=(0, 4)), "s")
    for name, value in (("bias", 1), ("mae", 1), ("rmse", 1), ("macro_rmse", 1), ("sd_ratio", 1)):
        assert found[name].value == pytest.approx(value)
        assert np.isnan([found[name].lower, found[name].upper]).all(), name
        assert "no sampling variation" in found[name].reason
    assert found["smd"].lower < found["smd"].value < found["smd"].upper
    assert found["exact"].upper > 0
    (one,) = (
        c
        for c in evaluate({"gold": gold, "s": gold + 1, "t": gold}, gold="gold").comparisons
        if c.metric == "bias"
    )
    assert one.difference == 1
    assert np.isnan(one.lower)
    assert one.p_value == 2.0**-11
    report = evaluate({"gold": gold, "s": gold + 1}, gold="gold", range=(0, 4))["s"]
    assert all(np.isnan(a.t) for a in report.associations if a.name in {"pearson", "spearman"})
    (paired,) = (test for test in report.tests if test.name == "paired_t")
    assert np.isnan(paired.lower)


@pytest.mark.parametrize("marks", [[1], [1, 1, 1]])
def test_a_single_mark_has_no_range(marks):
    found = metrics(evaluate({"gold": marks, "s": marks}, gold="gold"), "s")
    assert np.isnan(found["l1_normalised"].value)
    assert found["mae"].value == 0
    assert ("single subject" in found["mae"].reason) == (len(marks) == 1)


def test_correlations_of_next_to_nothing_have_intervals():
    """Where a correlation is 1 without some subject, or undefined, slopes are taken."""
    x = np.array([1.0, 2, 3, 4, 5, 6])
    for y in ([1.0, 2, 3, 4, 6, 5], [1.0, 1, 1, 1, 1, 2]):
        found = metrics(evaluate({"gold": x, "s": np.array(y)}, gold="gold"), "s")
        for name in ("pearson", "spearman", "kendall_tau_b"):
            one = found[name]
            assert -1 <= one.lower < one.value < one.upper <= 1, name


def test_prmse_by_loops():
    rng = np.random.default_rng(9)
    true = rng.normal(3, 1, 60)
    people = true[:, None] + rng.normal(0, 0.5, (60, 3))
    people[rng.random((60, 3)) < 0.4] = np.nan
    system = true + rng.normal(0, 0.4, 60)
    table = {f"h{j}": people[:, j] for j in range(3)} | {"m": system}
    found = metrics(evaluate(table, gold="h0,h1,h2", systems="m"), "m")["prmse"]
    rows = [(p[~np.isnan(p)], s) for p, s in zip(people, system, strict=True)]
    rows = [(p, s) for p, s in rows if p.size]
    c = np.array([p.size for p, _ in rows])
    means = np.array([p.mean() for p, _ in rows])
    error = sum(((p - p.mean()) ** 2).sum() for p, _ in rows) / (c - 1).sum()
    total = c.sum()
    grand = (c * means).sum() / total
    spread = ((c * (means - grand) ** 2).sum() - (len(rows) - 1) * error) / (
        total - (c**2).sum() / total
    )
    y = np.array([s for _, s in rows])
    mse = ((c * (means - y) ** 2).sum() - len(rows) * error) / total
    assert found.value == pytest.approx(1 - mse / spread, abs=1e-10)
    assert found.lower < found.value < found.upper


def test_subgroups():
    found = evaluate(SCORES, gold="human", systems="high", by="group", range=(0, 5))
    got = {(g.group, g.metric): g for g in found.groups}
    x, y, inside = GOLD.astype(float), HIGH, SCORES["group"] == "A"
    z = (y - y.mean()) / y.std(ddof=1) - (x - x.mean()) / x.std(ddof=1)
    assert got["A", "dsm"].value == pytest.approx(z[inside].mean(), abs=1e-12)
    smd = (y[inside].mean() - x[inside].mean()) / x.std(ddof=1)
    assert got["A", "smd"].value == pytest.approx(smd, abs=1e-12)
    assert got["A", "smd"].flag == "beyond ±.10"
    r = np.corrcoef(x[inside], y[inside])[0, 1]
    assert got["A", "pearson"].value == pytest.approx(r, abs=1e-12)
    for metric in ("smd", "dsm"):
        single = [got[g, metric].p_value for g in "AB"]
        adjusted = [got[g, metric].p_adjusted for g in "AB"]
        assert adjusted == pytest.approx([min(1, max(2 * min(single), p)) for p in single])


def test_human_ceiling_and_degradation():
    rng = np.random.default_rng(2)
    second = np.clip(GOLD + rng.integers(-1, 2, N), 0, 5)
    table = {**TABLE, "human2": second}
    found = evaluate(table, gold="human", systems="near,high", second="human2", range=(0, 5))
    ceiling = {m.name: m for m in found.ceiling.metrics}
    both = np.column_stack([GOLD, second])
    own = accord.cohen_kappa(both, weights="quadratic", categories=list(range(6)))
    assert ceiling["qwk"].value == pytest.approx(own.value)
    near = metrics(found, "near")
    drop = {d.name: d for d in found["near"].degradation}
    assert drop["qwk"].value == pytest.approx(near["qwk"].value - ceiling["qwk"].value)
    assert drop["qwk"].lower < drop["qwk"].value < drop["qwk"].upper
    r = near["pearson"].value / np.sqrt(ceiling["pearson"].value)
    assert near["disattenuated_r"].value == pytest.approx(r)
    assert np.isfinite(near["prmse"].value)
    assert any("another person" in s or "each other" in s for s in found.reading)


# --- comparisons, readings ---


def test_systems_are_compared_on_the_same_subjects():
    found = evaluate(TABLE, gold="human", range=(0, 5))
    row = next(c for c in found.comparisons if c.metric == "mae")
    d = np.abs(NEAR - GOLD) - np.abs(HIGH - GOLD)
    t = stats.ttest_1samp(d, 0)
    assert row.difference == pytest.approx(d.mean())
    assert row.p_value == pytest.approx(t.pvalue, rel=1e-9)
    low, high = t.confidence_interval()
    assert (row.lower, row.upper) == pytest.approx((low, high))
    assert [r.system for r in found.ranking] == ["near", "high"]
    assert found.ranking[0].sets == "a"
    assert found.ranking[1].sets == "b"


def test_correlation_that_prefers_the_worse_system_is_pointed_out():
    """One system ranks perfectly three points too high, the other is right with small errors."""
    rng = np.random.default_rng(4)
    gold = rng.integers(0, 6, 300)
    table = {
        "gold": gold,
        "shifted": gold + 3,
        "close": np.clip(gold + rng.choice([-1, 0, 1], 300, p=[0.15, 0.7, 0.15]), 0, 8),
    }
    found = evaluate(table, gold="gold", range=(0, 8))
    got = {name: metrics(found, name) for name in ("shifted", "close")}
    assert got["shifted"]["pearson"].value > got["close"]["pearson"].value
    assert got["shifted"]["ac2_quadratic"].value < got["close"]["ac2_quadratic"].value
    assert any(
        "Pearson's r is higher for shifted" in s and "close agrees better" in s
        for s in found.reading
    )
    assert any("too high" in s for s in found.reading if s.startswith("shifted"))
    assert [r.system for r in found.ranking] == ["close", "shifted"]


def test_the_trivial_system_is_a_row():
    found = evaluate(TABLE, gold="human", range=(0, 5))
    most = np.bincount(GOLD).argmax()
    assert found.baseline.name == f"always {most}"
    exact = next(m for m in found.baseline.metrics if m.name == "exact")
    assert exact.value == pytest.approx((most == GOLD).mean())
    pearson = next(m for m in found.baseline.metrics if m.name == "pearson")
    assert np.isnan(pearson.value)
    assert pearson.reason == "the scores are the same for all subjects"


def test_paired_tests():
    tests = {t.name: t for t in evaluate(TABLE, gold="human", range=(0, 5))["near"].tests}
    t = stats.ttest_rel(NEAR, GOLD)
    assert tests["paired_t"].statistic == pytest.approx(t.statistic)
    assert tests["paired_t"].p_value == pytest.approx(t.pvalue)
    sd = (NEAR.std(ddof=1) + GOLD.std(ddof=1)) / 2
    assert tests["paired_t"].effect == pytest.approx((NEAR - GOLD).mean() / sd)
    for name, zeros in (("wilcoxon", "wilcox"), ("wilcoxon_pratt", "pratt")):
        own = stats.wilcoxon(NEAR - GOLD, zero_method=zeros, method="asymptotic")
        assert tests[name].p_value == pytest.approx(own.pvalue)
        assert tests[name].caution


def test_precision_and_recall():
    rows = {r.score: r for r in evaluate(TABLE, gold="human", range=(0, 5))["near"].scores}
    for k in range(6):
        hit = ((k == GOLD) & (k == NEAR)).sum()
        assert rows[k].precision.value == pytest.approx(hit / (k == NEAR).sum())
        assert rows[k].recall.value == pytest.approx(hit / (k == GOLD).sum())
        assert rows[k].f.value == pytest.approx(2 * hit / ((k == NEAR).sum() + (k == GOLD).sum()))
        assert 0 <= rows[k].recall.lower <= rows[k].recall.upper <= 1


# --- judges ---


def judged(n=400, seed=3):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.3
    judge = np.where(truth, rng.random(n) < 0.9, rng.random(n) < 0.2)
    words = np.array(["fail", "pass"])
    return words[truth.astype(int)], words[judge.astype(int)]


def test_judges_of_pass_and_fail():
    truth, judge = judged()
    gold = [str(t) if i < 200 else None for i, t in enumerate(truth)]
    found = evaluate({"gold": gold, "judge": list(judge)}, gold="gold", layout="wide")
    rates = {r.name: r for r in found["judge"].judge.rates}
    t, j = truth[:200] == "pass", judge[:200] == "pass"
    tpr, fpr, rate = j[t].mean(), j[~t].mean(), (judge == "pass").mean()
    assert rates["true_positive_rate"].value == pytest.approx(tpr)
    assert rates["false_positive_rate"].value == pytest.approx(fpr)
    assert rates["judged_rate"].value == pytest.approx(rate)
    assert rates["corrected_rate"].value == pytest.approx((rate - fpr) / (tpr - fpr))
    corrected = rates["corrected_rate"]
    assert corrected.lower < (truth == "pass").mean() < corrected.upper
    known = evaluate({"gold": gold[:200], "judge": list(judge[:200])}, gold="gold")
    for rate in known["judge"].judge.rates[:3]:  # subjects without a truth change no standard error
        assert rates[rate.name].se == pytest.approx(rate.se, rel=1e-12)
    assert found.headline == "ac1"
    assert metrics(found, "judge")["mae"].reason == "the categories are words"
    other = evaluate({"gold": gold, "judge": list(judge)}, gold="gold", positive="fail")
    rates = {r.name: r for r in other["judge"].judge.rates}
    assert rates["true_positive_rate"].value == pytest.approx((~j)[~t].mean())
    with pytest.raises(OptionError, match="positive category 'maybe'"):
        evaluate({"gold": gold, "judge": list(judge)}, gold="gold", positive="maybe")


def test_runs_of_the_same_judge():
    truth, judge = judged()
    again = judge.copy()
    again[:40] = np.where(again[:40] == "pass", "fail", "pass")
    table = {"gold": list(truth), "r1": list(judge), "r2": list(again)}
    found = evaluate(table, gold="gold", runs={"judge": ["r1", "r2"]})
    (row,) = found.data.runs
    assert row["percent_agreement"]["value"] == pytest.approx(0.9)
    assert row["gwet_ac"]["lower"] < row["gwet_ac"]["value"] < row["gwet_ac"]["upper"]
    marks = {"gold": GOLD, "r1": NEAR, "r2": np.clip(NEAR + (np.arange(N) % 4 == 0), 0, 5)}
    (row,) = evaluate(marks, gold="gold", range=(0, 5), runs={"j": ["r1", "r2"]}).data.runs
    each = (marks["r1"] - marks["r2"]) ** 2 / 2
    deviation = row["sd_between_runs"]
    assert deviation["value"] == pytest.approx(np.sqrt(each.mean()))
    se = each.std(ddof=1) / np.sqrt(N) / 2 / deviation["value"]
    assert deviation["se"] == pytest.approx(se)
    assert deviation["lower"] < deviation["value"] < deviation["upper"]
    with pytest.raises(OptionError, match="run 'r3'"):
        evaluate(table, gold="gold", runs={"judge": ["r1", "r3"]})


def test_the_alternative_annotator():
    rng = np.random.default_rng(8)
    truth = rng.integers(0, 5, 200)
    people = {f"h{j}": truth + rng.integers(-1, 2, 200) for j in range(3)}
    table = {**people, "good": truth, "bad": rng.integers(0, 5, 200)}
    found = evaluate(table, gold="h0,h1,h2", systems="good,bad")
    good = found["good"].judge.alternative_annotator
    bad = found["bad"].judge.alternative_annotator
    assert good.passed
    assert good.winning_rate == 1
    assert not bad.passed
    row = good.people[0]
    others = np.column_stack([people["h1"], people["h2"]])
    ours = -np.sqrt(((truth[:, None] - others) ** 2).mean(axis=1))
    theirs = -np.sqrt(((people["h0"][:, None] - others) ** 2).mean(axis=1))
    assert row.system_wins == pytest.approx((ours >= theirs).mean())
    d = (theirs >= ours).astype(float) - (ours >= theirs)
    test = stats.ttest_1samp(d, 0.1, alternative="less")
    assert row.p_value == pytest.approx(test.pvalue)
    advantage = good.advantage
    assert advantage.value == pytest.approx(np.mean([p.system_wins for p in good.people]))
    assert advantage.lower < advantage.value < advantage.upper <= 1


@pytest.mark.parametrize(("n", "passed"), [(10, False), (80, True)])
def test_ties_on_a_few_subjects_do_not_prove_that_a_machine_may_replace_people(n, passed):
    same = np.arange(n) % 3
    table = {"a": same, "b": same, "c": same, "machine": same}
    found = evaluate(table, gold="a,b,c", systems="machine")["machine"]
    test = found.judge.alternative_annotator
    assert test.people[0].p_value == pytest.approx((1 - test.epsilon) ** n)
    assert test.passed == passed


# --- gold of several, input ---


def test_gold_of_several_people():
    people = np.array([[1, 2, np.nan], [3, 3, 4], [np.nan, 5, 5], [2, 2, 1], [4, np.nan, np.nan]])
    table = {f"h{j}": people[:, j] for j in range(3)} | {"m": [1, 3, 5, 2, 4]}
    mean = metrics(evaluate(table, gold="h0,h1,h2", systems="m", range=(1, 5)), "m")
    d = np.array([1, 3, 5, 2, 4]) - np.nanmean(people, axis=1)
    assert mean["mae"].value == pytest.approx(np.abs(d).mean())
    assert mean["exact"].value == pytest.approx(4 / 5)  # 1.5 goes up to 2
    mode = evaluate(table, gold="h0,h1,h2", systems="m", range=(1, 5), combine="mode")
    assert metrics(mode, "m")["exact"].value == 1.0


def test_roles_say_who_is_who(tmp_path):
    tasks = [
        {
            "id": k,
            "annotations": [
                {"completed_by": 1, "result": [{"from_name": "s", "value": {"rating": g}}]}
            ],
            "predictions": [
                {"model_version": "v1", "result": [{"from_name": "s", "value": {"rating": m}}]}
            ],
        }
        for k, (g, m) in enumerate([(1, 1), (2, 2), (3, 2), (4, 4), (5, 5), (2, 3)])
    ]
    path = tmp_path / "export.json"
    path.write_text(json.dumps(tasks))
    found = evaluate(path)
    assert [s.name for s in found.systems] == ["v1"]
    assert found.data.people == ("1",)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "name the rater who is the gold"),
        ({"gold": "human", "systems": "human"}, "both a system and the gold"),
        ({"gold": "human", "systems": "m9"}, "m9"),
        ({"gold": "human", "range": "5,0"}, "the lower first"),
        ({"gold": "human", "range": "a"}, "two numbers"),
        ({"gold": "human", "range": (1, 5)}, "range is 1 to 5"),
        ({"gold": "human", "combine": "median"}, "combination"),
        ({"gold": "human", "headline": "kapa"}, "metric"),
        ({"gold": "human", "confidence": 1.5}, "confidence"),
    ],
)
def test_what_cannot_be_is_refused(options, words):
    with pytest.raises(accord.AccordError, match=words):
        evaluate(TABLE, **options)


# --- properties ---


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=4, max_size=20),
    st.integers(2, 3),
)
def test_duplicated_and_shuffled_subjects_change_nothing_but_errors(rows, times):
    table = np.array(rows)
    once = metrics(evaluate(table, gold="1", systems="2", range=(0, 4), ci="t"), "2")
    again = np.random.default_rng(1).permutation(np.repeat(table, times, axis=0))
    more = metrics(evaluate(again, gold="1", systems="2", range=(0, 4), ci="t"), "2")
    for name, item in once.items():
        if name in ("l1", "l2", "smd", "alpha_interval"):
            continue  # sums, or with a correction for the number of subjects
        assert more[name].value == pytest.approx(item.value, abs=1e-9, nan_ok=True), name


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 6)] * 2, st.integers(1, 3)), min_size=2, max_size=25))
def test_concordance_both_ways(rows):
    x, y, m = np.array(rows).T
    x, y = (np.unique(v, return_inverse=True)[1] for v in (x, y))
    m = m.astype(float)
    expected = (np.sign(x[:, None] - x) * np.sign(y[:, None] - y)) @ m
    assert np.allclose(concordance(x, y, m), expected)
    assert np.allclose(_by_sorting(x, y, m), expected)


def test_counts_stand_for_subjects():
    table = np.array([(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)])
    times = np.array([3, 1, 4, 2, 5])
    counted = {"gold": table[:, 0], "m": table[:, 1], "times": times}
    one = metrics(evaluate(counted, gold="gold", systems="m", count="times", range=(0, 2)), "m")
    rows = np.repeat(table, times, axis=0)
    two = metrics(evaluate({"gold": rows[:, 0], "m": rows[:, 1]}, gold="gold", range=(0, 2)), "m")
    for name in one:
        assert one[name].value == pytest.approx(two[name].value, nan_ok=True)
        assert one[name].se == pytest.approx(two[name].se, nan_ok=True)


# --- the command ---


def test_the_command(tmp_path):
    done = run("evaluate", "examples/machines.csv", "--gold", "teacher", "--range", "0,4", "--json")
    found = json.loads(done.stdout)
    assert set(found) >= {
        "accord", "data", "systems", "ceiling", "comparisons", "groups", "reading", "warnings",
    }  # fmt: skip
    names = [m["name"] for m in found["systems"][0]["metrics"]]
    assert set(names) >= {
        "exact", "adjacent", "cohen_kappa", "qwk", "qwk_continuous", "ac1", "ac2_quadratic",
        "bp_quadratic", "alpha_interval", "pearson", "spearman", "kendall_tau_b", "kendall_tau_c",
        "mae", "rmse", "macro_rmse", "l1", "l2", "smd", "sd_ratio", "prmse",
    }  # fmt: skip
    assert set(found["systems"][0]["metrics"][0]) >= {
        "name",
        "value",
        "lower",
        "upper",
        "n",
        "reason",
    }
    assert set(found["comparisons"][0]) >= {
        "a", "b", "metric", "difference", "lower", "upper", "p_value", "p_adjusted",
    }  # fmt: skip
    text = run("evaluate", "examples/machines.csv", "--gold", "teacher", "--details").stdout
    assert "Ranking\nBy AC2, quadratic (higher is better)" in text
    assert "Approx. T  Approx. significance" in text
    assert "assumed to be 0 to 4, the lowest and the highest in the data" in text
    out = tmp_path / "found.csv"
    options = ("--gold", "teacher", "--out", out)
    assert run("evaluate", "examples/machines.csv", *options).returncode == 0
    assert out.read_text().startswith("system,name,form,value")
    assert "exact" in run("list", "metrics").stdout


# --- what was once wrong ---


def test_subgroups_and_gaps_leave_no_trace_in_marginals():
    rng = np.random.default_rng(6)
    low = rng.integers(0, 2, (60, 2))
    high = rng.integers(3, 5, (60, 2))
    rows = np.concatenate([low, high])
    table = {"g": rows[:, 0], "s": rows[:, 1], "grp": ["low"] * 60 + ["high"] * 60}
    found = evaluate(table, gold="g", systems="s", by="grp", range=(0, 4))
    got = {(g.group, g.metric): g.value for g in found.groups}
    options = {"weights": "quadratic", "categories": list(range(5))}
    for name, part in (("low", low), ("high", high)):
        assert got[name, "qwk"] == pytest.approx(accord.cohen_kappa(part, **options).value)
        assert got[name, "ac2_quadratic"] == pytest.approx(accord.gwet_ac(part, **options).value)
    gold = [*map(float, rows[:50, 0]), *[None] * 70]
    few = metrics(evaluate({"g": gold, "s": rows[:, 1]}, gold="g", range=(0, 4)), "s")
    for name, function in (("qwk", accord.cohen_kappa), ("ac2_quadratic", accord.gwet_ac)):
        own = function(rows[:50], **options)
        assert few[name].value == pytest.approx(own.value)
        assert few[name].se == pytest.approx(own.se)
        assert few[name].n == 50
    assert few["qwk"].value == pytest.approx(few["qwk_continuous"].value)


def panel(n=1500, people=4, seed=12):
    rng = np.random.default_rng(seed)
    true = rng.normal(3, 1, n)
    given = {f"h{j}": true + rng.normal(0, 0.8, n) for j in range(people)}
    return true, given, true + rng.normal(0, 0.8, n)


def test_the_true_score_is_the_same_whoever_is_the_gold():
    true, people, system = panel()
    table = {**people, "s": system}
    expected = np.corrcoef(true, system)[0, 1]
    for options in ({"gold": "h0", "second": "h1,h2,h3"}, {"gold": "h0,h1,h2,h3"}):
        found = evaluate(table, systems="s", **options)
        r = metrics(found, "s")["disattenuated_r"]
        assert r.lower < expected < r.upper
        assert r.value == pytest.approx(expected, abs=0.02)
        drop = next(d for d in found["s"].degradation if d.name == "pearson")
        assert drop.lower < 0 < drop.upper  # the system errs as another person does


def test_rates_have_a_denominator_of_their_own():
    table = {"g": [1] * 3 + [0] * 97, "s": [1] * 3 + [0] * 90 + [1] * 7}
    found = evaluate(table, gold="g", systems="s")["s"]
    rates = {r.name: r for r in found.judge.rates}
    assert rates["true_positive_rate"].n == 3
    assert rates["true_positive_rate"].lower < 0.5
    assert rates["judged_rate"].n == 100
    recall = next(row for row in found.scores if row.score == 1)
    assert rates["true_positive_rate"].lower == pytest.approx(recall.recall.lower)
    assert recall.f.lower < 0.8


def test_a_poorly_covered_system_does_not_blunt_the_others():
    rng = np.random.default_rng(3)
    gold = rng.integers(0, 5, 120).astype(float)
    table = {"gold": gold, "few": np.where(np.arange(120) < 3, gold, np.nan),
             "one": np.where(np.arange(120) < 1, gold, np.nan), "good": gold,
             "bad": rng.integers(0, 5, 120).astype(float)}  # fmt: skip
    found = evaluate(table, gold="gold", systems="few,one,good,bad", range=(0, 4))
    rows = {(c.a, c.b): c for c in found.comparisons if c.metric == "mae"}
    assert rows["good", "bad"].p_value < 1e-9
    assert np.isnan(rows["one", "good"].p_value)
    assert any("did not score the same subjects" in w for w in found.warnings)


def test_differences_without_any_spread():
    gold = np.tile(np.arange(5), 8)
    table = {"gold": gold, "same": gold, "one": gold + 1, "five": gold + 5}
    found = evaluate(table, gold="gold", headline="mae", range=(0, 9))
    assert [r.sets for r in found.ranking] == ["a", "b", "c"]
    opposite = {"g": [0, 1], "a": [0, 1], "b": [1, 0]}
    pair = evaluate(opposite, gold="g", range=(0, 1), ci="t")
    assert all(c.p_value == 0.5 for c in pair.comparisons if c.metric == "exact")
    drawn = evaluate(opposite, gold="g", range=(0, 1))
    assert all(c.p_value > 0.05 for c in drawn.comparisons if c.metric == "exact")


def test_shares_of_marks_are_percent_agreement(monkeypatch):
    """With its intervals and its tests, also where no error was seen."""
    monkeypatch.setattr("accord.inference.choice.DRAWN_STEPS", 2_000_000)  # as a user has it
    gold = np.tile(np.arange(4), 5)
    worse = np.where(np.arange(20) % 7 == 0, (gold + 2) % 4, gold)
    table = {"gold": gold.tolist(), "good": gold.tolist(), "worse": worse.tolist()}
    found = evaluate(table, gold="gold", range=(0, 3))
    plain = accord.percent_agreement({"gold": table["gold"], "good": table["good"]})
    exact = found["good"]["exact"]
    assert (exact.value, exact.lower, exact.upper) == (1.0, *plain.interval)
    rival = accord.compare(table, gold="gold", coefficient="percent_agreement").differences[0]
    rows = {c.metric: c for c in found.comparisons}
    assert rows["exact"].p_value == rival.p_value
    assert rows["exact"].method == rows["adjacent"].method == "dirichlet"
    assert rows["exact"].lower < rows["exact"].difference < rows["exact"].upper
    near = found["worse"]["adjacent"]
    assert (
        near.value
        == accord.within({"gold": table["gold"], "worse": table["worse"]}, points=1).value
        == pytest.approx(1 - 3 / 20)
    )
    same = evaluate({**table, "worse": table["good"]}, gold="gold", range=(0, 3))
    row = next(c for c in same.comparisons if c.metric == "exact")
    assert row.p_value == 1
    assert row.lower < 0 < row.upper


def test_letters_are_shared_by_all_that_are_alike():
    from accord.analysis.evaluation.system_contrasts import _letter, _letter_sets

    assert _letter_sets(3, [(0, 1)]) == [frozenset({0, 2}), frozenset({1, 2})]
    assert _letter_sets(4, []) == [frozenset(range(4))]
    assert _letter(27) == "ab"


def test_constant_fractions_are_constant():
    table = {"g": [0.1] * 10, "s": [0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.1]}
    found = metrics(evaluate(table, gold="g", systems="s"), "s")
    for name in ("smd", "sd_ratio", "pearson", "r_squared"):
        assert np.isnan(found[name].value), name
        assert found[name].reason == "the truth is the same for all subjects"


def test_the_mean_of_a_baseline_counts_subjects():
    found = evaluate({"g": [1.234] * 9 + [9.876], "s": [1.2] * 9 + [9.0]}, gold="g", systems="s")
    assert found.baseline.name == "always 2.1"


@pytest.mark.parametrize("ends", ["-0.5,4", "0,4.4", "0,inf"])
def test_ranges_that_are_not_of_these_marks(ends):
    with pytest.raises(OptionError, match=r"range|equal steps"):
        evaluate({"g": [0, 1, 4, 2], "s": [0, 1, 4, 3]}, gold="g", range=ends)


def test_large_scores_are_not_taken_for_marks():
    gold = 60000 + np.arange(30) / 2
    found = metrics(evaluate({"g": gold, "s": gold + 0.2}, gold="g"), "s")
    assert "mae_rounded" in found
    assert found["mae"].value == pytest.approx(0.2)


def test_the_reading_knows_which_way_is_good():
    rng = np.random.default_rng(2)
    gold = rng.integers(0, 11, 100)
    table = {"g": gold, "good": np.clip(gold + rng.integers(-1, 2, 100), 0, 10), "bad": 10 - gold}
    found = evaluate(table, gold="g", headline="mae", range=(0, 10))
    (good,) = [s for s in found.reading if s.startswith("good:")]
    assert "errors" not in good
    assert not any("error alone, good" in s for s in found.reading)
    assert any(s.startswith("good is better than bad") for s in found.reading)
    assert any("bad is worse than" in s for s in found.reading)
    assert not any("bad agrees better" in s for s in found.reading)


def test_people_who_are_divided_have_no_truth():
    table = {"a": ["no", "yes"] * 20, "b": ["yes", "no"] * 15 + ["no", "yes"] * 5,
             "s": ["no", "yes"] * 20}  # fmt: skip
    found = evaluate(table, gold="a,b", systems="s")
    assert found.data.gold == "mode of a, b"
    assert metrics(found, "s")["exact"].n == 10
    assert any("divided on 30" in w for w in found.warnings)


def test_odd_names_and_options():
    table = {"ann": ["true", "false"] * 10, "s": ["1", "0"] * 10}
    found = evaluate(table, gold="ann", systems="s")
    assert found.data.gold == "ann"
    assert any("no category in common" in w for w in found.warnings)
    with pytest.raises(OptionError, match="no name"):
        evaluate(TABLE, gold="", systems="near")
    with pytest.raises(OptionError, match="epsilon"):
        evaluate(TABLE, gold="human", epsilon=-3)
    twice = evaluate(TABLE, gold="human", systems="near,near", range=(0, 5))
    assert [s.name for s in twice.systems] == ["near"]


def test_people_who_share_no_subject_are_left_out_of_the_mean_over_people():
    ratings = {
        "ann": ["a", "b", "a", "b", None, None, None],
        "bo": [None, None, None, None, "a", "b", "a"],
        "cy": ["a", "b", "b", "b", "a", "a", "a"],
        "judge": ["a", "b", "a", "a", "a", "b", "b"],
    }
    verdict = accord.evaluate(ratings, ["ann", "bo", "cy"], ["judge"], ci="t")
    (people,) = [e for e in verdict.ceiling.metrics if e.name == "exact"]
    assert people.value == pytest.approx((3 + 2) / 7)  # ann and cy on 4 subjects, bo and cy on 3


def test_sets_of_labels_lead_with_credit_for_common_labels():
    verdict = evaluate(EXAMPLES / "emotions.csv", gold="ann", sets=";")
    assert verdict.headline == "alpha_masi"
    assert verdict.data.ratings == "sets"
    table = accord.load(EXAMPLES / "emotions.csv", sets=";")
    for system in verdict.systems:
        pair = table.select(["ann", system.name])
        expected = accord.krippendorff_alpha(pair, weights="masi")
        assert system["alpha_masi"].value == pytest.approx(expected.value)
        assert tuple(system["alpha_masi"].interval) == pytest.approx(tuple(expected.interval))
        assert "number of possible categories" in system["ac1"].reason
        assert all(metric.flag is None for metric in system.metrics)
        both = [
            (set(a), set(b))
            for a, b in labels_of(EXAMPLES / "emotions.csv", "ann", system.name)
            if a is not None and b is not None
        ]
        jaccard = [len(a & b) / len(a | b) if a | b else 1 for a, b in both]
        dice = [2 * len(a & b) / (len(a) + len(b)) if a | b else 1 for a, b in both]
        assert system["mean_jaccard"].value == pytest.approx(np.mean(jaccard))
        assert system["mean_dice"].value == pytest.approx(np.mean(dice))
        assert [row.score for row in system.scores] == [
            "anger",
            "fear",
            "joy",
            "sadness",
            "surprise",
        ]
        for row in system.scores:
            true, said = (
                np.array([row.score in each for each in side]) for side in zip(*both, strict=True)
            )
            assert (row.given, row.predicted) == (true.sum(), said.sum())
            assert row.precision.value == pytest.approx(true[said].mean())
            assert row.recall.value == pytest.approx(said[true].mean())
            f1 = 2 * (true & said).sum() / (true.sum() + said.sum())
            assert row.f.value == pytest.approx(f1)


def labels_of(path, *raters):
    """Yield the labels that raters gave each subject; None where there is no rating."""
    with path.open() as stream:
        for row in csv.DictReader(stream):
            cells = (row[name] for name in raters)
            yield [[x for x in c.split(";") if x] if c else None for c in cells]
