"""Statistics of spans in comparisons, evaluations and reports."""

import json

import numpy as np
import pytest

import accord
from accord.data.documents import document_panel, documents_of
from accord.data.panel import panel_of
from accord.errors import OptionError, UnsupportedError
from accord.inference.joint import panel_quantity
from accord.statistics import Evaluation, find
from helpers.paths import EXAMPLES
from helpers.running import run

ENTITIES = EXAMPLES / "entities.jsonl"
SEEN = {"gold": 1.0, "good": 0.9, "poor": 0.55}


def marked(documents=30, raters=SEEN, seed=1):
    """Rows of spans: raters find a share of the same units, and some have another end."""
    rng = np.random.default_rng(seed)
    rows = []
    for d in range(documents):
        for start in range(5, 200, 20):
            label = "xy"[start % 3 == 0]
            for rater, share in raters.items():
                if rng.random() < share:
                    end = start + 8 + int(rng.random() < (1 - share) / 2)
                    facts = {"document": f"d{d:02}", "rater": rater, "genre": "ab"[d % 2]}
                    rows.append({**facts, "start": start, "end": end, "label": label})
    return rows


def without(rows, document):
    return [row for row in rows if row["document"] != document]


def test_systems_are_compared_by_paired_draws_of_documents():
    rows = marked()
    result = accord.compare(rows, gold="gold", coefficient="span_f1", layout="spans")
    (difference,) = result.differences
    good, poor = (accord.span_f1(rows, raters=("gold", name)) for name in ("good", "poor"))
    assert difference.value == pytest.approx(good.value - poor.value)
    assert result.estimates["good"][0].interval == good.interval
    assert difference.paired
    assert difference.method == "dirichlet"
    assert difference.p_value < 0.01
    low, high = difference.interval
    assert 0 < low < difference.value < high


def test_standard_error_of_a_difference_is_close_to_its_jackknife():
    rows = marked(20)
    options = {"gold": "gold", "coefficient": "span_f1", "layout": "spans", "method": "influence"}
    se = accord.compare(rows, **options).se

    def difference(left):
        one, other = (
            accord.span_f1(left, raters=("gold", name), ci="t").value for name in ("good", "poor")
        )
        return one - other

    values = np.array([difference(without(rows, f"d{k:02}")) for k in range(20)])
    jackknife = np.sqrt(19 / 20 * ((values - values.mean()) ** 2).sum())
    assert se == pytest.approx(jackknife, rel=0.1)


def test_bootstrap_and_draws_of_a_difference_agree():
    rows = marked(60)
    options = {"gold": "gold", "coefficient": "span_recall", "layout": "spans"}
    drawn, resampled, linear = (
        accord.compare(rows, method=method, replicates=2000, **options).interval
        for method in ("dirichlet", "bootstrap", "influence")
    )
    width = linear.high - linear.low
    for low, high in (drawn, resampled):
        assert abs(low - linear.low) < 0.3 * width
        assert abs(high - linear.high) < 0.3 * width


def test_groups_of_documents_are_independent():
    rows = marked()
    result = accord.compare(rows, by="genre", coefficient="span_f1", layout="spans")
    for genre in "ab":
        alone = accord.span_f1([row for row in rows if row["genre"] == genre])
        assert result.estimates[genre][0].value == pytest.approx(alone.value)
        assert result.estimates[genre][0].n == 15
    assert not result.differences[0].paired


def test_two_sets_of_spans_are_compared():
    one, other = marked(seed=1), marked(seed=2)
    result = accord.compare(one, other, coefficient="character_f1", layout="spans")
    assert result.difference == pytest.approx(
        accord.character_f1(one).value - accord.character_f1(other).value
    )


def test_two_statistics_of_the_same_spans_are_compared():
    result = accord.compare(ENTITIES, coefficient=["span_f1", "unitizing_alpha"])
    assert [e.name for e in result.estimates[""]] == ["span_f1", "unitizing_alpha"]
    assert result.differences[0].method == "influence"


