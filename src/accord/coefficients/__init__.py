"""The coefficients: one file per family, a declarative registry, and no inference."""

from accord.coefficients import (  # noqa: F401  (importing a family registers it)
    aickin,
    bangdiwala,
    berry_mielke,
    brennan_prediger,
    cohen,
    fleiss,
    gwet,
    krippendorff,
    percent,
)
from accord.coefficients.evaluation import Evaluation, evaluations_of, values_near
from accord.coefficients.marginals import BIAS_INDEX, KAPPA_MAXIMUM, PREVALENCE_INDEX
from accord.coefficients.registry import REGISTRY, Coefficient, coefficient, find, load_others
from accord.coefficients.resolution import level_scheme, resolve_weights
from accord.coefficients.specific import specific_agreement

PRESENTED = (
    "percent_agreement",
    "percent_agreement_pooled",
    "percent_agreement_ratings",
    "cohen_kappa",
    "conger_kappa",
    "berry_mielke",
    "light_kappa",
    "scott_pi",
    "fleiss_kappa",
    "brennan_prediger",
    "gwet_ac",
    "krippendorff_alpha",
    "aickin_alpha",
    "bangdiwala_b",
)
for _name in PRESENTED:  # in the order in which they are presented
    REGISTRY[_name] = REGISTRY.pop(_name)

__all__ = [
    "BIAS_INDEX",
    "KAPPA_MAXIMUM",
    "PREVALENCE_INDEX",
    "REGISTRY",
    "Coefficient",
    "Evaluation",
    "coefficient",
    "evaluations_of",
    "find",
    "level_scheme",
    "load_others",
    "resolve_weights",
    "specific_agreement",
    "values_near",
]
