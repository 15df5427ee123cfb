"""Diagnostic accuracy against a reference: rates, likelihood ratios and ROC areas."""

import json
import math

import numpy as np
import pytest
from scipy import stats

import accord
from accord.errors import OptionError
from helpers.running import run

RNG = np.random.default_rng(11)
TRUTH = RNG.integers(0, 2, 150)
READERS = {
    name: np.where(RNG.random(150) < skill, TRUTH, 1 - TRUTH)
    for name, skill in (("ann", 0.85), ("bo", 0.75))
}
DATA = {"biopsy": TRUTH, **READERS}
WORDS = {name: np.where(codes, "yes", "no") for name, codes in DATA.items()}
MARKER = {"biopsy": TRUTH, "marker": np.round(RNG.normal(TRUTH * 1.1, 1), 1)}


def cells(test, truth=TRUTH):
    return [int(np.sum((test == t) & (truth == r))) for t, r in ((1, 1), (1, 0), (0, 1), (0, 0))]


@pytest.mark.parametrize("name", READERS)
def test_rates_are_those_of_the_table(name):
    tp, fp, fn, tn = cells(READERS[name])
    reader = accord.diagnostic_accuracy(DATA, "biopsy")[name]
    assert (reader.tp, reader.fp, reader.fn, reader.tn) == (tp, fp, fn, tn)
    expected = {
        "sensitivity": tp / (tp + fn),
        "specificity": tn / (tn + fp),
        "ppv": tp / (tp + fp),
        "npv": tn / (tn + fn),
        "lr_positive": tp / (tp + fn) / (fp / (fp + tn)),
        "lr_negative": fn / (tp + fn) / (tn / (fp + tn)),
        "auc": (tp / (tp + fn) + tn / (tn + fp)) / 2,
    }
    for key, value in expected.items():
        rate = reader[key]
        assert rate.value == pytest.approx(value, abs=1e-12)
        assert rate.interval.low < value < rate.interval.high
    share = tp / (tp + fn)
    se = math.sqrt(share * (1 - share) / (tp + fn) * 150 / 149)
    assert reader["sensitivity"].se == pytest.approx(se, rel=1e-9)
    log_se = math.sqrt(1 / tp - 1 / (tp + fn) + 1 / fp - 1 / (fp + tn))
    assert reader["lr_positive"].se / reader["lr_positive"].value == pytest.approx(log_se, rel=0.01)


def test_wilson_interval_of_a_rate_in_large_samples():
    tp, _, fn, _ = cells(READERS["ann"])
    many = {key: np.tile(values, 40) for key, values in DATA.items()}
    rate = accord.diagnostic_accuracy(many, "biopsy", "ann")["sensitivity"]
    low, high = stats.binomtest(40 * tp, 40 * (tp + fn)).proportion_ci(method="wilson")
    assert tuple(rate.interval) == pytest.approx((low, high), abs=2e-4)


def placements(x, y):
    """Return the share of the other group that each case lies above, and each non-case below."""
    wins = np.array([np.mean([(a > b) + (a == b) / 2 for b in y]) for a in x])
    losses = np.array([np.mean([(a > b) + (a == b) / 2 for a in x]) for b in y])
    return wins, losses


def delong_error(x, y):
    """Return the standard error of DeLong, DeLong and Clarke-Pearson (1988)."""
    wins, losses = placements(x, y)
    area = wins.mean()
    cases = sum((w - area) ** 2 for w in wins) / (len(x) - 1)
    others = sum((w - area) ** 2 for w in losses) / (len(y) - 1)
    return math.sqrt(cases / len(x) + others / len(y))


def obuchowski_error(values, truth, cluster):
    """Return the standard error of Obuchowski (1997), of units within clusters."""
    values, truth, cluster = map(np.asarray, (values, truth, cluster))
    wins, losses = placements(values[truth == 1], values[truth == 0])
    area, names = wins.mean(), np.unique(cluster)
    cases = [wins[cluster[truth == 1] == name] for name in names]
    others = [losses[cluster[truth == 0] == name] for name in names]
    ill, well, both = sum(map(bool, map(len, cases))), sum(map(bool, map(len, others))), len(names)
    m, n = len(wins), len(losses)
    s10 = ill / ((ill - 1) * m) * sum((x.sum() - len(x) * area) ** 2 for x in cases)
    s01 = well / ((well - 1) * n) * sum((y.sum() - len(y) * area) ** 2 for y in others)
    pairs = zip(cases, others, strict=True)
    cross = sum((x.sum() - len(x) * area) * (y.sum() - len(y) * area) for x, y in pairs)
    s11 = both / (both - 1) * cross
    return math.sqrt(s10 / m + s01 / n + 2 * s11 / (m * n))


