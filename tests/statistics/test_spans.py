"""Statistics of spans against values from the definitions, and their properties."""

import json
import math
from itertools import combinations

import numpy as np
import pytest

import accord
from accord.errors import OptionError, UnsupportedError
from accord.io.span_sources import load_spans
from accord.statistics import SPAN_STATISTICS
from accord.statistics.documents import DocumentSums, SpanFeatures, matching
from helpers.paths import ORACLES

ORACLE = json.loads((ORACLES / "spans.json").read_text(encoding="utf-8"))
UNITIZING = {
    "u_alpha": "unitizing_alpha",
    "u_alpha_binary": "unitizing_binary_alpha",
    "cu_alpha": "cu_alpha",
    "k_u_alpha": "ku_alpha",
    "u_alpha_1995": "unitizing_alpha_1995",
    "u_alpha_1995_label": "unitizing_alpha_1995",
}


def records(name):
    data = ORACLE["datasets"][name]
    return [dict(zip(data["columns"], row, strict=True)) for row in data["rows"]]


def lengths(name):
    return ORACLE["datasets"][name]["lengths"]


def of(family):
    return [
        pytest.param(value, id=f"{value['data']}-{value['statistic']}-{value.get('options', '')}")
        for value in ORACLE["values"]
        if value["family"] == family
    ]


def close(value):
    return pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("value", of("unitizing"))
def test_alphas_of_units(value):
    options = value.get("options", {})
    kind = value["statistic"]
    stated = {"lengths": lengths(value["data"])}
    if kind == "k_u_alpha":
        stated["category"] = options["label"]
    elif "label" in options or "only_label" in options:
        stated["label"] = options.get("label", options.get("only_label"))
    result = getattr(accord, UNITIZING[kind])(records(value["data"]), **stated)
    assert result.value == close(value["value"])
    if "coverage" in value:
        stated.setdefault("category", "")
        covered = accord.unit_coverage(records(value["data"]), **stated)
        assert covered.value == close(value["coverage"])


@pytest.mark.parametrize("value", of("spans_atoms"))
def test_agreement_of_characters(value):
    weights = value["options"]["distance"].replace("nominal", "exact")
    atoms = accord.load(records(value["data"]), lengths=lengths(value["data"]))
    alpha = accord.krippendorff_alpha(atoms, weights, ci="t")
    assert alpha.value == close(value["value"])
    assert accord.fleiss_kappa(atoms, weights, ci="t").value == close(value["fleiss"])
    assert accord.conger_kappa(atoms, weights, ci="t").value == close(value["conger"])
    exact = accord.percent_agreement(atoms, weights, ci="t").value
    assert exact == close(value["percent_agreement"])
    if "se_clustered_by_document" in value:
        assert alpha.se == close(value["se_clustered_by_document"])
    assert atoms.n == sum(lengths(value["data"]).values())


def criterion(match):
    """Options of a name of a criterion."""
    if match == "exact_unlabelled":
        return {"match": "exact", "labelled": False}
    return {"match": float(match[5:]) if match.startswith("iou") else match}


@pytest.mark.parametrize("value", of("spans_f"))
def test_matched_spans(value):
    spans, options = records(value["data"]), value["options"]
    pair = {"raters": (options["reference"], options["other"])} if "reference" in options else {}
    if value["statistic"] == "character_f1":
        assert accord.character_f1(spans, **pair).value == close(value["value"])
        return
    stated = criterion(options["match"])
    assert accord.span_f1(spans, **stated, **pair).value == close(value["value"])
    if pair:
        precision = accord.span_precision(spans, **stated, **pair)
        assert precision.value == close(value["precision"])
        assert accord.span_recall(spans, **stated, **pair).value == close(value["recall"])
    else:
        assert accord.span_f1(spans, **stated, average="micro").value == close(value["micro"])


@pytest.mark.parametrize("value", of("segmentation"))
def test_boundaries(value):
    masses = ORACLE["datasets"][value["data"]]["masses"]
    options = value["options"]
    pair = (options["reference"], options["other"])
    function = getattr(accord, value["statistic"])
    assert function(masses, raters=pair).value == close(value["value"])
    if "window" in options:
        stated = function(masses, raters=pair, window=options["window"])
        assert stated.value == close(value["value"])


# --- properties -----------------------------------------------------------------------------------


