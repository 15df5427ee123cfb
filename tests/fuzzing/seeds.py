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
}  # fmt: skip


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
