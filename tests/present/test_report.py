"""Reports: one summary, several forms."""

import csv
import io
import json
import re
import shlex
import shutil
import subprocess
import xml.etree.ElementTree as ET
import zipfile
from contextlib import chdir, redirect_stdout
from html.parser import HTMLParser

import jsonschema
import polars as pl
import pytest
from typer.testing import CliRunner

import accord
from accord.base.wording import short
from accord.cli.app import app
from accord.inference.dirichlet import posterior_tails
from accord.present import FORMS, Figure, documents_of, notebook, rendered, schema_of
from helpers import running
from helpers.paths import EXAMPLES

HOSTILE = '<script>alert("x")</script>'


def run(*words, cwd=EXAMPLES, code=0):
    done = running.run(*words, cwd=cwd)
    assert done.returncode == code, done.stderr
    return done


def printed(lines, cwd=EXAMPLES):
    """What lines of Python print."""
    with chdir(cwd), redirect_stdout(io.StringIO()) as out:
        exec(lines, {})
    return out.getvalue()


@pytest.fixture(scope="module")
def summaries():
    """What the three commands print."""
    asked = {
        "report": "report essays.csv --weights quadratic --details --by class --replicates 500",
        "comparison": "compare before.csv after.csv --paired --margin .05",
        "evaluation": "evaluate machines.csv --gold teacher --range 0,4",
    }
    return {kind: json.loads(run(*words.split(), "--json").stdout) for kind, words in asked.items()}


@pytest.mark.parametrize("kind", ["report", "comparison", "evaluation"])
def test_json_keeps_to_its_published_schema(summaries, kind):
    schema = json.loads(schema_of(kind))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(summaries[kind], schema, cls=jsonschema.Draft202012Validator)
    spoilt = {**summaries[kind], "accord": 1}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(spoilt, schema, cls=jsonschema.Draft202012Validator)
    assert json.loads(run("schema", kind).stdout) == schema


@pytest.mark.parametrize(
    "words",
    [
        "report news.csv",
        "report crowd.csv --details --ci t",
        "compare essays.csv --by class",
        "compare machines.csv --gold teacher",
        "evaluate verdicts.csv --gold alice,bob --systems model",
    ],
)
def test_other_examples_keep_to_the_schema(words):
    summary = json.loads(run(*words.split(), "--json").stdout)
    jsonschema.validate(summary, json.loads(schema_of(summary["kind"])))


class Outline(HTMLParser):
    """Tags, texts and ids of a page."""

    def __init__(self):
        super().__init__()
        self.tags, self.ids, self.addresses, self.text = [], [], [], []

    def handle_starttag(self, tag, attrs):
        facts = dict(attrs)
        self.tags.append(tag)
        self.ids += [facts["id"]] if "id" in facts else []
        self.addresses += [facts[k] for k in ("src", "href") if k in facts]

    def handle_data(self, data):
        self.text.append(data)


def outline(page):
    found = Outline()
    found.feed(page)
    return found


@pytest.mark.parametrize("kind", ["report", "comparison", "evaluation"])
def test_html_holds_everything_and_fetches_nothing(summaries, kind):
    drawn = {"coefficients": Figure("coefficients", "Title", "What it shows", "<svg/>")}
    page = outline(rendered(summaries[kind], "html", drawn).decode())
    text = " ".join(page.text)
    assert page.tags.count("h1") == 1
    assert len(page.ids) == len(set(page.ids))
    assert "script" not in page.tags
    for address in page.addresses:
        assert address.startswith(("data:image/svg+xml;base64,", "https://doi.org/"))
    assert summaries[kind]["apa"] in text
    assert summaries[kind]["reproduce"]["command"] in text
    for reference in summaries[kind]["references"]:
        assert reference["text"].split(" https")[0] in text


