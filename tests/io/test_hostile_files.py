"""Files that once misled the readers: wrong numbers, crashes, endless work."""

import json
import os
import sys
import zipfile

import numpy as np
import polars as pl
import pytest

import accord
from accord.errors import AccordError, InputError, LayoutError, NotATableError, OptionError
from helpers.running import run


def text(tmp_path, content, name="ratings.csv"):
    path = tmp_path / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content)
    return path


# --- wrong numbers ---


def test_labels_at_the_ends_of_a_scale_only(tmp_path):
    import pandas as pd
    import pyreadstat

    path = tmp_path / "ends.sav"
    frame = pd.DataFrame({"a": [1.0, 3, 3, 2, 4, 5], "b": [3.0, 3, 3, 2, 4, 4]})
    ends = {1: "low", 5: "high"}
    pyreadstat.write_sav(frame, path, variable_value_labels={"a": ends, "b": ends})
    assert accord.percent_agreement(path).value == pytest.approx(4 / 6)


def test_whole_numbers_beside_words_in_json(tmp_path):
    rows = [{"a": 3.0, "b": 3}, {"a": "unsure", "b": 3}, {"a": 2.0, "b": 2}]
    path = text(tmp_path, json.dumps(rows), "mix.json")
    assert accord.percent_agreement(path).value == pytest.approx(2 / 3)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(("one", "two"), [("1.1", "1.10"), ("7", "007"), ("7", "+7"), ("0", "-0")])
def test_ids_that_differ_only_as_texts(tmp_path, one, two, late):
    plain = [f"{k},ann,{k % 3}\n{k},bo,{k % 3}" for k in range(100, 700)] if late else []
    rows = [f"{one},ann,1", f"{one},bo,1", f"{two},cy,2", f"{two},di,2"]
    path = text(tmp_path, "\n".join(["item,rater,score", *plain, *rows, ""]))
    assert accord.load(path, layout="long").n == len(plain) + 2


@pytest.mark.parametrize("suffix", ["parquet", "jsonl", "patterns"])
def test_names_with_brackets_are_names(tmp_path, suffix):
    small, large = (
        pl.DataFrame({"a": [1, 2], "b": [1, 1]}),
        pl.DataFrame({"a": [1] * 6, "b": [1] * 6}),
    )
    for frame, name in ((small, f"f[1].{suffix}"), (large, f"f1.{suffix}")):
        path = tmp_path / name
        if suffix == "parquet":
            frame.write_parquet(path)
        elif suffix == "jsonl":
            frame.write_ndjson(path)
        else:
            from accord.data.pattern_files import write_patterns

            write_patterns(accord.load(frame), path)
    assert accord.load(tmp_path / f"f[1].{suffix}").n == 2


def test_workbooks_without_a_header(tmp_path):
    import xlsxwriter

    path = tmp_path / "plain.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet()
        for row, cells in enumerate([(1, 2), (2, 2), (1, 1), (3, 3)]):
            sheet.write_row(row, 0, cells)
    found = accord.load(path)
    assert found.n == 4
    assert any("looks like data" in note for note in found.warnings)
    twice = tmp_path / "twice.xlsx"
    with xlsxwriter.Workbook(twice) as book:
        sheet = book.add_worksheet()
        for row, cells in enumerate([("a", "a"), (2, 2), (1, 1)]):
            sheet.write_row(row, 0, cells)
    with pytest.raises(LayoutError, match="two columns are named 'a'"):
        accord.load(twice)


def test_all_of_several_choices_count(tmp_path):
    path = text(
        tmp_path,
        "text,id,topic,annotator,annotation_id\n"
        'x,1,"[""a"", ""b""]",u,1\nx,1,"[""a"", ""c""]",v,2\ny,2,a,u,3\ny,2,a,v,4\n',
    )
    assert accord.percent_agreement(path).value == 0.5