def test_options_of_a_statistic_of_spans():
    stated = accord.compare(
        ENTITIES, gold="ann", coefficient="span_f1", options={"match": "overlap"}
    )
    named = accord.compare(ENTITIES, gold="ann", coefficient="span_f1_overlap")
    expected = accord.span_f1(ENTITIES, raters=("ann", "bo"), match="overlap")
    for result in (stated, named):
        assert result.estimates["bo"][0].value == expected.value
        assert result.estimates["bo"][0].title == "Span F1, overlap"


@pytest.mark.parametrize(
    ("keywords", "kind", "what"),
    [
        ({"coefficient": "span_f1"}, OptionError, "nothing to compare"),
        ({"coefficient": ["span_f1", "fleiss_kappa"]}, UnsupportedError, "different units"),
        (
            {"gold": "ann", "coefficient": "span_f1", "method": "permutation"},
            UnsupportedError,
            "no permutation test",
        ),
        (
            {"gold": "ann", "coefficient": "span_f1", "options": {"share": 1}},
            accord.errors.UnknownNameError,
            "option of a statistic of spans",
        ),
        (
            {"gold": "ann", "coefficient": "span_f1", "weights": "masi"},
            UnsupportedError,
            "has no weights",
        ),
    ],
)
def test_refusals_of_compare(keywords, kind, what):
    with pytest.raises(kind, match=what):
        accord.compare(ENTITIES, **keywords)


def test_statistics_of_spans_need_spans():
    with pytest.raises(UnsupportedError, match="Span F1 needs spans"):
        accord.compare({"a": [1, 2], "b": [1, 2]}, {"a": [1, 1], "b": [1, 2]},
                       coefficient="span_f1")  # fmt: skip
    with pytest.raises(OptionError, match="no spans"):
        accord.evaluate({"a": [1, 2], "b": [1, 2]}, gold="a", headline="span_f1")


def test_a_document_in_two_groups_is_refused():
    rows = marked(3)
    rows[0]["genre"] = "b"
    with pytest.raises(accord.errors.LayoutError, match="two subgroups"):
        accord.load(rows, layout="spans", by="genre")


# --- evaluate -------------------------------------------------------------------------------------


def test_systems_are_evaluated_by_their_spans():
    rows = marked()
    verdict = accord.evaluate(rows, gold="gold", layout="spans")
    assert verdict.headline == "span_f1"
    assert [row.system for row in verdict.ranking] == ["good", "poor"]
    for system in verdict.systems:
        pair = ("gold", system.name)
        for name, function in (
            ("span_f1", accord.span_f1),
            ("span_precision", accord.span_precision),
            ("span_recall", accord.span_recall),
            ("character_f1", accord.character_f1),
        ):
            expected = function(rows, raters=pair)
            assert system[name].value == pytest.approx(expected.value)
            assert system[name].n == expected.n == 30
            assert system[name].se == pytest.approx(expected.se)
            assert (system[name].lower, system[name].upper) == pytest.approx(
                tuple(expected.interval)
            )
        overlap = accord.span_f1(rows, raters=pair, match="overlap")
        assert system["span_f1_overlap"].value == pytest.approx(overlap.value)


def test_evaluate_and_compare_have_one_p_value():
    verdict = accord.evaluate(ENTITIES, gold="ann")
    compared = accord.compare(ENTITIES, gold="ann", coefficient="span_f1")
    row = next(row for row in verdict.comparisons if row.metric == "span_f1")
    assert row.difference == pytest.approx(compared.difference)
    assert row.p_value == pytest.approx(compared.p_value)


def test_marks_of_characters_are_undefined_without_lengths():
    verdict = accord.evaluate(marked(), gold="gold", layout="spans")
    exact = verdict.systems[0]["exact"]
    assert np.isnan(exact.value)
    assert "length of document" in exact.reason
    known = accord.evaluate(marked(), gold="gold", layout="spans", lengths=220)
    assert known.systems[0]["exact"].value > 0.9
    assert known.systems[0]["span_f1"].value == verdict.systems[0]["span_f1"].value


