"""Statistics: one file per family, a declarative registry, and no inference.

This package is public: the names in ``__all__`` are stable, its modules are private.
"""

from accord.statistics import coefficients, metrics, spans  # noqa: F401  (importing registers)
from accord.statistics.calculus import Quantity
from accord.statistics.coefficients.specific import specific_agreement
from accord.statistics.evaluation import Evaluation, evaluations_of, functional_values
from accord.statistics.marginals import BIAS_INDEX, KAPPA_MAXIMUM, PREVALENCE_INDEX
from accord.statistics.measures import MEASURES, Measure, find_measure, measure_of_marks, metric
from accord.statistics.references import Reference
from accord.statistics.registry import (
    COEFFICIENTS,
    REGISTRY,
    SPAN_STATISTICS,
    Statistic,
    Terms,
    coefficient,
    find,
    formula_of,
)
from accord.statistics.resolution import default_coefficient, level_scheme, resolve_weights
from accord.statistics.score_sums import ScoreSums
from accord.statistics.sums import Sums

__all__ = [
    "BIAS_INDEX",
    "COEFFICIENTS",
    "KAPPA_MAXIMUM",
    "MEASURES",
    "PREVALENCE_INDEX",
    "REGISTRY",
    "SPAN_STATISTICS",
    "Evaluation",
    "Measure",
    "Quantity",
    "Reference",
    "ScoreSums",
    "Statistic",
    "Sums",
    "Terms",
    "coefficient",
    "default_coefficient",
    "evaluations_of",
    "find",
    "find_measure",
    "formula_of",
    "functional_values",
    "level_scheme",
    "measure_of_marks",
    "metric",
    "resolve_weights",
    "specific_agreement",
]
