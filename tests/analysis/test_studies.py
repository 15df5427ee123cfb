"""Studies of metrics: what Yannakoudakis and Cummins found must come out."""

import json

import numpy as np
import pytest

import accord
from accord.analysis.studies import STUDIES, study
from accord.errors import OptionError, UnknownNameError
from helpers.running import run


@pytest.fixture(scope="module", params=[1, 7])
def seed(request):
    return request.param


def values(found, metric, weights=""):
    return np.array([value for _, value in found.curve(metric, weights)])


def test_prevalence(seed):
    """Section 4.1: a quarter of the scores off by two points, gold scores more or less peaked."""
    found = study("prevalence", seed=seed)
    assert np.all(values(found, "percent_agreement", "identity") == 0.75)
    assert np.all(values(found, "mae") == 0.5)
    assert np.all(np.abs(values(found, "brennan_prediger", "quadratic") - 0.75) < 1e-12)
    for weights in ("identity", "linear", "quadratic"):
        kappa, ac = (values(found, name, weights) for name in ("cohen_kappa", "gwet_ac"))
        assert np.all(np.diff(kappa) < 0.01)
        assert kappa[-1] < kappa[0] - 0.1
        assert np.all(np.diff(ac) > -0.01)
        assert ac[-1] > ac[0]
        assert np.ptp(ac) < np.ptp(kappa)


def test_marginals(seed):
    """Section 4.2: kappa penalises systems that spread their scores as people do."""
    found = study("marginals", seed=seed)
    assert np.all(values(found, "mae") == 1.0)
    middle, ends = slice(4, 6), [0, 9]
    for weights in ("linear", "quadratic"):
        kappa = values(found, "cohen_kappa", weights)
        assert kappa[middle].max() < kappa[ends].min()
    for name, weights in (
        ("gwet_ac", "linear"),
        ("gwet_ac", "quadratic"),
        ("brennan_prediger", "quadratic"),
    ):
        own = values(found, name, weights)
        assert own[middle].min() > own[ends].max()
    assert np.ptp(values(found, "brennan_prediger", "linear")) < 1e-12


def test_magnitude(seed):
    """Section 4.3: quadratic weights punish larger errors at equal MAE, linear ones do not."""
    found = study("magnitude", seed=seed)
    assert np.all(np.abs(values(found, "mae") - 0.6) < 1e-12)
    for name in ("cohen_kappa", "gwet_ac", "brennan_prediger", "krippendorff_alpha"):
        assert np.all(np.diff(values(found, name, "quadratic")) < 0)
        assert np.ptp(values(found, name, "linear")) < 0.03
    assert np.ptp(values(found, "brennan_prediger", "linear")) < 1e-12


def test_scale(seed):
    """Section 4.4: quadratic kappa is the most sensitive, AC is steadier than Brennan-Prediger."""
    found = study("scale", seed=seed)
    drop = {
        (name, weights): values(found, name, weights)[-1] - values(found, name, weights)[0]
        for name in ("cohen_kappa", "gwet_ac", "brennan_prediger")
        for weights in ("linear", "quadratic")
    }
    assert max(drop, key=drop.get) == ("cohen_kappa", "quadratic")
    assert abs(drop["gwet_ac", "quadratic"]) < abs(drop["brennan_prediger", "quadratic"])
    for name in ("cohen_kappa", "brennan_prediger"):
        assert abs(drop[name, "quadratic"]) > abs(drop[name, "linear"])


@pytest.mark.parametrize("name", STUDIES)
def test_studies_are_of_all_coefficients_and_have_a_seed(name):
    one, two, other = study(name, seed=3), study(name, seed=3), study(name, seed=4)
    assert one.to_dict() == two.to_dict()
    assert one.to_dict() != other.to_dict()
    metrics = {point.metric for point in one.points}
    assert metrics >= {"cohen_kappa", "gwet_ac", "brennan_prediger", "krippendorff_alpha",
                       "aickin_alpha", "scott_pi", "pearson", "kendall_tau_b"}  # fmt: skip


def test_thresholds_over_a_users_own_scores():
    rng = np.random.default_rng(1)
    gold = np.clip(np.round(rng.normal(20, 6, 800)), 0, 40)
    system = np.clip(np.round(gold + rng.normal(0, 4, 800)), 0, 40)
    table = {"gold": gold, "m": system}
    found = study("prevalence", table, "gold", "m", range=(0, 40))
    (x, kappa) = found.curve("cohen_kappa", "identity")[0]
    cut = next(c for c in range(1, 41) if ((gold >= c).mean() + (system >= c).mean()) / 2 == x)
    both = np.column_stack([gold >= cut, system >= cut]).astype(int)
    assert kappa == pytest.approx(accord.cohen_kappa(both, categories=[0, 1]).value, nan_ok=True)
    likeness = study("marginals", table, "gold", "m", range=(0, 40))
    assert all(0 <= x <= 1 for x, _ in likeness.curve("gwet_ac", "identity"))
    classes = study("scale", table, "gold", "m", range=(0, 40))
    assert classes.curve("gwet_ac", "quadratic")[0][0] == 3
    errors = study("magnitude", table, "gold", "m", range=(0, 40))
    assert np.all(np.diff(values(errors, "gwet_ac", "quadratic")) < 0)


def test_what_cannot_be_studied():
    with pytest.raises(UnknownNameError, match="prevalence"):
        study("prevalance")
    with pytest.raises(OptionError, match="no scores are given"):
        study("scale", gold="a")
    with pytest.raises(UnknownNameError):
        study("scale").curve("kapa")


def test_the_command(tmp_path):
    done = run("study", "prevalence", "--seed", "1", "--json")
    found = json.loads(done.stdout)
    assert found["study"] == "prevalence"
    assert set(found["points"][0]) == {"x", "metric", "weights", "value"}
    picture = tmp_path / "fig.svg"
    done = run("study", "magnitude", "--plot", picture, "--out", tmp_path / "points.csv")
    assert done.returncode == 0, done.stderr
    assert picture.read_text().startswith("<?xml")
    assert (tmp_path / "points.csv").read_text().startswith("study,x,metric")
    text = run("study", "scale", "examples/machines.csv", "--gold", "teacher").stdout
    assert "Study of scale, teacher, engine1" in text
    bad = run("study", "scale", "--plot", tmp_path / "fig.gif")
    assert bad.returncode == 2
    assert ".svg" in bad.stderr


def test_studies_that_cannot_be_made_of_a_file():
    with pytest.raises(OptionError, match="too few marks"):
        study("scale", {"g": [0, 1, 1, 0], "m": [0, 1, 0, 0]}, "g", "m")
    with pytest.raises(OptionError, match="too few marks"):
        study("magnitude", {"g": [0, 1, 4], "m": [0, 1, 3]}, "g", "m")
    with pytest.raises(OptionError, match="both people and system"):
        study("scale", {"g": [1.0, None, 3.0], "m": [None, 2.0, None]}, "g", "m")
    with pytest.raises(OptionError, match="seed"):
        study("scale", seed=-1)
    nine = {"g": np.tile(np.arange(9), 20), "m": np.tile(np.arange(9), 20)}
    assert study("scale", nine, "g", "m").curve("mae")[-1][0] == 9
    assert "quarter" not in study("prevalence", nine, "g", "m").question
