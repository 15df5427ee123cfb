"""Order is never invented: orders of words, codes behind labels, labelled and odd matrices."""

import json
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import accord
from accord.cli.options import weights_of
from accord.data.orders import VOCABULARIES, numbered_order, recognised_order
from accord.data.pattern_files import _scale_of
from accord.data.scale import Scale
from accord.errors import NotNumericError, OptionError
from accord.statistics import COEFFICIENTS
from accord.statistics.weights import SCHEMES, weights_for
from helpers.running import run

GRADES = [["low", "mid"], ["high", "high"], ["mid", "low"], ["low", "low"]]
COLOURS = [["red", "blue"], ["green", "green"], ["blue", "red"], ["red", "red"]]
THREE = [[*row, row[0]] for row in COLOURS]
REMEDY = r'categories=\["low", "mid", "high"\].*--categories low,mid,high'
LINEAR = [[1, 0.5, 0], [0.5, 1, 0.5], [0, 0.5, 1]]
WORDS = ["low", "mid", "high"]


# --- vocabularies ---


@pytest.mark.parametrize(
    "labels",
    [
        ["strongly disagree", "disagree", "neutral", "agree", "strongly agree"],
        ["Completely disagree", "Somewhat disagree", "Neither agree nor disagree", "Totally agree"],
        ["disagree", "slightly disagree", "undecided", "slightly agree", "agree"],
        ["very low", "low", "medium", "high", "very high"],
        ["VERY_LOW", "low", "Moderate", "very  high"],
        ["none", "minimal", "mild", "moderate", "severe", "very severe"],
        ["absent", "mild", "severe", "critical"],
        ["never", "rarely", "sometimes", "often", "usually", "almost always", "always"],
        ["seldom", "occasionally", "frequently", "always"],
        ["very poor", "poor", "fair", "average", "good", "very good", "excellent"],
        ["very bad", "bad", "okay", "good"],
        ["very unsatisfied", "dissatisfied", "neutral", "satisfied", "very satisfied"],
        ["very unlikely", "unlikely", "likely", "very likely"],
        ["not at all", "a little", "somewhat", "moderately", "quite", "very", "extremely"],
        ["unimportant", "important", "very important"],
        ["not important", "slightly important", "important", "extremely important"],
        ["small", "medium", "large"],
        ["very negative", "negative", "neutral", "positive", "very positive"],
        ["much worse", "worse", "about the same", "better"],
        ["beginner", "intermediate", "advanced", "expert"],
        ["not relevant", "partially relevant", "relevant", "highly relevant"],
        ["no pain", "mild pain", "severe pain"],
        ["Low-risk", "medium risk", "high risk"],
        ["incorrect", "partially correct", "correct"],
    ],
)
def test_well_known_vocabularies(labels):
    shuffled = sorted(labels, key=lambda label: label[::-1])
    scale = Scale.observed(shuffled)
    assert scale.labels == tuple(labels)
    assert (scale.order, scale.level, scale.guessed) == ("recognised", "ordinal", True)
    assert scale.ordered
    assert scale.order_certain
    assert scale.points.tolist() == list(range(1, len(labels) + 1))


@pytest.mark.parametrize(
    "labels",
    [
        ["yes", "no"],
        ["A", "B", "C"],
        ["January", "February", "March"],
        ["Monday", "Tuesday", "Wednesday"],
        ["mid", "medium", "high"],  # synonyms
        ["low", "Low", "high"],
        ["low", "high", "unclear"],
        ["red", "green", "blue"],
        ["5-10", "<5"],  # two numbers
        ["grade 1", "grade 1a"],
        ["T1a", "T2a", "T3a"],  # the number is in the middle
        ["1 apple", "1 pear"],
        ["minimal", "normal"],  # vocabularies differ
    ],
)
def test_words_in_no_known_order(labels):
    scale = Scale.observed(labels)
    assert (scale.order, scale.level) == ("none", "nominal")
    assert not scale.ordered
    assert not scale.order_certain
    assert list(scale.labels) == sorted(labels)


def test_two_recognised_words_are_ordered_but_may_be_a_coincidence():
    scale = Scale.observed(["positive", "negative"])
    assert scale.labels == ("negative", "positive")
    assert (scale.order, scale.level, scale.order_certain) == ("recognised", "nominal", False)


def test_vocabularies_are_consistent():
    ranks = [{w: k for k, own in enumerate(words) for w in own} for words in VOCABULARIES]
    for words, own in zip(VOCABULARIES, ranks, strict=True):
        assert sum(map(len, words)) == len(own)  # no word at two ranks
    contradictions = {
        tuple(sorted(pair))
        for one, other in combinations(ranks, 2)
        for pair in combinations(set(one) & set(other), 2)
        if (one[pair[0]] - one[pair[1]]) * (other[pair[0]] - other[pair[1]]) < 0
    }
    assert contradictions == {("minimal", "normal")}  # which is not recognised, see above
    for pair in contradictions:
        assert recognised_order(pair) is None


