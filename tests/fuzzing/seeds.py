"""Small valid files of every format, from which mutations start."""

import gzip
import io
import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

from helpers.exports import task

CORPUS = Path(__file__).parent / "corpus"
GRADES = {"ann": [1.0, 2, 2, 3, 1, 2], "bo": [1.0, 2, 3, 3, 1, 1]}
LABELS = {1: "low", 2: "mid", 3: "high"}
LONG = "item,rater,score\n" + "".join(
    f"i{i},{r},{(i + k) % 3}\n" for i in range(5) for k, r in enumerate(("ann", "bo", "cy"))
)
TEXTS = {
    "wide.csv": "id,ann,bo,cy\n1,2,2,3\n2,1,,1\n3,3,3,3\n4,1,2,NA\n",
    "long.csv": LONG,
    "words.csv": 'ann;bo\n"calm; very";calm\ntense;tense\n"a ""b""";calm\n',
    "decimal.csv": "sep=;\na;b\n1,5;2,5\n2,5;2,5\n3,0;1,5\n",
    "table.csv": ",yes,no\nyes,20,5\nno,3,12\n",
    "counts.csv": "subject,low,mid,high\na,3,1,0\nb,0,2,2\nc,1,1,2\n",
    "plain.tsv": "a\tb\n1\t2\n2\t2\n3\t1\n",
    "records.json": json.dumps([{"id": i, "ann": i % 3, "bo": "x" * (i % 2)} for i in range(5)]),
    "lines.jsonl": "".join(json.dumps({"item": i, "a": i % 2, "b": 1.5}) + "\n" for i in range(5)),
    "judges.json": json.dumps({"gpt": {"q1": "yes", "q2": "no"}, "bo": {"q1": "yes", "q2": None}}),
    "studio.json": json.dumps(
        [task(k, [(who, {"tone": "calm", "stars": who}, False, False) for who in (1, 2)], ["calm"])
         for k in (1, 2)]
    ),
    "studio.csv": "text,id,tone,annotator,annotation_id\n"
    'x,1,"{""choices"": [""a"", ""b""]}",u,1\nx,1,"[{""rating"": 4}]",v,2\ny,2,a,u,3\ny,2,a,v,4\n',
    "argilla.json": json.dumps(
        [{"id": k, "tone.responses": ["a", "b"], "tone.responses.users": ["u", "v"],
          "tone.responses.status": ["submitted"] * 2, "tone.suggestion": "a"} for k in range(3)]
    ),
    "prodigy.jsonl": "".join(
        json.dumps({"_input_hash": k // 2, "_session_id": "ab"[k % 2], "accept": ["x"],
                    "answer": "accept"}) + "\n" for k in range(6)
    ),
    "toloka.tsv": "INPUT:t\tOUTPUT:x\tGOLDEN:x\tASSIGNMENT:task_id\tASSIGNMENT:worker_id\t"
    "ASSIGNMENT:status\n1\ta\ta\tt1\tw1\tAPPROVED\n1\ta\t\tt1\tw2\tAPPROVED\n",
    "mturk.csv": '"HITId","WorkerId","AssignmentStatus","Input.text","Answer.tone"\n'
    '"h1","w1","Approved","a","calm"\n"h1","w2","Approved","a","calm"\n',
    "qualtrics.csv": "Status,ResponseId,Q1,Q2\nResponse Type,Response ID,A?,B?\n"
    '"{""ImportId"":""status""}","{""ImportId"":""_recordId""}","{""ImportId"":""QID1""}",'
    '"{""ImportId"":""QID2""}"\n0,R_1,4,5\n0,R_2,4,4\n0,R_3,3,5\n',
    "spans.jsonl": "".join(
        json.dumps({"document": d, "rater": r, "text": "Anna was in Rome", "spans": marks}) + "\n"
        for d in ("d1", "d2") for r, marks in (("ann", [[0, 4, "PER"], [12, 16, "LOC"]]),
                                               ("bo", [{"start": 0, "end": 4, "label": "PER"}]))
    ),
    "spans.csv": "document,rater,start,end,label,length\nd1,ann,0,4,PER,20\nd1,bo,0,4,PER,20\n"
    "d1,bo,8,12,LOC,20\nd2,ann,1,3,LOC,9\nd2,bo,,,,9\n",
    "tags.conll": "token ann bo\n-DOCSTART- O O\n\nAnna B-PER B-PER\nwas O O\nNew B-LOC O\n"
    "York I-LOC B-LOC\n\n-DOCSTART- O O\n\nRome S-LOC B-LOC\nis O O\n",
    "sets.csv": "id,ann,bo\n1,a;b,a\n2,b,b\n3,,a;c\n4,a;b;c,b;a\n",
    "variables.csv": "item,tone/ann,tone/bo,stars/ann,stars/bo\n1,a,b,1,2\n2,b,b,3,3\n3,a,a,2,2\n",
}  # fmt: skip
WEBANNO = """#FORMAT=WebAnno TSV 3.3
#T_SP=webanno.custom.Entity|identifier|value


#Text=Anna was in New York
1-1\t0-4\tAnna\t*\tPER\t
1-2\t5-8\twas\t_\t_\t
1-3\t9-11\tin\t_\t_\t
1-4\t12-15\tNew\t*[1]|*[2]\tLOC[1]|ORG[2]\t
1-5\t16-20\tYork\t*[1]\tLOC[1]\t
"""
BRAT = "T1\tPER 0 4\tAnna\nT2\tLOC 12 15;16 20\tNew York\n#1\tAnnotatorNotes T1\tsure\n"
LABELLED = "".join(json.dumps({"id": k, "text": "x", "label": ["a"]}) + "\n" for k in (1, 2))
MARKED = json.dumps({"id": 1, "text": "Anna was", "label": [[0, 4, "PER"]]}) + "\n"
FOLDERS = {
    "doccano": {"ann.jsonl": LABELLED, "bo.jsonl": LABELLED},
    "doccano-spans": {"ann.jsonl": MARKED, "bo.jsonl": MARKED},
    "brat": {"ann/d1.ann": BRAT, "bo/d1.ann": BRAT, "d1.txt": "Anna was in New York"},
    "webanno": {f"{d}/{r}.tsv": WEBANNO for d in ("d1", "d2") for r in ("ann", "bo")},
    "conll-files": {f"{r}.conll": "Anna B-PER\nwas O\n\nRome B-LOC\n" for r in ("ann", "bo")},
}