@pytest.mark.parametrize("count", ["1e300", "9007199254740993"])
def test_counts_that_cannot_be(tmp_path, count):
    path = text(tmp_path, f"a,b,n\n1,1,{count}\n1,2,3\n2,2,7\n")
    with pytest.raises(InputError, match="not a number from 0 up"):
        accord.load(path, count="n")


@pytest.mark.parametrize("start", ["\f", "\v", "\u2028"])
def test_odd_blanks_at_the_start_lose_no_row(tmp_path, start):
    path = text(tmp_path, f"{start}a,b\n1,2\n1,1\n2,2\n3,3\n2,2\n")
    assert accord.load(path).n == 5


def test_a_stated_tab(tmp_path):
    assert accord.load(text(tmp_path, "sep=\t\na\tb\n1\t1\n2\t1\n")).raters == ("a", "b")


def test_answers_without_a_task_are_refused(tmp_path):
    path = text(tmp_path, "HITId,WorkerId,Answer.tone\n,w1,calm\n,w2,calm\nh1,w1,calm\n")
    with pytest.raises(InputError, match="no subject"):
        accord.load(path)


def test_whole_numbers_beyond_any_machine(tmp_path):
    big = 10**50
    rows = [{"item": i, "rater": r, "score": big + (i == 2)} for i in (1, 2, 3) for r in ("a", "b")]
    found = accord.load(text(tmp_path, json.dumps(rows), "big.json"))
    assert (found.n, found.q, found.missing) == (3, 2, 0)
    near = accord.load([[2**53 + 1, 2**53], [2**53, 2**53]])
    assert near.q == 2


def test_a_worker_called_gold_is_not_the_standard(tmp_path):
    path = text(
        tmp_path,
        "INPUT:t\tASSIGNMENT:worker_id\tOUTPUT:x\tGOLDEN:x\n"
        "a\tgold\tyes\tno\na\tw2\tyes\tno\nb\tgold\tno\tno\nb\tw2\tno\tno\n",
        "pool.tsv",
    )
    found = accord.load(path)
    assert found.roles == {"gold (human)": "human", "w2": "human", "gold (gold)": "gold"}


def test_enumerated_categories_keep_their_order_in_every_engine(monkeypatch):
    kind = pl.Enum(["low", "mid", "high"])
    frame = pl.DataFrame(
        {"item": [1, 1, 2, 2, 3, 3], "rater": ["a", "b"] * 3, "score": ["high", "low", "mid"] * 2},
        schema_overrides={"score": kind},
    )
    monkeypatch.setattr("accord.io.engines.lazy.LEAST_ROWS", 0)
    eager, lazy = (accord.load(f, layout="long").scale for f in (frame, frame.lazy()))
    assert eager.labels == lazy.labels == ("low", "mid", "high")
    assert eager.level == lazy.level


def test_blank_ids_and_half_known_clusters_are_refused_in_every_engine(monkeypatch):
    monkeypatch.setattr("accord.io.engines.lazy.LEAST_ROWS", 0)
    rows = {"item": ["a", "a", " ", " "], "rater": ["x", "y"] * 2, "score": [1, 1, 2, 2]}
    for frame in (pl.DataFrame(rows), pl.DataFrame(rows).lazy()):
        with pytest.raises(InputError, match="no subject"):
            accord.load(frame, layout="long")
    rows = {**rows, "item": ["a", "a", "b", "b"], "c": ["k", None, "l", "l"]}
    for frame in (pl.DataFrame(rows), pl.DataFrame(rows).lazy()):
        with pytest.raises(InputError):
            accord.load(frame, layout="long", cluster="c")


def test_subjects_keep_their_numbers_beside_counts_of_nothing():
    found = accord.load({"a": [1, 1, 2], "b": [2, 1, 2], "n": [0, 1, 1]}, count="n")
    assert list(found.subjects()[0]) == [2, 3]


