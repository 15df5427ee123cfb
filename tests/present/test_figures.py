"""Pictures: what is drawn is what was found."""

import math
import re
import threading
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest

import accord
from accord.analysis.comparison import Comparison
from accord.analysis.evaluation import Verdict
from accord.analysis.views import (
    CategoryAgreement,
    Disagreement,
    LimitsOfAgreement,
    Missingness,
    PrevalenceCurve,
    RaterLeftOut,
    RaterMatrix,
    compute_details,
    compute_shown,
)
from accord.base.showing import Shown
from accord.errors import OptionError
from accord.inference.results import Agreement, Estimate
from accord.plots import (
    as_svg,
    comparison_figures,
    describe,
    evaluation_figures,
    plot,
    plot_degradation,
    plot_differences,
    plot_disagreements,
    plot_labels,
    plot_margins,
    plot_pairs,
    plot_sides,
    plot_subgroups,
    plot_systems,
    report_figures,
    save,
)
from accord.present.figures.canvas import label
from accord.present.figures.cells import ROOM
from accord.present.figures.registry import RESULTS, ROWS
from helpers.paths import EXAMPLES

LARGEST = 150 * 1024
HOW = {"ci": "t"}


def svg(figure, alt=""):
    """SVG of a figure, checked: it is XML, without scripts, and not too large."""
    text = as_svg(figure, alt)
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg")
    assert not [e for e in root.iter() if e.tag.endswith(("script", "foreignObject"))]
    assert len(text) < LARGEST
    return text


def texts(ax):
    return [t.get_text() for t in ax.texts]


def segments(ax):
    """Interval lines by row: (row, low, high)."""
    return [
        (line[0][1], line[0][0], line[1][0])
        for collection in ax.collections
        if hasattr(collection, "get_segments")
        for line in collection.get_segments()
    ]


def dots(ax):
    """Places of markers, by row."""
    return {
        (float(x), float(y))
        for line in ax.lines
        if line.get_linestyle() == "None"
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
    }


@cache
def crowd():
    """200 raters, 60 subjects, seven categories, a tenth missing."""
    rng = np.random.default_rng(0)
    truth = rng.integers(1, 8, 60)
    care = rng.uniform(0.3, 1, 200)
    off = rng.integers(-1, 2, (60, 200)) * (rng.random((60, 200)) > care)
    marks = np.clip(truth[:, None] + off, 1, 7).astype(float)
    marks[rng.random(marks.shape) < 0.1] = np.nan
    return accord.load(marks, layout="wide")


@cache
def essays():
    return accord.load(EXAMPLES / "essays.csv")


@cache
def evaluated():
    return accord.evaluate(
        EXAMPLES / "essays.csv",
        gold="adams",
        second="brown",
        systems="chen",
        by="class",
        range=(0, 5),
    )


@cache
def compared():
    return accord.compare(
        EXAMPLES / "machines.csv", gold="teacher", weights="quadratic", margin=0.1
    )


