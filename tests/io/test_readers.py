"""Readers: files as the real tools write them, and files of strangers."""

import json
import re
import sys
import zipfile

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import accord
from accord.cli.app import app
from accord.data.pattern_files import write_patterns
from accord.errors import AccordError, EmptyInputError, InputError, NotATableError, OptionError
from accord.io.readers import READERS, recognise
from helpers.exports import label_studio
from helpers.running import run

MARKS = {"id": ["e1", "e2", "e3", "e4"], "ann": [1, 2, 3, 3], "bo": [1, 2, 2, 3]}
EXPECTED = accord.cohen_kappa(MARKS).value


# --- workbooks ---


def test_excel_any_sheet(tmp_path):
    import xlsxwriter

    path = tmp_path / "marks.xlsx"
    with xlsxwriter.Workbook(path) as book:
        pl.DataFrame({"note": ["nothing here"]}).write_excel(book, worksheet="cover")
        pl.DataFrame(MARKS).write_excel(book, worksheet="marks")
    assert recognise(path).name == "excel"
    for sheet in ("marks", 2):
        found = accord.load(path, sheet=sheet)
        assert found.raters == ("ann", "bo")
        assert accord.cohen_kappa(found).value == EXPECTED
    with pytest.raises(OptionError, match="its sheets are cover, marks"):
        accord.load(path, sheet="other")
    named = tmp_path / "data.bin"  # content, not the name, tells what it is
    named.write_bytes(path.read_bytes())
    assert accord.load(named, sheet="marks").n == 4
    done = run("report", path, "--sheet", "marks", "--ci", "t", "--json")
    assert json.loads(done.stdout)["data"]["subjects"] == 4


def test_excel_notes_its_other_sheets_and_gaps(tmp_path):
    import xlsxwriter

    path = tmp_path / "gaps.xlsx"
    with xlsxwriter.Workbook(path) as book:
        page = book.add_worksheet("one")
        rows = [["ann", "bo"], [1, 1], [2, None], ["NA", 3], [3, 3]]
        for i, row in enumerate(rows):
            for j, cell in enumerate(row):
                page.write(i, j, cell)
        book.add_worksheet("two")
    found = accord.load(path)
    assert (found.n, found.ratings) == (4, 6)
    assert any("'two'" in warning for warning in found.warnings)
    with pytest.raises(EmptyInputError, match="empty"):
        accord.load(path, sheet="two")


def test_a_workbook_that_is_a_bomb_is_refused_unopened(tmp_path):
    path = tmp_path / "bomb.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 300_000_000)
    with pytest.raises(NotATableError, match="too large for a table"):
        accord.load(path)


@pytest.mark.parametrize("content", [b"PK\x03\x04 and then nothing", b"%PDF-1.7", b"\x1f\x8b\x08"])
def test_other_binary_files_are_named(tmp_path, content):
    path = tmp_path / "x.xlsx"
    path.write_bytes(content)
    with pytest.raises(NotATableError, match="Save it as"):
        accord.load(path)


def test_a_broken_workbook_is_refused(tmp_path):
    path = tmp_path / "x.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/workbook.xml", "not xml at all")
    with pytest.raises(AccordError):
        accord.load(path)


# --- statistics packages ---


def test_spss_value_labels_and_missing_values(tmp_path):
    import pandas as pd
    import pyreadstat

    frame = pd.DataFrame({"ann": [1.0, 2, 2, 9], "bo": [1.0, 2, 1, 2]})
    labels = {1.0: "calm", 2.0: "tense"}
    path = tmp_path / "codes.sav"
    pyreadstat.write_sav(
        frame,
        str(path),
        variable_value_labels={"ann": labels, "bo": labels},
        missing_ranges={"ann": [9.0]},
    )
    found = accord.load(path)
    assert recognise(path).name == "spss"
    assert found.scale.labels == ("calm", "tense")
    assert found.missing == 1


