"""Tables of many variables: the numbers of single analyses, in the rows that are asked for."""

import math

import numpy as np
import pytest

import accord
from accord.analysis.tables.flags import FLAGS
from accord.data.patterns import Patterns
from accord.errors import AccordError, InputError, OptionError, UnknownNameError
from accord.io.codebook import read_codebook

RNG = np.random.default_rng(19)
T = {"ci": "t"}
LESIONS = {"ann": [3.1, 4.2, 5.5, 8.0, 6.1], "bo": [3.0, 4.6, 5.1, 8.3, 6.0]}  # diameters in mm


def coded(n=60, categories="abc", noise=0.2, raters=("anna", "ben", "carla"), **how):
    """Ratings of a number of subjects, with a share of them at random."""
    truth = RNG.choice(list(categories), n)
    columns = {
        name: np.where(RNG.random(n) < noise, RNG.choice(list(categories), n), truth).tolist()
        for name in raters
    }
    return accord.load(columns, **how)


@pytest.fixture(scope="module")
def study():
    """Three variables: words, an ordered scale, numbers."""
    marks = RNG.integers(1, 6, (60, 1)) + RNG.integers(0, 2, (60, 3))
    return {
        "topic": coded(),
        "tone": coded(categories=["low", "mid", "high"]),
        "length": accord.load(marks, raters=["anna", "ben", "carla"]),
    }


def test_a_row_has_the_numbers_of_the_analysis_of_its_variable(study):
    table = accord.agreement_table(study, levels={"tone": "ordinal", "length": "interval"})
    alone = {
        "topic": accord.agreement(study["topic"], table.coefficients),
        "tone": accord.agreement(study["tone"], table.coefficients, level="ordinal"),
        "length": accord.agreement(study["length"], table.coefficients, level="interval"),
    }
    assert [row.variable for row in table] == list(study)
    for row in table:
        for name in table.coefficients:
            expected = alone[row.variable][name]
            assert row[name].value == expected.value
            assert tuple(row[name].interval) == pytest.approx(tuple(expected.interval))
            assert row[name].title == expected.title
            assert row.agreement[name] is row[name]
        exact = accord.percent_agreement(study[row.variable], weights="identity")
        assert row.exact_agreement.value == pytest.approx(exact.value)
        assert (row.subjects, row.raters) == (60, 3)
    assert [row.level for row in table] == ["nominal", "ordinal", "interval"]
    assert [row.level_guessed for row in table] == [True, False, False]


def test_the_order_of_the_variables_is_that_which_is_stated(study):
    table = accord.agreement_table(study, variables="length,topic", **T)
    assert table.variables == ("length", "topic")
    assert table["topic"].variable == "topic"


def test_the_coefficients_are_those_that_are_named(study):
    table = accord.agreement_table(study, "fleiss_kappa,brennan_prediger", **T)
    assert table.coefficients == ("fleiss_kappa", "brennan_prediger")
    expected = accord.fleiss_kappa(study["topic"], **T)
    assert table["topic"]["fleiss_kappa"].value == expected.value
    assert table["topic"].band == accord.benchmark(expected).band


def test_a_coefficient_that_does_not_suit_is_undefined_with_a_flag(study):
    row = accord.agreement_table(study, "cohen_kappa", **T)["topic"]
    assert math.isnan(row["cohen_kappa"].value)
    assert row.band is None
    (flag,) = [flag for flag in row.flags if flag.name == "undefined"]
    assert row["cohen_kappa"].reason.rstrip(".") in flag.text


def test_weights_of_a_variable_precede_those_of_all(study):
    table = accord.agreement_table(study, "gwet_ac", {"tone": "linear"}, levels="tone=ordinal", **T)
    assert table["tone"]["gwet_ac"].weights == "linear"
    assert table["topic"]["gwet_ac"].weights == "identity"
    text = accord.agreement_table(study, "gwet_ac", "tone=linear", levels="tone=ordinal", **T)
    assert str(text) == str(table)


def test_subgroups_are_rows_of_their_own():
    path = "examples/essays.csv"
    table = accord.agreement_table(path, by="class")
    single = accord.agreement(path, table.coefficients, by="class")
    assert [row.group for row in table] == [None, "A", "B"]
    for row in table:
        whole = single if row.group is None else single.groups[row.group]
        assert row["gwet_ac"].value == whole["gwet_ac"].value
        assert row.subjects == whole.data.subjects
    assert table.groups == ("A", "B")


