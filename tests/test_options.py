"""Options are declared once: signatures list them, misspelt ones get a suggestion."""

import inspect
from dataclasses import fields

import pytest
import typer

import accord
from accord.cli.options import takes_ratings
from accord.errors import OptionError, UnknownOptionError
from accord.options import ReadOptions
from accord.settings import Settings

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
