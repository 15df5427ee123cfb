"""Entries of results, found by name."""

import pytest

import accord
from accord.errors import UnknownNameError


def test_an_unknown_name_is_an_error_that_lists_the_known_ones() -> None:
    runs = {"gold": [1, 2, 3, 1, 2], "a=1": [1, 2, 3, 2, 2], "a=2": [1, 1, 3, 1, 2]}
    run = accord.sweep(runs, gold="gold").runs[0]
    assert run["qwk"].name == "qwk"
    with pytest.raises(UnknownNameError, match="qwq") as error:
        run["qwq"]
    assert "qwk" in str(error.value)
