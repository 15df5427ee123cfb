"""Analyses: from data to results, one module or package for each.

This package is public: the names in ``__all__`` are stable, its modules are private.
"""

from accord.analysis.views import ReportSection, section

__all__ = ["ReportSection", "section"]
