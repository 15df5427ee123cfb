"""Ratings in: the same patterns from every source, layout and dialect; errors with their place."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import accord
from accord import errors
from helpers.paths import EXAMPLES

ROWS = [
    ["a", "a", "b"], ["b", "b", None], ["a", "c", "c"], ["c", "c", "c"], [None, "a", "a"],
    ["b", "a", "b"], ["a", "a", "a"],
]  # fmt: skip
NAMES = ["ann", "bo", "cy"]
COLUMNS = {name: [row[j] for row in ROWS] for j, name in enumerate(NAMES)}


def summary(patterns):
    return (
        patterns.raters,
        patterns.scale.labels,
        patterns.codes.tolist(),
        patterns.multiplicity.tolist(),
    )


EXPECTED = summary(accord.load(COLUMNS))


def long_rows():
    return [
        (f"s{i}", name, row[j])
        for i, row in enumerate(ROWS)
        for j, name in enumerate(NAMES)
        if row[j] is not None
    ]


def csv_text(delimiter=",", missing=""):
    lines = [delimiter.join(NAMES)]
    lines += [delimiter.join(missing if cell is None else cell for cell in row) for row in ROWS]
    return "\n".join(lines) + "\n"


SOURCES = {
    "dict": lambda _: COLUMNS,
    "records": lambda _: [dict(zip(NAMES, row, strict=True)) for row in ROWS],
    "pandas": lambda _: pd.DataFrame(COLUMNS),
    "pandas-object": lambda _: pd.DataFrame(COLUMNS, dtype=object),
    "pandas-category": lambda _: pd.DataFrame(COLUMNS).astype("category"),
    "polars": lambda _: pl.DataFrame(COLUMNS),
    "polars-lazy": lambda _: pl.LazyFrame(COLUMNS),
    "polars-categorical": lambda _: pl.DataFrame(COLUMNS).with_columns(
        pl.all().cast(pl.Categorical)
    ),
    "pyarrow": lambda _: pa.table(COLUMNS),
}


@pytest.mark.parametrize("kind", SOURCES)
def test_every_frame_gives_the_same_patterns(kind):
    assert summary(accord.load(SOURCES[kind](None))) == EXPECTED


@pytest.mark.parametrize("array", [ROWS, np.array(ROWS, dtype=object)])
def test_lists_and_object_arrays(array):
    assert summary(accord.load(array, raters=NAMES)) == EXPECTED
    assert accord.load(array).raters == ("1", "2", "3")
    assert accord.load(array, raters=[1, 3]).raters == ("1", "3")


NUMBERS = np.array([[0, 1, 1], [2, 2, 0], [1, 1, 1], [0, 2, 2], [2, 2, 2]])


@pytest.mark.parametrize(
    "dtype", ["int8", "uint8", "int16", "uint16", "int64", "uint64", "float32", "float64", object]
)
def test_every_number_type_gives_the_same_value(dtype):
    expected = accord.krippendorff_alpha(NUMBERS.tolist(), weights="quadratic")
    for data in (
        NUMBERS.astype(dtype),
        pd.DataFrame(NUMBERS.astype(dtype)),
        {str(j): NUMBERS[:, j].astype(dtype) for j in range(3)},
    ):
        found = accord.krippendorff_alpha(data, weights="quadratic")
        assert found.value == expected.value
        assert found.se == expected.se


@pytest.mark.parametrize("nullable", ["Int64", "UInt8", "Float64"])
def test_nullable_masked_and_nan_are_missing(nullable):
    holes = NUMBERS.astype(float)
    holes[1, 2] = holes[3, 0] = np.nan
    expected = accord.gwet_ac(holes)
    assert expected.n == 5
    masked = np.ma.masked_invalid(holes)
    for data in (
        pd.DataFrame(holes).astype(nullable),
        masked,
        np.ma.array(np.nan_to_num(holes, nan=9).astype(np.uint8), mask=masked.mask),
        pl.DataFrame({str(j): holes[:, j] for j in range(3)}).fill_nan(None),
        np.where(np.isnan(holes), None, holes),
    ):
        assert accord.gwet_ac(data).value == expected.value
    sentinel = np.where(np.isnan(holes), -9, holes).astype(int)
    assert accord.gwet_ac(sentinel, missing=-9).value == expected.value
    assert accord.gwet_ac(sentinel, missing="NA,-9").value == expected.value


def test_booleans():
    data = np.array([[True, True], [False, True], [False, False]])
    patterns = accord.load(data)
    assert patterns.scale.labels == (False, True)
    assert summary(patterns) == summary(accord.load(data.tolist()))
    assert accord.load(pd.DataFrame(data).astype("boolean")).scale.labels == (False, True)


def test_ordered_categoricals_bring_their_order_and_unused_categories():
    kind = pd.CategoricalDtype(["low", "mid", "high", "top"], ordered=True)
    frame = pd.DataFrame({"x": ["low", "high"], "y": ["mid", "high"]}).astype(kind)
    patterns = accord.load(frame)
    assert patterns.scale.labels == ("low", "mid", "high", "top")
    assert patterns.scale.level == "ordinal"
    enum = pl.DataFrame(
        {"x": ["low", "high"], "y": ["mid", "high"]},
        schema_overrides=dict.fromkeys("xy", pl.Enum(kind.categories.to_list())),
    )
    assert accord.load(enum).scale.labels == patterns.scale.labels


def test_case_is_kept_and_mixed_types_become_words():
    assert accord.load([["a", "A"], ["A", "A"]]).scale.labels == ("A", "a")
    assert set(map(str, accord.load([[1, "x"], ["x", 1]]).scale.labels)) == {"1", "x"}


# --- files ---


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
@pytest.mark.parametrize("missing", ["", "NA", "NaN", "null", ".", "#"])
def test_dialects_are_detected(tmp_path, delimiter, encoding, missing):
    path = tmp_path / "ratings.csv"
    path.write_bytes(csv_text(delimiter, missing).encode(encoding))
    assert summary(accord.load(path)) == EXPECTED


def test_latin_1_and_crlf_and_quotes(tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_bytes('x;y\r\n"für";"für"\r\n"a;b";für\r\n\r\n'.encode("latin-1"))
    patterns = accord.load(path)
    assert patterns.scale.labels == ("a;b", "für")
    assert patterns.n == 2
    assert any("latin-1" in text for text in patterns.warnings)
    assert accord.load(path, encoding="latin-1").scale.labels == patterns.scale.labels


def test_no_header_and_decimal_comma(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("1,5;2,5\n2,5;2,5\n3,0;1,5\n")
    patterns = accord.load(path)
    assert patterns.raters == ("1", "2")
    assert patterns.scale.labels == (1.5, 2.5, 3)
    assert any("decimal" in text for text in patterns.warnings)
    assert any("numbered" in text for text in patterns.warnings)
    assert accord.load(path, header=True).n == 2


def test_parquet_and_json_lines(tmp_path):
    parquet, lines = tmp_path / "r.parquet", tmp_path / "r.jsonl"
    pl.DataFrame(COLUMNS).write_parquet(parquet)
    records = [
        {name: cell for name, cell in zip(NAMES, row, strict=True) if cell is not None}
        for row in ROWS
    ]
    lines.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert summary(accord.load(parquet)) == EXPECTED
    assert summary(accord.load(lines)) == EXPECTED


def test_long_layout_from_names_structure_and_statement(tmp_path):
    rows = long_rows()
    named = pl.DataFrame(rows, schema=["item", "rater", "label"], orient="row")
    assert summary(accord.load(named)) == EXPECTED
    assert accord.load(named).layout == "long"
    odd = named.rename({"item": "Text", "rater": "Wer", "label": "Was"})
    assert summary(accord.load(odd)) == EXPECTED
    stated = odd.with_columns(pl.lit(1).alias("other"))
    found = accord.load(stated, item="Text", rater="Wer", score="Was")
    assert summary(found) == EXPECTED
    assert accord.load(odd, layout="long", raters="bo,ann").raters == ("bo", "ann")


def test_counts_layout():
    counts = {"s": ["p", "q", "r", "t"], "x": [3, 0, 1, 2], "y": [0, 3, 2, 0], "z": [0, 0, 0, 1]}
    patterns = accord.load(counts)
    assert patterns.layout == "counts"
    assert "add up to 3" in patterns.layout_reason
    assert patterns.scale.labels == ("x", "y", "z")
    wide = accord.fleiss_kappa([["x"] * 3, ["y"] * 3, ["x", "y", "y"], ["x", "x", "z"]])
    found = accord.fleiss_kappa(counts)
    assert found.value == pytest.approx(wide.value)
    assert found.se == pytest.approx(wide.se)
    with pytest.raises(errors.UnsupportedError, match="needs the rater of each rating"):
        accord.conger_kappa(counts)


def test_contingency_layout_with_differing_labels(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(",p,q\nq,4,10\nr,1,2\n")
    patterns = accord.load(path, layout="contingency")
    assert patterns.scale.labels == ("q", "r", "p")
    assert patterns.n == 17
    square = tmp_path / "square.csv"
    square.write_text("x,p,q\np,4,1\nq,2,10\n")
    guessed = accord.load(square)
    assert guessed.layout == "contingency"
    assert accord.cohen_kappa(guessed).value == pytest.approx(
        accord.cohen_kappa([[4, 1], [2, 10]], layout="contingency").value
    )


def test_transpose_and_ids_and_other_columns():
    rows = [["r1", *"aab"], ["r2", *"abb"]]
    frame = pl.DataFrame(rows, schema=["who", "s1", "s2", "s3"], orient="row")
    patterns = accord.load(frame, transpose=True)
    assert patterns.raters == ("r1", "r2")
    assert patterns.n == 3
    assert accord.load(np.array([[1, 2, 2], [1, 1, 2]]), transpose=True).n == 3
    frame = pl.DataFrame(
        {"id": [1, 2, 3], "x": [1, 2, 2], "y": [1, 2, 1], "class": ["A", "B", "A"]}
    )
    patterns = accord.load(frame)
    assert patterns.raters == ("x", "y")
    assert any("'id' names the subjects" in text for text in patterns.warnings)
    assert any(
        "not read as raters: class (an attribute, by its name)." in text
        for text in patterns.warnings
    )


def test_frequency_weights_clusters_and_groups():
    frame = {
        "x": [1, 1, 2, 2, 1], "y": [1, 2, 2, 2, 1], "n": [3, 1, 2, 1, 2],
        "school": ["p", "p", "q", "q", "r"], "sex": ["f", "m", "f", "m", "f"],
    }  # fmt: skip
    long = {key: np.repeat(column, frame["n"]).tolist() for key, column in frame.items()}
    options = {"raters": ["x", "y"], "cluster": "school", "by": "sex", "ci": "t"}
    short = accord.agreement(frame, count="n", **options)
    full = accord.agreement(long, **options)
    assert short.data.subjects == 9
    assert short.data.clusters == 3
    assert set(short.groups) == {"f", "m"}
    assert short.to_dict() == full.to_dict()
    parts = {
        label: accord.gwet_ac(
            {
                key: [c for c, s in zip(long[key], long["sex"], strict=True) if s == label]
                for key in "xy"
            },
            ci="t",
        )
        for label in "fm"
    }
    for label, part in parts.items():
        assert short.groups[label]["gwet_ac"].value == pytest.approx(part.value, nan_ok=True)


def test_unrated_subjects_do_not_count_and_are_said():
    found = accord.agreement([["a", "a"], [None, None], ["b", "a"], ["b", "b"]])
    assert found.data.subjects == 3
    assert found.data.unrated == 1
    assert any("one subject without any rating" in text for text in found.warnings)


def test_thousands_of_raters_do_not_become_columns(monkeypatch):
    monkeypatch.setattr("accord.io.engines.frames.MATRIX_CELLS", 10)
    rows = long_rows()
    frame = pl.DataFrame(rows, schema=["item", "rater", "label"], orient="row")
    many = accord.agreement(frame)
    assert "conger_kappa" not in many
    monkeypatch.undo()
    few = accord.agreement(frame)
    for name in ("gwet_ac", "fleiss_kappa", "krippendorff_alpha", "percent_agreement"):
        assert many[name].value == pytest.approx(few[name].value)
        assert many[name].se == pytest.approx(few[name].se)
    assert any("too many to keep raters apart" in text for text in many.warnings)


def test_huge_whole_numbers_stay_apart():
    big = 2**60
    found = accord.load(np.array([[big, big + 1], [big, big], [big + 1, big + 1]]))
    assert found.q == 2
    assert accord.percent_agreement(np.array([[big, big + 1], [big, big]])).value == 0.5


# --- errors ---


def written(tmp_path, text, name="f.csv"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("text", "options", "kind", "facts"),
    [
        ("", {}, errors.EmptyInputError, {}),
        ("\n\n  \n", {}, errors.EmptyInputError, {}),
        ("x,y\n", {}, errors.EmptyInputError, {}),
        ("x\n1\n2\n", {}, errors.TooFewRatersError, {}),
        ("x,y,z\n1,2,3\n1,2\n3,3,3\n", {}, errors.RaggedRowError, {"row": 3}),
        ("x,y\n1,2\n1,1\n1,2,3\n", {}, errors.RaggedRowError, {"row": 4}),
        ("x,y\n1,2\n1,\x00\n", {}, errors.NotATableError, {}),
        (b"%PDF-1.7 ...", {}, errors.NotATableError, {}),
        (b"PK\x03\x04....", {}, errors.NotATableError, {}),
        ("x,x\n1,2\n", {}, errors.LayoutError, {"column": "x"}),
        (
            "x,y\n1,2\n3,1\n",
            {"categories": [1, 2]},
            errors.UnknownCategoryError,
            {"row": 3, "column": "x", "value": 3},
        ),
        (
            "x,y\nlow,high\nhigh,hihg\n",
            {"categories": "low,high"},
            errors.UnknownCategoryError,
            {"row": 3, "column": "y", "value": "hihg"},
        ),
        (
            "x,y\n1,2\n2,two\n",
            {"level": "interval"},
            errors.NotNumericError,
            {"row": 3, "column": "y", "value": "two"},
        ),
        (
            "x,y\n1,2\n2,-2\n",
            {"level": "ratio"},
            errors.NotNumericError,
            {"row": 3, "column": "y", "value": -2},
        ),
        ("x,y\n1,2\n", {"raters": "x,z"}, errors.ColumnNotFoundError, {"value": "z"}),
        ("x,y\n1,2\n", {"raters": "1,3"}, errors.ColumnNotFoundError, {"value": "3"}),
        ("x,y\n1,2\n", {"by": "g"}, errors.ColumnNotFoundError, {"value": "g"}),
        (
            "a,b\n2,1\n1,-1\n",
            {"layout": "counts"},
            errors.InvalidCountError,
            {"row": 3, "column": "b", "value": "-1"},
        ),
        (
            "a,b\n2,1\n1,1.5\n",
            {"layout": "counts"},
            errors.InvalidCountError,
            {"row": 3, "column": "b", "value": "1.5"},
        ),
        (
            "x,y,n\n1,2,3\n1,2,many\n",
            {"count": "n"},
            errors.InvalidCountError,
            {"row": 3, "column": "n", "value": "many"},
        ),
        ("x,y\n,\n,NA\n", {}, errors.EmptyInputError, {}),
        (
            "x,y,c\na,a,p\na,a,p\nb,a,q\na,b,\n",
            {"raters": "x,y", "cluster": "c"},
            errors.InputError,
            {"row": 5, "column": "c"},
        ),
        (
            "x,y,c\na,a,p\nb,a,p\n",
            {"raters": "x,y", "cluster": "c"},
            errors.InputError,
            {"column": "c"},
        ),
        ("x,y\n1,\n2,NA\n", {}, errors.TooFewRatersError, {}),
        ("item,rater,score\n1,a,2\n2,a,2\n", {}, errors.TooFewRatersError, {"column": "rater"}),
        ("item,rater,score\n1,a,2\n,b,2\n", {}, errors.InputError, {"row": 3, "column": "item"}),
        ('{"x": 1, "y": 2}\n{"x": 1, \n', {}, errors.NotATableError, {"row": 2}),
        ('{"x": 1, "y": {"z": 2}}\n', {}, errors.NotATableError, {"column": "y"}),
    ],
)
def test_bad_input_is_named(tmp_path, text, options, kind, facts):
    path = written(tmp_path, text)
    with pytest.raises(kind) as caught:
        accord.load(path, **options)
    assert caught.value.file == str(path)
    for name, value in facts.items():
        assert getattr(caught.value, name) == value
        assert str(value) in str(caught.value)
    assert str(path) in str(caught.value)


def test_duplicates_are_listed_with_their_keys(tmp_path):
    rows = ["item,rater,score", "7,ann,1", "7,bo,2", "7,ann,2", "8,bo,1", "8,bo,1"]
    path = written(tmp_path, "\n".join(rows) + "\n")
    with pytest.raises(errors.DuplicateRatingError) as caught:
        accord.load(path)
    assert caught.value.keys == (("7", "ann"), ("8", "bo"))
    assert caught.value.total == 2
    assert "subject 7 by ann" in str(caught.value)


def test_missing_file_folder_and_strange_objects(tmp_path):
    with pytest.raises(errors.InputError, match="no such file"):
        accord.load(tmp_path / "none.csv")
    with pytest.raises(errors.NotATableError, match="folder"):
        accord.load(tmp_path)
    for thing in (3, {1, 2}, object()):
        with pytest.raises(errors.AccordError):
            accord.load(thing)
    for empty in ([], np.empty((0, 2)), {}, pd.DataFrame({"x": [], "y": []})):
        with pytest.raises(errors.InputError):
            accord.load(empty)
    with pytest.raises(errors.NotATableError, match="two dimensions"):
        accord.load(np.array([1, 2, 3]))
    with pytest.raises(errors.LayoutError, match="row 2") as caught:
        accord.load([[1, 2], [1]])
    assert caught.value.row == 2
    with pytest.raises(errors.TooFewRatersError):
        accord.load(np.array([[1], [2]]))


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"layout": "tall"}, "wide, long, counts, contingency"),
        ({"level": "cardinal"}, "nominal, ordinal, interval, ratio"),
        ({"categories": []}, "lists no category"),
        ({"categories": [1, 1]}, "twice"),
    ],
)
def test_bad_options_are_refused(options, what):
    with pytest.raises(errors.OptionError, match=what):
        accord.load([[1, 1], [2, 2]], **options)


def test_a_mapping_of_raters_applies_to_arrays_as_to_frames():
    rows = np.array([[1, 2, 1, 2], [2, 2, 2, 1], [1, 1, 1, 1]])
    raters = {"ann": [1, 2], "bo": [3, 4]}
    from_array = accord.load(rows, raters=raters)
    from_frame = accord.load({str(j + 1): rows[:, j] for j in range(4)}, raters=raters)
    assert from_array.raters == from_frame.raters == ("ann", "bo")
    assert from_array.scale.labels == from_frame.scale.labels
    assert from_array.scale.several


def test_the_empty_name_of_a_file_is_refused():
    with pytest.raises(errors.OptionError, match="name of the file is empty"):
        accord.load("")
    with pytest.raises(errors.OptionError, match="name of the file is empty"):
        accord.load(EXAMPLES / "machines.csv", gold_file="")


def test_counts_need_categories():
    with pytest.raises(errors.LayoutError, match="a column for each category, and there is none"):
        accord.load({"item": [1, 2]}, layout="counts")


def test_counts_of_a_subject_are_bounded():
    with pytest.raises(errors.InvalidCountError, match=r"row 2: .* 12,884,901,890") as caught:
        accord.load(np.array([[1, 3], [2, 12_884_901_888]]), layout="counts")
    assert caught.value.row == 2


def test_gold_labels_need_ids(tmp_path):
    path = tmp_path / "gold.csv"
    path.write_text("item,gold\n1,a\n2,b\n")
    with pytest.raises(errors.OptionError, match="ids of the subjects"):
        accord.load(["a", "b"], ["a", "a"], gold_file=path)
    with pytest.raises(errors.OptionError, match="ids of the subjects"):
        accord.load(accord.load(ROWS), gold_file=path)
    with pytest.raises(errors.AccordError, match="ids"):
        accord.load(ROWS, gold_file=path)
    frame = pd.DataFrame({"item": [1, 2], "ann": ["a", "b"], "bo": ["a", "a"]})
    assert "gold" in accord.load(frame, gold_file=path).raters
