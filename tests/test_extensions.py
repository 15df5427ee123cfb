"""A package of toys, built as docs/howto/extend.md says, adds one of each kind to accord.

The page's files are installed as they stand beside the tests; nothing of accord is changed.
"""

import csv
import html
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("extensions")]  # installed and run once

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "howto" / "extend.md"
RATINGS = "ann;bo;cy\n" + "y;y;y\nn;n;y\ny;n;n\nn;n;n\ny;y;y\nn;y;n\ny;y;y\nn;n;n\n" * 3
SCORES = "gold;one;two\n" + "1;2;1\n2;2;2\n3;3;1\n4;3;4\n2;1;2\n3;4;3\n1;1;1\n4;4;3\n" * 3
SCRIPT = """
import json, sys
from pathlib import Path
from typer.testing import CliRunner
from accord.cli import app

said = {}
for name, arguments in json.loads(sys.argv[1]).items():
    done = CliRunner().invoke(app, arguments)
    said[name] = done.stdout + done.stderr
    assert done.exit_code == 0, (name, said[name], done.exception)
Path("said.json").write_text(json.dumps(said), encoding="utf-8")
"""
KINDS = ("coefficients", "metrics", "sections", "readers")
FORMS = ("html", "md", "tex", "csv", "json", "txt", "xlsx")
COMMANDS = {
    **{f"list {kind}": ["list", kind] for kind in KINDS},
    "report": ["report", "ratings.toy", "--json", "--details"],
    "terminal": ["report", "ratings.toy", "--details"],
    "brief": ["report", "ratings.toy"],
    **{
        f"report {form}": ["report", "ratings.toy", "--details", "--out", f"report.{form}"]
        for form in FORMS
    },
    "evaluate": ["evaluate", "scores.toy", "--gold", "gold", "--json"],
    "evaluate brief": ["evaluate", "scores.toy", "--gold", "gold"],
    **{
        f"evaluate {form}": ["evaluate", "scores.toy", "--gold", "gold", "--out", f"scores.{form}"]
        for form in FORMS
    },
    "ranking": ["evaluate", "scores.toy", "--gold", "gold", "--headline", "mse", "--json"],
    "compare": [
        "compare", "ratings.toy", "--coefficient", "perreault_leigh",
        "--panel", "first=ann,bo", "--panel", "second=bo,cy", "--json",
    ],
    "plan": [
        "plan", "--value", ".5", "--coefficient", "perreault_leigh", "--width", ".4", "--ci", "t",
        "--json",
    ],
}  # fmt: skip
PYTHON = """
import json
import accord

ratings = "ratings.toy"
pairs = accord.pairwise(ratings, "perreault_leigh", ci="t")
left_out = accord.leave_one_out(ratings, "perreault_leigh", ci="t")
estimate = accord.perreault_leigh(ratings, ci="t")
print(json.dumps({
    "pairs": [pairs["ann", "bo"].value, pairs["ann", "bo"].lower],
    "left out": [left_out[0].estimate.value, left_out[0].estimate.lower],
    "estimate": [estimate.value, estimate.se, estimate.lower],
    "drawn": list(accord.perreault_leigh(ratings).interval),
    "all": "perreault_leigh" in accord.__all__,
    "doc": accord.perreault_leigh.__doc__.splitlines()[2],
    "category": accord.by_category(ratings, "perreault_leigh", ci="t")[0].kappa.value,
}))
"""


def page_files():
    """Files of the page by name: blocks of code that begin with a comment of their path."""
    blocks = re.findall(r"^```\w+\n# (\S+)\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    return dict(blocks)


def path_with(folder):
    """Return the path of modules with a folder first."""
    return os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))


def run(folder, *arguments):
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments], cwd=folder, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": path_with(folder), "COLUMNS": "100"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install(folder, files):
    """Write a package and its metadata, as an installer does."""
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    project = tomllib.loads(files["pyproject.toml"])["project"]
    about = folder / f"{project['name']}-{project['version']}.dist-info"
    about.mkdir()
    about.joinpath("METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {module}" for name, module in points.items())]
    about.joinpath("entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture(scope="module")
def toys(tmp_path_factory):
    """A folder in which the toys are installed."""
    folder = tmp_path_factory.mktemp("toys")
    install(folder, page_files())
    (folder / "ratings.toy").write_text("toy ratings\n" + RATINGS)
    (folder / "scores.toy").write_text("toy ratings\n" + SCORES)
    return folder


@pytest.fixture(scope="module")
def said(toys):
    """What each command prints; its files lie in the folder."""
    run(toys, "-c", SCRIPT, json.dumps(COMMANDS))
    return json.loads((toys / "said.json").read_text("utf-8"))


def test_the_page_has_a_file_of_each_kind():
    files = page_files()
    groups = tomllib.loads(files["pyproject.toml"])["project"]["entry-points"]
    modules = {point for points in groups.values() for point in points.values()}
    assert {f"{module.replace('.', '/')}.py" for module in modules} == set(files) - {
        "pyproject.toml"
    }
    assert set(groups) == {
        f"accord.{k}" for k in ("coefficients", "metrics", "sections", "readers")
    }


@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("coefficients", "perreault_leigh"),
        ("metrics", "mse"),
        ("sections", "uses"),
        ("readers", "toy"),
    ],
)
def test_each_is_listed(said, what, name):
    assert re.search(rf"^{name}\b", said[f"list {what}"], re.MULTILINE)