@pytest.mark.parametrize(
    "labels",
    [
        ["1 - poor", "2 = fair", "10: good"],
        ["grade 1", "grade 3", "grade 12"],
        ["F0", "F1", "F4"],
        ["<5", "<10", "<50"],
        ["-1 worse", "0 same", "+1 better"],
        ["grade-2", "grade-10"],
        ["1 star", "2 stars", "4 stars"],
        ["0", "1+", "2+", "3+"],
        ["0.5 mg", "1 mg", "12 mg"],
    ],
)
def test_numbers_in_labels(labels):
    scale = Scale.observed(labels[::-1])
    assert scale.labels == tuple(labels)
    assert (scale.order, scale.level, scale.guessed) == ("numbered", "nominal", True)
    assert scale.ordered
    assert not scale.order_certain
    assert scale.points.tolist() == list(range(1, len(labels) + 1))  # ranks, not the numbers


def test_many_numbered_labels_are_identifiers():
    assert numbered_order([f"item {k}" for k in range(100)]) is not None
    assert Scale.observed([f"item {k}" for k in range(101)]).order == "none"


# --- certainty ---


@pytest.mark.parametrize(
    ("scale", "order", "certain"),
    [
        (Scale.observed([1, 2, 3]), "numeric", False),
        (Scale.observed([1, 2, 3], level="ordinal"), "numeric", True),
        (Scale.observed([1.5, 2.25, 3]), "numeric", False),
        (Scale.observed([True, False]), "numeric", False),
        (Scale.observed(WORDS), "recognised", True),
        (Scale.observed(WORDS, level="nominal"), "recognised", False),
        (Scale.observed(["a", "b"], ordered=["b", "a"]), "dtype", True),
        (Scale.declare(WORDS), "declared", True),
        (Scale.declare(WORDS[::-1]), "declared", True),
        (Scale.declare(["mid", "low", "high"]), "declared", True),
        (Scale.declare(["x", "y", "z"]), "declared", True),
        (Scale.declare(["x", "y", "z"], level="ordinal"), "declared", True),
        (Scale.declare({"x": 1, "y": 5}), "declared", True),
        (Scale.declare([3, 1, 2]), "numeric", False),
        (Scale.observed(["x", "y"], codes={"x": 2.0, "y": 1.0}), "codes", False),
        (Scale.observed(WORDS, codes={"low": 1.0, "mid": 2.0, "high": 3.0}), "codes", True),
    ],
)
def test_where_the_order_comes_from(scale, order, certain):
    assert scale.order == order
    assert scale.order_certain is certain
    assert scale.ordered


# --- words in no known order ---


def test_recognised_words_are_weighted_and_the_order_is_noted():
    declared = accord.cohen_kappa(GRADES, weights="quadratic", categories=WORDS)
    inferred = accord.cohen_kappa(GRADES, weights="quadratic")
    assert inferred.value == pytest.approx(declared.value)
    assert inferred.value == pytest.approx(7 / 11)
    assert any("low < mid < high" in note for note in inferred.notes)
    assert not any("low < mid" in note for note in declared.notes)
    assert any("low < mid < high" in w for w in accord.agreement(GRADES, weights="linear").warnings)


@pytest.mark.parametrize(
    "weights", [name for name in [*SCHEMES, "power:1.5"] if name != "identity"]
)
def test_weights_on_unordered_words_are_refused(weights):
    with pytest.raises(OptionError, match=f"'blue', 'green', 'red'.*{REMEDY}.*identity"):
        accord.fleiss_kappa(COLOURS, weights=weights)


@pytest.mark.parametrize(
    "measure",
    [
        *(getattr(accord, name) for name, entry in COEFFICIENTS.items() if entry.weighted),
        accord.agreement,
        accord.pairwise,
        lambda data, **options: accord.leave_one_out(THREE, **options),
        accord.disagreements,
        accord.prevalence_curve,
        accord.berry_mielke,
        lambda data, **options: accord.compare(data, data, **options),
    ],
)
def test_every_entry_point_refuses_unordered_words(measure):
    with pytest.raises(OptionError, match=f"no order is known for 'blue'.*{REMEDY}"):
        measure(COLOURS, weights="quadratic")
    measure(COLOURS, weights="quadratic", categories=["red", "green", "blue"])
    measure(COLOURS, weights="identity")


def test_the_command_line_refuses_unordered_words(tmp_path):
    path = tmp_path / "colours.csv"
    path.write_text("ann,bo\n" + "".join(f"{a},{b}\n" for a, b in COLOURS))
    for command in (("report", path), ("compare", path, path)):
        done = run(*command, "--weights", "quadratic")
        assert done.returncode != 0
        assert "--categories low,mid,high" in " ".join(done.stderr.split())
    done = run("report", path, "--weights", "quadratic", "--categories", "red,green,blue")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("measure", [accord.load, accord.cohen_kappa, accord.agreement])
def test_an_ordinal_level_needs_an_order(measure):
    with pytest.raises(OptionError, match=f"level 'ordinal'.*'blue', 'green', 'red'.*{REMEDY}"):
        measure(COLOURS, level="ordinal")
    measure(COLOURS, level="ordinal", categories=["red", "green", "blue"])
    measure(GRADES, level="ordinal")
    measure([["a", "b"], ["b", "b"], ["a", "a"]], level="ordinal")  # two have only one order


