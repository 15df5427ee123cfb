"""Forms of results, and results that are too large for them."""

import json

import pytest

from accord.web import downloads
from accord.web.downloads import FORMS, download, forms_of, fragment
from accord.web.errors import RequestError
from accord.web.fields import find_command
from accord.web.preparation import PreparedJob
from accord.web.worker import RESULT
from helpers.paths import EXAMPLES
from helpers.running import run


class FinishedJob:
    """A job that has ended, as far as its forms are concerned."""

    prepared = PreparedJob((), {"0.csv": "news.csv"}, "")
    command = find_command("report")

    def __init__(self, folder):
        self.folder = folder

    def result(self):
        return (self.folder / RESULT).read_text(encoding="utf-8")


@pytest.fixture
def job(tmp_path):
    printed = run("report", "--json", "--coefficients=percent_agreement", EXAMPLES / "news.csv")
    (tmp_path / RESULT).write_text(printed.stdout, encoding="utf-8")
    return FinishedJob(tmp_path)


def test_a_result_has_every_form(job):
    assert forms_of(job) == list(FORMS)
    for form in FORMS:
        assert download(job, form).body
    assert b"news" in fragment(job).body


def test_a_result_that_is_too_large_has_its_json(job, monkeypatch):
    monkeypatch.setattr(downloads, "LARGEST_RESULT", 1_000)
    assert forms_of(job) == ["json"]
    assert json.loads(download(job, "json").body) == json.loads(job.result())
    for form in (*FORMS, "fragment"):
        if form == "json":
            continue
        with pytest.raises(RequestError, match="Download the JSON") as refused:
            fragment(job) if form == "fragment" else download(job, form)
        assert refused.value.kind == "ResultSizeError"
