"""How far raters agree, and how sure one may be of it.

>>> import accord
>>> accord.cohen_kappa([["y", "y"], ["n", "n"], ["y", "n"], ["n", "n"]]).value
0.5
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from accord.version import __version__ as __version__

HOMES = {  # of what is public, beside a function for each coefficient
    "accord.analysis.checks": ("Check", "check"),
    "accord.analysis.berry_mielke": ("GeneralizedAgreement",),
    "accord.analysis.agreement": ("agreement",),
    "accord.analysis.comparison": ("Comparison", "compare"),
    "accord.errors": ("AccordError", "DataWarning"),
    "accord.analysis.evaluation": ("Verdict", "evaluate"),
    "accord.inference.differ": ("differ",),
    "accord.analysis.decisions": ("DecisionStudy", "decision_study"),
    "accord.analysis.generalizability": ("GStudy", "g_study"),
    "accord.analysis.interpretation": ("benchmark",),
    "accord.io": ("load", "merge"),
    "accord.io.preview": ("Preview", "preview"),
    "accord.data.patterns": ("Patterns",),
    "accord.inference.results": ("Agreement", "Estimate", "Interval"),
    "accord.analysis.prompts": (
        "PromptComparison",
        "PromptTable",
        "compare_prompts",
        "evaluate_prompts",
    ),
    "accord.analysis.report": ("AgreementReport", "report"),
    "accord.analysis.studies": ("Study", "study"),
    "accord.analysis.planning": ("StudyPlan", "plan"),
    "accord.analysis.sweeps": ("Sweep", "sweep"),
    "accord.analysis.tables": ("AgreementTable", "agreement_table"),
    "accord.analysis.views": (
        "by_category",
        "by_label",
        "confusion",
        "diagnose",
        "diagnostic_accuracy",
        "disagreements",
        "distributions",
        "icc",
        "leave_one_out",
        "limits_of_agreement",
        "marginal_homogeneity",
        "missingness",
        "pairwise",
        "panel_limits",
        "prevalence_curve",
        "replicates",
        "within",
    ),
}


def __getattr__(name: str) -> Any:
    """Import what is asked for, and only then: most users want little of it."""
    home = next((module for module, names in HOMES.items() if name in names), None)
    if home is not None:
        value = getattr(import_module(home), name)
    elif name == "__all__":
        return sorted(
            [
                *(n for names in HOMES.values() for n in names),
                "__version__",
                *_functions(),
                *_span_functions(),
            ]
        )
    elif not name.startswith("_") and name in _functions():
        value = import_module("accord.analysis.agreement").function_of(name)
    elif not name.startswith("_") and name in _span_functions():
        value = import_module("accord.analysis.spans").span_function_of(name)
    else:
        raise AttributeError(f"module 'accord' has no attribute {name!r}")
    globals()[name] = value
    return value


def _functions() -> Any:
    """Return the coefficients, each of which has a function."""
    return import_module("accord.statistics").COEFFICIENTS


def _span_functions() -> Any:
    """Return the statistics of spans, each of which has a function."""
    return import_module("accord.statistics").SPAN_STATISTICS


def __dir__() -> list[str]:
    return list(__getattr__("__all__"))