def test_the_coefficient_is_in_the_report(said):
    found = json.loads(said["report"])
    own = next(e for e in found["coefficients"] if e["name"] == "perreault_leigh")
    square = next(e for e in found["coefficients"] if e["name"] == "brennan_prediger")
    assert own["value"] == pytest.approx(square["value"] ** 0.5)
    assert own["se"] == pytest.approx(square["se"] / (2 * own["value"]))
    assert own["lower"] < own["value"] < own["upper"]
    assert any(
        "Perreault, W. D. and Leigh, L. E. (1989)" in row["text"] for row in found["references"]
    )
    assert "Perreault-Leigh's I" in said["brief"]


def test_the_section_is_in_the_report(said):
    section = json.loads(said["report"])["details"]["sections"]["uses"]
    marks = RATINGS.split("\n", 1)[1]
    assert section["categories"] == [
        {"category": each, "ratings": marks.count(each)} for each in ("n", "y")
    ]
    assert "Use of the categories" in said["terminal"]
    assert "Use of the categories" not in said["brief"]


def words_of(folder, name, form):
    """Text of a file in any form."""
    if form == "xlsx":
        import polars as pl

        book = pl.read_excel(folder / f"{name}.xlsx", sheet_id=0, has_header=False)
        cells = [cell for sheet in book.values() for row in sheet.rows() for cell in row]
        return " ".join(map(str, [*book, *cells]))
    text = (folder / f"{name}.{form}").read_text("utf-8")
    return html.unescape(text) if form == "html" else text


@pytest.mark.parametrize("form", FORMS)
def test_every_form_shows_the_coefficient_and_the_section(toys, said, form):
    text = words_of(toys, "report", form)
    assert ("perreault_leigh" if form == "csv" else "Perreault-Leigh's I") in text
    if form != "csv":  # which has the coefficients only
        assert ('"uses"' if form == "json" else "Use of the categories") in text
    if form == "csv":
        row = next(r for r in csv.DictReader(io.StringIO(text)) if r["name"] == "perreault_leigh")
        assert float(row["lower"]) < float(row["value"]) < float(row["upper"])


def test_the_metric_is_in_the_evaluation(said):
    found = json.loads(said["evaluate"])
    for system in found["systems"]:
        metrics = {m["name"]: m for m in system["metrics"]}
        assert metrics["mse"]["value"] == pytest.approx(metrics["rmse"]["value"] ** 2)
        assert 0 < metrics["mse"]["lower"] < metrics["mse"]["value"] < metrics["mse"]["upper"]
    assert any(row["metric"] == "mse" for row in found["comparisons"])
    assert "mean squared error" in said["evaluate brief"]
    assert json.loads(said["ranking"])["headline"] == "mse"


@pytest.mark.parametrize("form", FORMS)
def test_every_form_shows_the_metric(toys, said, form):
    assert ("mse" if form == "csv" else "mean squared error") in words_of(toys, "scores", form)


def test_the_coefficient_is_compared_and_planned(said):
    found = json.loads(said["compare"])
    assert found["lower"] < found["difference"] < found["upper"]
    choices = json.loads(said["plan"])["choices"]
    assert all(choice["subjects"] > 0 and choice["width"] <= 0.401 for choice in choices)


def test_the_coefficient_in_python(toys):
    found = json.loads(run(toys, "-c", PYTHON))
    for value, lower in (found["pairs"], found["left out"]):
        assert lower < value
    value, se, lower = found["estimate"]
    assert se > 0
    assert lower < value
    assert found["drawn"][0] < value < found["drawn"][1]
    assert found["all"]
    assert found["doc"].startswith("Share of ratings that are reliable")


