"""Rows around a table: titles, notes, headers of two rows, totals; sheets of a workbook."""

import random

import pytest

import accord
from accord.errors import RaggedRowError
from accord.io import load_variables
from helpers.shapes import simulate, table_of

BODY = "".join(f"d{k},{'xy'[k % 2]},{'xy'[k // 2 % 2]}\n" for k in range(12))
PLAIN = "id,anna,ben\n" + BODY
AROUND = {
    "a title": "Coding of news\n" + PLAIN,
    "a title and a date": "Coding of news\nExported: 2023-05-01\n\n" + PLAIN,
    "a title with blank cells": "Coding of news,,\n,,\n" + PLAIN,
    "a title with a comma": "Coding of news, second wave\n" + PLAIN,
    "a note below": PLAIN + "Note: x stands for yes\n",
    "a note with commas": PLAIN + "\nNote: x = yes, y = no\n",
    "a note in a full row": PLAIN + "Source: our own coding of news,,\n",
    "totals": PLAIN + "Total,6,6\nAgreement,.5,\n",
    "all of it": "Our study\n\n" + PLAIN + "Total,6,6\n\n* double coded\n",
    "Windows": ("Our study\n\n" + PLAIN + "Total,6,6\n").replace("\n", "\r\n"),
}


@pytest.mark.parametrize("name", AROUND)
def test_rows_around_a_table_are_left_out(name, tmp_path):
    plain, path = tmp_path / "plain.csv", tmp_path / "around.csv"
    plain.write_text(PLAIN)
    path.write_text(AROUND[name], newline="")
    patterns = accord.load(path)
    assert table_of(patterns) == table_of(accord.load(plain))
    assert any("left out, as titles or notes" in text for text in patterns.warnings)
    semicolons = tmp_path / "semicolons.csv"
    semicolons.write_text(AROUND[name].replace(",", ";"), newline="")
    assert table_of(accord.load(semicolons)) == table_of(patterns)


def test_rows_of_data_are_never_taken_for_notes(tmp_path):
    path = tmp_path / "data.csv"
    for ending in ("d99,x\n", "d99\n", "3\n"):
        path.write_text(PLAIN + ending)
        with pytest.raises(RaggedRowError):
            accord.load(path)
    path.write_text(PLAIN + "d99,,\n")
    assert accord.load(path).unrated == 1
    path.write_text("id,anna,ben\ntotal,x,y\nmean,x,x\nsum,y,y\n")
    assert accord.load(path).n == 3


def test_numbers_of_rows_count_what_is_above(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("Our study\n\n" + PLAIN + "d12,z,x\n")
    with pytest.raises(accord.errors.UnknownCategoryError) as caught:
        accord.load(path, categories=["x", "y"])
    assert (caught.value.row, caught.value.column) == (16, "anna")


def test_a_header_of_two_rows(tmp_path):
    path = tmp_path / "two.csv"
    rows = [f"{k},{'ab'[k % 2]},{'ab'[k // 2 % 2]},{k % 3},{(k + k % 2) % 3}" for k in range(12)]
    path.write_text(",topic,,tone,\nid,anna,ben,anna,ben\n" + "\n".join(rows) + "\n")
    read = load_variables(path)
    assert read.names == ("topic", "tone")
    assert read["tone"].raters == ("anna", "ben")
    assert read["tone"].n == 12


STUDY = simulate(5, {"topic": ("war", "art"), "tone": tuple("12345")}, ("anna", "ben", "carla"))


def write_book(path, sheets):
    xlsxwriter = pytest.importorskip("xlsxwriter")
    pytest.importorskip("fastexcel")
    book = xlsxwriter.Workbook(path)
    for name, rows in sheets.items():
        sheet = book.add_worksheet(name)
        for i, row in enumerate(rows):
            for j, cell in enumerate(row):
                if cell is not None:
                    sheet.write(i, j, int(cell) if str(cell).isdigit() else cell)
    book.close()
    return path


def rows_of(columns):
    """A row per subject of some pairs of variable and rater."""
    return [
        [name, *(STUDY.ratings[v][r][i] for v, r in columns)] for i, name in enumerate(STUDY.ids)
    ]


def assert_complete(read):
    assert read.names == ("topic", "tone")
    for variable, row in STUDY.ratings.items():
        labels = {
            (name, rater): label
            for rater, every in row.items()
            for name, label in zip(STUDY.ids, every, strict=True)
            if label is not None
        }
        assert table_of(read[variable]) == labels


def test_a_workbook_with_title_merged_header_and_footer(tmp_path):
    pairs = [(v, r) for v in STUDY.ratings for r in STUDY.raters]
    rows = [["News, second wave"], [], [None, "topic", None, None, "tone", None, None],
            ["article", *STUDY.raters, *STUDY.raters], *rows_of(pairs), [],
            ["Note: tone is from 1 to 5"]]  # fmt: skip
    path = write_book(tmp_path / "merged.xlsx", {"coding": rows, "notes": [["read", "me"]]})
    read = load_variables(path)
    assert_complete(read)
    assert any("other sheets: 'notes'" in text for text in read["topic"].warnings)


@pytest.mark.parametrize("each", ["rater", "variable"])
def test_sheets_of_raters_and_of_variables(each, tmp_path):
    if each == "rater":
        sheets = {
            rater: [["article", *STUDY.ratings], *rows_of([(v, rater) for v in STUDY.ratings])]
            for rater in STUDY.raters
        }
    else:
        sheets = {
            v: [["article", *STUDY.raters], *rows_of([(v, r) for r in STUDY.raters])]
            for v in STUDY.ratings
        }
    path = write_book(tmp_path / "sheets.xlsx", {"Read me": [["three coders"]], **sheets})
    read = load_variables(path)
    assert_complete(read)
    assert each in read.reason
    single = load_variables(path, sheet=2)
    assert len(next(iter(single.values())).raters) in (2, 3)


def test_merged_cells_of_the_subjects(tmp_path):
    rows = [["article", "coder", *STUDY.ratings]]
    for i, name in enumerate(STUDY.ids):
        for j, rater in enumerate(STUDY.raters):
            cells = [STUDY.ratings[v][rater][i] for v in STUDY.ratings]
            rows.append([name if j == 0 else None, rater, *cells])
    read = load_variables(write_book(tmp_path / "long.xlsx", {"all": rows}))
    assert_complete(read)
    assert any("filled with the cell above" in text for text in read["topic"].warnings)


def test_the_first_sheet_with_data(tmp_path):
    rows = [["id", "anna", "ben"], *[[f"d{k}", k % 2, k // 2 % 2] for k in range(10)]]
    path = write_book(tmp_path / "late.xlsx", {"cover": [["Our study"]], "data": rows})
    assert accord.load(path).n == 10
    random.Random(0).shuffle(rows)