def random_spans(rng, documents=6, raters=3, labels="xyz", disjoint=True):
    rows = []
    for document in range(documents):
        units = [(s, s + int(rng.integers(2, 9))) for s in range(2, 90, 12)]
        for rater in "ABC"[:raters]:
            for start, end in units:
                if rng.random() < 0.75:
                    shift = int(rng.integers(-1, 2))
                    width = end - start + (0 if disjoint else int(rng.integers(0, 15)))
                    label = labels[start % len(labels)]
                    label = str(rng.choice(list(labels))) if rng.random() < 0.2 else label
                    rows.append(
                        (f"d{document}", rater, start + shift, start + shift + width, label)
                    )
    names = ("document", "rater", "start", "end", "label")
    return [dict(zip(names, row, strict=True)) for row in rows]


def test_the_matching_is_a_largest_one():
    rng = np.random.default_rng(5)
    for _ in range(40):
        rows = random_spans(rng, documents=1, raters=2, labels="x", disjoint=False)
        spans = load_spans(rows)
        first, second = (np.flatnonzero(spans.rater == g) for g in (0, 1))
        for match in ("overlap", 0.3, 0.6, "exact"):
            found = matching.matched_pairs(spans, first, second, match, labelled=True)
            assert np.unique(found).size == found.size
            assert found.size == largest(spans, first, second, match)


def largest(spans, first, second, match):
    """Size of a largest matching, by augmenting paths."""

    def fits(a, b):
        common = min(spans.end[a], spans.end[b]) - max(spans.start[a], spans.start[b])
        union = max(spans.end[a], spans.end[b]) - min(spans.start[a], spans.start[b])
        if match == "overlap":
            return common > 0
        return common == union if match == "exact" else common >= match * union

    partner = {}

    def place(a, seen):
        for b in second:
            if fits(a, b) and b not in seen:
                seen.add(b)
                if b not in partner or place(partner[b], seen):
                    partner[b] = a
                    return True
        return False

    return sum(place(a, set()) for a in first)


@pytest.mark.parametrize("name", [n for n, e in SPAN_STATISTICS.items() if not e.one_document])
def test_slopes_are_derivatives_by_the_weights_of_documents(name):
    entry = SPAN_STATISTICS[name]
    spans = load_spans(random_spans(np.random.default_rng(2)), lengths=110)
    features = SpanFeatures(spans)
    options = {"category": "x"} if "category" in entry.options else {}
    weights = np.random.default_rng(3).uniform(0.5, 2, (1, features.size))
    slope = entry.formula(DocumentSums(features, weights), **options).value.slope
    step = 1e-6
    for d in range(features.size):
        shifted = [weights + sign * step * np.eye(features.size)[d] for sign in (1, -1)]
        up, down = (
            entry.formula(DocumentSums(features, m), **options).value.value[0] for m in shifted
        )
        assert slope[d] == pytest.approx((up - down) / (2 * step), rel=1e-4, abs=1e-8)


@pytest.mark.parametrize("name", SPAN_STATISTICS)
def test_order_and_repetition_do_not_matter(name):
    entry = SPAN_STATISTICS[name]
    rng = np.random.default_rng(7)
    rows = random_spans(rng, documents=1 if entry.one_document else 4)
    options = {"category": "x"} if "category" in entry.options else {}
    options |= {} if entry.reference else {"raters": ("A", "B", "C")}
    function = getattr(accord, name)
    value = function(rows, lengths=110, **options).value
    mixed = [rows[k] for k in rng.permutation(len(rows))]
    assert function(mixed + mixed[:5], lengths=110, **options).value == pytest.approx(value)
    if not entry.one_document:
        twice = rows + [{**row, "document": row["document"] + "b"} for row in rows]
        assert function(twice, lengths=110, **options).value == pytest.approx(value, abs=0.02)


@pytest.mark.parametrize("name", SPAN_STATISTICS)
def test_agreement_is_perfect_where_all_mark_the_same(name):
    entry = SPAN_STATISTICS[name]
    documents = ("d1",) if entry.one_document else ("d1", "d2", "d3")
    places = [(5, 9, "x"), (20, 31, "y"), (40, 44, "x")]
    rows = [
        {"document": d, "rater": r, "start": s, "end": e, "label": k}
        for d in documents
        for r in "AB"
        for s, e, k in places
    ]
    options = {"category": "x"} if "category" in entry.options else {}
    result = getattr(accord, name)(rows, lengths=60, **options)
    assert result.value == pytest.approx(0.0 if entry.better == "less" else 1.0)
    if len(documents) > 1:
        low, high = result.interval
        assert (low, high > 0.02) == (0.0, True) if entry.better == "less" else low < 0.98
        assert low <= result.value <= high