def spss(path, columns, measure, labels=None):
    import pandas as pd
    import pyreadstat

    frame = pd.DataFrame(columns).astype(float)
    pyreadstat.write_sav(
        frame,
        str(path),
        variable_measure=dict.fromkeys(columns, measure),
        variable_value_labels={} if labels is None else dict.fromkeys(columns, labels),
    )
    return path


GRADES = {"ann": [1, 3, 2, 2, 1, 3, 2, 1], "bo": [1, 3, 3, 2, 2, 3, 1, 1]}


@pytest.mark.parametrize("labels", [None, {1.0: "slate", 2.0: "chalk", 3.0: "marble"}])
@pytest.mark.parametrize(
    ("measure", "level", "lead", "both"),
    [
        ("nominal", "nominal", "exact", False),
        ("ordinal", "ordinal", "weighted", True),
        ("scale", "interval", "measured", True),
    ],
)
def test_the_measure_that_spss_declares_leads_a_report(
    tmp_path, measure, level, lead, both, labels
):
    path = spss(tmp_path / "grades.sav", GRADES, measure, labels)
    done = CliRunner().invoke(app, ["report", str(path), "--ci", "t", "--json"])
    report = json.loads(done.stdout)
    assert report["lead"]["agreement"] == lead
    assert (report["beside"] is not None) is both
    assert report["data"]["level"] == level
    assert any(f"declares the level of the ratings: {level}" in w for w in report["warnings"])
    # it is not a stated level: functions return what they do without it
    plain = accord.cohen_kappa(GRADES, ci="t")
    assert accord.cohen_kappa(path, ci="t").value == plain.value
    nominal = accord.berry_mielke(path, level="nominal", ci="t")
    assert nominal.value == pytest.approx(plain.value)
    stated = accord.cohen_kappa(path, level="interval", ci="t").value
    assert stated == accord.cohen_kappa(GRADES, weights="quadratic", ci="t").value
    kept = tmp_path / "grades.accord"
    write_patterns(accord.load(path), kept)
    assert accord.load(kept).scale.measure == level


def test_an_order_needs_more_than_a_measure(tmp_path):
    """Columns whose measures differ declare none."""
    import pandas as pd
    import pyreadstat

    path = tmp_path / "mixed.sav"
    frame = pd.DataFrame(GRADES).astype(float)
    pyreadstat.write_sav(frame, str(path), variable_measure={"ann": "ordinal", "bo": "nominal"})
    assert accord.load(path).scale.measure is None


STONES = ("slate", "chalk", "marble")  # in no order that anybody knows


@pytest.fixture(params=["one file", "row groups", "folder", "Arrow", "Polars"])
def ordered_parquet(request, tmp_path):
    import pandas as pd
    import pyarrow as pa
    import pyarrow.parquet as pq

    kind = pd.CategoricalDtype(STONES, ordered=True)
    words = {name: [STONES[k - 1] for k in own] for name, own in GRADES.items()}
    frame = pd.DataFrame(words).astype(kind)
    path = tmp_path / "stones.parquet"
    if request.param == "Polars":
        pl.DataFrame(words, schema=dict.fromkeys(words, pl.Enum(STONES))).write_parquet(path)
    elif request.param == "Arrow":
        bare = pa.Table.from_pandas(frame, preserve_index=False).replace_schema_metadata(None)
        pq.write_table(bare, path)
    elif request.param == "folder":
        path = tmp_path / "parts"
        path.mkdir()
        frame[:4].to_parquet(path / "a.parquet")
        frame[4:].to_parquet(path / "b.parquet")
    else:
        frame.to_parquet(path, row_group_size=3 if request.param == "row groups" else None)
    return path


def test_ordered_categories_in_parquet_keep_their_order(ordered_parquet):
    patterns = accord.load(ordered_parquet)
    assert patterns.scale.labels == STONES
    assert patterns.scale.order == "dtype"
    expected = accord.cohen_kappa(GRADES, weights="quadratic", ci="t").value
    weighted = accord.cohen_kappa(ordered_parquet, weights="quadratic", ci="t").value
    assert weighted == pytest.approx(expected)
    plain = accord.cohen_kappa(GRADES, ci="t").value
    assert accord.cohen_kappa(ordered_parquet, ci="t").value == plain
    done = CliRunner().invoke(app, ["report", str(ordered_parquet), "--ci", "t", "--json"])
    report = json.loads(done.stdout)
    assert report["lead"]["agreement"] == "weighted"


