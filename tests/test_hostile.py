"""What once broke accord, line by line: each ends in a result or in one clear line.

Damaged files of every format are in `tests/native`, `tests/io`, `tests/web` and `tests/fuzzing`;
crowded servers in `tests/web/test_connections.py` and `tests/web/test_signing.py`. Here are
variants of small files through the command line.
"""

import json
import math
import os
import random
import struct
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

import accord
from accord.errors import AccordError, DataWarning, InputError, OptionError, UnsupportedError
from helpers.running import run, run_process

MANY = 2_000  # raters of two subjects
GRADES = {"ann": [1.0, 2, 2, 3, 1, 2], "bo": [1.0, 2, 3, 3, 1, 1]}
LABELS = {1: "low", 2: "mid", 3: "high"}
MOMENTS = {"r1": ".4", "mu1": "1.5", "var1": ".02", "skew1": "-.2",
           "r2": ".6", "mu2": "1.4", "var2": ".03", "skew2": "-.1"}  # fmt: skip


def ended(done, name=""):
    """Whether a command ended as it should: success, or bad input in one line that names it."""
    assert done.returncode in (0, 2), done.stderr
    if done.returncode:
        assert done.stderr.startswith("accord: ")
        assert done.stderr.count("\n") == 1
        assert name in done.stderr
        assert done.stdout == ""
    return done


def write(folder, name, content):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.fixture(name="many", scope="module")
def many_raters(tmp_path_factory):
    """Two subjects rated by thousands."""
    rows = [",".join(f"r{j}" for j in range(MANY))]
    rows += [",".join(str(i * j % 3) for j in range(MANY)) for i in range(2)]
    return write(tmp_path_factory.mktemp("many"), "many.csv", "\n".join(rows))


# --- thousands of raters ---


@pytest.mark.parametrize(
    "words",
    [
        "report FILE --ci t",
        "preview FILE",
        "agree FILE",
        "diagnostic FILE --gold r1",
        "replicates FILE --readings m=r1,r2",
        "evaluate FILE --gold r1",
        "compare FILE --coefficient gwet_ac,fleiss_kappa",
        "check FILE --min gwet_ac=.1",
    ],
)
def test_two_subjects_and_thousands_of_raters(many, words):
    """Work in the square of their number took minutes and gigabytes."""
    ended(run(*(many if word == "FILE" else word for word in words.split())))


@pytest.mark.slow
@pytest.mark.parametrize("command", ["report", "preview", "agree"])
@pytest.mark.parametrize("numbered", [False, True])
@pytest.mark.parametrize("raters", [5_000, 40_000])
def test_two_subjects_and_tens_of_thousands_of_raters(tmp_path, raters, numbered, command):
    names = [",".join(f"r{j}" for j in range(raters))] * (not numbered)
    rows = [",".join(str(i * j % 3) for j in range(raters)) for i in range(2)]
    done = ended(run(command, write(tmp_path, "many.csv", "\n".join([*names, *rows]))))
    assert done.returncode == 0


def test_moments_of_many_raters_are_those_of_pairs():
    """δ, μ and their moments by blocks of one matrix, and by counts of categories."""
    from accord.inference.enumeration import (
        _by_counts,
        _drawn,
        _total_of_counts,
        _total_of_pairs,
    )
    from accord.statistics.weights import weights_for

    rng = np.random.default_rng(1)
    table = accord.load(rng.integers(0, 3, (4, 60)), layout="wide")
    weights = weights_for("linear", table.scale)
    assert _by_counts(60, weights)
    assert not _by_counts(5, weights)
    rows = table.by_rater().rows.astype(np.int64)
    rows[0, 3] = -1
    drawn = [_drawn(column, 20, rng) for column in rows.T]
    assert _total_of_counts(drawn, weights) == pytest.approx(_total_of_pairs(drawn, weights))


def test_exact_moments_that_would_take_hours_are_refused():
    table = np.random.default_rng(1).integers(0, 5, (40, 3000))
    with pytest.raises(UnsupportedError, match="hours"):
        accord.berry_mielke(table, layout="wide", p_method="moments", ci="t")


def test_systems_beyond_the_limit_of_pairs(many):
    with pytest.raises(OptionError, match="the limit is 200") as caught:
        accord.evaluate(many, gold="r1")
    assert caught.value.option == "systems"