@pytest.mark.parametrize(
    "change",
    [
        {"unrated": -5},
        {"raters": ["a", "a"]},
        {"scale": {"values": [1.0, 1.0]}},
        {"scale": {"values": [1.0, None]}},
        {"scale": {"values": [[1.0], [2.0]]}},
        {"scale": {"level": "ratio", "values": [-1.0, 2.0]}},
    ],
)
def test_impossible_pattern_files(tmp_path, change):
    from accord.data.pattern_files import KEY, write_patterns

    path = tmp_path / "x.patterns"
    write_patterns(accord.load([[1, 2], [2, 2]], layout="wide"), path)
    about = json.loads(pl.read_parquet_metadata(path)[KEY])
    for key, value in change.items():
        about[key] = {**about[key], **value} if isinstance(value, dict) else value
    pl.read_parquet(path).write_parquet(path, metadata={KEY: json.dumps(about)})
    with pytest.raises(NotATableError, match="damaged"):
        accord.load(path)


# --- crashes ---


def test_quoted_line_breaks_across_the_head(tmp_path):
    rows = "".join('"' + "word\n" * 200 + f'",{k % 3},{k % 2}\n' for k in range(600))
    assert accord.load(text(tmp_path, "text,ann,bo\n" + rows)).n == 600


def test_cells_far_apart_are_refused(tmp_path):
    import xlsxwriter

    path = tmp_path / "far.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet()
        sheet.write(0, 0, 1)
        sheet.write(1048575, 16383, 1)
    with pytest.raises(NotATableError, match="extend over"):
        accord.load(path)
    assert zipfile.is_zipfile(path)


def test_pipes_are_refused_in_words(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(InputError, match="pipe or a device"):
        accord.load(path)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", [{"id": 1, "annotations": True, "result": 1}]),
        ("b.json", [{"id": 1, "annotations": [{"result": 7}]}]),
        ("c.json", [{"id": 1, "annotations": [], "predictions": 3, "y": {"result": 1}}]),
        ("d.json", [{"q.responses": 3, "q.responses.users": ["a"]}]),
        ("e.json", [{"q.responses": ["x", "y"], "q.responses.users": ["a"]}]),
        ("f.json", [{f"k{j}": 1} for j in range(5000)]),
    ],
)
def test_json_of_wrong_kinds(tmp_path, name, content):
    done = run("report", text(tmp_path, json.dumps(content), name))
    assert done.returncode == 2, done.stderr
    assert name in done.stderr


@pytest.mark.parametrize(
    "reader", ["label_studio_csv", "judgements", "qualtrics", "toloka", "prodigy"]
)
def test_a_reader_that_does_not_fit_says_so(tmp_path, reader):
    done = run("report", text(tmp_path, "a,b\n1,2\n2,2\n"), "--reader", reader)
    assert done.returncode == 2, done.stderr
    assert "ratings.csv" in done.stderr
    done = run("report", tmp_path / "nothing.csv", "--reader", reader)
    assert "no such file" in done.stderr


@pytest.mark.parametrize("kind", ["latin", "long", "short", "tab", "wide"])
def test_qualtrics_files_of_all_kinds(tmp_path, kind):
    head = "Status,ResponseId,Q1,Q2\n,,one,two\n"
    ids = '","'.join('{""ImportId"":""' + own + '""}' for own in ("s", "r", "QID1", "QID2"))
    rows = "0,R1,3,4\n0,R2,3,2\n1,R3,1,1\n"
    content = f'{head}"{ids}"\n{rows}'
    found = {
        "latin": content.replace("one", "\xe9").encode("latin-1"),
        "wide": content.encode("utf-16"),
        "tab": content.replace('","', '"\t"')
        .replace(head, head.replace(",", "\t"))
        .replace(rows, rows.replace(",", "\t")),
        "long": content.replace("one", "x" * 200_000),
        "short": content.replace("0,R1,3,4", "0,R1,3"),
    }[kind]
    path = text(tmp_path, found)
    if kind in ("latin", "tab", "wide"):
        patterns = accord.load(path)
        assert set(patterns.raters) == {"R1", "R2"}
        assert any("1 previews" in note for note in patterns.warnings)
    else:
        with pytest.raises(AccordError):
            accord.load(path)


