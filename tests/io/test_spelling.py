"""Numbers with percent signs and marks between thousands, repeated headers, numbered rows."""

import pytest

import accord
from accord.errors import DataWarning
from accord.io.readers.headers import repeated_headers
from accord.io.readers.text.spelling import respellings_of


def written(tmp_path, text):
    path = tmp_path / "ratings.csv"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["5%", "10 %", "", "62.5%"], [5, 10, 62.5]),
        (['"1,200"', "900", '"12,345,678"', "NA"], [900, 1200, 12345678]),
        (["1 200", "900", "2\u00a0500.5"], [900, 1200, 2500.5]),
        (["1'200", "900", "2’500"], [900, 1200, 2500]),
    ],
)
def test_numbers_as_offices_write_them(tmp_path, cells, numbers):
    body = "".join(f"s{i},{cell},{cells[0]}\n" for i, cell in enumerate(cells))
    patterns = accord.load(written(tmp_path, f"id,ann,bo\n{body}"), missing=["NA"])
    assert patterns.scale.numeric
    assert set(numbers) == set(patterns.scale.labels)
    assert "so that the cells are numbers" in " ".join(patterns.warnings)


def test_points_between_thousands_beside_decimal_commas(tmp_path):
    text = "item;ann;bo\n1;1.234,5;2.345,5\n2;1.100,5;2.100,5\n3;1.200,0;900,5\n"
    assert accord.load(written(tmp_path, text)).scale.labels == (
        900.5, 1100.5, 1200, 1234.5, 2100.5, 2345.5
    )  # fmt: skip


def test_a_table_without_a_header_is_no_contingency_table(tmp_path):
    text = "1,2,3\n2,2,3\n3,4,5\n4,4,4\n5,5,5\n"
    patterns = accord.load(written(tmp_path, text), header=False)
    assert (patterns.layout, patterns.n) == ("wide", 5)


def test_words_with_percent_signs_and_lists_of_codes_stay_words(tmp_path):
    text = "id,ann,bo\n1,<5%,5-10%\n2,5-10%,<5%\n3,>10%,>10%\n"
    assert accord.load(written(tmp_path, text)).scale.labels == ("5-10%", "<5%", ">10%")
    assert respellings_of(["a"], [["1,2"], ["2,3"], ["1,3"]], ".") == {}


def test_repeated_headers_are_left_out(tmp_path):
    text = "id,ann,bo\n1,a,b\n2,b,b\nid,ann,bo\n3,a,a\n"
    patterns = accord.load(written(tmp_path, text))
    assert (patterns.n, patterns.raters) == (3, ("ann", "bo"))
    assert "repeats the header and is left out" in " ".join(patterns.warnings)


def test_equal_rows_of_data_are_no_repeated_headers():
    assert repeated_headers([["x", "y"], ["x", "y"], ["z", "z"]]) == []
    assert repeated_headers([["0", "1"], ["0", "1"], ["1", "1"]]) == []
    assert repeated_headers([["id", "x"], ["1", "x"], ["id", "x"]]) == []


def test_rows_that_are_numbered_have_numbers_and_not_ratings(tmp_path):
    rows = [(41.5, 40.25), (50.0, 52.5), (38.75, 37.0), (61.0, 60.5), (47.25, 48.0)]
    text = "nr.;first;second\n" + "".join(
        f"{i};{a};{b}\n".replace(".", ",") for i, (a, b) in enumerate(rows, start=1)
    )
    assert accord.load(written(tmp_path, text)).raters == ("first", "second")
    whole = "probe,first,second\n" + "".join(
        f"{i},{int(100 * a)},{int(100 * b)}\n" for i, (a, b) in enumerate(rows)
    )
    assert accord.load(written(tmp_path, whole)).raters == ("first", "second")


def test_ranks_in_the_order_of_the_first_rater_are_ratings(tmp_path):
    text = "ann,bo,cy\n1,2,1\n2,1,3\n3,4,2\n4,3,4\n5,5,5\n"
    assert accord.load(written(tmp_path, text)).raters == ("ann", "bo", "cy")


