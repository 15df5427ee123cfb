"""Cases that went wrong once."""

import numpy as np
import pandas as pd
import pytest

import accord
from accord.errors import LayoutError, NotNumericError, OptionError, UnknownCategoryError


def test_clusters_without_a_rated_subject_are_not_there():
    data = {
        "a": [1, 2, 1, None, 2, 1], "b": [1, 2, 2, None, 2, 1], "cl": list("xxyzww"),
    }  # fmt: skip
    found = accord.cohen_kappa(data, raters=["a", "b"], cluster="cl")
    kept = {key: [v for i, v in enumerate(column) if i != 3] for key, column in data.items()}
    assert found.df == 2
    assert found.se == pytest.approx(accord.cohen_kappa(kept, raters="a,b", cluster="cl").se)
    data = {
        "a": [1, 2, 1, 2, 1, 1, 2, 2], "b": [None] * 4 + [1, 2, 2, 1],
        "c": [None] * 4 + [1, 2, 1, 1], "cl": list("ppqqrrss"),
    }  # fmt: skip
    assert accord.pairwise(data, raters=list("abc"), cluster="cl")["b", "c"].df == 1


def test_permutation_does_not_depend_on_the_other_coefficients():
    rng = np.random.default_rng(0)
    shares = np.array([0.9, 0.5, 0.1])
    table = (rng.random((40, 3)) < shares).astype(int)
    options = {"p_method": "permutation", "replicates": 300, "seed": 1}
    alone = accord.fleiss_kappa(table, **options).p_value
    together = accord.agreement(table, **options)["fleiss_kappa"].p_value
    assert alone == together


@pytest.mark.parametrize("offset", [0, 1e5, 1.7e9, 1e13])
@pytest.mark.parametrize("weights", ["ratio", "linear", "quadratic"])
def test_sums_keep_their_digits_far_from_zero(weights, offset, monkeypatch):
    rng = np.random.default_rng(1)
    data = offset + rng.integers(1, 2000, (80, 2)).astype(float)
    exact = accord.fleiss_kappa(data, weights=weights)
    monkeypatch.setattr("accord.statistics.weights.matrices.DENSE", 2)
    fast = accord.fleiss_kappa(data, weights=weights)
    assert fast.value == pytest.approx(exact.value, abs=1e-6)
    assert fast.observed <= 1


def test_light_leaves_pairs_out_of_each_resample_by_itself():
    rows = [[0, 0, 0], [0, 0, 0], [1, 1, 0], [0, 1, 0], [1, 1, 1], [0, 0, 0]]
    drawn = [
        accord.light_kappa(rows, se="bootstrap", replicates=4000, seed=seed).se for seed in (0, 41)
    ]
    assert drawn[0] == pytest.approx(drawn[1], rel=0.05)
    jackknife = accord.light_kappa(rows, se="jackknife")
    values = [accord.light_kappa(np.delete(rows, i, axis=0)).value for i in range(6)]
    assert jackknife.se == pytest.approx(np.sqrt(5 / 6 * np.sum((values - np.mean(values)) ** 2)))


def test_krippendorff_ordinal_errors_with_unused_and_with_many_categories():
    rng = np.random.default_rng(2)
    data = rng.integers(1, 4, (60, 3))
    for top in (3, 5, 7):
        options = {"weights": "krippendorff_ordinal", "categories": list(range(1, top + 1))}
        options["ci"] = "t"
        jackknife = accord.percent_agreement(data, se="jackknife", **options)
        assert accord.percent_agreement(data, **options).se == pytest.approx(jackknife.se, rel=0.02)
    scores = rng.normal(size=(300, 1)) + rng.normal(0, 0.5, (300, 2))
    for name in ("krippendorff_alpha", "percent_agreement", "fleiss_kappa"):
        options = {"weights": "krippendorff_ordinal", "ci": "t"}
        fast = getattr(accord, name)(scores, **options)
        slow = getattr(accord, name)(scores, se="jackknife", **options)
        assert fast.se == pytest.approx(slow.se, rel=0.02)