def test_f_of_all_raters_is_the_mean_over_pairs():
    rows = random_spans(np.random.default_rng(1))
    pairs = [accord.span_f1(rows, raters=pair).value for pair in combinations("ABC", 2)]
    assert accord.span_f1(rows).value == pytest.approx(np.mean(pairs))
    assert accord.span_f1(rows, match="overlap").value > accord.span_f1(rows).value


def test_raters_who_did_not_annotate_a_document_are_left_out():
    seen = [{"document": "d1", "rater": r, "start": 0, "end": 4, "label": "x"} for r in ("A", "B")]
    only = [{"document": "d2", "rater": "A", "start": 0, "end": 4, "label": "x"}]
    marker = [{"document": "d1", "rater": "A", "start": None, "end": None, "label": None}]
    assert accord.span_f1(seen + only).value == pytest.approx(2 / 3)
    assert accord.span_f1(seen + only + marker).value == 1
    assert accord.unitizing_alpha(seen + only + marker, lengths=10).n == 1
    none = [{"document": "d2", "rater": "B", "start": None, "end": None, "label": None}]
    assert accord.span_f1(seen + only + none).value == pytest.approx(2 / 3)


def test_intervals_and_tests():
    rows = random_spans(np.random.default_rng(4), documents=20)
    for method in ("dirichlet", "t", "percentile"):
        alpha = accord.unitizing_alpha(rows, lengths=110, ci=method)
        assert alpha.lower < alpha.value < alpha.upper
        assert alpha.n == 20
    assert accord.unitizing_alpha(rows, lengths=110).p_value < 0.01
    f1 = accord.span_f1(rows, confidence=0.5)
    wide = accord.span_f1(rows)
    assert wide.lower < f1.lower < f1.upper < wide.upper
    assert accord.span_f1(rows, seed=3).lower != wide.lower
    assert accord.span_f1(rows).lower == wide.lower


def test_jackknife_of_documents():
    rows = random_spans(np.random.default_rng(8), documents=7)
    result = accord.cu_alpha(rows, se="jackknife")
    left_out = [
        accord.cu_alpha([row for row in rows if row["document"] != f"d{d}"]).value for d in range(7)
    ]
    mean = np.mean(left_out)
    expected = math.sqrt(6 / 7 * sum((value - mean) ** 2 for value in left_out))
    assert result.se == pytest.approx(expected)


def test_one_document_has_no_interval():
    result = accord.span_f1(random_spans(np.random.default_rng(4), documents=1))
    assert math.isnan(result.lower)
    assert any("one document" in note for note in result.notes)


def test_undefined_values_have_a_reason():
    rows = [
        {"document": "d1", "rater": r, "start": s, "end": s + 2, "label": "x"}
        for r, s in (("A", 0), ("B", 5))
    ]
    result = accord.cu_alpha(rows)
    assert math.isnan(result.value)
    assert "overlap" in result.reason


@pytest.mark.parametrize(
    ("call", "kind", "what"),
    [
        (lambda rows: accord.unitizing_alpha(rows), UnsupportedError, "lengths={'d1': 120}"),
        (lambda rows: accord.span_f1(rows, match="near"), OptionError, "match is 'near'"),
        (lambda rows: accord.span_f1(rows, match=0.0), OptionError, "match is 0"),
        (lambda rows: accord.span_f1(rows, average="macro"), OptionError, "'mean' or 'micro'"),
        (lambda rows: accord.span_f1(rows, raters=("A", "Z")), OptionError, "no rater 'Z'"),
        (lambda rows: accord.span_f1(rows, label="q"), OptionError, "no label 'q'"),
        (lambda rows: accord.unitizing_alpha(rows, lengths="long"), OptionError, "'long'"),
        (lambda rows: accord.unitizing_alpha(rows, lengths={"d0": -3}), OptionError, "-3"),
        (lambda rows: accord.ku_alpha(rows, category="q"), OptionError, "no label 'q'"),
        (lambda rows: accord.pk(rows, lengths=200, window=0), OptionError, "window is 0"),
        (lambda rows: accord.unitizing_alpha_1995(rows, lengths=200), UnsupportedError, "one doc"),
    ],
)
def test_refusals(call, kind, what):
    with pytest.raises(kind, match=what.replace("{", r"\{")):
        call(random_spans(np.random.default_rng(4), documents=2))


def test_overlapping_units_of_one_rater_are_refused_with_a_remedy():
    name = "spans_overlapping"
    with pytest.raises(UnsupportedError, match="one label at a time with label"):
        accord.unitizing_alpha(records(name), lengths=lengths(name))
