"""Results as plain values and back, for every kind of result."""

import dataclasses
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import jsonschema
import numpy as np
import pytest

import accord
from accord.analysis.evaluation import evaluate
from accord.analysis.studies import study
from accord.analysis.sweeps import sweep
from accord.analysis.views import compute_details
from accord.base.serialise import METADATA, Record, Writing, dump, load, written
from accord.errors import InputError
from accord.inference.differ import differ
from accord.present import documents_of, loaded, schema_of, text
from accord.present.records import KINDS as SUMMARIES
from helpers.paths import EXAMPLES
from helpers.printed import KINDS, printed

RNG = np.random.default_rng(3)
TABLE = RNG.integers(1, 5, (30, 1)) + RNG.integers(0, 2, (30, 4))
GAPS = np.where(RNG.random((30, 4)) < 0.2, np.nan, TABLE)
WORDS = [["yes", "yes"], ["no", "yes"], ["no", "no"], ["yes", "no"], ["no", "no"], ["no", None]]
ALIKE = [["a", "a"]] * 5
CUBE = RNG.integers(1, 5, (3, 12, 2))
T = {"ci": "t"}
MACHINES = {
    "gold": TABLE[:, 0],
    "second": TABLE[:, 1],
    "third": TABLE[:, 2],
    "m1": TABLE[:, 3],
    "m2": np.round(TABLE[:, 0] + RNG.normal(0, 0.7, 30), 1),
    "class": ["x", "y"] * 15,
}
PEOPLE = {"gold": ["gold", "second", "third"], "systems": ["m1", "m2"]}
ESSAYS = EXAMPLES / "essays.csv"
MEASURED = np.random.default_rng(9).normal(10, 1, (12, 1)) + np.random.default_rng(8).random(
    (12, 3)
)
RESULTS = {
    "estimate": lambda: accord.gwet_ac(TABLE),
    "estimate, undefined": lambda: accord.cohen_kappa(ALIKE),
    "estimate, normal": lambda: accord.gwet_ac(TABLE, ci="normal"),
    "interval": lambda: accord.gwet_ac(TABLE).interval,
    "agreement": lambda: accord.agreement(GAPS, **T),
    "agreement, groups": lambda: accord.agreement(ESSAYS, by="class", **T),
    "agreement, words": lambda: accord.agreement(WORDS, **T),
    "agreement, one coefficient": lambda: accord.agreement(TABLE, ["gwet_ac"], ci="bca"),
    "comparison": lambda: accord.compare(TABLE[:15], TABLE[15:], margin=0.2),
    "comparison, by a normal distribution": lambda: accord.compare(
        TABLE[:15], TABLE[15:], method="bootstrap", replicates=100
    ),
    "comparison, paired": lambda: accord.compare(TABLE[:, :2], TABLE[:, 2:], paired=True),
    "comparison, groups": lambda: accord.compare(ESSAYS, by="class", method="influence"),
    "comparison, undefined": lambda: accord.compare(
        [["yes", "yes"]] * 5, WORDS, coefficient="cohen_kappa"
    ),
    "comparison, cube": lambda: accord.compare(CUBE, CUBE[:2], level="interval", replicates=100),
    "verdict": lambda: evaluate(MACHINES, **PEOPLE, by="class", **T),
    "verdict, one person": lambda: evaluate(MACHINES, gold="gold", systems=["m2"]),
    "verdict, words": lambda: evaluate(EXAMPLES / "verdicts.csv", gold="alice", systems=["model"]),
    "verdict, runs": lambda: evaluate(MACHINES, **PEOPLE, runs={"m": ["m1", "m2"]}, **T),
    "plan": lambda: accord.plan(0.7, null=0.5, raters=[2, 3], **T),
    "plan, width": lambda: accord.plan(0.8, width=0.3, samples=20, raters=2, curves=True),
    "sweep": lambda: sweep(EXAMPLES / "machines.csv", "teacher"),
    "study": lambda: study("scale"),
    "study, data": lambda: study("magnitude", EXAMPLES / "machines.csv", "teacher", "engine1"),
    "generalized": lambda: accord.berry_mielke(CUBE, level="interval"),
    "generalized, drawn": lambda: accord.berry_mielke(GAPS, level="interval", replicates=100),
    "generalized, undefined": lambda: accord.berry_mielke([[1, 1]] * 4, level="interval"),
    "differ": lambda: differ(0.4, 1.5, 0.02, -0.2, 0.6, 1.4, 0.03, -0.1),
    "preview": lambda: accord.preview(ESSAYS),
    "table": lambda: accord.agreement_table({"a": accord.load(WORDS), "b": accord.load(GAPS)}, **T),
    "prompts": lambda: accord.evaluate_prompts(MACHINES, **PEOPLE, by="class", **T),
    "prompts, compared": lambda: accord.compare_prompts(
        ESSAYS, "adams", by="class", method="influence"
    ),
    "check": lambda: accord.check(GAPS, "gwet_ac=.5", "cohen_kappa=.5", **T),
    "table, groups": lambda: accord.agreement_table(ESSAYS, by="class", **T),
    "preview, array": lambda: accord.preview(WORDS),
    "pairwise": lambda: accord.pairwise(TABLE),
    "confusion": lambda: accord.confusion(GAPS),
    "distributions": lambda: accord.distributions(GAPS),
    "limits": lambda: accord.limits_of_agreement(TABLE[:, :2]),
    "limits, readings": lambda: accord.limits_of_agreement(MEASURED, ["1", "2"], ["3"]),
    "panel limits": lambda: accord.panel_limits(MEASURED),
    "icc": lambda: accord.icc(MEASURED, ci="f"),
    "icc, gaps": lambda: accord.icc(GAPS, level="interval"),
    "homogeneity": lambda: accord.marginal_homogeneity(TABLE),
    "accuracy": lambda: accord.diagnostic_accuracy(
        {"ref": ["yes", "no"] * 5, "a": ["yes", "no"] * 4 + ["no", "no"]}, "ref"
    ),
    "accuracy, curve": lambda: accord.diagnostic_accuracy(
        {"ref": [0, 1] * 5, "a": [0.5, 1, 2, 3.5, 1, 4, 2.5, 3, 0, 6]}, "ref"
    ),
    "decisions": lambda: accord.decision_study(MEASURED, reliability=0.9),
    "decisions, stated": lambda: accord.decision_study(components={"p": 2, "r": 1, "po": 1}),
    "generalizability": lambda: accord.g_study(MEASURED),
    "replicates": lambda: accord.replicates(np.stack([MEASURED, MEASURED**1.01], axis=2)),
    "missingness": lambda: accord.missingness(GAPS),
    "prevalence": lambda: accord.prevalence_curve(GAPS),
    "diagnosis": lambda: accord.diagnose(WORDS, **T),
    "details": lambda: compute_details(accord.load(GAPS)),
    "details, two raters": lambda: compute_details(accord.load(TABLE[:, :2] * 3)),
    "category": lambda: accord.by_category(WORDS)[0],
    "left out": lambda: accord.leave_one_out(TABLE)[0],
    "disagreement": lambda: accord.disagreements(GAPS, 1)[0],
    "disagreement, counts": lambda: accord.disagreements(
        {"a": [3, 1, 2], "b": [0, 2, 1]}, 1, layout="counts"
    )[0],
}


