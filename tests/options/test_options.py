"""Options are declared once: signatures list them, misspelt ones get a suggestion."""

import ast
import doctest
import inspect
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
import typer

import accord
from accord.cli import app, registered_commands
from accord.cli.options import takes_ratings
from accord.errors import OptionError, UnknownOptionError
from accord.options import InferenceOptions, ReadOptions, declared
from accord.statistics import COEFFICIENTS
from accord.web.errors import describe_error
from accord.web.fields import find_command

TABLE = [[1, 1], [2, 2], [1, 2], [2, 2]]
INFERENCE = ("pairwise", "leave_one_out", "by_category", "diagnose", "within")
READING = (
    "agreement", "compare", "evaluate", "sweep", "disagreements", "confusion", "distributions",
    "limits_of_agreement", "missingness", "prevalence_curve",
)  # fmt: skip


def test_load_has_the_options_of_reading_and_progress():
    keywords = [
        p for p in inspect.signature(accord.load).parameters.values() if p.kind is p.KEYWORD_ONLY
    ]
    declared = {option.name: option.default for option in fields(ReadOptions)}
    assert {p.name: p.default for p in keywords} == {**declared, "progress": None}


SHARED = {**declared(InferenceOptions), **declared(ReadOptions)}


def test_options_have_the_same_names_and_types_in_all_commands():
    """An option of reading or inference has one flag and one type, whichever command takes it."""
    kinds = {}
    for info in registered_commands().values():
        for name, parameter in inspect.signature(info.callback).parameters.items():
            if name in SHARED and name not in OWN_MEANING.get(info.callback.__name__, ()):
                kind, shown, *_ = get_args(parameter.annotation)
                plain = next(iter(get_args(kind)), kind)  # of an optional value
                kinds.setdefault(name, set()).add((plain, shown.default))
    assert {name for name, own in kinds.items() if len(own) > 1} == set()


# Of a planned study, these are numbers of it, not columns of a file.
OWN_MEANING = {"plan": ("raters", "categories", "missing")}


def test_the_command_line_takes_the_method_of_a_test_by_both_names(tmp_path, capsys):
    path = tmp_path / "ratings.csv"
    path.write_text("ann,bo\n1,1\n2,2\n1,2\n2,2\n", encoding="utf-8")
    for flag in ("--p", "--p-method"):
        words = ["report", "--json", f"{flag}=permutation", "--replicates=99", str(path)]
        app(words, standalone_mode=False)
    first, second = capsys.readouterr().out.split("}\n{")
    assert '"p_method": "permutation"' in first
    assert '"p_method": "permutation"' in second


def test_start_up_of_the_command_line_is_light():
    """No package for computing is imported before a command needs it."""
    code = "import sys, accord.cli; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert {"numpy", "scipy", "polars", "narwhals"} & {*loaded.stdout.split()} == set()


@pytest.mark.parametrize("name", ["gwet_ac", "cohen_kappa", "krippendorff_alpha", *INFERENCE])
def test_signatures_list_the_options_of_reading_and_inference(name):
    known = set(inspect.signature(getattr(accord, name)).parameters)
    assert {*declared(InferenceOptions), *declared(ReadOptions)} <= known
    assert not any(
        p.kind is p.VAR_KEYWORD
        for p in inspect.signature(getattr(accord, name)).parameters.values()
    )


@pytest.mark.parametrize("name", READING)
def test_signatures_list_the_options_of_reading(name):
    known = inspect.signature(getattr(accord, name)).parameters
    assert set(declared(ReadOptions)) <= set(known)


def test_options_of_a_coefficient_are_in_its_signature():
    known = inspect.signature(accord.aickin_alpha).parameters
    assert known["pseudo_count"].default == 0


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("gwet_ac", "confidense", "confidence"),
        ("agreement", "confidense", "confidence"),
        ("agreement", "catgories", "categories"),
        ("pairwise", "wieghts", "weights"),
        ("disagreements", "toop", "top"),
        ("compare", "coefficent", "coefficient"),
        ("evaluate", "golld", "gold"),
        ("load", "leyout", "layout"),
        ("aickin_alpha", "pseudocount", "pseudo_count"),
    ],
)
def test_a_misspelt_option_gets_a_suggestion(name, wrong, right):
    with pytest.raises(UnknownOptionError, match=f"Did you mean {right}") as caught:
        getattr(accord, name)(TABLE, **{wrong: 1})
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, OptionError)
    assert caught.value.option == wrong


