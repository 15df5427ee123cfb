"""Spans in tables and files of many kinds: what is read, and what is refused."""

import json

import pandas as pd
import polars as pl
import pytest

import accord
from accord.errors import AccordError, InputError, LayoutError, NotATableError, NotNumericError
from accord.io.readers.conll import spans_of_tags
from accord.io.span_sources import load_spans
from helpers.running import run

TEXTS = {"d1": "Anna was in Rome once", "d2": "hello there"}
MARKS = {
    ("d1", "ann"): [(0, 4, "PER"), (12, 16, "LOC")],
    ("d1", "bo"): [(0, 4, "PER")],
    ("d2", "ann"): [],
    ("d2", "bo"): [(1, 3, "PER")],
}
ROWS = [
    {"document": d, "rater": r, "start": s, "end": e, "label": k}
    for (d, r), marks in MARKS.items()
    for s, e, k in marks
]
LENGTHS = {name: len(text) for name, text in TEXTS.items()}


def triples(spans):
    return sorted(
        (spans.documents[d], spans.raters[r], int(s), int(e), spans.labels[k])
        for d, r, s, e, k in zip(
            spans.document, spans.rater, spans.start, spans.end, spans.label, strict=True
        )
    )


EXPECTED = sorted(
    tuple(row[k] for k in ("document", "rater", "start", "end", "label")) for row in ROWS
)


def json_lines(path):
    lines = [
        {"document": d, "rater": r, "text": TEXTS[d], "spans": [
            {"start": s, "end": e, "label": k} for s, e, k in marks
        ]}
        for (d, r), marks in MARKS.items()
    ]  # fmt: skip
    path.write_text("\n".join(map(json.dumps, lines)))


def label_studio(path):
    tasks = [
        {
            "id": d,
            "data": {"text": text},
            "annotations": [
                {
                    "completed_by": {"email": r},
                    "result": [
                        {
                            "from_name": "ner",
                            "type": "labels",
                            "value": {"start": s, "end": e, "text": text[s:e], "labels": [k]},
                        }
                        for s, e, k in MARKS[d, r]
                    ],
                }
                for r in ("ann", "bo")
            ],
        }
        for d, text in TEXTS.items()
    ]
    path.write_text(json.dumps(tasks))


def doccano(path):
    path.mkdir()
    for r in ("ann", "bo"):
        lines = [
            {"id": d, "text": text, "label": [list(mark) for mark in MARKS[d, r]]}
            for d, text in TEXTS.items()
        ]
        (path / f"{r}.jsonl").write_text("\n".join(map(json.dumps, lines)))


def brat(path):
    for r in ("ann", "bo"):
        (path / r).mkdir(parents=True)
        for d, text in TEXTS.items():
            lines = [
                f"T{n}\t{k} {s} {e}\t{text[s:e]}" for n, (s, e, k) in enumerate(MARKS[d, r], 1)
            ]
            (path / r / f"{d}.ann").write_text("\n".join([*lines, "#1\tAnnotatorNotes T1\tsure"]))
            (path / f"{d}.txt").write_text(text)


FILES = {
    "spans.jsonl": (json_lines, "span_lines"),
    "export.json": (label_studio, "label_studio"),
    "doccano": (doccano, "doccano"),
    "brat": (brat, "brat"),
}


@pytest.mark.parametrize("name", FILES)
def test_files_with_texts(tmp_path, name):
    write, reader = FILES[name]
    path = tmp_path / name
    write(path)
    spans = load_spans(path)
    assert triples(spans) == EXPECTED
    assert dict(zip(spans.documents, spans.lengths.tolist(), strict=True)) == LENGTHS
    assert spans.annotated.all()
    patterns = accord.load(path)
    assert patterns.layout == "spans"
    assert patterns.n == sum(LENGTHS.values())
    stated = accord.unitizing_alpha(ROWS, lengths=LENGTHS)
    assert accord.unitizing_alpha(path).value == pytest.approx(stated.value)
    assert accord.preview(path).reader == reader


