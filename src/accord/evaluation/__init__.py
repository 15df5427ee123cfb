"""Systems against people: measures with intervals, tests of every pair, and a verdict in words."""

from accord.evaluation.facade import evaluate
from accord.evaluation.measures import MEASURES, Measure
from accord.evaluation.results import SystemComparison, SystemReport, Verdict

__all__ = ["MEASURES", "Measure", "SystemComparison", "SystemReport", "Verdict", "evaluate"]
