"""Ambiguous data are noticed, options are validated, raters may be arguments of their own."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from typer.testing import CliRunner

import accord
from accord.cli import app
from accord.errors import InvalidCountError, LayoutError, NotATableError, OptionError
from accord.io.ambiguity import suggest_other_reading
from accord.present import rendered, summary_of

COUNTS = [[45, 5], [5, 45]]
FLEISS_1969 = [[88, 10, 2], [14, 40, 6], [18, 10, 12]]  # Fleiss, Cohen and Everitt (1969)
RATERS_IN_ROWS = [[1, 2, 3, 3, 2, 1, 1, 2, 3, 3, 2, 1]] * 2 + [[1, 2, 3, 3, 2, 2, 1, 2, 3, 1, 2, 1]]
TRIPLES = [
    (coder, str(item), label)
    for coder, labels in (("c1", "aabba"), ("c2", "abbba"), ("c3", "aabaa"))
    for item, label in enumerate(labels, start=1)
]
A = [1, 2, 3, 3, 2, 1, 1, 2]
B = [1, 2, 3, 2, 2, 1, 3, 2]
C = [2, 2, 3, 3, 2, 1, 1, 1]
SHAPES = {
    "lists": lambda rows: rows,
    "numpy": np.array,
    "pandas": pd.DataFrame,
    "polars": lambda rows: pl.DataFrame(rows, orient="row"),
}


def csv(tmp_path, rows):
    file = tmp_path / "table.csv"
    file.write_text("".join(",".join(map(str, row)) + "\n" for row in rows))
    return file


# --- tables of counts -------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("counts", [COUNTS, FLEISS_1969, [[0, 1], [1, 0]]])
def test_a_table_of_counts_read_as_ratings_is_noticed(counts, shape):
    with pytest.warns(accord.DataWarning, match="layout='contingency'.*--layout contingency"):
        found = accord.fleiss_kappa(SHAPES[shape](counts))
    assert "layout='contingency'" in found.notes[0]


def test_every_function_that_reads_data_warns_of_a_table_of_counts():
    for function in (accord.agreement, accord.pairwise, accord.confusion, accord.load):
        with pytest.warns(accord.DataWarning, match="contingency"):
            function(COUNTS)
    with pytest.warns(accord.DataWarning, match="contingency"):
        found = accord.compare(FLEISS_1969, FLEISS_1969)
    assert any("contingency" in note for note in found.warnings)
    with pytest.warns(accord.DataWarning, match="contingency"):
        assert any("contingency" in note for note in accord.agreement(FLEISS_1969).warnings)


def test_a_crosstab_with_labels_is_noticed():
    a, b = pd.Series(list("yynnyyn") * 9), pd.Series(list("yynnynn") * 9)
    with pytest.warns(accord.DataWarning, match="contingency"):
        accord.cohen_kappa(pd.crosstab(a, b))


@pytest.mark.parametrize(
    "ratings",
    [
        [[1, 1, 2], [2, 2, 2], [3, 3, 1]],
        [[5, 4, 5], [2, 2, 3], [4, 4, 4]],
        [[0, 1, 0], [10, 9, 10], [5, 6, 5]],
        [[1, 0, 0], [0, 0, 0], [0, 0, 1]],
        [["a", "b"], ["b", "b"]],
        [[True, False], [True, True]],
        [[1, None], [2, 2]],
        {"ann": [1, 2], "bo": [1, 3]},
        [[55, 60, 58], [80, 82, 85], [40, 41, 45]],
    ],
)
def test_a_small_table_of_ratings_is_not_taken_for_counts(ratings):
    assert accord.load(ratings).warnings == ()  # a warning would be an error here


def test_a_stated_layout_or_declared_categories_silence_the_warning():
    assert accord.cohen_kappa(COUNTS, layout="contingency").value == pytest.approx(0.8)
    assert accord.cohen_kappa(COUNTS, layout="wide").value == pytest.approx(-1)
    assert accord.cohen_kappa(COUNTS, raters=["ann", "bo"]).notes == ()
    assert accord.cohen_kappa([[1, 2], [2, 2]], categories=[1, 2]).notes == ()


def test_the_warning_points_at_the_line_of_the_caller_once():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        accord.cohen_kappa(COUNTS)
    assert [(w.category, w.filename) for w in caught] == [(accord.DataWarning, __file__)]


def test_the_command_line_shows_the_note_and_no_python_warning(tmp_path):
    file = csv(tmp_path, COUNTS)
    command = [sys.executable, "-W", "always", "-m", "accord", "report", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "--layout contingency" in " ".join(done.stdout.split())
    assert "DataWarning" not in done.stderr
    shown = CliRunner().invoke(app, ["report", str(file), "--json"])
    notes = json.loads(shown.output)["warnings"]
    assert sum("--layout contingency" in note for note in notes) == 1


# --- proportions and percentages --------------------------------------------------------------


@pytest.mark.parametrize(
    "cells",
    [
        [[0.45, 0.05], [0.05, 0.45]],
        [[0.33, 0.0, 0.01], [0.02, 0.31, 0.01], [0.0, 0.03, 0.28]],
        [[0.9, 0.1], [0.2, 0.8]],  # a confusion matrix normalised by row
        [[0.9, 0.2], [0.1, 0.8]],
    ],
)
def test_a_contingency_table_of_proportions_is_refused(cells, tmp_path):
    for function in (accord.cohen_kappa, accord.agreement, accord.pairwise):
        with pytest.raises(InvalidCountError, match=r"proportions.*Multiply"):
            function(cells, layout="contingency")
    arguments = ["report", str(csv(tmp_path, cells)), "--layout", "contingency"]
    shown = CliRunner().invoke(app, arguments)
    assert isinstance(shown.exception, InvalidCountError)


def test_a_labelled_table_of_proportions_is_recognised_and_refused(tmp_path):
    with pytest.raises(InvalidCountError, match="proportions"):
        accord.cohen_kappa({"": ["yes", "no"], "yes": [0.45, 0.05], "no": [0.05, 0.45]})
    with pytest.warns(accord.DataWarning, match="contingency"):
        accord.cohen_kappa([[0.45, 0.05], [0.05, 0.45]])


def test_percentages_are_used_with_a_note():
    found = accord.cohen_kappa([[44.5, 5.5], [5.5, 44.5]], layout="contingency")
    assert found.n == 100
    assert found.value == pytest.approx(0.78)
    assert "n is taken as 100" in found.notes[0]
    assert accord.cohen_kappa([[44.5, 5.5], [5.5, 40.5]], layout="contingency").notes == ()


def test_counts_that_are_proportions_are_refused():
    rows = [[0.5, 0.5, 0], [1, 0, 0], [0.25, 0.25, 0.5]]
    for function in (accord.fleiss_kappa, accord.agreement, accord.by_category):
        with pytest.raises(InvalidCountError, match=r"proportions.*Multiply"):
            function(rows, layout="counts")
    with pytest.raises(InvalidCountError, match="not a whole number"):
        accord.fleiss_kappa([[1.5, 2], [3, 0], [2, 1]], layout="counts")


# --- raters in rows ---------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_raters_in_rows_are_noticed(shape, tmp_path):
    data = SHAPES[shape](RATERS_IN_ROWS)
    with pytest.warns(accord.DataWarning, match="transpose=True.*--transpose"):
        found = accord.krippendorff_alpha(data)
    assert "transpose=True" in found.notes[0]
    for function in (accord.agreement, accord.leave_one_out, accord.missingness):
        with pytest.warns(accord.DataWarning, match="transpose=True"):
            function(data)


def test_a_file_without_a_header_that_has_raters_in_rows_is_noticed(tmp_path):
    file = csv(tmp_path, RATERS_IN_ROWS)
    with pytest.warns(accord.DataWarning, match="3 subjects rated by 12"):
        accord.fleiss_kappa(file)
    shown = CliRunner().invoke(app, ["report", str(file), "--json"])
    assert any("--transpose" in note for note in json.loads(shown.output)["warnings"])
    shown = CliRunner().invoke(app, ["report", str(file), "--json", "--transpose"])
    assert not any("--transpose" in note for note in json.loads(shown.output)["warnings"])


def test_more_columns_than_rows_are_no_doubt_where_it_was_stated():
    assert accord.load(RATERS_IN_ROWS, transpose=True).r == 3
    assert accord.load(RATERS_IN_ROWS, layout="wide").r == 12
    assert accord.load(np.array(RATERS_IN_ROWS).T, transpose=True).r == 12
    assert accord.load([[1, 1, 1]]).r == 3  # transposed there would be a single rater


def test_named_raters_in_columns_are_only_noted_when_they_are_many():
    few = {name: [1, 2, 1] for name in "abcd"}
    many = {name: [1, 2, 1] for name in "abcdefg"}
    assert accord.load(few).warnings == ()
    assert "transpose=True" in accord.load(many).warnings[0]
    assert "transpose=True" in accord.fleiss_kappa(many).notes[0]


# --- triples ----------------------------------------------------------------------------------


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("shape", ["lists", "numpy", "pandas", "polars"])
def test_triples_are_the_long_layout_and_raters_are_fewer_than_items(shape, turned):
    rows = [(b, a, c) for a, b, c in TRIPLES] if turned else TRIPLES
    with pytest.warns(accord.DataWarning, match="item, rater and score"):
        found = accord.load(SHAPES[shape](rows))
    assert found.layout == "long"
    assert found.raters == ("c1", "c2", "c3")
    assert found.n == 5


def test_triples_give_the_value_of_the_same_ratings_in_columns():
    columns = {"c1": list("aabba"), "c2": list("abbba"), "c3": list("aabaa")}
    expected = accord.krippendorff_alpha(columns).value
    with pytest.warns(accord.DataWarning, match="every row was read as one rating"):
        found = accord.krippendorff_alpha(TRIPLES)
    assert found.value == pytest.approx(expected, abs=1e-15)
    assert "raters in '1'" in found.notes[0]
    for options in ({"layout": "long"}, {"rater": 1, "item": 2, "score": 3}):
        assert accord.krippendorff_alpha(TRIPLES, **options).value == found.value
    assert accord.load(TRIPLES, layout="wide").r == 3


def test_frames_with_names_that_say_nothing_follow_the_same_rule(tmp_path):
    frame = pd.DataFrame(TRIPLES, columns=["x", "y", "z"])
    found = accord.load(frame)
    assert found.raters == ("c1", "c2", "c3")
    assert "raters in 'x'" in found.warnings[0]
    assert accord.load(frame.rename(columns={"x": "coder"})).raters == ("c1", "c2", "c3")
    assert accord.load(frame.rename(columns={"y": "rater"})).r == 5  # a telling name decides
    with pytest.warns(accord.DataWarning, match="one rating"):
        assert accord.load(csv(tmp_path, TRIPLES)).raters == ("c1", "c2", "c3")


def test_triples_of_numbers_stay_three_raters_with_a_warning():
    rows = [(coder, item, 1 + coder * item % 3) for coder in (1, 2, 3) for item in range(1, 6)]
    for data in (rows, np.array(rows), pd.DataFrame(rows)):
        with pytest.warns(accord.DataWarning, match="layout='long'"):
            found = accord.fleiss_kappa(data)
        assert found.n == 15
    assert accord.fleiss_kappa(rows, layout="long").n == 5


def test_three_raters_are_not_taken_for_triples():
    rng = np.random.default_rng(5)
    for _ in range(50):
        ratings = rng.integers(1, 5, (30, 3))
        assert suggest_other_reading(30, 3, lambda ratings=ratings: list(ratings.T)) is None
    words = [["a", "a", "b"], ["a", "b", "b"], ["b", "b", "b"]] * 4
    assert accord.load(words).r == 3


# --- notes ------------------------------------------------------------------------------------


def test_single_functions_carry_the_notes_of_loading():
    table = {"id": ["x", "y", "z", "w"], "ann": [1, 2, 2, 1], "bo": [1, 2, 1, 1]}
    note = accord.load(table).warnings[0]
    assert accord.cohen_kappa(table).notes[0] == note
    assert accord.within(table).notes[0] == note


# --- options ----------------------------------------------------------------------------------

PAIRS = {"ann": A, "bo": B}
THREE = {"ann": A, "bo": B, "cy": C}
NUMBERS = ("confidence", "seed", "null", "replicates", "population", "rater_population")
DIFFER = {
    "r1": 0.1,
    "mu1": 1,
    "var1": 0.1,
    "skew1": 0,
    "r2": 0.1,
    "mu2": 1,
    "var2": 0.1,
    "skew2": 0,
}
OPTIONS = [
    *(
        (f, (PAIRS,), o, {"ci": "t"})
        for o in NUMBERS
        for f in (accord.cohen_kappa, accord.agreement)
    ),
    *((accord.pairwise, (THREE,), o, {"ci": "t"}) for o in NUMBERS),
    *((accord.leave_one_out, (THREE,), o, {"ci": "t"}) for o in NUMBERS),
    *(
        (accord.berry_mielke, (PAIRS,), o, {})
        for o in ("confidence", "seed", "replicates", "power")
    ),
    *((accord.compare, (PAIRS, PAIRS), o, {}) for o in ("margin", "confidence", "seed")),
    (accord.compare, (PAIRS, PAIRS), "replicates", {}),
    *((accord.evaluate, (THREE, "ann"), o, {}) for o in ("epsilon", "confidence", "seed", "range")),
    *((accord.sweep, (THREE, "ann"), o, {}) for o in ("confidence", "seed", "range")),
    *((accord.differ, (), o, DIFFER) for o in DIFFER),
    *((accord.plan, (0.6,), o, {}) for o in ("width", "lower", "null", "subjects")),
    *(
        (accord.plan, (), o, {"width": 0.2, "value": 0.6})
        for o in ("value", "raters", "categories")
    ),
    *(
        (accord.plan, (0.6,), o, {"width": 0.2})
        for o in ("prevalence", "missing", "samples", "seed")
    ),
    *((accord.plan, (0.6,), o, {"width": 0.2}) for o in ("cost_per_rating", "cost_per_subject")),
    (accord.plan, (0.6,), "power", {"null": 0.4}),
    (accord.plan, (0.6,), "confidence", {"width": 0.2}),
    (accord.within, (PAIRS,), "points", {}),
    (accord.disagreements, (PAIRS,), "top", {}),
    (accord.limits_of_agreement, (PAIRS,), "confidence", {}),
    (accord.study, ("prevalence",), "seed", {}),
    (accord.berry_mielke, (PAIRS,), "scaling", {}),
    *((accord.benchmark, (), o, {"value": 0.5}) for o in ("value", "se", "probability")),
    *((accord.aickin_alpha, (PAIRS,), o, {}) for o in ("pseudo_count", "tolerance")),
]


@pytest.mark.parametrize("value", ["many", {}, 1j, math.inf, 10**400, -(10**400), object()])
@pytest.mark.parametrize(
    ("function", "data", "option", "others"),
    OPTIONS,
    ids=[f"{function.__name__}-{option}" for function, _, option, _ in OPTIONS],
)
def test_an_impossible_value_is_an_option_error_that_names_it(
    function, data, option, others, value
):
    with pytest.raises(OptionError) as caught:
        function(*data, **{**others, option: value})
    assert option in str(caught.value)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("null", "0", "null is '0'; it must be a number."),
        (
            "confidence",
            None,
            "confidence is None; it must be a number between 0 and 1, such as .95.",
        ),
        ("confidence", 95, "confidence is 95; it must be a number between 0 and 1, such as .95."),
        ("confidence", "0.95", "confidence is '0.95'; it must be a number between 0 and 1"),
        ("confidence", True, "confidence is True; it must be a number between 0 and 1"),
        ("replicates", "many", "replicates is 'many'; it must be a whole number, 1 or more."),
        ("replicates", None, "replicates is None; it must be a whole number, 1 or more."),
        ("seed", 1.5, "seed is 1.5; it must be a whole number, 0 or more."),
        ("seed", "1", "seed is '1'; it must be a whole number, 0 or more."),
        ("population", 0, "population is 0; it must be a number above 0."),
    ],
)
def test_messages_say_what_an_option_must_be(option, value, message):
    for function in (accord.cohen_kappa, accord.agreement, accord.pairwise):
        with pytest.raises(OptionError) as caught:
            function(PAIRS, **{option: value})
        assert str(caught.value).startswith(message)
        assert (caught.value.option, caught.value.value) == (option, value)


def test_messages_of_other_functions():
    with pytest.raises(OptionError, match=r"margin is 'x'; .* between 0 and 1, such as \.05"):
        accord.compare(PAIRS, PAIRS, margin="x")
    with pytest.raises(OptionError, match="epsilon is 'x'; it must be a number from 0 to 1"):
        accord.evaluate(THREE, "ann", epsilon="x")
    with pytest.raises(OptionError, match=r"power is '\.8'; .*such as \.8"):
        accord.plan(0.6, null=0.4, power=".8")


def test_whole_numbers_may_be_written_as_floats():
    exact = accord.cohen_kappa(PAIRS, ci="percentile", replicates=200, seed=1)
    loose = accord.cohen_kappa(PAIRS, ci="percentile", replicates=200.0, seed=np.int64(1))
    assert loose.interval == exact.interval
    assert (
        accord.plan(0.6, subjects=30.0, raters=2, categories=2.0, ci="t").choices[0].subjects == 30
    )


def test_the_command_line_refuses_confidence_in_percent(tmp_path):
    file = csv(tmp_path, [["ann", "bo"], *zip(A, B, strict=True)])
    shown = CliRunner().invoke(app, ["report", str(file), "--confidence", "95"])
    assert isinstance(shown.exception, OptionError)
    assert "such as .95" in str(shown.exception)


# --- preview ----------------------------------------------------------------------------------


def test_data_in_memory_have_a_preview():
    rows = [list(pair) for pair in zip(A, B, strict=True)]
    for data, source in (
        (rows, "array"),
        (np.array(rows), "array"),
        (PAIRS, "frame"),
        (pd.DataFrame(PAIRS), "frame"),
        (accord.load(PAIRS), "patterns"),
    ):
        found = accord.preview(data)
        assert found.source == source
        assert found.patterns.n == 8
        assert found.rows[:2] == ((1, 1), (2, 2)) or source == "patterns"
        assert found.to_dict()["flags"] == []
        assert rendered(summary_of(found), "txt")
    assert accord.preview(pd.DataFrame(PAIRS)).columns == ("ann", "bo")
    assert accord.preview(rows).command == ""
    assert accord.preview(A, B).patterns.r == 2
    with pytest.raises(NotATableError):
        accord.preview(5)


# --- raters as arguments ----------------------------------------------------------------------

KINDS = {
    "list": list,
    "tuple": tuple,
    "numpy": np.array,
    "masked": np.ma.array,
    "pandas": pd.Series,
    "index": pd.Index,
    "categorical": pd.Categorical,
    "polars": pl.Series,
}


@pytest.mark.parametrize("other", KINDS)
@pytest.mark.parametrize("kind", KINDS)
def test_two_sequences_are_two_raters(kind, other):
    found = accord.cohen_kappa(KINDS[kind](A), KINDS[other](B), ci="t")
    expected = accord.cohen_kappa(PAIRS, ci="t")
    assert (found.value, found.interval) == (expected.value, expected.interval)


SINGLE = ("percent_agreement", "cohen_kappa", "conger_kappa", "light_kappa", "scott_pi")
SINGLE += ("fleiss_kappa", "brennan_prediger", "gwet_ac", "krippendorff_alpha", "aickin_alpha")


@pytest.mark.parametrize("name", [*SINGLE, "bangdiwala_b", "berry_mielke", "within"])
def test_every_single_function_takes_raters_as_arguments(name):
    function = getattr(accord, name)
    assert function(A, B).value == function({"1": A, "2": B}).value


@pytest.mark.parametrize(
    "name",
    [
        "by_category",
        "confusion",
        "diagnose",
        "disagreements",
        "distributions",
        "leave_one_out",
        "missingness",
        "pairwise",
        "prevalence_curve",
    ],
)
def test_every_view_takes_raters_as_arguments(name):
    function = getattr(accord, name)
    found, expected = function(A, B, C), function({"1": A, "2": B, "3": C})
    if isinstance(found, tuple):
        assert [row.to_dict() for row in found] == [row.to_dict() for row in expected]
    else:
        assert found.to_dict() == expected.to_dict()


def test_more_views_take_raters_as_arguments():
    assert accord.agreement(A, B, C)["gwet_ac"].value == accord.gwet_ac(A, B, C).value
    assert accord.limits_of_agreement(A, B).mean == accord.limits_of_agreement(PAIRS).mean
    assert accord.load(A, B, C).raters == ("1", "2", "3")


def test_raters_are_named_after_series():
    ann, bo = pd.Series(A, name="ann"), pl.Series("bo", B)
    assert accord.load(ann, bo).raters == ("ann", "bo")
    assert accord.load(ann, B).raters == ("ann", "2")
    assert accord.load(ann, ann).raters == ("1", "2")
    assert accord.load(A, B, raters=["ann", "bo"]).raters == ("ann", "bo")
    assert accord.pairwise(ann, bo)["ann", "bo"].n == 8


def test_series_keep_the_order_of_their_categories():
    kind = pd.CategoricalDtype(["low", "mid", "high"], ordered=True)
    one = pd.Series(["low", "mid", "high", "mid"], dtype=kind)
    other = pd.Series(["low", "high", "high", "mid"], dtype=kind)
    assert accord.load(one, other).scale.labels == ("low", "mid", "high")
    assert accord.load(pd.Categorical(one), other).scale.labels == ("low", "mid", "high")


def test_values_that_look_like_ids_or_have_nothing_in_common_stay_raters():
    assert accord.load(["a", "b", "c", "d"], ["a", "x", "y", "z"]).r == 2
    assert accord.load([1, 2, 3, 4, 5, 6], ["a", "b", "a", "b", "a", "b"]).r == 2


def test_missing_ratings_of_a_sequence():
    assert accord.load([1, None, 2, 2], pd.Series([1, 2, np.nan, 1])).missing == 2


def test_weights_stay_the_second_argument_of_a_table():
    quadratic = accord.cohen_kappa(PAIRS, weights="quadratic").value
    assert accord.cohen_kappa(PAIRS, "quadratic").value == quadratic
    matrix = [[1, 0.75, 0], [0.75, 1, 0.75], [0, 0.75, 1]]
    for weights in (matrix, np.array(matrix)):
        assert accord.cohen_kappa(PAIRS, weights).value == pytest.approx(quadratic)
    assert accord.cohen_kappa(A, B, weights="quadratic").value == quadratic
    rows = [list(pair) for pair in zip(A, B, strict=True)]
    assert accord.agreement(rows, ["cohen_kappa", "gwet_ac"]).estimates[1].name == "gwet_ac"


def test_options_after_raters_need_their_names():
    for arguments in ((A, B, "quadratic"), (A, "quadratic"), (A, np.eye(3)), (A, 5)):
        with pytest.raises(OptionError, match="weights='quadratic'"):
            accord.cohen_kappa(*arguments)


def test_sequences_that_do_not_match_are_refused():
    with pytest.raises(LayoutError, match="1 has 8, 2 has 7"):
        accord.cohen_kappa(A, B[:-1])
    with pytest.raises(LayoutError, match=r"different indexes.*position"):
        accord.pairwise(pd.Series(A), pd.Series(B, index=range(1, 9)))
    shifted = pd.Series(A, index=range(1, 9)), pd.Series(B, index=range(1, 9))
    assert accord.cohen_kappa(*shifted).n == 8


def test_a_single_sequence_is_refused_with_the_remedy():
    for data in (A, np.array(A), pd.Series(A)):
        with pytest.raises(NotATableError, match=r"agreement\(a, b\)"):
            accord.cohen_kappa(data)


@pytest.mark.parametrize("options", [{"layout": "long"}, {"transpose": True}, {"by": "group"}])
def test_options_of_tables_do_not_apply_to_raters_as_arguments(options):
    with pytest.raises(OptionError, match="arguments"):
        accord.agreement(A, B, **options)


def test_text_is_a_path_and_not_a_rater(tmp_path):
    file = csv(tmp_path, [["ann", "bo"], *zip(A, B, strict=True)])
    assert accord.cohen_kappa(str(file), "quadratic").weights == "quadratic"
