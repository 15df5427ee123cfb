"""Agreement weights: the credit that a pair of ratings gets as agreement."""

from accord.statistics.weights.matrices import Weights, weights_for
from accord.statistics.weights.schemes import SCHEMES, Scheme, WeightsLike, scheme_named, within

__all__ = [
    "SCHEMES",
    "Scheme",
    "Weights",
    "WeightsLike",
    "scheme_named",
    "weights_for",
    "within",
]
