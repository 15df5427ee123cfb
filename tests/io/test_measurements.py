"""Large arrays of measurements have the statistics of small ones, without categories."""

import math

import numpy as np
import pytest

import accord
from accord.data.columns.numbers import Numbers
from accord.errors import InputError
from accord.io import measurements
from accord.io.measurements import load_measurements
from accord.statistics import COEFFICIENTS

RNG = np.random.default_rng(5)
TABLE = np.round(RNG.normal(10, 2, (60, 1)) + RNG.normal(0, 1, (60, 3)), 2)
GAPS = np.where(RNG.random(TABLE.shape) < 0.2, np.nan, TABLE)
GAPS[7] = np.nan
MEASURED = [n for n, e in COEFFICIENTS.items() if e.numbers and None not in e.options.values()]


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(measurements, "MANY", 10)


@pytest.mark.parametrize("name", MEASURED)
@pytest.mark.parametrize("table", [TABLE, GAPS], ids=["complete", "gaps"])
@pytest.mark.parametrize("how", [{}, {"se": "jackknife"}])
def test_statistics_are_the_same(monkeypatch, name, table, how):
    table = table[:, :2] if COEFFICIENTS[name].raters == 2 else table
    usual = getattr(accord, name)(table, **how)
    monkeypatch.setattr(measurements, "MANY", 10)
    assert isinstance(load_measurements(table).columns, Numbers)
    fast = getattr(accord, name)(table, **how)
    assert fast.value == pytest.approx(usual.value, rel=1e-9)
    assert fast.se == pytest.approx(usual.se, rel=1e-7)
    assert tuple(fast.interval) == pytest.approx(tuple(usual.interval), rel=1e-6)
    assert fast.p_value == pytest.approx(usual.p_value, rel=1e-6)
    assert fast.df == pytest.approx(usual.df, rel=1e-9)
    assert (fast.n, fast.title) == (usual.n, usual.title)


def test_the_table_of_all_is_the_same(monkeypatch):
    usual = accord.icc(GAPS, ci="f").to_dict()
    monkeypatch.setattr(measurements, "MANY", 10)
    fast = accord.icc(GAPS, ci="f").to_dict()
    assert fast["components"] == pytest.approx(usual["components"], rel=1e-9)
    assert fast["n"] == usual["n"]
    for ours, theirs in zip(fast["coefficients"], usual["coefficients"], strict=True):
        assert (ours["lower"] is None) == (theirs["lower"] is None)
        assert ours["lower"] is None or ours["lower"] == pytest.approx(theirs["lower"], rel=1e-6)


@pytest.mark.parametrize("options", [{"raters": ["a", "b", "c"]}, {"level": "interval"}])
def test_options_of_reading_use_categories(few, options):
    assert not isinstance(load_measurements(TABLE, **options).columns, Numbers)
    assert accord.icc_a1(TABLE, **options).value == pytest.approx(accord.icc_a1(TABLE).value)


@pytest.mark.parametrize("data", [np.rint(TABLE), TABLE[:6], TABLE.tolist(), TABLE.astype(str)])
def test_other_data_use_categories(few, data):
    assert not isinstance(load_measurements(data).columns, Numbers)


def test_separate_raters(few):
    a, b, _ = TABLE.T
    assert accord.icc_a1(a, b).value == pytest.approx(accord.icc_a1(TABLE[:, :2]).value)


def test_infinite_numbers_and_silent_raters_are_treated_as_usual(few):
    wrong = TABLE.copy()
    wrong[3, 1] = math.inf
    with pytest.raises(InputError, match="infinite"):
        accord.icc_a1(wrong)
    silent = np.column_stack([TABLE, np.full(60, np.nan)])
    assert accord.icc(silent).raters == ("1", "2", "3")


def test_weights_of_a_million_subjects_are_not_sorted():
    x = RNG.normal(size=(20_000, 1)) + RNG.normal(size=(20_000, 4))
    assert isinstance(load_measurements(x).columns, Numbers)
    assert accord.icc_a1(x).value == pytest.approx(0.5, abs=0.02)
