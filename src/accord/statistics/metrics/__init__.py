"""Metrics: statistics of the scores of a system and their truth, one file per kind."""

from accord.statistics.metrics import (  # noqa: F401  (importing a file registers its metrics)
    agreement,
    association,
    error,
    true_score,
)
