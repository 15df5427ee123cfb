"""Limits of agreement: intervals, bias, several readings, clusters and many raters."""

import json
import math

import numpy as np
import pytest
from scipy import stats

import accord
from accord.errors import OptionError
from accord.inference.normal_limits import limit_intervals
from helpers.measurements import DATA, close, rows, values
from helpers.running import run

KINDS = {"exact": "exact", "approximate": "approx", "mover": "mover"}
RNG = np.random.default_rng(7)


def table_of(name):
    """Columns of several readings, and the columns of each method."""
    data = DATA[name]
    if data["kind"] == "wide":
        columns = {n: [row[j] for row in data["rows"]] for j, n in enumerate(data["raters"])}
        return columns, ["wright1", "wright2"], ["mini1", "mini2"]
    columns, names = {}, []
    for method, letter in (("method_1", "a"), ("method_2", "b")):
        most = max(map(len, data[method]))
        names.append([f"{letter}{j}" for j in range(most)])
        for j, name in enumerate(names[-1]):
            columns[name] = [row[j] if j < len(row) else None for row in data[method]]
    return columns, *names


@pytest.mark.parametrize("entry", values("limits", "limits_of_agreement"))
@pytest.mark.parametrize("kind", KINDS)
def test_limits_and_their_intervals(entry, kind):
    result = accord.limits_of_agreement(rows(entry), interval=kind)
    for key in ("n", "mean", "sd", "lower", "upper"):
        assert close(getattr(result, key), entry[key])
    for end in ("lower", "upper"):
        interval = getattr(result, f"{end}_interval")
        expected = entry[f"{end}_interval_{KINDS[kind]}"]
        assert close(interval.low, expected[0], 1e-7)
        assert close(interval.high, expected[1], 1e-7)
    assert result.method == kind
    assert close(result.mean_interval.low, entry["mean_interval"][0], 1e-7)


BIAS = {
    "bias_t": {"t": "value", "df": "df", "p_value": "p"},
    "proportional_bias": {
        "slope": "slope",
        "intercept": "intercept",
        "slope_se": "se",
        "slope_t": "t",
        "slope_df": "df",
        "slope_p_value": "p",
        "residual_sd": "residual_sd",
    },
    "spread_regression": {
        "spread_slope": "sd_slope",
        "spread_intercept": "sd_intercept",
        "spread_t": "t",
        "spread_p_value": "p",
    },
}


@pytest.mark.parametrize("entry", [case for name in BIAS for case in values("limits", name)])
def test_bias(entry):
    bias = accord.limits_of_agreement(rows(entry)).bias
    for ours, theirs in BIAS[entry["statistic"]].items():
        assert close(getattr(bias, ours), entry[theirs], 1e-8)


READINGS = {
    "limits_replicates_constant": {
        "between": "var_mean_difference",
        "within_a": "within_1",
        "within_b": "within_2",
        "repeatability_a": "repeatability_1",
        "repeatability_b": "repeatability_2",
    },
    "limits_replicates_varying": {"between": "between", "within": "msw", "pairs": "pairs"},
}


@pytest.mark.parametrize("entry", [case for name in READINGS for case in values("limits", name)])
def test_several_readings(entry):
    columns, a, b = table_of(entry["data"])
    true_value = entry["statistic"].rpartition("_")[2]
    result = accord.limits_of_agreement(columns, a, b, true_value=true_value, raters=[*a, *b])
    for key in ("n", "mean", "sd", "lower", "upper"):
        assert close(getattr(result, key), entry[key])
    for ours, theirs in READINGS[entry["statistic"]].items():
        assert close(getattr(result.readings, ours), entry[theirs])
    assert result.lower_interval.low < result.lower < result.lower_interval.high
    assert result.method == "jackknife"


