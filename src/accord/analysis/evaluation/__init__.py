"""Evaluation of systems against people: measures, comparisons, and an interpretation in words."""

from accord.analysis.evaluation.evaluate import evaluate
from accord.analysis.evaluation.results import SystemComparison, Verdict
from accord.analysis.evaluation.system_results import SystemReport

__all__ = ["SystemComparison", "SystemReport", "Verdict", "evaluate"]