def test_an_ordinal_level_needs_an_order_afterwards_too(tmp_path):
    patterns = accord.load(COLOURS)
    with pytest.raises(OptionError, match="level 'ordinal'"):
        accord.cohen_kappa(patterns, level="ordinal")
    with pytest.raises(NotNumericError, match="not a number"):
        accord.load(patterns, level="interval")
    known = accord.load(accord.load(COLOURS, categories=["red", "green", "blue"]), level="ordinal")
    assert known.scale.labels == ("red", "green", "blue")
    assert (known.scale.order, known.scale.level) == ("declared", "ordinal")
    path = tmp_path / "colours.csv"
    path.write_text("ann,bo\n" + "".join(f"{a},{b}\n" for a, b in COLOURS))
    done = run("report", path, "--level", "ordinal")
    assert done.returncode != 0
    assert "--categories" in done.stderr


@pytest.mark.parametrize("weights", [name for name in SCHEMES if name != "identity"])
def test_two_categories_need_no_order(weights):
    rows = [["red", "blue"], ["red", "red"], ["blue", "blue"], ["red", "red"], ["blue", "blue"]]
    plain = accord.fleiss_kappa(rows).value
    assert accord.fleiss_kappa(rows, weights=weights).value == pytest.approx(plain)


def test_a_guessed_level_does_not_change_the_measure_of_words():
    coded = [[WORDS.index(label) for label in row] for row in GRADES]
    assert accord.berry_mielke(GRADES).value == pytest.approx(accord.cohen_kappa(GRADES).value)
    assert accord.berry_mielke(GRADES).value != pytest.approx(accord.berry_mielke(coded).value)
    cube = np.array([[[a, 1] for a, _ in GRADES], [[b, 1] for _, b in GRADES]], dtype=object)
    renamed = np.where(cube == "mid", "other", cube)  # not a vocabulary
    assert accord.berry_mielke(cube).value == pytest.approx(accord.berry_mielke(renamed).value)


def test_preview_declares_no_order_of_its_own(tmp_path):
    path = tmp_path / "colours.csv"
    path.write_text("ann,bo\n" + "".join(f"{a},{b}\n" for a, b in COLOURS))
    assert "--categories" not in accord.preview(path).command
    path.write_text("ann,bo\n" + "".join(f"{a},{b}\n" for a, b in GRADES))
    assert "--categories low,mid,high" in accord.preview(path).command


def test_a_table_of_counts_keeps_its_order_unless_the_words_have_one():
    table = {"x": ["no", "maybe", "yes"], "no": [4, 1, 0], "maybe": [1, 5, 1], "yes": [0, 1, 6]}
    scale = accord.load(table, layout="contingency", item="x").scale
    assert (scale.labels, scale.order) == (("no", "maybe", "yes"), "declared")
    crossed = {"x": ["high", "low", "mid"], "high": [4, 0, 1], "low": [0, 6, 1], "mid": [1, 1, 5]}
    scale = accord.load(crossed, layout="contingency", item="x").scale
    assert (scale.labels, scale.order) == (("low", "mid", "high"), "recognised")


# --- scales united, redeclared and exchanged ---


@pytest.mark.parametrize(
    ("one", "other", "labels", "order", "level"),
    [
        (["low", "mid"], ["mid", "high"], ("low", "mid", "high"), "recognised", "ordinal"),
        (["low", "high"], ["mid", "high"], ("low", "mid", "high"), "recognised", "ordinal"),
        (["low"], ["high"], ("low", "high"), "recognised", "nominal"),
        (
            ["grade 2", "grade 10"],
            ["grade 1"],
            ("grade 1", "grade 2", "grade 10"),
            "numbered",
            None,
        ),
        (["low", "mid", "high"], ["low", "odd"], ("high", "low", "mid", "odd"), "none", "nominal"),
        (["low", "mid", "high"], ["bad", "fair", "good"], None, "none", "nominal"),
        (["b", "a"], ["c"], ("a", "b", "c"), "none", "nominal"),
    ],
)
def test_inferred_orders_are_inferred_again_from_the_union(one, other, labels, order, level):
    for pair in ((one, other), (other, one)):
        united = Scale.observed(pair[0]).union(Scale.observed(pair[1]))
        assert labels is None or united.labels == labels
        assert united.order == order
        assert united.level == (level or "nominal")
        assert united.guessed


def test_declared_orders_are_united_only_where_the_result_is_the_only_one():
    first, second = Scale.declare(["a", "b"]), Scale.declare(["b", "c"])
    assert first.union(second).labels == ("a", "b", "c")
    assert first.union(second).order == "declared"
    assert first.union(Scale.declare(["c", "b"])).order == "none"  # a and c: either may be first
    assert first.union(Scale.declare(["b", "a"])).order == "none"  # they contradict each other
    assert first.union(Scale.observed(["b", "a"])) is first
    assert Scale.observed(["b", "a"]).union(first) is first
    reverse = Scale.declare(["high", "mid", "low"])
    assert Scale.observed(["low", "high"]).union(reverse) is reverse


def test_codes_are_united():
    first = Scale.observed(["x", "z"], codes={"x": 1.0, "z": 5.0})
    second = Scale.observed(["y", "z"], codes={"y": 2.0, "z": 5.0})
    united = first.union(second)
    assert (united.labels, united.order) == (("x", "y", "z"), "codes")
    assert united.points.tolist() == [1, 2, 5]
    other = Scale.observed(["y", "z"], codes={"y": 5.0, "z": 2.0})
    assert first.union(other).order == "none"
    assert first.union(other).values is None