def test_ordered_categories_in_long_parquet_keep_their_order(tmp_path):
    import pandas as pd

    rows = [(k, name, STONES[v - 1]) for name, own in GRADES.items() for k, v in enumerate(own)]
    frame = pd.DataFrame(rows, columns=["item", "rater", "score"])
    frame["score"] = frame["score"].astype(pd.CategoricalDtype(STONES, ordered=True))
    frame.to_parquet(tmp_path / "long.parquet")
    assert accord.load(tmp_path / "long.parquet").scale.labels == STONES


def test_unordered_and_contradicting_categories_in_parquet_have_no_order(tmp_path):
    import pandas as pd

    words = {name: [STONES[k - 1] for k in own] for name, own in GRADES.items()}
    plain = pd.DataFrame(words).astype(pd.CategoricalDtype(STONES))
    plain.to_parquet(tmp_path / "plain.parquet")
    assert accord.load(tmp_path / "plain.parquet").scale.order == "none"
    parts = tmp_path / "parts"
    parts.mkdir()
    for name, order in (("a", STONES), ("b", STONES[::-1])):
        kind = pd.CategoricalDtype(order, ordered=True)
        pd.DataFrame(words).astype(kind).to_parquet(parts / f"{name}.parquet")
    assert accord.load(parts).scale.order == "none"


def test_ordered_numbers_in_parquet_lead_as_ordered(tmp_path):
    import pandas as pd

    kind = pd.CategoricalDtype([1, 2, 3], ordered=True)
    pd.DataFrame(GRADES).astype(kind).to_parquet(tmp_path / "numbers.parquet")
    scale = accord.load(tmp_path / "numbers.parquet").scale
    assert (scale.measure, scale.order_certain) == ("ordinal", True)


def test_without_pyarrow_the_lost_order_is_announced(tmp_path, monkeypatch):
    import pandas as pd

    words = {name: [STONES[k - 1] for k in own] for name, own in GRADES.items()}
    path = tmp_path / "stones.parquet"
    pd.DataFrame(words).astype(pd.CategoricalDtype(STONES, ordered=True)).to_parquet(path)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    patterns = accord.load(path)
    assert patterns.scale.order == "none"
    assert any("cannot be read without PyArrow" in text for text in patterns.warnings)
    with pytest.raises(accord.errors.WeightsError, match="categories"):
        accord.cohen_kappa(path, weights="quadratic")


def test_stata(tmp_path):
    import pandas as pd
    import pyreadstat

    path = tmp_path / "marks.dta"
    pyreadstat.write_dta(pd.DataFrame(MARKS), str(path))
    assert recognise(path).name == "stata"
    assert accord.cohen_kappa(path).value == EXPECTED


def test_damaged_statistics_files_are_refused(tmp_path):
    for name, start in (("x.sav", b"$FL2@(#)"), ("x.dta", b"<stata_dta><header>")):
        path = tmp_path / name
        path.write_bytes(start + b"\x00" * 300)
        with pytest.raises(NotATableError, match="cannot be read"):
            accord.load(path)


# --- annotation tools ---


def test_label_studio(tmp_path):
    path = label_studio(tmp_path)
    assert recognise(path).name == "label_studio"
    with pytest.raises(OptionError, match="several questions: tone, stars"):
        accord.load(path)
    tone = accord.load(path, question="tone")
    assert set(tone.raters) == {"1", "bo@x.org", "gold", "v1"}
    assert tone.scale.labels == ("calm", "tense")
    assert any("1 cancelled" in warning for warning in tone.warnings)
    pair = accord.load(path, question="stars", raters=["1", "bo@x.org"])
    assert pair.n == 3
    assert pair.scale.labels == (1, 2, 3, 4)
    with pytest.raises(OptionError, match="no question 'mood'"):
        accord.load(path, question="mood")


