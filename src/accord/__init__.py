"""How far raters agree, and how sure one may be of it.

>>> import accord
>>> accord.cohen_kappa([["y", "y"], ["n", "n"], ["y", "n"], ["n", "n"]]).value
0.5
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from accord.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.analysis.agreement import agreement
    from accord.analysis.berry_mielke import GeneralizedAgreement, berry_mielke
    from accord.analysis.comparison import Comparison, compare
    from accord.analysis.evaluation import Verdict, evaluate
    from accord.analysis.interpretation import benchmark
    from accord.analysis.planning import StudyPlan, plan
    from accord.analysis.studies import Study, study
    from accord.analysis.sweeps import Sweep, sweep
    from accord.analysis.views import (
        by_category,
        confusion,
        diagnose,
        disagreements,
        distributions,
        leave_one_out,
        limits_of_agreement,
        missingness,
        pairwise,
        prevalence_curve,
        within,
    )
    from accord.data.patterns import Patterns
    from accord.errors import AccordError, DataWarning
    from accord.inference import differ
    from accord.inference.results import Agreement, Estimate, Interval
    from accord.io import load, merge
    from accord.io.preview import Preview, preview

    percent_agreement: Callable[..., Estimate]
    percent_agreement_pooled: Callable[..., Estimate]
    percent_agreement_ratings: Callable[..., Estimate]
    cohen_kappa: Callable[..., Estimate]
    conger_kappa: Callable[..., Estimate]
    light_kappa: Callable[..., Estimate]
    scott_pi: Callable[..., Estimate]
    fleiss_kappa: Callable[..., Estimate]
    brennan_prediger: Callable[..., Estimate]
    gwet_ac: Callable[..., Estimate]
    krippendorff_alpha: Callable[..., Estimate]
    aickin_alpha: Callable[..., Estimate]
    bangdiwala_b: Callable[..., Estimate]

__all__ = [
    "AccordError",
    "Agreement",
    "Comparison",
    "DataWarning",
    "Estimate",
    "GeneralizedAgreement",
    "Interval",
    "Patterns",
    "Preview",
    "Study",
    "StudyPlan",
    "Sweep",
    "Verdict",
    "__version__",
    "agreement",
    "aickin_alpha",
    "bangdiwala_b",
    "benchmark",
    "berry_mielke",
    "brennan_prediger",
    "by_category",
    "cohen_kappa",
    "compare",
    "confusion",
    "conger_kappa",
    "diagnose",
    "differ",
    "disagreements",
    "distributions",
    "evaluate",
    "fleiss_kappa",
    "gwet_ac",
    "krippendorff_alpha",
    "leave_one_out",
    "light_kappa",
    "limits_of_agreement",
    "load",
    "merge",
    "missingness",
    "pairwise",
    "percent_agreement",
    "percent_agreement_pooled",
    "percent_agreement_ratings",
    "plan",
    "prevalence_curve",
    "preview",
    "scott_pi",
    "study",
    "sweep",
    "within",
]

HOMES = {
    "accord.analysis.berry_mielke": ("GeneralizedAgreement", "berry_mielke"),
    "accord.analysis.agreement": ("agreement",),
    "accord.analysis.comparison": ("Comparison", "compare"),
    "accord.errors": ("AccordError", "DataWarning"),
    "accord.analysis.evaluation": ("Verdict", "evaluate"),
    "accord.inference": ("differ",),
    "accord.analysis.interpretation": ("benchmark",),
    "accord.io": ("load", "merge"),
    "accord.io.preview": ("Preview", "preview"),
    "accord.data.patterns": ("Patterns",),
    "accord.inference.results": ("Agreement", "Estimate", "Interval"),
    "accord.analysis.studies": ("Study", "study"),
    "accord.analysis.planning": ("StudyPlan", "plan"),
    "accord.analysis.sweeps": ("Sweep", "sweep"),
    "accord.analysis.views": (
        "by_category",
        "confusion",
        "diagnose",
        "disagreements",
        "distributions",
        "leave_one_out",
        "limits_of_agreement",
        "missingness",
        "pairwise",
        "prevalence_curve",
        "within",
    ),
}


def __getattr__(name: str) -> Any:
    """Import what is asked for, and only then: most users want little of it."""
    if name not in __all__:
        raise AttributeError(f"module 'accord' has no attribute {name!r}")
    home = next((module for module, names in HOMES.items() if name in names), None)
    if home is not None:
        value = getattr(import_module(home), name)
    else:
        value = import_module("accord.analysis.agreement").function_of(name)  # a coefficient
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
