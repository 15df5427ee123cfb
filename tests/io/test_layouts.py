"""What columns are: grids of variables and raters, keys, and columns that are set apart."""

import random

import pytest

import accord
from accord.io import load_variables


def correlated(rng, names, labels, rows=60, error=0.2):
    """Columns of raters who see the same truth."""
    columns = {name: [] for name in names}
    for _ in range(rows):
        true = rng.choice(labels)
        for name in names:
            columns[name].append(true if rng.random() > error else rng.choice(labels))
    return columns


def study(*groups, seed=1, **more):
    rng = random.Random(seed)
    table = {}
    for names, labels in groups:
        table |= correlated(rng, names, labels)
    return table | more


@pytest.mark.parametrize(
    ("names", "variables", "raters"),
    [
        (("topic_anna", "topic_ben", "tone_anna", "tone_ben"), ("topic", "tone"), ("anna", "ben")),
        (("topic.coder1", "topic.coder2", "tone.coder1", "tone.coder2"), ("topic", "tone"),
         ("coder1", "coder2")),
        (("var1_c1", "var1_c2", "var2_c1", "var2_c2"), ("var1", "var2"), ("c1", "c2")),
        (("R1_fluency", "R2_fluency", "R1_adequacy", "R2_adequacy"), ("fluency", "adequacy"),
         ("R1", "R2")),
        (("topic1", "topic2", "tone1", "tone2"), ("topic", "tone"), ("1", "2")),
        (("topicA", "topicB", "toneA", "toneB"), ("topic", "tone"), ("A", "B")),
        (("main_topic_coder_1", "main_topic_coder_2", "tone_coder_1", "tone_coder_2"),
         ("main_topic", "tone"), ("coder_1", "coder_2")),
        (("topic (Anna)", "topic (Ben)", "tone (Anna)", "tone (Ben)"), ("topic", "tone"),
         ("Anna", "Ben")),
        (("anna: topic", "ben: topic", "anna: tone", "ben: tone"), ("topic", "tone"),
         ("anna", "ben")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("labels", [("12345", "12345"), ("ab", "012")])
def test_names_of_variables_and_raters(names, variables, raters, labels):
    table = study((names[:2], labels[0]), (names[2:], labels[1]))
    read = load_variables(table)
    assert (read.names, read[variables[0]].raters) == (variables, raters)
    stated = load_variables(table, variables=variables[::-1], raters=raters)
    assert stated.names == variables[::-1]


@pytest.mark.parametrize(
    "names",
    [
        ("human_1", "human_2", "gpt_1", "gpt_2"),
        ("rater1", "rater2", "engine1", "engine2"),
        ("model_a", "model_b", "judge_a", "judge_b"),
        ("bonn_1", "bonn_2", "ulm_1", "ulm_2"),
    ],
)
def test_groups_of_raters_are_no_grid(names):
    assert accord.load(study((names, "12345"))).raters == names


def test_a_grid_need_not_be_complete_and_may_have_gold():
    table = study((("topic_a1", "topic_a2", "topic_gold"), "abc"), (("tone_a1", "tone_a2"), "xyz"))
    read = load_variables(table)
    assert read["topic"].raters == ("a1", "a2")
    assert "topic_gold (a gold standard, by its name)" in read.notes[0]
    table = study((("x_r1", "x_r2", "x_r3"), "abc"), (("y_r1", "y_r2"), "01"))
    assert {name: p.r for name, p in load_variables(table).items()} == {"x": 3, "y": 2}


@pytest.mark.parametrize(
    ("name", "cells", "what"),
    [
        ("truth", None, "gold standard"),
        ("gold_label", None, "gold standard"),
        ("consensus", None, "gold standard"),
        ("adjudicated", None, "gold standard"),
        ("final_code", None, "gold standard"),
        ("expert", None, "gold standard"),
        ("reference", None, "gold standard"),
        ("average", None, "summary of the ratings"),
        ("age", [str(20 + k % 50) for k in range(60)], "an attribute"),
        ("visit", [f"2020-01-{1 + k % 28:02}" for k in range(60)], "dates"),
        ("story", [f"there was once a tale number {k} of many words" for k in range(60)], "text"),
        ("weblink", [f"https://example.org/{k % 7}" for k in range(60)], "addresses"),
        ("town", ["Bonn", "Ulm", "Trier"] * 20, "values unlike"),
        ("height", [str(150 + (7 * k) % 50) for k in range(60)], "another scale"),
    ],
)
def test_columns_that_are_set_apart(name, cells, what):
    table = study((("ann", "bo"), "12345"))
    table = {name: cells or table["ann"]} | table
    patterns = accord.load(table)
    assert patterns.raters == ("ann", "bo")
    (note,) = [text for text in patterns.warnings if "not read as raters" in text]
    assert name in note
    assert what in note
    assert f"--include {name}" in note
    assert set(accord.load(table, include=name).raters) == {name, "ann", "bo"}


def test_sums_and_means_are_set_apart_and_agreeing_raters_are_not():
    table = study((("ann", "bo"), "12345"))
    pairs = [(int(a), int(b)) for a, b in zip(table["ann"], table["bo"], strict=True)]
    for name, cells in (("s", [a + b for a, b in pairs]), ("m", [(a + b) / 2 for a, b in pairs])):
        patterns = accord.load(table | {name: cells})
        assert patterns.raters == ("ann", "bo"), name
    same = study((("ann",), "12345"))
    equal = {"ann": same["ann"], "bo": same["ann"], "cy": same["ann"]}
    assert accord.load(equal).raters == ("ann", "bo", "cy")
    assert accord.load({"gold": same["ann"], "model": same["ann"]}).raters == ("gold", "model")


def test_attributes_in_long_tables():
    rng = random.Random(4)
    rows = []
    for k in range(30):
        true = rng.choice("abc")
        for person in ("x", "y", "z"):
            row = {"doc": f"d{k}", "person": person, "outlet": f"paper {k % 4}", "sex": person}
            row |= {"seconds": rng.randint(3, 900), "frame": rng.choice("mn")}
            rows.append(row | {"topic": true if rng.random() < 0.8 else "a"})
    read = load_variables(rows, rater="person")
    assert read.names == ("frame", "topic")
    assert read["topic"].raters == ("x", "y", "z")
    assert read["topic"].n == 30