def test_ranks_follow_values_where_there_are_values():
    rows = [["low", "mid"], ["high", "high"], ["low", "high"], ["mid", "mid"], ["low", "low"]]
    for weights in ("ordinal", "krippendorff_ordinal"):
        straight = accord.gwet_ac(rows, weights=weights, categories={"low": 1, "mid": 2, "high": 3})
        mixed = accord.gwet_ac(rows, weights=weights, categories={"high": 3, "low": 1, "mid": 2})
        assert mixed.value == pytest.approx(straight.value)
        assert mixed.se == pytest.approx(straight.se)


def test_ordered_categoricals_of_numbers_keep_their_values():
    def categorical(values):
        return pd.Categorical(values, categories=[1, 2, 5], ordered=True)

    frame = pd.DataFrame({"a": categorical([1, 2, 5, 5]), "b": categorical([1, 5, 5, 2])})
    assert accord.percent_agreement(frame, weights="linear").value == pytest.approx(0.625)
    holes = pd.DataFrame({"a": categorical([1, 2, 5, 5]), "b": categorical([1, 2, 5, None])})
    assert accord.percent_agreement(holes).value == 1


def test_loaded_patterns_can_still_be_declared():
    rows = [["low", "mid"], ["mid", "mid"], ["low", "low"], ["high", "low"]]
    order = ["low", "mid", "high", "top"]
    patterns = accord.load(rows)
    late = accord.gwet_ac(patterns, weights="linear", categories=order)
    early = accord.gwet_ac(rows, weights="linear", categories=order)
    assert late.value == pytest.approx(early.value)
    assert late.se == pytest.approx(early.se)
    assert (
        accord.load(accord.load([[1, 2], [2, 2], [1, 1]]), level="interval").scale.level
        == "interval"
    )
    with pytest.raises(UnknownCategoryError):
        accord.load(patterns, categories=["low", "mid"])
    with pytest.raises(NotNumericError):
        accord.load(patterns, level="interval")
    for options in ({"missing": "low"}, {"layout": "wide"}, {"by": "x"}):
        with pytest.raises(OptionError, match="pattern table already"):
            accord.load(patterns, **options)


def test_raters_who_never_rated_are_said_to_be_left_out():
    found = accord.load({"a": [1, 2, 3], "b": [1, 2, 2], "c": [None] * 3})
    assert found.raters == ("a", "b")
    assert any("c: no ratings" in text for text in found.warnings)


def test_a_stated_level_chooses_the_metric_of_alpha():
    rng = np.random.default_rng(3)
    data = rng.integers(1, 6, (40, 3))
    for level, weights in (
        ("nominal", "identity"),
        ("ordinal", "krippendorff_ordinal"),
        ("interval", "quadratic"),
        ("ratio", "ratio"),
    ):
        stated = accord.krippendorff_alpha(data, level=level)
        assert stated == accord.krippendorff_alpha(data, weights=weights, level=level)
        assert stated.weights == weights
    assert accord.krippendorff_alpha(data).weights == "identity"
    assert accord.gwet_ac(data, level="interval").weights == "quadratic"


def test_masked_whole_numbers_at_the_ends_of_their_type():
    full = np.arange(-128, 128, dtype=np.int8).reshape(-1, 2)
    mask = np.zeros(full.shape, dtype=bool)
    mask[3, 1] = True
    expected = np.where(mask, np.nan, full.astype(float))
    assert accord.load(np.ma.array(full, mask=mask)).q == accord.load(expected).q == 255
    top = np.ma.array(np.array([[127, 1], [1, 1]], dtype=np.int8), mask=[[0, 0], [0, 1]])
    assert accord.load(top).ratings == 3


def test_awkward_labels_and_shapes():
    rows = accord.by_category([["other", "other"], ["a", "b"], ["b", "b"]])
    assert [row.category for row in rows] == ["a", "b", "other"]
    rng = np.random.default_rng(1)
    assert accord.percent_agreement(rng.integers(0, 10**10, (50, 40))).value < 0.1
    found = accord.disagreements({"a": [1, 2, 3], "b": [1, 2, 2], "c": [None] * 3})
    assert found[0].ratings == {"a": 3, "b": 2}
    truths = [[True, False], [True, True], [False, False]]
    assert accord.cohen_kappa(truths, categories=[True, False]).value == pytest.approx(0.4)
    assert accord.cohen_kappa(np.array(truths), categories=[True, False]).value == pytest.approx(
        0.4
    )
    big = np.array([[2**63 + 1, 2**63], [2**63, 2**63]], dtype=np.uint64)
    assert accord.percent_agreement(big).value == 0.5


