"""Evaluation of systems against people: measures, comparisons, and an interpretation in words."""

from accord.analysis.evaluation.evaluate import evaluate
from accord.analysis.evaluation.results import SystemComparison, SystemReport, Verdict

__all__ = ["SystemComparison", "SystemReport", "Verdict", "evaluate"]
