"""Options are declared once: signatures list them, misspelt ones get a suggestion."""

import ast
import inspect
from dataclasses import fields
from pathlib import Path

import pytest
import typer

import accord
from accord.cli import app
from accord.cli.options import takes_ratings
from accord.errors import OptionError, UnknownOptionError
from accord.options import ReadOptions
from accord.settings import Settings
from accord.web.faults import told
from accord.web.fields import command_named

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


@pytest.mark.parametrize("name", ["gwet_ac", "cohen_kappa", "krippendorff_alpha", *INFERENCE])
def test_signatures_list_the_options_of_reading_and_inference(name):
    known = set(inspect.signature(getattr(accord, name)).parameters)
    assert {*Settings.names(), *ReadOptions.names()} <= known
    assert not any(
        p.kind is p.VAR_KEYWORD
        for p in inspect.signature(getattr(accord, name)).parameters.values()
    )


@pytest.mark.parametrize("name", READING)
def test_signatures_list_the_options_of_reading(name):
    known = inspect.signature(getattr(accord, name)).parameters
    assert set(ReadOptions.names()) <= set(known)


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
    assert set(ReadOptions.names()) <= set(parameters)
    for option in fields(ReadOptions):
        parameter = parameters[option.name]
        (info,) = parameter.annotation.__metadata__
        assert isinstance(info, typer.models.OptionInfo)
        assert (parameter.default, info.help) == (option.default, option.metadata["help"])


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
    assert told(caught.value, command_named("report").options)["option"] == field
