"""Workbooks that declare more than they have, however their XML is written."""

import io
import re
import zipfile

import pytest

import accord
from accord.errors import NotATableError
from accord.io.readers.workbook_checks import check_workbook
from helpers.running import run

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


@pytest.fixture(name="parts")
def parts_of_a_workbook():
    import xlsxwriter

    content = io.BytesIO()
    with xlsxwriter.Workbook(content) as book:
        sheet = book.add_worksheet()
        for row, cells in enumerate([("ann", "bo"), (1, 2), (2, 2), (1, 1)]):
            sheet.write_row(row, 0, cells)
    with zipfile.ZipFile(content) as archive:
        return {entry.filename: archive.read(entry) for entry in archive.infolist()}


def workbook(path, parts):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


SHEET = "xl/worksheets/sheet1.xml"
FAR = [
    '<c r="XFD1048576"><v>1</v></c>',
    '<c s="0" r="XFD1048576"><v>1</v></c>',
    "<c   r = 'XFD1048576' ><v>1</v></c>",
    '<c\n\tt="n"\n\tr="XFD1048576"/>',
    '<c r="xfd1048576"><v>1</v></c>',
    '<c r="$XFD$1048576"><v>1</v></c>',
    '<C R="XFD1048576"><v>1</v></C>',
    f'<x:c xmlns:x="{MAIN}" r="XFD1048576"/>',
    f'<x:c xmlns:x="{MAIN}" x:r="XFD1048576"/>',
    '<c r="&#88;FD1048576"/>',
]


@pytest.mark.parametrize("cell", FAR)
@pytest.mark.parametrize("name", [SHEET, SHEET.replace(".xml", ".XML"), "xl/other/sheet.part"])
def test_cells_far_away(tmp_path, parts, cell, name):
    sheet = parts.pop(SHEET).decode().replace("</sheetData>", f"<row>{cell}</row></sheetData>")
    path = workbook(tmp_path / "far.xlsx", {**parts, name: sheet})
    with pytest.raises(NotATableError, match="extend over"):
        check_workbook(path)


def test_cells_without_references_follow_each_other(tmp_path, parts):
    rows = '<row r="1048576">' + "<c/>" * 300 + "</row>"
    parts[SHEET] = parts[SHEET].decode().replace("</sheetData>", f"{rows}</sheetData>")
    with pytest.raises(NotATableError, match="extend over 1,048,576 rows"):
        check_workbook(workbook(tmp_path / "far.xlsx", parts))


@pytest.mark.parametrize(
    "attribute", ['uniqueCount="4294967295"', "count='1' UNIQUECOUNT = '99999'"]
)
def test_more_texts_than_there_are_bytes(tmp_path, parts, attribute):
    name = "xl/sharedStrings.xml"
    text = re.sub(r'(?:unique)?[cC]ount="\d+"', "", parts[name].decode())
    parts[name] = text.replace("<sst ", f"<sst {attribute} ")
    path = workbook(tmp_path / "many.xlsx", parts)
    with pytest.raises(NotATableError, match=r"has \d+ bytes and states [\d,]+ texts"):
        accord.load(path)


def test_document_types_are_refused(tmp_path, parts):
    entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    start, rest = parts[SHEET].decode().split("?>", 1)
    parts[SHEET] = f"{start}?>{entities}{rest}"
    with pytest.raises(NotATableError, match="document type"):
        accord.load(workbook(tmp_path / "entities.xlsx", parts))


def test_deep_elements_are_refused(tmp_path, parts):
    parts[SHEET] = "<a>" * 100_000
    with pytest.raises(NotATableError, match="nested too deep"):
        accord.load(workbook(tmp_path / "deep.xlsx", parts))


def test_two_parts_of_one_name_are_refused(tmp_path, parts):
    parts[SHEET.upper()] = parts[SHEET]
    with pytest.raises(NotATableError, match="the same name"):
        accord.load(workbook(tmp_path / "twice.xlsx", parts))


def test_no_flipped_bit_is_a_bug(tmp_path, parts):
    content = workbook(tmp_path / "whole.xlsx", parts).read_bytes()
    path = tmp_path / "flipped.xlsx"
    ends = set()
    for place in range(10, len(content), 797):
        changed = bytearray(content)
        changed[place] ^= 1 << place % 8
        path.write_bytes(changed)
        ends.add(run("preview", path).returncode)
    assert ends <= {0, 2}


def test_a_bad_checksum_is_a_damaged_workbook(tmp_path, parts):
    path = workbook(tmp_path / "flipped.xlsx", parts)
    content = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        content[archive.getinfo(SHEET).header_offset + 14] ^= 1  # of the checksum
        directory = content.rfind(b"PK\x01\x02", 0, content.rfind(SHEET.encode()))
    content[directory + 16] ^= 1
    path.write_bytes(content)
    with pytest.raises(NotATableError, match="damaged"):
        accord.load(path)


def test_a_directory_before_the_file_is_a_damaged_workbook(tmp_path, parts):
    path = workbook(tmp_path / "moved.xlsx", parts)
    content = bytearray(path.read_bytes())
    end = content.rfind(b"PK\x05\x06")
    content[end + 16 : end + 20] = (len(content) * 2).to_bytes(4, "little")
    path.write_bytes(content)
    done = run("report", path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_stated_size_that_is_too_small(tmp_path, parts):
    """The directory may lie about sizes; the process that unpacks is limited in any case."""
    path = workbook(tmp_path / "lies.xlsx", {**parts, SHEET: parts[SHEET] + b" " * 50_000_000})
    content = bytearray(path.read_bytes())
    directory = content.rfind(b"PK\x01\x02", 0, content.rfind(SHEET.encode()))
    content[directory + 24 : directory + 28] = (100).to_bytes(4, "little")
    path.write_bytes(content)
    with pytest.raises(NotATableError, match="damaged"):
        accord.load(path)


@pytest.mark.parametrize("name", ["date.xls", "date.xlsb"])
def test_columns_of_dates_and_durations_are_text(name, tmp_path):
    from fuzzing.seeds import seeds

    path = tmp_path / name
    path.write_bytes(seeds()[name])
    assert accord.preview(path).rows[0] == ("2021-01-02 00:00:00", "16")
