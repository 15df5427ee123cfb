"""Records that ``--json`` prints, a module for each kind of result.

A record is a result, its source, and the sentences on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from accord.base.serialise import load
from accord.errors import InputError
from accord.present.records.common import Summary

if TYPE_CHECKING:
    from accord.present.records.report import Several

__all__ = ["KINDS", "RESULTS", "loaded", "record_of"]

KINDS: Mapping[str, str] = {  # the record of each kind of result, in the module of that name
    "report": "Report",
    "comparison": "ComparisonReport",
    "evaluation": "EvaluationReport",
    "plan": "PlanSummary",
    "decision": "DecisionSummary",
    "sweep": "SweepSummary",
    "study": "StudySummary",
    "generalized": "GeneralizedSummary",
    "differ": "DifferSummary",
    "accuracy": "AccuracySummary",
    "replicates": "ReplicatesSummary",
    "preview": "PreviewSummary",
    "table": "TableSummary",
    "check": "CheckSummary",
    "prompts": "PromptSummary",
    "prompt_comparison": "PromptComparisonSummary",
    "view": "ViewSummary",
}
RESULTS: Mapping[str, str] = {  # the kinds of results that are reported as they are
    "StudyPlan": "plan",
    "DecisionStudy": "decision",
    "Sweep": "sweep",
    "Study": "study",
    "GeneralizedAgreement": "generalized",
    "Differ": "differ",
    "DiagnosticAccuracy": "accuracy",
    "ReplicateStudy": "replicates",
    "Preview": "preview",
    "AgreementTable": "table",
    "Check": "check",
    "PromptTable": "prompts",
    "PromptComparison": "prompt_comparison",
}


def record_of(kind: str) -> type[Summary]:
    """Return the record of a kind of result."""
    record: type[Summary] = getattr(import_module(f"{__name__}.{kind}"), KINDS[kind])
    return record


def loaded(plain: Mapping[str, Any]) -> Summary | Several:
    """Return the record that was printed with ``--json``, which contains the result.

    Parameters
    ----------
    plain
        The JSON document.

    Returns
    -------
    Summary or Several
        The result is its attribute ``result``.
    """
    if "questions" in plain and "kind" not in plain:
        from accord.present.records.report import Several

        return load(Several, plain)
    kind = str(plain.get("kind"))
    if kind not in KINDS:
        raise InputError(
            f"this JSON is not a result of accord: its kind is not one of {', '.join(KINDS)}.",
            column="kind",
        )
    return load(record_of(kind), plain)
