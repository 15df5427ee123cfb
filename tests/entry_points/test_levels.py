"""One number for one question: level and weights mean the same at every entry point."""

import csv
import json
from functools import partial

import numpy as np
import pytest
from typer.testing import CliRunner

import accord
from accord.analysis.lead import present
from accord.cli import app
from accord.errors import OptionError, UnsupportedError
from accord.inference.dirichlet import posterior_tails
from accord.statistics import COEFFICIENTS, Evaluation, resolve_weights
from accord.statistics.weights import SCHEMES

# What the documentation promises: weights of a statistic by the stated level of measurement.
USUAL = {
    None: "identity",
    "nominal": "identity",
    "ordinal": "quadratic",
    "interval": "quadratic",
    "ratio": "quadratic",
}
BY_LEVEL = dict.fromkeys(COEFFICIENTS, USUAL) | {
    "krippendorff_alpha": USUAL | {"ordinal": "krippendorff_ordinal", "ratio": "ratio"},
    "berry_mielke": {
        None: "linear",
        "nominal": "identity",
        "ordinal": "linear",
        "interval": "linear",
        "ratio": "linear",
    },
    "aickin_alpha": dict.fromkeys(USUAL, "identity"),
    "bangdiwala_b": dict.fromkeys(USUAL, "identity"),
}
BY_LEVEL |= {n: dict.fromkeys(USUAL, "identity") for n, e in COEFFICIENTS.items() if e.numbers}
STATED = [None, "identity", "linear", "quadratic"]

