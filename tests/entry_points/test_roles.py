"""Roles between commands, and the words, signs and numbers of evaluations and comparisons."""

import csv
import json

import numpy as np
import pytest
from typer.testing import CliRunner

import accord
from accord.analysis.evaluation import evaluate
from accord.analysis.evaluation.interpretation import _pair
from accord.analysis.evaluation.per_score import margins
from accord.analysis.evaluation.results import SystemComparison
from accord.analysis.evaluation.scores import Scores
from accord.analysis.lead import Presentation
from accord.analysis.sweeps import sweep
from accord.base.wording import count_text, counted, percentage, short, with_limits
from accord.cli import app
from accord.data.marks import Grid
from accord.data.scale import show_label
from accord.io.layouts import assign_roles
from accord.present import (
    comparison_summary,
    documents_of,
    evaluation_summary,
    rendered,
    summary_of,
    text,
)
from accord.present.cells import number, share
from accord.present.documents.shared import data_facts
from accord.present.summaries.report import apa
from accord.statistics import MEASURES
from accord.web.fields import find_command
from helpers.paths import EXAMPLES

RNG = np.random.default_rng(3)
N = 80
GOLD = RNG.integers(0, 5, N)
RANGE = (0, 4)


def noisy(sd, seed, shift=0.0):
    rng = np.random.default_rng(seed)
    return np.clip(np.round(GOLD + shift + rng.normal(0, sd, N)), 0, 4).astype(int)


SECOND = noisy(0.4, 1)
K10, K20 = noisy(1.2, 2), noisy(0.6, 3)


def run(*words):
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.stdout


def text_of(summary, detail="details"):
    return text(documents_of(summary), detail, width=400)


def form_of(summary, form="md"):
    return rendered(summary, form).decode()


# Roles


@pytest.mark.parametrize(
    ("gold", "names", "systems", "people", "left_out"),
    [
        ("mark", ["mark2", "k=5", "k=9"], ["k=5", "k=9"], ["mark2"], []),
        ("mark", ["mark2", "class", "age", "k=5"], ["k=5"], ["mark2"], ["class", "age"]),
        ("mark", ["mark_b", "lsa"], ["lsa"], ["mark_b"], []),
        ("mark", ["mark.b", "Mark 3", "second mark", "lsa"], ["lsa"],
         ["mark.b", "Mark 3", "second mark"], []),
        ("human1", ["human2", "k10", "k20"], ["k10", "k20"], ["human2"], []),
        ("gold", ["human", "run1", "run2"], ["run1", "run2"], ["human"], []),
        ("teacher", ["tfidf", "lsa", "svm"], ["tfidf", "lsa", "svm"], [], []),
        ("rater1", ["rater2", "rater3"], ["rater2", "rater3"], [], []),
        ("1", ["2", "3"], ["2", "3"], [], []),
        ("score", ["score_lsa", "score_svm"], ["score_lsa", "score_svm"], [], []),
    ],
)  # fmt: skip
def test_names_declare_roles(gold, names, systems, people, left_out):
    cast = assign_roles(names, [gold])
    assert (list(cast.systems), list(cast.people), list(cast.left_out)) == (
        systems,
        people,
        left_out,
    )


def test_declared_roles_come_first():
    roles = {"mark2": "machine", "lsa": "human"}
    assert assign_roles(["mark2", "lsa"], ["mark"], roles).systems == ("mark2",)


def test_a_second_person_is_not_ranked_as_a_run():
    table = {"mark": GOLD, "mark2": SECOND, "k10": K10, "k20": K20}
    found = sweep(table, "mark", range=RANGE)
    assert [item.name for item in found.runs] == ["k20", "k10"]
    assert found.people == ("mark", "mark2")
    assert found.to_dict()["people"] == ["mark", "mark2"]
    stated = sweep(table, "mark", ["k10", "k20"], second="mark2", range=RANGE)
    assert found.ceiling.value == stated.ceiling.value
    (note,) = [text for text in found.warnings if "'mark2'" in text]
    assert "--columns" in note
    assert "second person" in note
    listed = sweep(table, "mark", ["mark2", "k10"], range=RANGE)
    assert [item.name for item in listed.runs] == ["mark2", "k10"]
    assert not any("mark2" in text for text in listed.warnings)


