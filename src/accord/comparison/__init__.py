"""Comparisons: of groups, panels, systems against a gold standard, and coefficients."""

from accord.comparison.facade import compare
from accord.comparison.results import Comparison, Difference, Equivalence, Homogeneity
from accord.options.comparison import METHODS

__all__ = ["METHODS", "Comparison", "Difference", "Equivalence", "Homogeneity", "compare"]