@cache
def everything():
    """A result of every kind that has a picture."""
    news = accord.load(EXAMPLES / "news.csv")
    rng = np.random.default_rng(0)
    human = rng.integers(0, 4, 40)
    runs = {f"k={k}": np.clip(human + rng.integers(-1, 2, 40), 0, 3) for k in (1, 5, 20)}
    found = [
        accord.agreement(news, **HOW),
        accord.gwet_ac(news, **HOW),
        accord.berry_mielke(EXAMPLES / "machines.csv", level="interval", replicates=200),
        accord.confusion(news),
        accord.pairwise(essays(), **HOW),
        accord.distributions(news),
        accord.limits_of_agreement(EXAMPLES / "machines.csv", "teacher", "engine1"),
        accord.panel_limits(EXAMPLES / "machines.csv", level="interval"),
        accord.missingness(essays()),
        accord.prevalence_curve(news),
        compared(),
        evaluated(),
        accord.sweep({"human": human, **runs}, "human", range=(0, 3)),
        accord.study("scale"),
        accord.plan(0.7, width=0.3, ci="t", raters=[2, 3]),
        accord.by_category(news, **HOW),
        accord.leave_one_out(essays(), **HOW),
        accord.disagreements(essays()),
        accord.agreement_table(EXAMPLES / "essays.csv", by="class", **HOW),
        accord.evaluate_prompts(EXAMPLES / "essays.csv", "adams", by="class", **HOW),
        accord.by_label(EXAMPLES / "entities.jsonl"),
        compute_shown(EXAMPLES / "entities.jsonl", **HOW).results["spans"],
        accord.decision_study([[9, 2, 5], [6, 1, 3], [8, 4, 6], [7, 1, 2]], reliability=0.9),
        accord.diagnostic_accuracy(EXAMPLES / "verdicts.csv", "alice", positive="pass"),
        accord.icc(EXAMPLES / "machines.csv"),
    ]
    return {type(item[0] if isinstance(item, tuple) else item): item for item in found}


def test_every_result_has_a_picture_and_words():
    assert set(everything()) == {*RESULTS, *ROWS}
    for kind, item in everything().items():
        text = svg(plot(item), describe(item))
        assert 'role="img"' in text
        assert describe(item).endswith(".")
        if kind in RESULTS:
            assert isinstance(item, Shown)
            assert item.plot().axes


def test_the_same_result_gives_the_same_text():
    found = everything()[Agreement]
    figure = found.plot()
    assert as_svg(figure) == as_svg(figure) == as_svg(found.plot())


def test_every_shown_result_is_drawn():
    shown, waiting = set(), [Shown]
    while waiting:
        own = waiting.pop().__subclasses__()
        waiting += own
        shown |= set(own)
    drawn = {kind.__name__ for kind in RESULTS}  # dataclasses with slots exist twice
    assert all(drawn & {base.__name__ for base in kind.__mro__} for kind in shown)


def test_what_has_no_picture_says_so():
    with pytest.raises(OptionError, match="dict has no figure; figures exist for Agreement"):
        plot({})
    with pytest.raises(OptionError, match="int has no figure"):
        describe((1, 2))
    with pytest.raises(OptionError, match="no rows"):
        plot(())


def test_coefficients_stand_where_they_are():
    found = everything()[Agreement]
    (ax,) = found.plot(scale="krippendorff").axes
    lines = {row: (low, high) for row, low, high in segments(ax)}
    for row, e in enumerate(found):
        assert lines[row] == pytest.approx((e.lower, e.upper))
        assert (e.value, row) in dots(ax)
    assert [t.get_text() for t in ax.get_yticklabels()] == [label(e.title, 40) for e in found]
    assert "discard" in texts(ax)
    assert "of Krippendorff" in ax.get_xlabel()
    single = everything()[Estimate].plot().axes[0]
    assert segments(single)[0][1:] == pytest.approx(tuple(everything()[Estimate].interval))


def test_subgroups_stand_beside_each_other_and_many_below():
    found = accord.agreement(
        EXAMPLES / "essays.csv", ["gwet_ac", "fleiss_kappa"], by="class", **HOW
    )
    (ax,) = found.plot().axes
    values = {x for x, _ in dots(ax)}
    for part in (found, *found.groups.values()):
        assert {e.value for e in part} <= values
    legend = [t.get_text() for t in ax.figure.legends[0].get_texts()]
    assert legend == ["all", "A", "B"]
    many = accord.agreement(EXAMPLES / "crowd.csv", ["gwet_ac"], by="batch", **HOW)
    (ax,) = many.plot().axes
    assert (many.groups["batch07"]["gwet_ac"].value, 7) in dots(ax)
    assert len(ax.get_yticklabels()) == 21


def test_numbers_in_the_confusion_matrix():
    found = accord.confusion(EXAMPLES / "news.csv")
    (ax,) = plot(found).axes
    assert texts(ax) == [f"{n:.0f}" for n in found.counts.ravel()]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("coder2", "coder1")
    pooled = plot(accord.confusion(essays())).axes[0]
    assert "both orders" in pooled.get_title(loc="left")