def test_columns_of_lists_are_left_out(tmp_path):
    path = tmp_path / "nested.parquet"
    pl.DataFrame({"a": [1, 2], "b": [1, 1], "why": [["x"], ["y"]]}).write_parquet(path)
    found = accord.load(path)
    assert found.raters == ("a", "b")
    assert any("why" in note for note in found.warnings)


@pytest.mark.parametrize("encoding", ["rot13", "base64", "hex", "zlib"])
def test_encodings_that_are_none_of_text(tmp_path, encoding):
    with pytest.raises(OptionError, match="no encoding"):
        accord.load(text(tmp_path, "a,b\n1,2\n"), encoding=encoding)


def test_a_bad_byte_beside_an_uneven_row(tmp_path):
    content = b"a,b\n" + b"1,2\n" * 100_000 + b"\xe9,1\n1\n"
    with pytest.raises(AccordError):
        accord.load(text(tmp_path, content), encoding="utf-8")


@pytest.mark.slow
def test_ratios_over_all_magnitudes():
    values = np.geomspace(1e-300, 1e300, 3000)
    rows = np.column_stack([values, values[::-1]])
    found = accord.krippendorff_alpha(rows, level="ratio")
    assert np.isfinite(found.value)


# --- places ---


def test_rows_are_numbered_as_an_editor_shows_them(tmp_path):
    path = text(tmp_path, 'a,b,why\n1,2,"two\nlines"\n\n2,x,no\n')
    with pytest.raises(InputError) as caught:
        accord.load(path, raters=["a", "b"], categories=[1, 2])
    assert (caught.value.row, caught.value.column) == (5, "b")


def test_rows_below_a_title_keep_their_numbers(tmp_path):
    path = text(tmp_path, "My ratings\na,b\n1,2\n2,2\n1,x\n")
    assert accord.load(path).raters == ("a", "b")
    with pytest.raises(InputError) as caught:
        accord.load(path, categories=[1, 2])
    assert (caught.value.row, caught.value.column) == (5, "b")


@pytest.mark.parametrize(
    ("content", "options"),
    [
        ("a,b\n1,2\n2,99\n3,3\n1,1\n", ("--missing", "99,NA")),
        ('"x, y","z, w"\n1,2\n2,2\n3,3\n1,1\n', ()),
        ("item,rater,score\n" + "".join(f"{i},{r},{i % 3}\n" for i in range(6) for r in "abc"),
         ("--layout", "long", "--raters", "a,c")),
        ("ann,1,2,3\nbo,1,2,2\n", ("--transpose",)),
    ],
)  # fmt: skip
def test_the_printed_command_says_the_same(tmp_path, content, options):
    import shlex

    path = text(tmp_path, content)
    shown = json.loads(run("preview", path, *options, "--json").stdout)
    again = shlex.split(shown["command"])[1:]
    quick = ("--ci", "t", "--json")
    one = json.loads(run("report", path, *options, *quick).stdout)
    two = json.loads(run(*again, *quick).stdout)
    assert two["coefficients"] == one["coefficients"]


def test_a_master_without_spark_is_refused(tmp_path):
    with pytest.raises(OptionError, match=r"engine=.spark."):
        accord.load(text(tmp_path, "a,b\n1,2\n"), engine="polars", master="spark://x:1")


# --- tables at the edge ---


@pytest.mark.parametrize("option", ["count", "cluster", "by"])
def test_a_table_of_nothing_but_an_attribute(tmp_path, option):
    path = text(tmp_path, "a\n1\n2\n3\n")
    with pytest.raises(LayoutError, match="no column of ratings besides a") as caught:
        accord.load(path, **{option: "a"})
    assert caught.value.file == str(path)