def test_columns_without_names_are_raters_where_there_are_many(tmp_path):
    rows = [",".join(str(i * j % 3) for j in range(MANY + 1)) for i in range(12)]
    path = write(tmp_path, "numbers.csv", "\n".join(rows))
    with pytest.warns(DataWarning, match="12 subjects rated by 2001 raters"):
        assert accord.load(path).r == MANY + 1


def test_gaps_among_many_measurements_leave_out_what_needs_all_pairs():
    table = np.random.default_rng(1).random((3, 300))
    table[0, ::7] = np.nan
    found = accord.agreement(table, layout="wide", level="interval", ci="t")
    assert "ccc" not in found
    assert "light_kappa" not in found
    with pytest.raises(UnsupportedError, match="44,850 pairs"):
        accord.ccc(table, layout="wide")


def test_means_over_many_raters_do_not_nest():
    """The slope of a sum of thousands of quantities exceeded the depth of the stack."""
    from accord.statistics.calculus import Quantity

    parts = [Quantity(np.ones(1), lambda: np.ones(3)) for _ in range(5000)]
    total = Quantity.total(parts)
    assert total.value == [5000]
    assert total.slope.tolist() == [5000] * 3


@pytest.mark.parametrize("form", ["lists", "lines", "rows"])
def test_ten_thousand_keys_in_json(tmp_path, form):
    rng = random.Random(1)
    names = [f"k{j}" for j in range(10_000)]
    rows = [{name: rng.randrange(2) for name in names} for _ in range(3)]
    content = {
        "lists": json.dumps({name: [row[name] for row in rows] for name in names}),
        "lines": "".join(json.dumps(row) + "\n" for row in rows),
        "rows": json.dumps(rows),
    }[form]
    path = write(tmp_path, "keys.jsonl" if form == "lines" else "keys.json", content)
    found = accord.load(path)
    assert found.n == 3
    assert found.r >= 10_000


@pytest.mark.slow
@pytest.mark.parametrize("numeric", [False, True])
def test_a_hundred_thousand_categories(tmp_path, numeric):
    rows = [(k, k + k % 3) if numeric else (f"w{k}", f"w{k + k % 3}") for k in range(100_000)]
    path = write(tmp_path, "words.csv", "a,b\n" + "".join(f"{a},{b}\n" for a, b in rows))
    assert ended(run("report", path)).returncode == 0


# --- tables that leave nothing to compute ---


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("wide.csv", "a,b\n1,\n,2\n"),
        ("long.csv", "item,rater,score\nx,a,1\ny,b,2\n"),
        ("judges.json", '{"a": {"x": 1}, "b": {"y": 2}}'),
    ],
)
@pytest.mark.parametrize("command", ["report", "agree", "preview"])
def test_no_subject_has_two_ratings(tmp_path, name, content, command):
    done = ended(run(command, write(tmp_path, name, content)))
    assert done.returncode == 0
    if command == "report":
        assert "No coefficient is defined." in done.stdout


@pytest.mark.parametrize("command", ["report", "agree", "preview"])
@pytest.mark.parametrize("option", ["--count", "--by", "--cluster", "--item", "--rater", "--score"])
@pytest.mark.parametrize("content", ["a\n1\n2\n", "a\n", '"a"\n"1"\n', "a\n\n\n"])
def test_one_column_and_an_option_that_takes_it(tmp_path, command, option, content):
    path = write(tmp_path, "one.csv", content)
    assert ended(run(command, path, option, "a"), "one.csv").returncode == 2


@pytest.mark.parametrize(
    "content",
    [b"\xef\xbb\xbf\n", b"\xef\xbb\xbf", b"\xff\xfe\n\x00", b"\xef\xbb\xbfa\n", b"\r", b"\t", b","],
)
@pytest.mark.parametrize("words", [["--transpose"], ["--no-header", "--transpose"], ["--header"]])
def test_a_byte_order_mark_and_little_else(tmp_path, content, words):
    assert ended(run("report", write(tmp_path, "mark.csv", content), *words)).returncode == 2