@pytest.fixture(scope="module")
def summaries(tmp_path_factory):
    """What every command prints with ``--json``."""
    return printed(tmp_path_factory.mktemp("studio"))


def same(one, other, path=""):
    """Compare field by field; NaN equals NaN, and what is not written does not count."""
    if dataclasses.is_dataclass(one):
        assert type(one) is type(other), path
        for each in dataclasses.fields(one):
            how = each.metadata.get(METADATA, Writing())
            if how.omitted:
                continue
            a, b = getattr(one, each.name), getattr(other, each.name)
            if how.without and not isinstance(a, Mapping) and a is not None:
                a, b = ({k: v for k, v in dump(x).items() if k not in how.without} for x in (a, b))
            same(a, b, f"{path}.{each.name}")
    elif isinstance(one, Mapping):
        assert list(one) == list(other), path
        for key in one:
            same(one[key], other[key], f"{path}[{key!r}]")
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype, path
        assert one.shape == other.shape, path
        np.testing.assert_array_equal(one, other, err_msg=path)
    elif isinstance(one, (list, tuple)):
        assert type(one) is type(other), path
        assert len(one) == len(other), path
        for k, (a, b) in enumerate(zip(one, other, strict=True)):
            same(a, b, f"{path}[{k}]")
    elif isinstance(one, (float, np.floating)) and math.isnan(one):
        assert isinstance(other, float), path
        assert math.isnan(other), path
    else:
        assert one == other, path


@cache
def made(name):
    """A result, made once."""
    return RESULTS[name]()