def test_agreement_per_category_of_many_patterns(monkeypatch):
    monkeypatch.setattr("accord.statistics.sums.DENSE_CELLS", 1)
    rows = accord.by_category([["a", "a"], ["a", "b"], ["b", "b"], ["c", "c"]])
    assert rows[0].specific.value == pytest.approx(2 / 3)


def test_a_rater_silent_in_a_group_is_not_there():
    data = {
        "x": [1, 2, 1, 2, 1],
        "y": [1, 2, 2, 2, 1],
        "z": [1, 1, None, None, None],
        "g": list("aabbb"),
    }
    found = accord.agreement(data, ["conger_kappa"], by="g", raters=["x", "y", "z"])
    alone = accord.cohen_kappa({"x": [1, 2, 1], "y": [2, 2, 1]})
    assert found.groups["b"]["conger_kappa"].value == pytest.approx(alone.value)


def test_rows_that_count_nothing_bring_no_category():
    data = {"x": [1, 2, 9], "y": [1, 1, 9], "n": [3, 2, 0]}
    assert accord.load(data, count="n").scale.labels == (1, 2)


def test_within_at_large_values():
    rows = [[100000.1, 100000.0], [100000.2, 100000.2], [100000.3, 100000.4]]
    assert accord.within(rows, points=0.1).value == 1


def test_resampled_intervals_refuse_finite_populations():
    with pytest.raises(OptionError, match="finite populations"):
        accord.gwet_ac([[1, 1], [2, 1], [2, 2]], population=10, ci="percentile")


@pytest.mark.parametrize(
    ("text", "subjects", "raters"),
    [
        ("\nessay,ann,bo\n1,a,a\n2,b,b\n3,a,b\n4,a,a\n", 4, ("ann", "bo")),
        ("\n\n\n\nessay,ann,bo\n1,a,a\n\n2,b,b\n\n", 2, ("ann", "bo")),
        ("student,ann,bo\n1,1,1\n2,2,2\n3,3,2\n4,4,4\n5,2,2\n", 5, ("ann", "bo")),
        ("code,ann,bo\n101,1,1\n205,2,2\n333,3,2\n444,4,4\n512,2,2\n", 5, ("ann", "bo")),
        ("id,a,b\r1,x,x\r2,y,x\r3,x,x\r", 3, ("a", "b")),
        ("sep=;\nid;a;b\n1;x;x\n2;y;x\n", 2, ("a", "b")),
        ('id,a,b\n1,"1,5","1,5"\n2,"2,5",2\n3,2,2\n', 3, ("a", "b")),
        (",1,2,3\n1,20,5,1\n2,4,30,2\n3,0,3,15\n", 80, ("rows", "columns")),
        (",yes,no,maybe\nyes,20,5,1\nno,10,15,2\n", 53, ("rows", "columns")),
        (",yes,no,Total\nyes,20,5,25\nno,10,15,25\nTotal,30,20,50\n", 50, ("rows", "columns")),
    ],
)
def test_files_as_people_write_them(tmp_path, text, subjects, raters):
    path = tmp_path / "f.csv"
    path.write_bytes(text.encode())
    patterns = accord.load(path)
    assert patterns.n == subjects
    assert patterns.raters == raters


def test_scores_of_a_rater_are_not_taken_for_ids():
    rng = np.random.default_rng(5)
    for _ in range(50):
        scores = {name: rng.integers(0, 101, 15).tolist() for name in ("r1", "r2", "r3")}
        scores["r1"] = rng.permutation(101)[:15].tolist()
        assert accord.load(scores).raters == ("r1", "r2", "r3")


def test_odd_labels_are_remarked_on():
    found = accord.load([["a", "A"], ["N/A", "a"], ["a", "a"]]).warnings
    assert any("'A' and 'a' are different" in text for text in found)
    assert any("'N/A': read as a category" in text for text in found)
    found = accord.load([["1", "2"], ["x", "1"], ["3", "3"]]).warnings
    assert any("most ratings are numbers, but 'x' is not" in text for text in found)


@pytest.mark.slow
def test_hundreds_of_raters():
    table = np.random.default_rng(0).integers(0, 3, (10, 700))
    assert abs(accord.conger_kappa(table, layout="wide").value) < 0.1
    assert abs(accord.light_kappa(table, layout="wide").value) < 0.1


