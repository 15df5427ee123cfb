"""Systems against people: metrics with intervals, tests of every pair, and a verdict in words."""

from accord.evaluation import (  # noqa: F401  (importing a family registers its metrics)
    agreeing,
    association,
    deviation,
    truescore,
)
from accord.evaluation.facade import evaluate
from accord.evaluation.metrics import METRICS, Metric
from accord.evaluation.results import SystemComparison, SystemReport, Verdict

__all__ = ["METRICS", "Metric", "SystemComparison", "SystemReport", "Verdict", "evaluate"]
