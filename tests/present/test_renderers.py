"""Every kind of result in every form: forms show the same cells, and keys lead to the values."""

import csv
import io
import re
import xml.etree.ElementTree as ET
import zipfile
from html.parser import HTMLParser

import pytest
from typer.testing import CliRunner

from accord.cli import app
from accord.present import FORMS, documents_of, rendered
from accord.present.document import Cell, Column, Document, Row, Section, Table
from accord.present.documents import DOCUMENTS
from accord.present.renderers import latex, markdown, terminal
from accord.present.renderers.layout import lay_out
from helpers.paths import EXAMPLES
from helpers.printed import COMMANDS, KINDS, printed


@pytest.fixture(scope="module")
def summaries(tmp_path_factory):
    """What ``--json`` prints, by kind of result."""
    return printed(tmp_path_factory.mktemp("studio"))


def shown(cells):
    return sorted((cell.key, cell.text) for cell in cells)


def tables_of(documents, detail):
    return [
        table
        for document in documents
        for section in document.at(detail).sections
        for table in section.tables()
        if table.rows
    ]


def texts_of(tables):
    return [[[cell.text for cell in row.cells] for row in table.rows] for table in tables]


def squeezed(text):
    return " ".join(text.split())


def test_every_kind_of_document_is_tested(summaries):
    assert {s["kind"] for s in summaries.values() if "kind" in s} == set(DOCUMENTS)


@pytest.mark.parametrize("kind", KINDS)
def test_keys_are_unique_and_lead_to_the_values(summaries, kind):
    summary = summaries[kind]
    parts = [summary] if "kind" in summary else [summary, *summary["questions"]]
    for part, document in zip(parts, documents_of(summary), strict=True):
        keyed = [cell for cell in document.cells() if cell.key]
        keys = [cell.key for cell in keyed]
        assert len(keys) == len(set(keys)), sorted(k for k in keys if keys.count(k) > 1)
        assert keyed
        for cell in keyed:
            if cell.value is not None and not re.search(r"/differences/\d+$|/runs$", cell.key):
                assert value_at(part, cell.key) == cell.value, cell


def value_at(value, key):
    """Value of a JSON object at a key: elements of lists by their name, or by their index."""
    for step in key.split("/"):
        if isinstance(value, list):
            named = [item for item in value if isinstance(item, dict) and item.get("name") == step]
            value = named[0] if named else value[int(step)]
        else:
            value = value[step]
    return value


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_shown_on_pages_only(summaries, kind):
    """Tables are shown by the terminal with ``--details``, too."""
    for document in documents_of(summaries[kind]):
        assert shown(document.at("details").cells()) == shown(document.cells())


@pytest.mark.parametrize("width", [80, 110, 1000])
@pytest.mark.parametrize("kind", KINDS)
def test_the_terminal_shows_every_cell(summaries, kind, width):
    documents = documents_of(summaries[kind])
    page = terminal.page(documents, "details", width)
    expected = {(c.key, c.text) for document in documents for c in document.cells()}
    assert {(cell.key, cell.text) for cell in page.cells} == expected
    text = "\n".join(line.text for line in page.lines)
    for cell in page.cells:
        if not cell.is_text or width == 1000:
            assert cell.text in text
    long = {line.text for line in page.lines if len(line.text) > width}
    assert all(line.startswith("accord report") for line in long)  # commands are not wrapped


@pytest.mark.parametrize("kind", KINDS)
def test_rows_of_the_terminal_hold_their_cells_in_order(summaries, kind):
    for table in tables_of(documents_of(summaries[kind]), "details"):
        (part,) = lay_out(table, 10_000)
        assert len(part.body) == len(table.rows)
        for line, row in zip(part.body, table.rows, strict=True):
            assert squeezed(line) == squeezed(" ".join(cell.text for cell in row.cells))


@pytest.mark.parametrize("kind", KINDS)
def test_the_short_form_is_part_of_the_whole(summaries, kind):
    for document in documents_of(summaries[kind]):
        brief = shown(document.at("always").cells())
        assert set(brief) <= set(shown(document.cells()))
        assert len(brief) > 4


class Cells(HTMLParser):
    """Cells of a page, with their keys."""

    def __init__(self):
        super().__init__()
        self.cells, self.open = [], None

    def handle_starttag(self, tag, attrs):
        facts = dict(attrs)
        if tag in ("td", "dd") or facts.get("scope") == "row":
            self.open = [facts.get("data-key", ""), ""]

    def handle_data(self, data):
        if self.open is not None:
            self.open[1] += data

    def handle_endtag(self, tag):
        if tag in ("td", "dd", "th") and self.open is not None:
            self.cells.append(tuple(self.open))
            self.open = None


@pytest.mark.parametrize("form", ["html", "fragment"])
@pytest.mark.parametrize("kind", KINDS)
def test_html_shows_every_cell_with_its_key(summaries, kind, form):
    parser = Cells()
    parser.feed(rendered(summaries[kind], form).decode())
    expected = [cell for document in documents_of(summaries[kind]) for cell in document.cells()]
    assert sorted(cell for cell in parser.cells if cell[1]) == shown(expected)


