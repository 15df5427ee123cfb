"""Conditions on rows: what they mean, and what they refuse."""

import polars as pl
import pytest

import accord
from accord.errors import ColumnNotFoundError, EmptyInputError, OptionError

TABLE = {
    "year": ["2019", "2020", "2021", "NA", "2023"],
    "out let": ["A", "B", "A", "B", "it's"],
    "ann": ["y", "n", "y", "n", "y"],
    "bo": ["y", "n", "n", "n", "y"],
}


def kept(condition):
    """The years of the rows that fulfil a condition."""
    frame = pl.DataFrame(TABLE)
    patterns = accord.load(frame, where=condition, raters=["ann", "bo"], item="year")
    return {str(name) for name in patterns.subjects()[0]}


@pytest.mark.parametrize(
    ("condition", "years"),
    [
        ("year >= 2020", {"2020", "2021", "2023"}),
        ("year = 2020", {"2020"}),
        ("year == '2020' or year < 2020.5", {"2019", "2020"}),
        ("year != 2020", {"2019", "2021", "2023"}),
        ("year in [2019, 2023]", {"2019", "2023"}),
        ("year not in (2019, 2023)", {"2020", "2021"}),
        ("year is missing", {"NA"}),
        ("year is not missing and not year > 2020", {"2019", "2020"}),
        ("`out let` = A", {"2019", "2021"}),
        ("`out let` = 'it\\'s' or (year < 2021 and `out let` contains b)", {"2023", "2020"}),
        ("not (year = 2019 or year = 2020) and ann = y", {"2021", "2023"}),
    ],
)
def test_rows_that_are_kept(condition, years):
    assert kept(condition) == years


@pytest.mark.parametrize(
    "condition",
    ["year >=", "year", "(year = 1", "year = 1)", "= 3", "year ~ 3", "year in 3", "year is 3",
     "year = 1 year = 2", "", "year in [1, 2", "not", "(" * 60 + "year = 1" + ")" * 60,
     "__import__('os')", "year = 1; ann = 2", "year = and"],
)  # fmt: skip
def test_other_texts_are_refused(condition):
    with pytest.raises(OptionError) as caught:
        accord.load(TABLE, where=condition)
    assert caught.value.option == "where"


def test_unknown_columns_and_no_rows():
    with pytest.raises(ColumnNotFoundError, match="Did you mean 'year'"):
        accord.load(TABLE, where="yeer = 1")
    with pytest.raises(EmptyInputError, match="no row fulfils"):
        accord.load(TABLE, where="year = 1900")
