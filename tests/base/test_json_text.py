import datetime as dt
import json

import pytest

from accord.base.json_text import json_text

LABELS = [
    "\x9b31m",
    "\u202egnp",
    "\ud800",
    "\udcff",
    "\x7f",
    "\u2028",
    "\ufeff",
    "\U000e0041",
    "\x1b[2J",
]


@pytest.mark.parametrize("label", LABELS)
def test_characters_that_alter_terminals_are_escaped_and_come_back(label):
    text = json_text({label: [label]})
    assert text.isascii()
    assert json.loads(text) == {label: [label]}


@pytest.mark.parametrize("label", ["naïve", "日本", "κ", "🙂", "x y"])
def test_letters_stay(label):
    assert label in json_text([label])


def test_cells_of_files():
    assert json.loads(json_text([dt.date(2020, 1, 2), dt.time(3, 4)])) == ["2020-01-02", "03:04:00"]
    with pytest.raises(TypeError):
        json_text([object()])