def test_other_columns_do_not_change_a_sweep_of_settings():
    runs = {"mark": GOLD, "k=10": K10, "k=20": K20}
    plain = sweep(runs, "mark", range=RANGE)
    towns = {"school": ["A", "B"] * (N // 2), "town": ["A", "C"] * (N // 2)}
    beside = sweep({**towns, "class": GOLD % 3, **runs}, "mark", range=RANGE)
    assert [item.to_dict() for item in beside.runs] == [item.to_dict() for item in plain.runs]
    (note,) = [text for text in beside.warnings if "not read as raters" in text]
    assert all(name in note for name in towns)
    assert "class" in note


def test_roles_survive_from_mark_runs_to_sweep(tmp_path):
    pytest.importorskip("sklearn")
    path, marked = tmp_path / "runs.csv", tmp_path / "marked.csv"
    lines = (EXAMPLES / "answers.csv").read_text().splitlines(keepends=True)
    marked.write_text("".join(lines[:61]))
    run("mark", "runs", marked, "--folds", 2, "-o", path)
    with path.open() as stream:
        assert "dimensions=50_neighbours=5_weighting=log-entropy" in next(csv.reader(stream))
    found = json.loads(run("sweep", path, "--gold", "mark", "--json"))
    assert [item["name"] for item in found["runs"]] == [
        "dimensions=50_neighbours=5_weighting=log-entropy"
    ]
    assert found["runs"][0]["parameters"]["dimensions"] == 50
    assert found["people"] == ["mark", "mark2"]
    assert found["ceiling"]["value"] > 0.9
    shown = run("sweep", path, "--gold", "mark")
    assert "Gold standard mark Further people mark2" in " ".join(shown.split())
    assert "Human–human agreement" in shown


@pytest.fixture
def scored(tmp_path):
    """A file as ``mark score`` writes it."""
    path = tmp_path / "scored.csv"
    with path.open("w") as stream:
        rows = csv.writer(stream)
        rows.writerow(["id", "answer", "mark", "mark2", "machine"])
        for i in range(N):
            rows.writerow([f"A{i}", f"text {i}", GOLD[i], SECOND[i], K20[i]])
    return path


def test_roles_survive_from_mark_score_to_evaluate_and_report(scored):
    found = evaluate(scored, gold="mark", range=RANGE)
    assert [system.name for system in found.systems] == ["machine"]
    assert found.data.people == ("mark", "mark2")
    assert any("'mark2'" in text and "--systems" in text for text in found.warnings)
    assert accord.load(scored).roles == {"machine": "machine"}
    told = accord.agreement(scored).warnings
    assert any("not all people: machine." in text and "--raters" in text for text in told)
    assert not any(
        "not all people" in t for t in accord.agreement(scored, raters="mark,mark2").warnings
    )


def test_compare_leaves_a_person_out_where_there_are_several_systems(scored):
    alone = accord.compare(scored, gold="mark")
    assert set(alone.estimates) == {"machine", "mark2"}
    assert any("only one" in text for text in alone.warnings)
    table = {"mark": GOLD, "mark2": SECOND, "machine": K20, "engine": K10}
    found = accord.compare(table, gold="mark")
    assert set(found.estimates) == {"machine", "engine"}
    assert any("'mark2'" in text and "--systems" in text for text in found.warnings)
    stated = accord.compare(table, gold="mark", systems=["machine", "mark2"])
    assert set(stated.estimates) == {"machine", "mark2"}


# Words and signs


@pytest.mark.parametrize(
    ("metric", "difference", "better"),
    [
        ("ac2_quadratic", -0.04, "new"),
        ("ac2_quadratic", 0.04, "old"),
        ("mae", 0.04, "new"),
        ("mae", -0.04, "old"),
        ("smd", 0.04, "new"),
        ("sd_ratio", -0.04, "old"),
    ],
)
def test_the_better_system_has_a_positive_difference(metric, difference, better):
    low, high = difference - 0.02, difference + 0.03
    row = SystemComparison("old", "new", metric, difference, 0.01, low, high, 0.004, 0.012)
    worse = "old" if better == "new" else "new"
    ends = "[.01, .06]" if difference < 0 else "[.02, .07]"
    entry = MEASURES[metric]
    assert _pair(row, entry, adjusted=True) == (
        f"{better} is better than {worse} by .04 {ends} ({entry.title}, {entry.direction}; "
        "p = .012, Holm-adjusted)."
    )
    assert "Holm" not in _pair(row, entry, adjusted=False)


@pytest.mark.parametrize("headline", ["ac2_quadratic", "mae", "smd", "sd_ratio", "exact"])
def test_sentences_of_pairs_follow_the_values(headline):
    table = {"gold": GOLD, "good": noisy(0.3, 7), "bad": np.where(GOLD > 2, 1, 0), "mid": K20}
    found = evaluate(table, gold="gold", range=RANGE, headline=headline)
    pairs = [s for s in found.reading if " is better than " in s]
    assert pairs
    for sentence in pairs:
        better, rest = sentence.split(" is better than ")
        worse, rest = rest.split(" by ")
        assert not rest.startswith("-")
        low = rest[rest.index("[") + 1 : rest.index(",")]
        assert not low.startswith("-")
        loss = MEASURES[headline].loss
        one, other = (loss(found[name][headline].value) for name in (better, worse))
        assert one < other
        assert rest.startswith(short(other - one))
        assert "Holm-adjusted" in rest


def test_compare_states_the_higher_one_first():
    table = {"gold": GOLD, "bad": K10, "good": noisy(0.3, 7)}
    for names in (["bad", "good"], ["good", "bad"]):
        found = accord.compare(table, gold="gold", systems=names, weights="quadratic")
        (difference,) = found
        low, high = sorted(abs(end) for end in difference.interval)
        assert "is higher for good" in found.sentence
        assert f"by {short(abs(difference.value))}, 95% CI [{short(low)}, {short(high)}]" in (
            found.sentence
        )
        assert found.to_dict()["sentence"] == found.sentence


def test_a_difference_without_direction_names_it():
    found = accord.compare({"gold": GOLD, "a": K20, "b": noisy(0.6, 9)}, gold="gold")
    assert "difference (a − b)" in found.sentence


def test_adjusted_p_values_are_marked_in_every_form():
    table = {"gold": GOLD, "a": K20, "b": K10, "c": noisy(1.5, 4)}
    compared = accord.compare(table, gold="gold")
    assert "Holm-adjusted" in compared.sentence
    judged = evaluate(table, gold="gold", range=RANGE)
    for summary in (comparison_summary(compared), evaluation_summary(judged)):
        for form in ("html", "md", "tex", "txt"):
            assert "Holm" in form_of(summary, form)
            assert "p adjusted" not in form_of(summary, form)
    assert "p (Holm)" in text_of(summary_of(sweep(table, "gold", range=RANGE)))


def test_tables_say_which_way_differences_go():
    table = {"gold": GOLD, "gold2": SECOND, "a": K20, "b": K10}
    judged = evaluate(table, gold="gold", range=RANGE)
    page = form_of(evaluation_summary(judged))
    assert "Difference (first − second)" in page
    assert "Difference (system − people)" in page
    assert "Difference from human–human agreement" in page
    assert "Distribution of score differences" in page
    assert "Run − best" in text_of(summary_of(sweep(table, "gold", range=RANGE)))
    compared = accord.compare(table, gold="gold")
    for form in ("txt", "md"):
        assert "First − second" in form_of(comparison_summary(compared), form)


def test_agreement_with_people_shows_the_numbers_of_its_difference():
    """With several people the system's own value is not what the difference is from."""
    people = {f"h{k}": noisy(0.7, 20 + k) for k in range(3)}
    found = evaluate({**people, "m": noisy(0.3, 30)}, gold=list(people), range=RANGE)
    row = next(item for item in found["m"].degradation if item.name == found.headline)
    ceiling = next(m.value for m in found.ceiling.metrics if m.name == found.headline)
    sentence = next(s for s in found.reading if "agree with each other" in s)
    single = short(ceiling + row.value)
    assert single != short(found["m"][found.headline].value)
    assert f"{single} (mean over single people) against {short(ceiling)}" in sentence
    assert with_limits(row.value, row.lower, row.upper) in sentence


def test_subjects_are_counted_for_each_system():
    some = [None if i < 30 else int(v) for i, v in enumerate(K10)]
    found = evaluate({"gold": GOLD, "a": K20, "b": some}, gold="gold", range=RANGE)
    expected = f"{N} by a, {N - 30} by b"
    assert expected in text_of(evaluation_summary(found), "always")
    assert expected in form_of(evaluation_summary(found))
    assert expected in evaluation_summary(found)["apa"]
    alike = evaluate({"gold": GOLD, "a": K20, "b": K10}, gold="gold", range=RANGE)
    assert f"Subjects scored: {N} by every system." in evaluation_summary(alike)["apa"]


def test_standard_errors_are_named():
    found = evaluate({"gold": GOLD, "a": K20}, gold="gold", range=RANGE)
    tau = found["a"]["kendall_tau_b"]
    ase = next(row.ase for row in found["a"].associations if row.name == "kendall_tau_b")
    assert tau.se != ase
    assert tau.to_dict()["se_method"] == "jackknife"
    for form in ("txt", "md"):
        assert "Asymptotic SE" in form_of(evaluation_summary(found), form)
    assert "se_method" in form_of(evaluation_summary(found), "csv").splitlines()[0]


def test_stars_are_explained_with_thresholds_and_limits():
    text = evaluation_summary(evaluate({"gold": GOLD, "a": K10}, gold="gold", range=RANGE))[
        "methods"
    ]
    assert "* below a recommended threshold or beyond a recommended limit" in text
    assert "standardised mean difference ±.15" in text
    assert "identical marks .50" in text


# Numbers


def test_a_share_and_its_percentage_round_alike():
    for numerator in range(4001):
        value = numerator / 4000
        assert percentage(value) == f"{float(short(value, 3)) * 100:.1f}%"
        assert share(value).text == percentage(value)
    assert percentage(71 / 80) == "88.8%"
    assert number(71 / 80, 3).text == ".888"
    assert percentage(0.8875) == percentage(1 - 0.1125) == percentage(sum([0.0125] * 71))


def test_one_report_shows_one_percentage():
    ratings = {"ann": ["a"] * 80, "bo": ["a"] * 71 + ["b"] * 9}
    done = accord.agreement(ratings)
    assert "88.8%" in apa(Presentation(done))
    assert short(done["percent_agreement"].value, 3) == ".888"


def test_counts_have_no_exponent():
    assert count_text(5894820) == "5,894,820"
    assert count_text(12345678.5) == "12,345,678.5"
    assert counted(1234567.25, "subject") == "1,234,567.25 subjects"
    data = {**accord.agreement({"a": [1, 2, 1], "b": [1, 2, 2]}).data.to_dict()}
    data |= {"subjects": 20_000_000, "ratings": 94_105_180, "missing": 5_894_820, "unrated": 1e7}
    facts = {fact.name: fact.cell.text for fact in data_facts(data)}
    assert facts["Subjects"] == "20,000,000"
    assert facts["Missing"] == "5,894,820 (5.9%)"
    assert facts["Without a rating"] == "10,000,000"


def test_ranges_have_no_rounding_errors():
    marks = np.round(27.1 + 0.1 * np.arange(0, 500, 7), 1)
    grid = Grid.of(marks, np.array([82.53]), None)
    assert (grid.low, grid.high) == (27.1, 82.5)
    assert show_label(27.099999999999998) == "27.1"
    assert show_label(0.1 + 0.2) == "0.3"
    assert show_label(1700000000.123456) == "1700000000.123456"
    assert show_label(np.float32(0.1)) == "0.1"
    scores = Scores.read(
        {"gold": marks, "machine": marks + 0.3},
        gold=["gold"],
        systems=["machine"],
        second=[],
        combine="mean",
        ends=None,
        loading={},
    )
    steps = [item.difference for item in margins(scores.panel(scores.gold, scores.systems[0]))]
    assert steps == [0.3]


# Names of options


@pytest.mark.parametrize("option", ["--coefficient", "--coefficients"])
def test_commands_take_both_spellings(option):
    news = EXAMPLES / "news.csv"
    report = json.loads(run("report", news, option, "gwet_ac,cohen_kappa", "--json"))
    assert [c["name"] for c in report["coefficients"]] == ["gwet_ac", "cohen_kappa"]
    assert "--coefficients gwet_ac,cohen_kappa" in report["reproduce"]["command"]
    compared = json.loads(run("compare", news, option, "gwet_ac,cohen_kappa", "--json"))
    assert compared["comparisons"][0]["coefficient_b"] == "cohen_kappa"
    plan = ("plan", "--value", ".7", "--subjects", "30", "--ci", "t", "--json")
    assert json.loads(run(*plan, option, "cohen_kappa"))["coefficient"] == "cohen_kappa"


@pytest.mark.parametrize("name", ["coefficient", "coefficients"])
def test_the_page_takes_both_spellings(name):
    for command, flag in (("report", "--coefficients"), ("compare", "--coefficient")):
        assert find_command(command).arguments([(name, "gwet_ac")]) == [f"{flag}=gwet_ac"]