def test_area_under_the_curve_is_that_of_all_pairs():
    result = accord.diagnostic_accuracy(MARKER, "biopsy")
    x, y = (MARKER["marker"][k == TRUTH] for k in (1, 0))
    wins = (x[:, None] > y).mean(axis=1) + (x[:, None] == y).mean(axis=1) / 2
    assert result["auc"].value == pytest.approx(wins.mean(), abs=1e-12)
    assert result["auc"].se == pytest.approx(delong_error(x, y), rel=1e-12)
    assert math.isnan(result["sensitivity"].value)
    assert "no threshold" in result["sensitivity"].reason
    cut = accord.diagnostic_accuracy(MARKER, "biopsy", threshold=0.5)
    tp, fp, fn, tn = cells((MARKER["marker"] >= 0.5).astype(int))
    assert cut["sensitivity"].value == pytest.approx(tp / (tp + fn))
    assert cut["specificity"].value == pytest.approx(tn / (tn + fp))


def unbalanced(seed, n):
    """Return a marker of few cases, many of them with tied values."""
    rng = np.random.default_rng(seed)
    truth = np.append([1, 1, 0, 0], rng.random(n - 4) < 0.2).astype(int)
    return truth, np.round(rng.normal(truth * 0.8, 1), 1)


@pytest.mark.parametrize(("seed", "n"), [(1, 12), (2, 30), (3, 60), (4, 200)])
def test_the_error_of_an_area_is_delongs(seed, n):
    truth, marker = unbalanced(seed, n)
    area = accord.diagnostic_accuracy({"gold": truth, "marker": marker}, "gold")["auc"]
    expected = delong_error(marker[truth == 1], marker[truth == 0])
    assert area.se == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("seed", range(4))
def test_the_error_of_an_area_with_clusters_is_obuchowskis(seed):
    """Some clusters have no case, some no other subject, and some no subject with a reference."""
    truth, marker = unbalanced(seed, 70)
    rng = np.random.default_rng(seed)
    ward = rng.integers(0, 25, truth.size)
    without_reference = {
        "gold": [None] * 6,
        "marker": [0.5] * 6,
        "ward": [f"new{k}" for k in range(6)],
    }
    data = {
        "gold": [*truth, *without_reference["gold"]],
        "marker": [*marker, *without_reference["marker"]],
        "ward": [*(f"w{k}" for k in ward), *without_reference["ward"]],
    }
    area = accord.diagnostic_accuracy(data, "gold", cluster="ward")["auc"]
    assert area.se == pytest.approx(obuchowski_error(marker, truth, ward), rel=1e-10)


def test_the_area_with_a_single_case_has_no_standard_error():
    data = {"gold": [1] + [0] * 19, "marker": [18.5, *range(19)]}
    area = accord.diagnostic_accuracy(data, "gold")["auc"]
    assert area.value == 1
    assert math.isnan(area.se)
    assert area.interval.low < 0.3  # as of a rate of a single subject


def test_clusters_without_a_reference_count_for_nothing():
    wards = {**WORDS, "ward": [f"w{k % 20}" for k in range(150)]}
    more = {key: [*values, *["yes"] * 9] for key, values in wards.items()}
    more["biopsy"][-9:] = [None] * 9
    more["ward"][-9:] = [f"new{k}" for k in range(9)]
    known = accord.diagnostic_accuracy(wards, "biopsy", cluster="ward")
    again = accord.diagnostic_accuracy(more, "biopsy", cluster="ward")
    for reader in known:
        for rate in reader.rates:
            found = again[reader.name][rate.name]
            assert found.se == pytest.approx(rate.se, rel=1e-12)
            assert tuple(found.interval) == pytest.approx(tuple(rate.interval), rel=1e-12)


