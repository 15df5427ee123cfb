"""Statistics: one file per family, a declarative registry, and no inference."""

from accord.coefficients import (  # noqa: F401  (importing a family registers it)
    aickin,
    bangdiwala,
    berry_mielke,
    brennan_prediger,
    cohen,
    fleiss,
    gwet,
    krippendorff,
    metrics,
    percent,
)
from accord.coefficients.evaluation import Evaluation, evaluations_of, values_near
from accord.coefficients.marginals import BIAS_INDEX, KAPPA_MAXIMUM, PREVALENCE_INDEX
from accord.coefficients.registry import (
    COEFFICIENTS,
    REGISTRY,
    Statistic,
    coefficient,
    find,
    formula_of,
    load_others,
    metric,
)
from accord.coefficients.resolution import level_scheme, resolve_weights
from accord.coefficients.specific import specific_agreement

__all__ = [
    "BIAS_INDEX",
    "COEFFICIENTS",
    "KAPPA_MAXIMUM",
    "PREVALENCE_INDEX",
    "REGISTRY",
    "Evaluation",
    "Statistic",
    "coefficient",
    "evaluations_of",
    "find",
    "formula_of",
    "level_scheme",
    "load_others",
    "metric",
    "resolve_weights",
    "specific_agreement",
    "values_near",
]
