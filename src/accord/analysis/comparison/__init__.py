"""Comparisons of groups, panels, systems with a gold standard, and coefficients."""

from accord.analysis.comparison.compare import compare
from accord.analysis.comparison.results import Comparison, Difference, Equivalence, Homogeneity
from accord.options.comparison import METHODS

__all__ = ["METHODS", "Comparison", "Difference", "Equivalence", "Homogeneity", "compare"]