def test_clusters_and_all_readings():
    both = accord.diagnostic_accuracy(DATA, "biopsy")
    pooled = both["all readings"]
    assert pooled.tp == both["ann"].tp + both["bo"].tp
    mean = np.mean([both[name]["auc"].value for name in READERS])
    assert pooled["auc"].value == pytest.approx(mean, abs=1e-12)
    # each subject four times in a cluster: no more information than once
    four = {key: np.repeat(values, 4) for key, values in DATA.items()}
    four["site"] = np.repeat([f"s{k}" for k in range(150)], 4)
    clustered = accord.diagnostic_accuracy(four, "biopsy", "ann", cluster="site")
    for key in ("sensitivity", "npv", "lr_negative", "auc"):
        assert clustered[key].se == pytest.approx(both["ann"][key].se, rel=1e-9)
    # two equal readers of each subject are as informative as one
    twin = {"biopsy": TRUTH, "a": READERS["ann"], "b": READERS["ann"]}
    same = accord.diagnostic_accuracy(twin, "biopsy")
    ratio = same["all readings"]["sensitivity"].se / same["a"]["sensitivity"].se
    assert ratio == pytest.approx(1, rel=1e-9)


def test_predictive_values_at_a_stated_prevalence():
    reader = accord.diagnostic_accuracy(DATA, "biopsy", "ann", prevalence=0.02)
    se, sp = reader["sensitivity"].value, reader["specificity"].value
    expected = 0.02 * se / (0.02 * se + 0.98 * (1 - sp))
    assert reader["ppv"].value == pytest.approx(expected, abs=1e-12)
    assert reader.prevalence == 0.02


def test_a_perfect_test_has_intervals_and_no_positive_likelihood_ratio():
    perfect = accord.diagnostic_accuracy({"biopsy": TRUTH, "t": TRUTH}, "biopsy")
    for key in ("sensitivity", "specificity", "auc"):
        assert perfect[key].value == 1
        assert 0.9 < perfect[key].interval.low < 1
        assert perfect[key].interval.high == pytest.approx(1, abs=1e-12)
    assert math.isnan(perfect["lr_positive"].value)
    assert perfect["lr_positive"].reason == "no false positives"


def test_which_category_is_positive():
    words = {"biopsy": ["yes", "no", "yes", "no"], "a": ["yes", "no", "no", "no"]}
    assert accord.diagnostic_accuracy(words, "biopsy").positive == "yes"
    other = accord.diagnostic_accuracy(words, "biopsy", positive="no")
    assert other["specificity"].value == 0.5
    with pytest.raises(OptionError, match="positive is 'maybe'"):
        accord.diagnostic_accuracy(words, "biopsy", positive="maybe")
    with pytest.raises(OptionError, match="needs two categories"):
        accord.diagnostic_accuracy({"biopsy": [1, 2, 3], "a": [1, 2, 3]}, "biopsy")


def test_the_result_survives_json():
    result = accord.diagnostic_accuracy(DATA, "biopsy")
    again = type(result).from_dict(json.loads(json.dumps(result.to_dict(), allow_nan=False)))
    assert again.to_dict() == result.to_dict()
    assert "sensitivity" in str(result)


def test_subjects_whose_condition_is_unknown_are_left_out():
    known = accord.diagnostic_accuracy(WORDS, "biopsy")
    more = {key: [*values, *(["yes", "no"] * 60)] for key, values in WORDS.items()}
    more["biopsy"] = [*WORDS["biopsy"], *([None] * 120)]
    again = accord.diagnostic_accuracy(more, "biopsy")
    for reader in known:
        for rate in reader.rates:
            assert again[reader.name][rate.name].value == pytest.approx(rate.value)
            assert tuple(again[reader.name][rate.name].interval) == pytest.approx(
                tuple(rate.interval), rel=1e-9
            )


def test_the_curve_has_the_area():
    marker = accord.diagnostic_accuracy(MARKER, "biopsy")["marker"]
    x = np.array([point.false_positives for point in marker.curve])
    y = np.array([point.sensitivity for point in marker.curve])
    assert (x[0], y[0], x[-1], y[-1]) == (0, 0, 1, 1)
    area = float(np.sum(np.diff(x) * (y[1:] + y[:-1]) / 2))
    assert area == pytest.approx(marker["auc"].value, abs=0.01)  # of at most 200 points
    cut = accord.diagnostic_accuracy(MARKER, "biopsy", threshold=marker.curve[20].threshold)
    assert cut["sensitivity"].value == pytest.approx(y[20])
    assert cut["specificity"].value == pytest.approx(1 - x[20])
    assert accord.diagnostic_accuracy(DATA, "biopsy")["ann"].curve == ()


