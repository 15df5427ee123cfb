"""Agreement weights: the credit that a pair of ratings gets as agreement."""

from accord.statistics.weights.matrices import Weights, weights_for
from accord.statistics.weights.schemes import (
    SCHEMES,
    SET_SCHEMES,
    WEIGHTS,
    Scheme,
    WeightsLike,
    compares_sets,
    scheme_named,
    within,
)

__all__ = [
    "SCHEMES",
    "SET_SCHEMES",
    "WEIGHTS",
    "Scheme",
    "Weights",
    "WeightsLike",
    "compares_sets",
    "scheme_named",
    "weights_for",
    "within",
]
