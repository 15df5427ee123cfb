"""Ratings that are sets of labels: cells of every kind, files, and refusals."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import accord
from accord.errors import (
    LayoutError,
    NotATableError,
    OptionError,
    UnknownCategoryError,
    UnsupportedError,
)

CELLS = [("a", "a"), ("ab", "a"), ("b", "bc"), ("", ""), ("", "c"), ("abc", None), ("c", "a")]
FIRST, SECOND = zip(*CELLS, strict=True)
VALUE = accord.krippendorff_alpha(
    [[None if c is None else set(c) for c in row] for row in CELLS], weights="masi", ci="t"
).value


def listed(cells, kind=list):
    return [None if cell is None else kind(cell) for cell in cells]


def columns(kind=list):
    return {"ann": listed(FIRST, kind), "bo": listed(SECOND, kind)}


def texts(separator=";"):
    """Rows of texts; a separator alone is an empty set, and a blank cell is missing."""
    return [
        ["" if cell is None else separator.join(cell) or separator for cell in row] for row in CELLS
    ]


def of_rows(kind):
    return [listed(row, kind) for row in CELLS]


SOURCES = {
    "rows of lists": of_rows(list),
    "rows of tuples": of_rows(tuple),
    "rows of sets": of_rows(set),
    "rows of frozensets": of_rows(frozenset),
    "array of sets": np.array(of_rows(frozenset), dtype=object),
    "columns of lists": columns(),
    "columns of sets": columns(set),
    "columns of arrays": columns(lambda cell: np.array(list(cell))),
    "polars": pl.DataFrame(columns()),
    "polars, lazy": pl.DataFrame(columns()).lazy(),
    "pandas": pd.DataFrame(columns()),
    "pandas, sets": pd.DataFrame(columns(set)),
    "pyarrow": pa.table(columns()),
    "records": [
        {"item": i, "rater": name, "label": cell}
        for i, row in enumerate(of_rows(list))
        for name, cell in zip(("ann", "bo"), row, strict=True)
    ],
}


@pytest.mark.parametrize("name", SOURCES)
def test_cells_that_hold_sets(name):
    source = SOURCES[name]
    assert accord.krippendorff_alpha(source, weights="masi", ci="t").value == pytest.approx(VALUE)
    patterns = accord.load(source)
    assert patterns.scale.members == ("a", "b", "c")
    assert patterns.missing == 1
    assert "(empty)" in patterns.scale.labels


def test_sets_of_two_raters_as_separate_arguments():
    result = accord.krippendorff_alpha(
        listed(FIRST, frozenset), listed(SECOND, frozenset), weights="masi", ci="t"
    )
    assert result.value == pytest.approx(VALUE)


@pytest.mark.parametrize("separator", [";", "|", ", "])
def test_texts_with_a_separator(separator, tmp_path):
    rows = texts(separator)
    result = accord.krippendorff_alpha(rows, weights="masi", sets=separator, ci="t")
    assert result.value == pytest.approx(VALUE)
    path = tmp_path / "ratings.tsv"
    path.write_text("ann\tbo\n" + "".join("\t".join(row) + "\n" for row in rows))
    loaded = accord.load(path, sets=separator)
    assert accord.krippendorff_alpha(loaded, weights="masi", ci="t").value == pytest.approx(VALUE)


def test_lists_of_json_in_texts(tmp_path):
    path = tmp_path / "ratings.tsv"
    cells = [["" if c is None else json.dumps(c) for c in row] for row in of_rows(list)]
    lines = ["\t".join(row) for row in cells]
    path.write_text("ann\tbo\n" + "\n".join(lines))
    loaded = accord.load(path, sets=True)
    assert accord.krippendorff_alpha(loaded, weights="masi", ci="t").value == pytest.approx(VALUE)


def records():
    for item, row in enumerate(of_rows(list)):
        for rater, labels in zip(("ann", "bo"), row, strict=True):
            yield {"item": item, "rater": rater, "label": labels}


@pytest.mark.parametrize("suffix", ["jsonl", "json"])
def test_lists_in_json_files(tmp_path, suffix):
    path = tmp_path / f"ratings.{suffix}"
    rows = list(records())
    path.write_text(
        json.dumps(rows) if suffix == "json" else "\n".join(json.dumps(row) for row in rows)
    )
    assert accord.krippendorff_alpha(path, weights="masi", ci="t").value == pytest.approx(VALUE)


def tasks_of(rows):
    """An export of Label Studio: for each task, the question and the choices of each person."""
    return [
        {
            "id": item,
            "annotations": [
                {
                    "completed_by": person,
                    "result": [{"from_name": question, "value": {"choices": choices}}],
                }
                for person, (question, choices) in enumerate(row)
            ],
        }
        for item, row in enumerate(rows)
    ]


def test_choices_of_label_studio(tmp_path):
    tasks = tasks_of([[("q", c) for c in row if c is not None] for row in of_rows(list)])
    path = tmp_path / "export.json"
    path.write_text(json.dumps(tasks))
    patterns = accord.load(path)
    assert patterns.scale.members == ("a", "b", "c")
    assert accord.krippendorff_alpha(path, weights="masi", ci="t").value == pytest.approx(VALUE)


def test_an_empty_choice_among_single_ones_is_missing(tmp_path):
    path = tmp_path / "ratings.jsonl"
    single = [("a", "a"), ("b", None), ("a", "b")]
    rows = [
        {"item": i, "rater": r, "label": "" if c is None else c}
        for i, row in enumerate(single)
        for r, c in zip("xy", row, strict=True)
    ]
    path.write_text("\n".join(json.dumps(row) for row in rows))
    patterns = accord.load(path)
    assert patterns.missing == 1
    assert not patterns.scale.holds_sets
    answers = [[("q", [] if c is None else [c]) for c in row] for row in single]
    path.write_text(json.dumps(tasks_of(answers)))
    assert accord.load(path).scale.labels == ("a", "b")


def test_a_cube_of_texts_is_refused_with_both_remedies():
    cube = [[["a", "b"], ["a", "c"]], [["a", "b"], ["b", "c"]]]
    for source in (cube, np.array(cube), np.array(cube, dtype=object)):
        with pytest.raises(LayoutError, match=r"sets=True.*score=\['clarity', 'grammar'\]") as info:
            accord.load(source)
        assert info.value.option == "sets"
        assert accord.load(source, sets=True).scale.members == ("a", "b", "c")
        assert accord.load(source, score=["x", "y"]).scale.responses == ("x", "y")


def test_a_cube_of_numbers_is_of_responses_unless_sets_are_stated():
    cube = [[[1, 2], [1, 3]], [[1, 2], [2, 3]]]
    assert accord.load(cube).scale.several
    assert accord.load(cube, sets=True).scale.members == ("1", "2", "3")
    assert accord.load([[[1, 2], [1]], [[1, 2], [2, 3]]]).scale.holds_sets


def test_order_repetitions_and_blanks_do_not_matter():
    rows = [[["b", "a", "a"], ["a", " b"]], [["c", None], ["c", ""]], [["c"], ["c"]]]
    assert accord.percent_agreement(rows, sets=True, ci="t").value == 1


def test_declared_labels_count_and_others_are_refused():
    rows = [[{"a"}, {"a", "b"}], [{"b"}, {"b"}]]
    scale = accord.load(rows, categories=["a", "b", "c", "d"]).scale
    assert scale.members == ("a", "b", "c", "d")
    assert scale.declared
    hamming = accord.percent_agreement(rows, "hamming", categories=["a", "b", "c", "d"], ci="t")
    assert hamming.value == pytest.approx(1 - 1 / 4 / 2)
    with pytest.raises(UnknownCategoryError, match="'b'") as info:
        accord.load(rows, categories=["a", "c"])
    assert info.value.value == "b"
    again = accord.load(accord.load(rows), categories=["a", "b", "c"]).scale
    assert again.members == ("a", "b", "c")


def test_a_missing_separator_is_noted():
    rows = [["a,b", "a"], ["b", "b"], ["a", "a"]]
    assert any("several labels" in note for note in accord.load(rows, sets=";").warnings)
    assert not accord.load(rows, sets=",").warnings


@pytest.mark.parametrize("sets", ["", 3, ["a"]])
def test_the_option_is_checked(sets):
    with pytest.raises(OptionError, match="sets") as info:
        accord.load([["a", "b"], ["b", "b"]], sets=sets)
    assert info.value.option == "sets"


def test_refusals():
    with pytest.raises(OptionError, match="no order"):
        accord.load([[{"a"}, {"b"}]], level="ordinal")
    with pytest.raises(NotATableError, match="not a single label"):
        accord.load([[[["a"], ["b"]], ["b"]], [["a"], ["a", "b"]]])
    with pytest.raises(OptionError, match="several responses"):
        accord.load(
            {"x_q1": [{"a"}], "y_q1": [{"a"}], "x_q2": ["a"], "y_q2": ["b"]}, score=["q1", "q2"]
        )
    with pytest.raises(UnsupportedError, match="sets=';'"):
        accord.by_label([["a", "b"], ["b", "b"]])


def test_pattern_files_and_merging(tmp_path):
    first = accord.load(of_rows(list)[:4])
    second = accord.load(of_rows(list)[4:])
    merged = first.merge(second)
    assert accord.krippendorff_alpha(merged, "masi", ci="t").value == pytest.approx(VALUE)
    from accord.data.pattern_files import read_patterns, write_patterns

    path = tmp_path / "table.parquet"
    write_patterns(merged, path)
    again = read_patterns(path)
    assert again.scale.labels == merged.scale.labels
    assert accord.krippendorff_alpha(again, "masi", ci="t").value == pytest.approx(VALUE)
    single = accord.load([["a", "d"], ["d", "d"]])
    for both in (first.merge(single), single.merge(first)):
        assert both.scale.members == ("a", "b", "c", "d")


def test_clusters_and_groups():
    frame = {**columns(), "site": [1, 1, 2, 2, 3, 3, 3], "kind": list("xxxyyyy")}
    result = accord.krippendorff_alpha(
        frame, weights="masi", cluster="site", raters=["ann", "bo"], ci="t"
    )
    assert result.value == pytest.approx(VALUE)
    groups = accord.agreement(frame, weights="masi", by="kind", raters=["ann", "bo"], ci="t").groups
    assert set(groups) == {"x", "y"}


def test_subjects_are_shown_with_their_sets():
    rows = accord.disagreements(of_rows(list), weights="jaccard")
    assert rows[0].ratings in ({"1": "(empty)", "2": "c"}, {"1": "c", "2": "a"})