OWN_SECTION = {
    "analysis/views/toy.py": '''
"""Number of ratings."""

from dataclasses import dataclass

from accord.analysis.views.sections import SectionRequest, section
from accord.base.serialise import Record


@dataclass(frozen=True)
class Ratings(Record):
    """Number of ratings."""

    number: float


@section(
    "toy",
    "Toy section",
    order=35,
    details_only=False,
    suits=lambda request: request.patterns.r == 3,
    note=lambda request: "the toy needs three raters.",
    text="How many ratings there are.",
)
def toy_section(request: SectionRequest) -> Ratings | None:
    return Ratings(float(request.patterns.ratings))
''',
    "present/documents/sections/toy.py": '''
"""Block on the number of ratings."""

from accord.present.cells import count, words
from accord.present.document import Column, Row, Table
from accord.present.documents.sections import blocks_of


@blocks_of("toy")
def toy_blocks(values, path):
    row = Row(path, (words("Ratings of the toy"), count(values["number"])))
    return [Table.of((Column("What"), Column("Number", "number")), [row])]
''',
    "present/figures/toy.py": '''
"""Figure of the number of ratings."""

from accord.analysis.views.toy import Ratings
from accord.present.figures.canvas import canvas, style
from accord.present.figures.registry import SectionFigure, draws, section_figure


def plot_toy(result):
    with style():
        figure, (ax,) = canvas(4, 2)
        ax.bar([0], [result.number])
    return figure


def describe_toy(result):
    return f"A bar of {result.number:g} ratings."


draws(Ratings, plot_toy, describe_toy)


@section_figure("toy")
def in_report(request):
    result = request.results.get("toy")
    return None if result is None else SectionFigure(result, "Toy figure")
''',
}
OWN_SCRIPT = """
import json
from typer.testing import CliRunner
from accord.cli import app
from accord.present import documents_of, loaded, schema_of, text

said = {}
for name, arguments in {
    "json": ["report", "ratings.csv", "--json", "--ci", "t"],
    "two": ["report", "ratings.csv", "--json", "--ci", "t", "--raters", "ann,bo"],
    "brief": ["report", "ratings.csv", "--ci", "t"],
    "html": ["report", "ratings.csv", "--ci", "t", "--out", "toy.html"],
    "list": ["list", "sections"],
}.items():
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, (name, done.output, done.exception)
    said[name] = done.stdout
summary = json.loads(said["json"])
said["again"] = loaded(summary).to_dict() == summary
said["schema"] = json.loads(schema_of("report"))
said["text"] = text(documents_of(summary), "always")
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """What a copy of accord prints that has one more section: three files, and no other change."""
    folder = tmp_path_factory.mktemp("own")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src" / "accord", folder / "accord", ignore=ignored)
    for name, text in OWN_SECTION.items():
        (folder / "accord" / name).write_text(text, encoding="utf-8")
    (folder / "ratings.csv").write_text(RATINGS.replace(";", ","))
    said = json.loads(run(folder, "-c", OWN_SCRIPT))
    said["page"] = html.unescape((folder / "toy.html").read_text("utf-8"))
    return said


def test_a_section_of_accord_is_its_files_and_nothing_else(own):
    summary = json.loads(own["json"])
    assert summary["sections"]["toy"] == {"number": 72}
    assert "details" not in summary
    assert re.search(r"^toy +Toy section +always", own["list"], re.MULTILINE)
    for form in ("brief", "text", "page"):
        assert "Toy section" in own[form], form
        assert "Ratings of the toy" in own[form], form
    assert 'data-key="sections/toy/number"' in own["page"]
    assert "A bar of 72 ratings." in own["page"]
    assert own["again"]


def test_the_section_is_in_the_schema(own):
    entry = own["schema"]["$defs"]["report"]["properties"]["sections"]
    assert entry["properties"]["toy"]["description"] == "How many ratings there are."
    assert own["schema"]["$defs"]["ratings"]["required"] == ["number"]


def test_a_section_that_does_not_suit_leaves_a_note(own):
    summary = json.loads(own["two"])
    assert "toy" not in summary.get("sections", {})
    assert "the toy needs three raters." in summary["warnings"]


def test_a_plugin_that_cannot_be_imported_is_left_out_with_a_warning(tmp_path):
    install(
        tmp_path,
        {
            "pyproject.toml": '[project]\nname = "broken"\nversion = "1"\n'
            '[project.entry-points."accord.coefficients"]\nbroken = "broken.part"\n',
            "broken/part.py": "raise RuntimeError('no luck')\n",
        },
    )
    script = "import accord; print('gwet_ac' in dir(accord))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": path_with(tmp_path)},
    )  # fmt: skip
    assert done.stdout.strip() == "True"
    assert "the plug-in broken (broken.part) was not loaded: RuntimeError: no luck" in done.stderr


def test_a_name_that_is_taken_is_refused():
    from accord.analysis.views import section
    from accord.analysis.views.sections import DECLARED
    from accord.statistics import COEFFICIENTS, coefficient, measure_of_marks, metric

    entry = COEFFICIENTS["gwet_ac"]
    again = coefficient("gwet_ac", symbol="", title="", references=(), missing="")
    with pytest.raises(ValueError, match="gwet_ac"):
        again(entry.formula)
    with pytest.raises(ValueError, match="mae"):
        metric("mae", "", "error", order=1)(entry.formula)
    with pytest.raises(ValueError, match="qwk"):
        measure_of_marks("qwk", "", entry, order=1)
    try:
        add = section("once", "Once", blocks=lambda values, path: [])
        add(lambda request: None)
        with pytest.raises(ValueError, match="once"):
            add(lambda request: None)
    finally:
        DECLARED.pop("once")
