"""Published and exact values of statistics of measurements, by family."""

import json
import math

import numpy as np
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


def ratings_of(name):
    """Codes of subjects and raters, and the ratings, of a data set of any kind."""
    data = DATA[name]
    if data["kind"] == "long":
        found = [(row[0], row[1], row[3]) for row in data["rows"]]
    elif data["kind"] == "wide":
        found = [(i, j, y) for i, row in enumerate(data["rows"]) for j, y in enumerate(row)]
    else:
        y = np.array(data["values"], dtype=float)
        found = [(i, j, y[i, j, t]) for i, j, t in np.ndindex(y.shape)]
    found = [row for row in found if row[2] is not None]
    subject, rater = (np.unique([row[j] for row in found], return_inverse=True)[1] for j in (0, 1))
    return subject, rater, np.array([row[2] for row in found], dtype=float)