def test_every_number_of_the_table_is_in_every_form(summaries):
    values = [e["value"] for e in summaries["report"]["coefficients"] if e["shown"]]
    for form in ("html", "fragment", "md", "tex"):
        page = rendered(summaries["report"], form).decode()
        for value in values:
            assert short(value, 3) in page
    rows = list(csv.DictReader(io.StringIO(rendered(summaries["report"], "csv").decode())))
    whole = [float(row["value"]) for row in rows if not row["group"]]
    assert whole == [e["value"] for e in summaries["report"]["coefficients"]]
    assert {row["group"] for row in rows} > {""}


def test_workbook_has_numbers_in_full(summaries):
    book = rendered(summaries["report"], "xlsx")
    table = pl.read_excel(io.BytesIO(book), sheet_name="Coefficients", engine="calamine")
    shown = [e for e in summaries["report"]["coefficients"] if e["shown"]]
    assert table["Value"].to_list() == [e["value"] for e in shown]
    assert table["Coefficient"].to_list() == [e["title"] for e in shown]


def hostile(tmp_path, label):
    path = tmp_path / "hostile.csv"
    rows = [[label, label], ["no", "no"], [label, "no"], ["no", label], [label, label]]
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([["=ann", "bo$_1$"], *rows * 4])
    return path


@pytest.mark.parametrize("label", [HOSTILE, "=1+2", "\\input{x}%$&_#^~{}", "a|b`c*d_e"])
def test_labels_are_text_in_every_form(tmp_path, label):
    path = hostile(tmp_path, label)
    summary = json.loads(run("report", path, "--details", "--json").stdout)
    page = outline(rendered(summary, "html").decode())
    assert "script" not in page.tags
    assert label in " ".join(page.text)
    assert "<script" not in rendered(summary, "md").decode()
    tex = rendered(summary, "tex").decode()
    assert "\\input" not in tex
    with zipfile.ZipFile(io.BytesIO(rendered(summary, "xlsx"))) as book:
        sheets = [book.read(name) for name in book.namelist() if "sheet" in name]
        for sheet in sheets:
            assert b"<f>" not in sheet
    for row in csv.reader(io.StringIO(rendered(summary, "csv").decode())):
        assert not any(cell.startswith(("=", "@")) for cell in row)


def test_latex_is_balanced(summaries):
    tex = rendered(summaries["report"], "tex").decode()
    depth = 0
    for previous, letter in zip(" " + tex, tex, strict=False):
        depth += (letter == "{" and previous != "\\") - (letter == "}" and previous != "\\")
    assert depth == 0
    assert tex.count("\\toprule") == tex.count("\\bottomrule") == tex.count("\\begin{tabular}")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_latex_compiles(summaries, tmp_path):
    (tmp_path / "r.tex").write_bytes(rendered(summaries["report"], "tex"))
    words = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "r.tex"]
    subprocess.run(words, cwd=tmp_path, check=True, capture_output=True)


def test_the_command_gets_the_same_again(summaries):
    for summary in summaries.values():
        words = shlex.split(summary["reproduce"]["command"])
        assert words[0] == "accord"
        again = json.loads(run(*words[1:], "--json").stdout)
        assert again == summary


def test_the_python_lines_run(summaries):
    texts = {kind: printed(found["reproduce"]["python"]) for kind, found in summaries.items()}
    for e in summaries["report"]["coefficients"]:
        assert f"{e['title']} = {e['value']:.4f}" in texts["report"]


@pytest.mark.parametrize("ending", [*FORMS, "txt"])
def test_out_writes_each_form_wholly(tmp_path, ending):
    path = tmp_path / f"report.{ending}"
    done = run("report", "essays.csv", "--out", path, "--ci", "t")
    assert path.stat().st_size > 400
    assert "written to" in done.stderr
    assert list(tmp_path.iterdir()) == [path]


def test_pages_have_pictures_that_fetch_nothing(tmp_path):
    path = tmp_path / "report.html"
    words = ("--weights", "quadratic", "--ci", "t")
    run("report", "essays.csv", *words, "--out", path, "--plots", tmp_path / "p")
    page = path.read_text()
    listed = json.loads((tmp_path / "p" / "index.json").read_text())
    assert page.count("<img") == len(listed) > 4
    for picture in listed:
        svg = (tmp_path / "p" / f"{picture['name']}.svg").read_text()
        assert ET.fromstring(svg).tag.endswith("svg")
        assert picture["alt"]
        assert picture["title"]
    assert path.stat().st_size < 2_000_000