def test_text_stands_out_from_its_cell():
    (ax,) = plot(accord.confusion(EXAMPLES / "news.csv")).axes
    colours = {t.get_text(): t.get_color() for t in ax.texts}
    assert colours["123"] == "white"
    assert colours["0"] == "black"


def test_raters_are_in_the_order_of_their_agreement():
    found = everything()[RaterMatrix]
    (ax,) = plot(found).axes
    means = np.nanmean(found.values, axis=1)
    order = np.argsort(-means)
    names = [found.raters[k] for k in order]
    assert [t.get_text() for t in ax.get_yticklabels()] == names
    shown = np.array(texts(ax)).reshape(3, 3)
    assert shown[0, 1] == f"{found[names[0], names[1]].value:.2f}".removeprefix("0")
    assert shown[1, 1] == ""


def test_agreement_per_category():
    rows = everything()[CategoryAgreement]
    left, right = plot(rows).axes
    for i, row in enumerate(rows):
        assert (row.specific.value, i - 0.15) in dots(left)
        assert (row.kappa.value, i + 0.15) in dots(left)
    assert [bar.get_width() for bar in right.patches] == [row.share for row in rows]


def test_ratings_of_the_worst_subjects():
    rows = everything()[Disagreement]
    (ax,) = plot(rows, top=5).axes
    drawn = {(x, round(y)) for x, y in dots(ax)}
    for i, row in enumerate(rows[:5]):
        for mark in row.ratings.values():
            assert mark is None or (float(mark), i) in drawn
    assert "no subject" in plot_disagreements(()).axes[0].texts[0].get_text()
    words = accord.disagreements({"x": ["p", "p"], "y": ["q", "p"]})
    (ax,) = plot_disagreements(words, ["q", "o", "p"]).axes
    assert {x for x, _ in dots(ax)} == {0.0, 2.0}
    counted = accord.disagreements({"k": [3, 1], "l": [0, 2]}, layout="counts")
    assert texts(plot(counted).axes[0])[:2] == ["1", "2"]


def test_distributions_as_bars_lines_and_cells():
    found = accord.distributions(EXAMPLES / "news.csv")
    (ax,) = plot(found).axes
    assert [bar.get_height() for bar in ax.patches] == pytest.approx(found.shares.ravel())
    scores = accord.distributions(EXAMPLES / "drift.csv", raters=["human", "steady"])
    lines = plot(scores).axes[0].lines
    assert [sum(line.get_ydata()) for line in lines] == pytest.approx([1, 1])
    assert len(plot(accord.distributions(crowd())).axes) == 2  # cells, and the bar of shades


def test_limits_and_their_intervals():
    found = everything()[LimitsOfAgreement]
    (ax,) = plot(found).axes
    heights = {float(line.get_ydata()[0]) for line in ax.lines if len(line.get_ydata()) == 2}
    assert {found.mean, found.lower, found.upper, 0.0} <= heights
    stretches = {(round(p.get_y(), 9), round(p.get_y() + p.get_height(), 9)) for p in ax.patches}
    for interval in (found.mean_interval, found.lower_interval, found.upper_interval):
        assert (round(interval.low, 9), round(interval.high, 9)) in stretches
    drawn = {
        (float(x), float(y)): line.get_markersize()
        for line in ax.lines
        if line.get_marker() == "o"
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
    }
    assert set(drawn) == {(x, y) for x, y, _ in found.points.tolist()}
    most = found.points[:, 2].max()
    for x, y, count in found.points.tolist():
        assert drawn[x, y] == pytest.approx(max(15 * math.sqrt(count / most), 2.5), abs=0.25)


