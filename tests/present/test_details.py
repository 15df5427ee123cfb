"""Details of a report are as recorded.

``details.json.gz`` has what is printed: the details in JSON, the text of the report,
the keys of its numbers, the names of the figures, and the JSON Schema.
``python -m present.test_details`` in the folder of the tests records it anew.
"""

import gzip
import json
import math
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

from accord.present import documents_of, schema_of, text
from helpers.paths import EXAMPLES
from helpers.running import run

RECORDING = Path(__file__).with_name("details.json.gz")
QUICK = ("--ci", "t", "--replicates", "200")
CASES = {
    "ordinal": ("essays.csv", "--level", "ordinal"),
    "weights": ("essays.csv", "--weights", "quadratic", "--by", "class"),
    "two raters": ("news.csv", "--se", "null"),
    "many categories by few": ("crowd.csv",),
    "words": ("verdicts.csv",),
    "responses": ("faculty.csv", "--score", "clarity,grammar"),
    "posterior draws": ("news.csv", "--ci", "dirichlet"),
    "two scores": ("scores",),
    "two measurements": ("measurements",),
    "few measurements": ("few_measurements",),
    "gaps": ("gaps",),
    "many raters": ("raters",),
    "many codes": ("codes", "--level", "nominal"),
    "one category": ("one",),
    "counts": ("counts", "--layout", "counts"),
}


def tables():
    """Tables of random ratings by name."""
    rng = np.random.default_rng(18)
    scores = rng.integers(0, 12, (40, 1)) + rng.integers(-2, 3, (40, 2))
    gaps = rng.integers(1, 5, (30, 4)).astype(object)
    gaps[rng.random(gaps.shape) < 0.2] = ""
    return {
        "scores": scores,
        "measurements": np.round(rng.normal(30, 8, (90, 1)) + rng.normal(0, 2, (90, 2)), 2),
        "few_measurements": np.round(rng.normal(30, 8, (20, 1)) + rng.normal(0, 2, (20, 3)), 1),
        "gaps": gaps,
        "raters": rng.integers(1, 4, (25, 54)),
        "codes": rng.integers(100, 190, (60, 3)),
        "one": np.ones((6, 3), dtype=int),
        "counts": rng.multinomial(5, [0.5, 0.3, 0.2], 25),
    }


def write_tables(folder):
    """Write the tables as CSV files."""
    for name, table in tables().items():
        header = ",".join(f"r{k}" for k in range(table.shape[1]))
        rows = "\n".join(",".join(map(str, row)) for row in table.tolist())
        (folder / f"{name}.csv").write_text(f"{header}\n{rows}\n", encoding="utf-8")


def printed(folder, name):
    """What is printed in a case: details, text and names of figures."""
    file, *options = CASES[name]
    path = EXAMPLES / file if file.endswith(".csv") else folder / f"{file}.csv"
    plots = folder / f"figures of {name}"
    done = run("report", path, "--details", "--json", "--plots", plots, *QUICK, *options)
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout) | {"source": file}
    cells = [cell for document in documents_of(summary) for cell in document.cells()]
    return {
        "details": summary["details"],
        "warnings": summary["warnings"],
        "text": text(documents_of(summary)),
        "keys": [[c.key, c.text] for c in cells if c.key.startswith("details/")],
        "figures": sorted(file.stem for file in plots.iterdir()),
    }


def same(one, other):
    """Whether two JSON values have the same keys and equal numbers."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float) and isinstance(other, float | int):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    return bool(one == other)


def unordered(schema):
    """Return a schema in which lists of required keys have no order."""
    if isinstance(schema, list):
        return [unordered(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: sorted(part) if key == "required" else unordered(part) for key, part in schema.items()
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Folder of the tables of random ratings."""
    folder = tmp_path_factory.mktemp("details")
    write_tables(folder)
    return folder


@pytest.fixture(scope="module")
def recording():
    """What was printed before."""
    return json.loads(gzip.decompress(RECORDING.read_bytes()))


@pytest.mark.parametrize("name", CASES)
def test_details_are_as_before(folder, recording, name):
    old, new = recording["cases"][name], printed(folder, name)
    assert same(old["details"], new["details"])
    assert old["warnings"] == new["warnings"]
    assert old["text"] == new["text"]
    assert old["keys"] == new["keys"]
    assert old["figures"] == new["figures"]


def test_the_recording_has_every_section(recording):
    names = {n for case in recording["cases"].values() for n, v in case["details"].items() if v}
    assert names == {
        "categories", "pairs", "left_out", "disagreements", "confusion", "distributions",
        "limits", "missingness",
    }  # fmt: skip


def test_the_schema_is_as_before(recording):
    assert unordered(json.loads(schema_of("report"))) == unordered(recording["schema"])


def _record():
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write_tables(folder)
        cases = {name: printed(folder, name) for name in CASES}
    schema = json.loads(schema_of("report"))
    plain = json.dumps({"cases": cases, "schema": schema}, ensure_ascii=False)
    RECORDING.write_bytes(gzip.compress(plain.encode(), mtime=0))


if __name__ == "__main__":
    sys.exit(_record())
