"""Published and exact values of statistics of measurements, by family."""

import json
import math

import pytest

from helpers.paths import ORACLES

ORACLE = json.loads((ORACLES / "measurements.json").read_text())
DATA = ORACLE["datasets"]


def values(family, statistic=None):
    """Test parameters: the entries of a family, each with an id."""
    chosen = [
        entry
        for entry in ORACLE["values"]
        if entry["family"] == family and statistic in (None, entry["statistic"])
    ]
    return [pytest.param(entry, id=_id(entry)) for entry in chosen]


def _id(entry):
    options = "-".join(str(value) for value in entry.get("options", {}).values())
    return "-".join(filter(None, (entry["data"], entry["statistic"], options)))


def rows(entry):
    """Ratings of the data of an entry, of the raters that it names."""
    data = DATA[entry["data"]]
    chosen = entry.get("options", {}).get("raters")
    if chosen is None:
        return data["rows"]
    columns = [data["raters"].index(name) for name in chosen]
    return [[row[j] for j in columns] for row in data["rows"]]


def close(value, expected, tolerance=1e-9):
    """Whether a number is the expected one; None is undefined."""
    if expected is None:
        return math.isnan(value)
    return abs(value - expected) <= tolerance * max(1, abs(expected))