def test_merged_files_and_comparisons_keep_the_order(tmp_path):
    first, second = [["low", "mid"], ["mid", "mid"]], [["high", "mid"], ["low", "low"]]
    merged = accord.merge(first, second)
    assert (merged.scale.labels, merged.scale.order) == (("low", "mid", "high"), "recognised")
    together = [*first, *second]
    expected = accord.fleiss_kappa(together, weights="quadratic", categories=WORDS).value
    assert accord.fleiss_kappa(merged, weights="quadratic").value == pytest.approx(expected)
    with pytest.raises(OptionError, match="no order is known"):
        accord.compare([["red", "blue"], ["red", "red"]], [["green", "blue"]] * 3, weights="linear")


@pytest.mark.parametrize(
    "scale",
    [
        Scale.observed([1, 2, 3]),
        Scale.observed(WORDS),
        Scale.observed(["F0", "F2", "F10"]),
        Scale.observed(["red", "green", "blue"]),
        Scale.observed(["a", "b"], ordered=["b", "a"]),
        Scale.observed(["x", "y"], codes={"x": 4.0, "y": 1.0}),
        Scale.declare(["x", "y", "z"]),
        Scale.declare({"x": 1, "y": 5}),
    ],
)
def test_pattern_files_keep_the_source_of_the_order(scale, tmp_path):
    rows = [[label, scale.labels[0]] for label in scale.labels]
    patterns = accord.load(rows, categories=list(scale.labels))
    path = tmp_path / "ratings.patterns"
    accord.data.pattern_files.write_patterns(replace(patterns, scale=scale), path)
    again = accord.load(path).scale
    assert again.labels == scale.labels
    assert again.points.tolist() == scale.points.tolist()
    assert (again.order, again.level, again.guessed) == (scale.order, scale.level, scale.guessed)
    assert again.order_certain == scale.order_certain


@pytest.mark.parametrize(
    ("scale", "order"),
    [
        (Scale.observed([1, 2, 3]), "numeric"),
        (Scale.declare([1, 2, 3]), "numeric"),
        (Scale.observed([True, False]), "numeric"),
        (Scale.declare(WORDS), "declared"),
        (Scale.declare({"x": 1, "y": 5}), "declared"),
        (Scale.observed(["red", "green"]), "none"),
    ],
)
def test_files_that_only_say_whether_there_is_an_order(scale, order):
    facts = json.loads(json.dumps(scale.as_dict()))
    del facts["order"]
    assert _scale_of(facts).order == order
    with pytest.raises(ValueError, match="order"):
        _scale_of({**facts, "order": "alphabetical"})


# --- ordered data types ---


def ordered_frames():
    first, second = ["a", "c", "b", "a", "c"], ["a", "b", "b", "c", "c"]
    order = ["c", "a", "b"]
    kind = pd.CategoricalDtype(order, ordered=True)
    yield pd.DataFrame({"x": pd.Series(first, dtype=kind), "y": pd.Series(second, dtype=kind)})
    yield pl.DataFrame({"x": first, "y": second}, schema=dict.fromkeys("xy", pl.Enum(order)))
    yield pa.table(
        {
            name: pa.DictionaryArray.from_arrays(
                pa.array([order.index(c) for c in cells]), pa.array(order), ordered=True
            )
            for name, cells in (("x", first), ("y", second))
        }
    )


@pytest.mark.parametrize("frame", list(ordered_frames()), ids=["pandas", "polars", "pyarrow"])
def test_ordered_data_types(frame):
    scale = accord.load(frame).scale
    assert (scale.labels, scale.order, scale.level) == (("c", "a", "b"), "dtype", "ordinal")
    assert scale.order_certain
    plain = [[1, 1], [0, 2], [2, 2], [1, 0], [0, 0]]
    expected = accord.cohen_kappa(plain, weights="quadratic").value
    assert accord.cohen_kappa(frame, weights="quadratic").value == pytest.approx(expected)


def test_categoricals_without_an_order_have_none():
    cells = pd.Series(["b", "a", "c"], dtype="category")
    assert accord.load(pd.DataFrame({"x": cells, "y": cells})).scale.order == "none"
    column = pa.array(["b", "a", "c"]).dictionary_encode()
    assert accord.load(pa.table({"x": column, "y": column})).scale.order == "none"


# --- codes behind value labels ---

CODES = pd.DataFrame({"ann": [1.0, 2, 4, 4, 1, 2, 4], "bo": [1.0, 4, 4, 2, 1, 2, 1]})
LABELS = {1.0: "Zero", 2.0: "Medium-sized", 3.0: "Unused", 4.0: "All"}


def statistics_file(folder, suffix, frame=CODES, labels=LABELS, second=None):
    import pyreadstat

    path = folder / f"codes.{suffix}"
    write = pyreadstat.write_sav if suffix == "sav" else pyreadstat.write_dta
    stata = suffix == "dta"
    given = {"ann": labels, "bo": second or labels}
    own = {n: {int(k) if stata else k: v for k, v in each.items()} for n, each in given.items()}
    write(frame.astype(int) if stata else frame, str(path), variable_value_labels=own)
    return path


