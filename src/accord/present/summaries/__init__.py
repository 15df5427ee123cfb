"""Summaries of results: the plain values from which every form is made."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from accord.analysis.views.sections import section_showing
from accord.base.serialise import dump
from accord.errors import OptionError
from accord.present.records import RESULTS, record_of
from accord.present.records.common import doubtful
from accord.present.records.view import ViewSummary

__all__ = ["has_summary", "summary_of"]

SUMMARIES = {  # results with sentences of their own: the function that adds them, in this package
    "Agreement": "report:agreement_summary",
    "AgreementReport": "report:summary_of_variables",
    "Comparison": "comparison:comparison_summary",
    "Verdict": "evaluation:evaluation_summary",
}


def has_summary(result: Any) -> bool:
    """Return whether a result has a document."""
    named = type(result).__name__ in (*SUMMARIES, *RESULTS)
    return named or section_showing(result) is not None


def summary_of(result: Any, source: str = "", **further: Any) -> dict[str, Any]:
    """Return what ``--json`` prints of a result.

    Parameters
    ----------
    result
        The result.
    source
        Names of the files.
    **further
        What the summary contains besides, such as how to ``reproduce`` it.
    """
    name = type(result).__name__
    if name in SUMMARIES:
        module, _, function = SUMMARIES[name].partition(":")
        make = getattr(import_module(f"{__name__}.{module}"), function)
        summary: dict[str, Any] = make(result, source=source, **further)
        return summary
    doubts = doubtful(getattr(result, "warnings", ()))
    if name in RESULTS:
        record: Any = record_of(RESULTS[name])
        return dump(record(source=source, result=result, doubts=doubts, **further))
    section = section_showing(result)
    if section is None:
        raise OptionError(
            f"{name} has no document.",
            option="result",
            remedy="Use its to_dict, or a report on the ratings: accord.report.",
        )
    plain = section.dump(result)
    return dump(ViewSummary(source=source, section=section.name, result=plain, doubts=doubts))
