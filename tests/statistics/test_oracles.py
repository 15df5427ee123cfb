"""Every value against independent ones (R irrCAC, irr, vcd and exact arithmetic)."""

import json

import numpy as np
import pytest

import accord
from accord.statistics import COEFFICIENTS
from helpers.paths import ORACLES

REFERENCE = json.loads((ORACLES / "reference.json").read_text())
ROWS = [
    pytest.param(name, row, id=f"{name}-{row['coefficient']}-{row['weights']}-{row['population']}")
    for name, block in REFERENCE.items()
    for row in block["rows"]
    if name != "k"
]


@pytest.fixture(scope="module")
def loaded():
    """Data by name; words are declared in alphabetical order, which irrCAC gives them."""
    tables = {}
    for name in REFERENCE:
        table = accord.load(ORACLES / f"{name}.csv")
        if not table.scale.ordered:
            table = accord.load(ORACLES / f"{name}.csv", categories=sorted(table.scale.labels))
        tables[name] = table
    return tables


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_value_terms_and_standard_errors(loaded, name, row):
    function = getattr(accord, row["coefficient"])
    options = {"weights": row["weights"], "population": row["population"]}
    found = function(loaded[name], **options)
    assert found.value == pytest.approx(row["value"], abs=1e-10)
    assert found.observed == pytest.approx(row["pa"], abs=1e-10)
    assert found.chance == pytest.approx(row["pe"], abs=1e-10)
    if row["se"] is not None:
        assert found.se == pytest.approx(row["se"], rel=1e-8)
        jackknife = function(loaded[name], se="jackknife", **options)
        assert jackknife.se == pytest.approx(row["se_jackknife"], rel=1e-8)
    gwet = function(loaded[name], se="gwet", **options)
    assert gwet.se == pytest.approx(row["se_gwet"], rel=1e-8)
    assert gwet.interval.low == pytest.approx(row["irrcac_lower"], abs=1e-8)
    assert gwet.interval.high == pytest.approx(row["irrcac_upper"], abs=1e-8)


METRICS = {
    "nominal": "identity",
    "ordinal": "krippendorff_ordinal",
    "interval": "quadratic",
    "ratio": "ratio",
}


@pytest.mark.parametrize("name", [name for name in REFERENCE if name != "k"])
def test_krippendorff_metrics(loaded, name):
    for metric, expected in REFERENCE[name]["krippendorff_metrics"].items():
        alpha = accord.krippendorff_alpha(loaded[name], weights=METRICS[metric])
        assert alpha.value == pytest.approx(expected, abs=1e-10)


FUNCTIONS = {
    "pa2.table": "percent_agreement",
    "kappa2.table": "cohen_kappa",
    "scott2.table": "scott_pi",
    "gwet.ac1.table": "gwet_ac",
    "bp2.table": "brennan_prediger",
    "krippen2.table": "krippendorff_alpha",
    "bangdiwala.table": "bangdiwala_b",
}
TABLES = [
    pytest.param(table, result, id=f"{name}-{number}-{result['function']}-{result['weights']}")
    for name, block in REFERENCE.items()
    if name != "k"
    for number, table in enumerate(block["tables"])
    for result in table["results"]
]


@pytest.mark.parametrize(("table", "result"), TABLES)
def test_contingency_tables(table, result):
    function = getattr(accord, FUNCTIONS[result["function"]])
    found = function(
        np.array(table["table"]),
        weights=result["weights"],
        layout="contingency",
        categories=table["categories"],
    )
    n = np.sum(table["table"])
    assert found.value == pytest.approx(result["value"], abs=1e-10)
    if result["pa"] is not None:
        assert found.observed == pytest.approx(result["pa"], abs=1e-10)
        assert found.chance == pytest.approx(result["pe"], abs=1e-10)
    assert found.se == pytest.approx(result["se_n"] * np.sqrt(n / (n - 1)), rel=1e-8, abs=1e-40)


def test_constant_ratings_are_undefined_with_a_reason(loaded):
    found = accord.agreement(loaded["k"])
    for estimate in found:
        if not COEFFICIENTS[estimate.name].corrected and estimate.name != "bangdiwala_b":
            assert estimate.value == 1
        else:
            assert np.isnan(estimate.value)
            assert "every rating is '1'" in estimate.reason
    assert len([text for text in found.warnings if "undefined" in text]) == 1


@pytest.mark.parametrize("name", ["a", "b", "c", "e", "g", "g2", "j"])
def test_light_and_fleiss_of_irr(loaded, name):
    irr = REFERENCE[name]["irr"]
    if name in ("b", "e"):  # irr drops subjects with a missing rating
        rows = np.genfromtxt(ORACLES / f"{name}.csv", delimiter=",", skip_header=1)
        data = rows[~np.isnan(rows).any(axis=1)]
    else:
        data = loaded[name]
    assert accord.light_kappa(data).value == pytest.approx(irr["light"], abs=1e-10)
    assert accord.fleiss_kappa(data).value == pytest.approx(irr["fleiss"], abs=1e-10)


@pytest.mark.parametrize("name", ["a", "c", "g", "g2"])
def test_kappa_of_vcd(loaded, name):
    names = loaded[name].raters
    for row in REFERENCE[name]["vcd"]:
        weights = "quadratic" if "Fleiss-Cohen" in row["call"] else "linear"
        pair = [names[g - 1] for g in row["raters"]]
        n = loaded[name].n
        options = {"raters": pair}
        plain = accord.cohen_kappa(loaded[name], **options)
        weighted = accord.cohen_kappa(loaded[name], weights=weights, **options)
        assert plain.value == pytest.approx(row["kappa"], abs=1e-10)
        assert weighted.value == pytest.approx(row["weighted_kappa"], abs=1e-10)
        factor = np.sqrt(n / (n - 1))
        assert plain.se == pytest.approx(row["ase"] * factor, rel=1e-8)
        assert weighted.se == pytest.approx(row["weighted_ase"] * factor, rel=1e-8)