@pytest.mark.parametrize("suffix", ["sav", "dta"])
def test_codes_behind_value_labels_are_order_and_values(tmp_path, suffix):
    path = statistics_file(tmp_path, suffix)
    scale = accord.load(path).scale
    assert scale.labels == ("Zero", "Medium-sized", "All")  # in use, in the order of the codes
    assert scale.values.tolist() == [1, 2, 4]
    assert (scale.order, scale.level, scale.guessed) == ("codes", "nominal", True)
    assert not scale.order_certain
    expected = accord.cohen_kappa(CODES.to_numpy(), weights="quadratic").value  # the gap counts
    assert accord.cohen_kappa(path, weights="quadratic").value == pytest.approx(expected)
    for measure in (accord.agreement, accord.pairwise, accord.compare):
        data = (path, path) if measure is accord.compare else (path,)
        measure(*data, weights="quadratic")
    alpha = accord.krippendorff_alpha(path, level="interval").value
    expected = accord.krippendorff_alpha(CODES.to_numpy(), level="interval").value
    assert alpha == pytest.approx(expected)
    done = run("report", path, "--weights", "quadratic", "--json")
    assert json.loads(done.stdout)["data"]["categories"] == list(scale.labels)
    assert "Zero=1,Medium-sized=2,All=4" in accord.preview(path).command


def test_recognised_value_labels_are_guessed_ordinal(tmp_path):
    labels = {1.0: "Low", 2.0: "Medium", 4.0: "High"}
    scale = accord.load(statistics_file(tmp_path, "sav", labels=labels)).scale
    assert scale.labels == ("Low", "Medium", "High")
    assert (scale.order, scale.level, scale.order_certain) == ("codes", "ordinal", True)


def test_codes_without_a_label_are_their_own_value(tmp_path):
    path = statistics_file(tmp_path, "sav", labels={1.0: "nothing whatever", 4.0: "everything"})
    scale = accord.load(path).scale
    assert scale.labels == ("nothing whatever", "2", "everything")
    assert scale.values.tolist() == [1, 2, 4]


def test_contradicting_value_labels_give_no_order(tmp_path):
    second = {1.0: "All", 2.0: "Medium-sized", 4.0: "Zero"}
    path = statistics_file(tmp_path, "sav", second=second)
    patterns = accord.load(path)
    assert patterns.scale.order == "none"
    assert any("contradict" in warning for warning in patterns.warnings)
    with pytest.raises(OptionError, match="no order is known"):
        accord.cohen_kappa(path, weights="quadratic")
    assert not any(
        "contradict" in w for w in accord.load(path, categories="Zero,All,Medium-sized").warnings
    )


def test_evaluation_takes_codes_as_words_unless_a_level_is_stated(tmp_path):
    path = statistics_file(tmp_path, "sav")
    named = {name: CODES[name].map(LABELS).tolist() for name in CODES}
    words, file = accord.evaluate(named, "ann"), accord.evaluate(path, "ann")
    own, expected = (
        {m.name: m.value for m in result.systems[0].metrics} for result in (file, words)
    )
    assert own == pytest.approx(expected, nan_ok=True)
    measured = accord.evaluate(path, "ann", level="interval")
    numbers = accord.evaluate(CODES, "ann")
    own, expected = (
        {m.name: m.value for m in result.systems[0].metrics} for result in (measured, numbers)
    )
    assert own["rmse"] == pytest.approx(expected["rmse"])
    with pytest.raises(OptionError, match="level 'ordinal'"):
        accord.evaluate(named, "ann", level="ordinal")


def test_value_labels_of_long_tables_and_responses(tmp_path):
    import pyreadstat

    labels = {1.0: "x", 2.0: "a", 7.0: "m"}
    long = pd.DataFrame(
        {
            "item": [1.0, 1, 2, 2, 3, 3, 4, 4],
            "rater": [1.0, 2] * 4,
            "score": [1.0, 2, 7, 7, 2, 1, 1, 1],
        }
    )
    path = tmp_path / "long.sav"
    pyreadstat.write_sav(long, str(path), variable_value_labels={"score": labels})
    patterns = accord.load(path, layout="long", item="item", rater="rater", score="score")
    assert (patterns.scale.labels, patterns.scale.order) == (("x", "a", "m"), "codes")
    assert patterns.scale.values.tolist() == [1, 2, 7]
    columns = {
        "ann_one": [1.0, 2, 7],
        "ann_two": [1.0, 2, 3],
        "bo_one": [1.0, 7, 7],
        "bo_two": [1.0, 2, 2],
    }
    given = {"ann_one": labels, "bo_one": labels, "ann_two": {1.0: "z", 2.0: "y", 3.0: "b"}}
    given["bo_two"] = given["ann_two"]
    path = tmp_path / "wide.sav"
    pyreadstat.write_sav(pd.DataFrame(columns), str(path), variable_value_labels=given)
    scales = accord.load(
        path, score="one,two", raters={"ann": ["ann_one", "ann_two"], "bo": ["bo_one", "bo_two"]}
    ).scale.parts
    assert [scale.labels for scale in scales] == [("x", "a", "m"), ("z", "y", "b")]
    assert [scale.order for scale in scales] == ["codes", "codes"]


# --- labelled matrices ---


def labelled_forms(tmp_path):
    shuffled = ["mid", "low", "high"]
    frame = pd.DataFrame(LINEAR, index=WORDS, columns=WORDS)
    mixed = frame.loc[shuffled, ["high", "low", "mid"]]
    yield frame
    yield mixed
    flat = mixed.rename_axis("category").reset_index()
    yield flat
    yield pl.from_pandas(flat)
    yield pl.from_pandas(flat).lazy()
    yield pa.Table.from_pandas(flat, preserve_index=False)
    yield {a: {b: float(frame.loc[a, b]) for b in WORDS[::-1]} for a in shuffled}
    wider = frame.reindex(index=[*WORDS, "unused"], columns=["unused", *WORDS]).fillna(0.0)
    wider.loc["unused", "unused"] = 7  # not used, so not checked
    yield wider