@pytest.mark.parametrize(
    "content",
    ["{}", "[]", "[{}]", '{"a":{}}', '{"a":[]}', '{"a":{"b":{}}}', "null", "1", '"x"', "[[]]",
     '{"a":null}', '[{"a":[]}]', "[null]", "[[1,2],[3]]", '{"a":[1,2],"b":[1]}'],
)  # fmt: skip
@pytest.mark.parametrize("words", [[], ["--transpose"]])
def test_json_of_nothing(tmp_path, content, words):
    for name in ("nothing.json", "nothing.jsonl"):
        done = ended(run("report", write(tmp_path, name, content), *words), name)
        assert done.returncode == 2


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
@pytest.mark.parametrize("cells", [",\n,\n", "NA,NA\nNA,NA\n", " , \n"])
def test_nothing_but_missing_ratings(tmp_path, level, cells):
    path = write(tmp_path, "blank.csv", "a,b\n" + cells)
    for words in (["report"], ["agree"], ["evaluate", "--gold", "a"], ["sweep", "--gold", "a"]):
        done = ended(run(words[0], path, "--level", level, *words[1:]), "blank.csv")
        assert done.returncode == 2


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"1,0\xff\n0,1\n", "not text in UTF-8"),
        (b"\xff\xfe1,0", "not text in UTF-8"),
        (b"", "the file is empty"),
        (b"a,b\n", "0 rows for 2 categories"),
        (b"1,0,0\n0,1\n", "3 columns, and the row 0,1 2"),
        (b",a,b\na,1\nb,0,1\n", "2 columns, and the row 1 1"),
        (b"nan,1\n1,nan\n", "finite number"),
        (b",1,1\n1,1,0\n1,0,1\n", "the same label"),
    ],
)
def test_weights_that_are_no_matrix(tmp_path, content, words):
    path = write(tmp_path, "ratings.csv", "a,b\n1,2\n2,2\n1,1\n")
    done = ended(run("report", path, "--weights", write(tmp_path, "weights.csv", content)))
    assert done.returncode == 2
    assert words in done.stderr


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize("value", ["1e308", "-1e308", "1e-320", "0", "nan", "inf", "x", ""])
def test_moments_at_the_ends_of_computation(name, value):
    words = [f"--{key}={number}" for key, number in {**MOMENTS, name: value}.items()]
    ended(run("differ", *words))


@pytest.mark.parametrize("value", ["nan", "inf", "-1", "1e308", "x", ""])
@pytest.mark.parametrize("option", ["--pseudo-count", "--confidence", "--population", "--null"])
def test_numbers_of_options_at_their_ends(tmp_path, option, value):
    path = write(tmp_path, "ratings.csv", "a,b\n1,2\n2,2\n1,1\n3,3\n")
    done = ended(run("report", path, "--ci", "t", f"{option}={value}"))
    if option == "--pseudo-count" and value == "nan":
        assert done.returncode == 2


# --- damaged files, variants of every kind ---


def used(path):
    """Load a file and compute; anything but an error of accord is a failure."""
    try:
        value = accord.percent_agreement(path).value
    except AccordError:
        return
    assert math.isnan(value) or value <= 1


def stata(folder, version):
    import pandas as pd
    import pyreadstat

    path = folder / f"good{version}.dta"
    frame = pd.DataFrame(GRADES).astype(int).assign(why="word")
    labels = {"variable_value_labels": {"ann": LABELS, "bo": LABELS}} if version > 8 else {}
    pyreadstat.write_dta(frame, path, version=version, **labels)
    return path.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("version", [8, 10, 12, 13, 14, 15])
def test_stata_files_with_damaged_lengths_and_offsets(tmp_path, version):
    """Numbers of the header, of the map and of the tables of labels, each at its extremes."""
    good = stata(tmp_path, version)
    path = tmp_path / "damaged.dta"
    rng = random.Random(version)
    places = [rng.randrange(4, len(good) - 8) for _ in range(12)]
    for mark in (b"<K>", b"<N>", b"<map>", b"<value_labels>", b"<lbl>", b"<strls>"):
        if (start := good.find(mark)) >= 0:
            places += [start + len(mark) + 8 * k for k in range(3)]
    for place in places:
        number = rng.choice([0, 1, 0x7F, 2**16 - 1, 2**31 - 1, 2**32 - 1])
        changed = bytearray(good)
        changed[place : place + 4] = struct.pack("<I", number)
        path.write_bytes(changed)
        used(path)