def test_raters_keep_their_roles(tmp_path):
    path = label_studio(tmp_path)
    tone = accord.load(path, question="tone")
    assert tone.roles == {"1": "human", "bo@x.org": "human", "gold": "gold", "v1": "machine"}
    assert tone.select(["1", "v1"]).roles == {"1": "human", "v1": "machine"}
    assert tone.merge(tone).roles == tone.roles
    people = accord.load(path, question="tone", role="human")
    assert set(people.raters) == {"1", "bo@x.org"}
    with pytest.raises(OptionError, match="1 of role 'gold' is known"):
        accord.load(path, question="tone", role="gold")
    with pytest.raises(OptionError, match="Did you mean human"):
        accord.load(path, question="tone", role="humans")
    part = tmp_path / "site.patterns"
    assert run("compress", path, "--question", "tone", "-o", part).returncode == 0
    assert accord.load(part).roles == tone.roles
    assert set(accord.load(part, role="human").raters) == set(people.raters)
    found = json.loads(run("report", path, "--question", "tone", "--ci", "t", "--json").stdout)
    assert found["data"]["roles"] == tone.roles
    assert any("not all people: gold, v1 (machine)" in w for w in found["warnings"])
    assert "v1 (machine)" in run("preview", path, "--question", "tone").stdout
    done = run("report", path, "--question", "tone", "--role", "human", "--ci", "t", "--json")
    assert json.loads(done.stdout)["data"]["raters"] == list(people.raters)


def test_label_studio_csv(tmp_path):
    path = tmp_path / "export.csv"
    path.write_text(
        "text,id,tone,stars,topics,where,annotator,annotation_id,created_at,updated_at,lead_time\n"
        'one,1,calm,3,"{""choices"": [""war"", ""art""]}","[{""start"": 1, ""end"": 4, '
        '""labels"": [""x""]}]",ann@x.org,11,2026,2026,1.5\n'
        'one,1,calm,"[{""rating"": 4}]","{""choices"": [""art"", ""war""]}",,bo@x.org,12,,,2\n'
        "two,2,tense,1,art,,ann@x.org,13,2026,2026,1.5\n"
        "two,2,calm,1,war,,bo@x.org,14,2026,2026,1.5\n"
    )
    assert recognise(path).name == "label_studio_csv"
    with pytest.raises(OptionError, match="several questions: tone, stars, topics\\."):
        accord.load(path)
    tone = accord.load(path, question="tone")
    assert (tone.n, tone.raters) == (2, ("ann@x.org", "bo@x.org"))
    assert accord.percent_agreement(tone).value == 0.5
    assert set(map(str, accord.load(path, question="stars").scale.labels)) == {"1", "3", "4"}
    topics = accord.load(path, question="topics")
    assert topics.scale.labels == ("art", "art + war", "war")
    assert accord.percent_agreement(topics).value == 0.5


def test_report_on_every_question(tmp_path):
    path = label_studio(tmp_path)
    done = run("report", path)
    assert done.returncode == 0
    assert "Two variables." in done.stdout
    assert re.search(r"^tone\s+\d", done.stdout, re.MULTILINE)
    assert re.search(r"^stars\s+\d", done.stdout, re.MULTILINE)
    found = json.loads(run("report", path, "--ci", "t", "--json").stdout)
    assert [item["question"] for item in found["questions"]] == ["tone", "stars"]
    one = json.loads(run("report", path, "--question", "tone", "--ci", "t", "--json").stdout)
    assert one["coefficients"] == found["questions"][0]["coefficients"]