def test_labelled_matrices_are_aligned_by_label(tmp_path):
    expected = accord.cohen_kappa(GRADES, weights="linear", categories=WORDS).value
    assert expected == pytest.approx(3 / 7)
    for matrix in labelled_forms(tmp_path):
        assert accord.cohen_kappa(GRADES, weights=matrix).value == pytest.approx(3 / 7)
        assert accord.cohen_kappa(
            GRADES, weights=matrix, categories=["mid", "high", "low"]
        ).value == pytest.approx(3 / 7)


def test_labelled_matrices_need_no_order_of_the_categories():
    names = ["red", "green", "blue"]
    matrix = pd.DataFrame(LINEAR, index=names, columns=names)
    expected = accord.fleiss_kappa(COLOURS, weights="linear", categories=names).value
    for measure in (accord.fleiss_kappa, lambda *a, **k: accord.agreement(*a, **k)["fleiss_kappa"]):
        assert measure(COLOURS, weights=matrix).value == pytest.approx(expected)
    pairs = accord.pairwise(COLOURS, "fleiss_kappa", weights=matrix)
    assert pairs.estimates[0].value == pytest.approx(expected)
    both = accord.compare(COLOURS, COLOURS, coefficient="fleiss_kappa", weights=matrix).estimates
    assert [own[0].value for own in both.values()] == pytest.approx([expected] * 2)


def test_numeric_labels_are_matched_by_value():
    rows = [[3, 1], [2, 2], [1, 1], [3, 3], [2, 3]]
    matrix = pd.DataFrame(LINEAR, index=[3.0, 2.0, 1.0], columns=["3", "2", "1"])
    expected = accord.gwet_ac(rows, weights="linear").value
    assert accord.gwet_ac(rows, weights=matrix).value == pytest.approx(expected)


def test_default_numbering_is_not_a_label_unless_it_is_the_scale():
    rows = [[3, 1], [2, 2], [1, 1], [3, 3], [2, 3]]
    plain = pd.DataFrame(LINEAR)
    expected = accord.gwet_ac(rows, weights=LINEAR).value
    assert accord.gwet_ac(rows, weights=plain).value == pytest.approx(expected)
    named = pl.DataFrame(LINEAR, schema=["a", "b", "c"], orient="row")
    assert accord.gwet_ac(rows, weights=named).value == pytest.approx(expected)
    from_zero = [[k - 1 for k in row] for row in rows]
    odd = pd.DataFrame([[1, 0.9, 0], [0.9, 1, 0.1], [0, 0.1, 1]])
    listed = accord.gwet_ac(from_zero, weights=odd, categories=[2, 0, 1]).value
    assert listed == pytest.approx(accord.gwet_ac(from_zero, weights=odd).value)


def test_a_category_that_the_matrix_lacks_is_named():
    matrix = pd.DataFrame(np.eye(2), index=WORDS[:2], columns=WORDS[:2])
    with pytest.raises(
        OptionError, match="no row for the category 'high'; its labels are low, mid"
    ):
        accord.cohen_kappa(GRADES, weights=matrix)


@pytest.mark.parametrize(
    ("matrix", "what"),
    [
        (pd.DataFrame(LINEAR, index=WORDS, columns=["low", "mid", "higher"]), "'high' is missing"),
        (pd.DataFrame(LINEAR, index=["low", "low", "high"], columns=WORDS), "two rows"),
        ({"low": {"low": 1, "mid": 0}, "mid": {"low": 0}}, "row 'mid'.*'mid' is missing"),
        ({"low": [1, 0], "mid": [0, 1]}, "a dict for each category"),
        ({"low": {"low": 1, "mid": "x"}, "mid": {"low": 0, "mid": 1}}, "matrix of numbers"),
    ],
)
def test_odd_labels_of_matrices_are_refused(matrix, what):
    with pytest.raises(OptionError, match=what):
        accord.cohen_kappa(GRADES, weights=matrix)


@pytest.mark.parametrize(
    "content",
    [
        ",low,mid,high\nlow,1,.5,0\nmid,.5,1,.5\nhigh,0,.5,1\n",
        "w;mid;low;high\nhigh;0,5;0;1\nmid;1;0,5;0,5\nlow;0,5;1;0\n",
        "low\tmid\thigh\n1\t.5\t0\n.5\t1\t.5\n0\t.5\t1\n",
        "high,mid,low\nlow,0,.5,1\nmid,.5,1,.5\nhigh,1,.5,0\n",
        "# linear, in the order of the scale\n1,.5,0\n.5,1,.5\n0,.5,1\n",
    ],
)
def test_matrices_in_files(tmp_path, content):
    path = tmp_path / "w.csv"
    path.write_text(content)
    for categories in (None, WORDS) if content.startswith("#") else (None, ["high", "low", "mid"]):
        found = accord.cohen_kappa(GRADES, weights=weights_of(str(path)), categories=categories)
        assert found.value == pytest.approx(3 / 7)