def folders():
    """Valid folders: the files in each as bytes, by their names."""
    return {
        name: {part: text.encode() for part, text in parts.items()}
        for name, parts in FOLDERS.items()
    }


@cache
def seeds():
    """Valid files as bytes, by their names."""
    files = {name: text.encode() for name, text in TEXTS.items()}
    files["wide16.csv"] = TEXTS["wide.csv"].encode("utf-16")
    files["latin.csv"] = "ann,bo\nnaïve,naïve\ncafé,thé\n".encode("latin-1")
    files |= {path.name.removesuffix(".gz"): gzip.decompress(path.read_bytes())
              for path in sorted(CORPUS.glob("*.gz"))}  # fmt: skip
    with TemporaryDirectory() as folder:
        _write_binary(Path(folder))
        files |= {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}
    return files


def _write_binary(folder):
    import pandas as pd
    import pyreadstat
    import xlsxwriter

    import accord
    from accord.data.pattern_files import write_patterns

    frame = pd.DataFrame(GRADES)
    labels = {"variable_value_labels": {"ann": LABELS, "bo": LABELS}}
    pyreadstat.write_sav(
        frame, folder / "grades.sav", **labels, missing_ranges={"ann": [9]},
        column_labels=["Ann's", "Bo's"], variable_measure={"ann": "ordinal"},
    )  # fmt: skip
    pyreadstat.write_sav(frame.assign(why="words"), folder / "grades.zsav", compress=True)
    pyreadstat.write_dta(frame.astype(int), folder / "old.dta", version=8)
    pyreadstat.write_dta(frame.astype(int).assign(w="x"), folder / "new.dta", version=15, **labels)
    plain = pl.DataFrame({"a": [1, 2, None, 2] * 9, "b": ["x", "y", "z", "x"] * 9, "c": [0.5] * 36})
    for compression in ("uncompressed", "zstd", "snappy"):
        plain.write_parquet(folder / f"{compression}.parquet", compression=compression)
    kind = pd.CategoricalDtype(["low", "mid", "high"], ordered=True)
    words = pd.DataFrame({n: [LABELS[int(g)] for g in own] for n, own in GRADES.items()})
    words.astype(kind).to_parquet(folder / "ordered.parquet")
    write_patterns(accord.load(GRADES), folder / "site.patterns")
    content = io.BytesIO()
    with xlsxwriter.Workbook(content) as book:
        sheet = book.add_worksheet("marks")
        for row, cells in enumerate([("id", "ann", "bo"), ("a", 1, 2), ("b", 2, 2), ("c", 1, 1)]):
            sheet.write_row(row, 0, cells)
        book.add_worksheet("two").write(0, 0, "x")
    (folder / "marks.xlsx").write_bytes(content.getvalue())
