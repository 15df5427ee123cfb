"""Intraclass correlations and variance components."""

import math

import numpy as np
import pytest

import accord
from accord.analysis.views.reliability import number_sums_of
from accord.statistics.variance_components import mean_squares, one_way, two_way
from helpers.measurements import DATA, close, rows, values

NAMES = {
    "ICC(1)": "icc_1",
    "ICC(k)": "icc_1k",
    "ICC(C,1)": "icc_c1",
    "ICC(C,k)": "icc_ck",
    "ICC(A,1)": "icc_a1",
    "ICC(A,k)": "icc_ak",
}
KINDS = [case for name in NAMES for case in values("icc", name)]
GAPS = [case for case in values("icc_unbalanced") if case.values[0]["data"] in ("gaps", "iccdata3")]


def wide(name):
    """Ratings of a data set without replicates as rows."""
    data = DATA[name]
    if data["kind"] == "wide":
        return data["rows"]
    raters = sorted({row[1] for row in data["rows"]})
    subjects = sorted({row[0] for row in data["rows"]})
    cells = {(row[0], row[1]): row[3] for row in data["rows"]}
    return [[cells.get((s, g)) for g in raters] for s in subjects]


@pytest.mark.parametrize("entry", KINDS)
def test_values_and_standard_errors(entry):
    e = getattr(accord, NAMES[entry["statistic"]])(rows(entry))
    assert close(e.value, entry["value"])
    if "se" in entry:
        assert close(e.se, entry["se"])


@pytest.mark.parametrize("entry", values("icc", "variance_components"))
def test_components_and_mean_squares(entry):
    t = number_sums_of(accord.load(rows(entry)))
    squares, parts = mean_squares(t), two_way(t)
    found = (squares.rows, squares.columns, squares.error, squares.within)
    assert all(map(close, found, (entry[key] for key in ("MSR", "MSC", "MSE", "MSW"))))
    for part, key in ((parts.subjects, "subject"), (parts.raters, "rater")):
        assert close(part.value[0], entry[key])
    assert close(parts.error.value[0], entry["residual"])


@pytest.mark.parametrize("entry", GAPS)
def test_gaps(entry):
    table = wide(entry["data"])
    t = number_sums_of(accord.load(table))
    if entry["statistic"] == "ICC(1A)":
        parts, e = one_way(t), accord.icc_1(table, ci="f")
        assert close(parts.subjects.value[0], entry["subject"])
        assert close(parts.error.value[0], entry["error"])
        assert close(e.value, entry["value"])
        assert close(e.p_value, entry["p"], 1e-7)
        assert close(e.lower, entry["lower"], 1e-7)
        assert close(e.upper, entry["upper"], 1e-7)
    elif entry["statistic"] == "ICC(2,nointer)":
        parts = two_way(t)
        for part, key in ((parts.subjects, "subject"), (parts.raters, "rater")):
            assert close(part.value[0], entry[key])
        assert close(parts.error.value[0], entry["error"])
        assert close(accord.icc_a1(table).value, entry["inter"])


def test_a_negative_component_of_subjects_gives_0_and_not_minus_0():
    e = accord.icc_1([[1, 5], [4, 2], [3, None], [2, 3]])
    assert str(e.value) == "0.0"
    assert "counts as 0" in " ".join(e.notes)


def test_a_negative_component_of_raters_is_set_to_0_with_a_note():
    e = accord.icc_a1(wide("iccdata3"))
    assert (
        "raters is estimated as negative and counts as 0; with it, the ICC is 0.7986"
        in " ".join(e.notes)
    )
    assert not accord.icc_a1(DATA["negative"]["rows"]).notes


def test_no_variance_is_undefined():
    for name in NAMES.values():
        for table in ([[1, 1], [1, 1], [1, 1]], [[0.1, 0.1], [0.1, 0.1], [0.1, 0.1]]):
            e = getattr(accord, name)(table, ci="f")
            assert math.isnan(e.value)
            assert math.isnan(e.p_value)
            assert "do not vary" in e.reason


def test_without_residual_consistency_is_1_and_agreement_is_not():
    shifted = [[1, 2.5], [2, 3.5], [3, 4.5], [7, 8.5]]
    result = accord.icc(shifted, ci="f")
    assert result["icc_c1"].value == 1
    assert tuple(result["icc_c1"].interval) == (1, 1)
    assert result["icc_a1"].value < 0.9
    same = accord.icc([[1.5, 1.5], [2, 2], [3, 3], [7, 7]], ci="f")
    assert {e.value for e in same} == {1.0}
    assert same["icc_a1"].p_value == 0


def test_without_variance_between_subjects_means_have_no_reliability():
    opposed = accord.icc([[1, 2.5, 4], [4, 2.5, 1], [2.5, 2.5, 2.5], [2.5, 4, 1]], ci="f")
    assert opposed["icc_1"].value == pytest.approx(-1 / 2, abs=1e-12)
    assert opposed["icc_c1"].value == pytest.approx(-1 / 2, abs=1e-12)
    for name in ("icc_1k", "icc_ck"):
        assert math.isnan(opposed[name].value)


def test_large_values_keep_their_digits():
    table = np.array(DATA["shrout_fleiss_1979"]["rows"], dtype=float)
    for name in NAMES.values():
        small, large = (getattr(accord, name)(t, ci="f") for t in (table, table / 1e3 + 1e6))
        assert large.value == pytest.approx(small.value, abs=1e-6)
        assert large.lower == pytest.approx(small.lower, abs=1e-6)


def test_raters_need_not_be_known_for_the_one_way_design():
    table = np.array(DATA["anxiety"]["rows"])
    counts = np.stack([(table == k).sum(axis=1) for k in range(1, 7)], axis=1)
    bags = accord.load(counts, layout="counts", categories=list(range(1, 7)), level="interval")
    assert not bags.identity
    for name in ("icc_1", "icc_1k"):
        known, unknown = (getattr(accord, name)(data, ci="f") for data in (table, bags))
        assert unknown.value == pytest.approx(known.value, abs=1e-12)
        assert tuple(unknown.interval) == pytest.approx(tuple(known.interval), abs=1e-12)
    assert [e.name for e in accord.icc(bags)] == ["icc_1", "icc_1k"]


def test_means_of_gaps_have_the_harmonic_mean_of_ratings():
    table = wide("gaps")
    sizes = [sum(cell is not None for cell in row) for row in table]
    k = len(sizes) / sum(1 / size for size in sizes)
    single, mean = accord.icc_a1(table).value, accord.icc_ak(table).value
    assert mean == pytest.approx(k * single / (1 + (k - 1) * single), abs=1e-12)


@pytest.mark.parametrize("name", NAMES.values())
def test_weights_of_subjects_count_as_subjects(name):
    table = [[1.5, 2], [3, 3.5], [2, 2], [4.5, 3]]
    twice = getattr(accord, name)([*table, *table])
    by_count = accord.load([*table, *table])
    assert len(by_count) == 4
    assert getattr(accord, name)(by_count) == twice
