"""Studies in every shape are read back to the same table, without options."""

import json
import random
import tempfile
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.errors import InputError, LayoutError, UnknownNameError
from accord.io import load_variables
from helpers.paths import EXAMPLES
from helpers.shapes import SHAPES, simulate, table_of

FOLDER = EXAMPLES / "shapes"
SCHEMES = (
    {"topic": ("war", "art", "sport", "money"), "tone": ("bad", "so-so", "good")},
    {f"v{number}": ("0", "1") for number in range(1, 9)},
    {"content": tuple("12345"), "style": tuple("12345"), "main_idea": tuple("12345")},
    {"frame_conflict": ("0", "1"), "main_topic": tuple("123456"), "length": ("short", "long")},
)
RATERS = (("anna", "ben", "carla"), ("coder1", "coder2"), ("R1", "R2", "R3"), ("c1", "c2"))


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def expected(study):
    return {
        variable: {
            (name, rater): label
            for rater, labels in row.items()
            for name, label in zip(study.ids, labels, strict=True)
            if label is not None
        }
        for variable, row in study.ratings.items()
    }


@settings(max_examples=12, deadline=None)
@given(
    shape=st.sampled_from(list(SHAPES)),
    scheme=st.sampled_from(SCHEMES),
    raters=st.sampled_from(RATERS),
    subjects=st.integers(12, 80),
    seed=st.integers(0, 10**6),
)
def test_the_same_ratings_in_any_shape_and_order(shape, scheme, raters, subjects, seed):
    study = simulate(seed, scheme, raters, subjects=subjects, error=0.2)
    with tempfile.TemporaryDirectory() as folder:
        files = SHAPES[shape](study, Path(folder), random.Random(seed))
        # variables on one scale could as well be different subjects with the same ids
        stated = {"each_file": "variable"} if shape == "a file per variable" else {}
        read = load_variables(*map(str, files), **stated)
        assert {name: table_of(patterns) for name, patterns in read.items()} == expected(study)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape(shape, tmp_path):
    study = simulate(7, SCHEMES[0], RATERS[0])
    files = SHAPES[shape](study, tmp_path, random.Random(7))
    read = load_variables(*map(str, files))
    assert {name: table_of(patterns) for name, patterns in read.items()} == expected(study)
    assert all(set(patterns.raters) == set(RATERS[0]) for patterns in read.values())


@pytest.mark.parametrize("shape", ["variable_rater", "long", "questions", "annotations"])
def test_a_stated_variable_is_read_alone(shape, tmp_path):
    study = simulate(3, SCHEMES[0], RATERS[0])
    (file,) = SHAPES[shape](study, tmp_path, random.Random(3))
    assert table_of(accord.load(file, variables="tone")) == expected(study)["tone"]
    with pytest.raises(LayoutError, match="2 variables") as caught:
        accord.load(file)
    assert caught.value.option == "variables"
    assert set(caught.value.value) == {"topic", "tone"}
    with pytest.raises(UnknownNameError):
        load_variables(file, levels={"nothing": "ordinal"})


CODING = ("topic", "conflict", "tone", "actors")


def read_example(*names):
    return load_variables(*(FOLDER / name for name in names))


def test_examples_of_one_study_agree():
    grid = read_example("grid.csv")
    assert grid.names == CODING
    same = [
        read_example("long.csv"),
        read_example("coders/anna.csv", "coders/ben.csv", "coders/carla.csv"),
    ]
    pytest.importorskip("fastexcel")
    same.append(read_example("coding.xlsx"))
    for other in same:
        assert other.names == grid.names
        assert all(table_of(other[name]) == table_of(grid[name]) for name in CODING)


def test_digits_without_a_header():
    grid, digits = read_example("grid.csv"), read_example("recal.csv")
    assert digits.names == ("variable 1", "variable 2", "variable 3", "variable 4")
    assert all(patterns.raters == ("coder 1", "coder 2") for patterns in digits.values())
    stated = load_variables(FOLDER / "recal.csv", coders=2, variables=CODING)
    for name in CODING:
        two = accord.agreement(grid[name].select(["anna", "ben"]), ["gwet_ac"], ci="t")
        codes = accord.agreement(stated[name], ["gwet_ac"], ci="t", level="nominal")
        assert codes["gwet_ac"].value == pytest.approx(two["gwet_ac"].value)


def test_four_coders_of_one_variable_are_no_grid(tmp_path):
    path = tmp_path / "four.csv"
    rng = random.Random(1)
    rows = []
    for _ in range(60):
        true = rng.choice("012")
        rows.append(",".join(true if rng.random() < 0.8 else rng.choice("012") for _ in range(4)))
    path.write_text("\n".join(rows))
    assert accord.load(path).raters == ("1", "2", "3", "4")
    with pytest.raises(LayoutError, match="not a multiple of 3 coders"):
        load_variables(path, coders=3)


def test_essays_with_text_prompt_and_resolved_score():
    patterns = accord.load(FOLDER / "asap.tsv")
    assert patterns.raters == ("rater1_domain1", "rater2_domain1")
    assert patterns.n == 150
    (note,) = [text for text in patterns.warnings if "not read as raters" in text]
    for name in ("essay (text)", "essay_set", "domain1_score (the resulting score"):
        assert name in note
    sums = accord.load(FOLDER / "asap.tsv", where="essay_set = 1")
    assert sums.n == 50
    (note,) = [text for text in sums.warnings if "not read as raters" in text]
    assert "domain1_score (the sum of rater1_domain1, rater2_domain1)" in note
    included = accord.load(FOLDER / "asap.tsv", include="domain1_score")
    assert included.raters[-1] == "domain1_score"