TABLES = {
    "records": ROWS,
    "columns": {key: [row[key] for row in ROWS] for key in ROWS[0]},
    "polars": pl.DataFrame(ROWS),
    "polars, lazy": pl.DataFrame(ROWS).lazy(),
    "pandas": pd.DataFrame(ROWS),
    "other names": [
        {"doc_id": r["document"], "annotator": r["rater"], "begin": r["start"], "stop": r["end"],
         "entity": r["label"]} for r in ROWS
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_tables(name):
    spans = load_spans(TABLES[name])
    assert triples(spans) == EXPECTED
    assert accord.load(TABLES[name], lengths=LENGTHS).n == sum(LENGTHS.values())


def test_a_table_in_a_file(tmp_path):
    path = tmp_path / "spans.csv"
    pd.DataFrame(ROWS).assign(length=lambda t: t.document.map(LENGTHS)).to_csv(path, index=False)
    assert triples(load_spans(path)) == EXPECTED
    assert accord.load(path).n == sum(LENGTHS.values())


WEBANNO = """#FORMAT=WebAnno TSV 3.3
#T_SP=de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS|PosValue
#T_SP=webanno.custom.Entity|identifier|value


#Text=Anna was in New York
1-1\t0-4\tAnna\tN\t*\tPER\t
1-2\t5-8\twas\tV\t_\t_\t
1-3\t9-11\tin\tP\t_\t_\t
1-4\t12-15\tNew\tN\t*[1]|*[2]\tLOC[1]|ORG[2]\t
1-5\t16-20\tYork\tN\t*[1]\tLOC[1]\t
"""


def test_webanno(tmp_path):
    for document in ("d1", "d2"):
        (tmp_path / document).mkdir()
        for rater in ("ann", "bo"):
            (tmp_path / document / f"{rater}.tsv").write_text(WEBANNO)
    spans = load_spans(tmp_path)
    own = [row[2:] for row in triples(spans) if row[:2] == ("d1", "ann")]
    assert own == [(0, 4, "PER"), (12, 15, "ORG"), (12, 20, "LOC")]
    assert spans.lengths.tolist() == [20, 20]
    (tmp_path / "d1" / "ann.tsv").write_text(WEBANNO.replace("5-8", "five"))
    with pytest.raises(NotATableError) as info:
        load_spans(tmp_path)
    assert info.value.row == 8


CONLL = """token ann bo
-DOCSTART- O O

Anna B-PER B-PER
was O O
New B-LOC O
York I-LOC B-LOC

-DOCSTART- O O

Rome B-LOC B-LOC
is O O
"""


def test_conll(tmp_path):
    path = tmp_path / "text.conll"
    path.write_text(CONLL)
    spans = load_spans(path)
    assert triples(spans) == [
        ("1", "ann", 0, 1, "PER"),
        ("1", "ann", 2, 4, "LOC"),
        ("1", "bo", 0, 1, "PER"),
        ("1", "bo", 3, 4, "LOC"),
        ("2", "ann", 0, 1, "LOC"),
        ("2", "bo", 0, 1, "LOC"),
    ]
    assert spans.lengths.tolist() == [4, 2]
    folder = tmp_path / "raters"
    folder.mkdir()
    for column, rater in ((1, "ann"), (2, "bo")):
        lines = [line.split() for line in CONLL.splitlines()[1:]]
        text = "\n".join(f"{line[0]} {line[column]}" if line else "" for line in lines)
        (folder / f"{rater}.conll").write_text(text)
    assert triples(load_spans(folder)) == triples(spans)
    (tmp_path / "sentences.txt").write_text("a B-X B-X\nb O O\n\nc O O\nd B-Y O\n")
    assert len(load_spans(tmp_path / "sentences.txt").documents) == 2
    path.write_text("a B-X B-X\nb O\n")
    with pytest.raises(NotATableError, match="2 columns") as info:
        load_spans(path)
    assert info.value.row == 2


@pytest.mark.parametrize(
    ("tags", "spans"),
    [
        ("B-x I-x O", [(0, 2, "x")]),
        ("I-x I-x I-y", [(0, 2, "x"), (2, 3, "y")]),
        ("B-x B-x", [(0, 1, "x"), (1, 2, "x")]),
        ("B-x I-x E-x S-y O", [(0, 3, "x"), (3, 4, "y")]),
        ("B-x L-x U-y", [(0, 2, "x"), (2, 3, "y")]),
        ("O O", []),
    ],
)
def test_tags(tags, spans):
    assert [(m.start, m.end, m.label) for m in spans_of_tags(tags.split())] == spans


def test_discontinuous_annotations_of_brat_are_noted(tmp_path):
    brat(tmp_path / "b")
    (tmp_path / "b" / "ann" / "d2.ann").write_text("T1\tX 0 2;5 7\the th\n")
    patterns = accord.load(tmp_path / "b")
    assert any("1 discontinuous" in note for note in patterns.warnings)
    (tmp_path / "b" / "ann" / "d2.ann").write_text("T1\tX nowhere\n")
    with pytest.raises(NotATableError) as info:
        accord.load(tmp_path / "b")
    assert info.value.row == 1


def row(**changes):
    return [*ROWS, {**ROWS[0], **changes}]


@pytest.mark.parametrize(
    ("rows", "kind", "facts"),
    [
        (row(start=9, end=9), LayoutError, {"column": "end", "row": 5}),
        (row(start=-1), NotNumericError, {"column": "start", "row": 5, "value": -1}),
        (row(end=3.5), NotNumericError, {"column": "end", "row": 5}),
        (row(rater=None), InputError, {"column": "rater", "row": 5}),
        (row(document=" "), InputError, {"column": "document", "row": 5}),
        (row(end=99), LayoutError, {"option": "lengths", "value": 99}),
    ],
)
def test_bad_rows_are_named(rows, kind, facts):
    with pytest.raises(kind) as info:
        accord.load(rows, lengths=LENGTHS, layout="spans")
    assert {key: getattr(info.value, key) for key in facts} == facts


def test_lines_of_files_are_named(tmp_path):
    path = tmp_path / "spans.csv"
    path.write_text("document,rater,start,end,label\nd1,A,0,4,x\nd1,B,5,2,x\n")
    with pytest.raises(LayoutError) as info:
        accord.span_f1(path)
    assert (info.value.row, info.value.file) == (3, str(path))
    lines = '{"rater": "A", "spans": [[0, 4, "x"]]}\n{"rater": "B", "spans": [[0, "z", "x"]]}\n'
    (tmp_path / "s.jsonl").write_text(lines)
    with pytest.raises(NotATableError) as info:
        accord.span_f1(tmp_path / "s.jsonl")
    assert info.value.row == 2


@pytest.mark.parametrize("columns", [("rater", "start", "end"), ("document", "rater", "start")])
def test_missing_columns_are_named(columns):
    rows = [{key: row[key] for key in columns} for row in ROWS]
    with pytest.raises(LayoutError, match="no column of the"):
        load_spans(rows)


def test_a_report_on_spans(tmp_path):
    path = tmp_path / "spans.csv"
    pd.DataFrame(ROWS).to_csv(path, index=False)
    result = json.loads(run("report", str(path), "--lengths", "d1=21,d2=11", "--json").stdout)
    section = result["sections"]["spans"]
    values = {e["name"]: e["value"] for e in section["estimates"] if e["name"] != "span_f1"}
    for name in ("unitizing_alpha", "unitizing_binary_alpha", "character_f1"):
        expected = getattr(accord, name)(ROWS, lengths=LENGTHS).value
        assert values[name] == pytest.approx(expected)
    exact = section["pairs"][0]
    assert (exact["reference"], exact["other"], exact["match"]) == ("ann", "bo", "exact")
    pair = {"raters": ("ann", "bo")}
    assert exact["f1"]["value"] == pytest.approx(accord.span_f1(ROWS, **pair).value)
    assert exact["precision"]["value"] == pytest.approx(accord.span_precision(ROWS, **pair).value)
    assert exact["recall"]["value"] == pytest.approx(accord.span_recall(ROWS, **pair).value)
    assert result["beside"] is None  # no character has several labels, some of which may be common
    coefficients = {e["name"]: e["value"] for e in result["coefficients"]}
    alpha = accord.krippendorff_alpha(accord.load(ROWS, lengths=LENGTHS), ci="t").value
    assert coefficients["krippendorff_alpha"] == pytest.approx(alpha)
    printed = run("report", str(path), "--lengths", "21").stdout
    assert "Agreement on spans" in printed
    assert "Unitizing alpha" in printed
    assert "Two raters marked spans in two documents" in printed
    without = run("report", str(path))
    assert "--lengths d1=120" in " ".join(without.stdout.split())
    assert "Krippendorff's alpha" not in without.stdout
    assert "Span F1" in without.stdout


def test_a_report_gives_credit_for_common_labels_of_overlapping_spans(tmp_path):
    rows = [*ROWS, {"document": "d1", "rater": "ann", "start": 0, "end": 4, "label": "ORG"}]
    path = tmp_path / "spans.csv"
    pd.DataFrame(rows).to_csv(path, index=False)
    result = json.loads(run("report", str(path), "--lengths", "d1=21,d2=11", "--json").stdout)
    beside = {e["name"]: e["value"] for e in result["beside"]["coefficients"]}
    atoms = accord.load(rows, lengths=LENGTHS)
    alpha = accord.krippendorff_alpha(atoms, "masi", ci="t").value
    assert beside["krippendorff_alpha"] == pytest.approx(alpha)


def test_reports_on_spans_are_read_back(tmp_path):
    from accord.present.records import loaded

    path = tmp_path / "spans.csv"
    pd.DataFrame(ROWS).to_csv(path, index=False)
    plain = json.loads(run("report", str(path), "--lengths", "30", "--json").stdout)
    assert loaded(plain).shown.results["spans"].documents == 2


def test_spans_that_are_no_spans_are_refused():
    with pytest.raises(AccordError, match="layout='spans'"):
        accord.span_f1(accord.load([["a", "b"], ["b", "b"]]))


@pytest.mark.parametrize(
    "times",
    [
        [("2024-01-01 10:00", "2024-01-01 10:04")] * 6,
        [(1_700_000_000 + k, 1_700_000_060 + k) for k in range(6)],
        [(9, 2)] * 6,
    ],
)
def test_times_of_ratings_are_no_spans(times):
    rows = [
        {"item": k // 2, "rater": "AB"[k % 2], "start": start, "end": end, "label": "xy"[k // 4]}
        for k, (start, end) in enumerate(times)
    ]
    patterns = accord.load(rows, item="item", rater="rater", score="label")
    assert (patterns.layout, patterns.n) == ("long", 3)