def test_spellings_of_one_label_are_one_note_with_the_option(tmp_path):
    text = "id,ann,bo\n1,POS,pos\n2,Pos,neg\n3,neg,Neg\n4,pos,POS\n"
    notes = " ".join(accord.load(written(tmp_path, text)).warnings)
    assert "'NEG" not in notes
    assert "'POS', 'Pos' and 'pos'" in notes
    assert "are different categories. To unite labels, use recode (--recode Neg=neg)." in notes


@pytest.mark.parametrize("word", ["k.A.", "n.a.", "Missing", "98", "-8"])
def test_codes_of_missing_ratings_are_pointed_out(tmp_path, word):
    text = f"id,ann,bo\n1,1,2\n2,2,{word}\n3,3,3\n4,1,1\n"
    notes = " ".join(accord.load(written(tmp_path, text)).warnings)
    assert f"{word!r}: read as a category" in notes
    assert f"(--missing NA,{word})" in notes  # what is listed replaces the usual words


@pytest.mark.parametrize(
    ("cells", "option"),
    [
        (["a;b", "a", "b", "b;a"], ";"),
        (["\"['a', 'b']\"", "\"['a']\"", "[]", "\"['b', 'a']\""], "json"),
    ],
)
def test_lists_of_labels_are_pointed_out_and_read_with_the_option(tmp_path, cells, option):
    path = written(
        tmp_path, "id,ann,bo\n" + "".join(f"x{i},{c},{cells[0]}\n" for i, c in enumerate(cells))
    )
    plain = accord.load(path)
    assert "If a rating is a set of labels" in " ".join(plain.warnings)
    sets = accord.load(path, sets=True if option == "json" else option)
    assert sets.scale.holds_sets
    assert sets.scale.members == ("a", "b")
    assert "If a rating is a set of labels" not in " ".join(sets.warnings)


def test_raters_without_a_common_category_are_pointed_out(tmp_path):
    text = "id,human,llm\n1,yes,True\n2,no,False\n3,yes,False\n4,no,False\n"
    with pytest.warns(DataWarning, match="none in common. If some mean the same, use recode"):
        accord.load(written(tmp_path, text))
    united = accord.load(written(tmp_path, text), recode="True=yes,False=no")
    assert united.scale.labels == ("no", "yes")
    shared = text.replace("4,no,False", "4,no,no")
    assert "none in common" not in " ".join(accord.load(written(tmp_path, shared)).warnings)


def test_rows_that_are_named_as_raters_are_pointed_out(tmp_path):
    text = "Rater,q1,q2,q3,q4\nann,1,2,3,1\nbo,1,2,2,1\ncy,1,3,3,1\n"
    with pytest.warns(DataWarning, match="raters may be in rows.*--transpose"):
        accord.load(written(tmp_path, text))
    assert accord.load(written(tmp_path, text), transpose=True).raters == ("ann", "bo", "cy")
    accord.load(written(tmp_path, text), item="Rater")


def test_sheets_that_explain_a_table_are_passed_over(tmp_path):
    xlsxwriter = pytest.importorskip("xlsxwriter")
    path = tmp_path / "study.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        codes, data = book.add_worksheet("Codebook"), book.add_worksheet("Data")
        for row, cells in enumerate([("code", "meaning"), (1, "low"), (2, "high")]):
            codes.write_row(row, 0, cells)
        for row, cells in enumerate([("id", "ann", "bo"), (1, 1, 2), (2, 2, 2), (3, 1, 1)]):
            data.write_row(row, 0, cells)
    patterns = accord.load(path)
    assert patterns.raters == ("ann", "bo")
    assert "read sheet 'Data'; other sheets: 'Codebook'." in patterns.warnings
    assert accord.load(path, sheet="Codebook").raters == ("code", "meaning")