@pytest.mark.parametrize(
    "content",
    [",low,mid\nlow,1,x\nmid,0,1\n", ",low,low\nlow,1,0\nlow,0,1\n", "", "a,b\n1,2,3,4\n"],
)
def test_faulty_matrices_in_files(tmp_path, content):
    path = tmp_path / "w.csv"
    path.write_text(content)
    with pytest.raises(OptionError, match="not a matrix of numbers"):
        weights_of(str(path))


def test_labelled_matrices_on_the_command_line(tmp_path):
    data, weights = tmp_path / "grades.csv", tmp_path / "w.csv"
    data.write_text("ann,bo\n" + "".join(f"{a},{b}\n" for a, b in GRADES))
    weights.write_text(",high,low,mid\nhigh,1,0,.5\nlow,0,1,.5\nmid,.5,.5,1\n")
    done = run("report", data, "--weights", weights, "--json")
    found = {e["name"]: e["value"] for e in json.loads(done.stdout)["coefficients"]}
    assert found["cohen_kappa"] == pytest.approx(3 / 7)
    done = run(
        "compare", data, data, "--weights", weights, "--coefficient", "cohen_kappa", "--json"
    )
    groups = json.loads(done.stdout)["groups"]
    values = [own["coefficients"][0]["value"] for own in groups]
    assert values == pytest.approx([3 / 7] * 2)


def test_plain_matrices_need_an_order():
    with pytest.raises(OptionError, match="a weight matrix without labels need the order"):
        accord.fleiss_kappa(COLOURS, weights=LINEAR)
    even = np.full((3, 3), 0.25) + 0.75 * np.eye(3)  # the same in every order
    assert accord.fleiss_kappa(COLOURS, weights=even).value == pytest.approx(
        accord.fleiss_kappa(COLOURS).value
    )
    two = [["red", "blue"], ["red", "red"], ["blue", "blue"]]
    accord.fleiss_kappa(two, weights=[[1, 0.5], [0.5, 1]])
    with pytest.raises(OptionError, match="need the order"):
        accord.cohen_kappa(
            [*two, ["green", "green"]], weights=[[1, 0.5, 0.5], [0, 1, 0.5], [0, 0, 1]]
        )


# --- weights outside 0 to 1, and asymmetric ones ---

MARKS = np.random.default_rng(5).integers(1, 4, (60, 2))
MARKS[:30, 1] = MARKS[:30, 0]
LOPSIDED = np.array([[1, 0.5, -0.25], [0.2, 1, 0.7], [-0.6, 0.1, 1]])


def kappa_by_definition(rows, weights):
    """(pa - pe)/(1 - pe) with the weight of each cell as it is."""
    table = np.zeros((3, 3))
    np.add.at(table, (rows[:, 0] - 1, rows[:, 1] - 1), 1 / len(rows))
    pa, pe = (weights * table).sum(), table.sum(axis=1) @ weights @ table.sum(axis=0)
    return (pa - pe) / (1 - pe)


@pytest.mark.parametrize("name", ["cohen_kappa", "light_kappa"])
def test_kappa_of_two_raters_uses_asymmetric_weights_as_they_are(name):
    result = getattr(accord, name)(MARKS, weights=LOPSIDED, ci="t")
    assert result.value == pytest.approx(kappa_by_definition(MARKS, LOPSIDED))
    swapped = getattr(accord, name)(MARKS[:, ::-1], weights=LOPSIDED.T)
    assert swapped.value == pytest.approx(result.value)
    assert getattr(accord, name)(MARKS, weights=LOPSIDED.T).value != pytest.approx(result.value)
    assert not any("symmetric" in note for note in result.notes)


def test_slopes_of_asymmetric_weights_against_the_jackknife():
    everyone = np.column_stack([MARKS, np.roll(MARKS[:, 0], 1)])
    for name, entry in COEFFICIENTS.items():
        if not entry.weighted:
            continue
        rows = MARKS if entry.raters == 2 else everyone
        large = np.concatenate([rows] * 8)
        error = getattr(accord, name)(large, weights=LOPSIDED, ci="t").se
        left_out = getattr(accord, name)(large, weights=LOPSIDED, ci="t", se="jackknife").se
        assert error == pytest.approx(left_out, rel=0.01), name
    delete_one = [kappa_by_definition(np.delete(MARKS, k, 0), LOPSIDED) for k in range(len(MARKS))]
    spread = (len(MARKS) - 1) ** 2 / len(MARKS) * np.var(delete_one, ddof=1)
    assert accord.cohen_kappa(MARKS, weights=LOPSIDED, ci="t", se="jackknife").se == pytest.approx(
        np.sqrt(spread)
    )
    assert accord.cohen_kappa(MARKS, weights=LOPSIDED, ci="t").se == pytest.approx(
        np.sqrt(spread), rel=0.05
    )


def test_others_use_the_symmetric_part():
    part = (LOPSIDED + LOPSIDED.T) / 2
    everyone = np.column_stack([MARKS, np.roll(MARKS[:, 0], 1)])
    for name, entry in COEFFICIENTS.items():
        if not entry.weighted or entry.directed:
            continue
        rows = MARKS if entry.raters == 2 else everyone
        given = getattr(accord, name)(rows, weights=LOPSIDED, ci="t", se="influence")
        symmetric = getattr(accord, name)(rows, weights=part, ci="t")
        assert given.value == pytest.approx(symmetric.value), name
        assert given.se == pytest.approx(symmetric.se), name
    assert any("symmetric part" in n for n in accord.gwet_ac(MARKS, weights=LOPSIDED).notes)
    assert not any("symmetric" in n for n in accord.gwet_ac(MARKS, weights=part).notes)