def test_prevalence_says_where_the_data_stand():
    found = everything()[PrevalenceCurve]
    (ax,) = plot(found).axes
    points = {
        (float(x), float(y))
        for line in ax.lines
        if len(line.get_xdata()) == 1
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
    }
    assert points == {(found.share, curve.observed) for curve in found.curves}
    assert any("observed:" in text for text in texts(ax))


def test_raters_left_out():
    rows = everything()[RaterLeftOut]
    (ax,) = plot(rows).axes
    whole = accord.gwet_ac(essays(), **HOW).value
    assert any(np.allclose(line.get_xdata(), whole) for line in ax.lines)
    lines = {row: (low, high) for row, low, high in segments(ax)}
    for i, row in enumerate(rows):
        assert lines[i] == pytest.approx((row.estimate.lower, row.estimate.upper))


def test_missing_ratings():
    found = everything()[Missingness]
    left, right = plot(found).axes
    seen = np.asarray(left.images[0].get_array())
    order = np.argsort(found.missing, kind="stable")
    assert np.array_equal(seen, found.present[:, order])
    assert [bar.get_width() for bar in right.patches] == list(found.by_number.values())


def test_differences_with_margin_and_without():
    found = everything()[Comparison]
    (ax,) = plot_differences(found).axes
    assert segments(ax)[0][1:] == pytest.approx(tuple(found.differences[0].interval))
    assert any(np.allclose(line.get_xdata(), 0) for line in ax.lines)
    assert any(np.allclose(line.get_xdata(), 0.1) for line in ax.lines)
    sides = {e.value for own in found.estimates.values() for e in own}
    assert sides <= {x for x, _ in dots(plot_sides(found).axes[0])}
    assert list(comparison_figures(found)) == ["differences", "sides"]


def test_systems_against_people():
    found = everything()[Verdict]
    (ax,) = plot_systems(found).axes
    values = {x for x, _ in dots(ax)}
    assert found["chen"]["qwk"].value in values
    assert found.baseline["exact"].value in values
    assert any(np.allclose(line[1], found.ceiling["qwk"].value) for line in segments(ax))
    rows = {t.get_text(): k for k, t in enumerate(ax.get_yticklabels())}
    one = plot_systems(found, metric="qwk").axes[0]
    assert segments(one)[0][1:] == pytest.approx(
        (found["chen"]["qwk"].lower, found["chen"]["qwk"].upper)
    )
    assert any(text.startswith("quadratic weighted") for text in rows)
    loss = plot_degradation(found).axes[0]
    assert {(m.value, k) for k, m in enumerate(found["chen"].degradation)} <= dots(loss)


def test_margins_are_shares():
    found = everything()[Verdict]
    (ax,) = plot_margins(found).axes
    shares = {m.difference: m.share for m in found["chen"].margins}
    assert texts(ax) == [f"{shares[k]:.0%}" for k in sorted(shares)]
    wide = Verdict(
        **{
            **{name: getattr(found, name) for name in Verdict.__slots__},
            "systems": (
                SimpleNamespace(
                    name="x",
                    margins=[SimpleNamespace(difference=d, share=0.04) for d in range(-12, 13)],
                ),
            ),
        }
    )
    (ax,) = plot_margins(wide).axes
    assert texts(ax)[0] == texts(ax)[-1] == "28%"
    assert ax.get_xticklabels()[0].get_text() == "−6 or less"


def test_subgroups_and_pairs_of_systems():
    found = everything()[Verdict]
    (ax,) = plot_subgroups(found).axes
    own = [g for g in found.groups if g.metric == "smd"]
    assert sorted(x for x, _ in dots(ax)) == pytest.approx(sorted(g.value for g in own))
    assert {0.1, -0.1} <= {float(line.get_xdata()[0]) for line in ax.lines}
    with pytest.raises(OptionError, match="no pair"):
        plot_pairs(found)
    two = accord.evaluate(EXAMPLES / "machines.csv", gold="teacher", range=(0, 4))
    pair = next(c for c in two.comparisons if c.metric == two.headline)
    assert segments(plot_pairs(two).axes[0])[0][1:] == pytest.approx((pair.lower, pair.upper))
    with pytest.raises(OptionError, match="no subgroups"):
        plot_subgroups(two)
    with pytest.raises(OptionError, match="only one person"):
        plot_degradation(two)
    assert list(evaluation_figures(two)) == ["systems", "margins", "pairs"]
    assert list(evaluation_figures(found)) == ["systems", "margins", "degradation", "subgroups"]