@pytest.mark.parametrize(
    ("name", "content", "options", "words"),
    [
        ("one.csv", "a\n1\n2\n3\n", {"layout": "contingency"}, "no row labels"),
        ("labels.csv", "a\nx\ny\n", {"layout": "contingency"}, "only row labels"),
        ("bom.csv", b"\xef\xbb\xbf\n", {"transpose": True}, "empty"),
        ("object.json", "{}", {"transpose": True}, "no columns"),
        ("names.csv", "na\nx\ny\n", {"transpose": True}, "no ratings besides"),
        ("blank.csv", "a,b\n,\n,\n,\n", {"level": "interval"}, "not a single rating"),
        ("single.csv", "2,3,4\n1,,\n2,,\n1,,\n", {"header": True}, "only one rater, 2, has any"),
    ],
)
def test_tables_without_two_raters_are_refused_in_words(tmp_path, name, content, options, words):
    path = text(tmp_path, content, name)
    with pytest.raises(InputError, match=words) as caught:
        accord.load(path, **options)
    assert caught.value.file == str(path)


@pytest.mark.parametrize("kind", [pl.Datetime("us"), pl.Datetime("ms"), pl.Date])
def test_dates_beyond_any_calendar(tmp_path, kind):
    path = tmp_path / "years.parquet"
    days = pl.Series([10_000_000, 2, 3], dtype=pl.Int32)
    far = days.cast(kind) if kind == pl.Date else (days.cast(pl.Int64) * 10**11).cast(kind)
    pl.DataFrame({"a": far, "b": far}).write_parquet(path)
    with pytest.raises(InputError, match="years 1 to 9999") as caught:
        accord.load(path)
    assert (caught.value.file, caught.value.column) == (str(path), "a")


def test_weights_that_are_not_utf8(tmp_path):
    weights = text(tmp_path, b"1,0\xff\n0,1\n", "weights.csv")
    done = run("report", text(tmp_path, "a,b\n1,2\n2,2\n1,1\n"), "--weights", weights)
    assert done.returncode == 2
    assert "not text in UTF-8" in done.stderr


@pytest.mark.parametrize("value", ["1e308", "1e-308"])
def test_moments_beyond_computation(value):
    words = f"--r1 .4 --mu1 {value} --var1 .02 --skew1 -.2 --r2 .6 --mu2 1.4 --var2 .03 --skew2 -.1"
    done = run("differ", *words.split())
    assert done.returncode == 2
    assert "too large or too small" in done.stderr


def test_a_header_longer_than_what_is_read_first(tmp_path):
    names = [f"rater {k:05d}" for k in range(20_000)]  # 260 kB
    rows = [",".join("12"[(i + k) % 2] for k in range(20_000)) for i in range(7)]
    found = accord.load(text(tmp_path, "\n".join([",".join(names), *rows])))
    assert (found.n, found.r) == (7, 20_000)


def test_thousands_of_keys_in_json_lines(tmp_path):
    names = [f"k{j}" for j in range(10_000)]
    row = json.dumps(dict.fromkeys(names, 1))
    found = accord.load(text(tmp_path, f"{row}\n{row}\n", "wide.jsonl"))
    assert found.raters == tuple(names)
    rows = "".join(json.dumps({name: 1}) + "\n" for name in names)
    with pytest.raises(NotATableError, match="hardly any in common"):
        accord.load(text(tmp_path, rows, "sparse.jsonl"))


@pytest.mark.slow
def test_thousands_of_raters_with_the_same_records(tmp_path):
    """Distinct sets of raters are found without nesting a call for every sixty raters."""
    names = [f"r{j}" for j in range(40_000)]
    rows = [",".join(str((i * j) % 3) for j in range(40_000)) for i in range(3)]
    found = accord.load(text(tmp_path, "\n".join([",".join(names), *rows])))
    sets, panel = found.by_rater().panel_of_each()
    assert (sets.shape, set(panel)) == ((1, 40_000), {0})