def test_control_characters_do_not_reach_the_terminal(tmp_path, capsys):
    from accord.analysis.interpretation import scale_named
    from accord.analysis.lead import Presentation
    from accord.present import documents_of, report_summary, text

    found = accord.agreement([["\x1b[31ma", "b"], ["b", "b"], ["b", "b"]])
    summary = report_summary(Presentation(found), scale_named("altman"), None, source="x\x1b")
    shown = text(documents_of(summary), width=80)
    assert "\x1b" not in shown
    assert "\\x1b[31ma" in shown


def test_the_data_are_not_overwritten(tmp_path):
    from typer.testing import CliRunner

    from accord.cli import app

    path = tmp_path / "d.csv"
    path.write_text("x,y\n1,1\n2,1\n")
    result = CliRunner().invoke(app, ["report", str(path), "--out", str(path)])
    assert isinstance(result.exception, OptionError)
    assert "overwrite" in str(result.exception)
    assert path.read_text().startswith("x,y")


def test_rows_that_count_nothing_take_no_part_anywhere():
    data = {"a": ["b", "b", "a", "c"], "b": ["b", "c", "a", "b"], "n": [4, 3, 0, 2]}
    found = accord.disagreements(data, count="n")
    assert [item.ratings for item in found] == [{"a": "b", "b": "c"}, {"a": "c", "b": "b"}]
    long = {
        "item": [1, 1, 2, 2, 3, 3], "rater": list("xyxyxy"), "score": list("ppqpzz"),
        "n": [2, 2, 1, 1, 0, 0],
    }  # fmt: skip
    assert accord.load(long, count="n").scale.labels == ("p", "q")
    chosen = {"item": [1, 1, 1, 2, 2, 2], "rater": list("xyzxyz"), "score": list("ppqpqs")}
    assert accord.load(chosen, raters=["x", "y"], layout="long").scale.labels == ("p", "q")


def test_subjects_keep_their_names_when_raters_or_categories_are_chosen():
    data = accord.load({"id": ["p", "q"], "a": [1, 2], "b": [1, 3], "c": [2, 2]})
    assert accord.disagreements(data, raters=["a", "b"])[0].subject == "q"
    declared = accord.disagreements(data, raters=["a", "b"], categories=[3, 2, 1])
    assert declared[0].ratings == {"a": 2, "b": 3}
    assert declared[0].subject == "q"


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"layout": "wide", "score": "zzz"}, "columns of the long layout"),
        ({"layout": "counts", "raters": ["x", "y"]}, "no columns of raters"),
    ],
)
def test_options_of_another_layout_are_refused(options, what):
    with pytest.raises(OptionError, match=what):
        accord.load({"x": [2, 1], "y": [1, 2]}, **options)


def test_pairs_of_raters_are_two_raters():
    matrix = accord.pairwise([[1, 1, 2], [2, 2, 1], [1, 2, 1]])
    with pytest.raises(OptionError, match="two different"):
        matrix["1", "1"]
    with pytest.raises(OptionError, match="no rater"):
        matrix["1", "9"]


def test_benchmarks_of_values_far_below_minus_one():
    e = accord.brennan_prediger(
        [[1, 5]] * 39 + [[1, 4]], categories=[1, 2, 3, 4, 5], weights="quadratic"
    )
    assert e.value < -2
    found = accord.benchmark(e.value, e.se)
    assert found.band == found.secured == "poor"
    assert found.probabilities[-1] == 1


def test_a_table_of_numbers_is_not_its_own_label():
    assert accord.load([[2, 1], [2, 3]], layout="contingency").n == 8


@pytest.mark.parametrize("source", ["array", "list", "dict", "patterns", "long"])
def test_a_rater_is_not_named_twice(source):
    rows = [[1, 2, 1], [2, 2, 1], [1, 1, 1]]
    data = {
        "array": np.array(rows),
        "list": rows,
        "dict": {"1": [1, 2], "2": [1, 1]},
        "patterns": accord.load(rows),
        "long": {"item": [1, 1], "rater": ["1", "2"], "score": [1, 1]},
    }[source]
    with pytest.raises(OptionError, match="twice"):
        accord.load(data, raters=["1", "1"])