def test_a_gold_standard_of_several_people_has_no_spans():
    verdict = accord.evaluate(ENTITIES, gold=["ann", "bo"])
    assert verdict.headline == "ac1"
    assert "spans of two raters" in verdict.systems[0]["span_f1"].reason
    people = accord.span_f1(ENTITIES, raters=("ann", "bo"))
    assert verdict.ceiling["span_f1"].value == pytest.approx(people.value)


def test_ratings_that_are_no_spans_have_no_such_metrics():
    verdict = accord.evaluate(EXAMPLES / "machines.csv", gold="teacher", range=(0, 4))
    assert not any(m.name.startswith("span") for m in verdict.systems[0].metrics)


# --- tables of documents --------------------------------------------------------------------------


def test_quantities_of_documents_are_the_same_on_characters():
    """A panel of documents in a table of characters has the same slopes by document."""
    atoms = accord.load(ENTITIES)
    panel = document_panel(panel_of(atoms, ["ann", "cy"]))
    evaluation = Evaluation(find("span_f1"), panel.patterns)
    quantity = panel_quantity(evaluation, panel)
    m = atoms.multiplicity.astype(float)
    by_document = np.bincount(atoms.cluster, weights=m * quantity.slope)
    assert by_document == pytest.approx(evaluation.influence / panel.patterns.n)
    weights = np.random.default_rng(1).uniform(0.5, 2, (3, atoms.clusters))
    assert panel.gather(weights[:, atoms.cluster] * m) == pytest.approx(weights)


def test_spans_follow_raters_and_groups():
    rows = [{**row, "genre": "ab"[row["document"] == "d00"]} for row in marked(4)]
    atoms = accord.load(rows, layout="spans", by="genre", lengths=220)
    chosen = atoms.select(["good", "poor"])
    assert chosen.spans.raters == ("good", "poor")
    part = atoms.split()["b"]
    assert part.spans.documents == ("d00",)
    assert documents_of(part).n == 1
    assert documents_of(atoms).n == atoms.clusters == 4


# --- reports and commands -------------------------------------------------------------------------


def test_a_report_without_lengths_has_the_statistics_that_need_none(tmp_path):
    path = tmp_path / "spans.csv"
    rows = marked(12)
    path.write_text(
        "\n".join([",".join(rows[0]), *(",".join(map(str, row.values())) for row in rows)])
    )
    result = run("report", str(path), "--details")
    assert result.returncode == 0
    assert "Span F1" in result.stdout
    assert "No coefficients of characters: the length of document 'd00'" in " ".join(
        result.stdout.split()
    )
    assert "Unitizing alpha " not in result.stdout
    assert "Agreement on each label" not in result.stdout
    with pytest.raises(UnsupportedError, match="length of document"):
        accord.krippendorff_alpha(path)


