"""Files that end the process of a request: the response names the file, and the server lives on."""

import pytest

from fuzzing.campaign import FINDINGS
from fuzzing.seeds import seeds
from helpers.serving import QUICK, error_of, serving


@pytest.fixture(scope="module", name="served")
def server():
    with serving() as served:
        yield served
        assert served.process.poll() is None
        assert served.log.read_text() == ""


@pytest.mark.parametrize("name", ["crash.sav", "memory.sav", "abort.parquet"])
@pytest.mark.parametrize("command", ["preview", "report"])
def test_damaged_files_are_named(served, name, command):
    mine = f"my {name}"
    options = QUICK if command == "report" else {}
    error = error_of(served.send(command, (FINDINGS / name).read_bytes(), mine, **options))
    assert error["kind"] == "NotATableError"
    assert error["message"].startswith(f"{mine}: ")


@pytest.mark.parametrize("name", ["grades.sav", "new.dta", "marks.xlsx", "zstd.parquet"])
def test_good_files_are_read(served, name):
    sent = served.send("preview", seeds()[name], name)
    assert sent.status_code == 200, sent.text