def test_the_command_line_has_the_options_of_reading():
    @takes_ratings
    def command(loading: dict) -> None:
        del loading

    parameters = inspect.signature(command).parameters
    assert set(declared(ReadOptions)) <= set(parameters)
    for option in fields(ReadOptions):
        parameter = parameters[option.name]
        info, stated = parameter.annotation.__metadata__
        assert isinstance(info, typer.models.OptionInfo)
        assert stated is option.metadata["option"]
        assert (parameter.default, info.help) == (option.default, stated.help)


SOURCES = sorted(Path(accord.__file__).parent.rglob("*.py"))


def test_every_option_error_names_its_option():
    """Look-ups in results aside, an error about an option says which one, as an attribute."""
    unnamed = [
        f"{path.name}:{node.lineno}"
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", None) in ("OptionError", "UnknownNameError")
        and not any(keyword.arg == "option" for keyword in node.keywords)
        and not (node.func.id == "UnknownNameError" and ast.unparse(node.args[1]) == "name")
    ]
    assert unnamed == []


def test_errors_carry_their_facts():
    with pytest.raises(accord.AccordError) as caught:
        accord.load([["a", "b"]], layout="wyde")
    assert caught.value.facts["option"] == "layout"
    with pytest.raises(accord.AccordError) as caught:
        accord.gwet_ac(TABLE, weights="quadratc")
    assert caught.value.facts == {
        "option": "weights", "value": "quadratc", "remedy": caught.value.remedy
    }  # fmt: skip
    assert str(caught.value).endswith(str(caught.value.remedy))


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ("--p=wrong", "p"),
        ("--population=1", "population"),
        ("--coefficients=gwet", "coefficients"),
        ("--scale=landis", "scale"),
        ("--weights=quadratc", "weights"),
        ("--replicates=many", "replicates"),
        ("--layout=wyde", "layout"),
        ("--headline=scott_pi --coefficients=gwet_ac", "headline"),
    ],
)
def test_the_page_learns_the_field_from_the_error(tmp_path, options, field):
    path = tmp_path / "ratings.csv"
    path.write_text("ann,bo\n1,1\n2,2\n1,2\n2,2\n", encoding="utf-8")
    with pytest.raises(Exception) as caught:  # noqa: PT011 (usage errors have no common base)
        app(["report", "--json", *options.split(), str(path)], standalone_mode=False)
    assert describe_error(caught.value, find_command("report").options)["option"] == field


FUNCTIONS = [
    name for name in accord.__all__
    if callable(getattr(accord, name)) and not isinstance(getattr(accord, name), type)
]  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_docstrings_are_complete(name):
    """Every parameter is explained with its type; there is a result, and an example that runs."""
    function = getattr(accord, name)
    doc = inspect.getdoc(function)
    sections = ["Parameters", "Returns", "Examples"]
    for title in sections:
        assert f"\n{title}\n{'-' * len(title)}\n" in doc, title
    explained = doc.partition("Parameters\n")[2].partition("\nReturns\n")[0]
    heads = [line for line in explained.splitlines()[1:] if line and not line.startswith(" ")]
    assert all(" : " in head for head in heads)
    named = {each.strip(" *") for head in heads for each in head.partition(" : ")[0].split(",")}
    assert named == set(inspect.signature(function).parameters)


@pytest.mark.parametrize("name", [n for n in FUNCTIONS if n in COEFFICIENTS])
def test_examples_and_formulas_of_coefficients(name):
    function = getattr(accord, name)
    assert ".. math::" in function.__doc__
    assert "\nReferences\n" in function.__doc__
    (example,) = doctest.DocTestFinder().find(function, name, globs={})
    failed, tried = doctest.DocTestRunner(verbose=False).run(example)
    assert failed == 0
    assert tried >= 3
