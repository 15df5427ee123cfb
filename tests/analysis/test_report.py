"""The report of the library: the numbers of the command, in every form."""

import json

import pytest
from typer.testing import CliRunner

import accord
from accord.cli import app
from accord.errors import OptionError, UnknownNameError
from accord.present import FORMS, documents_of, rendered, summary_of, text
from helpers.paths import EXAMPLES

ESSAYS = EXAMPLES / "essays.csv"
ARTICLES = EXAMPLES / "articles.csv"
OF_THE_COMMAND = ("reproduce", "source")


def printed(*words):
    done = CliRunner().invoke(app, [*map(str, words), "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def plain(report):
    return json.loads(rendered(summary_of(report), "json"))


def without(summary):
    return {key: value for key, value in summary.items() if key not in OF_THE_COMMAND}


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ([], {}),
        (["--weights", "quadratic", "--seed", "3"], {"weights": "quadratic", "seed": 3}),
        (["--level", "ordinal", "--by", "class", "--ci", "t"],
         {"level": "ordinal", "by": "class", "ci": "t"}),
        (["--ci", "t", "--confidence", ".9"], {"ci": "t", "confidence": 0.9}),
        (["--headline", "fleiss_kappa", "--scale", "altman"],
         {"headline": "fleiss_kappa", "scale": "altman"}),
        (["--coefficients", "cohen_kappa,aickin_alpha", "--raters", "adams,chen",
          "--pseudo-count", "1"],
         {"coefficients": "cohen_kappa,aickin_alpha", "raters": "adams,chen",
          "options": {"pseudo_count": 1}}),
    ],
)  # fmt: skip
def test_the_report_has_the_numbers_of_the_command(words, options):
    by_command = printed("report", ESSAYS, "--details", *words)
    assert without(plain(accord.report(ESSAYS, **options))) == without(by_command)


def test_without_details_the_report_is_that_of_the_terminal():
    short = plain(accord.report(ESSAYS, details=False))
    assert "details" not in short
    assert without(short) == without(printed("report", ESSAYS))


def test_several_variables_have_a_table_and_a_report_each():
    book = EXAMPLES / "codebook.csv"
    by_command = printed("report", ARTICLES, "--codebook", book, "--details", "--ci", "t")
    report = accord.report(ARTICLES, codebook=book, ci="t")
    found = plain(report)
    assert found["table"] == by_command["table"]
    for mine, other in zip(found["questions"], by_command["questions"], strict=True):
        assert without(mine) == without(other)
    names = [part.name for part in report.variables]
    assert report[names[1]].presented.leading is report.variables[1].presented.leading
    with pytest.raises(UnknownNameError, match=names[0]):
        report["nothing"]


def test_data_in_memory_and_ratings_by_variable():
    marks = {"ann": [1, 2, 3, 3, 2, 1], "bo": [1, 2, 3, 2, 2, 1]}
    one = accord.report(marks, level="nominal", ci="t")
    assert one.table is None
    assert one.agreement["gwet_ac"].value == accord.gwet_ac(marks, level="nominal", ci="t").value
    tables = {"tone": accord.load(marks), "depth": accord.load(marks)}
    two = accord.report(tables, ci="t")
    assert [row.variable for row in two.table] == ["tone", "depth"]


@pytest.mark.parametrize("form", [*FORMS])
def test_a_report_is_saved_in_every_form(tmp_path, form):
    report = accord.report(ESSAYS, ci="t")
    path = tmp_path / f"report.{form}"
    report.save(path, source="essays")
    assert path.stat().st_size > 400
    assert list(tmp_path.iterdir()) == [path]
    if form in ("html", "md", "tex"):
        content = path.read_text()
        assert "essays" in content
        assert ("<img" in content or "<svg" in content) is (form == "html")


def test_results_of_all_kinds_are_saved(tmp_path):
    machines = EXAMPLES / "machines.csv"
    results = [
        accord.agreement(ESSAYS, ci="t"),
        accord.compare(EXAMPLES / "before.csv", EXAMPLES / "after.csv", method="influence"),
        accord.evaluate(machines, gold="teacher", ci="t"),
        accord.plan(0.8, width=0.4, samples=50),
        accord.decision_study(machines, reliability=0.9),
        accord.icc(ESSAYS),
        accord.limits_of_agreement(ESSAYS, "adams", "chen"),
        accord.pairwise(ESSAYS, ci="t"),
        accord.marginal_homogeneity(ESSAYS),
        accord.missingness(ESSAYS),
    ]
    for number, result in enumerate(results):
        path = tmp_path / f"{number}.md"
        result.save(path)
        assert "\n| " in path.read_text(), type(result).__name__


def test_pages_of_results_have_their_figure(tmp_path):
    for number, result in enumerate([accord.agreement(ESSAYS, ci="t"), accord.missingness(ESSAYS)]):
        path = tmp_path / f"{number}.html"
        result.save(path)
        assert "<img" in path.read_text()


def test_a_view_alone_has_the_table_of_the_report():
    found = accord.icc(ESSAYS)
    (document,) = documents_of(summary_of(found, "essays"))
    page = text([document])
    assert page.startswith(f"accord {accord.__version__}  essays")
    assert f"{found['icc_a1'].value:.3f}".lstrip("0") in page
    assert "<table>" in found._repr_html_()
    assert "<img" in accord.confusion(ESSAYS, "adams", "chen")._repr_html_()


def test_a_report_is_printed_as_on_a_terminal():
    report = accord.report(ESSAYS, ci="t", details=False)
    assert repr(report) == "AgreementReport('ratings')"
    done = CliRunner().invoke(app, ["report", str(ESSAYS), "--ci", "t"], env={"COLUMNS": "110"})
    assert str(report).splitlines()[2:5] == done.output.splitlines()[2:5]


def test_a_report_shows_itself_in_a_notebook():
    assert "<table>" in accord.report(ESSAYS, ci="t", details=False)._repr_html_()


@pytest.mark.parametrize("name", ["report.pdf", "report.docx"])
def test_an_unknown_form_is_refused(tmp_path, name):
    with pytest.raises(OptionError, match=r"must end in \.html"):
        accord.report(ESSAYS, ci="t", details=False).save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_missing_folder_is_refused(tmp_path):
    with pytest.raises(OptionError, match="there is no folder"):
        accord.agreement(ESSAYS, ci="t").save(tmp_path / "nowhere" / "r.html")