def test_clusters_are_allowed_for():
    """Differences vary between clusters, so the mean is less certain than by subjects alone."""
    effect = np.repeat(RNG.normal(0, 3, 12), 5)
    x = RNG.normal(20, 5, 60)
    columns = {"a": x + effect + RNG.normal(0, 1, 60), "b": x, "c": np.repeat(range(12), 5)}
    columns["c"] = [f"c{k}" for k in columns["c"]]
    clustered = accord.limits_of_agreement(columns, cluster="c")
    alone = accord.limits_of_agreement({"a": columns["a"], "b": columns["b"]})
    assert clustered.mean == pytest.approx(alone.mean, abs=1e-9)
    width, other = (np.ptp(tuple(r.mean_interval)) for r in (clustered, alone))
    assert width > 1.5 * other
    d = (columns["a"] - columns["b"]).reshape(12, 5)
    msb, msw = 5 * d.mean(axis=1).var(ddof=1), d.var(axis=1, ddof=1).mean()
    assert clustered.readings.between == pytest.approx((msb - msw) / 5, rel=1e-9)
    assert clustered.sd == pytest.approx(math.sqrt((msb - msw) / 5 + msw), rel=1e-9)
    assert (clustered.n, clustered.bias) == (60, None)


def test_the_exact_interval_covers():
    """The exact interval of the upper limit of few differences contains it as often as stated."""
    inside, approximate = 0, 0
    for _ in range(2000):
        d = RNG.normal(size=12)
        for method in ("exact", "approximate"):
            r = limit_intervals(d.mean(), d.std(ddof=1), 12, 0.9, method)
            if method == "exact":
                inside += 1.96 in r[2]
            else:
                approximate += 1.96 in r[2]
    assert stats.binomtest(inside, 2000, 0.9).pvalue > 0.001
    assert approximate < inside


@pytest.mark.parametrize("entry", values("limits", "limits_with_the_mean"))
def test_limits_with_the_mean(entry):
    result = accord.panel_limits(rows(entry))
    assert close(result.sd, entry["sd"])
    assert close(result.limit, entry["limit"])
    assert close(result.reproducibility, entry["reproducibility_limit"])
    assert close(result.pair_limit, entry["pair_limit_fixed_raters"])
    low, high = result.limit_interval
    assert low < result.limit < high
    raters = len(rows(entry)[0])
    assert len(result.pairs) == raters * (raters - 1) // 2


def test_what_is_refused():
    columns, a, b = table_of("pefr")
    with pytest.raises(OptionError, match="interval is 'wide'"):
        accord.limits_of_agreement(columns, "wright1", "mini1", interval="wide")
    with pytest.raises(OptionError, match="readings in pairs"):
        accord.limits_of_agreement(columns, a, b[:1], true_value="varying", raters=[*a, *b])


@pytest.fixture
def file(tmp_path):
    x = RNG.normal(50, 8, (30, 1)) + RNG.normal(0, 2, (30, 3)) + [0, 3, 0]
    path = tmp_path / "lengths.csv"
    lines = [",".join(f"{cell:.2f}" for cell in row) for row in x]
    path.write_text("\n".join(["ann,bo,cy", *lines]) + "\n")
    return path


def test_a_report_on_measurements_shows_them(file, tmp_path):
    printed = json.loads(run("report", file, "--json").stdout)
    section = printed["sections"]["agreement_limits"]
    expected = accord.limits_of_agreement(file, "ann", "bo")
    assert section["pairs"][0]["upper_interval"] == pytest.approx(list(expected.upper_interval))
    assert "points" not in section["pairs"][0]
    text = " ".join(run("report", file).stdout.split())
    assert "bo is higher than ann" in text
    assert text.index("Intraclass correlations") < text.index("Limits of agreement")
    run("report", file, "--plots", tmp_path / "figures")
    assert (tmp_path / "figures" / "bland_altman.svg").exists()


def test_two_raters_have_one_figure(file, tmp_path):
    printed = json.loads(run("report", file, "--raters", "ann,cy", "--json", "--details").stdout)
    assert printed["details"]["limits"] is None
    (pair,) = printed["sections"]["agreement_limits"]["pairs"]
    assert (pair["a"], pair["b"], pair["method"]) == ("ann", "cy", "exact")