# Twelve subjects, four raters, with gaps (Krippendorff's example); two raters of them.
NAN = float("nan")
FOUR = np.array(
    [
        [1, 1, NAN, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4],
        [4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [NAN, 5, 5, 5], [NAN, NAN, 1, 1],
        [NAN, 3, NAN, NAN],
    ]
)  # fmt: skip
TWO = FOUR[:, 1:3]
CASES = [
    pytest.param(name, level, weights, id=f"{name}-{level}-{weights}")
    for name, entry in COEFFICIENTS.items()
    if None not in entry.options.values()  # others need an option
    for level in USUAL
    for weights in STATED
]


def data_for(name):
    return TWO if COEFFICIENTS[name].raters == 2 else FOUR


def estimate_of(result):
    return getattr(result, "estimate", result)


def expected(name, level, weights):
    """Value and weights from the definition of the statistic at one scheme; None if undefined."""
    scheme = weights or BY_LEVEL[name][level]
    if scheme != "identity" and not COEFFICIENTS[name].weighted:
        return None
    patterns = accord.load(data_for(name))
    return Evaluation(COEFFICIENTS[name], patterns, scheme).value, scheme


@pytest.mark.parametrize(("name", "level", "weights"), CASES)
def test_library_functions_give_one_number(name, level, weights):
    data, options = data_for(name), {"weights": weights, "level": level}
    want = expected(name, level, weights)
    function = getattr(accord, name)
    overall = accord.agreement(data, name, ci="t", **options)[name]
    if want is None:
        with pytest.raises(UnsupportedError, match="identity weights only"):
            function(data, **options)
        assert np.isnan(overall.value)
        assert "identity weights only" in overall.reason
        return
    single = estimate_of(function(data, ci="t", **options))
    assert (single.value, single.weights) == (pytest.approx(want[0], abs=1e-12), want[1])
    assert (overall.value, overall.weights) == (single.value, single.weights)
    assert overall.title == single.title
    pair = accord.pairwise(TWO, name, ci="t", **options)["1", "2"]
    alone = estimate_of(function(TWO, ci="t", **options))
    assert (pair.weights, pair.title) == (alone.weights, alone.title)
    assert pair.value == pytest.approx(alone.value, abs=1e-12)  # all pairs are computed at once
    if COEFFICIENTS[name].raters is None:
        for row in accord.leave_one_out(data, name, ci="t", **options):
            kept = [str(k) for k in range(1, 5) if str(k) != row.rater]
            rest = estimate_of(function(data, ci="t", raters=kept, **options))
            assert row.estimate.weights == rest.weights
            assert row.estimate.value == pytest.approx(rest.value, abs=1e-12)  # likewise
    compared = accord.compare(data, data[:9], coefficient=name, method="influence", **options)
    side = next(iter(compared.estimates.values()))[0]
    assert (side.value, side.weights) == (single.value, single.weights)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("levels")
    for name, table in (("four", FOUR), ("two", TWO)):
        with (folder / f"{name}.csv").open("w", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(["id", *"wxyz"[: table.shape[1]]])
            for k, row in enumerate(table):
                writer.writerow([f"s{k}", *("" if np.isnan(x) else int(x) for x in row)])
    return folder


def command_json(*arguments):
    result = CliRunner().invoke(app, [*map(str, arguments), "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize("weights", STATED)
@pytest.mark.parametrize("level", USUAL)
@pytest.mark.parametrize("file", ["two", "four"])
def test_command_line_gives_the_number_of_the_library(files, file, level, weights):
    options = [] if level is None else ["--level", level]
    options += [] if weights is None else ["--weights", weights]
    found = command_json("report", files / f"{file}.csv", "--ci", "t", *options)
    assert len(found["coefficients"]) > 5
    for row in found["coefficients"]:
        data = TWO if file == "two" else FOUR
        want = accord.agreement(data, row["name"], weights=weights, level=level, ci="t")[
            row["name"]
        ]
        assert row["value"] == pytest.approx(want.value, abs=1e-12)
        assert (row["weights"], row["title"]) == (want.weights, want.title)
    for name in ("krippendorff_alpha", "gwet_ac"):
        compared = command_json(
            "compare", files / "four.csv", files / "two.csv", "--coefficient", name,
            "--method", "influence", *options,
        )  # fmt: skip
        four = getattr(accord, name)(FOUR, weights=weights, level=level, ci="t")
        assert compared["comparisons"][0]["value_a"] == pytest.approx(four.value, abs=1e-12)
        assert four.title in compared["sentence"]


def test_alpha_of_krippendorffs_example_at_every_level():
    # Krippendorff (2011): the same twelve units, the last with one value that is not pairable.
    values = {"nominal": 0.743, "ordinal": 0.815, "interval": 0.849, "ratio": 0.797}
    for level, value in values.items():
        assert accord.krippendorff_alpha(FOUR, level=level).value == pytest.approx(value, abs=5e-4)
        found = accord.agreement(FOUR, "krippendorff_alpha", level=level)
        assert found["krippendorff_alpha"].value == pytest.approx(value, abs=5e-4)


def test_a_guessed_level_changes_no_number():
    numbers = accord.agreement(FOUR)
    assert {e.weights for e in numbers if e.name != "berry_mielke"} == {"identity"}
    assert any("level ordinal" in text for text in numbers.warnings)
    nominal = accord.agreement(FOUR, level="nominal")
    assert not any("level ordinal" in text for text in nominal.warnings)
    for e in nominal:
        if e.name != "berry_mielke":
            assert e.value == numbers[e.name].value


def test_titles_name_the_weights():
    found = accord.agreement(TWO, weights="quadratic")
    assert found["percent_agreement"].title == "Weighted agreement, quadratic weights"
    assert found["cohen_kappa"].title == "Cohen's kappa, quadratic weights"
    assert found["gwet_ac"].title == "Gwet's AC2, quadratic weights"
    assert found["krippendorff_alpha"].title == "Krippendorff's alpha, interval metric"
    plain = accord.agreement(TWO)
    assert plain["percent_agreement"].title == "Exact agreement"
    assert plain["gwet_ac"].title == "Gwet's AC1"
    assert plain["berry_mielke"].title == "Berry-Mielke's ℜ, Euclidean distance"
    stated = accord.agreement(TWO, level="ordinal")
    assert stated["aickin_alpha"].title == "Aickin's alpha, unweighted"


def test_every_registered_statistic_declares_weights_for_every_level():
    for entry in COEFFICIENTS.values():
        if entry.weighted:
            assert set(entry.level_weights) == {"nominal", "ordinal", "interval", "ratio"}
            assert set(entry.level_weights.values()) <= set(SCHEMES)
        scale = accord.load(FOUR, level="ordinal").scale
        assert resolve_weights(entry, scale).name == BY_LEVEL[entry.name]["ordinal"]


# --- n and degrees of freedom ---

SIX = [[1, 1], [2, 2], [1, 2], [3, 3], [2, 2], [3, 1]]
SINGLES = [[1, None]] * 40 + [[None, 3]] * 60


@pytest.mark.parametrize(
    "name", [n for n, e in COEFFICIENTS.items() if e.pairable_only or e.complete_only]
)
@pytest.mark.parametrize("ci", ["t", None])
def test_subjects_rated_once_add_nothing_to_what_does_not_use_them(name, ci):
    needed = {"delta": 1.0} if None in COEFFICIENTS[name].options.values() else {}
    function = partial(getattr(accord, name), **needed)
    few, many = function(SIX, ci=ci), function(SIX + SINGLES, ci=ci)
    assert many.n == few.n == 6
    assert many.df == pytest.approx(few.df, rel=1e-12)
    assert few.df == 5 or (COEFFICIENTS[name].numbers and 2 <= few.df < 5)
    for key in ("value", "se", "p_value", "lower", "upper"):
        assert getattr(many, key) == pytest.approx(getattr(few, key), abs=1e-12), key


@pytest.mark.parametrize(
    "name", [n for n, e in COEFFICIENTS.items() if not (e.pairable_only or e.complete_only)]
)
def test_subjects_rated_once_add_no_degrees_of_freedom(name):
    result = estimate_of(getattr(accord, name)(SIX + SINGLES, ci="t"))
    assert (result.n, result.df) == (106, 5)


def test_gwets_errors_count_all_rated_subjects():
    result = accord.percent_agreement(SIX + SINGLES, se="gwet")
    assert (result.n, result.df) == (6, 105)
    assert result.se > accord.percent_agreement(SIX + SINGLES).se


def test_differences_count_the_units_they_use():
    alone = accord.compare(
        SIX, SIX[:4] + SIX[:2], coefficient="krippendorff_alpha", method="influence"
    )
    padded = accord.compare(
        SIX + SINGLES, SIX[:4] + SIX[:2] + SINGLES,
        coefficient="krippendorff_alpha", method="influence",
    )  # fmt: skip
    assert padded.se == pytest.approx(alone.se, rel=1e-12)
    assert padded.p_value == pytest.approx(alone.p_value, rel=1e-12)
    paired = [
        accord.compare(
            {
                "gold": [1, 2, 3, 1, 2, 3, *more],
                "a": [1, 2, 3, 2, 2, 1, *gaps],
                "b": [1, 2, 1, 1, 3, 3, *gaps],
            },
            gold="gold", coefficient="brennan_prediger", method="influence", categories=[1, 2, 3],
        )
        for more, gaps in (([], []), ([1, 2, 3] * 10, [None] * 30))
    ]  # fmt: skip
    assert paired[1].se == pytest.approx(paired[0].se, rel=1e-12)
    assert paired[1].p_value == pytest.approx(paired[0].p_value, rel=1e-12)


# --- limits ---


@pytest.mark.parametrize("ci", ["dirichlet", "t", "normal", "percentile", "basic", "bca"])
@pytest.mark.parametrize("weights", ["identity", "quadratic"])
def test_limits_lie_within_the_range_of_the_statistic(ci, weights):
    rng = np.random.default_rng(5)
    for _ in range(25):
        n, r = rng.integers(3, 9), rng.integers(2, 4)
        table = rng.integers(0, 3, size=(n, r)).astype(float)
        table[rng.random(table.shape) < 0.25] = NAN
        found = accord.agreement(
            table, weights=weights, ci=ci, replicates=100, layout="wide", categories=[0, 1, 2]
        )
        for e in found:
            if np.isnan(e.lower):
                continue
            if COEFFICIENTS[e.name].numbers:
                assert e.upper <= max(COEFFICIENTS[e.name].ceiling, e.value)
                continue
            floor = {"percent_agreement": 0.0, "bangdiwala_b": 0.0}.get(e.name, -1.0)
            if weights == "quadratic" and e.name in ("gwet_ac", "brennan_prediger"):
                floor = -2.0  # all pairs at the two ends: (0 - 2/3)/(1 - 2/3)
            assert min(floor, e.value) - 1e-12 <= e.lower <= e.upper <= 1


@pytest.mark.parametrize("method", ["dirichlet", "influence", "bootstrap", "permutation"])
def test_limits_of_a_difference_lie_within_its_range(method):
    rng = np.random.default_rng(6)
    for _ in range(10):
        one, other = (rng.integers(0, 3, size=(4, 2)) for _ in range(2))
        found = accord.compare(
            one, other, coefficient="cohen_kappa", method=method, replicates=100, layout="wide",
            categories=[0, 1, 2],
        )  # fmt: skip
        if not np.isnan(found.interval.low):
            assert -2 <= found.interval.low <= found.interval.high <= 2


def test_the_smallest_weighted_brennan_prediger_is_reached():
    worst = accord.brennan_prediger(
        [[0, 2], [2, 0], [0, 2]], weights="quadratic", categories=[0, 1, 2]
    )
    assert worst.value == pytest.approx(-2)
    assert worst.lower >= -2


# --- what a report leads with ---

GRADES = [[1, 1], [2, 3], [3, 3], [4, 4], [5, 4], [2, 2], [3, 4], [5, 5], [1, 2], [4, 4]]


def presented(data, weights=None, **loading):
    return present(accord.load(data, **loading), None, weights, replicates=500)


def test_a_few_whole_numbers_lead_with_exact_agreement_and_show_weighted():
    p = presented(GRADES)
    assert (p.lead, p.other_first) == ("exact", False)
    assert p.other["gwet_ac"].weights == "quadratic"
    assert p.headline_estimate.title == "Gwet's AC1"


def test_a_stated_level_leads_with_weighted_agreement_and_shows_exact():
    p = presented(GRADES, level="ordinal")
    assert (p.lead, p.leading is p.requested) == ("weighted", True)
    assert p.exact_agreement.title == "Exact agreement"
    assert p.headline_estimate.title == "Gwet's AC2, quadratic weights"


def test_nominal_leads_alone():
    p = presented(GRADES, level="nominal")
    assert (p.lead, p.other) == ("exact", None)
    assert presented(GRADES, weights="identity").other is None


def test_measured_values_lead_with_an_intraclass_correlation(tmp_path):
    rng = np.random.default_rng(8)
    true = rng.uniform(4, 60, 40)
    data = np.round(true[:, None] + rng.normal(0, 1, (40, 3)), 1)
    p = presented(data)
    assert (p.lead, p.other_first, p.following) == ("measured", True, None)
    assert p.headline_estimate.title == "ICC(A,1), absolute agreement"
    assert p.headline_estimate.value > 0.98
    assert {e.name for e in p.shown(p.leading)}.isdisjoint({"gwet_ac", "percent_agreement"})
    path = tmp_path / "diameters.csv"
    np.savetxt(path, data, delimiter=",", header="r1,r2,r3", comments="", fmt="%.1f")
    found = command_json("report", path, "--details")
    assert "ICC(A,1), absolute agreement" in found["headline"]
    assert "0.0%" not in found["headline"] + found["apa"]
    assert found["diagnosis"] is None
    assert found["details"]["categories"] == []
    assert found["details"]["confusion"] is None
    text = CliRunner().invoke(app, ["report", str(path)]).stdout
    assert "PABAK" not in text
    assert "AC1" not in text
    assert "distinct, from" in text


def test_the_headline_can_be_chosen(files):
    found = command_json(
        "report", files / "two.csv", "--headline", "scott_pi", "--level", "ordinal"
    )
    assert "Scott's pi, quadratic weights = " in found["headline"]
    assert found["lead"]["coefficient"] == "scott_pi"
    wrong = CliRunner().invoke(
        app,
        ["report", str(files / "two.csv"), "--headline", "scott_pi", "--coefficients", "gwet_ac"],
    )
    assert isinstance(wrong.exception, OptionError)


def test_a_clause_says_why_coefficients_disagree(tmp_path):
    path = tmp_path / "skewed.csv"
    rows = ["yes,yes"] * 90 + ["yes,no"] * 5 + ["no,yes"] * 5
    path.write_text("\n".join(["ann,bo", *rows]))
    text = command_json("report", path)["headline"]
    assert "They agreed exactly on 90.0% of the pairs of ratings" in text
    assert "because it expects more agreement by chance (.91 against" in text


# --- fractional scores ---


def test_evaluate_and_compare_give_one_qwk_of_fractional_scores():
    rng = np.random.default_rng(2)
    human = rng.integers(1, 6, 60)
    scores = {
        "human": human.tolist(),
        "a": np.round(human + rng.normal(0, 0.8, 60), 2).tolist(),
        "b": np.round(human + rng.normal(0.3, 0.9, 60), 2).tolist(),
    }
    systems = {s.name: s for s in accord.evaluate(scores, gold="human").systems}
    for coefficient, weights, metric in (
        ("cohen_kappa", "quadratic", "qwk"),
        ("qwk", None, "qwk"),
        ("qwk_continuous", None, "qwk_continuous"),
        ("gwet_ac", "quadratic", "ac2_quadratic"),
        ("gwet_ac", None, "ac1"),
    ):
        found = accord.compare(scores, gold="human", coefficient=coefficient, weights=weights)
        for name, estimates in found.estimates.items():
            assert estimates[0].value == pytest.approx(systems[name][metric].value, abs=1e-10)
            rounded = metric != "qwk_continuous"
            assert ("scores rounded to marks" in estimates[0].title) == rounded
    assert systems["a"]["qwk"].value != systems["a"]["qwk_continuous"].value


def test_a_stated_nominal_level_makes_numbers_codes_in_an_evaluation():
    codes = {"gold": [1, 2, 3, 1, 2, 3, 1, 2], "system": [1, 2, 3, 2, 2, 3, 1, 1]}
    system = accord.evaluate(codes, gold="gold", level="nominal").systems[0]
    assert system["ac1"].value == pytest.approx(
        accord.gwet_ac(codes, level="nominal").value, abs=1e-12
    )
    assert np.isnan(system["qwk"].value)


# --- found by an independent trial ---


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("percent_agreement", {"se": "bootstrap", "replicates": 300}),
        ("krippendorff_alpha", {"ci": "bca", "replicates": 300}),
        ("brennan_prediger", {"p_method": "permutation", "replicates": 100}),
    ],
)
def test_resampling_leaves_out_subjects_that_are_not_used(name, options):
    function = getattr(accord, name)
    few, many = function(SIX, **options), function(SIX + SINGLES, **options)
    for key in ("se", "p_value", "lower", "upper"):
        assert getattr(many, key) == pytest.approx(getattr(few, key), abs=1e-12), key


def test_null_errors_need_both_ratings_of_every_subject():
    result = accord.cohen_kappa(SIX + SINGLES, se="null")
    assert np.isnan(result.se)
    assert any("both ratings" in note for note in result.notes)


def test_one_category_leaves_room_for_disagreement():
    low, high = accord.percent_agreement([[3, 3]] * 30, layout="wide").interval
    assert 0.8 < low < 0.95
    assert high == 1


def test_the_line_that_reproduces_a_report_gives_its_numbers(tmp_path):
    path = tmp_path / "likert.csv"
    words = ["disagree", "neutral", "agree"]
    rows = [f"{words[k % 3]},{words[(k + (k % 4 == 0)) % 3]}" for k in range(24)]
    path.write_text("\n".join(["ann,bo", *rows]))
    found = command_json("report", path)
    assert found["lead"] == {
        "agreement": "weighted", "part": "beside", "follows": True, "coefficient": "gwet_ac",
    }  # fmt: skip
    assert "level='ordinal'" in found["reproduce"]["python"]


def test_listed_words_are_in_order(tmp_path):
    path = tmp_path / "sizes.csv"
    rows = ["tiny,tiny", "grande,regular", "regular,regular", "tiny,regular", "grande,grande"]
    path.write_text("\n".join(["ann,bo", *rows]))
    found = command_json("report", path, "--categories", "tiny,regular,grande")
    assert (found["lead"]["agreement"], found["data"]["level"]) == ("weighted", "ordinal")
    assert found["coefficients"][0]["weights"] == "identity"


def test_a_headline_that_is_not_defined_is_refused(files):
    wrong = CliRunner().invoke(
        app, ["report", str(files / "four.csv"), "--headline", "cohen_kappa"]
    )
    assert isinstance(wrong.exception, OptionError)
    assert "exactly 2 raters" in str(wrong.exception)


def test_measured_values_are_compared_by_alpha():
    rng = np.random.default_rng(4)
    tables = [
        np.round(rng.uniform(4, 60, (30, 1)) + rng.normal(0, sd, (30, 3)), 1) for sd in (1, 3)
    ]
    first = accord.compare(*tables).differences[0]
    assert first.title == "Krippendorff's alpha, interval metric"
    assert first.value_a > 0.98


def test_the_continuous_kappa_says_that_scores_are_not_rounded():
    scores = {
        "gold": [1, 2, 3, 4, 2, 3],
        "a": [1.2, 2.1, 3.3, 3.6, 2, 3],
        "b": [1, 2.4, 3, 4, 1.7, 2],
    }
    found = accord.compare(scores, gold="gold", coefficient="qwk_continuous")
    assert found.differences[0].title.endswith("scores not rounded")


def test_counts_of_raters_per_category_are_noticed():
    counts = np.array([[3, 1, 1], [0, 5, 0], [2, 2, 1], [5, 0, 0], [0, 1, 4], [1, 4, 0]])
    with pytest.warns(accord.DataWarning, match="layout='counts'"):
        accord.fleiss_kappa(counts)


def test_z_of_every_category_is_printed(files):
    options = ["report", str(files / "two.csv"), "--se", "null", "--details", "--level", "nominal"]
    text = CliRunner().invoke(app, options).stdout
    header = next(line for line in text.splitlines() if line.startswith("Category "))
    assert header.split()[-3:] == ["SE", "z", "p"]


@pytest.mark.parametrize("options", [[], ["--level", "interval"]])
def test_a_reading_that_is_not_shown_is_not_drawn(tmp_path, monkeypatch, options):
    rng = np.random.default_rng(8)
    data = np.round(rng.uniform(4, 60, 40)[:, None] + rng.normal(0, 1, (40, 3)), 1)
    path = tmp_path / "diameters.csv"
    np.savetxt(path, data, delimiter=",", header="r1,r2,r3", comments="", fmt="%.1f")
    drawn = []

    def recorded(evaluations, *arguments, **keywords):
        drawn.extend((e.coefficient.name, e.scheme.name) for e in evaluations)
        return posterior_tails(evaluations, *arguments, **keywords)

    monkeypatch.setattr("accord.inference.estimate.posterior_tails", recorded)
    command = ["report", str(path), "--details", *options]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    assert ("krippendorff_alpha", "quadratic") in drawn
    assert "identity" not in {scheme for _, scheme in drawn}
    assert ("cohen_kappa", "quadratic") not in drawn  # pairs of raters are shown without intervals
    drawn.clear()
    everything = command_json(*command)  # holds the intervals that the terminal does not show
    assert ("fleiss_kappa", "identity") in drawn
    assert ("cohen_kappa", "quadratic") in drawn
    exact = everything["coefficients"] if not options else everything["beside"]["coefficients"]
    assert {row["weights"] for row in exact if row["name"] == "fleiss_kappa"} == {"identity"}