@pytest.mark.parametrize("ending", ["pdf", "docx", "htm"])
def test_unknown_endings_are_refused(tmp_path, ending):
    done = run("report", "essays.csv", "--out", tmp_path / f"r.{ending}", code=2)
    assert ".html" in done.stderr
    assert not list(tmp_path.iterdir())


def test_several_questions_are_a_table_and_a_part_for_each(tmp_path):
    path = tmp_path / "studio.json"
    tasks = [
        {
            "id": k,
            "annotations": [
                {
                    "completed_by": who,
                    "result": [
                        {"from_name": q, "type": "choices", "value": {"choices": [c]}}
                        for q, c in (("tone", "ab"[k % 2]), ("topic", "xy"[(k + who) % 2]))
                    ],
                }
                for who in (1, 2)
            ],
        }
        for k in range(8)
    ]
    path.write_text(json.dumps(tasks))
    summary = json.loads(run("report", path, "--json").stdout)
    jsonschema.validate(summary, json.loads(schema_of("report")))
    page = outline(rendered(summary, "html").decode())
    assert page.tags.count("article") == 3
    assert len(page.ids) == len(set(page.ids))


def test_apa_sentence_says_what_guidelines_ask_for():
    found = json.loads(run("report", "essays.csv", "--json").stdout)["apa"]
    assert found.startswith("Three raters rated 60 subjects on a scale of six categories")
    for part in (
        "9.4% of the ratings were missing",
        "95% CI [",
        "Fleiss' κ = .",
        "seed 1",
        "accord",
    ):
        assert part in found


def test_undefined_coefficients_are_said_with_their_reason(tmp_path):
    path = tmp_path / "same.csv"
    path.write_text("ann,bo\n" + "yes,yes\n" * 8)
    summary = json.loads(run("report", path, "--details", "--json").stdout)
    jsonschema.validate(summary, json.loads(schema_of("report")))
    for form in ("html", "md", "tex"):
        assert "is undefined" in rendered(summary, form).decode()


def test_notebooks_show_words_tables_and_pictures():
    marks = {"ann": [1, 2, 3, 3, 2, 1], "bo": [1, 2, 3, 2, 2, 1], "cy": [2, 2, 3, 3, 1, 1]}
    found = accord.agreement(marks, ci="t")
    assert "<table>" in found._repr_html_()
    assert short(found["gwet_ac"].value, 3) in found._repr_html_()
    assert "<table>" in accord.gwet_ac(marks)._repr_html_()
    assert "<img" in accord.pairwise(marks)._repr_html_()
    assert "<table>" in accord.plan(0.8, width=0.4, samples=50)._repr_html_()
    verdict = accord.evaluate(EXAMPLES / "machines.csv", gold="teacher", range=(0, 4))
    assert "identical marks" in verdict._repr_html_()
    compared = accord.compare(EXAMPLES / "before.csv", EXAMPLES / "after.csv", paired=True)
    assert "Differences" not in compared._repr_html_()
    assert "before − after" in notebook(compared)
    spiked = {"ann": [HOSTILE, "b"] * 4, "bo": [HOSTILE, "b"] * 4}
    assert "<script" not in accord.agreement(spiked, ci="t")._repr_html_()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["plain.csv", "--no-header", "--seed", "0"], ["header=False", "seed=0"]),
        (["named.csv", "more.csv", "--raters", "ann,bo"], ["accord.merge('named.csv', 'more.csv'"]),
        (["named.csv", "--null", "-.2", "--alternative", "greater"], ["null=-0.2"]),
    ],
)
def test_python_lines_say_what_the_command_says(tmp_path, words, told):
    rows = "1,2\n1,1\n2,2\n1,1\n2,1\n2,2\n"
    (tmp_path / "plain.csv").write_text(rows)
    (tmp_path / "named.csv").write_text("ann,bo\n" + rows)
    (tmp_path / "more.csv").write_text("ann,bo\n" + rows)
    summary = json.loads(run("report", *words, "--json", cwd=tmp_path).stdout)
    lines = summary["reproduce"]["python"]
    assert all(part in lines for part in told)
    text = printed(lines, tmp_path)
    for e in summary["coefficients"]:
        assert f"{e['title']} = {e['value']:.4f}" in text