def test_a_gold_column_is_set_apart_and_can_be_asked_for():
    patterns = accord.load(FOLDER / "diagnoses.csv")
    assert patterns.raters == ("dr_a", "dr_b", "dr_c")
    assert any("biopsy (a gold standard, by its name)" in text for text in patterns.warnings)
    verdict = accord.evaluate(FOLDER / "diagnoses.csv", gold="biopsy", ci="t")
    assert {system.name for system in verdict.systems} == {"dr_a", "dr_b", "dr_c"}


def test_ids_are_extended_by_what_tells_repeated_rows_apart():
    patterns = accord.load(FOLDER / "battles.csv")
    assert (patterns.n, patterns.raters) == (80, ("gpt", "human1", "human2"))
    assert any("'question_id' and 'model' together" in text for text in patterns.warnings)
    stated = accord.load(FOLDER / "battles.csv", item="question_id,model", rater="judge")
    assert table_of(stated) == table_of(patterns)


def test_nested_lines_and_a_file_of_gold_labels():
    plain = accord.load(FOLDER / "annotations.jsonl")
    assert (plain.n, plain.r, plain.ratings) == (60, 5, 180)
    joined = accord.load(FOLDER / "annotations.jsonl", gold_file=str(FOLDER / "gold.csv"))
    assert joined.roles["gold"] == "gold"
    assert joined.ratings == 240
    wide = accord.load(FOLDER / "diagnoses.csv")
    path = FOLDER / "diagnoses.csv"
    table = accord.load(path, gold_file=str(path))
    assert table.raters == (*wide.raters, "gold")


def test_repeated_ratings():
    path = FOLDER / "repeated.csv"
    with pytest.raises(accord.errors.DuplicateRatingError, match="--duplicates"):
        accord.load(path)
    sizes = {}
    for duplicates in ("first", "last", "replicates"):
        patterns = accord.load(path, duplicates=duplicates)
        assert any("14 pairs of subject and rater" in text for text in patterns.warnings)
        sizes[duplicates] = (patterns.r, patterns.ratings)
    assert sizes["first"] == sizes["last"] == (4, 200)
    assert sizes["replicates"] == (8, 214)
    rows = [("a", 1, 2), ("a", 1, 3), ("b", 1, 2), ("a", 2, 5), ("b", 2, 5)]
    table = {"rater": [r for r, _, _ in rows], "item": [i for _, i, _ in rows],
             "score": [s for *_, s in rows]}  # fmt: skip
    assert 2.5 in accord.load(table, duplicates="mean").scale.labels


def test_files_of_different_subjects_are_merged(tmp_path):
    rng = random.Random(2)
    paths = []
    for site in "xy":
        rows = ["id,ann,bo"]
        for number in range(1, 41):
            true = rng.choice("abc")
            rows.append(f"{number},{true},{true if rng.random() < 0.8 else rng.choice('abc')}")
        paths.append(tmp_path / f"{site}.csv")
        paths[-1].write_text("\n".join(rows))
    merged = accord.merge(*paths)
    assert (merged.n, merged.raters) == (80, ("ann", "bo"))
    assert load_variables(*paths, each_file="variable").names == ("x", "y")


def test_lists_of_labels_in_lines(tmp_path):
    path = tmp_path / "lists.jsonl"
    lines = [{"text": f"number {k}", "label": [k % 2, k % 2, (k * 7 % 5) % 2]} for k in range(20)]
    path.write_text("\n".join(map(json.dumps, lines)))
    assert (accord.load(path).n, accord.load(path).raters) == (20, ("1", "2", "3"))
    people = [
        {"post_id": k, "annotators": {"label": [k % 3] * 3, "annotator_id": [1 + k % 2, 3, 4]}}
        for k in range(20)
    ]
    path.write_text("\n".join(map(json.dumps, people)))
    assert accord.load(path).raters == ("1", "2", "3", "4")


def test_groups_by_several_columns_and_merged_labels():
    path = FOLDER / "diagnoses.csv"
    patterns = accord.load(path, by="sex,biopsy")
    assert set(patterns.groups) == {
        "f, benign", "f, malignant", "m, benign", "m, malignant",
    }  # fmt: skip
    older = accord.load(path, where="age >= 60 and sex = f")
    assert 0 < older.n < patterns.n
    merged = accord.load(FOLDER / "annotations.jsonl", recode="hate=abuse,offensive=abuse")
    assert merged.scale.labels == ("abuse", "normal")
    fewer = accord.load(FOLDER / "annotations.jsonl", recode={"normal": None})
    assert fewer.scale.labels == ("hate", "offensive")


@pytest.mark.parametrize("rater", ["therapist", "physio", "radiologist"])
@pytest.mark.parametrize("occasion", ["trial", "day", "session"])
def test_trials_of_a_subject_belong_to_it_however_many_are_missing(rater, occasion):
    rows = [
        {"patient": f"P{p}", rater: who, occasion: k, "angle": round(60 + 7.3 * p + b + k / 10, 1)}
        for p in range(12)
        for who, b in (("Ines", 0), ("Tom", 2.5))
        for k in (1, 2)
        if (p * 5 + k * 3 + len(who)) % 11
    ]
    patterns = accord.load(rows)
    assert set(patterns.raters) == {"Ines", "Tom"}
    assert patterns.n == len({(row["patient"], row[occasion]) for row in rows})
    assert occasion in patterns.layout_reason
    assert accord.replicates(rows).n == 12


def test_the_time_of_each_rating_is_no_part_of_its_subject():
    rows = [
        {"patient": f"P{p}", "rater": who, "time": f"{8 + k}:{p:02}", "angle": 60.5 + p + k / 4}
        for p in range(12)
        for k, who in enumerate(("Ines", "Tom", "Ines"))
    ]
    with pytest.raises(InputError, match="more than one rating"):
        accord.load(rows)
