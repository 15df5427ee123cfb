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

    from accord.agree import GeneralizedAgreement, berry_mielke
    from accord.analyze import agreement
    from accord.comparison import Comparison, compare
    from accord.errors import AccordError, DataWarning
    from accord.evaluation import Verdict, evaluate
    from accord.inference import differ
    from accord.interpret import benchmark
    from accord.loading import load, merge
    from accord.loading.preview import Preview, preview
    from accord.metric_studies import Study, study
    from accord.patterns import Patterns
    from accord.planning import StudyPlan, plan
    from accord.results import Agreement, Estimate, Interval
    from accord.sweeps import Sweep, sweep
    from accord.views import (
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
    "accord.agree": ("GeneralizedAgreement", "berry_mielke"),
    "accord.analyze": ("agreement",),
    "accord.comparison": ("Comparison", "compare"),
    "accord.errors": ("AccordError", "DataWarning"),
    "accord.evaluation": ("Verdict", "evaluate"),
    "accord.inference": ("differ",),
    "accord.interpret": ("benchmark",),
    "accord.loading": ("load", "merge"),
    "accord.loading.preview": ("Preview", "preview"),
    "accord.patterns": ("Patterns",),
    "accord.results": ("Agreement", "Estimate", "Interval"),
    "accord.metric_studies": ("Study", "study"),
    "accord.planning": ("StudyPlan", "plan"),
    "accord.sweeps": ("Sweep", "sweep"),
    "accord.views": (
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
        value = import_module("accord.analyze").function_of(name)  # a coefficient
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