def test_prodigy(tmp_path):
    path = tmp_path / "prodigy.jsonl"
    records = [
        {
            "text": "a",
            "_input_hash": 11,
            "_session_id": "ann",
            "accept": ["pos"],
            "answer": "accept",
        },
        {
            "text": "a",
            "_input_hash": 11,
            "_session_id": "bo",
            "accept": ["pos"],
            "answer": "accept",
        },
        {
            "text": "b",
            "_input_hash": 12,
            "_session_id": "ann",
            "accept": ["neg"],
            "answer": "accept",
        },
        {
            "text": "b",
            "_input_hash": 12,
            "_session_id": "bo",
            "accept": ["pos"],
            "answer": "accept",
        },
        {"text": "c", "_input_hash": 13, "_session_id": "bo", "accept": [], "answer": "ignore"},
    ]
    path.write_text("\n".join(map(json.dumps, records)))
    found = accord.load(path)
    assert recognise(path).name == "prodigy"
    assert (found.raters, found.n, found.scale.labels) == (("ann", "bo"), 2, ("neg", "pos"))


def test_argilla(tmp_path):
    path = tmp_path / "records.json"
    records = [
        {
            "id": "r1",
            "text": "x",
            "tone.responses": ["calm", "calm", "tense"],
            "tone.responses.users": ["ann", "bo", "cy"],
            "tone.responses.status": ["submitted", "submitted", "draft"],
            "tone.suggestion": "calm",
            "tone.suggestion.agent": "model",
        },
        {
            "id": "r2",
            "text": "y",
            "tone.responses": ["tense", "calm"],
            "tone.responses.users": ["ann", "bo"],
            "tone.responses.status": ["submitted", "submitted"],
            "tone.suggestion": None,
        },
    ]
    path.write_text(json.dumps(records))
    found = accord.load(path)
    assert recognise(path).name == "argilla"
    assert found.raters == ("ann", "bo", "model")
    assert (found.n, found.ratings) == (2, 5)


def test_argilla_export_to_a_file(tmp_path):
    def record(name, tones, suggested):
        return {
            "id": name,
            "fields": {"text": "x"},
            "metadata": {},
            "suggestions": {"tone": {"value": suggested, "score": None, "agent": "model"}},
            "responses": {"tone": [{"value": v, "user_id": u} for u, v in tones.items()]},
            "vectors": {},
            "_server_id": None,
        }

    path = tmp_path / "records.json"
    tones = [{"u1": "calm", "u2": "calm"}, {"u1": "tense", "u2": "calm"}]
    path.write_text(json.dumps([record(f"r{i}", each, "calm") for i, each in enumerate(tones)]))
    found = accord.load(path)
    assert recognise(path).name == "argilla"
    assert (found.raters, found.n, found.ratings) == (("model", "u1", "u2"), 2, 6)
    assert found.roles == {"u1": "human", "u2": "human", "model": "machine"}


def test_judges(tmp_path):
    path = tmp_path / "judges.json"
    path.write_text(json.dumps({
        "gpt": {"q1": "yes", "q2": "no", "q3": "yes"},
        "claude": {"q1": "yes", "q2": "no", "q3": "no"},
        "human": {"q1": "yes", "q2": None},
    }))  # fmt: skip
    found = accord.load(path)
    assert recognise(path).name == "judgements"
    assert (set(found.raters), found.n, found.missing) == ({"gpt", "claude", "human"}, 3, 2)


def test_json_records(tmp_path):
    path = tmp_path / "records.json"
    rows = [{"id": i, "ann": a, "bo": b} for i, a, b in zip(*MARKS.values(), strict=True)]
    path.write_text(json.dumps(rows, indent=1))
    assert recognise(path).name == "json"
    assert accord.cohen_kappa(path).value == EXPECTED


# --- strangers ---


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("deep.json", "[" * 200_000, "nested too deeply|not JSON"),
        ("half.json", '[{"a": 1', "not JSON"),
        ("numbers.json", "[1, 2, 3]", "not all its elements are objects"),
        ("nested.json", '[{"a": {"b": 1}, "c": 2}]', "list or an object"),
        ("none.json", "[]", "no records"),
    ],
)
def test_hostile_json_is_refused_in_words(tmp_path, name, content, what):
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(AccordError, match=what):
        accord.load(path)