def test_many_systems_get_a_row_each():
    rng = np.random.default_rng(0)
    human = rng.integers(0, 4, 50)
    data = {"human": human}
    data |= {f"s{k}": np.clip(human + rng.integers(-1, 2, 50), 0, 3) for k in range(9)}
    found = accord.evaluate(data, gold="human", range=(0, 3))
    (ax,) = plot(found).axes
    names = [t.get_text() for t in ax.get_yticklabels()]
    values = [found[name][found.headline].value for name in names]
    assert values == sorted(values, reverse=True)
    for picture in evaluation_figures(found).values():
        svg(picture.figure)


def test_the_pictures_of_a_report():
    patterns = essays()
    found = accord.agreement(patterns, weights="quadratic", **HOW)
    details = compute_details(patterns, "quadratic", **HOW)
    pictures = report_figures(patterns, found, details, "quadratic", "altman")
    assert list(pictures) == [
        "coefficients", "categories", "distributions", "confusion", "raters", "left_out",
        "missingness", "disagreements", "prevalence",
    ]  # fmt: skip
    for name, picture in pictures.items():
        assert picture.name == name
        assert re.fullmatch("[a-z_]+", name)
        assert picture.title
        assert picture.alt.endswith(".")
        svg(picture.figure, picture.alt)
    drift = accord.load(EXAMPLES / "drift.csv", raters=["human", "steady"])
    few = report_figures(drift, accord.agreement(drift, "gwet_ac", **HOW))
    assert list(few) == ["coefficients", "distributions", "bland_altman"]