def test_asymmetric_weights_give_the_same_numbers_everywhere():
    frame = {"ann": MARKS[:, 0], "bo": MARKS[:, 1]}
    together = accord.agreement(frame, weights=LOPSIDED)
    for name in ("cohen_kappa", "fleiss_kappa", "percent_agreement", "berry_mielke"):
        alone = getattr(accord, name)(frame, weights=LOPSIDED)
        assert together[name].value == pytest.approx(alone.value)
        assert together[name].interval.low == pytest.approx(alone.interval.low)
        assert together[name].interval.high == pytest.approx(alone.interval.high)
    expected = kappa_by_definition(MARKS, LOPSIDED)
    assert accord.pairwise(frame, weights=LOPSIDED)["ann", "bo"].value == pytest.approx(expected)
    both = accord.compare(frame, frame, coefficient="cohen_kappa", weights=LOPSIDED).estimates
    assert [own[0].value for own in both.values()] == pytest.approx([expected] * 2)
    left_out = accord.leave_one_out(
        {**frame, "cy": MARKS[::-1, 0]}, "light_kappa", weights=LOPSIDED
    )
    value = next(item.estimate.value for item in left_out if item.rater == "cy")
    assert value == pytest.approx(expected)


def test_a_constant_diagonal_is_divided_out():
    for name in ("cohen_kappa", "gwet_ac", "percent_agreement"):
        once = getattr(accord, name)(MARKS, weights=LOPSIDED, ci="t")
        tenfold = getattr(accord, name)(MARKS, weights=10 * LOPSIDED, ci="t")
        assert tenfold.value == pytest.approx(once.value)
        assert tenfold.se == pytest.approx(once.se)


def test_a_zero_diagonal_is_a_matrix_of_disagreements():
    steps = np.abs(np.subtract.outer(np.arange(3), np.arange(3))) * 3.0
    for name in ("cohen_kappa", "gwet_ac", "percent_agreement", "krippendorff_alpha"):
        given = getattr(accord, name)(MARKS, weights=steps)
        assert given.value == pytest.approx(getattr(accord, name)(MARKS, weights="linear").value)
        assert any(
            "disagreements d (Cohen 1968): the weights are 1 - d/6" in n for n in given.notes
        )
    assert any("Cohen 1968" in w for w in accord.agreement(MARKS, weights=steps).warnings)


def test_percent_agreement_may_fall_to_the_smallest_weight():
    opposite = np.array([[1, 3], [3, 1], [1, 3], [3, 1], [1, 3], [2, 2]])
    harsh = np.array([[1, 0, -2.0], [0, 1, 0], [-2, 0, 1]])
    for ci in ("t", "normal", None, "percentile"):
        result = accord.percent_agreement(opposite, weights=harsh, ci=ci)
        assert result.value == pytest.approx(-1.5)
        assert -2 <= result.interval.low < -1.5 < result.interval.high <= 1
    mild = np.full((3, 3), 0.4) + 0.6 * np.eye(3)
    result = accord.percent_agreement(opposite, weights=mild, ci="normal")
    assert result.interval.low >= 0.4


@pytest.mark.parametrize(
    ("matrix", "what"),
    [
        ([[1, 2, 0], [0, 1, 0], [0, 0, 1]], "count more than agreement"),
        ([[1, 0, 0], [0, 0.5, 0], [0, 0, 1]], "agreement must have the same weight"),
        ([[0, -1, -2], [-1, 0, -1], [-2, -1, 0]], "positive weight"),
        ([[-1, -2, -2], [-2, -1, -2], [-2, -2, -1]], "positive weight"),
        (np.zeros((3, 3)), "every cell"),
        ([[1, np.inf, 0], [0, 1, 0], [0, 0, 1]], "finite number"),
        ([[1, 0, 0], [0, 1, 0]], "square"),
        (np.eye(4), "4 rows and the data have 3"),
    ],
)
def test_impossible_matrices_are_refused(matrix, what):
    for measure in (accord.cohen_kappa, accord.agreement, accord.pairwise):
        with pytest.raises(OptionError, match=what):
            measure(MARKS, weights=matrix)


def test_symmetric_weights_are_their_own_symmetric_part():
    for weights in ("quadratic", LINEAR):
        own = weights_for(weights, Scale.declare([1, 2, 3]))
        assert own.symmetric is own
    own = weights_for(LOPSIDED, Scale.declare([1, 2, 3]))
    assert own.symmetric.matrix == pytest.approx((LOPSIDED + LOPSIDED.T) / 2)
    x = np.array([[0.2, 0.3, 0.5]])
    assert own.apply(x) == pytest.approx(x @ LOPSIDED.T)
    assert own.apply_transposed(x) == pytest.approx(x @ LOPSIDED)


def test_ranks_are_in_step():
    """The order of a scale is that of its points, wherever it comes from."""
    for labels in (WORDS, ["F2", "F0", "F10"], [3, 1, 2]):
        points = Scale.observed(labels).points
        assert all(a < b for a, b in pairwise(points))
