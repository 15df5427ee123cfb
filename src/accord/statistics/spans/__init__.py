"""Statistics of spans, a file per family; importing one registers it."""

from accord.statistics.spans import (  # noqa: F401
    matches,
    segmentation,
    unitizing,
    unitizing_1995,
)
from accord.statistics.spans.registry import SpanStatistic, find_span_statistic

__all__ = ["SpanStatistic", "find_span_statistic"]
