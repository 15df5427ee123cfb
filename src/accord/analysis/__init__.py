"""Analyses: from data to results, one module or package for each.

This package is public: the names in ``__all__`` are stable, its modules are private.
"""

from typing import TYPE_CHECKING

from accord.base.lazy import lazy_names

if TYPE_CHECKING:
    from accord.analysis.views import ReportSection, SectionRequest, section

__all__ = ["ReportSection", "SectionRequest", "section"]

__getattr__ = lazy_names("accord.analysis", {"accord.analysis.views": tuple(__all__)})
