"""Systems against people: measures with intervals, tests of every pair, and a verdict in words."""

from accord.analysis.evaluation.evaluate import evaluate
from accord.analysis.evaluation.results import SystemComparison, SystemReport, Verdict

__all__ = ["SystemComparison", "SystemReport", "Verdict", "evaluate"]