@pytest.mark.slow
def test_single_bytes_of_spss_files(tmp_path):
    import pandas as pd
    import pyreadstat

    good = tmp_path / "good.sav"
    labels = {"ann": LABELS, "bo": LABELS}
    pyreadstat.write_sav(pd.DataFrame(GRADES), good, variable_value_labels=labels)
    content, rng, path = good.read_bytes(), random.Random(1), tmp_path / "changed.sav"
    for place in rng.sample(range(4, len(content)), 60):
        changed = bytearray(content)
        changed[place] = rng.choice([0, 1, 2, 0x7F, 0x80, 0xFF])
        path.write_bytes(changed)
        used(path)


@pytest.mark.parametrize("kind", ["parquet", "patterns"])
def test_single_bytes_of_parquet_and_pattern_files(tmp_path, kind):
    import polars as pl

    from accord.data.pattern_files import write_patterns

    good = tmp_path / f"good.{kind}"
    if kind == "parquet":
        pl.DataFrame(GRADES).write_parquet(good)
    else:
        write_patterns(accord.load(GRADES), good)
    content, rng, path = good.read_bytes(), random.Random(2), tmp_path / f"changed.{kind}"
    for place in rng.sample(range(len(content)), 12):
        changed = bytearray(content)
        changed[place] ^= 1 << rng.randrange(8)
        path.write_bytes(changed)
        used(path)


# --- words ---


def test_one_rater_with_ratings_is_not_two(tmp_path):
    path = write(tmp_path, "single.csv", "ann,bo\n1,\n2,\n1,\n")
    with pytest.raises(InputError, match="only one rater, ann, has any"):
        accord.load(path)


@pytest.mark.parametrize("letter", ["\x9b", "\u202e", "\x1b", "\u2066"])
@pytest.mark.parametrize("words", [[], ["--json"], ["--details"]])
def test_letters_that_control_a_terminal(tmp_path, letter, words):
    path = write(tmp_path, "labels.csv", f"a{letter},b\nx{letter},y\ny,y\nx{letter},x{letter}\n")
    done = ended(run("report", path, "--ci", "t", *words))
    assert done.returncode == 0
    assert letter not in done.stdout


def test_names_of_outputs_cannot_alter_a_terminal(tmp_path):
    path = write(tmp_path, "ratings.csv", "a,b\n1,2\n2,2\n1,1\n")
    done = ended(run("report", path, "--ci", "t", "--out", tmp_path / "a\nb\u202e.txt"))
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert "\u202e" not in done.stderr


# --- markers, and folders of others ---


@pytest.mark.parametrize("marker", ["lsa", "ranking"])
@pytest.mark.parametrize(
    "rows",
    ["", "x,1\n", ",1\n,2\n,3\n", "w x,nan\nv w,1\n", "a,1\nb,x\n"],
)
def test_texts_that_no_marker_learns_from(tmp_path, rows, marker):
    pytest.importorskip("sklearn")
    path = write(tmp_path, "texts.csv", "text,mark\n" + rows)
    words = ("--text", "text", "--mark", "mark", "--marker", marker, "--out", tmp_path / "m.npz")
    assert ended(run("mark", "train", path, *words)).returncode == 2


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "."])
def test_a_device_is_no_marker(tmp_path, device):
    pytest.importorskip("sklearn")
    path = write(tmp_path, "texts.csv", "text,mark\nx y,1\n")
    done = ended(run("mark", "score", path, "--text", "text", "--model", device))
    assert done.returncode == 2
    assert "folder, a pipe or a device" in done.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs another user")
@pytest.mark.slow
def test_a_user_who_may_not_write_or_read():
    """In one line, although matplotlib has no folder for its cache."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = write(Path(folder), "ratings.csv", "a,b\n1,2\n2,2\n1,1\n")
        done = run_process("report", path, "--out", Path(folder) / "x.html", user=65534)
        assert "Permission denied" in ended(done, "x.html").stderr
        path.chmod(0)
        assert "Permission denied" in ended(run_process("report", path, user=65534)).stderr
