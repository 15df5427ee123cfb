"""Scales, tables of distinct rating patterns, panels of raters, and files of patterns.

This package is public: the names in ``__all__`` are stable, its modules are private.
"""

from accord.data.panel import UnmatchedSubjectsError
from accord.data.patterns import Patterns, Role
from accord.data.scale import Label, Level, Scale

__all__ = ["Label", "Level", "Patterns", "Role", "Scale", "UnmatchedSubjectsError"]