def test_pictures_of_200_raters():
    patterns = crowd()
    found = accord.agreement(patterns, ["gwet_ac", "fleiss_kappa"], **HOW)
    for picture in report_figures(patterns, found).values():
        svg(picture.figure, picture.alt)
    everybody = patterns.raters
    rng = np.random.default_rng(0)
    one = accord.gwet_ac(patterns.select(everybody[:2]), **HOW)
    care = rng.uniform(0.5, 1, 200)
    values = np.outer(care, care)[np.triu_indices(200, 1)] + rng.normal(0, 0.05, 200 * 199 // 2)
    pairs = [replace(one, value=float(x)) for x in values]
    matrix = RaterMatrix("cohen_kappa", everybody, tuple(pairs))
    figure = plot(matrix)
    svg(figure)
    assert not texts(figure.axes[0])
    assert len(matrix.raters) > ROOM
    assert 20 <= len(figure.axes[0].get_yticklabels()) <= 45
    rows = tuple(RaterLeftOut(name, one, 0.01) for name in everybody)
    figure = plot(rows)
    svg(figure)
    assert len(segments(figure.axes[0])) == 200
    svg(plot(accord.disagreements(patterns)))


@pytest.mark.parametrize(
    "data",
    [
        {"ann": list("xxyyz"), "bo": list("xxyyz"), "cy": list("xxyyz")},
        {"ann": list("xxxx"), "bo": list("xxxx"), "cy": list("xxxx")},
        {"ann": list("xxxx"), "bo": list("xxxx")},
        {"ann": [1, None, 2], "bo": [None, 2, 2], "cy": [1, 2, None]},
        {"ann": [1.5, 1.5], "bo": [1.5, 1.5]},
    ],
)
def test_degenerate_data(data):
    patterns = accord.load(data)
    found = accord.agreement(patterns, **HOW)
    details = compute_details(patterns, **HOW)
    pictures = report_figures(patterns, found, details)
    for picture in pictures.values():
        text = svg(picture.figure, picture.alt)
        assert not re.search(r"\b(nan|inf)\b", re.sub(r"<image[^>]*>", "", text), re.IGNORECASE)
    undefined = [e for e in found if math.isnan(e.value)]
    words = texts(pictures["coefficients"].figure.axes[0])
    assert words.count("undefined") == len(undefined)
    assert pictures["coefficients"].alt.count("undefined") == len(undefined)


def test_limits_of_very_many_scores():
    rng = np.random.default_rng(0)
    for many in (700, 20_000):
        a = rng.normal(50, 10, many)
        figure = plot(accord.limits_of_agreement({"a": a, "b": a + rng.normal(1, 5, many)}))
        svg(figure)
    (image,) = figure.axes[0].images
    assert image.get_array().sum() == 20_000


def test_limits_of_one_subject_and_of_none():
    for data in ({"a": [1, None], "b": [2, 3]}, {"a": [1, None], "b": [None, 3]}):
        found = accord.limits_of_agreement(data)
        svg(plot(found))
        assert "too few" in describe(found)


def test_forty_categories_with_strange_names():
    rng = np.random.default_rng(1)
    names = [f"_{k} $x_{k}$ <b>&amp; 中文 \x1b[31m " + "long " * (k % 9) for k in range(40)]
    codes = rng.integers(0, 40, 300)
    data = {
        "$ann$": [names[k] for k in codes],
        "_bo": [names[k if rng.random() < 0.7 else rng.integers(40)] for k in codes],
    }
    patterns = accord.load(data)
    details = compute_details(patterns, **HOW)
    pictures = report_figures(patterns, accord.agreement(patterns, **HOW), details)
    for picture in pictures.values():
        svg(picture.figure, picture.alt)
    text = svg(pictures["disagreements"].figure)
    assert "$ann$" in text  # as it is, not as mathematics
    assert "_bo" in text
    assert "\x1b" not in text


def test_labels():
    assert label(3.0) == "3"
    assert label("$5") == r"\$5"
    assert label("_x") == " _x"
    assert len(label("x" * 100, 20)) == 20
    assert label("rater number one of many 17", 20).endswith("17")


def test_pictures_are_saved(tmp_path):
    figure = plot(accord.confusion([["x", "x"], ["x", "y"], ["y", "y"]]))
    for ending, start in ((".svg", b"<?xml"), (".png", b"\x89PNG"), (".pdf", b"%PDF")):
        path = tmp_path / f"picture{ending}"
        save(figure, path)
        once = path.read_bytes()
        assert once.startswith(start)
        save(figure, str(path))
        assert path.read_bytes() == once
    with pytest.raises(OptionError, match="must end in"):
        save(figure, tmp_path / "picture.bmp")
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []
    assert "a &lt;b&gt; &amp; c" in as_svg(figure, "a <b> & c")


def test_threads_draw_the_same():
    found = accord.confusion([["x", "x"], ["x", "y"], ["y", "y"]])
    drawn = []
    threads = [threading.Thread(target=lambda: drawn.append(as_svg(plot(found)))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(drawn) == 4
    assert len(set(drawn)) == 1


def test_labels_of_sets_have_a_row_each_and_their_mean():
    result = accord.by_label(EXAMPLES / "entities.jsonl")
    figure = plot_labels(result)
    left, right = figure.axes
    assert [text.get_text() for text in left.get_yticklabels()] == ["LOC", "ORG", "PER"]
    points = next(line for line in left.lines if line.get_marker() == "o")
    values = [row.coefficient.value for row in result.labels]
    assert points.get_xdata() == pytest.approx(values)
    assert any(list(line.get_xdata()) == [result.mean.value] * 2 for line in left.lines)
    widths = [bar.get_width() for bar in right.patches]
    assert widths == pytest.approx([row.share for row in result.labels])
    assert "highest on LOC (.85) and lowest on ORG (.54)" in describe(result)


def test_labels_of_spans_show_what_is_defined():
    rows = [
        {"document": f"d{d}", "rater": r, "start": s, "end": s + 4, "label": k}
        for d in range(3)
        for r in "ab"
        for s, k in ((0, "x"), (10 + (r == "b"), "y"))
    ]
    shown = compute_shown(accord.load(rows, layout="spans"))
    section = shown.results["spans"]
    figure = plot(section)
    left, right = figure.axes
    names = [text.get_text() for text in figure.legends[0].get_texts()]
    assert names == ["span F1", "character F1", "alpha of label"]
    f1 = next(line for line in left.lines if line.get_marker() == "o")
    assert f1.get_xdata().tolist() == [1.0, 0.0]
    assert [bar.get_width() for bar in right.patches] == [6, 6]
    assert [row.coverage for row in section.labels] == [None, None]  # lengths are unknown
    assert "F is highest on x (1.00) and lowest on y (.00)" in describe(section)


def test_intraclass_correlations_with_their_components_and_ratings():
    ratings = accord.load(EXAMPLES / "essays.csv", level="interval")
    result = accord.icc(ratings)
    alone, both = plot(result), plot(result, ratings=ratings)
    assert len(alone.axes) == 2
    top = next(
        ax for ax in both.axes if ax.get_title(loc="left").startswith("Ratings of 60 subjects")
    )
    assert [text.get_text() for text in top.get_legend().get_texts()] == list(ratings.raters)
    drawn = sum(np.isfinite(line.get_ydata().astype(float)).sum() for line in top.lines)
    assert drawn == ratings.rating_counts @ ratings.multiplicity
    rows = [tick.get_text() for tick in alone.axes[0].get_yticklabels()]
    assert rows == [e.symbol for e in result]
    bars = [bar.get_width() for bar in alone.axes[1].patches]
    parts = result.components
    total = parts.subjects + parts.raters + parts.residual
    assert bars == pytest.approx(
        [100 * x / total for x in (parts.subjects, parts.raters, parts.residual)]
    )
    words = describe(result)
    assert "ICC(A,1)" in words
    assert "subjects 7" in words
    for figure in (alone, both):
        svg(figure, words)


def test_intraclass_correlations_without_raters_and_of_many_subjects():
    rng = np.random.default_rng(1)
    y = rng.normal(5, 1, (400, 1)) + rng.normal(0, 1, (400, 12))
    y[rng.random(y.shape) < 0.3] = np.nan
    many = accord.load(np.round(y, 1))
    figure = plot(accord.icc(many), ratings=many)
    assert any("75 of them" in ax.get_title(loc="left") for ax in figure.axes)
    svg(figure)
    same = accord.icc([[1.5, 1.5], [1.5, 1.5], [1.5, 1.5]])
    svg(plot(same), describe(same))
    anonymous = accord.load(np.round(y[:20], 1)).anonymous()
    svg(plot(accord.icc(anonymous), ratings=anonymous))


def test_a_report_on_measurements_shows_the_ratings():
    patterns = accord.load(EXAMPLES / "angles.csv", duplicates="mean")
    shown = compute_shown(patterns, **HOW)
    figures = report_figures(patterns, accord.agreement(patterns, **HOW), shown=shown)
    assert {"reliability", "bland_altman"} <= set(figures)
    assert len(figures["reliability"].figure.axes) == 3


def test_each_number_of_occasions_has_a_curve_with_its_interval():
    rng = np.random.default_rng(2)
    y = rng.normal(0, 1, (25, 1, 1)) + rng.normal(0, 0.7, (25, 3, 2))
    figure = plot(accord.decision_study(y, reliability=0.8, occasions=[1, 2, 3]))
    assert [ax.get_title(loc="left") for ax in figure.axes] == [
        "one occasion", "two occasions", "three occasions",
    ]  # fmt: skip
    assert all(len(ax.collections) == 1 for ax in figure.axes)
    svg(figure)