def test_one_subject_has_no_bootstrap():
    e = accord.percent_agreement([[1, 1]], se="bootstrap", ci="percentile", seed=1)
    assert np.isnan(e.se)
    assert np.isnan(e.interval.low)


def test_memory_of_a_bootstrap_is_bounded():
    table = np.random.default_rng(0).integers(0, 101, (60, 30))
    e = accord.light_kappa(table, se="bootstrap", replicates=300, seed=1)
    assert np.isfinite(e.se)


def test_options_are_checked():
    rows = [[1, 1], [2, 1], [2, 2]]
    for options, what in (
        ({"options": {"pseudocount": 1}}, "pseudo_count"),
        ({"p_method": "permutation", "null": 0.5}, "chance agreement"),
        ({"replicates": 2.5}, "whole number"),
        ({"weights": ("linear", "quadratic")}, "matrix of numbers"),
        ({"categories": {1: "x", 2: "y"}}, "must be numbers"),
        ({"categories": {1: 1, 2: 1}}, "same value"),
        ({"categories": ["1", "01", "2"]}, "same value"),
    ):
        with pytest.raises(OptionError, match=what):
            accord.agreement(rows, **options)
    with pytest.raises(OptionError, match="points is -1"):
        accord.within(rows, points=-1)
    with pytest.raises(OptionError, match="0 or more"):
        accord.aickin_alpha(rows, pseudo_count=-1)
    grouped = {"x": [1, 2, 1], "y": [1, 2, 2], "g": list("aab")}
    with pytest.raises(OptionError, match=r"subgroups are supported by agreement\(\)"):
        accord.gwet_ac(grouped, by="g")
    with pytest.raises(OptionError, match="subgroups"):
        accord.agreement(grouped, by="g", population=10)


def test_a_level_stated_at_loading_chooses_the_metric_too():
    rows = [[1, 2], [3, 3], [2, 2], [1, 3]]
    late = accord.krippendorff_alpha(accord.load(rows, level="ordinal"))
    assert late.weights == "krippendorff_ordinal"
    assert accord.krippendorff_alpha(accord.load(rows)).weights == "identity"


def test_transposed_raters_keep_their_names():
    frame = {"who": ["ann", "ann", "bo"], "s1": [1, 2, 1], "s2": [2, 2, 1]}
    with pytest.raises(LayoutError, match="same rater"):
        accord.load(frame, transpose=True, rater="who")
    frame = {"who": ["item", "bo"], "s1": [1, 1], "s2": [2, 1]}
    assert accord.load(frame, transpose=True, rater="who").raters == ("item", "bo")


def test_merging_keeps_a_declared_order_either_way():
    plain = accord.load([["low", "mid"], ["high", "mid"]])
    declared = accord.load([["low", "mid"]], categories=["low", "mid", "high"])
    for merged in (plain.merge(declared), declared.merge(plain)):
        assert merged.scale.labels == ("low", "mid", "high")


def test_aickin_with_pseudo_count_has_the_derivative_it_should():
    table = [[20, 5, 1], [4, 30, 2], [0, 3, 15]]
    options = {"layout": "contingency", "pseudo_count": 1}
    plain = accord.aickin_alpha(table, **options)
    jackknife = accord.aickin_alpha(table, se="jackknife", **options)
    assert plain.se == pytest.approx(jackknife.se, rel=0.03)


def test_every_public_name_is_there_and_nothing_is_imported_before_it_is_asked_for():
    import subprocess
    import sys

    for name in accord.__all__:
        assert getattr(accord, name) is not None
    assert set(accord.__all__) <= set(dir(accord))
    with pytest.raises(AttributeError, match="no attribute 'magic'"):
        accord.magic  # noqa: B018  (the access is what is tested)
    code = (
        "import accord, sys; print([m for m in ('numpy', 'scipy', 'polars') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_aickin_alpha_far_below_chance_has_a_standard_error():
    """The equations turn round there, and their derivative with them."""
    rows = np.array(([[0, 0]] * 3 + [[0, 1]] * 6 + [[1, 0]] * 2 + [[1, 2]]) * 20)
    found = accord.aickin_alpha(rows)
    assert found.value == pytest.approx(-0.6503172, abs=1e-6)
    assert found.se == pytest.approx(accord.aickin_alpha(rows, se="jackknife").se, rel=0.05)
