"""Statistics of spans, a file per family; importing one registers it."""

from accord.statistics.spans import (  # noqa: F401
    matches,
    segmentation,
    unitizing,
    unitizing_1995,
)
from accord.statistics.spans.features import DocumentSums, SpanFeatures
from accord.statistics.spans.matching import Match, check_match
from accord.statistics.spans.registry import (
    SPAN_STATISTICS,
    SpanStatistic,
    SpanTerms,
    find_span_statistic,
)

__all__ = [
    "SPAN_STATISTICS",
    "DocumentSums",
    "Match",
    "SpanFeatures",
    "SpanStatistic",
    "SpanTerms",
    "check_match",
    "find_span_statistic",
]
