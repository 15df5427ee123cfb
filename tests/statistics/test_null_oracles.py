"""Tests of kappa against chance agreement, with published and exact values."""

import pytest

import accord
from helpers.measurements import DATA, close, rows, values


def loaded(entry):
    data = DATA[entry["data"]]
    if data["kind"] == "contingency":
        return accord.load(
            data["counts"], layout="contingency", categories=list(range(len(data["counts"])))
        )
    return accord.load(rows(entry), layout="wide")


@pytest.mark.parametrize("entry", values("null_tests", "cohen_kappa"))
def test_cohen(entry):
    weights = entry["options"]["weights"]
    usual = accord.cohen_kappa(loaded(entry), weights=weights, ci="t")
    assert close(usual.value, entry["value"])
    assert close(usual.se, entry["se"])
    null = accord.cohen_kappa(loaded(entry), weights=weights, ci="t", se="null")
    assert close(null.se, entry["ase0"])
    assert close(null.statistic, entry["z"])
    assert close(null.p_value, entry["p"], 1e-7)


@pytest.mark.parametrize("entry", values("null_tests", "fleiss_kappa"))
def test_fleiss(entry):
    null = accord.fleiss_kappa(loaded(entry), ci="t", se="null")
    assert close(null.value, entry["value"])
    assert close(null.se, entry["se0"])
    assert close(null.statistic, entry["z"])


@pytest.mark.parametrize("entry", values("null_tests", "fleiss_kappa_category"))
def test_fleiss_of_each_category(entry):
    table = accord.by_category(loaded(entry), ci="t", se="null")
    (row,) = (r for r in table if str(r.category) == entry["options"]["category"])
    assert close(row.kappa.value, entry["value"])
    assert close(row.kappa.se, entry["se0"])
    assert close(row.kappa.statistic, entry["z"])
    assert close(row.specific.value, entry["conditional_agreement"])