def test_comparison_with_a_matrix_of_weights(tmp_path):
    (tmp_path / "a.csv").write_text("ann,bo\n1,2\n1,1\n2,2\n1,1\n2,1\n2,2\n")
    (tmp_path / "b.csv").write_text("ann,bo\n1,1\n1,1\n2,2\n1,1\n2,1\n2,2\n")
    (tmp_path / "w.csv").write_text("1,.5\n.5,1\n")
    asked = ["compare", "a.csv", "b.csv", "--weights", "w.csv", "--json"]
    summary = json.loads(run(*asked, cwd=tmp_path).stdout)
    assert "[[1.0, 0.5], [0.5, 1.0]]" in summary["reproduce"]["python"]
    assert summary["sentence"] in printed(summary["reproduce"]["python"], tmp_path)


def test_nothing_of_the_users_is_overwritten(tmp_path):
    data = "ann,bo\n1,2\n1,1\n2,2\n1,1\n2,1\n2,2\n"
    (tmp_path / "marks.csv").write_text(data)
    (tmp_path / "w.csv").write_text("1,.5\n.5,1\n")
    (tmp_path / "index.json").write_text(json.dumps([{"ann": "1", "bo": "2"}] * 4))
    for words in (
        ["marks.csv", "--weights", "w.csv", "--out", "w.csv"],
        ["index.json", "--plots", "."],
        ["marks.csv", "--out", "index.json", "--plots", "."],
        ["marks.csv", "--plots", "w.csv"],
        ["marks.csv", "--out", "nowhere/r.html"],
    ):
        before = {path: path.read_bytes() for path in tmp_path.iterdir()}
        run("report", *words, cwd=tmp_path, code=2)
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_links_stay_links_and_pipes_stay_pipes(tmp_path):
    (tmp_path / "marks.csv").write_text("ann,bo\n1,2\n1,1\n2,2\n1,1\n2,1\n2,2\n")
    (tmp_path / "there").mkdir()
    (tmp_path / "link.json").symlink_to(tmp_path / "there" / "real.json")
    run("report", "marks.csv", "--out", "link.json", cwd=tmp_path)
    assert (tmp_path / "link.json").is_symlink()
    assert json.loads((tmp_path / "there" / "real.json").read_text())["kind"] == "report"
    done = running.run_process("report", "marks.csv", "--out", "/dev/stdout", cwd=tmp_path)
    assert done.returncode == 0
    assert "Two raters rated six subjects" in done.stdout


def test_control_characters_reach_no_form(tmp_path):
    path = tmp_path / "groups.csv"
    with path.open("w", newline="") as stream:
        rows = [["a\x01\u202eb", 1, 2], ["a\x01\u202eb", 1, 1], ["[c", 2, 2], ["[c", 1, 1]]
        csv.writer(stream).writerows([["site", "ann", "bo"], *rows * 3])
    summary = json.loads(run("report", path, "--by", "site", "--json").stdout)
    for form in ("html", "md", "tex", "csv"):
        page = rendered(summary, form).decode()
        assert "\x01" not in page
        assert "\u202e" not in page
    with zipfile.ZipFile(io.BytesIO(rendered(summary, "xlsx"))) as book:
        for name in book.namelist():
            if name.endswith(".xml"):
                ET.fromstring(book.read(name))


def test_words_about_agreement_are_true_with_gaps(tmp_path):
    path = tmp_path / "gaps.csv"
    path.write_text("a,b,c,d,e\n" + "x,x,,,\n" * 18 + "y,x,y,x,y\n" * 5)
    summary = json.loads(run("report", path, "--json", "--replicates", "300").stdout)
    assert "On average over subjects, they agreed exactly on 87.0% of the pairs" in summary["apa"]