@pytest.mark.parametrize(
    ("data", "options"),
    [
        (WORDS, {}),
        (DATA, {}),
        (WORDS, {"positive": "no"}),
        (WORDS, {"prevalence": 0.1}),
        (MARKER, {"threshold": 0.4}),
    ],
    ids=["words", "numbers", "other category", "prevalence", "scores"],
)
def test_evaluate_has_the_same_numbers(data, options):
    alone = accord.diagnostic_accuracy(data, "biopsy", **options)
    verdict = accord.evaluate(data, "biopsy", ci="t", **options)
    assert verdict.accuracy.prevalence == alone.prevalence
    for reader in verdict.accuracy:
        for rate, expected in zip(reader.rates, alone[reader.name].rates, strict=True):
            assert rate.value == pytest.approx(expected.value)
            assert tuple(rate.interval) == pytest.approx(tuple(expected.interval))


def test_evaluate_without_two_categories_has_no_accuracy():
    marks = {"gold": [1, 2, 3, 1], "m": [1, 2, 3, 3]}
    assert accord.evaluate(marks, "gold", "m", ci="t").accuracy is None
    with pytest.raises(OptionError, match="two categories"):
        accord.evaluate(marks, "gold", "m", threshold=2)
    with pytest.raises(OptionError, match="prevalence"):
        accord.evaluate(marks, "gold", "m", prevalence=2)
    with pytest.raises(OptionError, match="the categories are words"):
        accord.evaluate(WORDS, "biopsy", threshold=2)


def test_probabilities_count_as_the_nearer_category():
    rng = np.random.default_rng(2)
    share = {"gold": TRUTH.astype(int), "m": np.round(rng.random(TRUTH.size), 2)}
    near = accord.evaluate(share, "gold", "m", ci="t").accuracy["m"]
    cut = accord.diagnostic_accuracy(share, "gold", "m", threshold=0.5)["m"]
    assert near["sensitivity"].value == pytest.approx(cut["sensitivity"].value)
    assert near["auc"].value == pytest.approx(cut["auc"].value)


def test_the_command_line_has_tables_figures_and_pages(tmp_path):
    path = tmp_path / "scans.csv"
    names = list(WORDS)
    rows = zip(*WORDS.values(), strict=True)
    path.write_text("\n".join([",".join(names), *(",".join(row) for row in rows)]))
    printed = run("diagnostic", path, "--gold", "biopsy").stdout
    assert "Positive likelihood ratio" in printed
    assert "ann: recognises" in printed
    found = json.loads(run("diagnostic", path, "--gold", "biopsy", "--json").stdout)
    expected = accord.diagnostic_accuracy(WORDS, "biopsy")
    assert found["readers"][0]["rates"][0]["value"] == expected["ann"]["sensitivity"].value
    page, figure = tmp_path / "page.html", tmp_path / "roc.svg"
    done = run("diagnostic", path, "--gold", "biopsy", "--out", page, "--plot", figure)
    assert done.returncode == 0, done.stderr
    assert "data:image/svg" in page.read_text()
    assert figure.exists()
    evaluated = run("evaluate", path, "--gold", "biopsy", "--ci", "t").stdout
    assert "Sensitivity and specificity" in evaluated
    for words, what in (
        (["--gold", "none"], "none"),
        (["--gold", "biopsy", "--tests", "cy"], "cy"),
        (["--gold", "biopsy", "--prevalence", "2"], "prevalence"),
        ([], "--gold"),
    ):
        refused = run("diagnostic", path, *words)
        assert refused.returncode == 2
        assert what in refused.stderr


def test_numbers_beside_a_reference_in_words():
    """Scores of a test and diagnoses of a reader, against a reference in words."""
    words = ["malignant" if ill else "benign" for ill in TRUTH]
    read = ["malignant" if ill else "benign" for ill in READERS["ann"]]
    marker = {"biopsy": words, "ann": read, "marker": [str(x) for x in MARKER["marker"]]}
    mixed = accord.diagnostic_accuracy(marker, "biopsy", ["ann", "marker"], threshold=0.5)
    numbers = accord.diagnostic_accuracy(MARKER, "biopsy", threshold=0.5)
    for rate in numbers["marker"].rates:
        assert mixed["marker"][rate.name].value == pytest.approx(rate.value, abs=1e-12)
    alone = accord.diagnostic_accuracy(DATA, "biopsy", "ann")["ann"]
    for rate in alone.rates:
        assert mixed["ann"][rate.name].value == pytest.approx(rate.value, abs=1e-12)