@pytest.mark.parametrize("kind", KINDS)
def test_markdown_shows_every_table(summaries, kind):
    page = rendered(summaries[kind], "md").decode()
    tables, last = [], ""
    for line in page.splitlines():
        if line.startswith("|"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if not last.startswith("|"):
                tables.append([])
            tables[-1].append(cells)
        last = line
    documents = documents_of(summaries[kind])
    expected = [
        [[markdown.escaped(text) for text in row] for row in table]
        for table in texts_of(tables_of(documents, "page"))
    ]
    assert [table[2:] for table in tables] == expected
    assert_words(page, documents, markdown.escaped)


@pytest.mark.parametrize("kind", KINDS)
def test_latex_shows_every_table(summaries, kind):
    page = rendered(summaries[kind], "tex").decode()
    tables = [
        [
            [cell.strip() for cell in re.split(r"(?<!\\)&", row.strip().removeprefix("{}"))]
            for row in body.split("\\tabularnewline")[:-1]
        ]
        for body in re.findall(r"\\midrule(.*?)\\bottomrule", page, flags=re.DOTALL)
    ]
    documents = documents_of(summaries[kind])
    expected = [
        [[latex.escaped(text) for text in row] for row in table]
        for table in texts_of(tables_of(documents, "page"))
    ]
    assert tables == expected
    assert_words(page, documents, latex.escaped)


def assert_words(page, documents, escaped):
    """Headlines, facts and titles are on a page."""
    for document in documents:
        for fact in document.facts:
            assert f"{escaped(fact.name)}: {escaped(fact.cell.text)}" in page
        for text in (
            *document.headline,
            *(section.title for section in document.at("page").sections),
        ):
            assert escaped(text) in page


@pytest.mark.parametrize("kind", KINDS)
def test_the_workbook_has_a_sheet_for_every_table(summaries, kind):
    sheets = sheets_of(rendered(summaries[kind], "xlsx"))
    documents = documents_of(summaries[kind])
    tables = tables_of(documents, "page")
    fronts = [sheet for name, sheet in sheets if name.startswith("Summary")]
    grids = [sheet for name, sheet in sheets if not name.startswith("Summary")]
    assert len(fronts) == len(documents)
    assert len(grids) == len(tables)
    for sheet, table in zip(grids, tables, strict=True):
        assert sheet[1:] == [[written(cell) for cell in row.cells] for row in table.rows]
    for front, document in zip(fronts, documents, strict=True):
        for fact in document.facts:
            assert [fact.name, fact.cell.text] in front


def written(cell):
    """Content of a cell in a workbook; Excel keeps 16 digits."""
    return float(f"{cell.value:.16G}") if cell.is_number else cell.text


SPACE = {"x": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}


def sheets_of(content):
    """Name and rows of every sheet of a workbook."""
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        strings = [
            "".join(node.itertext())
            for node in ET.fromstring(book.read("xl/sharedStrings.xml")).findall("x:si", SPACE)
        ]
        names = ET.fromstring(book.read("xl/workbook.xml")).findall("x:sheets/x:sheet", SPACE)
        sheets = []
        for k, name in enumerate(names, start=1):
            sheet = ET.fromstring(book.read(f"xl/worksheets/sheet{k}.xml"))
            rows = [
                [value_of(cell, strings) for cell in row.findall("x:c", SPACE)]
                for row in sheet.findall("x:sheetData/x:row", SPACE)
            ]
            sheets.append((name.get("name"), rows))
    return sheets


def value_of(cell, strings):
    value = cell.find("x:v", SPACE)
    if value is None:
        return ""
    return strings[int(value.text)] if cell.get("t") == "s" else float(value.text)


@pytest.mark.parametrize("kind", KINDS)
def test_csv_has_rows_of_equal_length(summaries, kind):
    rows = list(csv.reader(io.StringIO(rendered(summaries[kind], "csv").decode())))
    assert len(rows) > 1
    assert {len(row) for row in rows} == {len(rows[0])}


@pytest.mark.parametrize("form", FORMS)
def test_a_saved_file_can_be_given_every_form(summaries, form, tmp_path):
    """What a command writes is what its JSON gives; here for a kind with a picture."""
    words = COMMANDS["sweep"].replace("machines.csv", str(EXAMPLES / "machines.csv")).split()
    out = tmp_path / f"sweep.{form}"
    assert CliRunner().invoke(app, [*words, "--out", str(out)]).exit_code == 0
    if form == "html":
        assert out.read_text().count("<img") == 1
    elif form != "xlsx":  # which has the time of its making
        assert out.read_bytes() == rendered(summaries["sweep"], form)
    assert out.stat().st_size > 200


def test_wide_tables_are_folded_and_numbers_are_never_cut():
    columns = [Column("Rater"), *(Column(f"category number {k}") for k in range(30))]
    cells = [Cell(f"{k / 7:.3f}", k / 7, f"x/{k}") for k in range(30)]
    table = Table.of(columns, [Row("r", (Cell("a-very-long-name-" * 5), *cells))])
    parts = lay_out(table, 80)
    assert len(parts) > 3
    assert {cell.key for part in parts for cell in part.cells} == {
        "r",
        *(f"x/{k}" for k in range(30)),
    }
    for part in parts:
        assert all(len(line) <= 80 for line in (*part.header, *part.body))
        assert part.body[0].startswith("a-very-long-name")
        assert "…" in part.body[0]
    text = " ".join(line for part in parts for line in part.body)
    assert all(cell.text in text for cell in cells)


def test_columns_of_details_are_folded_last():
    columns = [Column("Name"), Column("First", "a", "details"), Column("Second", "b")]
    cells = (Cell("n"), Cell("1" * 50, 1.0), Cell("2" * 50, 2.0))
    first, second = lay_out(Table.of(columns, [Row("r", cells)]), 80)
    assert first.header[-1].split() == ["Name", "Second"]
    assert second.header[-1].split() == ["Name", "First"]


def test_levels_of_detail():
    tables = [
        Table.of([Column("")], [Row(level, (Cell(level),))], detail=level)
        for level in ("always", "details", "page", "help")
    ]
    document = Document("x", "1", "t", "", (), (), (Section("s", "S", tuple(tables)),))
    for count, level in enumerate(("always", "details", "page", "help"), start=1):
        assert len(list(document.at(level).cells())) == count
