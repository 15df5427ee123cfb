"""Statistics: one file per family, a declarative registry, and no inference."""

from accord.statistics import coefficients, metrics  # noqa: F401  (importing registers)
from accord.statistics.coefficients.specific import specific_agreement
from accord.statistics.evaluation import Evaluation, evaluations_of, values_near
from accord.statistics.marginals import BIAS_INDEX, KAPPA_MAXIMUM, PREVALENCE_INDEX
from accord.statistics.registry import (
    COEFFICIENTS,
    REGISTRY,
    Statistic,
    coefficient,
    find,
    formula_of,
    load_others,
    metric,
)
from accord.statistics.resolution import level_scheme, resolve_weights

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
