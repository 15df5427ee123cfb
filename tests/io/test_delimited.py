"""Delimited text: numbers read as such give what text gives, and every row is seen to be whole."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.errors import NotATableError, RaggedRowError
from accord.io.readers import READERS

CELLS = st.sampled_from(
    [
        "0",
        "1",
        "2",
        "3",
        "10",
        "-1",
        "-9",
        "99",
        "2.5",
        "1.50",
        "01",
        " 2",
        "NA",
        ".",
        "",
        "b",
        "1e2",
    ]
)
IDS = st.sampled_from(["1", "2", "3", "007", "7", "x7", "7 "])


def as_text(path, **options):
    """Load a file without ever reading a column as numbers."""
    entry = READERS["delimited"]

    def read(where, dialect):
        return replace(entry.read(where, dialect), numbers=None)

    READERS["delimited"] = replace(entry, read=read)
    try:
        return accord.load(path, **options)
    finally:
        READERS["delimited"] = entry


def both(text, **options):
    """What a text gives either way: labels, patterns and remarks, or the error."""
    found = []
    with TemporaryDirectory() as place:
        path = Path(place) / "ratings.csv"
        path.write_text(text)
        for load in (accord.load, as_text):
            try:
                p = load(path, **options)
            except accord.AccordError as error:
                found.append((type(error), str(error)))
                continue
            labels, codes = p.subjects()
            order = np.argsort([str(label) for label in labels], kind="stable")
            found.append(
                (
                    p.scale.labels,
                    p.scale.level,
                    p.raters,
                    p.groups,
                    [str(labels[k]) for k in order],
                    codes[order].tolist(),
                    [note for note in p.warnings if not note.startswith("spaces around")],
                )
            )
    return found


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=3, max_size=12), st.booleans())
def test_wide_numbers_are_what_their_text_is(rows, late):
    head = [("1", "2", "1")] * 1000 if late else []
    lines = ["a,b,c", *(",".join(row) for row in [*head, *rows])]
    quick, plain = both("\n".join(lines) + "\n", layout="wide", raters=["a", "b", "c"])
    assert quick == plain


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(IDS, st.sampled_from("12"), CELLS, IDS), min_size=4, max_size=12),
    st.booleans(),
)
def test_long_numbers_are_what_their_text_is(rows, grouped):
    rows = list(
        {(item, rater): (item, rater, score, by) for item, rater, score, by in rows}.values()
    )
    lines = ["item,rater,score,class", *(",".join(row) for row in rows)]
    quick, plain = both(
        "\n".join(lines) + "\n", layout="long", **({"by": "class"} if grouped else {})
    )
    assert quick == plain


@pytest.mark.parametrize("end", ["\n", ""])
@pytest.mark.parametrize("chunk", [1, 2, 7, 1 << 20])
@pytest.mark.parametrize(
    ("body", "row"),
    [
        ("1,2,3\n1,2,3\n", None),
        ("1,2,3\n1,2\n1,2,3\n", 3),
        ("1,2,3\n1,2\n1,2,3,4\n", 3),
        ("1,2,3\n1,2,3,4\n1,2\n", 3),
        ("1,2,3\n1,2,3\n1\n", 4),
        ("1,2,3\n1,2,3\n1,2,3,\n", 4),
        ('1,2,3\n1,"2,5",3\n1,2\n', 4),
    ],
)
def test_every_row_is_seen_to_be_whole(tmp_path, monkeypatch, chunk, body, row, end):
    monkeypatch.setattr("accord.io.readers.text.file.CHUNK", chunk)
    path = tmp_path / "ratings.csv"
    path.write_text("a,b,c\n" + body.removesuffix("\n") + end)
    if row is None:
        assert accord.load(path).n == 2
        return
    with pytest.raises(RaggedRowError) as caught:
        accord.load(path)
    assert caught.value.row == row


def test_a_code_for_missing_is_pointed_out_and_a_score_is_not(tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_text("a,b\n1,2\n2,2\n3,99\n1,1\n")
    assert any("'99'" in note for note in accord.load(path).warnings)
    assert any("'99'" in note for note in accord.load(np.array([[1, 2], [2, 2], [3, 99]])).warnings)
    path.write_text("a,b\n98,99\n97,97\n95,99\n60,70\n")
    assert not any("'99'" in note for note in accord.load(path).warnings)


@pytest.mark.parametrize("name", ["line", "columns"])
def test_endless_lines_are_refused(tmp_path, name):
    path = tmp_path / "ratings.csv"
    if name == "line":
        with path.open("wb") as stream:
            stream.write(b"a,b\n1,2\n")
            for _ in range(40):
                stream.write(b"x" * (1 << 20))
    else:
        path.write_text(",".join(f"c{k}" for k in range(1_000_000)) + "\n" + "1," * 999_999 + "1\n")
    with pytest.raises(NotATableError):
        accord.load(path)