def test_the_worst_rater_is_the_one_whom_leaving_out_helps_most(study):
    table = accord.agreement_table(study, levels={"tone": "ordinal"}, **T)
    for row, how in ((table["topic"], {}), (table["tone"], {"level": "ordinal"})):
        first = accord.leave_one_out(study[row.variable], "gwet_ac", **how, **T)[0]
        assert (row.worst_rater.rater, row.worst_rater.change) == (first.rater, first.change)
    two = accord.agreement_table({"x": coded(raters=("anna", "ben"))}, **T)
    assert two["x"].worst_rater is None


def flags(patterns, **options):
    row = accord.agreement_table({"x": patterns}, **options, **T)["x"]
    return {flag.name: flag.text for flag in row.flags}


def test_sound_ratings_have_no_flags():
    assert flags(coded(200, noise=0.1)) == {}


def test_each_oddity_has_a_flag_with_its_reason():
    anna = ["a"] * 97 + ["b"] * 3
    ben = ["a"] * 94 + ["b"] * 3 + ["a"] * 3
    found = {"skewed": flags(accord.load({"anna": anna, "ben": ben}))["skewed"]}
    found |= {"few subjects": flags(coded(12))["few subjects"]}
    rows = [["a", "b", None], ["b", None, "a"], [None, "a", "b"]] * 10
    found |= {"missing": flags(accord.load(rows))["missing"]}
    truth = ["a", "b"] * 20
    odd = accord.load({"anna": truth, "ben": truth, "carla": truth[::-1]})
    found |= {"rater": flags(odd)["rater"]}
    typing = accord.load({"anna": truth, "ben": truth, "carla": [*truth[:-1], "bb"]})
    found |= {"category": flags(typing)["category"]}
    alike = accord.load({"anna": ["a"] * 30, "ben": ["a"] * 30})
    found |= {"undefined": flags(alike)["undefined"]}
    assert "prevalence" in found["skewed"] or "by chance" in found["skewed"]
    assert "12 subjects" in found["few subjects"]
    assert "33.3%" in found["missing"]
    assert found["rater"].startswith("carla")
    assert found["category"] == "only carla used the category 'bb'."
    assert "undefined" in found["undefined"]
    assert {*found, "reading"} == set(FLAGS)


def test_a_doubt_about_the_reading_is_a_flag(tmp_path):
    path = tmp_path / "square.csv"
    path.write_text("x,y,z\n10,1,0\n1,20,2\n0,2,30\n")
    with pytest.warns(accord.DataWarning, match="contingency"):
        table = accord.agreement_table(path, **T)
    assert table[table.variables[0]].flags[0].name == "reading"


def test_notes_of_all_variables_are_there_once(study):
    table = accord.agreement_table({"one": study["length"], "two": study["length"]}, **T)
    (note,) = [text for text in table.warnings if "ordered" in text]
    assert note.startswith("only equal ratings")
    table = accord.agreement_table({"topic": study["topic"], "length": study["length"]}, **T)
    assert any(text.startswith("for length: ") for text in table.warnings)


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"variables": "tonne"}, "variables"),
        ({"levels": {"tonne": "ordinal"}}, "levels"),
        ({"levels": "ordinal"}, "levels"),
        ({"weights": {"tonne": "linear"}}, "weights"),
        ({"variables": "tone,tone"}, "variables"),
        ({"codebook": "absent.csv"}, "codebook"),
        ({"coefficients": "fleis_kappa"}, "coefficient"),
        ({"scale": "landis"}, "scale"),
    ],
)
def test_mistakes_are_errors_that_name_the_option(study, options, option):
    with pytest.raises(OptionError) as caught:
        accord.agreement_table(study, **options)
    assert caught.value.option.rstrip("s") == option.rstrip("s")


def test_an_unknown_variable_has_a_suggestion(study):
    with pytest.raises(UnknownNameError, match=r"Did you mean tone\?"):
        accord.agreement_table(study, levels={"tonne": "ordinal"})