def test_methods_are_those_of_what_is_defined(tmp_path):
    words = ["essays.csv", "--coefficients", "cohen_kappa,gwet_ac", "--null", ".2", "--json"]
    asked = [*words, "--alternative", "greater", "--ci", "t", "--se", "jackknife"]
    summary = json.loads(run("report", *asked).stdout)
    assert "one-sided tests for values above 0.2." in summary["methods"]
    assert "jackknife standard errors" in summary["apa"]


def test_nothing_is_drawn_for_what_a_terminal_does_not_show(tmp_path, monkeypatch):
    """Of decimals: exact agreement, the intervals of pairs, and the interval of all raters."""
    rows = [f"s{k},{k * 0.37:.2f},{k * 0.37 + k % 3 * 0.1:.2f},{k * 0.36:.2f}" for k in range(30)]
    path = tmp_path / "diameters.csv"
    path.write_text("\n".join(["id,ann,bo,cy", *rows]))
    drawn = []

    def recorded(evaluations, *rest, **options):
        drawn.append([(e.coefficient.name, e.scheme.name, e.patterns.r) for e in evaluations])
        return posterior_tails(evaluations, *rest, **options)

    monkeypatch.setattr("accord.inference.estimate.posterior_tails", recorded)
    done = CliRunner().invoke(app, ["report", str(path), "--details"])
    assert done.exit_code == 0, done.output
    known = [part for part in drawn if part]
    assert [part for part in known if any(scheme == "identity" for _, scheme, _ in part)] == []
    leading, *left_out = known
    assert len(left_out) == 3, "one for each rater who is left out, and none for pairs"
    assert {name for part in left_out for name, *_ in part} == {"krippendorff_alpha"}
    assert {name for name, *_ in leading} >= {"krippendorff_alpha", "conger_kappa"}


@pytest.mark.parametrize("ending", ["txt", "md", "html", "tex"])
def test_a_doubt_about_the_layout_stands_between_headline_and_tables(tmp_path, ending):
    path, out = tmp_path / "table.csv", tmp_path / f"report.{ending}"
    path.write_text("45,5\n5,45\n")
    run("report", path, "--out", out, "--ci", "t")
    words = " ".join(re.sub(r"<[^>]*>", " ", out.read_text()).split())
    doubt = words.index("looks like a contingency table")
    assert words.index("agreed exactly on") < doubt < words.index("Brennan")
    assert words.count("looks like a contingency table") == 1
    assert doubt < words.index("The first row looks like data")


def test_doubts_come_first_in_every_kind_of_result(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("45,5\n5,45\n")
    commands = [
        ["report", path],
        ["preview", path],
        ["agree", path],
        ["compare", path, path],
        ["compare", path, "--coefficient", "gwet_ac,cohen_kappa"],
        ["evaluate", path, "--gold", "1"],
    ]
    for command in commands:
        found = json.loads(run(*command, "--json").stdout)
        assert found["doubts"], command
        assert set(found["doubts"]) <= set(found["warnings"]), command
        first, *others = documents_of(found)[0].sections
        assert first.name == "doubts", command
        assert "contingency" in first.blocks[0].items[0], command
        notes = [text for own in others if own.name == "notes" for text in own.blocks[0].items]
        assert not any("contingency" in text for text in notes), command


def test_groups_show_exact_and_weighted_agreement(tmp_path):
    rows = [f"s{k},{'NS'[k % 2]},{k % 5},{(k + k % 3) % 5}" for k in range(40)]
    path, out = tmp_path / "sites.csv", tmp_path / "report.md"
    path.write_text("\n".join(["id,site,ann,bo", *rows]))
    run("report", path, "--by", "site", "--out", out)
    parts = out.read_text().split("**Group ")[1:]
    assert len(parts) == 2
    for group in parts:
        assert "Exact agreement" in group
        assert "Weighted agreement, quadratic weights" in group
