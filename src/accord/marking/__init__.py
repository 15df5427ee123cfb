"""Markers to evaluate (extra ``marking``), which learn from marked texts and mark others.

This package is public: the names in ``__all__`` are stable, its modules are private.
"""

from accord.marking.crossed import cross_validated
from accord.marking.lsa import LSAMarker
from accord.marking.ranking import RankingScorer

__all__ = ["LSAMarker", "RankingScorer", "cross_validated"]