def test_readers_are_listed_and_chosen(tmp_path):
    listed = run("list", "readers").stdout
    assert all(name in listed for name in READERS)
    path = tmp_path / "marks.txt"
    path.write_text("a,b\n1,1\n2,1\n")
    assert accord.load(path, reader="delimited").n == 2
    with pytest.raises(OptionError, match="There is no reader 'magic'"):
        accord.load(path, reader="magic")
    assert list(READERS)[-1] == "delimited"


def test_a_reader_that_lacks_its_package_says_so(tmp_path, monkeypatch):
    path = tmp_path / "marks.xlsx"
    pl.DataFrame(MARKS).write_excel(path)
    monkeypatch.setitem(sys.modules, "fastexcel", None)  # as if it were not installed
    with pytest.raises(AccordError, match=r"pip install 'accord\[excel\]'"):
        accord.load(path)


def test_sets_of_labels_agree_as_sets(tmp_path):
    path = tmp_path / "prodigy.jsonl"
    records = [
        {"_input_hash": 1, "_session_id": who, "accept": labels, "answer": "accept"}
        for who, labels in (("ann", ["x", "y"]), ("bo", ["y", "x"]))
    ] + [
        {"_input_hash": 2, "_session_id": who, "accept": ["x"], "answer": "accept"}
        for who in ("ann", "bo")
    ]
    path.write_text("\n".join(map(json.dumps, records)))
    assert accord.percent_agreement(path).value == 1
    assert np.isfinite(accord.cohen_kappa(path).value)


def test_toloka(tmp_path):
    path = tmp_path / "assignments.tsv"
    rows = [
        ("INPUT:image", "OUTPUT:label", "GOLDEN:label", "ASSIGNMENT:task_id",
         "ASSIGNMENT:worker_id", "ASSIGNMENT:status"),
        ("1.png", "cat", "cat", "t1", "w1", "APPROVED"),
        ("1.png", "cat", "cat", "t1", "w2", "APPROVED"),
        ("2.png", "dog", "", "t2", "w1", "APPROVED"),
        ("2.png", "cat", "", "t2", "w2", "APPROVED"),
        ("2.png", "dog", "", "t2", "w3", "REJECTED"),
    ]  # fmt: skip
    path.write_text("\n".join("\t".join(row) for row in rows) + "\n")
    found = accord.load(path)
    assert recognise(path).name == "toloka"
    assert set(found.raters) == {"w1", "w2", "gold"}
    assert (found.n, found.ratings) == (2, 5)
    assert any("1 rejected" in warning for warning in found.warnings)


def test_mturk(tmp_path):
    path = tmp_path / "batch.csv"
    path.write_text(
        '"HITId","WorkerId","AssignmentStatus","Input.text","Answer.tone","Answer.topic"\n'
        '"h1","w1","Approved","a","calm","x"\n"h1","w2","Approved","a","calm","y"\n'
        '"h2","w1","Approved","b","tense","x"\n"h2","w2","Approved","b","calm","x"\n'
    )
    assert recognise(path).name == "mturk"
    tone = accord.load(path, question="tone")
    assert (tone.raters, tone.n, tone.scale.labels) == (("w1", "w2"), 2, ("calm", "tense"))
    with pytest.raises(OptionError, match="tone, topic"):
        accord.load(path)


def test_qualtrics(tmp_path):
    path = tmp_path / "survey.csv"
    path.write_text(
        "StartDate,Status,ResponseId,Q1,Q2,Q3,Q3_TEXT\n"
        "Start Date,Response Type,Response ID,How calm is A?,How calm is B?,And C?,Why?\n"
        '"{""ImportId"":""startDate""}","{""ImportId"":""status""}","{""ImportId"":""_recordId""}",'
        '"{""ImportId"":""QID1""}","{""ImportId"":""QID2""}","{""ImportId"":""QID3""}",'
        '"{""ImportId"":""QID3_TEXT""}"\n'
        "2026-01-01,IP Address,R_1,4,5,1,no reason\n"
        "2026-01-01,IP Address,R_2,4,4,1,\n"
        "2026-01-02,IP Address,R_3,3,5,,\n"
        "2026-01-02,Survey Preview,R_4,1,1,1,\n"
    )
    found = accord.load(path)
    assert recognise(path).name == "qualtrics"
    assert found.raters == ("R_1", "R_2", "R_3")
    assert (found.n, found.missing) == (3, 1)


