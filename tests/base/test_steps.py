"""Steps of a computation, as they are reported to whoever watches it."""

import pytest

import accord
from accord.analysis.views import compute_details
from accord.base.steps import steps, watching

MARKS = {"ann": [1, 2, 3, 3, 2, 1, 2], "bo": [1, 2, 3, 2, 2, 1, 1], "cy": [1, 2, 2, 2, 2, 1, 3]}


def test_nobody_needs_to_watch():
    assert list(steps("letters", "abc")) == ["a", "b", "c"]


def test_steps_within_a_step_are_not_reported():
    reports = []
    with watching(lambda *report: reports.append(report)):
        for _ in steps("rows", [1, 2]):
            assert list(steps("cells", [1, 2, 3])) == [1, 2, 3]
        list(steps("columns", [1]))
    assert list(steps("later", [1])) == [1]
    assert reports == [
        ("rows", 0, 2), ("rows", 1, 2), ("rows", 2, 2), ("columns", 0, 1), ("columns", 1, 1)
    ]  # fmt: skip


def test_an_error_ends_a_step():
    reports = []
    with watching(lambda *report: reports.append(report)):
        with pytest.raises(ZeroDivisionError):
            [1 // k for k in steps("fractions", [1, 0])]
        list(steps("sums", [1]))
    assert reports[-1] == ("sums", 1, 1)


def test_long_computations_report_their_steps():
    reports = []
    with watching(lambda *report: reports.append(report)):
        accord.agreement(MARKS, ci="t")
        compute_details(MARKS, ci="t")
    reported = {what for what, _, _ in reports}
    assert reported == {
        "values of coefficients", "standard errors and intervals", "sections of the report"
    }  # fmt: skip
    for what in reported:
        counts = [(done, total) for name, done, total in reports if name == what]
        assert [done for done, _ in counts] == list(range(len(counts)))
        assert counts[-1][0] == counts[-1][1] == len(counts) - 1
