"""Concordance correlation, total deviation index and coverage probability."""

import math

import numpy as np
import pytest

import accord
from accord.errors import OptionError, UnsupportedError
from accord.inference.lin import concordance_of
from helpers.measurements import DATA, close, rows, values

PAIR = [[12, 11.7], [15, 13.5], [18.5, 19.2], [21, 20.8], [24, 26.3], [26.5, 25.8]]


@pytest.mark.parametrize("entry", [*values("ccc", "CCC"), *values("ccc", "OCCC")])
def test_concordance_correlation(entry):
    e = accord.ccc(rows(entry))
    assert close(e.value, entry["value"])
    assert close(e.se, entry["se"])
    if "lower_z" in entry:  # a normal distribution on the scale of Fisher's z
        half = 1.959963984540054 * e.se / (1 - e.value**2)
        limits = np.tanh(np.arctanh(e.value) + np.array([-half, half]))
        assert close(limits[0], entry["lower_z"], 1e-7)
        assert close(limits[1], entry["upper_z"], 1e-7)


@pytest.mark.parametrize("entry", values("ccc", "CCC"))
def test_lins_interval_and_the_parts_of_the_coefficient(entry):
    e = accord.ccc(rows(entry), ci="lin")
    assert close(e.lower, entry["lower_lin_z"], 1e-7)
    assert close(e.upper, entry["upper_lin_z"], 1e-7)
    parts = concordance_of(*np.array(rows(entry), dtype=float).T, np.ones(len(rows(entry))))
    assert close(parts.precision, entry["pearson"])
    assert close(parts.accuracy, entry["Cb"])
    assert close(parts.location_shift, entry["location_shift"])
    assert close(parts.scale_shift, entry["scale_shift"])
    assert close(math.sqrt(parts.variance), entry["se_lin"])


@pytest.mark.parametrize("entry", values("ccc", "TDI"))
def test_total_deviation_index(entry):
    share = entry["options"]["p"]
    e = accord.tdi(rows(entry), share=share)
    assert close(e.value, entry["value"])
    assert e.lower < e.value < e.upper
    lin = accord.tdi(rows(entry), share=share, ci="lin", confidence=0.9)
    assert close(lin.upper, entry["approx_upper95"], 1e-7)
    assert f"{entry['approx']:.6g}" in " ".join(lin.notes)


@pytest.mark.parametrize("entry", values("ccc", "coverage_probability"))
def test_coverage_probability(entry):
    e = accord.coverage_probability(rows(entry), delta=entry["options"]["delta"])
    assert close(e.value, entry["value"])
    assert close(e.se, entry["se_sd_n"])


@pytest.mark.parametrize("name", ["shrout_fleiss_1979", "anxiety", "negative"])
def test_it_is_kappa_with_quadratic_weights(name):
    table = DATA[name]["rows"]
    kappa = accord.conger_kappa(table, weights="quadratic", ci="t")
    e = accord.ccc(table)
    assert e.value == pytest.approx(kappa.value, abs=1e-12)
    assert e.se == pytest.approx(kappa.se, abs=1e-12)


def test_pairs_use_the_subjects_that_both_rated():
    table = [[1.5, 2, None], [3, 3.5, 4], [2, 2, 1], [4.5, None, 5], [None, 3, 2.5]]
    together = apart = 0.0
    for g, h in ((0, 1), (0, 2), (1, 2)):
        both = np.array([[row[g], row[h]] for row in table if None not in (row[g], row[h])])
        x, y = both.T
        together += 2 * np.cov(x, y, ddof=0)[0, 1]
        apart += x.var() + y.var() + (x.mean() - y.mean()) ** 2
    assert accord.ccc(table).value == pytest.approx(together / apart, abs=1e-12)
    single = [*table, [None, None, 7]]
    assert accord.ccc(single).value == pytest.approx(together / apart, abs=1e-12)
    assert accord.ccc(single).n == 5


def test_equal_constants_are_undefined_and_one_constant_is_0():
    assert math.isnan(accord.ccc([[2, 2], [2, 2], [2, 2]], level="interval").value)
    assert accord.ccc([[2, 1], [2, 3], [2, 2.5]]).value == pytest.approx(0, abs=1e-12)


def test_what_must_be_stated():
    with pytest.raises(OptionError, match="needs delta") as caught:
        accord.coverage_probability(PAIR)
    assert caught.value.option == "delta"
    names = {e.name for e in accord.agreement(PAIR, ci="t")}
    assert "tdi" in names
    assert "coverage_probability" not in names
    stated = accord.agreement(PAIR, options={"delta": 2}, ci="t")
    assert stated["coverage_probability"].value == accord.coverage_probability(PAIR, delta=2).value
    with pytest.raises(OptionError, match="between 0 and 1"):
        accord.tdi(PAIR, share=1)


def test_two_raters_only():
    three = [[*row, row[0]] for row in PAIR]
    for call in (accord.tdi, lambda data: accord.ccc(data, ci="lin")):
        with pytest.raises(UnsupportedError, match=r"2 raters|two raters"):
            call(three)


def test_differences_that_do_not_vary():
    shifted = [[1, 2.5], [2, 3.5], [4, 5.5]]
    assert accord.tdi(shifted).value == pytest.approx(1.5, abs=1e-12)
    assert accord.coverage_probability(shifted, delta=1).value == 0
    assert accord.coverage_probability(shifted, delta=2).value == 1