def test_facts_of_documents_in_json_lines_are_groups(tmp_path):
    path = tmp_path / "spans.jsonl"
    lines = [
        {**json.loads(line), "genre": "ab"[k // 3 % 2]}
        for k, line in enumerate(ENTITIES.read_text(encoding="utf-8").splitlines())
    ]
    path.write_text("\n".join(map(json.dumps, lines)))
    result = run("compare", str(path), "--by", "genre", "--coefficient", "span_f1")
    assert result.returncode == 0
    assert "independent groups" in result.stdout


def test_agreement_pairs_and_raters_left_out_take_statistics_of_spans():
    both = accord.agreement(ENTITIES, ["span_f1", "krippendorff_alpha"])
    assert both["span_f1"].interval == accord.span_f1(ENTITIES).interval
    assert both["span_f1"].n == 8
    assert both["krippendorff_alpha"].n == 306
    assert np.isnan(both.covariance[0, 1])
    matrix = accord.pairwise(ENTITIES, "span_f1")
    for estimate, pair in zip(
        matrix.estimates, (("ann", "bo"), ("ann", "cy"), ("bo", "cy")), strict=True
    ):
        assert estimate.value == pytest.approx(accord.span_f1(ENTITIES, raters=pair).value)
    left = {row.rater: row.estimate.value for row in accord.leave_one_out(ENTITIES, "span_f1")}
    assert left["cy"] == pytest.approx(accord.span_f1(ENTITIES, raters=("ann", "bo")).value)


@pytest.mark.parametrize(
    ("call", "what"),
    [
        (lambda: accord.by_label(ENTITIES, "span_f1"), "in the report of spans"),
        (lambda: accord.plan(value=0.8, coefficient="span_f1", width=0.2), "pilot study"),
        (
            lambda: accord.compare(ENTITIES, ENTITIES, paired=True, coefficient="span_f1"),
            "Put the rows of both into one file",
        ),
        (lambda: accord.span_f1(ENTITIES, p_method="permutation"), "raters are fixed"),
        (lambda: accord.span_f1(ENTITIES, sample_raters=True), "raters are fixed"),
        (lambda: accord.span_f1(ENTITIES, se="gwet"), "raters are fixed"),
    ],
)
def test_what_is_not_defined_for_spans_is_refused_with_a_reason(call, what):
    with pytest.raises(accord.errors.AccordError, match=what):
        call()


def test_a_check_takes_statistics_of_spans():
    good = run("check", str(ENTITIES), "--min", "span_f1=.5")
    assert good.returncode == 0
    assert "Span F1" in good.stdout
    assert run("check", str(ENTITIES), "--min-lower", "span_f1=.7").returncode == 1


def test_the_report_has_a_row_for_each_label():
    result = json.loads(run("report", str(ENTITIES), "--json").stdout)
    rows = {row["label"]: row for row in result["sections"]["spans"]["labels"]}
    assert {label: row["spans"] for label, row in rows.items()} == {"LOC": 36, "ORG": 9, "PER": 17}
    for label, row in rows.items():
        assert row["matched"]["value"] == pytest.approx(accord.span_f1(ENTITIES, label=label).value)
        assert row["alpha"]["value"] == pytest.approx(
            accord.ku_alpha(ENTITIES, category=label).value
        )


def test_the_table_of_each_label_is_that_of_single_labels():
    rows = marked()
    verdict = accord.evaluate(rows, gold="gold", layout="spans")
    for system in verdict.systems:
        assert [row.score for row in system.scores] == ["x", "y"]
        for row in system.scores:
            for value, function in (
                (row.precision, accord.span_precision),
                (row.recall, accord.span_recall),
                (row.f, accord.span_f1),
            ):
                expected = function(rows, raters=("gold", system.name), label=row.score)
                assert value.value == pytest.approx(expected.value)
                assert value.se == pytest.approx(expected.se)
                assert (value.lower, value.upper) == pytest.approx(tuple(expected.interval))
            for number, rater in ((row.given, "gold"), (row.predicted, system.name)):
                same = [r for r in rows if r["rater"] == rater and r["label"] == row.score]
                assert number == len(same)


def test_documents_that_one_rater_alone_saw_are_in_no_row_of_a_label():
    rows = [{"document": "d1", "rater": name, "start": 0, "end": 4, "label": "x"} for name in "ab"]
    rows += [{"document": "d2", "rater": name, "start": 2, "end": 5, "label": "x"} for name in "ab"]
    rows += [{"document": "d3", "rater": "a", "start": 0, "end": 4, "label": "x"}]
    rows += [{"document": f"d{k}", "rater": "b", "start": None, "end": None} for k in (1, 2)]
    (system,) = accord.evaluate(rows, gold="a", layout="spans").systems
    (row,) = system.scores
    assert (row.given, row.predicted, row.recall.value) == (2, 2, 1)


def test_an_evaluation_of_spans_names_no_thresholds_of_marks():
    text = run("evaluate", ENTITIES, "--gold", "ann", "--ci", "t").stdout
    assert "Thresholds" not in text
    assert "quadratic" not in text
    assert "identical marks," not in text
    assert "Each label: equal spans" in text
    marks = run("evaluate", EXAMPLES / "machines.csv", "--gold", "teacher", "--ci", "t").stdout
    assert "Thresholds: identical marks .50" in marks


def test_a_sweep_ranks_by_f():
    found = accord.sweep(ENTITIES, "ann")
    assert found.metric == "span_f1"
    expected = accord.span_f1(ENTITIES, raters=("ann", "bo"))
    assert found.runs[0]["span_f1"].value == pytest.approx(expected.value)
    printed = run("sweep", ENTITIES, "--gold", "ann").stdout
    assert "best by span F1" in printed
    assert "MAE" not in printed


# --- merging --------------------------------------------------------------------------------------


def test_spans_of_two_files_are_spans_of_all_documents(tmp_path):
    lines = ENTITIES.read_text().splitlines()
    parts = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for path, some in zip(parts, (lines[:9], lines[9:]), strict=True):
        path.write_text("\n".join(some) + "\n")
    merged = accord.merge(*parts)
    for name in ("unitizing_alpha", "span_f1", "boundary_similarity", "cu_alpha"):
        function = getattr(accord, name)
        whole, found = function(ENTITIES), function(merged)
        assert found.value == pytest.approx(whole.value)
        assert found.se == pytest.approx(whole.se)
        assert found.n == whole.n
    assert accord.krippendorff_alpha(merged).value == pytest.approx(
        accord.krippendorff_alpha(ENTITIES).value
    )
    printed = run("report", *parts, "--ci", "t").stdout
    assert "Unitizing alpha" in printed


def test_documents_of_the_same_name_and_other_raters_are_kept_apart():
    one, other = marked(6), marked(4, {"gold": 1.0, "fair": 0.7}, seed=5)
    merged = accord.merge(one, other, layout="spans", lengths=220)
    assert merged.spans is not None
    assert len(set(merged.spans.documents)) == len(merged.spans.documents) == merged.clusters == 10
    assert merged.raters == ("gold", "good", "poor", "fair")
    for rater, rows in (("good", one), ("fair", other)):
        expected = accord.span_f1(rows, raters=("gold", rater), ci="t")
        found = accord.span_f1(merged, raters=("gold", rater), ci="t")
        assert found.value == pytest.approx(expected.value)
        assert found.n == expected.n


def test_spans_and_ratings_are_not_merged():
    spans = accord.load(ENTITIES)
    atoms = accord.load([[["PER"], ["LOC"]], [["PER"], []]], sets=True)
    with pytest.raises(UnsupportedError, match="one table has spans"):
        spans.merge(atoms)


def test_a_pattern_file_says_that_it_has_no_spans(tmp_path):
    path = tmp_path / "entities.patterns"
    assert run("compress", ENTITIES, "-o", path).returncode == 0
    assert any("original file" in note for note in accord.load(path).warnings)


# --- matching -------------------------------------------------------------------------------------


def test_compare_takes_a_criterion_of_matching():
    words = ("compare", ENTITIES, "--gold", "ann")
    for match in ("exact", "overlap", ".5"):
        found = json.loads(run(*words, "--match", match, "--json").stdout)
        expected = accord.compare(
            ENTITIES, gold="ann", coefficient="span_f1", options={"match": match}
        )
        assert found["comparisons"][0]["coefficient"] == "span_f1"
        assert found["comparisons"][0]["difference"] == pytest.approx(expected.difference)
    usual = json.loads(run(*words, "--json").stdout)
    assert usual["comparisons"][0]["coefficient"] == "span_f1"
    for wrong, what in (
        (["--match", "near"], "'near'"),
        (["--match", "exact", "--coefficient", "gwet_ac"], "not of Gwet's AC"),
        (["--match", "exact", "--coefficient", "unitizing_alpha"], "not of Unitizing alpha"),
    ):
        refused = run(*words, *wrong)
        assert refused.returncode == 2
        assert what in refused.stderr


def test_compare_by_prompt_takes_a_criterion_of_matching():
    rows = marked()
    overlap = accord.compare_prompts(
        rows, "gold", by="genre", layout="spans", coefficient="span_f1",
        options={"match": "overlap"},
    )  # fmt: skip
    first = next(row for row in overlap if row.prompt == "a")
    expected = accord.span_f1(
        [row for row in rows if row["genre"] == "a"], raters=("gold", first.a), match="overlap"
    )
    assert first.value_a == pytest.approx(expected.value)