@pytest.mark.parametrize("name", RESULTS)
def test_reading_undoes_writing(name):
    result = made(name)
    plain = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    again = type(result).from_dict(plain)
    same(result, again)
    assert again.to_dict() == result.to_dict()


def test_every_public_result_is_tested():
    public = [getattr(accord, name) for name in dir(accord)]
    results = {kind for kind in public if isinstance(kind, type) and issubclass(kind, Record)}
    assert len(results) > 8
    assert results <= {type(made(name)) for name in RESULTS}


@pytest.mark.parametrize("name", ["agreement", "comparison", "verdict, words", "plan", "sweep"])
def test_texts_of_results_follow_from_what_is_written(name):
    result = made(name)
    assert str(type(result).from_dict(result.to_dict())) == str(result)


@pytest.mark.parametrize("name", KINDS)
def test_a_printed_result_is_read_whole(summaries, name):
    plain = summaries[name]
    found = loaded(plain)
    assert dump(found) == plain
    for detail in ("always", "details"):
        assert text(documents_of(dump(found)), detail) == text(documents_of(plain), detail)


@pytest.mark.parametrize("name", KINDS)
def test_what_is_printed_keeps_to_its_schema(summaries, name):
    plain = summaries[name]
    schema = json.loads(schema_of(plain.get("kind", "report")))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(plain, schema, cls=jsonschema.Draft202012Validator)
    for spoilt in ({**plain, "accord": 1}, {**plain, "schema": "1"}, {**plain, "other": 1}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(spoilt, schema, cls=jsonschema.Draft202012Validator)
    assert plain["schema"] == 1


def leaves(schema, path=""):
    """Every entry of the objects of a schema."""
    for key, entry in schema.get("properties", {}).items():
        yield f"{path}/{key}", entry
        yield from leaves(entry, f"{path}/{key}")
    if "items" in schema:
        yield from leaves(schema["items"], f"{path}[]")
    for part in schema.get("anyOf", ()):
        yield from leaves(part, path)
    for name, part in schema.get("$defs", {}).items():
        yield from leaves(part, name)


@pytest.mark.parametrize("kind", SUMMARIES)
def test_every_entry_of_a_schema_is_described(kind):
    schema = json.loads(schema_of(kind))
    silent = [
        path
        for path, entry in leaves(schema)
        if "description" not in entry and "$ref" not in entry and entry.get("type") != "array"
    ]
    assert not silent
    assert schema["title"] == f"accord {kind}"


def test_json_of_another_kind_is_refused():
    with pytest.raises(InputError, match="its kind is not one of"):
        loaded({"kind": "poem"})
    with pytest.raises(InputError, match="'value' is missing"):
        accord.Estimate.from_dict({"name": "x", "symbol": "", "title": "", "weights": ""})
    with pytest.raises(InputError, match="is missing"):
        loaded({"kind": "plan", "choices": [{}]})


@dataclass(frozen=True)
class Place(Record):
    """A place.

    Parameters
    ----------
    name
        Its name.
    """

    name: str
    height: float = field(default=math.inf, metadata=written(null=math.inf))


@dataclass(frozen=True, eq=False)
class Walk(Record):
    """A walk, with a field of every form."""

    start: Place = field(metadata=written(inline=True, names={"name": "start"}))
    steps: tuple[float, ...] = field(metadata=written(table="steps", key="length"))
    ways: tuple[Place, ...] = field(metadata=written(table="steps"))
    seen: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    ends: tuple[float, float] | None = None
    secret: object = field(default="s", metadata=written(omitted=True))
    remark: str = field(default="", metadata=written(optional=True))

    @property
    def length(self) -> float:
        """Sum of the steps."""
        return sum(self.steps)

    _derived = {"length": "length", "first": "start.name"}  # noqa: RUF012 (as a result has it)


def test_declarations_of_fields():
    walk = Walk(
        Place("home"),
        (1.5, math.nan),
        (Place("bridge", 3.0), Place("hill")),
        {"birds": (Place("tree", np.float64(2)),)},
        ends=(0.0, 1.0),
    )
    plain = walk.to_dict()
    assert plain == {
        "start": "home",
        "height": None,
        "seen": {"birds": [{"name": "tree", "height": 2.0}]},
        "ends": [0.0, 1.0],
        "length": None,
        "first": "home",
        "steps": [
            {"length": 1.5, "name": "bridge", "height": 3.0},
            {"length": None, "name": "hill", "height": None},
        ],
    }
    again = load(Walk, plain)
    same(walk, again)
    assert (again.ways[1].height, again.secret, again.remark) == (math.inf, "s", "")
