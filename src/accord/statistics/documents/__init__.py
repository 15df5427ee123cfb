"""Features of documents in which raters marked spans, and sums of these over documents."""

from accord.statistics.documents.features import DocumentSums, SpanFeatures, Units
from accord.statistics.documents.matching import Match, check_match

__all__ = ["DocumentSums", "Match", "SpanFeatures", "Units", "check_match"]