def test_a_folder_of_doccano_files(tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    for who, labels in (("ann", ["x", "y", "x"]), ("bo", ["x", "y", "y"])):
        lines = [{"id": i, "text": f"t{i}", "label": [label]} for i, label in enumerate(labels)]
        (folder / f"{who}.jsonl").write_text("\n".join(map(json.dumps, lines)))
    found = accord.load(folder)
    assert recognise(folder).name == "doccano"
    assert (found.raters, found.n) == (("ann", "bo"), 3)
    assert accord.percent_agreement(folder).value == pytest.approx(2 / 3)


def test_parquet_folders_and_patterns(tmp_path):
    folder = tmp_path / "parts"
    (folder / "deep").mkdir(parents=True)
    frame = pl.DataFrame(MARKS)
    frame.head(2).write_parquet(folder / "a.parquet")
    frame.tail(2).write_parquet(folder / "deep" / "b.parquet")
    assert accord.load(folder).n == 4
    assert accord.load(tmp_path / "parts" / "*.parquet").n == 2
    assert accord.load(f"{tmp_path}/parts/**/*.parquet").n == 4
    empty = tmp_path / "none"
    empty.mkdir()
    with pytest.raises(NotATableError, match="folder"):
        accord.load(empty)
    with pytest.raises(AccordError, match="no such file"):
        accord.load(tmp_path / "none" / "*.parquet")


WAYS = {
    "columns": {"ann": ["x", "y", "x"], "bo": ["x", "y", None]},
    "split": {"columns": ["ann", "bo"], "index": [0, 1, 2],
              "data": [["x", "x"], ["y", "y"], ["x", None]]},
    "index": {str(k): {"ann": a, "bo": b} for k, (a, b) in enumerate(("xx", "yy", ("x", None)))},
    "table": {"schema": {"fields": []},
              "data": [{"ann": "x", "bo": "x"}, {"ann": "y", "bo": "y"}, {"ann": "x", "bo": None}]},
    "rows": [["ann", "bo"], ["x", "x"], ["y", "y"], ["x", None]],
    "by rater": {"ann": {"0": "x", "1": "y", "2": "x"}, "bo": {"0": "x", "1": "y", "2": None}},
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_json_in_every_orientation_is_the_same_table(way, tmp_path):
    path = tmp_path / "ratings.json"
    path.write_text(json.dumps(WAYS[way]))
    expected = accord.load({"ann": ["x", "y", "x"], "bo": ["x", "y", None]})
    found = accord.load(path)
    assert (found.raters, found.n, found.scale.labels) == (("ann", "bo"), 3, ("x", "y"))
    value = accord.percent_agreement(found).value
    assert value == accord.percent_agreement(expected).value == 1.0


def test_rows_of_json_without_names(tmp_path):
    path = tmp_path / "ratings.json"
    path.write_text("[[1, 2], [2, 2], [3, 3]]")
    assert accord.load(path).raters == ("1", "2")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"ann": [1, 2], "bo": [1]}, "column 'bo': the column has one cell, and another one 2"),
        ([[1, 2], [3]], "row 2: the row has one cell, and there are two columns"),
        ({"columns": ["a", "b"], "data": [[1, 2], 3]}, "row 2: the row has no list of cells"),
    ],
)
def test_ragged_json_is_refused_with_its_place(value, said, tmp_path):
    path = tmp_path / "ratings.json"
    path.write_text(json.dumps(value))
    with pytest.raises(InputError, match=said) as caught:
        accord.load(path)
    assert "Write null" in str(caught.value)