def test_labels_cannot_alter_a_terminal(tmp_path):
    path = text(tmp_path, "a,b\nx\x9b31m,y\u202e\ny\u202e,y\u202e\nx\x9b31m,x\x9b31m\n")
    for words in ((), ("--json",), ("--details",)):
        done = run("report", path, "--ci", "t", *words)
        assert done.returncode == 0
        assert not {"\x9b", "\u202e"} & set(done.stdout)


def test_columns_of_sweeps_have_one_name_each(tmp_path):
    from accord.present.renderers.csv import _sweep

    run_of = {"parameters": {"run": 1}, "name": "one", "metrics": [], "rank": 1}
    columns, rows = _sweep({"runs": [run_of], "parameters": ["run"]})
    assert len(set(columns)) == len(columns)
    assert next(iter(rows))["run (parameter)"] == 1


# --- tables in memory, names and sizes ---

WIDE = 10**30  # beyond the integers of NumPy


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([["\ud800", "a"], ["b", "b"]], "lone surrogate"),
        ({"ann": ["a", "\udfff"], "bo": ["a", 1]}, "column 'ann': .* lone surrogate"),
        ({"ann\ud800": ["a", "b"], "bo": ["a", "b"]}, "lone surrogate"),
        ([["a", "b", {"a": 1}], ["b", "b", "b"], ["b", "a", "a"]], "a mapping"),
    ],
)
def test_cells_that_are_no_ratings(table, message):
    with pytest.raises(NotATableError, match=message):
        accord.load(table)


@pytest.mark.parametrize("others", [[1, 2], [None, 2]])
def test_integers_of_128_bits(others):
    table = pl.DataFrame({"ann": [WIDE, *others], "bo": [WIDE, 1, 2]})
    assert table.schema["ann"] == pl.Int128
    assert accord.percent_agreement(table).value == 1


@pytest.mark.parametrize(
    "ratings", [[[0.0, 1e308], [1e308, 3], [2, 5]], [[1e120, 0.5], [2.5, 3], [2, 5]]]
)
@pytest.mark.parametrize("function", [accord.icc_1, accord.icc_a1, accord.ccc])
def test_numbers_without_sums_of_squares(function, ratings):
    with pytest.raises(InputError, match="too much for statistics of numbers"):
        function(np.array(ratings))
    assert accord.percent_agreement(np.array(ratings)).value == 0


def test_many_raters_of_a_long_table(tmp_path):
    """Work in the square of their number would take minutes."""
    size = 40_000
    rows = "".join(f"s{k % 200},r{k},{k % 3}\n" for k in range(size))
    path = text(tmp_path, f"item,rater,score\n{rows}")
    assert accord.load(path).r == size


@pytest.mark.parametrize("value", ["Infinity", "NaN", "1e30", "true", '"a"'])
def test_positions_of_spans_that_are_no_numbers(tmp_path, value):
    line = '{"document": "d", "rater": "%s", "text": "abc", "spans": [{"start": 0, "end": %s}]}\n'
    path = text(tmp_path, line % ("ann", 2) + line % ("bo", value), "spans.jsonl")
    with pytest.raises(NotATableError, match="is not a whole number") as info:
        accord.span_f1(path)
    assert info.value.row == 2


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="names are texts there")
def test_names_of_files_that_are_no_text(tmp_path):
    path = tmp_path / os.fsdecode(b"\xff.csv")
    path.write_text("ann,bo\n1,1\n2,2\n")
    with pytest.raises(InputError, match="name of the file is not text"):
        accord.load(path)
    for name in ("ann\nbo.csv", "😀.csv", " .csv", "x" * 251 + ".csv"):
        (tmp_path / name).write_text("ann,bo\n1,1\n2,2\n")
        assert accord.load(tmp_path / name).n == 2
    long = tmp_path / ("y" * 250 + ".html")
    assert run("agree", path.with_name("😀.csv"), "--out", long).returncode == 0
    assert long.stat().st_size > 0