def test_an_unknown_level_names_the_variable(study):
    with pytest.raises(AccordError) as caught:
        accord.agreement_table(study, levels={"tone": "ordered"})
    assert "variable tone" in getattr(caught.value, "__notes__", [])


CODEBOOK = """variable,level,order,weights,label,remark
tone,ordinal,low < mid < high,linear,Tone of the article,as trained
length,interval,,,,
"""


def test_a_codebook_states_level_order_weights_and_label(study, tmp_path):
    path = tmp_path / "codebook.csv"
    path.write_text(CODEBOOK)
    table = accord.agreement_table(study, codebook=path, **T)
    assert table.variables == ("tone", "length")
    assert table["tone"].label == "Tone of the article"
    expected = accord.gwet_ac(
        accord.load(study["tone"], categories=["low", "mid", "high"], level="ordinal"),
        "linear",
        **T,
    )
    assert table["tone"]["gwet_ac"].value == expected.value
    assert table["length"].level == "interval"
    assert any("'topic'" in text for text in table.warnings)


def test_options_precede_the_codebook(study, tmp_path):
    path = tmp_path / "codebook.csv"
    path.write_text(CODEBOOK)
    table = accord.agreement_table(
        study, weights={"tone": "quadratic"}, codebook=path, variables="tone", **T
    )
    assert table["tone"]["gwet_ac"].weights == "quadratic"
    assert table.variables == ("tone",)


def test_a_codebook_in_excel_is_the_same(tmp_path):
    xlsxwriter = pytest.importorskip("xlsxwriter")
    text, book = tmp_path / "codebook.csv", tmp_path / "codebook.xlsx"
    text.write_text(CODEBOOK)
    with xlsxwriter.Workbook(book) as workbook:
        sheet = workbook.add_worksheet()
        for row, line in enumerate(CODEBOOK.splitlines()):
            for column, cell in enumerate(line.split(",")):
                sheet.write(row, column, cell)
    assert read_codebook(book) == read_codebook(text)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("name,level\ntone,ordinal\n", "variable"),
        ("variable,level\ntone,ordered\n", "level"),
        ("variable,level\ntone,ordinal\ntone,nominal\n", "variable"),
        ("variable,order\ntone,low=a, high=b\n".replace(", h", "; h"), "order"),
    ],
)
def test_mistakes_in_a_codebook_name_file_and_column(tmp_path, text, column):
    path = tmp_path / "codebook.csv"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_codebook(path)
    assert (caught.value.file, caught.value.column) == (str(path), column)


def test_the_frame_has_a_row_per_variable(study):
    table = accord.agreement_table(study, **T)
    frame = table.to_frame()
    assert frame["variable"].to_list() == list(study)
    assert frame["gwet_ac"].to_list() == [row["gwet_ac"].value for row in table]
    assert frame["worst_rater"].to_list() == [row.worst_rater.rater for row in table]


def test_one_data_set_is_a_table_of_one_row(study):
    patterns = study["topic"]
    assert isinstance(patterns, Patterns)
    (row,) = accord.agreement_table(patterns, **T)
    assert row["gwet_ac"].value == accord.gwet_ac(patterns, **T).value


def test_measurements_have_the_coefficient_that_a_report_leads_with(study):
    """ICC(A,1) with the bands of Koo and Li; other rows keep Gwet's AC with those of Landis."""
    table = accord.agreement_table(
        {"topic": study["topic"], "size": accord.load(LESIONS)}, levels={"size": "interval"}, **T
    )
    assert [e.name for e in table["topic"].coefficients] == ["gwet_ac", "krippendorff_alpha"]
    assert [e.name for e in table["size"].coefficients] == ["icc_a1", "krippendorff_alpha"]
    assert [row.scale for row in table] == ["Landis-Koch", "Koo-Li"]
    assert table["size"]["icc_a1"].value == accord.icc_a1(LESIONS).value
    frame = table.to_frame()
    assert frame["gwet_ac"].is_nan().to_list() == [False, True]
    assert frame["icc_a1"].is_nan().to_list() == [True, False]
    stated = accord.agreement_table({"size": accord.load(LESIONS)}, "gwet_ac", scale="fleiss", **T)
    assert [e.name for e in stated["size"].coefficients] == ["gwet_ac"]
    assert stated["size"].scale == "Fleiss"
